#!/usr/bin/env python3
"""Writes a trained network as a weight file, or a tiny network as an example for tests.

Each batch norm is folded into the convolution it follows. That of the input stays, as a scale
and an offset: zero padding comes between it and a convolution.
"""

import argparse

import torch

import fixture
from model import RhythmNet
from weight_file import decoded, encoded


def folded(weight, bias, norm):
    """(weight, bias) of a convolution that does what it and the batch norm behind it did."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    shape = (-1,) + (1,) * (weight.dim() - 1)
    return weight * scale.view(shape), (bias - norm.running_mean) * scale + norm.bias


def tensors(net):
    """The tensors of the weight file by name, as numpy arrays."""
    half = net.settings["channels"] // 2
    norm = net.input_norm
    scale = 1 / torch.sqrt(norm.running_var + norm.eps)
    result = {"input.scale": scale, "input.offset": -norm.running_mean * scale}
    front = folded(net.front.weight, net.front.bias, net.front_norm)
    result["front.weight"], result["front.bias"] = front
    project = folded(net.project.weight, net.project.bias, net.project_norm)
    result["project.weight"], result["project.bias"] = project[0][..., 0], project[1]
    for index, block in enumerate(net.blocks):
        weight, bias = folded(
            torch.cat([block.near.weight, block.far.weight]),
            torch.cat([block.near.bias, block.far.bias]),
            block.norm,
        )
        name = f"block{index}"
        result[f"{name}.near.weight"], result[f"{name}.near.bias"] = weight[:half], bias[:half]
        result[f"{name}.far.weight"], result[f"{name}.far.bias"] = weight[half:], bias[half:]
        result[f"{name}.mix.weight"] = block.mix.weight[..., 0]
        result[f"{name}.mix.bias"] = block.mix.bias
    for name, head in (("beat", net.beat), ("activity", net.activity)):
        result[f"{name}.weight"], result[f"{name}.bias"] = head.weight[..., 0], head.bias
    return {name: value.detach().float().numpy() for name, value in result.items()}


def imported(values):
    """The network that a weight file describes; the inverse of `tensors`, rounding included."""
    bias = values["project.bias"]
    blocks = sum(name.endswith("mix.bias") for name in values)
    front = len(values["front.bias"])
    patches = values["project.weight"].shape[1] // front
    net = RhythmNet(6 + 3 * (patches - 1), channels=len(bias), blocks=blocks, front=front)
    for module in net.modules():
        if isinstance(module, (torch.nn.BatchNorm1d, torch.nn.BatchNorm2d)):
            module.eps = 0.0
    state = net.state_dict()
    scale = torch.from_numpy(values["input.scale"])
    state["input_norm.running_var"] = 1 / scale**2
    state["input_norm.running_mean"] = -torch.from_numpy(values["input.offset"]) / scale
    for name, value in values.items():
        if not name.startswith("input."):
            key = name.replace("block", "blocks.", 1)
            state[key] = torch.from_numpy(value).reshape(state[key].shape)
    net.load_state_dict(state)
    return net.eval()


def trained(path):
    """The network of a checkpoint of train.py, with its averaged weights."""
    checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    net = RhythmNet(**checkpoint["settings"])
    net.load_state_dict(checkpoint["average"])
    return net.eval()


def load_network(path):
    """The network of a checkpoint or of a weight file."""
    if path.endswith(".pt"):
        return trained(path)
    with open(path, "rb") as file:
        return imported(decoded(file.read()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint", nargs="?", help="a file that train.py wrote")
    parser.add_argument("out", nargs="?", help="the weight file to write")
    parser.add_argument("--fixture", metavar="FOLDER", help="write the example for tests there")
    options = parser.parse_args()
    if options.fixture:
        net = fixture.tiny_network()
        data = encoded(tensors(net))
        fixture.write(options.fixture, data, imported(decoded(data)))
    elif options.out:
        data = encoded(tensors(trained(options.checkpoint)))
        with open(options.out, "wb") as file:
            file.write(data)
        print(f"{len(data)} bytes")
    else:
        parser.error("name a checkpoint and a weight file, or --fixture")


if __name__ == "__main__":
    main()
