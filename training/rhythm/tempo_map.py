"""From musical time (beats) to seconds: steady, drifting, ramping or performed tempo."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.signal import lfilter


class TempoMap:
    """Maps beat positions to seconds.

    intervals: seconds of each beat, from beat 0 on; the last one goes on for ever.
    swing: where the second half of a swung unit falls (0.5 straight, 0.667 triplet).
    swing_unit: length in beats of the swung pair (1 = swung eighths, 0.5 = swung 16ths).
    pauses: (beat, seconds) of silence inserted just before a beat.
    smooth: tempo changes inside a beat, too (a performer), not only at beats.
    """

    def __init__(self, intervals, start=0.0, swing=0.5, swing_unit=1.0, pauses=(), smooth=False):
        intervals = np.asarray(intervals, float)
        self.times = start + np.concatenate([[0.0], np.cumsum(intervals)])
        self.swing, self.swing_unit = swing, swing_unit
        self.pauses = list(pauses)
        grid = np.arange(len(self.times))
        self._curve = PchipInterpolator(grid, self.times) if smooth else None

    def seconds(self, beats, ending: bool = False) -> np.ndarray:
        """Seconds of beat positions; an `ending` at a pause comes before the pause."""
        beats = np.asarray(beats, float)
        swung = self._swung(beats)
        last = len(self.times) - 1
        inside = np.clip(swung, 0, last)
        if self._curve is not None:
            seconds = self._curve(inside)
        else:
            seconds = np.interp(inside, np.arange(last + 1), self.times)
        seconds = seconds + (swung - inside) * (self.times[-1] - self.times[-2])
        for beat, length in self.pauses:
            passed = beats > beat + 1e-6 if ending else beats > beat - 1e-6
            seconds = seconds + length * passed
        return seconds

    def silences(self) -> list[tuple[float, float]]:
        """The pauses as (start s, end s)."""
        return [
            (float(self.seconds(beat, ending=True)), float(self.seconds(beat)))
            for beat, _ in self.pauses
        ]

    def _swung(self, beats):
        if self.swing == 0.5:
            return beats
        unit = np.floor(beats / self.swing_unit + 1e-9)
        inside = beats / self.swing_unit - unit
        first = inside * 2 * self.swing
        second = self.swing + (inside - 0.5) * 2 * (1 - self.swing)
        return (unit + np.where(inside < 0.5, first, second)) * self.swing_unit


def wandering(rng, count: int, deviation: float, memory: float = 0.8) -> np.ndarray:
    """Autocorrelated noise of the given standard deviation (first-order autoregression)."""
    noise = rng.normal(0, deviation * np.sqrt(1 - memory**2), count)
    noise[0] = rng.normal(0, deviation)
    return lfilter([1.0], [1.0, -memory], noise)


def steady(count: int, beats_per_minute: float) -> np.ndarray:
    """Intervals of a machine."""
    return np.full(count, 60.0 / beats_per_minute)


def drift(rng, count: int, amount: float) -> np.ndarray:
    """Factors on intervals for a band without a click: slow wander and a little jitter."""
    slow = wandering(rng, count, amount, memory=0.97)
    return np.exp(np.clip(slow + rng.normal(0, 0.3 * amount, count), -0.25, 0.25))


def ramp(rng, count: int, beats_per_minute: float) -> np.ndarray:
    """Factors for a tempo that moves to another one within 20 to 40 s and stays there."""
    length = max(4, int(rng.uniform(20, 40) * beats_per_minute / 60))
    first = int(rng.integers(0, max(1, count - length)))
    target = rng.uniform(1.12, 1.45) ** rng.choice([-1, 1])
    position = np.clip((np.arange(count) - first) / length, 0, 1)
    return 1.0 / (1 + position * (target - 1))


def sudden_change(rng, count: int, at: int) -> np.ndarray:
    """Factors for a new tempo from beat `at` on."""
    factors = np.ones(count)
    factors[at:] = rng.uniform(1.1, 1.6) ** rng.choice([-1, 1])
    return factors


def performed(rng, count: int, phrases, beats_per_bar: int, amount: float) -> np.ndarray:
    """Factors for a soloist's tempo.

    phrases: (first beat, beat after, is the last of a section), in beats.
    amount: 0 (strict), 1 (a romantic piece), 1.5 (very free).

    The curve is the sum of what studies of performances describe: arcs over phrases
    (slower at both ends), ritardandi at section ends, another tempo for each section,
    a habit of timing inside the bar, and autocorrelated deviation from beat to beat.
    """
    curve = wandering(rng, count, rng.uniform(0.03, 0.12) * amount, memory=rng.uniform(-0.2, 0.6))
    curve += wandering(rng, count, 0.05 * amount, memory=0.97)
    depth = rng.uniform(0.0, 0.35) * amount
    peak = rng.uniform(0.35, 0.65)
    section_tempo = 0.0
    for first, after, closes_section in phrases:
        first, after = int(first), min(int(after), count)
        if after <= first:
            continue
        x = (np.arange(first, after) - first) / max(1, after - first - 1)
        arc = np.where(x < peak, ((peak - x) / peak) ** 2, ((x - peak) / (1 - peak)) ** 2)
        curve[first:after] += depth * rng.uniform(0.5, 1.3) * (arc - 0.35) + section_tempo
        if closes_section:
            length = min(after - first, int(rng.integers(1, 2 * beats_per_bar + 1)))
            slowing = np.linspace(0, 1, length + 1)[1:] ** 1.5
            curve[after - length : after] += slowing * rng.uniform(0, 0.6) * amount
            if rng.random() < 0.3:
                section_tempo = rng.uniform(-0.25, 0.25) * amount
            if rng.random() < 0.12 * amount:
                curve[after - 1] += rng.uniform(0.4, 1.0)  # a fermata
    profile = rng.normal(0, rng.uniform(0, 0.08) * amount, beats_per_bar)
    profile[0] += rng.uniform(0, 0.06) * amount
    curve += np.resize(profile, count)
    return np.exp(np.clip(curve, -0.5, 1.3))
