"""Chord accompaniments of bands: rhythm by idiom, voicing from the harmony."""

from __future__ import annotations

import numpy as np

import harmony

RHYTHMS = {  # positions in a 4/4 bar and held length in beats (None: until the next)
    "stabs": (tuple(np.arange(0, 4, 0.5)), 0.3),
    "off_beats": ((0.5, 1.5, 2.5, 3.5), 0.25),
    "beats": ((0, 1, 2, 3), 0.9),
    "backbeats": ((1, 3), 0.3),
    "syncopated": ((0, 0.75, 1.5, 2.5, 3.25), 0.5),
    "charleston": ((0, 1.5), 0.4),
    "three_three_two": ((0, 1.5, 3), 0.9),
    "house": ((0, 0.75, 1.5, 2.25, 3), 0.3),
    "trance_gate": (tuple(p for p in np.arange(0, 4, 0.25) if p % 1), 0.15),
    "strum_1": ((0, 1, 1.5, 2.5, 3, 3.5), 0.45),
    "strum_2": ((0, 1, 2, 2.5, 3, 3.5), 0.45),
    "strum_3": (tuple(np.arange(0, 4, 0.5)), 0.45),
    "strum_4": ((0, 0.5, 0.75, 1, 1.5, 1.75, 2, 2.5, 2.75, 3, 3.5, 3.75), 0.22),
    "boom_chuck": ((1, 3), 0.5),
    "chug_8": (tuple(np.arange(0, 4, 0.5)), 0.4),
    "chug_16": (tuple(np.arange(0, 4, 0.25)), 0.2),
    "gallop": (tuple(b + p for b in range(4) for p in (0, 0.5, 0.75)), 0.2),
    "montuno": ((0, 0.5, 1, 1.5, 2.5, 3.5), 0.4),
    "tresillo": ((0, 0.75, 1.5, 2, 2.75, 3.5), 0.4),
    "clavinet": ((0, 0.25, 0.75, 1.25, 1.5, 2.25, 2.75, 3.5), 0.15),
}
MONOPHONIC = ("arpeggio", "arpeggio_16", "travis", "riff")


def comp(rng, track, plan, section, idiom: str, centre=60, size=3, velocity=78, power=False):
    """Writes the chords of a section in an idiom (a key of RHYTHMS or a name below)."""
    ternary = plan.metre.division == 3
    push = rng.random() < 0.12 and not ternary
    random_rhythm = sorted(p for p in np.arange(0, 4, 0.5) if rng.random() < 0.4) or [0]
    riff_steps = rng.choice([0, 0, 0, 12, 7, 3, 5, -2], 16)
    riff_rhythm = sorted(
        p for p in np.arange(0, 4, 0.25) if rng.random() < (0.6 if p % 0.5 == 0 else 0.3)
    ) or [0]
    accents = rng.uniform(0, 14)
    if idiom == "tremolo":
        tremolo_riff(rng, track, plan, section, centre, velocity)
        return
    for bar in section.bars:
        for start, length, position in onsets(
            rng, plan, bar, idiom, ternary, random_rhythm, riff_rhythm
        ):
            chord = plan.chord_at(start + (0.5 if push and position % 1 == 0.5 else 0))
            if power:
                chord = harmony.power_chord(chord)
            pitches = harmony.voicing(chord, centre, size, doubled=power)
            level = velocity + (accents if position in (0, 2) else 0)
            if idiom in ("arpeggio", "arpeggio_16", "travis"):
                order = int(
                    round(position * (4 if idiom == "arpeggio_16" else 2 if not ternary else 3))
                )
                cycle = (
                    pitches + pitches[1:-1][::-1]
                    if idiom != "travis"
                    else [pitches[0] - 12, pitches[-1], pitches[0], pitches[1]]
                )
                track.add(start, length, cycle[order % len(cycle)], level)
            elif idiom == "riff":
                root = harmony.bass_pitch(chord, centre - 18)
                track.chord(
                    start,
                    length,
                    [root + riff_steps[int(4 * position) % 16]] + ([root + 7] if power else []),
                    level,
                )
            elif idiom.startswith("strum"):
                down = position % 1 == 0
                track.chord(
                    start,
                    length,
                    pitches if down else pitches[::-1],
                    level - (0 if down else 12),
                    roll=rng.uniform(0.006, 0.016),
                )
            elif idiom == "boom_chuck":
                track.chord(start, length, pitches, level, roll=0.008)
            else:
                track.chord(start, length, pitches, level)
        if idiom == "boom_chuck":
            for beat in range(0, bar.beats, 2):
                root = harmony.bass_pitch(plan.chord_at(bar.start + beat), centre - 20)
                track.add(bar.start + beat, 0.9, root if beat % 4 == 0 else root + 7, velocity + 8)


def onsets(rng, plan, bar, idiom, ternary, random_rhythm, riff_rhythm):
    """(start, length, position in bar) of the idiom's chords in one bar."""
    if idiom == "sustain":
        for span in plan.spans_in(bar.start, bar.end):
            yield span.start, span.end - span.start, span.start - bar.start
        return
    if ternary:
        step = 1 / 3 if idiom in ("arpeggio", "arpeggio_16", "travis", "stabs", "chug_8") else 1.0
        positions = np.arange(0, bar.beats - 1e-6, step)
        if idiom in ("off_beats", "strum_1", "strum_2"):
            positions = np.sort(
                np.concatenate([np.arange(bar.beats), np.arange(bar.beats) + 2 / 3])
            )
        hold = 0.9 * step
    elif idiom == "oom_pah":
        positions, hold = np.arange(1, bar.beats), 0.5
    elif idiom in ("arpeggio", "travis"):
        positions, hold = np.arange(0, bar.beats, 0.5), 0.6
    elif idiom == "arpeggio_16":
        positions, hold = np.arange(0, bar.beats, 0.25), 0.3
    elif idiom == "jazz":
        positions, hold = (
            sorted(
                p
                for p in np.arange(bar.beats) + rng.choice([0, 0.5], bar.beats)
                if rng.random() < 0.45
            ),
            0.35,
        )
    elif idiom == "random":
        positions, hold = random_rhythm, 0.4
    elif idiom == "riff":
        positions, hold = riff_rhythm, 0.22
    else:
        positions, hold = RHYTHMS[idiom]
    for repeat in (
        range(0, bar.beats, 4)
        if not ternary and idiom not in ("oom_pah", "arpeggio", "travis", "arpeggio_16", "jazz")
        else (0,)
    ):
        for position in positions:
            if repeat + position < bar.beats - 1e-6:
                yield bar.start + repeat + position, hold, float(repeat + position)


def tremolo_riff(rng, track, plan, section, centre=48, velocity=80):
    """Fast repeated picking of a line that moves with beats or half bars (black and death metal)."""
    step = 1 / 3 if plan.metre.division == 3 else 0.25 if plan.beats_per_minute < 225 else 0.5
    unit = float(rng.choice([0.5, 1, 1, 2]))
    steps = rng.choice([0, 0, 1, 2, -1, 4, 5, 3], 8)
    fifth = rng.random() < 0.4
    scale = plan.key.scale(centre - 20, centre + 24)
    for span in plan.spans_in(section.start, section.end):
        root = int(np.searchsorted(scale, harmony.bass_pitch(span.chord, centre - 10)))
        for i in range(int(round((span.end - span.start) / step))):
            index = int(i * step / unit) % len(steps)
            pitch = scale[int(np.clip(root + steps[index], 0, len(scale) - 1))]
            accent = 10 if (i * step) % 1 < 1e-6 else 0
            track.chord(
                span.start + i * step,
                0.9 * step,
                [pitch, pitch + 7] if fifth else [pitch],
                velocity + accent,
            )


def arpeggio(rng, track, plan, section, step: float, centre=72, velocity=72, span=2):
    """Even running notes through the chord, up, down, up and down or in a fixed shuffle."""
    shape = rng.integers(4)
    order = rng.permutation(8)
    for chord_span in plan.spans_in(section.start, section.end):
        tones = harmony.voicing(chord_span.chord, centre, 4)
        tones = (tones + [p + 12 for p in tones])[: 3 * span]
        cycle = [
            tones,
            tones[::-1],
            tones + tones[-2:0:-1],
            [tones[i % len(tones)] for i in order],
        ][shape]
        count = int(round((chord_span.end - chord_span.start) / step))
        for i in range(count):
            track.add(
                chord_span.start + i * step,
                0.9 * step,
                cycle[i % len(cycle)],
                velocity + (8 if i * step % 1 < 1e-6 else 0),
            )


def pad(rng, track, plan, section, centre=62, velocity=66):
    """Held chords; common notes are struck again only where the harmony changes."""
    for span in plan.spans_in(section.start, section.end):
        track.chord(
            span.start, span.end - span.start, harmony.voicing(span.chord, centre, 4), velocity
        )
