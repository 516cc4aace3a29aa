"""One bar of drums being written, and the registry of grammars that write them."""

from __future__ import annotations

import numpy as np

# General MIDI percussion
KICK, STICK, SNARE, CLAP, SNARE_2 = 36, 37, 38, 39, 40
LOW_TOM, MID_TOM, HIGH_TOM = 43, 47, 50
HAT, PEDAL_HAT, OPEN_HAT, CRASH, RIDE, BELL = 42, 44, 46, 49, 51, 53
TAMBOURINE, COWBELL, SHAKER, CLAVES = 54, 56, 70, 75
HIGH_BONGO, LOW_BONGO, MUTE_CONGA, HIGH_CONGA, LOW_CONGA = 60, 61, 62, 63, 64


class Groove:
    """One bar of drums being written."""

    def __init__(self, beats: int, number: int = 0):
        self.beats, self.number = beats, number
        self.hits: list[tuple[float, int, float]] = []

    def put(self, pitch: int, positions, velocity: float = 95):
        self.hits += [(float(p), pitch, velocity) for p in positions if 0 <= p < self.beats - 1e-6]

    def every(
        self, pitch: int, step: float, velocity: float = 65, offset: float = 0.0, accent: float = 12
    ):
        """A stream of hits, those on beats `accent` louder."""
        for p in np.arange(offset, self.beats - 1e-6, step):
            self.hits.append(
                (float(p), pitch, velocity + (accent if abs(p - round(p)) < 1e-6 else 0))
            )


GRAMMARS = {}


def grammar(function):
    """Registers a grammar under its name; it writes one 4/4 bar unless it says otherwise."""
    GRAMMARS[function.__name__] = function
    return function


def chosen(rng, positions, probability: float) -> list[float]:
    return [p for p in positions if rng.random() < probability]
