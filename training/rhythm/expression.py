"""What performers add: dynamics, melody lead, ornaments, rolled chords, pedal."""

from __future__ import annotations

import numpy as np

ON, OFF, PEDAL = 127, 0, 64


def dynamics(rng, tracks, plan, phrases, range_db=1.0):
    """Scales velocities: a level for each section, an arc over each phrase, weak bar accents."""
    beats = np.arange(plan.beats + 1)
    level = np.ones(plan.beats + 1)
    depth = rng.uniform(0.05, 0.3) * range_db
    section_level = rng.uniform(0.8, 1.15)
    for first, after, closes_section in phrases:
        first, after = int(first), int(after)
        x = (beats[first:after] - first) / max(1, after - first)
        arc = np.sin(np.pi * np.clip(x + rng.uniform(-0.15, 0.15), 0, 1))
        slope = rng.uniform(-0.15, 0.15) * (x - 0.5)
        level[first:after] = section_level * (1 - depth + depth * arc + slope)
        if closes_section:
            section_level = rng.uniform(0.6, 1.25)
    accent = rng.choice([0.0, 0.0, 0.04, 0.1])
    downbeats = np.array([bar.start for bar in plan.bars if bar.start <= plan.beats])
    level[downbeats.astype(int)] *= 1 + accent
    for track in tracks:
        track.rows = [
            (start, length, pitch, velocity * np.interp(start, beats, level), delay)
            for start, length, pitch, velocity, delay in track.rows
        ]


def lead_melody(rng, rows, seconds: float):
    """The melody comes before its accompaniment by about `seconds`."""
    return [
        (s, n, p, v, d - max(0.0, rng.normal(seconds, 0.3 * seconds))) for s, n, p, v, d in rows
    ]


def ornamented(rng, rows, beats_per_minute: float, share: float):
    """Replaces some notes by trills, mordents, turns, or adds grace notes."""
    result = []
    fast = 0.085 * beats_per_minute / 60  # beats of an ornament's note
    for start, length, pitch, velocity, delay in rows:
        kind = rng.random() / share if share else 1.0
        upper = pitch + (1 if rng.random() < 0.4 else 2)
        if kind < 0.2 and length > 6 * fast:
            count = int(length / fast)
            for i in range(count):
                result.append(
                    (start + i * fast, fast, upper if i % 2 else pitch, velocity - 8, delay)
                )
            continue
        if kind < 0.45 and length > 4 * fast:
            result.append((start, fast, pitch, velocity, delay))
            result.append((start + fast, fast, upper, velocity - 6, delay))
            start, length = start + 2 * fast, length - 2 * fast
        elif kind < 1.0:
            result.append(
                (
                    start,
                    fast * 0.8,
                    upper if rng.random() < 0.6 else pitch - 1,
                    velocity - 10,
                    delay - 0.07,
                )
            )
        result.append((start, length, pitch, velocity, delay))
    return result


def rolled(rng, track, share: float):
    """Arpeggiates some of the chords (three or more notes at once)."""
    moments: dict[float, list[int]] = {}
    for i, row in enumerate(track.rows):
        moments.setdefault(round(row[0], 4), []).append(i)
    for indices in moments.values():
        if len(indices) >= 3 and rng.random() < share:
            gap = rng.uniform(0.015, 0.06)
            ordered = sorted(indices, key=lambda i: track.rows[i][2])
            for order, i in enumerate(ordered):
                start, length, pitch, velocity, delay = track.rows[i]
                track.rows[i] = (
                    start,
                    length,
                    pitch,
                    velocity,
                    delay + gap * (order - len(ordered) / 2),
                )


def pedal(rng, track, plan, share: float = 1.0):
    """The sustaining pedal, changed at harmonies and bars."""
    moments = sorted({span.start for span in plan.spans} | {bar.start for bar in plan.bars})
    for moment in moments:
        track.control(moment, PEDAL, OFF, -0.01)
        if rng.random() < share:
            track.control(moment, PEDAL, ON, rng.uniform(0.03, 0.12))
    track.control(plan.beats, PEDAL, OFF)
