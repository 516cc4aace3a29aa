"""The network: a narrow convolution over frequency, then dilated convolutions over time."""

import torch
from torch import nn
from torch.nn import functional as F

from dilated import near_and_far, normalized, pointwise

PATCH_BANDS, PATCH_FRAMES, PATCH_STRIDE = 6, 3, 3
RISE_FRAMES = 2
TAPS = 5
ACTIVITIES = ("vocal", "drum", "bass", "other")


def patch_count(bands):
    """How many patches of the front convolution fit into `bands` bands."""
    return (bands - PATCH_BANDS) // PATCH_STRIDE + 1


def with_rise(spectrum):
    """(batch, band, frame) to (batch, 2, band, frame): the levels and how much each rose."""
    earlier = F.pad(spectrum, (RISE_FRAMES, 0))[..., :-RISE_FRAMES]
    return torch.stack([spectrum, F.relu(spectrum - earlier)], 1)


class Block(nn.Module):
    """A residual block that looks `2 * dilation` and `4 * dilation` frames to either side."""

    def __init__(self, channels, dilation, dropout):
        super().__init__()
        self.near = nn.Conv1d(channels, channels // 2, TAPS, dilation=dilation)
        self.far = nn.Conv1d(channels, channels // 2, TAPS, dilation=2 * dilation)
        self.norm = nn.BatchNorm1d(channels)
        self.dropout = dropout
        self.mix = nn.Conv1d(channels, channels, 1)

    def forward(self, x):
        """`x` is [channel][clip][frame]."""
        h = F.relu(normalized(near_and_far(x, self.near, self.far), self.norm))
        if self.training:  # whole channels of a clip are dropped
            kept = torch.rand(h.shape[:2]) >= self.dropout
            h = h * (kept / (1 - self.dropout))[..., None]
        return x + pointwise(h, self.mix)


class RhythmNet(nn.Module):
    """Beats, downbeats and what sounds, for every frame.

    `forward` takes (batch, frame, band) and returns two tensors of logits: (batch, 2, frame)
    for beat and downbeat, (batch, 4, frame) for ACTIVITIES.
    """

    def __init__(self, bands, channels=48, blocks=9, front=12, dropout=0.1):
        super().__init__()
        self.settings = dict(bands=bands, channels=channels, blocks=blocks, front=front)
        # What it could learn, the next layer can; fixed, it needs no costly gradient.
        self.input_norm = nn.BatchNorm2d(2, affine=False)
        self.front = nn.Conv2d(
            2,
            front,
            (PATCH_BANDS, PATCH_FRAMES),
            stride=(PATCH_STRIDE, 1),
            padding=(0, PATCH_FRAMES // 2),
        )
        self.front_norm = nn.BatchNorm2d(front)
        self.project = nn.Conv1d(front * patch_count(bands), channels, 1)
        self.project_norm = nn.BatchNorm1d(channels)
        self.dropout = nn.Dropout(dropout)
        self.blocks = nn.ModuleList(Block(channels, 2**index, dropout) for index in range(blocks))
        self.beat = nn.Conv1d(channels, 2, 1)
        self.activity = nn.Conv1d(channels, len(ACTIVITIES), 1)

    def forward(self, spectrum):
        x = self.input_norm(with_rise(spectrum.transpose(1, 2)))
        x = F.relu(self.front_norm(self.front(x)))
        x = pointwise(x.permute(1, 2, 0, 3).flatten(0, 1), self.project)
        x = self.dropout(F.relu(normalized(x, self.project_norm)))
        for block in self.blocks:
            x = block(x)
        x = F.relu(x)
        return (
            pointwise(x, self.beat).transpose(0, 1),
            pointwise(x, self.activity).transpose(0, 1),
        )


def activations(net, spectrum):
    """Probabilities [frame][beat, downbeat, four activities] for a numpy array [frame][band]."""
    net.eval()
    with torch.no_grad():
        beat, activity = net(torch.from_numpy(spectrum).float()[None])
    return torch.sigmoid(torch.cat([beat, activity], 1))[0].T.contiguous().numpy()
