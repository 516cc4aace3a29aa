"""Bass lines: rhythms by idiom, pitches from the chord of the moment."""

from __future__ import annotations

import numpy as np

import harmony

RHYTHMS = {
    "eighths": (0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5),
    "off_beat": (0.5, 1.5, 2.5, 3.5),
    "beats": (0, 1, 2, 3),
    "sixteenths": tuple(np.arange(0, 4, 0.25)),
    "octaves": (0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5),
    "syncopated": (0, 0.75, 1.5, 2.5, 3.25),
    "dotted": (0, 1.5, 2, 3.5),
    "three_three_two": (0, 1.5, 3),
    "tumbao": (1.5, 3),
    "two_feel": (0, 2),
    "first": (0,),
    "walk": (0, 1, 2, 3),
    "gallop": tuple(b + p for b in range(4) for p in (0, 0.5, 0.75)),
    "rolling": tuple(b + p for b in range(4) for p in (0.25, 0.5, 0.75)),
    "reggae": (0, 0.75, 1, 2, 2.75, 3.5),
    "late": (0.5, 1, 2.5, 3, 3.5),
}
TERNARY = {
    "first": (0,), "beats": (0, 1, 2, 3), "long_short": (0, 2 / 3, 1, 5 / 3, 2, 8 / 3, 3, 11 / 3),
    "thirds": tuple(np.arange(12) / 3), "walk": (0, 1, 2, 3), "two_feel": (0, 2),
}  # fmt: skip


def bass_line(rng, track, plan, section, idiom: str, kicks=(), low: int = 28, velocity=95):
    """Writes the bass of a section. idiom 'kick' follows the bass drum, 'sustain' the chords,
    'free' invents a two-bar rhythm."""
    ternary = plan.metre.division == 3
    rhythm = RHYTHMS.get(idiom)
    if ternary:
        rhythm = TERNARY.get(idiom) or TERNARY[str(rng.choice(["first", "beats", "long_short"]))]
    elif idiom == "kick":
        rhythm = tuple(sorted({p for p in kicks})) or (0,)
    elif idiom == "free":
        rhythm = (0,) + tuple(
            p for p in np.arange(0.5, plan.metre.beats, 0.5) if rng.random() < 0.35
        )
    fill_up = rng.uniform(0.5, 1.0)  # how much of the gap to the next note is held
    fifths = rng.random() < 0.35
    for bar in section.bars:
        if idiom == "sustain" or rhythm is None:
            positions = [span.start - bar.start for span in plan.spans_in(bar.start, bar.end)]
        else:
            repeats = range(0, bar.beats, 4)
            positions = [r + p for r in repeats for p in rhythm if r + p < bar.beats - 1e-6]
        for i, position in enumerate(positions):
            following = positions[i + 1] if i + 1 < len(positions) else bar.beats
            start = bar.start + position
            chord = plan.chord_at(start + (0.5 if idiom == "tumbao" and position >= 3 else 0))
            root = harmony.bass_pitch(chord, low)
            pitch = root
            on_change = position == 0 or plan.chord_at(start - 0.26) != chord
            if idiom == "walk" and not on_change:
                pitch = walking_pitch(rng, plan, start, root, position >= bar.beats - 1)
            elif idiom in ("octaves", "rolling") and i % 2:
                pitch = root + 12
            elif idiom == "two_feel" and position and not on_change:
                pitch = root + (7 if root < low + 6 else -5)
            elif fifths and not on_change and rng.random() < 0.25:
                pitch = root + int(rng.choice([7, 12, 10, -5]))
            gap = following - position
            track.add(start, max(0.1, gap * fill_up), pitch, velocity + (6 if position == 0 else 0))


def walking_pitch(rng, plan, beat, root, last_of_bar) -> int:
    """A quarter of a walking bass: chord tone or scale, and a leading note into the next bar."""
    if last_of_bar:
        target = harmony.bass_pitch(plan.chord_at(beat + 1), root - 6)
        return target + int(rng.choice([-1, 1, 2, -2]))
    chord = plan.chord_at(beat)
    return root + int(rng.choice(list(chord.tones) + [2, 12]))
