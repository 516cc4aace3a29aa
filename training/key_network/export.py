#!/usr/bin/env python3
"""Writes a trained network as a weight file, and the example for the tests of the Swift twin.

Each batch norm is folded into the convolution before it.
"""

import argparse
import os
import sys

import numpy as np
import torch

from features import CHANNELS, NOTES, grid, tuned
from model import KeyNet, scores

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rhythm"))
from weight_file import FLOAT16, decoded, encoded  # noqa: E402

LAYERS = ("fold", "chord", "time", "scale", "out")
FRAMES = 40


def loaded(path):
    """The network of a checkpoint of train.py."""
    checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    net = KeyNet(**checkpoint["settings"])
    net.load_state_dict(checkpoint["state"])
    return net.eval()


def tensors(net):
    """{name: array} with weights as [output][input][tap]."""
    result = {}
    for index, name in enumerate(LAYERS):
        layer = getattr(net, name)
        weight, bias = layer.weight.detach(), layer.bias.detach()
        if name != "out":
            norm = net.norms[index]
            scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
            weight = weight * scale.view(-1, *[1] * (weight.dim() - 1))
            bias = (bias - norm.running_mean) * scale + norm.bias.detach()
        result[f"{name}.weight"] = weight.flatten(2).numpy()
        result[f"{name}.bias"] = bias.numpy()
    return result


def imported(values):
    """The network of a weight file; its batch norms do nothing."""
    net = KeyNet(
        len(values["fold.bias"]), values["time.weight"].shape[2], values["out.weight"].shape[2])
    state = net.state_dict()
    for name, value in values.items():
        state[name] = torch.from_numpy(value).reshape(state[name].shape)
    net.load_state_dict(state)
    for norm in net.norms:
        norm.eps = 0.0
    return net.eval()


def example_signal(seconds=6.0, rate=22050):
    """Chords of decaying overtones, 20 cents sharp, over soft noise; KeyFeaturesTests.swift has the
    same."""
    count = int(seconds * rate)
    time = np.arange(count) / rate
    signal, state = np.zeros(count), 1
    for index in range(count):
        state = (1664525 * state + 1013904223) % 2 ** 32
        signal[index] = 0.004 * (state / 2 ** 31 - 1)
    for number, chord in enumerate([(45, 61, 64, 69), (50, 62, 66, 69), (40, 59, 62, 68)]):
        since = time - 2 * number
        sounding = (since >= 0) & (since < 2)
        for note in chord:
            frequency = 440 * 2 ** ((note + 0.2 - 69) / 12)
            for harmonic in range(1, 7):
                signal += sounding * (0.05 / harmonic * np.exp(-1.2 * since)
                                      * np.sin(2 * np.pi * harmonic * frequency * time))
    return signal.astype(np.float32)


README = """Written by training/key_network/export.py --fixture. Float32, little endian, row by row.

- input.f32 {input}: what goes into the network that comes with mucat
- expected.f32 {expected}: its scores, [frame][key], C major first
- features.f32 {features}: what is heard of the example signal, [frame][note][channel]
"""


def write_example(folder, net):
    os.makedirs(folder, exist_ok=True)
    rng = np.random.default_rng(3)
    notes = rng.uniform(0, 1, (FRAMES, NOTES, CHANNELS)) ** 4
    notes = notes.astype(np.float32)
    arrays = {"input": notes, "expected": scores(net, notes),
              "features": tuned(grid(example_signal()))}
    for name, array in arrays.items():
        array.astype("<f4").tofile(os.path.join(folder, f"{name}.f32"))
    with open(os.path.join(folder, "README.md"), "w") as file:
        file.write(README.format(**{name: list(each.shape) for name, each in arrays.items()}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint", help="a file that train.py wrote")
    parser.add_argument("out", help="the weight file to write")
    parser.add_argument("--fixture", metavar="FOLDER", help="write the example for tests there")
    options = parser.parse_args()
    data = encoded(tensors(loaded(options.checkpoint)), FLOAT16)
    with open(options.out, "wb") as file:
        file.write(data)
    print(f"{len(data)} bytes")
    if options.fixture:
        write_example(options.fixture, imported(decoded(data)))


if __name__ == "__main__":
    main()
