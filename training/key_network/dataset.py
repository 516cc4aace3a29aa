#!/usr/bin/env python3
"""Listens to the items of training/rhythm/make_dataset.py --audio, and reads what was heard.

Of each item with a key, OUT/NNNNNN.npz holds the `Grid` of its audio (float16) and its description.
"""

import argparse
import glob
import json
import os

import numpy as np
import soundfile

from features import SAMPLE_RATE, Grid, grid, tuned

VALIDATION = 17, 3  # items n with n mod 17 = 3, as for the rhythm network


def listen(audio):
    """The `Grid` of an audio file at SAMPLE_RATE."""
    samples, rate = soundfile.read(audio, dtype="float32", always_2d=True)
    if rate != SAMPLE_RATE:
        raise ValueError(f"{audio} is not at {SAMPLE_RATE} Hz")
    return grid(samples.mean(1))


def save(path, heard, description):
    """Writes a `Grid` and a description that JSON can hold."""
    with open(path + ".part", "wb") as file:
        np.savez(
            file, loudness=heard.loudness.astype(np.float16),
            prominence=heard.prominence.astype(np.float16), sounding=heard.sounding,
            tuning=heard.tuning, info=json.dumps(description))
    os.replace(path + ".part", path)


def load(path):
    """(features [frame][note][channel] as float16, description) of what `save` wrote."""
    with np.load(path) as file:
        heard = Grid(
            file["loudness"], file["prominence"], file["sounding"], float(file["tuning"]))
        return tuned(heard).astype(np.float16), json.loads(str(file["info"]))


def is_for_validation(path):
    number = int(os.path.basename(path)[:6])
    return number % VALIDATION[0] == VALIDATION[1]


def key_of(description):
    """0 to 23, C major first, or None."""
    key = description.get("key")
    return None if key is None else int(key[0]) + 12 * int(key[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, metavar="FOLDER", help="items with audio")
    parser.add_argument("--out", required=True, metavar="FOLDER")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    for path in sorted(glob.glob(os.path.join(options.data, "*.npz"))):
        out = os.path.join(options.out, os.path.basename(path))
        audio = path[:-4] + ".flac"
        if os.path.exists(out) or not os.path.exists(audio):
            continue
        with np.load(path) as file:
            description = json.loads(str(file["info"]))
        if key_of(description) is not None:
            save(out, listen(audio), description)


if __name__ == "__main__":
    main()
