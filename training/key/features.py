#!/usr/bin/env python3
"""Bass notes, upper notes and triads over time, as mucat's key analysis hears them.

A twin of Sources/Analysis/Key, stage by stage: SpectralPeakFinder, PitchFrames, Chromagram,
ChordFrames; the constants are theirs and are explained there. Reads OUT/audio/*.wav at 22,050 Hz,
writes OUT/features.npz: per piece an array [frame][48], bass and upper pitch classes, then major
and minor triads, from C each.
"""

import argparse
import glob
import os

import numpy as np
import soundfile

from synthesizer import SAMPLE_RATE

FRAME, HOP = 16384, 8192
BIN_WIDTH = SAMPLE_RATE / FRAME
LOWEST, HIGHEST = int(46 / BIN_WIDTH), int(2100 / BIN_WIDTH)
PROMINENCE = 3.0
RANGE = 0.0005
SURROUNDINGS = 0.5
SILENCE = 0.001
FLOOR = 0.05
BASS_WEIGHT, SHARPNESS, FAINTEST = 0.7, 12.0, 0.1
SHORTEST = 20.0  # seconds; shorter pieces are left out


def spectra(signal):
    """Yields the power spectrum of each frame, frame n centred on sample n · HOP."""
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)
    padded = np.concatenate([np.zeros(FRAME // 2), signal, np.zeros(FRAME)])
    for frame in range(-(-len(signal) // HOP)):
        start = frame * HOP
        yield np.abs(np.fft.rfft(padded[start:start + FRAME] * window)) ** 2


_bins = np.arange(HIGHEST + 1)
_low = np.maximum((_bins * 2 ** (-SURROUNDINGS / 2)).astype(int) - 2, 0)
_high = (_bins * 2 ** (SURROUNDINGS / 2)).astype(int) + 3


def find_peaks(power):
    """(notes, amplitudes) of the sinusoids in a frame, as MIDI note numbers with fractions; none
    in a silent frame."""
    level = np.sqrt(power[LOWEST:].sum() * 16 / 3) / FRAME
    if level < SILENCE:
        return np.zeros(0), np.zeros(0)
    magnitude = np.sqrt(power[:_high[-1]]) * 4 / FRAME
    sums = np.concatenate([[0], np.cumsum(magnitude)])
    mean = (sums[_high] - sums[_low]) / (_high - _low)
    bins = np.arange(LOWEST, HIGHEST)
    left, centre, right = magnitude[bins - 1], magnitude[bins], magnitude[bins + 1]
    is_peak = (centre > left) & (centre >= right) & (centre > PROMINENCE * mean[bins])
    bins = bins[is_peak]
    a, b, c = (np.log(each[is_peak] + 1e-9) for each in (left, centre, right))
    offset = np.clip((a - c) / np.minimum(2 * (a - 2 * b + c), -1e-12), -0.5, 0.5)
    amplitudes = np.exp(b - (a - c) * offset / 4)
    audible = amplitudes >= RANGE * amplitudes.max(initial=0)
    frequencies = (bins + offset) * BIN_WIDTH
    return 69 + 12 * np.log2(frequencies[audible] / 440), amplitudes[audible]


def pitch_frames(signal):
    """Fine bins [frame][register][36], and the tuning in semitones above A4 = 440 Hz."""
    frames = []
    deviation = 0j
    for power in spectra(signal):
        notes, amplitudes = find_peaks(power)
        strength = np.sqrt(amplitudes)
        bass = np.clip((54 - notes) / 12, 0, 1)
        upper = (1 - bass) * np.clip((96 - notes) / 48, 0, 1)
        position = notes * 3
        floor = np.floor(position)
        fraction = position - floor
        bins = floor.astype(int)
        fine = np.zeros((2, 36))
        for register, weight in enumerate((bass, upper)):
            np.add.at(fine[register], bins % 36, strength * weight * (1 - fraction))
            np.add.at(fine[register], (bins + 1) % 36, strength * weight * fraction)
        frames.append(fine)
        tells = (notes >= 43) & (notes <= 84)
        deviation += (strength[tells] * np.exp(2j * np.pi * notes[tells])).sum()
    return np.array(frames), np.angle(deviation) / (2 * np.pi)


def chromagram(fine, tuning):
    """[frame][bass and upper pitch classes], each frame brought to a sum of about 1."""
    semitone = np.arange(36) / 3 - tuning
    nearest = np.round(semitone)
    to_pitch_class = np.zeros((36, 12))
    to_pitch_class[np.arange(36), nearest.astype(int) % 12] = np.cos(
        np.pi * (semitone - nearest)) ** 2
    chroma = (fine @ to_pitch_class).reshape(-1, 24)
    sums = chroma.sum(1, keepdims=True)
    if not sums.any():
        return chroma
    return chroma / (sums + FLOOR * sums[sums > 0].mean())


def _triad_patterns():
    patterns = np.zeros((24, 12))
    for index in range(24):
        third = 4 if index < 12 else 3
        patterns[index, [(index + degree) % 12 for degree in (0, third, 7)]] = 1
    patterns -= patterns.mean(1, keepdims=True)
    return patterns / np.linalg.norm(patterns, axis=1, keepdims=True)


def triads(chroma):
    """[frame][24]: how probable each triad is; zeros where little sounds."""
    notes = BASS_WEIGHT * chroma[:, :12] + chroma[:, 12:]
    padded = np.pad(notes, ((1, 1), (0, 0)))
    window = padded[:-2] + padded[1:-1] + padded[2:]
    window -= window.mean(1, keepdims=True)
    length = np.linalg.norm(window, axis=1, keepdims=True)
    match = SHARPNESS * (window / np.maximum(length, 1e-12)) @ _triad_patterns().T
    odds = np.exp(match - match.max(1, keepdims=True))
    sounds = (chroma.sum(1, keepdims=True) > FAINTEST) & (length > 0)
    return odds / odds.sum(1, keepdims=True) * sounds


def features(signal):
    """[frame][48] of a mono signal."""
    chroma = chromagram(*pitch_frames(signal))
    return np.concatenate([chroma, triads(chroma)], axis=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the audio is")
    options = parser.parse_args()
    pieces = {}
    for path in sorted(glob.glob(os.path.join(options.out, "audio", "*.wav"))):
        samples, rate = soundfile.read(path, always_2d=True)
        if rate != SAMPLE_RATE:
            parser.error(f"{path} is not at {SAMPLE_RATE} Hz")
        if len(samples) < SHORTEST * rate:
            continue
        name = os.path.splitext(os.path.basename(path))[0]
        pieces[name] = features(samples.mean(1)).astype(np.float32)
    np.savez_compressed(os.path.join(options.out, "features.npz"), **pieces)
    print(f"{len(pieces)} pieces")


if __name__ == "__main__":
    main()
