#!/usr/bin/env python3
"""Adds stretches of real music to the data, with the beats that mucat itself is sure of.

A piece counts if its tempo is as steady as a machine's and the analysis is confident; a stretch of
it if the beats are complete and even. Neither bars nor instruments are known, nor do they count.
"""

import argparse
import json
import os
import subprocess

import numpy as np

from dataset import VALIDATION_REST, VALIDATION_STEP
from evaluate import read_mono
from features import SAMPLE_RATE, features

SEED, FIRST_INDEX = 7, 900_000
LENGTH = 50.0  # seconds
MOST_STRETCHES = 3  # of a piece
LEAST_CONFIDENCE, LEAST_STABILITY = 0.9, 0.97
FEWEST_BEATS, FASTEST = 60, 190.0  # beats a minute; faster may well be twice too fast
MOST_UNEVEN = 0.06  # of a beat
FEWEST_OF_ALL = 0.9  # of the beats that a stretch would hold


def sure_beats(mucat, path):
    """(times of the beats, beats a minute) of a file, or None if mucat is not sure."""
    answer = subprocess.run([mucat, "analyze", "--only", "rhythm", path], capture_output=True)
    try:
        rhythm = json.loads(answer.stdout)["rhythm"]
    except (json.JSONDecodeError, KeyError):
        return None
    tempo, details = rhythm.get("beatsPerMinute"), rhythm["details"]
    beats = np.array(rhythm["beats"])
    if (
        not tempo
        or tempo > FASTEST
        or details["confidence"] < LEAST_CONFIDENCE
        or details["tempoStability"] < LEAST_STABILITY
        or len(beats) < FEWEST_BEATS
    ):
        return None
    return beats, tempo


def even_stretches(beats, tempo, duration):
    """The starts of stretches whose beats are complete and even."""
    period = 60 / tempo
    starts = []
    for start in np.arange(0, duration - LENGTH, LENGTH):
        inside = beats[(beats >= start) & (beats < start + LENGTH)]
        if len(inside) < FEWEST_OF_ALL * LENGTH / period:
            continue
        if np.abs(np.diff(inside) / period - 1).max() <= MOST_UNEVEN:
            starts.append(start)
    return starts


def item(signal, beats, start, tempo, name):
    """The arrays of an item, as in make_dataset.py."""
    first = int(start * SAMPLE_RATE)
    spectrum = features(signal[first : first + int(LENGTH * SAMPLE_RATE)])
    inside = beats[(beats >= start) & (beats < start + LENGTH)] - start
    info = {"source": "self", "style": "self", "file": name, "beats_per_minute": tempo}
    info |= {"bars_count": False, "activity_counts": False}
    return {
        "features": spectrum.astype(np.float16),
        "activity": np.zeros((len(spectrum), 4), np.uint8),
        "beats": np.column_stack([inside, np.full(len(inside), 2.0)]),
        "info": np.array(json.dumps(info)),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mucat", required=True, metavar="FILE", help="the program")
    parser.add_argument("--music", required=True, metavar="FOLDER")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the data are")
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    index = FIRST_INDEX
    paths = [os.path.join(root, n) for root, _, names in os.walk(options.music) for n in names]
    for path in sorted(paths):
        sure = sure_beats(options.mucat, path)
        if sure is None:
            continue
        signal = read_mono(path)
        starts = even_stretches(*sure, len(signal) / SAMPLE_RATE)
        name = os.path.relpath(path, options.music)
        for start in rng.permutation(starts)[:MOST_STRETCHES]:
            index += 1 + (index % VALIDATION_STEP == VALIDATION_REST - 1)  # all for training
            with open(os.path.join(options.out, f"{index:06d}.npz"), "wb") as file:
                np.savez(file, **item(signal, sure[0], start, sure[1], name))
        print(f"{name}: {min(len(starts), MOST_STRETCHES)} stretches", flush=True)


if __name__ == "__main__":
    main()
