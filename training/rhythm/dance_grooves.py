"""Drum grammars: dance floors, hip hop and trap."""

from __future__ import annotations

import numpy as np

from groove import (
    CLAP,
    CLAVES,
    COWBELL,
    HAT,
    KICK,
    LOW_TOM,
    MUTE_CONGA,
    OPEN_HAT,
    RIDE,
    SHAKER,
    SNARE,
    SNARE_2,
    STICK,
    TAMBOURINE,
    chosen,
    grammar,
)


@grammar
def four_on_floor(rng, groove, energy):
    groove.put(KICK, range(8), 108)
    if energy > 0.35 and rng.random() < 0.85:
        groove.put([CLAP, SNARE, SNARE_2][rng.integers(3)], [1, 3, 5], 90)
    if rng.random() < 0.8:
        groove.put(OPEN_HAT if rng.random() < 0.75 else HAT, np.arange(8) + 0.5, 85)
    if rng.random() < 0.7:
        groove.every(
            HAT if rng.random() < 0.7 else SHAKER,
            rng.choice([0.5, 0.25]),
            50,
            accent=rng.uniform(-10, 10),
        )
    if rng.random() < 0.25:
        groove.put(
            [MUTE_CONGA, CLAVES, COWBELL, LOW_TOM][rng.integers(4)],
            chosen(rng, np.arange(0, 4, 0.25), 0.2),
            70,
        )


@grammar
def hard_dance(rng, groove, energy):
    groove.put(KICK, range(8), 120)
    if rng.random() < 0.3:
        groove.put(KICK, np.arange(8) + 0.5, 80)
    if rng.random() < 0.6:
        groove.put(CLAP, [1, 3], 85)
    groove.put(OPEN_HAT, np.arange(8) + 0.5, 90)


BREAKS = (
    ([0, 2.5], [1, 3]),
    ([0, 1.5, 2.5], [1, 3, 3.75]),
    ([0, 0.5, 2.5], [1, 1.75, 2.25, 3]),
    ([0, 1.25, 2.5, 3.5], [1, 3]),
    ([0, 0.75, 2.5], [1, 3, 3.25]),
    ([0, 0.5, 2.5, 2.75], [1, 1.75, 2.25, 3, 3.75]),
    ([0, 2.25], [1, 3]),
    ([0, 0.5, 1.5, 2.5], [1, 1.75, 2.75, 3]),
)


@grammar
def breakbeat(rng, groove, energy):
    kick, snare = BREAKS[rng.integers(len(BREAKS))]
    groove.put(KICK, kick, 105)
    groove.put(SNARE, [p for p in snare if p in (1, 3)], 108)
    groove.put(SNARE, [p for p in snare if p not in (1, 3)], 50)
    groove.every(RIDE if rng.random() < 0.3 else HAT, rng.choice([0.5, 0.25]), 60)


@grammar
def hiphop(rng, groove, energy):
    groove.put(KICK, [0] + chosen(rng, (0.75, 1.5, 1.75, 2.25, 2.5, 2.75, 3.5), 0.35), 108)
    groove.put(CLAP if rng.random() < 0.5 else SNARE, [1, 3], 100)
    groove.every(HAT, 0.25 if rng.random() < 0.3 else 0.5, 60, accent=rng.uniform(-10, 15))


@grammar
def trap(rng, groove, energy):
    """Labelled where the snare falls on 2 and 4; hats in 16ths and 32nds."""
    groove.put(KICK, [0] + chosen(rng, (0.75, 1.25, 1.5, 2.25, 2.5, 2.75, 3.25), 0.3), 110)
    groove.put(CLAP if rng.random() < 0.6 else SNARE, [1, 3], 105)
    groove.every(HAT, 0.25, 60, accent=5)
    for start in chosen(rng, (0.5, 1.5, 2, 2.5, 3.5), 0.3):
        groove.put(HAT, start + np.arange(0, 0.5, [0.125, 1 / 6, 1 / 12][rng.integers(3)]), 65)


@grammar
def trap_double(rng, groove, energy):
    """Half-time snare on 3 with hats in eighths: labelled at the faster level."""
    groove.put(KICK, [0] + chosen(rng, (1.5, 2.5, 3, 3.5), 0.35), 110)
    groove.put(CLAP, [2], 108)
    groove.every(HAT, 0.5, 72, accent=14)
    if rng.random() < 0.5:
        groove.put(HAT, 3 + np.arange(0, 1, 1 / 6), 60)


@grammar
def disco(rng, groove, energy):
    groove.put(KICK, range(4), 105)
    groove.put(SNARE if rng.random() < 0.6 else CLAP, [1, 3], 100)
    groove.every(HAT, 0.25 if rng.random() < 0.5 else 0.5, 60)
    groove.put(OPEN_HAT, np.arange(4) + 0.5, 80)


@grammar
def off_beats(rng, groove, energy):
    """Emphasis between the beats; hardly anything on them."""
    groove.put(rng.choice([HAT, OPEN_HAT, CLAP, SNARE]), np.arange(8) + 0.5, 95)
    groove.put(KICK, chosen(rng, (0, 0.75, 1.5, 2, 2.75, 3.5), 0.4), 95)
    groove.every(HAT, 0.25, 45, accent=0)


@grammar
def hats_only(rng, groove, energy):
    groove.every(
        [HAT, SHAKER, TAMBOURINE, RIDE][rng.integers(4)],
        rng.choice([0.25, 0.5, 0.5, 1]),
        65,
        accent=rng.uniform(-15, 20),
    )
    if rng.random() < 0.4:
        groove.put(OPEN_HAT, np.arange(8) + 0.5, 75)


@grammar
def kick_only(rng, groove, energy):
    groove.put(KICK, range(8) if rng.random() < 0.6 else [0, 2], 110)


@grammar
def clap_only(rng, groove, energy):
    groove.put(
        CLAP if rng.random() < 0.6 else STICK, [1, 3] if rng.random() < 0.8 else range(4), 95
    )
