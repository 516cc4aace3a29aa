"""Stretches of the data set as training examples, varied in the domain of the features."""

import numpy as np
import torch

from features import BAND_COUNT, compress, expand, frame_position

MOST_STRETCH = 0.27  # natural logarithm: 0.76 to 1.31 times the tempo
MOST_ROLL = 3  # bands, about semitones
GAIN = (-14.0, 8.0)  # dB
TONE_POINTS, TONE_SPREAD = 6, 3.0  # points of a random tone control, and its spread in dB
BAND_MASK, TIME_MASK, DROP_OUTS = 0.3, 0.15, 0.1  # how often


def resampled(array, start, step, count):
    """`count` rows, `step` rows apart from `start` on, interpolated; zeros beyond the end."""
    positions = start + np.arange(count) * step
    lower = np.floor(positions).astype(int)
    fraction = (positions - lower).astype(np.float32)[:, None]
    some = array[lower[0] : lower[-1] + 2].astype(np.float32)
    missing = lower[-1] + 2 - lower[0] - len(some)
    some = np.pad(some, ((0, missing), (0, 0)))
    lower -= lower[0]
    return some[lower] * (1 - fraction) + some[lower + 1] * fraction


def rolled(spectrum, bands):
    """The spectrum moved up by `bands`, silence moving in."""
    result = np.zeros_like(spectrum)
    if bands > 0:
        result[:, bands:] = spectrum[:, :-bands]
    elif bands < 0:
        result[:, :bands] = spectrum[:, -bands:]
    else:
        result[:] = spectrum
    return result


def regained(spectrum, rng):
    """The spectrum as if the sound had been amplified, with another tone."""
    bands = np.arange(BAND_COUNT)
    tone = np.interp(
        bands, np.linspace(0, BAND_COUNT - 1, TONE_POINTS), rng.normal(0, TONE_SPREAD, TONE_POINTS)
    )
    gain = 10 ** ((rng.uniform(*GAIN) + tone) / 20)
    return compress(expand(spectrum) * gain.astype(np.float32))


def masked(spectrum, rng):
    """The spectrum with bands or moments missing or faint."""
    frames, bands = spectrum.shape
    if rng.random() < BAND_MASK:
        low = rng.integers(0, bands - 8)
        spectrum[:, low : low + rng.integers(2, 12)] = 0
    if rng.random() < TIME_MASK:
        start = rng.integers(0, frames - 100)
        spectrum[start : start + rng.integers(10, 100)] *= np.float32(rng.uniform(0, 0.5))
    if rng.random() < DROP_OUTS:
        for start in rng.integers(0, frames - 10, 5):
            spectrum[start : start + rng.integers(1, 8)] = 0
    return spectrum


def example(item, frames, rng=None):
    """`frames` frames of an item of the data set as {name: array}.

    With `rng`, a random stretch, varied; without, the beginning as it is.
    """
    step = 1.0 if rng is None else float(np.exp(rng.uniform(-MOST_STRETCH, MOST_STRETCH)))
    length = len(item["features"])
    start = 0 if rng is None else rng.integers(0, max(1, length - int(frames * step)))
    spectrum = resampled(item["features"], start, step, frames)
    if rng is not None:
        spectrum = rolled(spectrum, int(rng.integers(-MOST_ROLL, MOST_ROLL + 1)))
        spectrum = masked(regained(spectrum, rng), rng)
    source = np.round(start + np.arange(frames) * step).astype(int)
    valid = source < length
    activity = item["activity"][np.minimum(source, length - 1)] * valid[:, None]
    result = {
        "spectrum": spectrum,
        "activity": activity.astype(np.float32),
        "valid": valid.astype(np.float32),
        "bars_count": np.float32(item["bars_count"]),
        "activity_counts": np.float32(item["activity_counts"]),
        "beat": np.zeros(frames, np.float32),
        "downbeat": np.zeros(frames, np.float32),
    }
    nearest = np.round((frame_position(item["beats"][:, 0]) - start) / step).astype(int)
    inside = (nearest >= 0) & (nearest < frames)
    result["beat"][nearest[inside]] = 1
    result["downbeat"][nearest[inside & (item["beats"][:, 1] == 1)]] = 1
    return result


def batch(items, frames, rng=None):
    """Examples of several items, stacked as tensors."""
    examples = [example(item, frames, rng) for item in items]
    return {
        name: torch.from_numpy(np.stack([each[name] for each in examples])) for name in examples[0]
    }
