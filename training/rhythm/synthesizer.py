"""A synthesiser: band-limited wave tables or frequency modulation, one envelope, one sweep."""

import numpy as np

from features import SAMPLE_RATE
from patches import choose_patch

TABLE = 2048
MOST_HARMONICS = 160
LONGEST_NOTE = 12.0  # seconds; what is longer is cut


def spectrum_of(wave, duty, count):
    """Complex amplitudes of the first `count` harmonics."""
    harmonics = np.arange(1, count + 1)
    if wave == "saw":
        return -1j / harmonics
    if wave == "pulse":
        return np.sin(np.pi * harmonics * duty) / harmonics
    if wave == "organ":
        drawbars = {1: 1.0, 2: 0.8, 3: 0.5, 4: 0.4, 6: 0.25, 8: 0.2}
        return np.array([drawbars.get(number, 0.0) for number in harmonics])
    return (harmonics % 2) / harmonics**2.0  # triangle


def wave_table(patch, cutoff, frequency):
    """One period of a wave, low-passed at `cutoff` harmonics, without aliases at `frequency`."""
    count = int(np.clip(SAMPLE_RATE / 2 / frequency, 1, MOST_HARMONICS))
    spectrum = np.zeros(TABLE // 2 + 1, complex)
    harmonics = np.arange(1, count + 1)
    rolloff = 1 / np.sqrt(1 + (harmonics / max(cutoff, 1.0)) ** 4)
    spectrum[1 : count + 1] = spectrum_of(patch.wave, patch.duty, count) * rolloff
    table = np.fft.irfft(spectrum)
    if patch.wave == "steps":
        table = np.round(7.5 * table / np.abs(table).max()) / 7.5
    return (table / np.sqrt(np.mean(table**2))).astype(np.float32)


class Oscillator:
    """The wave of one patch, at any pitch."""

    def __init__(self, patch, rng):
        self.patch = patch
        self.rng = rng
        self.tables = {}

    def tables_at(self, pitch, frequency):
        key = round(pitch)
        if key not in self.tables:
            self.tables[key] = tuple(
                wave_table(self.patch, cutoff, frequency)
                for cutoff in (self.patch.bright, self.patch.dark)
            )
        return self.tables[key]

    def play(self, pitch, time):
        """The wave at each `time` after the start of a note, before the envelope."""
        patch, rng = self.patch, self.rng
        frequency = 440 * 2 ** ((pitch - 69) / 12)
        if patch.wave == "noise":
            return rng.standard_normal(len(time)).astype(np.float32)
        swing = np.float32(0)
        if patch.vibrato:
            depth = patch.vibrato * np.log(2) / 12 * np.minimum(1, time / 0.3)
            swing = (
                depth
                / (2 * np.pi * patch.vibrato_rate)
                * (1 - np.cos(2 * np.pi * patch.vibrato_rate * time))
            )
        cycles = frequency * (time + swing)
        fade = np.exp(-time / patch.sweep)
        if patch.wave == "fm":
            index = patch.index * (0.15 + 0.85 * fade)
            modulator = index * np.sin(2 * np.pi * patch.ratio * cycles)
            return np.sin(2 * np.pi * cycles + modulator)
        bright, dark = self.tables_at(pitch, frequency)
        result = np.zeros(len(time), np.float32)
        for detune in np.linspace(-0.5, 0.5, patch.voices) if patch.voices > 1 else [0.0]:
            rate = np.float32(TABLE * 2 ** (patch.spread * detune / 12))
            start = rng.uniform(0, TABLE) if patch.voices > 1 else 0
            positions = (cycles * rate + start).astype(np.int32) & (TABLE - 1)
            result += dark[positions] + fade * (bright[positions] - dark[positions])
        return result / np.sqrt(patch.voices)


def envelope(patch, time, length):
    """The level of a note at each `time` after its start; it is released after `length`."""
    level = patch.sustain + (1 - patch.sustain) * np.exp(-time / patch.fall)
    level *= np.minimum(1, (time + 1 / SAMPLE_RATE) / patch.attack)
    released = time > length
    level[released] *= np.exp((length - time[released]) * 4 / patch.release)
    if patch.tremolo:
        level *= 1 - patch.tremolo * (0.5 + 0.5 * np.sin(2 * np.pi * 5 * time))
    return level


def render(part, duration, rng, style=""):
    """The sound of a part, `duration` seconds, mono at SAMPLE_RATE."""
    patch = choose_patch(part, style, rng)
    oscillator = Oscillator(patch, rng)
    detune = rng.normal(0, 0.03)
    count = int(duration * SAMPLE_RATE)
    output = np.zeros(count, np.float32)
    clock = (
        np.arange(int((LONGEST_NOTE + patch.release) * SAMPLE_RATE) + 2, dtype=np.float32)
        / SAMPLE_RATE
    )
    for start, end, pitch, velocity in part.notes:
        position = int(start * SAMPLE_RATE)
        length = min(end - start, LONGEST_NOTE)
        time = clock[: min(int((length + patch.release) * SAMPLE_RATE) + 1, count - position)]
        if position < 0 or len(time) == 0:
            continue
        sound = oscillator.play(pitch + detune, time) * envelope(patch, time, length)
        output[position : position + len(time)] += sound * np.float32(velocity / 100)
    return output
