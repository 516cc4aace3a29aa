"""Which kinds of instruments sound in each frame, by the notes that were played."""

from itertools import pairwise

import numpy as np

from features import FRAME_RATE, frame_count, frame_position

ROLES = ("vocals", "drums", "bass", "other")  # the order of model.ACTIVITIES
FAINTEST = -32.0  # dB relative to the mix; fainter parts do not count
SHORTEST = {"vocals": 0.15, "drums": 0.25, "bass": 0.15, "other": 0.15}  # s a note counts
LONGEST_GAP = {"vocals": 0.35, "drums": 1.0, "bass": 0.5, "other": 0.4}  # s that are bridged


def label_role(part):
    """The label of a part; what is meant for a voice but not sung is another instrument."""
    return "other" if part.role == "vocals" and part.sound != "voice" else part.role


def bridged(active, longest):
    """`active` with gaps of at most `longest` frames filled."""
    frames = np.flatnonzero(active)
    result = active.copy()
    for first, second in pairwise(frames):
        if 1 < second - first <= longest:
            result[first:second] = True
    return result


def activity(stems, duration, sample_count):
    """Labels [frame][role], 0 or 1, as uint8."""
    labels = np.zeros((frame_count(sample_count), len(ROLES)), bool)
    for stem in stems:
        if stem.level < FAINTEST:
            continue
        for part in stem.parts:
            role = label_role(part)
            column = labels[:, ROLES.index(role)]
            starts = part.notes[:, 0]
            lengths = part.notes[:, 1] - starts
            lengths = (
                np.full(len(starts), SHORTEST[role])
                if role == "drums"
                else np.maximum(lengths, SHORTEST[role])
            )
            ends = np.minimum(starts + lengths, duration)
            first = np.round(frame_position(starts)).astype(int)
            last = np.round(frame_position(ends)).astype(int)
            for begin, end in zip(first, last):
                column[begin : end + 1] = True
    for index, role in enumerate(ROLES):
        labels[:, index] = bridged(labels[:, index], LONGEST_GAP[role] * FRAME_RATE)
    return labels.astype(np.uint8)
