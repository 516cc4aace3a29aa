"""Melodies from rhythmic motifs, chord tones on accents, scale steps between them."""

from __future__ import annotations

import numpy as np

import harmony


def phrase_rhythm(rng, beats: int, ternary: bool, density: float, pickup: float) -> list[float]:
    """Onsets of a two-bar motif in beats; negative ones are the pick-up."""
    length = 2 * beats
    step = 1 / 3 if ternary else 0.5 if density < 0.75 else 0.25
    grid = np.arange(0, length - 1e-6, step)
    phase = np.round(grid % 1, 3)
    weight = np.where(phase == 0, 0.75, np.where(phase == 0.5, 0.5, 0.25 if not ternary else 0.4))
    weight = weight * density
    weight[0] = max(weight[0], 0.6)
    weight[grid > length - rng.uniform(0.5, 2.5)] *= 0.15  # room to breathe
    onsets = grid[rng.random(len(grid)) < weight].tolist() or [0.0]
    if rng.random() < pickup:
        onsets = [-step * (i + 1) for i in range(int(rng.integers(1, 4)))][::-1] + onsets
    return onsets


class Melodist:
    """Invents motifs once per section label and sings them over changing chords."""

    def __init__(self, rng, plan, low, high, density=None, pickup=0.35):
        self.rng, self.plan, self.low, self.high = rng, plan, low, high
        self.density = rng.uniform(0.35, 0.95) if density is None else density
        self.pickup = pickup
        self.motifs: dict[str, list] = {}

    def motif(self, label: str):
        if label not in self.motifs:
            rng, metre = self.rng, self.plan.metre
            ternary = metre.division == 3
            density = self.density * rng.uniform(0.8, 1.2)
            first, answer = (
                (
                    phrase_rhythm(rng, metre.beats, ternary, density, self.pickup),
                    np.cumsum(rng.choice([-2, -1, -1, 0, 1, 1, 2, 3, -3], 48)),
                )
                for _ in range(2)
            )
            self.motifs[label] = [first, first, first, answer]
        return self.motifs[label]

    def write(self, track, section, velocity=88, legato=0.95, rest=0.08):
        """Adds the melody of a section to the track."""
        rng, plan = self.rng, self.plan
        scale = plan.key.scale(self.low - 5, self.high + 5)
        middle = rng.uniform(0.35, 0.65) * (self.high - self.low) + self.low
        motifs = self.motif(section.label)
        for pair in range(0, len(section.bars), 2):
            if rng.random() < rest:
                continue
            rhythm, contour = motifs[(pair // 2) % len(motifs)]
            begin = section.bars[pair].start
            end = section.bars[min(pair + 1, len(section.bars) - 1)].end
            onsets = [begin + p for p in rhythm if begin + p < end - 1e-6 and begin + p >= 0]
            if rng.random() < 0.3 and len(onsets) > 3:
                onsets.pop(rng.integers(1, len(onsets)))
            anchor = int(np.argmin(np.abs(scale - middle)))
            for i, onset in enumerate(onsets):
                following = onsets[i + 1] if i + 1 < len(onsets) else min(end - 0.25, onset + 2.5)
                target = scale[int(np.clip(anchor + contour[i] % 9 - 4, 0, len(scale) - 1))]
                strong = abs(onset - round(onset)) < 1e-6 or i == len(onsets) - 1
                pitch = target
                if strong and (rng.random() < 0.8 or onset == begin):
                    pitch = harmony.nearest(
                        harmony.chord_pitches(plan.chord_at(onset), self.low - 7, self.high + 7),
                        target,
                    )
                pitch = int(np.clip(pitch, self.low - 7, self.high + 7))
                track.add(
                    onset,
                    max(0.12, (following - onset) * legato),
                    pitch,
                    velocity + (5 if strong else 0),
                )
