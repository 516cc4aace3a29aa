#!/usr/bin/env python3
"""Makes the training data: songs as features, with beats and what sounds.

Item n follows from the seed and n alone, whatever was made before. Each is a file NNNNNN.npz:

- features: float16 [frame][band]
- activity: uint8 [frame][vocal, drum, bass, other]
- beats: float64 [beat][time s, position in the bar from 1]
- info: JSON with the style, tempo, key, sections, what the song came from, and `bars_count`:
  whether the positions in the bar can be trusted
"""

import argparse
import json
import os
import pickle
import time
import traceback

import numpy as np
import soundfile

import mastering
import midi_songs
import mixing
import mutopia
import openscore
import performance
import played_music
import singing
import soundfonts
from activity import activity
from arrangement import arranged, at_rate
from composer import compose
from features import SAMPLE_RATE, features

SEED = 20261130
DURATION = 50.0  # seconds
MIDI_SHARE = 0.12
FAINTEST = 1e-4  # root mean square below which an item is thrown away


def midi_score(songs, rng):
    """(score, name, whether bars count) of a stretch of a MIDI file, newly arranged."""
    name, song, bars = songs[rng.integers(len(songs))]
    rate = float(np.clip(np.exp(rng.normal(0, 0.12)), 0.75, 1.35))
    song = at_rate(song, rate)
    start = rng.uniform(-2, max(0.0, song.duration - DURATION - 2))
    score = song.transposed(int(rng.integers(-5, 7))).clipped(start, DURATION)
    return arranged(score, rng), name, bars


def make_item(index, songs, bank, notations=(), playings=()):
    """The arrays of item `index`; of written or of played music alone if there is any."""
    rng = np.random.default_rng([SEED, index])
    if playings:
        lengths = np.array([piece.end for piece in playings])
        piece = playings[rng.choice(len(playings), p=lengths / lengths.sum())]
        score, source, bars = piece.stretch(rng, DURATION), piece.name, True
    elif notations:
        notation = notations[rng.integers(len(notations))]
        score, source, bars = performance.perform(notation, rng, DURATION), notation.name, True
    elif songs and rng.random() < MIDI_SHARE:
        score, source, bars = midi_score(songs, rng)
    else:
        score, source, bars = compose(rng, DURATION), "composer", True
    mixed, stems = mixing.mix(score, rng, bank)
    signal = mastering.master(mixed, rng)
    if not np.isfinite(signal).all() or np.sqrt(np.mean(mixed**2)) < FAINTEST:
        raise ValueError("silent or broken sound")
    info = {
        "source": source,
        "bars_count": bars,
        "style": score.style,
        "beats_per_bar": score.beats_per_bar,
        "beats_per_minute": score.beats_per_minute,
        "boundaries": score.boundaries,
        "key": score.key,
        "silence": score.silence,
        "parts": [
            [part.role, part.sound, part.program, round(stem.level, 1)]
            for stem in stems
            for part in stem.parts
        ],
    }
    arrays = {
        "features": features(signal).astype(np.float16),
        "activity": activity(stems, score.duration, len(signal)),
        "beats": score.beats,
        "info": np.array(json.dumps(info, default=float)),
    }
    return arrays, signal


def written_music(folder):
    """The pieces of either collection that lie in a folder."""
    return openscore.library(folder) + mutopia.library(folder)


def load_songs(folder, cache, library):
    """What `library` reads from a folder; that takes minutes, so it is kept."""
    if not folder:
        return []
    if not os.path.exists(cache):
        with open(f"{cache}.{os.getpid()}", "wb") as file:
            pickle.dump(library(folder), file)
        os.replace(file.name, cache)
    with open(cache, "rb") as file:
        return pickle.load(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", required=True, metavar="FOLDER")
    parser.add_argument("--voices", required=True, metavar="FILE", help="of voice_bank.py")
    parser.add_argument("--midi", metavar="FOLDER", help="with the music of Freedoom")
    parser.add_argument("--scores", metavar="FOLDER", help="play these instead of composing")
    parser.add_argument("--played", metavar="FOLDER", help="take these performances instead")
    parser.add_argument("--fonts", metavar="FOLDER", help="sound fonts that load faster")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--to", type=int, default=1500, dest="end")
    parser.add_argument("--step", type=int, default=1, help="for several processes at once")
    parser.add_argument("--audio", action="store_true", help="also write each item's sound")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    if options.fonts:
        soundfonts.FOLDERS.insert(0, options.fonts)
    songs = load_songs(
        options.midi, os.path.join(options.out, "midi.pickle"), midi_songs.library
    )
    notations = load_songs(
        options.scores, os.path.join(options.out, "scores.pickle"), written_music
    )
    playings = load_songs(
        options.played, os.path.join(options.out, "played.pickle"), played_music.library
    )
    bank = singing.load_bank(options.voices)
    started, made = time.monotonic(), 0
    for index in range(options.first, options.end, options.step):
        path = os.path.join(options.out, f"{index:06d}.npz")
        if os.path.exists(path):
            continue
        try:
            arrays, signal = make_item(index, songs, bank, notations, playings)
        except Exception:  # one bad item must not end the work of hours
            print(f"{index}: {traceback.format_exc(limit=-2)}", flush=True)
            continue
        with open(f"{path}.part", "wb") as file:
            np.savez(file, **arrays)
        os.replace(file.name, path)
        if options.audio:
            soundfile.write(path.replace(".npz", ".flac"), signal, SAMPLE_RATE)
        made += 1
        if made % 10 == 0:
            print(f"{index}: {(time.monotonic() - started) / made:.1f} s an item", flush=True)


if __name__ == "__main__":
    main()
