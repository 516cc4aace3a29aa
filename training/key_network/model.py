"""The key network: octaves folded into one, then layers that treat the twelve pitch classes alike."""

import torch
from torch import nn
from torch.nn import functional

from features import CHANNELS, LOWEST_NOTE, NOTES

PITCH_CLASSES = 12
KEYS = 24


def around(values):
    """[item][channel][pitch class][frame] with the first eleven pitch classes again at the end."""
    return torch.cat([values, values[:, :, :PITCH_CLASSES - 1]], 2)


class KeyNet(nn.Module):
    """From [item][channel][note][frame] to a logit for each frame and key.

    Keys are counted from the lowest note's pitch class, the major ones first; `in_order` brings
    them into the order C major … B major, C minor … B minor.
    """

    def __init__(self, width=24, time_taps=5, out_taps=9, dropout=0.3):
        super().__init__()
        self.settings = {"width": width, "time_taps": time_taps, "out_taps": out_taps}
        self.fold = nn.Conv3d(CHANNELS, width, (NOTES // PITCH_CLASSES, 1, 1))
        self.chord = nn.Conv2d(width, width, (PITCH_CLASSES, 1))
        self.time = nn.Conv2d(width, width, (1, time_taps), padding=(0, time_taps // 2))
        self.scale = nn.Conv2d(width, width, (PITCH_CLASSES, 1))
        self.out = nn.Conv2d(width, 2, (1, out_taps), padding=(0, out_taps // 2))
        self.norms = nn.ModuleList(nn.BatchNorm2d(width) for _ in range(4))
        self.dropout = nn.Dropout(dropout)

    def forward(self, notes):
        items, channels, _, frames = notes.shape
        octaves = notes.reshape(items, channels, -1, PITCH_CLASSES, frames)
        hidden = functional.relu(self.norms[0](self.fold(octaves).squeeze(2)))
        hidden = functional.relu(self.norms[1](self.chord(around(hidden))))
        hidden = functional.relu(self.norms[2](self.time(self.dropout(hidden))))
        hidden = functional.relu(self.norms[3](self.scale(around(self.dropout(hidden)))))
        return self.out(hidden).permute(0, 3, 1, 2).reshape(items, frames, KEYS)


def in_order(logits):
    """Logits [...][24] counted from C instead of from the lowest note."""
    modes = logits.reshape(*logits.shape[:-1], 2, PITCH_CLASSES)
    return modes.roll(LOWEST_NOTE % PITCH_CLASSES, -1).reshape(logits.shape)


def scores(net, features):
    """[frame][key] for [frame][note][channel], as numpy arrays, C major first."""
    notes = torch.from_numpy(features).permute(2, 1, 0)[None].contiguous()
    with torch.no_grad():
        return in_order(net(notes))[0].numpy()
