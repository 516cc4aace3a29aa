"""Weights of a network carried over into one with more channels that answers the same.

*Source*: Chen, Goodfellow & Shlens, Net2Net: accelerating learning via knowledge transfer,
ICLR 2016; here new channels start from random weights and nothing listens to them yet, so that
they need not be copies of old ones.
"""

import torch


def places(old, new, hidden):
    """Where the old channels lie among the new; those of a block's convolutions are two halves."""
    if not hidden:
        return torch.arange(old)
    half = torch.arange(old // 2)
    return torch.cat([half, new // 2 + half])


def widen(net, state):
    """Fills `net`, which has more channels, so that it answers as the network of `state` does."""
    old, new = state["beat.weight"].shape[1], net.settings["channels"]
    wide = net.state_dict()
    for name, value in state.items():
        target = wide[name]
        if target.shape == value.shape:
            target.copy_(value)
            continue
        half = ".near." in name or ".far." in name
        rows = torch.arange(len(value))
        if not half and len(value) == old:
            rows = places(old, new, hidden=".norm." in name)
        if value.dim() == 1 or value.shape[1] == target.shape[1]:
            target[rows] = value
            continue
        columns = places(old, new, hidden=".mix." in name)
        target[rows] = 0
        target[rows[:, None], columns[None]] = value
    net.load_state_dict(wide)
