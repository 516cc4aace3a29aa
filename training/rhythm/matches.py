"""Reads performances whose notes are matched to the score: `.match` files, version 1.0.0.

*Source* of the format: Foscarin, Karystinaios, Peter, Cancino-Chacón, Grachten & Widmer, The match
file format, Music Encoding Conference, 2022.
"""

from __future__ import annotations

import os
import re

import numpy as np

from expression import PEDAL
from playing import Playing, metre_beats
from score import sorted_notes

INFO = re.compile(r"info\((\w+),(.*)\)\.")
METRE = re.compile(r"scoreprop\(timeSignature,(\d+)/(\d+),\d+:\d+,[^,]+,([-\d.]+)\)")
NOTE = re.compile(r"note\([^,]+,(\d+),(\d+),(\d+),(\d+),")
PLACE = re.compile(r"snote\([^,]+,\[[^\]]*\],-?\d+,\d+:\d+,[^,]+,[^,]+,([-\d.]+),")
SUSTAIN = re.compile(r"sustain\((\d+),(\d+)\)")


def read(path: str) -> Playing:
    """A performance; its beats lie where the notes on them do on average, or evenly between."""
    notes, controls, metres = [], [], []
    onsets = {}  # place in the score to the ticks at which its notes were played
    clock = {"midiClockUnits": 480, "midiClockRate": 500_000}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if found := INFO.match(line):
                if found[1] in clock:
                    clock[found[1]] = int(found[2])
            elif found := METRE.match(line):
                metres.append((int(found[1]), int(found[2])))
            elif found := SUSTAIN.match(line):
                controls.append((int(found[1]), PEDAL, int(found[2])))
            elif found := NOTE.search(line.split("-", 1)[-1] if line.startswith("snote") else line):
                pitch, start, end, velocity = map(int, found.groups())
                notes.append((start, end, pitch, velocity))
                place = PLACE.match(line)
                if place and "grace" not in line:
                    onsets.setdefault(float(place[1]), []).append(start)
    if len(metres) != 1:
        raise ValueError("without a metre, or with several")
    above, below = metres[0]
    quarter = 4.0 / below  # places count what the metre counts
    seconds = clock["midiClockRate"] * 1e-6 / clock["midiClockUnits"]
    places = np.array(sorted(onsets))
    times = np.array([np.mean(onsets[place]) for place in places]) * seconds
    times = np.maximum.accumulate(times)
    places = places * quarter
    tempo = 60 * (places[-1] - places[0]) / (times[-1] - times[0])
    first_bar = -4.0 * above / below if places[0] < 0 else 0.0
    rows = metre_beats(
        [(first_bar, above, below)], places[-1] + quarter, lambda start, stop: tempo
    )
    rows = rows[(rows[:, 0] >= places[0] - 1e-6) & (rows[:, 0] <= places[-1] + 1e-6)]
    return Playing(
        name=os.path.basename(path).rsplit(".", 1)[0],
        notes=sorted_notes(notes) * np.array([seconds, seconds, 1, 1]),
        controls=[(time * seconds, number, value) for time, number, value in controls],
        beats=np.column_stack([np.interp(rows[:, 0], places, times), rows[:, 1]]),
    )
