"""Drum grammars: one bar of hits as (beat in bar, General MIDI pitch, velocity)."""

from __future__ import annotations

import numpy as np

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

    def every(self, pitch: int, step: float, velocity: float = 65, offset: float = 0.0, accent: float = 12):
        """A stream of hits, those on beats `accent` louder."""
        for p in np.arange(offset, self.beats - 1e-6, step):
            self.hits.append((float(p), pitch, velocity + (accent if abs(p - round(p)) < 1e-6 else 0)))


GRAMMARS = {}


def grammar(function):
    """Registers a grammar under its name; it writes one 4/4 bar unless it says otherwise."""
    GRAMMARS[function.__name__] = function
    return function


def chosen(rng, positions, probability: float) -> list[float]:
    return [p for p in positions if rng.random() < probability]


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
    groove.put(KICK, options[rng.choice(len(options), p=weights / weights.sum())], velocity)


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
def four_on_floor(rng, groove, energy):
    groove.put(KICK, range(8), 108)
    if energy > 0.35 and rng.random() < 0.85:
        groove.put([CLAP, SNARE, SNARE_2][rng.integers(3)], [1, 3, 5], 90)
    if rng.random() < 0.8:
        groove.put(OPEN_HAT if rng.random() < 0.75 else HAT, np.arange(8) + 0.5, 85)
    if rng.random() < 0.7:
        groove.every(HAT if rng.random() < 0.7 else SHAKER, rng.choice([0.5, 0.25]), 50, accent=rng.uniform(-10, 10))
    if rng.random() < 0.25:
        groove.put([MUTE_CONGA, CLAVES, COWBELL, LOW_TOM][rng.integers(4)], chosen(rng, np.arange(0, 4, 0.25), 0.2), 70)


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
def funk(rng, groove, energy):
    groove.put(KICK, [0] + chosen(rng, (0.5, 0.75, 1.75, 2, 2.25, 2.5, 2.75, 3.25, 3.5), 0.35), 105)
    groove.put(SNARE, [1, 3] if rng.random() < 0.8 else [1, 3.25], 108)
    groove.put(SNARE, chosen(rng, (0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.75), 0.25), 38)
    groove.every(HAT, 0.25 if rng.random() < 0.7 else 0.5, 60)
    if rng.random() < 0.3:
        groove.put(OPEN_HAT, [float(rng.choice([0.5, 1.5, 3.5, 1.75]))], 80)


@grammar
def disco(rng, groove, energy):
    groove.put(KICK, range(4), 105)
    groove.put(SNARE if rng.random() < 0.6 else CLAP, [1, 3], 100)
    groove.every(HAT, 0.25 if rng.random() < 0.5 else 0.5, 60)
    groove.put(OPEN_HAT, np.arange(4) + 0.5, 80)


@grammar
def punk(rng, groove, energy):
    """Fast backbeat with eighth hats, or the polka beat with snares between kicks."""
    if rng.random() < 0.5:
        groove.put(KICK, [[0, 2, 2.5], [0, 1.5, 2, 3.5], [0, 0.5, 2, 2.5]][rng.integers(3)], 108)
        groove.put(SNARE, [1, 3], 112)
    else:
        groove.put(KICK, range(4), 108)
        groove.put(SNARE, np.arange(4) + 0.5, 108)
    groove.every([HAT, OPEN_HAT, RIDE, CRASH][rng.integers(4)], 0.5 if rng.random() < 0.7 else 1, 85)


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
    groove.put(KICK, [0] + chosen(rng, np.arange(0.5, 4, 0.5), 0.4) + chosen(rng, np.arange(0.25, 4, 0.5), 0.15), 112)
    groove.put(SNARE, [2], 118)
    groove.every([CRASH, OPEN_HAT, RIDE][rng.integers(3)], 1, 95)


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


@grammar
def compound(rng, groove, energy):
    """6/8 and 12/8: triplet hats, snare on every second beat."""
    groove.put(KICK, [b for b in range(0, 8, 2)], 100)
    groove.put(KICK, chosen(rng, (2 / 3, 1 + 2 / 3, 2 + 2 / 3), 0.3), 85)
    groove.put(SNARE, [1, 3], 102)
    groove.every(RIDE if rng.random() < 0.3 else HAT, 1 / 3, 62)


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
    rhythm = [[0, 1, 1.5], [0, 0.5, 0.75, 1], [0.5, 0.75, 1, 1.5, 1.75], [0, 0.75, 1, 1.75]][rng.integers(4)]
    groove.put(SNARE, [2 * bar + p for bar in range(4) for p in rhythm], 80)
    if rng.random() < 0.4:
        groove.put(CRASH, [0], 85)


@grammar
def toms(rng, groove, energy):
    """Tom ostinato: tribal or cinematic."""
    groove.put(KICK, [0] if rng.random() < 0.6 else [0, 1.5, 3], 105)
    for pitch in (LOW_TOM, MID_TOM, HIGH_TOM):
        groove.put(pitch, chosen(rng, np.arange(0, 4, 0.5 if rng.random() < 0.6 else 0.25), 0.3), 90)


@grammar
def off_beats(rng, groove, energy):
    """Emphasis between the beats; hardly anything on them."""
    groove.put(rng.choice([HAT, OPEN_HAT, CLAP, SNARE]), np.arange(8) + 0.5, 95)
    groove.put(KICK, chosen(rng, (0, 0.75, 1.5, 2, 2.75, 3.5), 0.4), 95)
    groove.every(HAT, 0.25, 45, accent=0)


@grammar
def hats_only(rng, groove, energy):
    groove.every([HAT, SHAKER, TAMBOURINE, RIDE][rng.integers(4)], rng.choice([0.25, 0.5, 0.5, 1]), 65, accent=rng.uniform(-15, 20))
    if rng.random() < 0.4:
        groove.put(OPEN_HAT, np.arange(8) + 0.5, 75)


@grammar
def kick_only(rng, groove, energy):
    groove.put(KICK, range(8) if rng.random() < 0.6 else [0, 2], 110)


@grammar
def clap_only(rng, groove, energy):
    groove.put(CLAP if rng.random() < 0.6 else STICK, [1, 3] if rng.random() < 0.8 else range(4), 95)


def odd(rng, groove, energy, groups=(2, 2, 3)):
    """Any metre by its groups: kick on group starts, snare inside the groups."""
    start = 0
    for index, size in enumerate(groups):
        groove.put(KICK if index % 2 == 0 or rng.random() < 0.6 else SNARE, [start], 102)
        groove.put(SNARE, [start + size // 2 if size > 2 else start + 1], 98)
        groove.put(KICK, [start + p for p in chosen(rng, (0.5, 1.5, 2.5), 0.2) if p < size], 85)
        start += size
    groove.every([HAT, RIDE, OPEN_HAT][rng.integers(3)], rng.choice([0.5, 1]), 65)


def bar_pattern(rng, name: str, metre, energy: float, number: int = 0) -> list[tuple[float, int, float]]:
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
        hits.append((float(rng.integers(int(beats / step)) * step), pitch, float(rng.uniform(50, 100))))
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
            pitch = SNARE if roll else int(descending[stage] if rng.random() < 0.75 else rng.choice(descending))
            hits.append((float(p), pitch, float(75 + 35 * p / length)))
    return hits
