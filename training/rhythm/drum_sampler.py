"""Plays drum parts on kits of one-shots."""

import functools

import numpy as np

import drum_kits
from features import SAMPLE_RATE

ROLE_OF_PITCH = {
    35: "kick",
    36: "kick",
    37: "clap",
    38: "snare",
    39: "clap",
    40: "snare",
    41: "tom",
    42: "closed hat",
    43: "tom",
    44: "closed hat",
    45: "tom",
    46: "open hat",
    47: "tom",
    48: "tom",
    49: "crash",
    50: "tom",
    51: "ride",
    52: "crash",
    53: "ride",
    55: "crash",
    57: "crash",
    59: "ride",
}
LEVELS = {
    "kick": 1.0,
    "snare": 0.8,
    "clap": 0.6,
    "closed hat": 0.3,
    "open hat": 0.35,
    "tom": 0.7,
    "crash": 0.5,
    "ride": 0.3,
    "percussion": 0.35,
}
FOREIGN_SOUND = 0.12  # how often a role's sound comes from another kit
RECORDED = 0.5  # how often a recorded kit is taken where the style does not say


@functools.cache
def kits():
    """All kits; the files are read once."""
    return drum_kits.all_kits()


def choose_kit(rng, style=""):
    """{role: one-shot} for every role."""
    names = list(kits())
    wanted = (
        "console"
        if "chip" in style and rng.random() < 0.7
        else "recorded"
        if rng.random() < RECORDED
        else "synthetic"
    )
    fitting = (
        [name for name in names if name.startswith(wanted)]
        if wanted != "recorded"
        else [name for name in names if not name.startswith(("console", "synthetic"))]
    )
    main = fitting[rng.integers(len(fitting))]
    chosen = {}
    for role in drum_kits.ROLES:
        sounds = kits()[main].get(role)
        while not sounds or rng.random() < FOREIGN_SOUND:
            sounds = kits()[names[rng.integers(len(names))]].get(role)
        chosen[role] = sounds[rng.integers(len(sounds))]
    return chosen


def repitched(sound, semitones):
    """The sound played faster or slower."""
    positions = np.arange(0, len(sound) - 1, 2 ** (semitones / 12))
    return np.interp(positions, np.arange(len(sound)), sound).astype(np.float32)


def sounds_by_pitch(pitches, kit):
    """{pitch: one-shot}, toms and percussion tuned by pitch."""
    result = {}
    for pitch in pitches:
        role = ROLE_OF_PITCH.get(pitch, "percussion")
        semitones = {"tom": (pitch - 45) / 2, "percussion": pitch % 7 - 3}.get(role, 0)
        result[pitch] = role, repitched(kit[role], semitones) if semitones else kit[role]
    return result


def render(part, duration, rng, style=""):
    """The sound of a drum part, `duration` seconds, mono at SAMPLE_RATE."""
    kit = choose_kit(rng, style)
    levels = {role: level * 10 ** (rng.uniform(-5, 5) / 20) for role, level in LEVELS.items()}
    tuning = rng.uniform(-2, 2)
    kit = {role: repitched(sound, tuning) for role, sound in kit.items()}
    exponent = rng.uniform(1.0, 1.8)
    count = int(duration * SAMPLE_RATE)
    output = np.zeros(count + int(drum_kits.LONGEST * 1.5 * SAMPLE_RATE), np.float32)
    notes = part.notes[(part.notes[:, 0] >= 0) & (part.notes[:, 0] < duration)]
    sounds = sounds_by_pitch(sorted(set(notes[:, 2].astype(int))), kit)
    closed = notes[np.isin(notes[:, 2].astype(int), (42, 44)), 0]
    for start, _, pitch, velocity in notes:
        role, sound = sounds[int(pitch)]
        position = int(start * SAMPLE_RATE)
        if role == "open hat":  # the next stroke with the pedal down ends it
            later = closed[closed > start + 0.02]
            if len(later):
                sound = choked(sound, int((later[0] - start) * SAMPLE_RATE))
        level = levels[role] * (velocity / 100) ** exponent
        output[position : position + len(sound)] += level * sound[: len(output) - position]
    return output[:count]


def choked(sound, count):
    """The sound faded out after `count` samples."""
    fade = int(0.015 * SAMPLE_RATE)
    if count + fade >= len(sound):
        return sound
    result = sound[: count + fade].copy()
    result[count:] *= np.linspace(1, 0, fade, dtype=np.float32)
    return result
