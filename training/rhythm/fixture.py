"""A tiny network with random weights, and what it must answer, for the tests of the Swift twin."""

import os

import numpy as np
import torch

from features import BAND_COUNT, SAMPLE_RATE, features
from model import RhythmNet, activations

FRAMES = 300
README = """Written by training/rhythm/export.py --fixture. Float32, little endian, row by row.

- weights.bin: 16 channels, 3 blocks, 4 front filters
- input.f32 {input}: what goes into the network
- expected.f32 {expected}: what comes out: probabilities of beat, downbeat, vocal, drum, bass, other
- signal.f32 {signal}: mono at 22,050 Hz
- features.f32 {features}: its features
"""


def tiny_network(seed=11):
    """A network with random weights and unremarkable statistics in its batch norms."""
    generator = torch.Generator().manual_seed(seed)
    net = RhythmNet(BAND_COUNT, channels=16, blocks=3, front=4)

    def fill(tensor, low, high):
        tensor.copy_(low + (high - low) * torch.rand(tensor.shape, generator=generator))

    with torch.no_grad():
        for module in net.modules():
            if isinstance(module, (torch.nn.Conv1d, torch.nn.Conv2d)):
                reach = (3 / module.weight[0].numel()) ** 0.5
                fill(module.weight, -reach, reach)
                fill(module.bias, -0.3, 0.3)
            elif isinstance(module, torch.nn.BatchNorm2d) and not module.affine:
                module.running_mean.copy_(torch.tensor([1.5, 0.1]))
                module.running_var.copy_(torch.tensor([1.8, 0.09]))
            elif isinstance(module, (torch.nn.BatchNorm1d, torch.nn.BatchNorm2d)):
                fill(module.weight, 0.7, 1.4)
                fill(module.bias, -0.4, 0.4)
                fill(module.running_mean, -0.3, 0.5)
                fill(module.running_var, 0.3, 1.5)
    return net.eval()


def synthetic_signal(seconds, seed=5):
    """Clicks of noise over two sines that come and go."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    pulse = np.exp(-30 * (time % 0.5)) * rng.uniform(-0.5, 0.5, len(time))
    low = 0.3 * np.sin(2 * np.pi * 82.41 * time) * (time % 1 < 0.6)
    high = 0.1 * np.sin(2 * np.pi * 1046.5 * time) * (time > 1.2)
    return (pulse + low + high).astype(np.float32)


def write(folder, weights, net):
    """Writes the bytes `weights`, an input with what `net` answers, a signal with its features."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "weights.bin"), "wb") as file:
        file.write(weights)
    signal = synthetic_signal(3.0)
    spectrum = features(synthetic_signal(6.0))[:FRAMES]
    noise = np.random.default_rng(3).uniform(0, 0.5, spectrum.shape)
    spectrum = spectrum + noise.astype(np.float32)
    arrays = {
        "input": spectrum,
        "expected": activations(net, spectrum),
        "signal": signal,
        "features": features(signal),
    }
    for name, array in arrays.items():
        array.astype("<f4").tofile(os.path.join(folder, f"{name}.f32"))
    with open(os.path.join(folder, "README.md"), "w") as file:
        file.write(README.format(**{name: list(a.shape) for name, a in arrays.items()}))
