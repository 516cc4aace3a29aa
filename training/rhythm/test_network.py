#!/usr/bin/env python3
"""Tests of what must be exact: features, convolutions, export. Run: python test_network.py"""

import numpy as np
import torch
from torch.nn import functional as F

from augment import batch, resampled
from export import imported, tensors
from features import BAND_COUNT, FRAME, HOP, LEAD_IN, SAMPLE_RATE, features, frame_count
from fixture import synthetic_signal, tiny_network
from losses import shift_tolerant
from model import Block, RhythmNet, activations
from weight_file import FLOAT32, decoded, encoded


def slow_features(signal):
    """The features by their definition, frame by frame, bin by bin."""
    bin_width = SAMPLE_RATE / FRAME
    corners = []
    for step in range(int(np.log2(10_000 / 30) * 12) + 3):
        nearest = int(30 * 2 ** (step / 12) / bin_width + 0.5)
        if nearest not in corners and 0 < nearest < FRAME // 2:
            corners.append(nearest)
    time = np.arange(FRAME)
    window = np.sin(np.pi * time / FRAME) ** 2
    rows = []
    for frame in range(frame_count(len(signal))):
        middle = frame * HOP - LEAD_IN
        at = middle - FRAME // 2 + time
        inside = (at >= 0) & (at < len(signal))
        samples = np.where(inside, signal[np.clip(at, 0, len(signal) - 1)], 0.0) * window
        row = []
        for left, center, right in zip(corners, corners[1:], corners[2:]):
            total = weights = 0.0
            for number in range(left, right + 1):
                weight = min((number - left) / (center - left), (right - number) / (right - center))
                wave = np.exp(-2j * np.pi * number * time / FRAME)
                total += weight * abs(np.dot(samples, wave)) * 2 / FRAME
                weights += weight
            row.append(np.log(1 + 1000 * total / weights))
        rows.append(row)
    return np.array(rows)


def test_features_follow_their_definition():
    signal = synthetic_signal(0.3)
    fast, slow = features(signal), slow_features(signal)
    assert fast.shape == slow.shape == (frame_count(len(signal)), BAND_COUNT)
    assert np.abs(fast - slow).max() < 2e-4  # float32 FFT, enlarged a thousandfold near silence


def test_frame_count_is_that_of_every_second_hop():
    for samples in (0, 1, 219, 220, 221, 440, 441, 22050):
        hops = len(range(0, samples + LEAD_IN, HOP // 2))
        assert frame_count(samples) == len(range(0, hops, 2))


def test_block_does_what_two_dilated_convolutions_do():
    torch.manual_seed(0)
    for dilation in (1, 4):
        block = Block(8, dilation, 0.1).eval()
        x = torch.randn(3, 8, 50)
        near = F.conv1d(
            x, block.near.weight, block.near.bias, padding=2 * dilation, dilation=dilation
        )
        far = F.conv1d(
            x, block.far.weight, block.far.bias, padding=4 * dilation, dilation=2 * dilation
        )
        hidden = F.relu(block.norm(torch.cat([near, far], 1)))
        expected = x + block.mix(hidden)
        assert torch.allclose(block(x.transpose(0, 1)).transpose(0, 1), expected, atol=1e-5)


def test_gradient_of_block_is_that_of_its_definition():
    torch.manual_seed(0)
    block = Block(4, 2, 0.0).double()
    x = torch.randn(4, 2, 12, dtype=torch.double, requires_grad=True)
    assert torch.autograd.gradcheck(block, (x,))


def test_export_keeps_what_the_network_answers():
    net = tiny_network()
    spectrum = features(synthetic_signal(2.0))
    expected = activations(net, spectrum)
    exact = imported(decoded(encoded(tensors(net), FLOAT32)))
    assert np.abs(activations(exact, spectrum) - expected).max() < 1e-5
    rounded = imported(decoded(encoded(tensors(net))))
    assert np.abs(activations(rounded, spectrum) - expected).max() < 5e-3


def test_damaged_weight_file_is_refused():
    data = bytearray(encoded(tensors(tiny_network())))
    data[100] ^= 1
    try:
        decoded(bytes(data))
    except ValueError:
        return
    raise AssertionError("a damaged file was read")


def test_network_answers_each_frame_of_short_and_silent_input():
    net = RhythmNet(BAND_COUNT)
    for frames in (1, 2, 5):
        answer = activations(net, np.zeros((frames, BAND_COUNT), np.float32))
        assert answer.shape == (frames, 6) and np.isfinite(answer).all()


def test_loss_forgives_small_shifts_only():
    targets = torch.zeros(1, 100)
    targets[0, 50] = 1

    def loss(position):
        logits = torch.full((1, 100), -8.0)
        logits[0, position] = 8.0
        return float(shift_tolerant(logits, targets, torch.ones(1, 100), 6.0))

    assert loss(50) < 0.01 and loss(53) < 0.01
    assert loss(54) > 0.3 and loss(70) > 0.5


def test_beats_lie_on_the_frames_that_sound():
    clicks = np.zeros(3 * SAMPLE_RATE, np.float32)
    times = np.array([0.5, 1.25, 2.0])
    clicks[(times * SAMPLE_RATE).astype(int)] = 1
    item = {
        "features": features(clicks),
        "beats": np.column_stack([times, [1, 2, 1]]),
        "activity": np.zeros((frame_count(len(clicks)), 4), np.uint8),
        "bars_count": True,
        "activity_counts": True,
    }
    data = batch([item], 150)
    energy = data["spectrum"][0].sum(1).numpy()
    marked = np.flatnonzero(data["beat"][0].numpy())
    assert len(marked) == 3 and data["downbeat"].sum() == 2
    for frame in marked:
        assert energy[frame] == energy[max(0, frame - 5) : frame + 6].max()


def test_resampling_reaches_beyond_the_end_with_silence():
    ramp = np.arange(10, dtype=np.float32)[:, None]
    assert np.allclose(resampled(ramp, 2, 0.5, 4)[:, 0], [2, 2.5, 3, 3.5])
    assert np.allclose(resampled(ramp, 8, 1.0, 4)[:, 0], [8, 9, 0, 0])


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(name)
