"""Notes in musical time on their way to seconds."""

from __future__ import annotations

import numpy as np

from score import Part, sorted_notes


class Track:
    """One instrument while it is being composed; positions and lengths are in beats.

    jitter: standard deviation in seconds of the human timing.
    lag: constant offset in seconds (laid back if positive).
    """

    def __init__(self, role, sound, program, gain_db=0.0, jitter=0.0, lag=0.0):
        self.role, self.sound, self.program = role, sound, int(program)
        self.gain_db, self.jitter, self.lag = gain_db, jitter, lag
        self.rows: list[tuple] = []
        self.controls: list[tuple] = []

    def add(self, start, length, pitch, velocity, delay=0.0):
        """A note; `delay` is an extra offset in seconds (strums, grace notes, asynchrony)."""
        self.rows.append((start, length, pitch, velocity, delay))

    def chord(self, start, length, pitches, velocity, roll=0.0, delay=0.0):
        """Several notes, `roll` seconds apart."""
        for i, pitch in enumerate(pitches):
            self.rows.append((start, length, pitch, velocity, delay + i * roll))

    def control(self, beat, number, value, delay=0.0):
        self.controls.append((beat, number, value, delay))

    def part(self, rng, tempo_map, velocity_spread=6.0) -> Part:
        """The finished part, in seconds."""
        rows = np.array(self.rows, float).reshape(-1, 5)
        # Notes written for the same moment share most of their timing error.
        shared = dict.fromkeys(np.round(rows[:, 0], 4).tolist(), 0.0)
        if self.jitter:
            shared = dict(zip(shared, rng.normal(0, self.jitter, len(shared)).tolist()))
        moment = np.array([shared[b] for b in np.round(rows[:, 0], 4).tolist()])
        own = rng.normal(0, 0.3 * self.jitter, len(rows)) if self.jitter else 0.0
        offset = rows[:, 4] + self.lag + moment + own
        start = tempo_map.seconds(rows[:, 0]) + offset
        end = tempo_map.seconds(rows[:, 0] + rows[:, 1], ending=True) + np.minimum(offset, 0.02)
        end = np.maximum(end, start + 0.03)
        velocity = np.clip(rows[:, 3] + rng.normal(0, velocity_spread, len(rows)), 12, 127)
        if self.sound == "synth" and velocity_spread == 0:
            velocity = rows[:, 3]
        controls = sorted(
            (float(tempo_map.seconds(beat)) + delay, number, value)
            for beat, number, value, delay in self.controls
        )
        notes = sorted_notes(np.stack([start, end, np.clip(rows[:, 2], 12, 115), velocity], axis=1))
        return Part(self.role, self.sound, self.program, notes, self.gain_db, controls)
