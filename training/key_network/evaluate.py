#!/usr/bin/env python3
"""Names the keys of the chorales that training/key/chorales.py plays, by the network alone."""

import argparse
import json
import os

import numpy as np

from dataset import listen
from export import loaded
from features import tuned
from metrics import weighted
from model import scores

NAMES = "C D♭ D E♭ E F G♭ G A♭ A B♭ B".split()


def name(key):
    return NAMES[key % 12] + (" minor" if key >= 12 else " major")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint", help="a file that train.py wrote")
    parser.add_argument("chorales", help="the OUT folder of chorales.py")
    options = parser.parse_args()
    net = loaded(options.checkpoint)
    with open(os.path.join(options.chorales, "chorales.json")) as file:
        labels = json.load(file)
    found = []
    for piece, label in sorted(labels.items()):
        heard = listen(os.path.join(options.chorales, "audio", piece + ".wav"))
        answer = int(scores(net, tuned(heard)).mean(0).argmax())
        found.append((label["key"], answer))
        if answer != label["key"]:
            print(f"{piece}: {name(answer)} instead of {name(label['key'])}")
    print(f"{len(found)} chorales, exact {np.mean([a == b for a, b in found]):.3f}, "
          f"weighted {np.mean([weighted(a, b) for a, b in found]):.3f}")


if __name__ == "__main__":
    main()
