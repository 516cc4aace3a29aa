"""What happens to a mix on its way to the listener: tone, loudness, noise, lossy coding."""

import os
import subprocess
import tempfile

import numpy as np
import soundfile
from scipy.signal import lfilter

from features import SAMPLE_RATE
from filters import shaped

TONE_POINTS = np.array([0, 60, 150, 400, 1000, 2500, 6000, 11025.0])  # Hz


def toned(signal, rng):
    """A random tone control: gains that walk from band to band, now and then a band's end cut."""
    decibels = 0.7 * np.cumsum(rng.normal(0, 2.2, len(TONE_POINTS)))
    decibels -= decibels.mean()
    if rng.random() < 0.15:
        decibels[-2:] -= rng.uniform(5, 20)
    if rng.random() < 0.12:
        decibels[:2] -= rng.uniform(5, 18)
    low_pass = rng.uniform(3500, 9500) if rng.random() < 0.12 else None

    def gain(frequency):
        result = 10 ** (np.interp(frequency, TONE_POINTS, decibels) / 20)
        if low_pass:
            result = result / np.sqrt(1 + (frequency / low_pass) ** 16)
        return result

    return shaped(signal, gain)


def compressed(signal, rng):
    """Less difference between loud and soft; the gain follows in 5 to 200 ms."""
    hop = 64
    count = -(-len(signal) // hop)
    padded = np.pad(signal, (0, count * hop - len(signal))).reshape(count, hop)
    power = (padded**2).mean(1)
    fading = np.exp(-hop / (SAMPLE_RATE * rng.uniform(0.005, 0.2)))
    smooth = np.sqrt(lfilter([1 - fading], [1, -fading], power)) + 1e-6
    threshold = np.sqrt(power.mean()) * 10 ** (rng.uniform(-12, 3) / 20)
    slope = 1 - 1 / rng.uniform(1.5, 8)
    gain = np.minimum(1, (smooth / (threshold + 1e-9)) ** -slope)
    positions = np.arange(len(signal)) / hop
    return (signal * np.interp(positions, np.arange(count), gain)).astype(np.float32)


def clipped(signal, rng):
    """Pushed against full scale, softly or hard."""
    drive = rng.uniform(1.2, 6)
    return np.tanh(signal * drive) if rng.random() < 0.7 else np.clip(signal * drive, -1, 1)


def noisy(signal, rng):
    """Noise of even or falling spectrum, -60 to -32 dB."""
    noise = rng.standard_normal(len(signal))
    if rng.random() < 0.5:
        noise = lfilter([1], [1, -0.95], noise) * 0.3
    return signal + noise.astype(np.float32) * np.float32(10 ** (rng.uniform(-60, -32) / 20))


def coded(signal, rng):
    """The signal after MP3 or Vorbis at a low bit rate, in time with what went in."""
    codec = [
        ["libmp3lame", "mp3", rng.choice(["24k", "32k", "48k"])],
        ["libvorbis", "ogg", rng.choice(["24k", "32k", "48k"])],
    ][rng.integers(2)]
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "plain.wav")
        lossy = os.path.join(folder, f"lossy.{codec[1]}")
        soundfile.write(plain, signal, SAMPLE_RATE)
        quiet = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-threads", "1", "-i"]
        subprocess.run(quiet + [plain, "-c:a", codec[0], "-b:a", codec[2], lossy], check=True)
        subprocess.run(quiet + [lossy, "-ar", str(SAMPLE_RATE), plain], check=True)
        back, _ = soundfile.read(plain, dtype="float32", always_2d=True)
    result = np.zeros(len(signal), np.float32)
    back = back.mean(1)[: len(signal)]
    result[: len(back)] = back
    return result


def master(signal, rng):
    """A mix made ready, with a peak between -14 and 0 dB."""
    signal = normal(toned(signal, rng))
    if rng.random() < 0.4:
        signal = normal(compressed(signal, rng))
    if rng.random() < 0.55:
        signal = normal(clipped(signal, rng))
    if rng.random() < 0.25:
        signal = noisy(signal, rng)
    if rng.random() < 0.12:
        signal = coded(normal(signal) * 0.9, rng)
    return normal(signal) * np.float32(10 ** (rng.uniform(-14, -0.1) / 20))


def normal(signal):
    """The signal with a peak of one."""
    return (signal / (np.abs(signal).max() + 1e-9)).astype(np.float32)
