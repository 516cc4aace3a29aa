#!/usr/bin/env python3
"""Plays songs of the OpenScore Lieder corpus and listens to them, as dataset.py does to made-up music.

A song's key is known where its last key signature and the last bass note agree. Composers, not
songs, are dealt out to validation, so that it tells of other composers' music. Of each song
OUT/NNNNNN.npz holds what was heard and a description; numbers of validation are below 100000.
"""

import argparse
import glob
import os
import sys
import zlib

import numpy as np

from dataset import save
from features import SAMPLE_RATE, grid

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rhythm"))
import mastering  # noqa: E402
import openscore  # noqa: E402
import soundfonts  # noqa: E402
from score import Part, sorted_notes  # noqa: E402

PIANOS = (0, 0, 0, 1, 2, 4, 5, 6, 19)  # General MIDI programs, pianos first of all
VOICES = (52, 53, 54, 68, 71, 73, 40, 42, 56, 65)
VALIDATION = 4  # every fourth composer
TRAINING_FROM = 100_000


def home_key(song):
    """The key of the whole, 0 to 23 from C major, or None where the score does not tell.

    The last bass note must be the tonic of the last signature's major or minor key, and no note of
    the last chord may be the other mode's third, but for a minor key that ends in major.
    """
    starts, pitches = song.notes[:, 0], song.notes[:, 2].astype(int)
    ends = starts + song.notes[:, 1]
    final = pitches[ends > ends.max() - 0.25]
    bass, chord = min(final) % 12, {pitch % 12 for pitch in final}
    major = song.keys[-1][1] * 7 % 12 if song.keys else 0
    if bass == major and (bass + 3) % 12 not in chord:
        return int(major)
    if bass == (major + 9) % 12:
        return int(12 + bass)
    return None


def is_for_validation(composer):
    return zlib.crc32(composer.encode()) % VALIDATION == 0


def seconds(song, positions):
    """When positions sound, by the tempo marks alone."""
    marks = np.array([max(0.0, place) for place, _ in song.tempi])
    rates = np.array([rate for _, rate in song.tempi]) / 60
    times = np.concatenate([[0], np.cumsum(np.diff(marks) / rates[:-1])])
    at = np.maximum(np.searchsorted(marks, positions, side="right") - 1, 0)
    return times[at] + (positions - marks[at]) / rates[at]


def played(song, rng, longest):
    """The sound of a song's first `longest` seconds."""
    starts = seconds(song, np.maximum(song.notes[:, 0], 0))
    ends = np.maximum(seconds(song, song.notes[:, 0] + song.notes[:, 1]), starts + 0.05)
    duration = min(longest, float(ends.max()) + 1.5)
    starts = starts + np.abs(rng.normal(0, 0.012, len(starts)))
    programs = {"keyboard": rng.choice(PIANOS), "voice": rng.choice(VOICES)}
    parts = []
    for number, owner in enumerate(song.voices):
        own = song.notes[:, 3] == number
        notes = [(starts[n], max(ends[n], starts[n] + 0.05), song.notes[n, 2], song.notes[n, 4])
                 for n in np.flatnonzero(own)]
        if notes:
            parts.append(Part("other", "soundfont", int(programs[owner]), sorted_notes(notes)))
    sound = soundfonts.render(parts, duration, soundfonts.choose_font(rng))
    return mastering.master(sound, rng) if rng.random() < 0.5 else mastering.normal(sound) * 0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scores", required=True, metavar="FOLDER", help="the corpus's scores")
    parser.add_argument("--out", required=True, metavar="FOLDER")
    parser.add_argument("--training", type=int, default=300, metavar="SONGS")
    parser.add_argument("--validation", type=int, default=100, metavar="SONGS")
    parser.add_argument("--longest", type=float, default=150.0, metavar="SECONDS",
                        help="longer songs are cut, those for validation left out")
    parser.add_argument("--seed", type=int, default=20261130)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    paths = sorted(glob.glob(os.path.join(options.scores, "**", "*.mscx"), recursive=True))
    np.random.default_rng(options.seed).shuffle(paths)
    left = {True: options.validation, False: options.training}
    for number, path in enumerate(paths):
        composer = os.path.relpath(path, options.scores).split(os.sep)[0]
        validates = is_for_validation(composer)
        out = os.path.join(options.out, f"{number + (0 if validates else TRAINING_FROM):06d}.npz")
        if os.path.exists(out):
            left[validates] -= 1
        if left[validates] <= 0 or os.path.exists(out):
            continue
        try:
            song = openscore.read(path)
            key = home_key(song)
        except (KeyError, ValueError, AttributeError, TypeError, openscore.xml.ParseError):
            continue  # older versions of the format
        # Only the end says what the key of the whole is, so a song to validate with is whole.
        end = seconds(song, song.notes[:, 0] + song.notes[:, 1]).max()
        if key is None or (validates and end > options.longest):
            continue
        left[validates] -= 1
        rng = np.random.default_rng([options.seed, number])
        heard = grid(played(song, rng, options.longest))
        save(out, heard, {
            "key": [key % 12, key // 12], "composer": composer, "name": song.name,
            "signatures": [[float(seconds(song, np.array([max(0, place)]))[0]), int(sharps)]
                           for place, sharps in song.keys]})


if __name__ == "__main__":
    main()
