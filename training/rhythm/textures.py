"""Accompaniment figures of keyboard and chamber music, for any metre."""

from __future__ import annotations

import numpy as np

import harmony

BINARY_STEPS = (1.0, 0.5, 1 / 3, 0.25, 1 / 6, 0.125)
TERNARY_STEPS = (1.0, 1 / 3, 1 / 6, 1 / 12)


def step_for_rate(rng, plan, slowest: float, fastest: float) -> float:
    """A subdivision of the beat whose notes come at `slowest`..`fastest` per second."""
    if plan.metre.division == 3:
        steps = TERNARY_STEPS
    else:
        steps = BINARY_STEPS if rng.random() < 0.2 else (1.0, 0.5, 0.25, 0.125)
    rates = plan.beats_per_minute / 60 / np.array(steps)
    fitting = [step for step, rate in zip(steps, rates) if slowest <= rate <= fastest]
    if fitting:
        return float(rng.choice(fitting))
    return float(steps[np.argmin(np.abs(np.log(rates / np.sqrt(slowest * fastest))))])


def ladder(chord, low: int, size: int) -> list[int]:
    """The bass note, then chord tones upwards."""
    bass = harmony.bass_pitch(chord, low)
    return [bass] + [int(p) for p in harmony.chord_pitches(chord, bass + 3, bass + 36)[: size - 1]]


SHAPES = {
    "alberti": (0, 2, 1, 2),
    "up": (0, 1, 2, 3, 4, 5),
    "up_down": (0, 2, 3, 4, 3, 2),
    "wide": (0, 2, 4, 5, 4, 3),
    "down": (5, 4, 3, 2, 1, 0),
    "oscillate": (0, 2),
    "rocking": (0, 3, 1, 3, 2, 3),
    "prelude": (0, 1, 2, 3, 4, 2, 3, 4),
    "late": (None, 1, 2, 3),
}


def figure(
    rng, track, plan, section, step, shape="alberti", low=40, velocity=62, legato=1.1, accent=6
):
    """Broken chords in even notes; the figure starts anew with each bar, half bar or beat."""
    indices = SHAPES[shape]
    unit = choose_restart(rng, plan, step)
    hold_bass = rng.random() < 0.3
    for bar in section.bars:
        for span in plan.spans_in(bar.start, bar.end):
            rungs = ladder(span.chord, low, 7)
            count = int(round((span.end - span.start) / step))
            for i in range(count):
                in_unit = round((i * step) % unit / step)
                index = indices[in_unit % len(indices)]
                if index is None:
                    continue
                length = step * legato
                if index == 0 and hold_bass and in_unit == 0:
                    length = min(unit, span.end - span.start)
                track.add(
                    span.start + i * step,
                    length,
                    rungs[index],
                    velocity + (accent if in_unit == 0 else 0),
                )


def choose_restart(rng, plan, step) -> float:
    """After how many beats a figure begins again."""
    bar = plan.metre.beats
    options = [bar, plan.metre.groups[0], 1]
    unit = float(options[rng.choice(3, p=[0.5, 0.25, 0.25])])
    return max(unit, 2 * step)


def bass_and_chords(
    rng,
    track,
    plan,
    section,
    bass_at,
    chords_at,
    low=36,
    velocity=62,
    chord_length=0.4,
    octaves=False,
):
    """Waltz, march, stride, syncopated chords: bass notes here, chords there."""
    alternate = rng.random() < 0.4
    for bar in section.bars:
        for position in [p for p in bass_at if p < bar.beats]:
            chord = plan.chord_at(bar.start + position)
            pitch = harmony.bass_pitch(chord, low)
            if alternate and position and plan.chord_at(bar.start) == chord:
                pitch += -5 if pitch > low + 6 else 7
            pitches = [pitch - 12, pitch] if octaves else [pitch]
            track.chord(bar.start + position, chord_length + 0.2, pitches, velocity + 8)
        for position in [p for p in chords_at if p < bar.beats]:
            chord = plan.chord_at(bar.start + position)
            track.chord(
                bar.start + position,
                chord_length,
                harmony.voicing(chord, low + 19, 3),
                velocity - 4,
            )


def repeated_chords(rng, track, plan, section, step, low=40, velocity=60, centre=None):
    """Chords pulsing in even notes over long bass notes."""
    centre = centre or low + 17
    for span in plan.spans_in(section.start, section.end):
        track.add(
            span.start, span.end - span.start, harmony.bass_pitch(span.chord, low), velocity + 8
        )
        pitches = harmony.voicing(span.chord, centre, 3)
        skip = 1 if rng.random() < 0.15 else 0
        for i in range(skip, int(round((span.end - span.start) / step))):
            track.chord(
                span.start + i * step,
                step * 0.85,
                pitches,
                velocity - (0 if (i * step) % 1 < 1e-6 else 5),
            )


def held_chords(rng, track, plan, section, low=40, velocity=60, roll=0.0, octaves=False):
    """One chord for each harmony, perhaps arpeggiated."""
    for span in plan.spans_in(section.start, section.end):
        bass = harmony.bass_pitch(span.chord, low)
        pitches = (
            [bass - 12, bass] if octaves else [bass] + harmony.voicing(span.chord, low + 18, 3)
        )
        track.chord(span.start, (span.end - span.start) * 0.98, pitches, velocity, roll=roll)


def octave_bass(rng, track, plan, section, step, low=30, velocity=72):
    """Octaves in the left hand, walking by steps to the next harmony or repeating."""
    for span in plan.spans_in(section.start, section.end):
        root = harmony.bass_pitch(span.chord, low)
        count = max(1, int(round((span.end - span.start) / step)))
        for i in range(count):
            pitch = (
                root
                if i == 0 or rng.random() < 0.6
                else harmony.nearest(
                    harmony.chord_pitches(span.chord, low, low + 14), root + rng.integers(-5, 8)
                )
            )
            track.chord(
                span.start + i * step,
                step * 0.9,
                [pitch, pitch + 12],
                velocity + (6 if i == 0 else 0),
            )


def tremolo(rng, track, plan, section, low=45, velocity=58):
    """Fast alternation of two halves of the chord, about 10 to 14 strokes a second."""
    step = 1.0 / max(2, round(rng.uniform(10, 14) * 60 / plan.beats_per_minute))
    for span in plan.spans_in(section.start, section.end):
        pitches = [harmony.bass_pitch(span.chord, low)] + harmony.voicing(span.chord, low + 15, 3)
        halves = pitches[::2], pitches[1::2]
        for i in range(int(round((span.end - span.start) / step))):
            track.chord(
                span.start + i * step, step, halves[i % 2], velocity - (0 if i % 8 == 0 else 8)
            )


def running(rng, track, plan, section, step, low=60, high=88, velocity=68, accent=8):
    """Continuous notes (etude, toccata): scales, arpeggios, turns or a mixture."""
    scale = plan.key.scale(low - 4, high + 4)
    position = float(rng.uniform(low, high))
    direction = 1
    kind = ["scale", "arpeggio", "turn", "mixed"][rng.integers(4)]
    turn = rng.permutation([0, 1, 2, 1, 0, -1]).tolist()
    accented = rng.random() < 0.6
    for span in plan.spans_in(section.start, section.end):
        tones = harmony.chord_pitches(span.chord, low - 4, high + 4)
        count = int(round((span.end - span.start) / step))
        anchor = harmony.nearest(tones, position)
        for i in range(count):
            on_beat = (i * step) % 1 < 1e-6
            if kind == "arpeggio" or kind == "mixed" and i % 8 < 4:
                here = int(np.searchsorted(tones, position))
                here = int(np.clip(here + direction, 0, len(tones) - 1))
                position = float(tones[here])
            elif kind == "turn":
                index = int(np.searchsorted(scale, anchor)) + turn[i % len(turn)]
                position = float(scale[int(np.clip(index, 0, len(scale) - 1))])
            else:
                index = int(
                    np.clip(np.searchsorted(scale, position) + direction, 0, len(scale) - 1)
                )
                position = float(scale[index])
                if on_beat:
                    position = float(harmony.nearest(tones, position))
            if position >= high:
                direction = -1
            elif position <= low:
                direction = 1
            elif on_beat and rng.random() < 0.2:
                direction = -direction
            track.add(
                span.start + i * step,
                step * 1.05,
                position,
                velocity + (accent if on_beat and accented else 0),
            )
