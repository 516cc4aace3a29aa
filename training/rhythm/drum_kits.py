"""Drum kits: recorded one-shots of the Hydrogen drum machine, and synthesised electronic ones.

A kit is {role: [one-shot, ...]}, a one-shot a float32 array at SAMPLE_RATE with a peak of one.
"""

import glob
import os
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import soundfile
import soxr

from features import SAMPLE_RATE
from filters import band_noise, soft_step

HYDROGEN_KITS = "/usr/share/hydrogen/data/drumkits"
ROLES = ("kick", "snare", "clap", "closed hat", "open hat", "tom", "crash", "ride", "percussion")
LONGEST = 2.5  # seconds
SYNTHETIC_KITS, SYNTHETIC_SEED = 40, 1

# The first pattern that fits an instrument's name in lower case decides.
ROLE_PATTERNS = (
    ("kick", r"kick|bass ?drum|^bd|\bbd"),
    ("clap", r"clap|rim|stick|snap"),
    ("snare", r"snare|^sn|^sd|\bsd"),
    ("open hat", r"open.*h|h.*open|hh ?o|ohh"),
    ("closed hat", r"hat|^hh|hh "),
    ("crash", r"crash|splash|china"),
    ("ride", r"ride|cup|bell"),
    ("tom", r"\btom|^tm|tom\b"),
)


def role_of(name):
    """The role that an instrument's name tells of."""
    for role, pattern in ROLE_PATTERNS:
        if re.search(pattern, name.lower()):
            return role
    return "percussion"


def read_one_shot(path):
    """The sound in a file, leading silence cut; None if there is none to speak of."""
    try:
        samples, rate = soundfile.read(path, always_2d=True, dtype="float32")
    except (OSError, soundfile.LibsndfileError):
        return None
    mono = soxr.resample(samples.mean(1), rate, SAMPLE_RATE)[: int(LONGEST * SAMPLE_RATE)]
    peak = np.abs(mono).max(initial=0)
    if len(mono) < 100 or peak < 1e-3:
        return None
    start = np.argmax(np.abs(mono) > 0.02 * peak)
    mono = mono[max(0, start - 10) :] / peak
    fade = min(len(mono), int(0.01 * SAMPLE_RATE))
    mono[-fade:] *= np.linspace(1, 0, fade, dtype=np.float32)
    return mono.astype(np.float32)


def read_hydrogen_kit(folder):
    """The kit in a folder; of the layers of an instrument only the two loudest."""
    with open(os.path.join(folder, "drumkit.xml"), errors="ignore") as file:
        text = re.sub(r'xmlns="[^"]+"', "", file.read(), count=1)
    kit = {}
    for instrument in ElementTree.fromstring(text).iter("instrument"):
        names = [each.text for each in instrument.iter("filename") if each.text]
        if not names:
            continue
        role = role_of(instrument.findtext("name") or "")
        if role == "percussion":
            role = role_of(os.path.basename(names[0]))
        for name in names[-2:]:
            sound = read_one_shot(os.path.join(folder, name))
            if sound is not None:
                kit.setdefault(role, []).append(sound)
    return kit


def decay(count, time):
    """An exponential fall to 1/e after `time` seconds."""
    return np.exp(-np.arange(count) / (time * SAMPLE_RATE))


def swept_sine(rng, low, high, sweep, length, fall):
    """A sine whose pitch falls from `high` to `low` Hz."""
    count = int(length * SAMPLE_RATE)
    frequency = low + (high - low) * decay(count, sweep)
    phase = 2 * np.pi * np.cumsum(frequency) / SAMPLE_RATE
    return np.sin(phase + rng.uniform(0, 0.5)) * decay(count, fall)


def burst(rng, fall, low, high=11_000):
    """Noise above `low` Hz that dies away."""
    count = int(min(1.8, fall * 7) * SAMPLE_RATE)
    return band_noise(rng, count, low, high) * decay(count, fall)


def metal(rng, fall, low):
    """Six square waves out of tune, as in the cymbals of old drum machines."""
    count = int(min(1.8, fall * 7) * SAMPLE_RATE)
    time = np.arange(count) / SAMPLE_RATE
    ratios = np.array([1.0, 1.34, 1.47, 1.79, 2.25, 2.67]) * rng.uniform(0.97, 1.03, 6)
    base = rng.uniform(250, 900)
    squares = sum(np.sign(np.sin(2 * np.pi * base * ratio * time)) for ratio in ratios)
    spectrum = np.fft.rfft(squares)
    frequencies = np.fft.rfftfreq(count, 1 / SAMPLE_RATE)
    spectrum *= soft_step((frequencies - low) / (low * 0.12))
    return np.fft.irfft(spectrum, count) * decay(count, fall)


def synthetic_kick(rng):
    low, high = rng.uniform(38, 62), rng.uniform(110, 420)
    length = rng.uniform(0.2, 0.5) if rng.random() < 0.75 else rng.uniform(0.6, 1.4)
    sound = swept_sine(rng, low, high, rng.uniform(0.008, 0.05), length, length / 3)
    click = min(len(sound), 120)
    sound[:click] += rng.uniform(0, 0.6) * rng.standard_normal(click) * np.linspace(1, 0, click)
    return np.tanh(sound * rng.uniform(1, 5))


def synthetic_snare(rng):
    noise = burst(rng, rng.uniform(0.04, 0.18), rng.uniform(600, 2500))
    tone = swept_sine(
        rng,
        rng.uniform(150, 230),
        rng.uniform(230, 420),
        0.015,
        len(noise) / SAMPLE_RATE,
        rng.uniform(0.03, 0.1),
    )
    count = min(len(noise), len(tone))
    return noise[:count] / np.abs(noise).max() + rng.uniform(0.2, 1.2) * tone[:count]


def synthetic_clap(rng):
    noise = burst(rng, rng.uniform(0.06, 0.2), rng.uniform(700, 1200), rng.uniform(3000, 9000))
    sound = np.zeros(len(noise) + 1000)
    gaps = np.cumsum(rng.integers(150, 280, 3))
    for offset, level in zip([0, *gaps], [0.6, 0.7, 0.6, 1.0]):
        sound[offset : offset + len(noise)] += level * noise
    return sound


def synthetic_kit(rng):
    """An electronic kit in the manner of the drum machines of the eighties."""
    cymbal = metal if rng.random() < 0.5 else burst
    kit = {
        "kick": [synthetic_kick(rng) for _ in range(2)],
        "snare": [synthetic_snare(rng) for _ in range(2)],
        "clap": [synthetic_clap(rng)],
        "closed hat": [cymbal(rng, rng.uniform(0.012, 0.05), 6500) for _ in range(2)],
        "open hat": [cymbal(rng, rng.uniform(0.1, 0.3), 6000)],
        "crash": [cymbal(rng, rng.uniform(0.4, 0.9), 3500)],
        "ride": [metal(rng, rng.uniform(0.15, 0.4), 5000)],
        "tom": [
            swept_sine(rng, low, 1.6 * low, 0.04, 0.6, rng.uniform(0.1, 0.2))
            for low in (90, 120, 160)
        ],
        "percussion": [
            burst(rng, 0.03, 2500),
            swept_sine(rng, 540, 560, 0.01, 0.3, 0.06),
            swept_sine(rng, 820, 1200, 0.01, 0.2, 0.04),
        ],
    }
    return {
        role: [(each / np.abs(each).max()).astype(np.float32) for each in sounds]
        for role, sounds in kit.items()
    }


def noise_channel_kit(rng):
    """The drums of a games console: noise of a shift register, and a falling triangle."""

    def noise(fall, period):
        count = int(min(1.0, fall * 7) * SAMPLE_RATE)
        steps = rng.choice([-1.0, 1.0], count // period + 2)
        return np.repeat(steps, period)[:count] * decay(count, fall)

    kick = np.arcsin(swept_sine(rng, 45, rng.uniform(200, 500), 0.03, 0.25, 0.5)) / 1.6
    kit = {
        "kick": [kick * decay(len(kick), 0.1), noise(0.04, 24)],
        "snare": [noise(0.08, 6)],
        "clap": [noise(0.05, 4)],
        "closed hat": [noise(0.015, 1)],
        "open hat": [noise(0.08, 1)],
        "tom": [noise(0.1, 12)],
        "crash": [noise(0.3, 3)],
        "ride": [noise(0.06, 1)],
        "percussion": [noise(0.02, 2)],
    }
    return {
        role: [(each / np.abs(each).max()).astype(np.float32) for each in sounds]
        for role, sounds in kit.items()
    }


def all_kits():
    """{name: kit} of every recorded and synthesised kit."""
    kits = {
        os.path.basename(folder): read_hydrogen_kit(folder)
        for folder in sorted(glob.glob(os.path.join(HYDROGEN_KITS, "*")))
        if os.path.exists(os.path.join(folder, "drumkit.xml"))
    }
    rng = np.random.default_rng(SYNTHETIC_SEED)
    for index in range(SYNTHETIC_KITS):
        kits[f"synthetic {index}"] = synthetic_kit(rng)
    for index in range(4):
        kits[f"console {index}"] = noise_channel_kit(rng)
    return {name: kit for name, kit in kits.items() if kit}
