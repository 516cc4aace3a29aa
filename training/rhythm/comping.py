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
BROKEN = {"arpeggio": 0.5, "arpeggio_16": 0.25, "travis": 0.5}  # idiom: step in beats


def comp(rng, track, plan, section, idiom: str, centre=60, size=3, velocity=78, power=False):
    """Writes the chords of a section.

    idiom: a key of RHYTHMS or BROKEN, or 'sustain', 'oom_pah', 'jazz', 'random', 'riff', 'tremolo'.
    centre: pitch around which chords lie; size: notes in them; power: roots and fifths only.
    """
    if idiom == "tremolo":
        tremolo_riff(rng, track, plan, section, centre, velocity)
        return
    if idiom == "sustain":
        for span in plan.spans_in(section.start, section.end):
            chord = harmony.power_chord(span.chord) if power else span.chord
            pitches = harmony.voicing(chord, centre, size, doubled=power)
            track.chord(span.start, span.end - span.start, pitches, velocity)
        return
    anticipates = rng.random() < 0.12 and plan.metre.division == 2
    accent = rng.uniform(0, 14)
    positions, hold = bar_rhythm(rng, plan.metre, idiom)
    strike = striker(rng, plan, idiom, centre, power)
    for bar in section.bars:
        if idiom == "jazz":
            positions, hold = bar_rhythm(rng, plan.metre, idiom)
        for position in positions:
            if position >= bar.beats - 1e-6:
                break
            start = bar.start + position
            chord = plan.chord_at(start + (0.5 if anticipates and position % 1 == 0.5 else 0))
            if power:
                chord = harmony.power_chord(chord)
            pitches = harmony.voicing(chord, centre, size, doubled=power)
            level = velocity + (accent if position in (0, 2) else 0)
            strike(track, start, hold, position, chord, pitches, level)
        if idiom == "boom_chuck":
            for beat in range(0, bar.beats, 2):
                root = harmony.bass_pitch(plan.chord_at(bar.start + beat), centre - 20)
                track.add(bar.start + beat, 0.9, root if beat % 4 == 0 else root + 7, velocity + 8)


def bar_rhythm(rng, metre, idiom: str) -> tuple[list[float], float]:
    """Ascending positions in a bar and the held length of each chord, in beats."""
    beats = np.arange(metre.beats)
    if metre.division == 3:
        if idiom in BROKEN or idiom in ("stabs", "chug_8", "chug_16", "riff"):
            return list(np.arange(3 * metre.beats) / 3), 0.3
        if idiom in ("off_beats", "strum_1", "strum_2"):
            return sorted([*beats, *(beats + 2 / 3)]), 0.3
        return list(beats), 0.9
    if idiom == "oom_pah":
        return list(beats[1:]), 0.5
    if idiom in BROKEN:
        return list(np.arange(0, metre.beats, BROKEN[idiom])), 1.2 * BROKEN[idiom]
    if idiom == "jazz":
        candidates = beats + rng.choice([0, 0.5], metre.beats)
        return [p for p in candidates if rng.random() < 0.45], 0.35
    if idiom == "random":
        return [p for p in np.arange(0, metre.beats, 0.5) if rng.random() < 0.4] or [0.0], 0.4
    if idiom == "riff":
        grid = np.arange(0, metre.beats, 0.25)
        return [p for p in grid if rng.random() < (0.3 if p % 0.5 else 0.6)] or [0.0], 0.22
    pattern, hold = RHYTHMS[idiom]
    return [r + p for r in range(0, metre.beats, 4) for p in pattern], hold


def striker(rng, plan, idiom: str, centre: int, power: bool):
    """How one chord of the idiom sounds: a function that writes it to the track."""

    def struck(track, start, hold, position, chord, pitches, level):
        track.chord(start, hold, pitches, level, roll=0.008 if idiom == "boom_chuck" else 0.0)

    def strummed(track, start, hold, position, chord, pitches, level):
        down = position % 1 == 0
        gap = rng.uniform(0.006, 0.016)
        track.chord(start, hold, pitches if down else pitches[::-1], level - 12 * (not down), gap)

    steps_per_beat = 3 if plan.metre.division == 3 else 1 / BROKEN.get(idiom, 0.5)

    def broken(track, start, hold, position, chord, pitches, level):
        if idiom == "travis":
            cycle = [pitches[0] - 12, pitches[-1], pitches[0], pitches[1]]
        else:
            cycle = pitches + pitches[-2:0:-1]
        track.add(start, hold, cycle[int(round(position * steps_per_beat)) % len(cycle)], level)

    riff = rng.choice([0, 0, 0, 12, 7, 3, 5, -2], 16)

    def riffed(track, start, hold, position, chord, pitches, level):
        pitch = harmony.bass_pitch(chord, centre - 18) + riff[int(4 * position) % 16]
        track.chord(start, hold, [pitch, pitch + 7] if power else [pitch], level)

    if idiom.startswith("strum"):
        return strummed
    return broken if idiom in BROKEN else riffed if idiom == "riff" else struck


def tremolo_riff(rng, track, plan, section, centre=48, velocity=80):
    """Fast repeated picking of a line that moves with beats or half bars (extreme metal)."""
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
