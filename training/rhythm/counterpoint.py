"""Polyphony: imitation between voices, and four-part chorales."""

from __future__ import annotations

import numpy as np

import harmony
from melody import phrase_rhythm


def imitation(rng, tracks, plan, section, ranges, velocity=70):
    """Voices enter one after another with the same subject; the others run against it.

    tracks: one track per voice (may be the same track); ranges: (low, high) per voice.
    """
    ternary = plan.metre.division == 3
    beats = plan.metre.beats
    density = 1.15 if plan.beats_per_minute < 100 else 0.85
    subject = phrase_rhythm(rng, beats, ternary, density, 0.2)
    counter = phrase_rhythm(rng, beats, ternary, density * 1.1, 0.0)
    contours = [np.cumsum(rng.choice([-2, -1, -1, 1, 1, 2], 64)) for _ in range(2)]
    pairs = range(0, len(section.bars), 2)
    for voice, (track, (low, high)) in enumerate(zip(tracks, ranges)):
        scale = plan.key.scale(low, high)
        enters = voice if section.bars[0].section == 0 or rng.random() < 0.4 else 0
        for number, first in enumerate(pairs):
            if number < enters:
                continue
            has_subject = number % len(ranges) == voice
            rhythm, contour = (subject, contours[0]) if has_subject else (counter, contours[1])
            begin = section.bars[first].start
            end = section.bars[min(first + 1, len(section.bars) - 1)].end
            onsets = [begin + p for p in rhythm if 0 <= begin + p < end - 1e-6]
            middle = len(scale) // 2
            for i, onset in enumerate(onsets):
                following = onsets[i + 1] if i + 1 < len(onsets) else end
                target = scale[int(np.clip(middle + contour[i % 64] % 8 - 4, 0, len(scale) - 1))]
                if abs(onset - round(onset)) < 1e-6:
                    target = harmony.nearest(
                        harmony.chord_pitches(plan.chord_at(onset), low, high), target
                    )
                track.add(
                    onset, 0.95 * (following - onset), target, velocity + (6 if has_subject else 0)
                )


def chorale(rng, tracks, plan, section, ranges, velocity=66):
    """Voices move together in beats with passing notes; long notes at phrase ends."""
    passing = rng.uniform(0, 0.35)
    lines = [float(rng.uniform(low + 3, high - 3)) for low, high in ranges]
    for bar in section.bars:
        phrase_end = bar.number % 4 == 3
        moves = list(range(bar.beats))
        if phrase_end and bar.beats > 2:
            moves = moves[: bar.beats - 1] if rng.random() < 0.5 else moves[: max(1, bar.beats - 2)]
        elif rng.random() < 0.25 and bar.beats > 1:
            moves.pop(int(rng.integers(1, bar.beats)))
        for i, position in enumerate(moves):
            start = bar.start + position
            length = (moves[i + 1] if i + 1 < len(moves) else bar.beats) - position
            chord = plan.chord_at(start)
            for voice, (track, (low, high)) in enumerate(zip(tracks, ranges)):
                if voice == len(ranges) - 1:
                    pitch = harmony.bass_pitch(chord, low)
                else:
                    drift = rng.choice([-3, -1, 0, 1, 2, 3])
                    pitch = harmony.nearest(
                        harmony.chord_pitches(chord, low, high), lines[voice] + drift
                    )
                lines[voice] = float(pitch)
                if length == 1 and rng.random() < passing:
                    track.add(start, 0.48, pitch, velocity)
                    scale = plan.key.scale(low - 3, high + 3)
                    track.add(
                        start + 0.5,
                        0.48,
                        harmony.nearest(scale, pitch + rng.choice([-2, 2])),
                        velocity - 6,
                    )
                else:
                    track.add(start, 0.97 * length, pitch, velocity + (3 if voice == 0 else 0))
