"""Drum grammars: punk and metal."""

from __future__ import annotations

import numpy as np

from groove import CRASH, HAT, KICK, OPEN_HAT, RIDE, SNARE, chosen, grammar


@grammar
def punk(rng, groove, energy):
    """Fast backbeat with eighth hats, or the polka beat with snares between kicks."""
    if rng.random() < 0.5:
        groove.put(KICK, [[0, 2, 2.5], [0, 1.5, 2, 3.5], [0, 0.5, 2, 2.5]][rng.integers(3)], 108)
        groove.put(SNARE, [1, 3], 112)
    else:
        groove.put(KICK, range(4), 108)
        groove.put(SNARE, np.arange(4) + 0.5, 108)
    groove.every(
        [HAT, OPEN_HAT, RIDE, CRASH][rng.integers(4)], 0.5 if rng.random() < 0.7 else 1, 85
    )


@grammar
def d_beat(rng, groove, energy):
    groove.put(KICK, [0, 1.5, 2.5] if rng.random() < 0.6 else [0, 0.5, 1.5, 2.5], 108)
    groove.put(SNARE, [1, 3], 112)
    groove.every([OPEN_HAT, CRASH, RIDE][rng.integers(3)], 0.5 if rng.random() < 0.5 else 1, 85)


@grammar
def skank(rng, groove, energy):
    """Thrash: kick and snare in turn at eighths or at beats."""
    if rng.random() < 0.6:
        groove.put(KICK, range(4), 110)
        groove.put(SNARE, np.arange(4) + 0.5, 110)
    else:
        groove.put(KICK, [0, 0.5, 1.5, 2, 2.5, 3.5] if rng.random() < 0.5 else [0, 2], 110)
        groove.put(SNARE, [1, 3], 115)
    groove.every([HAT, RIDE, OPEN_HAT][rng.integers(3)], 0.5, 80)


@grammar
def blast(rng, groove, energy):
    """Snare on every eighth (alternating or together with the kick) or on every beat."""
    kind = rng.integers(4)
    if kind == 0:
        groove.every(KICK, 0.5, 105, accent=0)
        groove.every(SNARE, 0.5, 100, offset=0.25, accent=0)
    elif kind == 1:
        groove.every(KICK, 0.5, 105, accent=0)
        groove.every(SNARE, 0.5, 105, accent=5)
    elif kind == 2:
        groove.every(KICK, 0.25, 95, accent=0)
        groove.every(SNARE, 1, 112, accent=0)
    else:
        groove.every(KICK, 0.5, 100, accent=0)
        groove.every(SNARE, 1, 108, offset=0.5, accent=0)
    groove.every([HAT, RIDE, CRASH, OPEN_HAT][rng.integers(4)], rng.choice([0.5, 1, 1]), 85)


@grammar
def double_bass(rng, groove, energy):
    """Running bass drums under a backbeat or a half-time snare."""
    step = [0.25, 0.25, 0.5, 1 / 3][rng.choice(4, p=[0.4, 0.2, 0.3, 0.1])]
    groove.every(KICK, step, 98, accent=6)
    groove.put(SNARE, [1, 3] if rng.random() < 0.6 else [2], 115)
    groove.every([RIDE, OPEN_HAT, CRASH, HAT][rng.integers(4)], rng.choice([0.5, 1]), 85)


@grammar
def gallop(rng, groove, energy):
    groove.put(KICK, [b + p for b in range(8) for p in (0, 0.5, 0.75)], 100)
    groove.put(SNARE, [1, 3], 112)
    groove.every([RIDE, OPEN_HAT, HAT][rng.integers(3)], 0.5 if rng.random() < 0.5 else 1, 80)


@grammar
def breakdown(rng, groove, energy):
    """Metal half-time: syncopated kicks, snare on 3, cymbal in quarters."""
    groove.put(
        KICK,
        [0] + chosen(rng, np.arange(0.5, 4, 0.5), 0.4) + chosen(rng, np.arange(0.25, 4, 0.5), 0.15),
        112,
    )
    groove.put(SNARE, [2], 118)
    groove.every([CRASH, OPEN_HAT, RIDE][rng.integers(3)], 1, 95)
