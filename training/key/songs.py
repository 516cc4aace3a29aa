#!/usr/bin/env python3
"""Makes up songs in known keys: pop, rock and blues by mma, metal and electronic by patterns.py.

Writes OUT/audio/sNNN.wav (with its .mma and .mid) and OUT/songs.json. Each song has random numbers
of its own, from --seed and its number, so any of them can be made again alone.
"""

import argparse
import os
import sys

import numpy as np

import accompanist
import patterns
import synthesizer


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    synthesizer.add_arguments(parser)
    parser.add_argument(
        "--mma-home", required=True, metavar="FOLDER",
        help="mma's shared files, with lib/stdlib in them")
    parser.set_defaults(count=240, seed=5)
    options = parser.parse_args()

    folder = os.path.join(options.out, "audio")
    os.makedirs(folder, exist_ok=True)
    styles = accompanist.read_styles(options.mma_home)
    labels = {}
    for number in range(options.count):
        random = np.random.default_rng([options.seed, number])
        name = f"s{number:03d}"
        path = os.path.join(folder, name)
        if random.random() < 0.6:
            key, kind = accompanist.write_song(random, styles, path + ".mma")
            played = accompanist.perform(
                path + ".mma", path + ".mid", options.mma_home, options.out)
            if not played:
                print(f"{name}: mma cannot play {kind}", file=sys.stderr)
                continue
        else:
            key, kind = patterns.write_song(random, path + ".mid")
        font = options.sound_fonts[random.integers(len(options.sound_fonts))]
        synthesizer.render(path + ".mid", path + ".wav", font, options.out)
        labels[name] = {"key": key, "kind": kind}
    synthesizer.save_labels(labels, os.path.join(options.out, "songs.json"))
    print(f"{len(labels)} songs")


if __name__ == "__main__":
    main()
