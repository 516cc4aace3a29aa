"""The piano as it was played, by people whose beats are known: `sequences.py` and `matches.py`
read it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from notation import bar_beats
from score import Part, Score

KEYBOARDS = (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 4, 6)
RATE_SPREAD, MOST_RATE = 0.07, 0.15  # of the natural logarithm
MOST_TRANSPOSED = 4  # semitones
ON_BEAT = 0.06  # seconds


@dataclass
class Playing:
    """A piece as it was played, in seconds.

    notes: (n, 4) rows of start, end, MIDI pitch, velocity, sorted by start.
    controls: (time, controller number, value).
    beats: (m, 2) rows of time and number in the bar, from 1.
    """

    name: str
    notes: np.ndarray
    controls: list[tuple]
    beats: np.ndarray

    @property
    def end(self) -> float:
        return float(self.notes[:, 1].max())

    def sounded(self) -> float:
        """The share of the beats at which a note begins."""
        times = self.beats[:, 0]
        return float(np.mean(np.abs(times - nearest(self.notes[:, 0], times)) < ON_BEAT))

    def stretch(self, rng, duration: float) -> Score:
        """`duration` seconds of it, a little faster or slower, in another key."""
        rate = float(np.exp(np.clip(rng.normal(0, RATE_SPREAD), -MOST_RATE, MOST_RATE)))
        notes = self.notes / np.array([rate, rate, 1, 1])
        controls = sorted((time / rate, number, value) for time, number, value in self.controls)
        beats = self.beats / np.array([rate, 1])
        first, last = notes[0, 0], notes[:, 1].max()
        sounding = (beats[:, 0] > first - 0.05) & (beats[:, 0] < last)
        score = Score(
            parts=[Part("other", "soundfont", int(rng.choice(KEYBOARDS)), notes, 0.0, controls)],
            beats=beats[sounding],
            duration=last + 1.0,
            style="played",
            beats_per_bar=int(beats[:, 1].max()),
            beats_per_minute=float(60 / np.median(np.diff(beats[:, 0]))),
            boundaries=[],
            key=None,
            silence=[],
        )
        start = first - 0.5
        if rng.random() < 0.8:
            start = rng.uniform(first - 2.0, max(first, last - duration))
        semitones = int(rng.integers(-MOST_TRANSPOSED, MOST_TRANSPOSED + 1))
        return score.clipped(start, duration).transposed(semitones)


def nearest(ascending, values):
    """For each of `values` what lies nearest in an array of two or more."""
    after = np.clip(np.searchsorted(ascending, values), 1, len(ascending) - 1)
    below, above = ascending[after - 1], ascending[after]
    return np.where(values - below < above - values, below, above)


def metre_beats(signatures, end, tempo):
    """(m, 2) rows of position in quarters and number in the bar.

    signatures: [(position in quarters, numerator, denominator)], each at a bar line.
    tempo: quarters a minute from one position to another.
    """
    rows = []
    following = [start for start, _, _ in signatures[1:]] + [end]
    for (start, above, below), stop in zip(signatures, following):
        bar, pace = 4.0 * above / below, tempo(start, stop)
        while start < stop - 1e-3:
            rows += bar_beats(start, min(bar, stop - start), above, below, pace)
            start += bar
    return np.array(rows, float).reshape(-1, 2)
