"""Drum grammars: Jazz, waltz, Latin and Caribbean music, marches, toms."""

from __future__ import annotations

import numpy as np

from groove import (
    CLAVES,
    COWBELL,
    CRASH,
    HAT,
    HIGH_CONGA,
    HIGH_TOM,
    KICK,
    LOW_CONGA,
    LOW_TOM,
    MID_TOM,
    OPEN_HAT,
    PEDAL_HAT,
    RIDE,
    SHAKER,
    SNARE,
    STICK,
    chosen,
    grammar,
)


@grammar
def swing(rng, groove, energy):
    """Ride pattern in written eighths; the tempo map swings them."""
    ride = [0, 1, 1.5, 2, 3, 3.5] if rng.random() < 0.8 else range(4)
    groove.put(RIDE if rng.random() < 0.85 else HAT, ride, 78)
    if rng.random() < 0.9:
        groove.put(PEDAL_HAT, [1, 3], 80)
    if rng.random() < 0.4:
        groove.put(KICK, range(4), 45)
    groove.put(KICK, chosen(rng, (0.5, 1.5, 2.5, 3.5), 0.12), 80)
    groove.put(SNARE, chosen(rng, (0.5, 1, 1.5, 2.5, 3, 3.5), 0.2), 55)


@grammar
def jazz_waltz(rng, groove, energy):
    groove.put(RIDE, [0, 1, 1.5, 2], 75)
    groove.put(PEDAL_HAT, [1, 2] if rng.random() < 0.5 else [1], 75)
    groove.put(KICK, [0] if rng.random() < 0.6 else [0, 1.5], 70)
    groove.put(SNARE, chosen(rng, (0.5, 1.5, 2.5), 0.2), 50)


@grammar
def waltz(rng, groove, energy):
    groove.put(KICK, [0] if rng.random() < 0.8 else [0, 2.5], 95)
    groove.put(SNARE if rng.random() < 0.6 else HAT, [1, 2] if rng.random() < 0.7 else [2], 75)
    groove.every(HAT, 1 if rng.random() < 0.5 else 0.5, 60)


CLAVE = ((0, 1.5, 3, 5, 6), (0, 1.5, 3.5, 5, 6), (1, 2, 4, 5.5, 7), (1, 2, 4, 5.5, 7.5))


@grammar
def clave(rng, groove, energy):
    """Salsa and related; a bar holds half of the clave, the other half follows in the next."""
    pattern = CLAVE[rng.integers(4)]
    half = 4 * (groove.number % 2)
    groove.put([CLAVES, STICK][rng.integers(2)], [p - half for p in pattern], 90)
    groove.put(HIGH_CONGA, [1, 3], 70)
    groove.put(LOW_CONGA, [1.5, 3.5] if rng.random() < 0.6 else [3, 3.5], 85)
    groove.put(COWBELL, range(4) if rng.random() < 0.5 else [0, 1, 1.5, 2, 2.5, 3, 3.5], 70)
    if rng.random() < 0.6:
        groove.put(KICK, [1.5, 3] if rng.random() < 0.6 else [0, 1.5, 2, 3.5], 85)
    groove.every(SHAKER, 0.5, 50)


@grammar
def bossa(rng, groove, energy):
    groove.put(KICK, [0, 1.5, 2, 3.5], 80)
    groove.put(STICK, [0, 1.5, 3] if rng.random() < 0.5 else [1, 2.5], 85)
    groove.every(HAT if rng.random() < 0.6 else SHAKER, 0.5 if rng.random() < 0.6 else 0.25, 55)


@grammar
def samba(rng, groove, energy):
    groove.put(KICK, [0.75, 1, 1.75, 2, 2.75, 3, 3.75, 0], 85)
    groove.put(LOW_TOM, [1, 3], 95)
    groove.put(SNARE, chosen(rng, np.arange(0, 4, 0.25), 0.45), 65)
    groove.every(SHAKER, 0.25, 60)


@grammar
def reggaeton(rng, groove, energy):
    groove.put(KICK, range(4), 105)
    groove.put(SNARE, [0.75, 1.5, 2.75, 3.5], 95)
    groove.every(HAT, 0.5, 55)


@grammar
def habanera(rng, groove, energy):
    groove.put(KICK, [b for bar in (0, 2) for b in (bar, bar + 0.75, bar + 1, bar + 1.5)], 85)
    groove.put(SNARE, chosen(rng, (0.75, 1.5, 2.75, 3.5), 0.5), 65)


@grammar
def reggae(rng, groove, energy):
    """One drop, rockers or steppers."""
    kind = rng.integers(4)
    groove.put(KICK, [[2], [2], [0, 2], range(4)][kind], 105)
    groove.put(STICK if rng.random() < 0.6 else SNARE, [2], 95)
    groove.every(HAT, 0.5, 62, accent=rng.uniform(-15, 10))
    if rng.random() < 0.3:
        groove.put(OPEN_HAT, [3.5], 75)


@grammar
def ska(rng, groove, energy):
    groove.put(KICK, [0, 2] if rng.random() < 0.5 else range(4), 100)
    groove.put(SNARE, [1, 3], 105)
    groove.put(HAT if rng.random() < 0.6 else OPEN_HAT, np.arange(8) + 0.5, 75)


@grammar
def march(rng, groove, energy):
    groove.put(KICK, [b for b in range(0, 8, 2)], 95)
    rhythm = [[0, 1, 1.5], [0, 0.5, 0.75, 1], [0.5, 0.75, 1, 1.5, 1.75], [0, 0.75, 1, 1.75]][
        rng.integers(4)
    ]
    groove.put(SNARE, [2 * bar + p for bar in range(4) for p in rhythm], 80)
    if rng.random() < 0.4:
        groove.put(CRASH, [0], 85)


@grammar
def toms(rng, groove, energy):
    """Tom ostinato: tribal or cinematic."""
    groove.put(KICK, [0] if rng.random() < 0.6 else [0, 1.5, 3], 105)
    for pitch in (LOW_TOM, MID_TOM, HIGH_TOM):
        groove.put(
            pitch, chosen(rng, np.arange(0, 4, 0.5 if rng.random() < 0.6 else 0.25), 0.3), 90
        )
