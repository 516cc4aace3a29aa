"""Varies what the network hears, so that made-up music stands for more than itself."""

import numpy as np

from features import CHANNELS, NOTES, PARTS

KINDS = CHANNELS // PARTS


def transposed(notes, semitones):
    """[frame][note][channel] moved up; what leaves the range is lost."""
    moved = np.roll(notes, semitones, 1)
    if semitones > 0:
        moved[:, :semitones] = 0
    elif semitones < 0:
        moved[:, semitones:] = 0
    return moved


def detuned(notes, semitones):
    """Moved by a part of a third of a semitone: a tuning measured wrongly, or a choir."""
    shift = PARTS * semitones
    frames = len(notes)
    kinds = notes.reshape(frames, NOTES, KINDS, PARTS).transpose(0, 2, 1, 3)
    rows = kinds.reshape(frames, KINDS, NOTES * PARTS)
    neighbour = np.roll(rows, 1 if shift > 0 else -1, 2)
    rows = (1 - abs(shift)) * rows + abs(shift) * neighbour
    kinds = rows.reshape(frames, KINDS, NOTES, PARTS).transpose(0, 2, 1, 3)
    return kinds.reshape(notes.shape)


def coloured(notes, rng):
    """With another tone: a smooth gain over the notes for each kind of value."""
    gains = np.ones((NOTES, CHANNELS), np.float32)
    for kind in range(KINDS):
        curve = np.interp(np.arange(NOTES), np.linspace(0, NOTES, 5), rng.normal(0, 0.6, 5))
        gains[:, kind * PARTS:(kind + 1) * PARTS] *= np.exp(curve + rng.normal(0, 0.3))[:, None]
    return notes * gains


def thinned(notes, rng):
    """Without a band, the bass, the treble, or single peaks, each now and then."""
    notes = notes.copy()
    if rng.random() < 0.3:
        low = rng.integers(0, NOTES - 6)
        notes[:, low:low + rng.integers(2, 10)] = 0
    if rng.random() < 0.25:
        notes[:, :rng.integers(4, 24)] = 0
    if rng.random() < 0.25:
        notes[:, rng.integers(36, NOTES - 2):] = 0
    if rng.random() < 0.6:
        notes *= rng.random(notes.shape) > rng.uniform(0, 0.5)
    return notes


def varied(notes, key, rng):
    """(notes, key) after all of that, the key moved with the notes."""
    semitones = int(rng.integers(-6, 7))
    notes = transposed(notes, semitones)
    key = (key % 12 + semitones) % 12 + key // 12 * 12
    if rng.random() < 0.3:
        notes = detuned(notes, rng.uniform(-0.12, 0.12))
    return thinned(coloured(notes, rng), rng), key
