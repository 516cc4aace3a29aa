#!/usr/bin/env python3
"""Writes what a network answers for audio files: OUT.npz with an array [frame][6] for each file,
probabilities of beat, downbeat, vocal, drum, bass and other; network frame m is centred on sample
440 m - 1760 at 22,050 Hz.

A file's name there is its folder's and its own, without ending. The audio is read by ffmpeg, whose
resampler is not quite mucat's.
"""

import argparse
import os
import subprocess

import numpy as np
import torch

from export import load_network
from features import SAMPLE_RATE, features
from model import activations


def read_mono(path):
    """The samples of an audio file, channels averaged, at SAMPLE_RATE."""
    command = [
        "ffmpeg",
        "-v",
        "fatal",
        "-nostdin",
        "-threads",
        "1",
        "-i",
        path,
        "-vn",
        "-ac",
        "1",
        "-ar",
        str(SAMPLE_RATE),
        "-f",
        "f32le",
        "-",
    ]
    data = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return np.frombuffer(data, "<f4")


def cached_features(path, name, folder):
    """The features of an audio file; kept in `folder`, if any, for the next network."""
    if not folder:
        return features(read_mono(path))
    kept = os.path.join(folder, name.replace("/", "__") + ".npy")
    if not os.path.exists(kept):
        os.makedirs(folder, exist_ok=True)
        np.save(kept, features(read_mono(path)).astype(np.float16))
    return np.load(kept).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("network", help="a checkpoint (.pt) or a weight file")
    parser.add_argument("out", help="the .npz to write")
    parser.add_argument("audio", nargs="+")
    parser.add_argument("--cache", metavar="FOLDER", help="where to keep features")
    options = parser.parse_args()
    torch.set_num_threads(1)
    net = load_network(options.network)
    answers = {}
    for path in options.audio:
        folder, name = os.path.split(os.path.splitext(os.path.abspath(path))[0])
        name = f"{os.path.basename(folder)}/{name}"
        answers[name] = activations(net, cached_features(path, name, options.cache))
    np.savez(options.out, **answers)
    print(f"{len(answers)} files")


if __name__ == "__main__":
    main()
