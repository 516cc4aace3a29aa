"""Sings a melody: the bank's speech, vowels stretched, with the notes for its pitch.

*Source* of the vocoder: Morise, Yokomori & Ozawa, WORLD: a vocoder-based high-quality speech
synthesis system for real-time applications, IEICE Trans. E99-D (2016).
"""

import functools
import pickle

import numpy as np
import pyworld

from features import SAMPLE_RATE

FRAME = 0.005  # seconds
FFT_SIZE = pyworld.get_cheaptrick_fft_size(SAMPLE_RATE)
LONGEST_PAUSE, LONGEST_PHRASE = 0.35, 6.0  # seconds


@functools.cache
def load_bank(path):
    """The voices that voice_bank.py wrote."""
    with open(path, "rb") as file:
        return pickle.load(file)


def monophonic(notes):
    """The notes without overlaps: a new note ends the one before it."""
    result = []
    for note in notes:
        if result and note[0] < result[-1][0] + 0.04:
            continue
        if result and result[-1][1] > note[0]:
            result[-1][1] = note[0]
        result.append(list(note))
    return result


def phrases(notes):
    """The notes in groups that are sung in one breath."""
    groups = []
    for note in monophonic(notes):
        if (
            not groups
            or note[0] - groups[-1][-1][1] > LONGEST_PAUSE
            or note[0] - groups[-1][0][0] > LONGEST_PHRASE
        ):
            groups.append([])
        groups[-1].append(note)
    return groups


class Singer:
    """One voice with its habits."""

    def __init__(self, bank, rng):
        self.rng = rng
        self.utterances = bank[rng.integers(len(bank))]
        self.warp = rng.uniform(0.86, 1.16)  # of the formants
        self.vowel_speed = rng.uniform(0.12, 0.6)
        self.vibrato_depth = rng.choice([0, rng.uniform(0.1, 0.5)], p=[0.3, 0.7])
        self.vibrato_rate = rng.uniform(4.5, 6.5)
        self.glide = rng.integers(3, 24)  # frames on either side
        self.wander = rng.choice([0, rng.uniform(0.01, 0.05)], p=[0.3, 0.7])

    def pitch_curve(self, phrase, count):
        """MIDI pitch for each of `count` frames from the start of a phrase."""
        time = phrase[0][0] + np.arange(count) * FRAME
        starts = np.array([note[0] for note in phrase]) - 0.02
        index = np.maximum(np.searchsorted(starts, time, side="right") - 1, 0)
        pitch = np.array([note[2] for note in phrase])[index]
        kernel = np.hanning(2 * self.glide + 3)
        pitch = np.convolve(
            np.pad(pitch, self.glide + 1, mode="edge"), kernel / kernel.sum(), "valid"
        )
        held = np.minimum(1, (time - starts[index]) / 0.5)
        pitch += self.vibrato_depth * held * np.sin(2 * np.pi * self.vibrato_rate * time)
        return pitch + self.wander * 0.1 * np.cumsum(self.rng.standard_normal(count))

    def speech_positions(self, f0, count):
        """Which frame of an utterance to use for each of `count` frames; vowels go slowly."""
        speed = np.where(f0 > 0, self.vowel_speed, 0.8)
        clock = np.cumsum(1 / speed)  # frames of singing until each frame of speech is over
        start = self.rng.uniform(0, clock[-1])
        wanted = (start + np.arange(count)) % clock[-1]
        return np.minimum(np.searchsorted(clock, wanted), len(f0) - 1)

    def sing(self, phrase):
        """The sound of a phrase, from its first note's start on."""
        seconds = phrase[-1][1] - phrase[0][0]
        count = int(seconds / FRAME) + 10
        f0, envelope, aperiodicity = self.utterances[self.rng.integers(len(self.utterances))]
        positions = self.speech_positions(f0, count)
        used, index = np.unique(positions, return_inverse=True)
        envelope = pyworld.decode_spectral_envelope(
            np.ascontiguousarray(envelope[used]), SAMPLE_RATE, FFT_SIZE
        )
        aperiodicity = pyworld.decode_aperiodicity(
            np.ascontiguousarray(aperiodicity[used]), SAMPLE_RATE, FFT_SIZE
        )
        bins = envelope.shape[1]
        source = np.clip(np.arange(bins) / self.warp, 0, bins - 1).astype(int)
        hertz = 440 * 2 ** ((self.pitch_curve(phrase, count) - 69) / 12)
        hertz = np.where(f0[positions] > 0, hertz, 0.0)
        sound = pyworld.synthesize(
            np.ascontiguousarray(hertz),
            np.ascontiguousarray(envelope[:, source][index]),
            np.ascontiguousarray(aperiodicity[:, source][index]),
            SAMPLE_RATE,
            FRAME * 1000,
        )
        ramp = np.arange(len(sound))
        sound *= np.minimum(1, np.minimum(ramp / 400, ramp[::-1] / 800))
        return sound * phrase[0][3] / 100


def render(part, duration, rng, bank):
    """The sound of a sung part, `duration` seconds, mono at SAMPLE_RATE."""
    count = int(duration * SAMPLE_RATE)
    output = np.zeros(count, np.float32)
    groups = [group for group in phrases(part.notes) if group[-1][1] - group[0][0] > 0.1]
    singers = [Singer(bank, rng)]
    if rng.random() < 0.15:  # a second voice doubles the first
        singers.append(Singer(bank, rng))
    for singer in singers:
        for phrase in groups:
            position = int(phrase[0][0] * SAMPLE_RATE)
            if not 0 <= position < count:
                continue
            sound = singer.sing(phrase)[: count - position]
            output[position : position + len(sound)] += sound
    return output
