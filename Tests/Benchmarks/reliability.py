#!/usr/bin/env python3
"""Compares how sure mucat says it is of beats and keys with how often they are right.

python3 Tests/Benchmarks/reliability.py MUCAT FOLDER…

Each FOLDER holds JSON files that name an `audio` file, relative to the folder above theirs, with
`beats` in seconds and a `key`, as the team's evaluation set (`../shared/eval/data`) has them. Beats
are right when their F, within 70 ms and behind the first 5 s, is 0.8 or more; where the annotation
says that its level is open, at half and double, too.
"""

import glob
import json
import os
import subprocess
import sys

from measures import key_of, key_of_signature, pulse_f

BINS = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01]
LEAST_F = 0.8


def levels(beats, is_open):
    """The beats as annotated and, if their level is open, at double and half."""
    yield beats
    if is_open:
        middles = [(a + b) / 2 for a, b in zip(beats, beats[1:])]
        yield sorted(beats + middles)
        yield beats[::2]
        yield beats[1::2]


def table(title, rows):
    print(f"{title}, {len(rows)} tracks:")
    for low, high in zip(BINS, BINS[1:]):
        inside = [row for row in rows if low <= row[0] < high]
        if inside:
            said, right = (sum(row[k] for row in inside) / len(inside) for k in (0, 1))
            print(f"  {low:.2f} to {min(high, 1):.2f}: {len(inside)} tracks, ", end="")
            print(f"said {said:.2f}, right {right:.2f}")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    beats, keys = [], []
    for folder in sys.argv[2:]:
        if not os.path.isdir(folder):
            sys.exit(f"{folder} is not there: annotated music is not part of the project")
        for path in sorted(glob.glob(f"{folder}/**/*.json", recursive=True)):
            with open(path) as file:
                truth = json.load(file)
            audio = os.path.join(folder, truth.get("audio") or "")
            if not os.path.isfile(audio):
                continue
            words = [sys.argv[1], "analyze", "--only", "rhythm,key", audio]
            output = subprocess.run(words, capture_output=True, check=True).stdout
            result = json.loads(output)
            found = result["rhythm"].get("beats") or []
            if truth.get("beats") and found:
                places = levels(truth["beats"], truth.get("level_open"))
                right = max(pulse_f(place, found) for place in places) >= LEAST_F
                beats.append((result["rhythm"]["details"]["confidence"], right))
            details = result["key"].get("details") or {}
            if truth.get("key") and details.get("global"):
                right = key_of_signature(details["global"]) == key_of(truth["key"])
                keys.append((details["confidence"], right))
    table("beats", beats)
    table("keys", keys)


if __name__ == "__main__":
    main()
