"""Filters that several sound sources share."""

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft

from features import SAMPLE_RATE


def shaped(signal, gain_of_frequency):
    """The signal with each frequency's magnitude multiplied by `gain_of_frequency(Hz)`."""
    count = len(signal)
    length = next_fast_len(count + 1024, real=True)
    spectrum = rfft(np.asarray(signal, np.float32), length)
    spectrum *= gain_of_frequency(np.fft.rfftfreq(length, 1 / SAMPLE_RATE)).astype(np.float32)
    return irfft(spectrum, length)[:count]


def soft_step(x):
    """From 0 for large negative to 1 for large positive `x`, 0.5 at 0."""
    return 1 / (1 + np.exp(-np.clip(x, -50, 50)))


def band_noise(rng, count, low, high):
    """White noise between two frequencies in Hz, with soft edges."""

    def gain(frequency):
        rise = soft_step((frequency - low) / (0.15 * low))
        return rise * soft_step((high - frequency) / (0.15 * high))

    return shaped(rng.standard_normal(count), gain)
