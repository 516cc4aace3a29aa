"""Settings of the synthesiser, drawn at random to suit a part."""

from dataclasses import dataclass

import numpy as np

CHIP_STYLES = ("chip", "console", "8bit")


@dataclass
class Patch:
    """One sound of the synthesiser. Times are in seconds.

    wave: 'saw', 'pulse', 'triangle', 'steps' (a triangle of 16 steps), 'organ', 'noise' or 'fm'.
    duty: the part of a period that a pulse is high.
    voices, spread: how many oscillators, and their detuning in semitones from first to last.
    bright, dark: cutoff in harmonics at a note's start, and after `sweep`.
    attack, fall, sustain, release: the envelope; `sustain` is a level from 0 to 1.
    vibrato, vibrato_rate: in semitones and Hz. tremolo: depth from 0 to 1.
    ratio, index: of the frequency modulation.
    """

    wave: str
    duty: float = 0.5
    voices: int = 1
    spread: float = 0.0
    bright: float = 40.0
    dark: float = 10.0
    sweep: float = 0.3
    attack: float = 0.004
    fall: float = 0.3
    sustain: float = 0.6
    release: float = 0.08
    vibrato: float = 0.0
    vibrato_rate: float = 5.5
    tremolo: float = 0.0
    ratio: float = 1.0
    index: float = 2.0


def choose_patch(part, style, rng):
    """A patch for a part, by its role, its General MIDI program and the song's style."""
    if any(name in style for name in CHIP_STYLES):
        return chip_patch(part, rng)
    if part.role == "bass":
        return bass_patch(rng)
    if 88 <= part.program < 104 or 48 <= part.program < 55:
        return pad_patch(rng)
    if part.program < 16 or 24 <= part.program < 32 or 104 <= part.program < 112:
        return pluck_patch(rng)
    return lead_patch(rng)


def chip_patch(part, rng):
    """A voice of an old games console or home computer."""
    if part.role == "bass" and rng.random() < 0.6:
        return Patch("steps", bright=100, dark=100, attack=0.001, sustain=1, release=0.004)
    sustain = rng.choice([1.0, 0.7, 0.4, 0.0])
    return Patch(
        "pulse",
        duty=rng.choice([0.125, 0.25, 0.5]),
        bright=100,
        dark=100,
        attack=0.001,
        fall=rng.uniform(0.05, 0.4),
        sustain=sustain,
        release=rng.uniform(0.002, 0.03),
        vibrato=rng.choice([0.0, 0.0, 0.2, 0.4]),
        vibrato_rate=rng.uniform(4, 8),
    )


def bass_patch(rng):
    """From a round sub bass to a growl."""
    wave = rng.choice(["saw", "saw", "pulse", "triangle", "fm", "organ"])
    bright = np.exp(rng.uniform(np.log(2), np.log(40)))
    return Patch(
        wave,
        duty=rng.uniform(0.15, 0.5),
        voices=rng.choice([1, 1, 2, 3]),
        spread=rng.uniform(0.02, 0.2),
        bright=bright,
        dark=bright * rng.uniform(0.08, 1),
        sweep=rng.uniform(0.03, 0.4),
        attack=rng.choice([0.002, 0.004, 0.01]),
        fall=rng.uniform(0.1, 0.8),
        sustain=rng.uniform(0.1, 1),
        release=rng.uniform(0.02, 0.12),
        ratio=rng.choice([0.5, 1.0, 2.0, 3.0]),
        index=rng.uniform(0.5, 5),
    )


def pad_patch(rng):
    """Slow, wide and soft."""
    bright = np.exp(rng.uniform(np.log(3), np.log(25)))
    return Patch(
        rng.choice(["saw", "saw", "pulse", "triangle", "organ"]),
        duty=rng.uniform(0.1, 0.5),
        voices=rng.integers(2, 6),
        spread=rng.uniform(0.08, 0.3),
        bright=bright,
        dark=bright * rng.uniform(0.4, 1.5),
        sweep=rng.uniform(0.5, 2),
        attack=rng.uniform(0.03, 0.5),
        fall=1.0,
        sustain=rng.uniform(0.6, 1),
        release=rng.uniform(0.1, 0.8),
        tremolo=rng.choice([0, 0, 0, 0.3]),
        vibrato=rng.choice([0, 0.1]),
        vibrato_rate=rng.uniform(3, 6),
    )


def pluck_patch(rng):
    """Struck or plucked: it dies away by itself."""
    bright = np.exp(rng.uniform(np.log(6), np.log(50)))
    return Patch(
        rng.choice(["saw", "pulse", "triangle", "fm", "fm"]),
        duty=rng.uniform(0.1, 0.5),
        voices=rng.integers(1, 5),
        spread=rng.uniform(0.02, 0.2),
        bright=bright,
        dark=bright * rng.uniform(0.05, 0.4),
        sweep=rng.uniform(0.04, 0.3),
        attack=rng.uniform(0.001, 0.006),
        fall=rng.uniform(0.08, 0.9),
        sustain=rng.choice([0, 0, 0.1, 0.3]),
        release=rng.uniform(0.03, 0.3),
        ratio=rng.choice([1.0, 1.0, 2.0, 3.0, 3.5, 7.0]),
        index=rng.uniform(0.5, 4),
    )


def lead_patch(rng):
    """A lead, up to the supersaw."""
    super_saw = rng.random() < 0.4
    bright = np.exp(rng.uniform(np.log(8), np.log(80)))
    return Patch(
        "saw" if super_saw else rng.choice(["saw", "pulse", "pulse", "triangle", "fm", "organ"]),
        duty=rng.uniform(0.08, 0.5),
        voices=rng.integers(4, 8) if super_saw else rng.integers(1, 4),
        spread=rng.uniform(0.15, 0.7) if super_saw else rng.uniform(0.02, 0.2),
        bright=bright,
        dark=bright * rng.uniform(0.2, 1.2),
        sweep=rng.uniform(0.05, 0.6),
        attack=rng.choice([0.002, 0.004, 0.01, 0.04]),
        fall=rng.uniform(0.1, 0.8),
        sustain=rng.uniform(0.3, 1),
        release=rng.uniform(0.03, 0.4),
        vibrato=rng.choice([0, 0, 0.15, 0.4]),
        vibrato_rate=rng.uniform(4, 7),
        ratio=rng.choice([0.5, 1.0, 2.0, 3.0]),
        index=rng.uniform(0.5, 5),
    )
