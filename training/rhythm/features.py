"""What the network hears: log band levels, fifty frames a second.

A twin of mucat's front end, stage by stage: FrameSlicer, BandAnalyzer and LogBandFilter in
Sources/Analysis, of whose frames the network takes every second one. Names and constants are
theirs and are explained there.
"""

import numpy as np

SAMPLE_RATE = 22050
FRAME = 1024
HOP = 440  # every second hop of OnsetCurves.hopLength
LEAD_IN = 8 * 220  # samples of silence before the piece
FRAME_RATE = SAMPLE_RATE / HOP
COMPRESSION = 1000.0
BANDS_PER_OCTAVE, LOWEST, HIGHEST = 12, 30.0, 10_000.0
HIGHEST_SENSIBLE_PEAK = 1024.0


def _band_corners():
    """FFT bins at even steps of pitch, those that fall together merged."""
    bin_width = SAMPLE_RATE / FRAME
    steps = int(np.log2(HIGHEST / LOWEST) * BANDS_PER_OCTAVE) + 3
    corners = []
    for step in range(steps):
        bin_number = int(np.floor(LOWEST * 2 ** (step / BANDS_PER_OCTAVE) / bin_width + 0.5))
        if bin_number > (corners[-1] if corners else 0) and bin_number < FRAME // 2:
            corners.append(bin_number)
    return corners


def log_band_filter():
    """Weights [bin][band] of overlapping triangles, each band's summing to one."""
    corners = _band_corners()
    weights = np.zeros((FRAME // 2 + 1, len(corners) - 2), np.float32)
    for band, (left, center, right) in enumerate(zip(corners, corners[1:], corners[2:])):
        for bin_number in range(left + 1, right):
            weights[bin_number, band] = (
                (bin_number - left) / (center - left)
                if bin_number <= center
                else (right - bin_number) / (right - center)
            )
    return weights / weights.sum(0)


FILTER = log_band_filter()
BAND_COUNT = FILTER.shape[1]
WINDOW = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)).astype(np.float32)


def frame_count(sample_count):
    """How many network frames a piece has."""
    half_hop = HOP // 2
    hops = (sample_count + LEAD_IN + half_hop - 1) // half_hop
    return (hops + 1) // 2


def frame_position(time):
    """The frame, as a real number, that is centred on `time` seconds."""
    return (np.asarray(time) * SAMPLE_RATE + LEAD_IN) / HOP


def band_levels(signal):
    """Levels [frame][band] of a mono signal at SAMPLE_RATE; about 0.5 for a full-scale sine."""
    count = frame_count(len(signal))
    before = LEAD_IN + FRAME // 2
    padded = np.zeros(before + len(signal) + FRAME + HOP, np.float32)
    padded[before : before + len(signal)] = signal
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP]
    levels = np.zeros((count, BAND_COUNT), np.float32)
    for start in range(0, count, 1024):
        some = frames[start : min(start + 1024, count)]
        magnitudes = np.abs(np.fft.rfft(some * WINDOW)).astype(np.float32) * (2 / FRAME)
        magnitudes[np.abs(some).max(1) > HIGHEST_SENSIBLE_PEAK] = 0
        levels[start : start + len(some)] = magnitudes @ FILTER
    return levels


def compress(levels):
    """The network's scale of loudness: about 0 for silence, 6.2 for a full-scale sine."""
    return np.log1p(COMPRESSION * levels)


def expand(compressed):
    """The inverse of `compress`."""
    return np.expm1(compressed) / COMPRESSION


def features(signal):
    """The network's input [frame][band] for a mono signal at SAMPLE_RATE, as float32."""
    return compress(band_levels(signal))
