"""Music as it is written: what the readers of printed scores hand to the performer.

Times are in quarters from the first bar line's beginning. Nothing is known here about seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

DEFAULT_TEMPO = 92.0  # quarters a minute
SLOWEST_COMPOUND = 34.0  # dotted beats a minute below which their thirds are the beat


@dataclass
class Notation:
    """A piece on paper.

    notes: (n, 6) rows of start, length (both in quarters), MIDI pitch, voice, loudness (velocity
        1..127) and how it is attacked: 0 plainly, 1 as a grace note, 2 as part of a rolled chord.
    voices: for each number of a voice who plays it: 'voice' or 'keyboard'.
    beats: (m, 2) rows of the position in quarters and the number in the bar, from 1.
    tempi: (position in quarters, quarters a minute); none if nobody wrote how fast.
    fermatas: positions in quarters.
    keys: (position in quarters, number of sharps; negative for flats).
    """

    name: str
    notes: np.ndarray
    voices: list[str]
    beats: np.ndarray
    tempi: list[tuple]
    fermatas: list[float]
    keys: list[tuple]

    @property
    def end(self) -> float:
        """Where the last note ends, in quarters."""
        return float((self.notes[:, 0] + self.notes[:, 1]).max())

    def bar_ends(self) -> np.ndarray:
        """The indices of the last beats of all bars."""
        return np.append(np.flatnonzero(self.beats[1:, 1] == 1), len(self.beats) - 1)

    def tempo_at(self, position: float) -> float:
        """Quarters a minute by the last mark at or before a position, or by the first one."""
        earlier = [tempo for start, tempo in self.tempi if start <= position + 1e-6]
        return (earlier or [self.tempi[0][1] if self.tempi else DEFAULT_TEMPO])[-1]


def beat_length(numerator: int, denominator: int, quarters_per_minute: float) -> float:
    """The length in quarters of what is counted in this metre at this tempo."""
    unit = 4.0 / denominator
    if numerator % 3 == 0 and denominator >= 8 and numerator > 3:
        if quarters_per_minute / (3 * unit) >= SLOWEST_COMPOUND:
            return 3 * unit
    return unit


def bar_beats(start, length, numerator, denominator, quarters_per_minute, upbeat=False):
    """[(position, number)] of the beats of a bar; an upbeat ends with the metre's last beat."""
    step = beat_length(numerator, denominator, quarters_per_minute)
    nominal = 4.0 * numerator / denominator
    first = length - nominal if upbeat else 0.0
    count = int(np.ceil((length - first) / step - 1e-6))
    rows = [(start + first + index * step, index + 1) for index in range(count)]
    return [row for row in rows if row[0] >= start - 1e-6]
