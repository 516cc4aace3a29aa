#!/usr/bin/env python3
"""Measures structure and pace on the team's evaluation set, which lies beside the project.

python3 Tests/Benchmarks/form.py [MUCAT [EVAL]]

- pace: Spearman's correlation with the number of sounding clips in workstation projects, over the
  stretches of one pace, and over windows of 8 s
- structure: F of section boundaries within 0.5 s and 3 s, the ends of the piece left out: in
  projects against the places where four clips or more begin or end, in tracker modules against
  the beginnings of patterns
- whether the promises of docs/structure.md hold on every track
"""

import glob
import json
import os
import subprocess
import sys

from measures import f_measure

MOST_CLIPS = 4  # as many that begin or end make a boundary
WINDOW = 8.0  # seconds


def analyzed(mucat, path):
    """The result of a file."""
    words = [mucat, "analyze", "--only", "structure,pace,rhythm", path]
    return json.loads(subprocess.run(words, capture_output=True, check=True).stdout)


def ranks(values):
    """The rank of each value, ties sharing their mean."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            result[place] = (start + end - 1) / 2
        start = end
    return result


def correlation(first, second):
    """Spearman's; None when either does not vary."""
    first, second = ranks(first), ranks(second)
    mean = (len(first) - 1) / 2
    product = sum((a - mean) * (b - mean) for a, b in zip(first, second))
    spread = [sum((a - mean) ** 2 for a in values) for values in (first, second)]
    return product / (spread[0] * spread[1]) ** 0.5 if min(spread) > 0 else None


def sounding(clips, start, end):
    """The mean number of clips that sound in a stretch."""
    spans = [span for _, _, spans in clips for span in spans]
    overlap = sum(max(0.0, min(end, b) - max(start, a)) for a, b in spans)
    return overlap / (end - start)


def pace_correlations(result, clips):
    """Over the stretches given, and over windows."""
    stretches = [
        (r["range"]["start"], r["range"]["start"] + r["range"]["duration"], r["value"])
        for r in result["pace"]["ranges"]
    ]
    end = stretches[-1][1]
    windows = []
    for index in range(int(end / WINDOW)):
        middle = (index + 0.5) * WINDOW
        value = next((v for a, b, v in stretches if a <= middle < b), None)
        if value is not None:
            windows.append((index * WINDOW, (index + 1) * WINDOW, value))
    return [
        correlation([v for _, _, v in parts], [sounding(clips, a, b) for a, b, _ in parts])
        for parts in (stretches, windows)
    ]


def boundary_scores(result, boundaries):
    """F within 0.5 s and 3 s."""
    sections = result["structure"]["sections"]
    if not sections:
        return [0.0, 0.0]
    end = sections[-1]["start"] + sections[-1]["duration"]
    inside = [time for time in boundaries if 3 < time < end - 3]
    found = [section["start"] for section in sections[1:]]
    return [f_measure(inside, found, tolerance) for tolerance in (0.5, 3.0)]


def broken_promises(result):
    """What does not hold of a structure."""
    levels = [result["structure"].get(name, []) for name in ("sections", "segments", "phrases")]
    problems = []
    for parts in levels:
        joints = zip(parts, parts[1:])
        if any(abs(a["start"] + a["duration"] - b["start"]) > 1e-6 for a, b in joints):
            problems.append("gap")
    starts = [{round(part["start"], 6) for part in parts} for parts in levels]
    if not starts[0] <= starts[1] <= starts[2]:
        problems.append("not nested")
    if len({round(p[-1]["start"] + p[-1]["duration"], 6) for p in levels if p}) > 1:
        problems.append("ends differ")
    if len(levels[0]) > 1 and min(part["duration"] for part in levels[0]) < 4:
        problems.append("short section")
    return problems


def main():
    mucat = sys.argv[1] if len(sys.argv) > 1 else ".build/release/mucat"
    folder = os.path.join(sys.argv[2] if len(sys.argv) > 2 else "../shared/eval", "data")
    if not os.path.isdir(folder):
        sys.exit(f"{folder} is not there: the evaluation set is not part of the project")
    correlations, clip_lengths, count, broken = [], [], 0, 0
    scores = {"projects": [], "modules": []}
    for path in sorted(glob.glob(f"{folder}/*/*.json")):
        with open(path) as file:
            truth = json.load(file)
        audio = os.path.join(folder, truth.get("audio") or "")
        if not os.path.isfile(audio):
            continue
        result = analyzed(mucat, audio)
        count += 1
        clip_lengths += [60 / r["value"] for r in result["pace"]["ranges"] if r["value"] > 0]
        for problem in broken_promises(result):
            broken += 1
            print(f"{truth['audio']}: {problem}")
        changes = [t for t, clips in truth.get("arrangement_changes") or [] if clips >= MOST_CLIPS]
        if truth.get("clips") and changes:
            correlations.append((truth["title"], *pace_correlations(result, truth["clips"])))
            scores["projects"].append(boundary_scores(result, changes))
        elif truth.get("sections"):
            scores["modules"].append(boundary_scores(result, [s[0] for s in truth["sections"]]))
    for title, stretches, windows in correlations:
        text = [" –" if value is None else f"{value:5.2f}" for value in (stretches, windows)]
        print(f"pace {title}: {text[0]} over stretches, {text[1]} over windows")
    for place, name in ((1, "stretches"), (2, "windows")):
        values = [row[place] for row in correlations if row[place] is not None]
        mean = sum(values) / len(values)
        print(f"pace over {name}: mean {mean:.2f}, lowest {min(values):.2f}, {len(values)} songs")
    for name, rows in scores.items():
        half, three = (100 * sum(row[place] for row in rows) / len(rows) for place in (0, 1))
        print(f"sections of {len(rows)} {name}: F {half:.1f} within 0.5 s, {three:.1f} within 3 s")
    clip_lengths.sort()
    parts = [clip_lengths[int(share * (len(clip_lengths) - 1))] for share in (0.02, 0.1, 0.5, 0.9, 0.98)]
    print("60 / pace, s, at 2, 10, 50, 90, 98 %:", " ".join(f"{part:.1f}" for part in parts))
    print(f"{count} tracks, {broken} broken promises")


if __name__ == "__main__":
    main()
