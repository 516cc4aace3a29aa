#!/usr/bin/env python3
"""Puts the learned weights into KeyProfile.swift, or says how far from it they are.

Reads OUT/weights.json. Without --write nothing is changed: it prints the largest and the mean
difference of each row, and how often both sets of weights name the same key for OUT's pieces.
"""

import argparse
import json
import os

import numpy as np

import fit
import profile_file


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the weights are")
    parser.add_argument("--profile", required=True, metavar="FILE", help="KeyProfile.swift")
    parser.add_argument("--write", action="store_true", help="replace the weights in FILE")
    options = parser.parse_args()

    with open(os.path.join(options.out, "weights.json")) as file:
        learned = np.array(json.load(file))
    with open(options.profile) as file:
        text = file.read()
    if options.write:
        with open(options.profile, "w") as file:
            file.write(profile_file.replaced(text, learned))
        return
    shipped = profile_file.read(text)
    for mode, name in enumerate(("major", "minor")):
        for row, row_name in enumerate(profile_file.ROWS):
            difference = np.abs(learned[mode, row] - shipped[mode, row])
            print(f"{name} {row_name}: {difference.max():.3f} at most, {difference.mean():.3f} mean")
    _, frames, keys = fit.read_pieces(options.out)
    inputs = fit.turned(np.array([piece.mean(0) for piece in frames]))
    answers = [
        fit.evidence(weights.reshape(2, 48), inputs).argmax(1) for weights in (learned, shipped)]
    print(f"{(answers[0] == answers[1]).sum()} of {len(keys)} pieces in the same key")
    for name, answer in zip(("learned", "shipped"), answers):
        print(f"{name}: {(answer == keys).sum()} of {len(keys)} right")


if __name__ == "__main__":
    main()
