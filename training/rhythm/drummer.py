"""Plays a drum grammar through a song: variants, fills, crashes, builds."""

from __future__ import annotations

import numpy as np

import drum_patterns
from groove import CLAP, CRASH, KICK, SNARE

SPARSE = ("hats_only", "kick_only", "clap_only", "toms", "hats_only")


class Drummer:
    """Keeps one pattern and one variant for each section label."""

    def __init__(self, rng, style, plan, track):
        self.rng, self.style, self.plan, self.track = rng, style, plan, track
        self.main = str(rng.choice(style.drums))
        self.fill_share = rng.uniform(0.2, 0.9)
        self.crash_share = rng.choice([0.3, 0.8, 1.0])
        self.patterns: dict[tuple, tuple] = {}

    def patterns_for(self, section) -> tuple[list, list]:
        rng, metre = self.rng, self.plan.metre
        sparse = section.energy < 0.45 and rng.random() < 0.35
        if (section.label, sparse) not in self.patterns:
            grammar = self.main if rng.random() < 0.65 else str(rng.choice(self.style.drums))
            if sparse:
                grammar = str(rng.choice(SPARSE))
            seed = int(rng.integers(2**32))
            first, second = (
                drum_patterns.bar_pattern(
                    np.random.default_rng(seed), grammar, metre, section.energy, number
                )
                for number in range(2)
            )
            if rng.random() < 0.6:
                changes = int(rng.integers(1, 3))
                second = drum_patterns.varied(
                    rng, second, metre.beats, metre.division == 3, changes
                )
            self.patterns[section.label, sparse] = (first, second)
        return self.patterns[section.label, sparse]

    def play(self, section):
        """Adds the drums of a section to the track; returns the kick positions of its pattern."""
        rng, track, ternary = self.rng, self.track, self.plan.metre.division == 3
        first, second = self.patterns_for(section)
        last = len(section.bars) - 1
        for i, bar in enumerate(section.bars):
            hits = second if i % 2 else first
            fill_length = 0.0
            if (i == last or i % 4 == 3 and rng.random() < 0.3) and rng.random() < self.fill_share:
                fill_length = min(float(rng.choice([0.5, 1, 1, 2, 2, 4])), bar.beats)
            for position, pitch, velocity in hits:
                if position >= bar.beats - 1e-6:
                    continue
                if position >= bar.beats - fill_length - 1e-6 and (
                    pitch != KICK or fill_length > 2
                ):
                    continue
                track.add(bar.start + position, 0.2, pitch, velocity)
            for position, pitch, velocity in drum_patterns.fill(rng, fill_length, ternary):
                track.add(bar.end - fill_length + position, 0.2, pitch, velocity)
            crash = rng.random() < self.crash_share if i == 0 else i % 8 == 0 and rng.random() < 0.4
            if crash and section.energy > 0.3:
                track.add(bar.start, 1.5, CRASH, 108)
        return [position for position, pitch, _ in first if pitch == KICK]

    def build(self, section):
        """An EDM build: the kick leaves, a snare roll gets denser and louder until the drop."""
        rng, track = self.rng, self.track
        pitch = [SNARE, CLAP, 40][rng.integers(3)]
        total = section.end - section.start
        keeps_kick = rng.random() < 0.35
        for bar in section.bars:
            done = (bar.start - section.start) / total
            step = 1.0 if done < 0.5 else 0.5 if done < 0.75 else 0.25
            if bar is section.bars[-1] and rng.random() < 0.5:
                step = 0.125
            stop = bar.beats if bar is not section.bars[-1] or rng.random() < 0.5 else bar.beats - 1
            for position in np.arange(0, stop, step):
                track.add(
                    bar.start + position,
                    0.1,
                    pitch,
                    55 + 55 * (bar.start + position - section.start) / total,
                )
            if keeps_kick and done < 0.75:
                for beat in range(bar.beats):
                    track.add(bar.start + beat, 0.2, KICK, 105)
