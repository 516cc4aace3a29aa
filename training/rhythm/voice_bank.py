#!/usr/bin/env python3
"""Makes the bank of voices that singing.py sings with: speech of flite and espeak-ng, analysed.

Each voice is a list of utterances, an utterance (f0, envelope, aperiodicity): pitch in Hz, 0 where
unvoiced, spectral envelope and aperiodicity as pyworld codes them, a frame every 5 ms, pauses
left out.
"""

import argparse
import os
import pickle
import subprocess
import tempfile

import numpy as np
import pyworld
import soundfile
import soxr

from features import SAMPLE_RATE

FLITE_VOICES = ("slt", "rms", "awb", "kal")
ESPEAK_VOICES = (
    "en-us",
    "en-gb+f3",
    "de+f2",
    "it",
    "fr+f4",
    "en+m7",
    "es+f1",
    "pt",
    "nl+f5",
    "sv+m3",
)
UTTERANCES = 10
ENVELOPE_SIZE = 48
WORDS = """
    lantern paper window river morning yellow hollow under every corner turning slowly over stone
    and willow carry me along the harbour waves are calling out a number seven steps away from
    winter open all the doors again we never knew the reason hold a candle near the water
    falling through the summer air oh no la la hey you my heart is made of copper wire shine on
    running like a train of thought believe it maybe someone else will dance around the kitchen
    tonight alone again""".split()


def speak(engine, voice, text, path):
    """Lets a program say `text` into a file."""
    command = (
        ["flite", "-voice", voice, "-t", text, "-o", path]
        if engine == "flite"
        else ["espeak-ng", "-v", voice, "-s", "120", "-w", path, text]
    )
    subprocess.run(command, check=True, capture_output=True)


def analyse(signal):
    """(f0, coded envelope, coded aperiodicity) of speech at SAMPLE_RATE, without its pauses."""
    f0, times = pyworld.dio(signal, SAMPLE_RATE)
    f0 = pyworld.stonemask(signal, f0, times, SAMPLE_RATE)
    envelope = pyworld.cheaptrick(signal, f0, times, SAMPLE_RATE)
    aperiodicity = pyworld.d4c(signal, f0, times, SAMPLE_RATE)
    energy = envelope.sum(1)
    sounding = energy > 1e-4 * energy.max()
    return (
        f0[sounding].astype(np.float32),
        pyworld.code_spectral_envelope(envelope, SAMPLE_RATE, ENVELOPE_SIZE)[sounding],
        pyworld.code_aperiodicity(aperiodicity, SAMPLE_RATE)[sounding],
    )


def make_bank(seed=3):
    """A list of voices."""
    rng = np.random.default_rng(seed)
    bank = []
    voices = [("flite", name) for name in FLITE_VOICES]
    voices += [("espeak-ng", name) for name in ESPEAK_VOICES]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "speech.wav")
        for engine, voice in voices:
            utterances = []
            for _ in range(UTTERANCES):
                speak(engine, voice, " ".join(rng.choice(WORDS, rng.integers(8, 15))), path)
                samples, rate = soundfile.read(path)
                signal = soxr.resample(samples, rate, SAMPLE_RATE)
                utterances.append(analyse(signal / np.abs(signal).max()))
            bank.append(utterances)
            seconds = sum(len(f0) for f0, _, _ in utterances) * 0.005
            print(f"{engine} {voice}: {seconds:.0f} s", flush=True)
    return bank


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", help="the file to write")
    options = parser.parse_args()
    with open(options.out, "wb") as file:
        pickle.dump(make_bank(), file)


if __name__ == "__main__":
    main()
