"""What the key network hears of a signal: a twin of SpectralPeakFinder and KeyFeatures in
Sources/Analysis/Key, whose constants these are and where they are explained.

Two steps. `grid` puts the peaks of the spectrum into bins of a third of a semitone at A4 = 440 Hz
and measures the tuning; that is what is kept on disk. `tuned` reads the bins around the tuning.
"""

from dataclasses import dataclass

import numpy as np
import scipy.fft

SAMPLE_RATE = 22050
FRAME, HOP = 16384, 8192
BIN_WIDTH = SAMPLE_RATE / FRAME
LOWEST, HIGHEST = int(46 / BIN_WIDTH), int(2100 / BIN_WIDTH)
SURROUNDINGS = 0.5
LOWEST_PROMINENCE, LOUD_PROMINENCE = 2.0, 3.0
RANGE = 0.0005
SILENCE = 0.001
TUNING_RANGE = (43, 84)

LOWEST_NOTE, NOTES, PARTS = 27, 72, 3
BINS = NOTES * PARTS + 6
CHANNELS = 2 * PARTS
FRAME_SUM, FLOOR = 10.0, 0.05

_window = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)).astype(np.float32)
_bins = np.arange(HIGHEST + 1)
_low = np.maximum((_bins * 2 ** (-SURROUNDINGS / 2)).astype(int) - 2, 0)
_high = (_bins * 2 ** (SURROUNDINGS / 2)).astype(int) + 3


@dataclass
class Grid:
    """Peaks of a signal in fixed bins.

    loudness, prominence: [frame][bin]. sounding: [frame], whether it is louder than −60 dBFS.
    tuning: semitones above A4 = 440 Hz.
    """

    loudness: np.ndarray
    prominence: np.ndarray
    sounding: np.ndarray
    tuning: float


def spectra(signal):
    """Yields the power spectrum of each frame, frame n centred on sample n · HOP."""
    signal = np.asarray(signal, np.float32)
    padded = np.concatenate(
        [np.zeros(FRAME // 2, np.float32), signal, np.zeros(FRAME, np.float32)])
    for start in range(0, len(signal), HOP):
        yield np.abs(scipy.fft.rfft(padded[start:start + FRAME] * _window)) ** 2


def find_peaks(power):
    """(notes, amplitudes, prominences) of the sinusoids in a frame, notes as MIDI numbers with
    fractions."""
    magnitude = np.sqrt(power[:_high[-1]].astype(np.float64)) * 4 / FRAME
    sums = np.concatenate([[0], np.cumsum(magnitude)])
    mean = (sums[_high] - sums[_low]) / (_high - _low)
    bins = np.arange(LOWEST, HIGHEST)
    left, centre, right = magnitude[bins - 1], magnitude[bins], magnitude[bins + 1]
    is_peak = (centre > left) & (centre >= right) & (centre > LOWEST_PROMINENCE * mean[bins])
    bins = bins[is_peak]
    a, b, c = (np.log(each[is_peak] + 1e-9) for each in (left, centre, right))
    offset = np.clip((a - c) / np.minimum(2 * (a - 2 * b + c), -1e-12), -0.5, 0.5)
    amplitudes = np.exp(b - (a - c) * offset / 4)
    audible = amplitudes >= RANGE * amplitudes.max(initial=0)
    notes = 69 + 12 * np.log2((bins + offset) * BIN_WIDTH / 440)
    return notes[audible], amplitudes[audible], (amplitudes / mean[bins])[audible]


def grid(signal):
    """The `Grid` of a mono signal at SAMPLE_RATE."""
    loudness, prominence, sounding, deviation = [], [], [], 0j
    for power in spectra(signal):
        rows = np.zeros((2, BINS), np.float32)
        level = np.sqrt(power[LOWEST:].sum() * 16 / 3) / FRAME
        sounding.append(level >= SILENCE)
        if sounding[-1]:
            notes, amplitudes, prominences = find_peaks(power)
            strength = np.sqrt(amplitudes) * (prominences > LOUD_PROMINENCE)
            tells = (notes >= TUNING_RANGE[0]) & (notes <= TUNING_RANGE[1])
            deviation += (strength[tells] * np.exp(2j * np.pi * notes[tells])).sum()
            position = (notes - (LOWEST_NOTE - 1)) * PARTS
            lower = np.floor(position).astype(int)
            inside = (lower >= 0) & (lower + 1 < BINS)
            fraction = (position - lower)[inside]
            standing = np.log(np.maximum(prominences / LOWEST_PROMINENCE, 1))
            for row, values in zip(rows, (strength[inside], standing[inside])):
                np.add.at(row, lower[inside], values * (1 - fraction))
                np.add.at(row, lower[inside] + 1, values * fraction)
        loudness.append(rows[0])
        prominence.append(rows[1])
    tuning = np.angle(deviation) / (2 * np.pi) if deviation else 0.0
    return Grid(np.array(loudness), np.array(prominence), np.array(sounding), float(tuning))


def around(rows, tuning):
    """[frame][note][part] of [frame][bin], read around a tuning in semitones."""
    shift = PARTS * tuning
    whole = int(np.floor(shift))
    fraction = shift - whole
    start = 2 + whole
    near = rows[:, start:start + NOTES * PARTS].astype(np.float32)
    far = rows[:, start + 1:start + 1 + NOTES * PARTS].astype(np.float32)
    return (near + fraction * (far - near)).reshape(-1, NOTES, PARTS)


def tuned(of):
    """[frame][note][channel], float32: what the network is given for a `Grid`."""
    loudness = of.loudness.astype(np.float32)
    sums = loudness.sum(1, keepdims=True)
    quiet = FLOOR * sums[sums > 0].mean() if sums.any() else 1.0
    return np.concatenate(
        [
            around(loudness * (FRAME_SUM / (sums + quiet)), of.tuning),
            around(of.prominence, of.tuning),
        ],
        axis=2,
    ).astype(np.float32)
