"""Drum grammars: rock, pop, country, soul and funk."""

from __future__ import annotations

import numpy as np

from groove import (
    BELL,
    CRASH,
    HAT,
    KICK,
    OPEN_HAT,
    RIDE,
    SNARE,
    SNARE_2,
    STICK,
    Groove,
    chosen,
    grammar,
)


def kicks(rng, groove: Groove, velocity: float = 100):
    """Bass drum of a backbeat groove in many forms, so that it does not give the bar away."""
    options = (
        [0, 2],
        [0, 2] + chosen(rng, (0.5, 1.5, 2.5, 3.5), 0.35),
        [0, 2.5] + chosen(rng, (1.5, 3.5), 0.3),
        [0] + chosen(rng, (0.75, 1.5, 1.75, 2.25, 2.5, 2.75, 3.5), 0.35),
        list(range(4)) + chosen(rng, (0.5, 1.5, 2.5, 3.5), 0.15),
        [0.5, 1.5, 2, 3.5] if rng.random() < 0.5 else [1.5, 2.5, 3.5],
        [2] + chosen(rng, (0.5, 1.5, 2.5, 3.5), 0.5),
        [0, 0.5, 2, 2.5],
        [0, 1.5, 2, 3.5],
        [0, 1.5, 3],
    )
    weights = np.array([5, 5, 4, 4, 3, 1, 1.5, 1.5, 2, 1])
    positions = options[rng.choice(len(options), p=weights / weights.sum())]
    if rng.random() < 0.15:
        positions = [(p + 2) % 4 for p in positions]
    groove.put(KICK, positions, velocity)


def timekeeper(rng, groove: Groove, energy: float, steps=(0.5, 0.5, 0.5, 1, 0.25)):
    """Hi-hat, ride, open hat or tom stream."""
    step = float(rng.choice(steps))
    pitch = HAT
    if energy > 0.75 and rng.random() < 0.5:
        pitch = [OPEN_HAT, RIDE, CRASH, BELL][rng.choice(4, p=[0.45, 0.35, 0.15, 0.05])]
        step = max(step, 0.5)
    groove.every(pitch, step, rng.uniform(50, 80), accent=rng.uniform(-8, 22))
    if rng.random() < 0.12:
        groove.put(OPEN_HAT, [rng.choice([1.5, 3.5, 0.5])], 80)


@grammar
def backbeat(rng, groove, energy):
    kicks(rng, groove)
    snare = SNARE if rng.random() < 0.6 else SNARE_2
    if energy < 0.4 and rng.random() < 0.5:
        snare = STICK
    groove.put(snare, [1, 3], 105)
    if rng.random() < 0.2:
        groove.put(snare, chosen(rng, (0.75, 1.75, 2.25, 3.25, 3.5, 3.75), 0.3), 55)
    timekeeper(rng, groove, energy)


@grammar
def half_time(rng, groove, energy):
    """Snare on 3; the eighths of the hi-hat keep the labelled level."""
    groove.put(KICK, [0] + chosen(rng, (0.5, 1.5, 2.5, 3, 3.5), 0.35), 105)
    groove.put(SNARE, [2], 110)
    timekeeper(rng, groove, energy, steps=(0.5, 0.5, 1))


@grammar
def double_time(rng, groove, energy):
    """Snare on the off-beats while the labelled level stays."""
    groove.put(KICK, range(4), 100)
    groove.put(SNARE, np.arange(4) + 0.5, 100)
    groove.every([HAT, RIDE, OPEN_HAT][rng.integers(3)], 0.5, 70)


@grammar
def motown(rng, groove, energy):
    groove.put(SNARE, range(4), 95)
    groove.put(KICK, [0, 1.5, 2, 2.5] if rng.random() < 0.5 else [0, 2], 95)
    groove.every(HAT, 0.5, 60)


@grammar
def train(rng, groove, energy):
    """Country: running snare 16ths with accents."""
    groove.every(SNARE, 0.25 if rng.random() < 0.7 else 0.5, 45, accent=0)
    groove.put(SNARE, [1, 3] if rng.random() < 0.6 else [0.5, 1.5, 2.5, 3.5], 95)
    groove.put(KICK, [0, 2], 90)


@grammar
def funk(rng, groove, energy):
    groove.put(KICK, [0] + chosen(rng, (0.5, 0.75, 1.75, 2, 2.25, 2.5, 2.75, 3.25, 3.5), 0.35), 105)
    groove.put(SNARE, [1, 3] if rng.random() < 0.8 else [1, 3.25], 108)
    groove.put(SNARE, chosen(rng, (0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.75), 0.25), 38)
    groove.every(HAT, 0.25 if rng.random() < 0.7 else 0.5, 60)
    if rng.random() < 0.3:
        groove.put(OPEN_HAT, [float(rng.choice([0.5, 1.5, 3.5, 1.75]))], 80)


@grammar
def shuffle(rng, groove, energy):
    """Triplet feel (12/8): third and first of each beat."""
    groove.put(KICK, [0, 2] + chosen(rng, (2 / 3, 5 / 3, 8 / 3, 11 / 3), 0.3), 100)
    groove.put(SNARE, [1, 3], 105)
    pitch = RIDE if rng.random() < 0.4 else HAT
    if rng.random() < 0.3:
        groove.every(pitch, 1 / 3, 55)
    else:
        groove.put(pitch, [b + p for b in range(8) for p in (0, 2 / 3)], 65)


@grammar
def compound(rng, groove, energy):
    """6/8 and 12/8: triplet hats, snare on every second beat."""
    groove.put(KICK, [b for b in range(0, 8, 2)], 100)
    groove.put(KICK, chosen(rng, (2 / 3, 1 + 2 / 3, 2 + 2 / 3), 0.3), 85)
    groove.put(SNARE, [1, 3], 102)
    groove.every(RIDE if rng.random() < 0.3 else HAT, 1 / 3, 62)


def odd(rng, groove, energy, groups=(2, 2, 3)):
    """Any metre by its groups: kick on group starts, snare inside the groups."""
    start = 0
    for index, size in enumerate(groups):
        groove.put(KICK if index % 2 == 0 or rng.random() < 0.6 else SNARE, [start], 102)
        groove.put(SNARE, [start + size // 2 if size > 2 else start + 1], 98)
        groove.put(KICK, [start + p for p in chosen(rng, (0.5, 1.5, 2.5), 0.2) if p < size], 85)
        start += size
    groove.every([HAT, RIDE, OPEN_HAT][rng.integers(3)], rng.choice([0.5, 1]), 65)
