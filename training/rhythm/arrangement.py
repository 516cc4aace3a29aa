"""Chooses how the parts of a score from a MIDI file sound."""

from dataclasses import replace

from score import Score

KIT = 0.6  # how often drums are played on one-shots instead of a sound font
OTHER_PROGRAM = 0.35  # how often an instrument is replaced by one of its family
SYNTH = 0.4  # how often a synthesiser's program is played by ours


def arranged(score: Score, rng) -> Score:
    """The score with other instruments of the same families, levels and engines."""
    parts = []
    for part in score.parts:
        changes = {"gain_db": rng.uniform(-5, 2)}
        if part.role == "drums":
            changes["sound"] = "kit" if rng.random() < KIT else "soundfont"
        else:
            if rng.random() < OTHER_PROGRAM:
                changes["program"] = int(part.program // 8 * 8 + rng.integers(8))
            if part.program >= 80 and rng.random() < SYNTH:
                changes["sound"] = "synth"
        parts.append(replace(part, **changes))
    return replace(score, parts=parts)


def at_rate(score: Score, rate: float) -> Score:
    """The score played `rate` times as fast."""
    parts = []
    for part in score.parts:
        notes = part.notes.copy()
        notes[:, :2] /= rate
        controls = [(time / rate, number, value) for time, number, value in part.controls]
        parts.append(replace(part, notes=notes, controls=controls))
    beats = score.beats.copy()
    beats[:, 0] /= rate
    return replace(
        score,
        parts=parts,
        beats=beats,
        duration=score.duration / rate,
        beats_per_minute=score.beats_per_minute * rate,
        boundaries=[time / rate for time in score.boundaries],
        silence=[(start / rate, end / rate) for start, end in score.silence],
    )
