"""Solo keyboard (or guitar) pieces, chamber and orchestral music."""

from __future__ import annotations

import numpy as np

import counterpoint
import expression
import harmony
import textures
from melody import Melodist
from style import Style
from track import Track

FOUR_VOICES = ((62, 79), (55, 70), (48, 64), (36, 55))
TEXTURES = ("alberti", "prelude", "rocking", "wide", "up", "up_down", "oscillate", "down", "late")


def accompany(rng, track, plan, section, idiom: str, low: int, velocity: float):
    """The left hand (or the inner parts) of a section."""
    if idiom == "none":
        return
    beats = plan.metre.beats
    ternary = plan.metre.division == 3
    slow = plan.beats_per_minute < 75
    if idiom in TEXTURES:
        step = textures.step_for_rate(rng, plan, 2.5, 10.0)
        textures.figure(
            rng, track, plan, section, step, idiom, low, velocity, rng.uniform(0.9, 1.6)
        )
    elif idiom == "waltz":
        if ternary:
            chords = [b + p for b in range(beats) for p in (1 / 3, 2 / 3)]
            textures.bass_and_chords(
                rng, track, plan, section, range(beats), chords, low, velocity, 0.25
            )
        else:
            bass = [0] if beats == 3 else range(0, beats, 2)
            chords = [b for b in range(beats) if b not in bass]
            textures.bass_and_chords(rng, track, plan, section, bass, chords, low, velocity, 0.7)
    elif idiom == "march":
        after = 2 / 3 if ternary else 0.5
        textures.bass_and_chords(
            rng,
            track,
            plan,
            section,
            range(beats),
            [b + after for b in range(beats)],
            low,
            velocity,
            0.3,
            rng.random() < 0.3,
        )
    elif idiom == "stride":
        textures.bass_and_chords(
            rng,
            track,
            plan,
            section,
            range(0, beats, 2),
            range(1, beats, 2),
            low,
            velocity + 4,
            0.6,
            rng.random() < 0.6,
        )
    elif idiom == "syncopated":
        step = 0.25 if slow and not ternary else 0.5
        chords = (
            np.arange(step, beats, 2 * step)
            if not ternary
            else [b + p for b in range(beats) for p in (1 / 3, 2 / 3)]
        )
        textures.bass_and_chords(rng, track, plan, section, [0], chords, low, velocity, step)
    elif idiom == "repeated":
        textures.repeated_chords(
            rng, track, plan, section, textures.step_for_rate(rng, plan, 2.0, 8.0), low, velocity
        )
    elif idiom == "octaves":
        textures.octave_bass(
            rng,
            track,
            plan,
            section,
            textures.step_for_rate(rng, plan, 1.2, 6.0),
            low - 8,
            velocity,
        )
    elif idiom == "tremolo":
        textures.tremolo(rng, track, plan, section, low, velocity)
    elif idiom == "running":
        textures.running(
            rng,
            track,
            plan,
            section,
            textures.step_for_rate(rng, plan, 4.0, 12.0),
            low,
            low + 24,
            velocity,
        )
    else:
        textures.held_chords(
            rng, track, plan, section, low, velocity, rng.choice([0, 0, 0.03]), rng.random() < 0.3
        )


def melody_rows(rng, melodist, plan, section, kind: str, velocity: float):
    """The right hand of a section as rows of notes.

    kind: 'melody', 'octaves', 'thirds', 'chords' or 'running' (etude-like).
    """
    track = Track("other", "soundfont", 0)
    if kind == "running":
        step = textures.step_for_rate(rng, plan, 4.5, 13.0)
        low = melodist.low - 2
        textures.running(rng, track, plan, section, step, low, low + 30, velocity - 8)
        return track.rows
    melodist.write(track, section, velocity, rng.uniform(0.8, 1.0), rest=0.04)
    rows = list(track.rows)
    scale = plan.key.scale(36, 108)
    for start, length, pitch, level, delay in track.rows:
        if kind == "octaves":
            rows.append((start, length, pitch + 12, level - 6, delay))
        elif kind == "thirds":
            below = int(np.searchsorted(scale, pitch)) - int(rng.choice([2, 2, 5]))
            rows.append((start, length, scale[max(0, below)], level - 10, delay))
        elif kind == "chords":
            tones = harmony.chord_pitches(plan.chord_at(start), int(pitch) - 11, int(pitch) - 2)
            rows += [(start, length, tone, level - 14, delay) for tone in tones[-2:]]
    return rows


def compose_keyboard(rng, style: Style, plan) -> list[Track]:
    """A piece for one player with two hands; both hands share one track, so one pedal."""
    track = Track(
        "other", "soundfont", rng.choice(style.comp_programs), 0.0, rng.uniform(0.0, 0.014)
    )
    lowest = style.melody_low + int(rng.integers(0, 10))
    density = rng.uniform(0.4, 1.2) if style.comp != ("none",) else rng.uniform(0.8, 1.3)
    melodist = Melodist(rng, plan, lowest, lowest + int(rng.integers(18, 26)), density, 0.5)
    lead = rng.choice([0.0, rng.uniform(0.005, 0.03)])
    ornaments = rng.choice([0.0, 0.03, 0.08, 0.2])
    low = int(rng.integers(33, 46))
    single = rng.random() < 0.4  # one texture through the piece, as in etudes and preludes
    hands: dict[str, tuple[str, str]] = {}
    for section in plan.sections:
        if section.label not in hands:
            hands[section.label] = (str(rng.choice(style.melody)), str(rng.choice(style.comp)))
            if single:
                hands[section.label] = next(iter(hands.values()))
        right, left = hands[section.label]
        if right == "none" and left not in TEXTURES + ("running", "imitation", "chorale"):
            right = "melody"
        if left == "imitation":
            ranges = ((64, 86), (45, 67)) if rng.random() < 0.5 else ((67, 86), (57, 74), (40, 60))
            counterpoint.imitation(rng, [track] * len(ranges), plan, section, ranges)
            continue
        if left == "chorale":
            counterpoint.chorale(rng, [track] * 4, plan, section, FOUR_VOICES)
            continue
        if right == "left_melody":
            # The tune below, the figure above.
            lower = Melodist(rng, plan, 43, 60, pickup=0.3)
            lower.write(track, section, 84)
            accompany(rng, track, plan, section, left, 60, 58)
            continue
        if right != "none":
            rows = melody_rows(rng, melodist, plan, section, right, 84)
            rows = expression.ornamented(rng, rows, plan.beats_per_minute, ornaments)
            track.rows += expression.lead_melody(rng, rows, lead) if lead else rows
        accompany(rng, track, plan, section, left, low, rng.uniform(52, 72))
    expression.dynamics(rng, [track], plan, plan.phrases(int(rng.choice([2, 4, 4, 8]))))
    if rng.random() < 0.4:
        expression.rolled(rng, track, rng.uniform(0.05, 0.4))
    if style.pedal > rng.random():
        expression.pedal(rng, track, plan, rng.uniform(0.6, 1.0))
    return [track]


ENSEMBLES = {  # melody, inner, bass programs
    "strings": ((40, 40, 42), (40, 41, 48, 49), (42, 43)),
    "winds": ((68, 71, 73, 72), (60, 70, 71, 69), (70, 58)),
    "orchestra": ((40, 48, 68, 71, 73, 56, 60), (48, 49, 60, 44, 61, 71), (43, 42, 48, 58)),
    "piano_trio": ((40, 73, 71, 42), (0, 0, 46), (42, 43)),
    "brass": ((56, 60), (57, 60, 61), (57, 58)),
}


def compose_chamber(rng, style: Style, plan) -> list[Track]:
    """Melody, inner parts and bass on several instruments; timpani and cymbals in orchestras."""
    name = str(rng.choice(style.ensembles))
    melodies, inners, basses = ENSEMBLES[name]
    jitter = rng.uniform(0.004, 0.022) if rng.random() < style.human else 0.0

    def track(programs, gain=0.0, role="other"):
        lag = rng.normal(0, jitter)
        return Track(
            role, "soundfont", rng.choice(programs), gain + rng.uniform(-3, 2), jitter, lag
        )

    first, second, inner, bass = (
        track(melodies, 2),
        track(melodies),
        track(inners, -2),
        track(basses),
    )
    timpani, percussion = track((47,), -2), Track("drums", "soundfont", 48, -4, jitter)
    bass.role = "bass" if bass.program in (42, 43, 58) else "other"
    melodist = Melodist(rng, plan, 60, 81, pickup=0.4)
    pizzicato = name in ("strings", "orchestra") and rng.random() < 0.15
    if pizzicato:
        inner.program, bass.program = 45, 45
    has_timpani = name == "orchestra" and rng.random() < 0.6
    for section in plan.sections:
        roll = rng.random()
        if roll < style.polyphony * 0.6:
            counterpoint.imitation(
                rng,
                [first, second, inner, bass],
                plan,
                section,
                ((64, 86), (57, 76), (50, 67), (36, 57)),
            )
            continue
        if roll < style.polyphony:
            counterpoint.chorale(rng, [first, second, inner, bass], plan, section, FOUR_VOICES)
            continue
        if rng.random() < 0.85:
            kind = str(rng.choice(style.melody))
            rows = melody_rows(rng, melodist, plan, section, kind, 86)
            first.rows += expression.ornamented(
                rng, rows, plan.beats_per_minute, rng.choice([0, 0.05])
            )
        idiom = str(rng.choice(style.comp))
        accompany(rng, inner, plan, section, idiom, int(rng.integers(46, 54)), 64)
        if rng.random() < 0.8:
            bass_idiom = rng.choice(["held", "held", "repeated", "beats", "walk"])
            write_bass(rng, bass, plan, section, str(bass_idiom))
        if rng.random() < 0.3:
            textures.held_chords(rng, second, plan, section, 55, 55)
        if has_timpani and section.energy > 0.5:
            write_timpani(rng, timpani, percussion, plan, section)
    everyone = [first, second, inner, bass, timpani, percussion]
    expression.dynamics(rng, everyone, plan, plan.phrases(int(rng.choice([4, 4, 8]))))
    return [part for part in everyone if part.rows]


def write_bass(rng, track, plan, section, idiom: str):
    """Bass of an ensemble: held, on the beats, in even notes or walking by scale."""
    step = textures.step_for_rate(rng, plan, 2.0, 7.0) if idiom == "repeated" else 1.0
    for span in plan.spans_in(section.start, section.end):
        root = harmony.bass_pitch(span.chord, 33)
        if idiom == "held":
            track.add(span.start, 0.97 * (span.end - span.start), root, 76)
            continue
        scale = plan.key.scale(28, 60)
        for i in range(int(round((span.end - span.start) / step))):
            pitch = root
            if idiom == "walk" and i:
                pitch = int(
                    scale[int(np.clip(np.searchsorted(scale, root) + i % 4, 0, len(scale) - 1))]
                )
            track.add(span.start + i * step, 0.85 * step, pitch, 74 + (6 if i == 0 else 0))


def write_timpani(rng, timpani, percussion, plan, section):
    """Strokes on bar starts and cadences, a roll into the next section, a cymbal at its start."""
    for bar in section.bars:
        if rng.random() < 0.5:
            timpani.add(bar.start, 1, harmony.bass_pitch(plan.chord_at(bar.start), 36), 84)
            if rng.random() < 0.4:
                timpani.add(bar.end - 1, 0.5, harmony.bass_pitch(plan.key.chord(4), 36), 78)
    if rng.random() < 0.4:
        last = section.bars[-1]
        for i, position in enumerate(np.arange(0, last.beats, 0.125)):
            timpani.add(
                last.start + position,
                0.125,
                harmony.bass_pitch(plan.key.chord(4), 36),
                50 + 45 * i * 0.125 / last.beats,
            )
    if rng.random() < 0.5:
        percussion.add(section.start, 2, 49, 88)
