#!/usr/bin/env python3
"""Measures keys on the team's evaluation set, which lies beside the project.

python3 Tests/Benchmarks/key_agreement.py [MUCAT [EVAL]]

- keyed: the tracks whose key is known
- bands, electronic: the others, against the answer of madmom's key network, which is not the truth
- majority: those of the others where three of five programs agree
- how often an answer is right (the known key or the majority's) by how sure it was

Scores in per cent: MIREX's weighted score with the fifth above alone, as mir_eval has it / with
the fifth in both directions, as MIREX's program has it / exact. Half a point for a fifth, 0.3 for
the relative key, 0.2 for the parallel one.
"""

import collections
import glob
import json
import os
import subprocess
import sys

from measures import key_of, key_of_signature, key_weight

REFERENCE = "madmom"
VOTERS = ("madmom", "mixxx_qmkey", "libkeyfinder", "librosa", "essentia-key")
MAJORITY = 3
BANDS = ("fretsonfire", "mdb", "ultrastar", "recorded", "osu", "chart", "stepmania")
CONFIDENCES = ((0.0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01))


def scores(truths, answers):
    """The three scores of some answers, as text."""
    rows = [(truth, answers.get(name)) for name, truth in truths.items()]
    if not rows:
        return "–"
    parts = [
        sum(key_weight(*row, False) for row in rows),
        sum(key_weight(*row, True) for row in rows),
        sum(truth == answer for truth, answer in rows),
    ]
    return " / ".join(f"{100 * part / len(rows):.1f}" for part in parts)


def analyzed(mucat, path):
    """(key that holds longest, key of the whole, confidence) of a file."""
    words = [mucat, "analyze", "--only", "key", path]
    result = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)["key"]
    lengths = collections.Counter()
    for part in result["ranges"]:
        lengths[key_of_signature(part["value"])] += part["range"]["duration"]
    longest = lengths.most_common(1)[0][0] if lengths else None
    details = result["details"]
    return longest, key_of_signature(details.get("global")), details["confidence"]


def majority(answers):
    """The key that enough voters name, or None."""
    votes = collections.Counter(answer for answer in answers if answer is not None)
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] >= MAJORITY else None


def read_truths(folder, peers):
    """{set: {track: key}}."""
    truths = {"keyed": {}, "bands": {}, "electronic": {}, "majority": {}}
    for path in sorted(glob.glob(f"{folder}/*/*.json")):
        name = os.path.relpath(path, folder)[:-5]
        with open(path) as file:
            key = key_of(json.load(file).get("key"))
        if key is not None:
            truths["keyed"][name] = key
            continue
        reference = peers[REFERENCE].get(name)
        if reference is not None:
            kind = "bands" if name.split(os.sep)[0] in BANDS else "electronic"
            truths[kind][name] = reference
        voted = majority(peers[peer].get(name) for peer in VOTERS)
        if voted is not None:
            truths["majority"][name] = voted
    return truths


def print_table(truths, systems):
    print("| | " + " | ".join(f"{name} ({len(keys)})" for name, keys in truths.items()) + " |")
    print("|---" * (len(truths) + 1) + "|")
    for system, answers in systems.items():
        cells = [scores(keys, answers) for keys in truths.values()]
        print(f"| {system} | " + " | ".join(cells) + " |")


def print_reliability(truth, answers, confidences):
    print("\n| confidence | tracks | mean | right |\n|---|---|---|---|")
    for low, high in CONFIDENCES:
        names = [name for name in truth if low <= confidences.get(name, 0.0) < high]
        if names:
            mean = sum(confidences.get(name, 0.0) for name in names) / len(names)
            right = sum(answers.get(name) == truth[name] for name in names) / len(names)
            print(f"| {low:.1f}–{min(high, 1):.1f} | {len(names)} | {mean:.2f} | {right:.2f} |")


def main():
    mucat = sys.argv[1] if len(sys.argv) > 1 else ".build/release/mucat"
    evaluation = sys.argv[2] if len(sys.argv) > 2 else "../shared/eval"
    folder = os.path.join(evaluation, "data")
    if not os.path.isdir(folder):
        sys.exit(f"{folder} is not there: the evaluation set is not part of the project")
    peers = {}
    for peer in VOTERS:
        with open(os.path.join(evaluation, "peers", peer + ".json")) as file:
            answers = json.load(file)
        peers[peer] = {name: key_of((each or {}).get("key")) for name, each in answers.items()}
    truths = read_truths(folder, peers)
    longest, whole, confidences = {}, {}, {}
    for path in sorted(glob.glob(f"{folder}/*/*.json")):
        with open(path) as file:
            audio = os.path.join(folder, json.load(file).get("audio") or "")
        if os.path.isfile(audio):
            name = os.path.relpath(path, folder)[:-5]
            longest[name], whole[name], confidences[name] = analyzed(mucat, audio)
    print_table(truths, {"mucat, longest range": longest, "mucat, the whole": whole, **peers})
    print_reliability({**truths["majority"], **truths["keyed"]}, whole, confidences)


if __name__ == "__main__":
    main()
