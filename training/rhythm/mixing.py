"""Renders the parts of a score and balances them into one signal."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from scipy.signal import lfilter, oaconvolve

import drum_sampler
import singing
import soundfonts
import synthesizer
from features import SAMPLE_RATE

# Decibels around the common level that the stems of a role together are brought to, from and to.
LEVELS = {"drums": (-5, 4), "vocals": (-3, 4), "bass": (-7, 2), "other": (-6, 3)}
COMMON_LEVEL = 0.1
SILENT = 1e-4
INAUDIBLE = -99.0  # dB
DANCE_STYLES = (
    "house",
    "techno",
    "trance",
    "hardcore",
    "drum_and_bass",
    "electro",
    "disco",
    "trap",
)


@dataclass
class Stem:
    """The sound of one or more parts, and its level in dB relative to the whole mix."""

    parts: list
    sound: np.ndarray
    level: float = INAUDIBLE


def render_stems(score, rng, bank):
    """A stem for each part, but one for all parts of a role that share a sound font."""
    stems = []
    for role in LEVELS:
        parts = [
            part
            for part in score.parts
            if part.role == role and part.sound == "soundfont" and len(part.notes)
        ]
        for group in [parts] if len(parts) < 2 or rng.random() < 0.5 else [parts[:1], parts[1:]]:
            if group:
                font = soundfonts.choose_font(rng)
                stems.append(Stem(group, soundfonts.render(group, score.duration, font)))
    for part in score.parts:
        if not len(part.notes):
            continue
        if part.sound == "kit":
            sound = drum_sampler.render(part, score.duration, rng, score.style)
        elif part.sound == "synth":
            sound = synthesizer.render(part, score.duration, rng, score.style)
        elif part.sound == "voice":
            sound = singing.render(part, score.duration, rng, bank)
        else:
            continue
        stems.append(Stem([part], sound))
    return stems


def level_of(signal):
    """Root mean square where there is sound."""
    sounding = signal[np.abs(signal) > SILENT]
    return float(np.sqrt(np.mean(sounding.astype(np.float64) ** 2))) if len(sounding) > 100 else 0.0


def ducking(kicks, count, rng):
    """A gain [sample] that dips at each kick, as compression keyed by the kick does."""
    gain = np.ones(count, np.float32)
    length = int(0.3 * SAMPLE_RATE)
    fall = rng.uniform(0.04, 0.13) * SAMPLE_RATE
    dip = (1 - rng.uniform(0.3, 0.95) * np.exp(-np.arange(length) / fall)).astype(np.float32)
    for kick in kicks:
        start = int(kick * SAMPLE_RATE)
        if 0 <= start < count:
            some = gain[start : start + length]
            np.minimum(some, dip[: len(some)], out=some)
    return gain


def reverberated(signal, rng):
    """The signal in a room: noise that dies away within 0.1 to 1 s."""
    time = rng.uniform(0.1, 1.0)
    count = int(1.5 * time * SAMPLE_RATE)
    response = rng.standard_normal(count) * np.exp(-3 * np.arange(count) / (time * SAMPLE_RATE))
    response = lfilter([1], [1, -rng.uniform(0.2, 0.85)], response)
    response /= np.sqrt((response**2).sum())
    wet = oaconvolve(signal, response.astype(np.float32))[: len(signal)]
    return (signal + rng.uniform(0.05, 0.5) * wet).astype(np.float32)


def mix(score, rng, bank):
    """(signal, stems): the score as sound before mastering, and its stems with their levels."""
    stems = render_stems(score, rng, bank)
    count = int(score.duration * SAMPLE_RATE)
    dance = any(style in score.style for style in DANCE_STYLES)
    duck = None
    if rng.random() < (0.6 if dance else 0.2):
        duck = ducking(score.kick_times(), count, rng)
    total = np.zeros(count, np.float32)
    counts = Counter(stem.parts[0].role for stem in stems)
    gains = []
    for stem in stems:
        part = stem.parts[0]
        level = level_of(stem.sound)
        if level == 0:
            gains.append(INAUDIBLE)
            continue
        decibels = rng.uniform(*LEVELS[part.role]) - 10 * np.log10(counts[part.role])
        if len(stem.parts) == 1:
            decibels += part.gain_db
        sound = stem.sound * np.float32(10 ** (decibels / 20) * COMMON_LEVEL / level)
        if duck is not None and part.role != "drums":
            sound = sound * duck
        if rng.random() < 0.4:
            sound = reverberated(sound, rng)
        gains.append(decibels)
        stem.sound = sound
        total += sound
    whole = 20 * np.log10(level_of(total) / COMMON_LEVEL + 1e-9)
    for stem, decibels in zip(stems, gains):
        stem.level = decibels - whole if decibels != INAUDIBLE else INAUDIBLE
    return total, stems
