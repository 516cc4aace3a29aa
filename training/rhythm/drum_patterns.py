"""Bars of drums: a grammar's bar for any metre, its variants, and fills."""

from __future__ import annotations

import numpy as np

import dance_grooves  # noqa: F401 (registers its grammars, as do the next two)
import metal_grooves  # noqa: F401
from backbeat_grooves import compound, odd, shuffle
from groove import (
    CLAVES,
    COWBELL,
    GRAMMARS,
    HIGH_BONGO,
    HIGH_TOM,
    KICK,
    LOW_TOM,
    MID_TOM,
    MUTE_CONGA,
    OPEN_HAT,
    SHAKER,
    SNARE,
    TAMBOURINE,
    Groove,
    chosen,
)
from world_grooves import jazz_waltz, waltz


def bar_pattern(
    rng, name: str, metre, energy: float, number: int = 0
) -> list[tuple[float, int, float]]:
    """Hits of one bar in the given grammar; grammars written for 4/4 give way in other metres.

    number: 0 or 1, first or second bar of a pattern of two.
    """
    groove = Groove(metre.beats, number)
    ternary = metre.division == 3
    if name in ("hats_only", "clap_only", "kick_only") and not ternary:
        GRAMMARS[name](rng, groove, energy)
    elif ternary:
        (shuffle if name == "shuffle" else compound)(rng, groove, energy)
    elif metre.beats == 3:
        (jazz_waltz if name in ("jazz_waltz", "swing") else waltz)(rng, groove, energy)
    elif metre.beats in (2, 4, 8):
        if name == "shuffle":
            name = "backbeat"
        GRAMMARS[name](rng, groove, energy)
    else:
        odd(rng, groove, energy, metre.groups)
    if rng.random() < 0.12 and not ternary:
        extra = [TAMBOURINE, COWBELL, SHAKER, CLAVES, MUTE_CONGA, HIGH_BONGO][rng.integers(6)]
        groove.put(extra, chosen(rng, np.arange(0, metre.beats, 0.5), 0.35), 65)
    return groove.hits


def varied(rng, hits, beats: int, ternary: bool, changes: int = 1):
    """A close variant of a bar: a hit dropped, another one added."""
    hits = list(hits)
    for _ in range(changes):
        if hits and rng.random() < 0.6:
            hits.pop(rng.integers(len(hits)))
        step = 1 / 3 if ternary else 0.25
        pitch = [KICK, KICK, SNARE, OPEN_HAT][rng.integers(4)]
        hits.append(
            (float(rng.integers(int(beats / step)) * step), pitch, float(rng.uniform(50, 100)))
        )
    return hits


def fill(rng, length: float, ternary: bool) -> list[tuple[float, int, float]]:
    """A fill of `length` beats: snare and toms, mostly descending, or a snare roll."""
    step = 1 / 3 if ternary else float(rng.choice([0.25, 0.25, 0.5, 1 / 6]))
    positions = np.arange(0, length - 1e-6, step)
    descending = np.array([SNARE, HIGH_TOM, MID_TOM, LOW_TOM])
    roll = rng.random() < 0.3
    hits = []
    for p in positions:
        if rng.random() < 0.8:
            stage = min(3, int(4 * p / length))
            pitch = (
                SNARE
                if roll
                else int(descending[stage] if rng.random() < 0.75 else rng.choice(descending))
            )
            hits.append((float(p), pitch, float(75 + 35 * p / length)))
    return hits
