"""Keyboard music of the Mutopia project (public domain, CC BY, CC BY-SA) as bars and notes.

LilyPond plays each source into a MIDI file; a performer of ours, added to its score context, says
at which moments of which bar it is, which no MIDI file tells.

    python mutopia.py FOLDER_OF_MUTOPIA OUT [--composers NAME,NAME...]
"""

from __future__ import annotations

import argparse
import glob
import os
import re
import shutil
import subprocess
import tempfile
import warnings

import numpy as np
import pretty_midi

from notation import Notation, bar_beats

KEYBOARD = re.compile(r"(?i)^(piano|harpsichord|clavichord|keyboard|[ ,/]|and|or)+$")
FREE = re.compile(r"(?i)public domain|attribution|share-?alike|BY-SA")
UNKNOWN_TEMPO = 60.0  # what LilyPond plays if nobody says how fast
LONGEST = 90  # seconds of LilyPond's time
BAR_LISTENER = r"""
#(define (bar-listener context)
  (make-performer
    ((process-music performer)
      (let ((place (ly:context-property context 'measurePosition))
            (metre (ly:context-property context 'timeSignatureFraction)))
        (format #t "BAR ~a ~a ~a ~a\n" (ly:moment-main (ly:context-current-moment context))
          (ly:moment-main place) (car metre) (cdr metre))))))
"""


def without_block(source: str, word: str) -> str:
    """The source without its blocks `\\word { ... }`."""
    kept, position = [], 0
    for match in re.finditer(rf"\\{word}\s*\{{", source):
        if match.start() < position:
            continue
        kept.append(source[position : match.start()])
        depth, position = 1, match.end()
        while depth and position < len(source):
            depth += {"{": 1, "}": -1}.get(source[position], 0)
            position += 1
    return "".join(kept) + source[position:]


def header(source: str, field: str) -> str:
    match = re.search(rf'\b{field}\s*=\s*"([^"]*)"', source)
    return match.group(1) if match else ""


def sources(folder: str, composers=()) -> list[str]:
    """The files that are a whole keyboard piece under a free licence."""
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "ftp", "**", "*.ly"), recursive=True)):
        composer = os.path.relpath(path, folder).split(os.sep)[1]
        if composers and composer not in composers:
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            source = file.read()
        licence = header(source, "license") + header(source, "copyright")
        instrument = header(source, "mutopiainstrument")
        if KEYBOARD.match(instrument) and FREE.search(licence) and "\\midi" in source:
            found.append(path)
    return found


def interpret(path: str, out: str) -> bool:
    """Plays a source into OUT.midi and writes its moments to OUT.bars; False if it cannot."""
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(os.path.dirname(path)):
            if name.endswith((".ly", ".ily")):
                shutil.copy(os.path.join(os.path.dirname(path), name), folder)
        names = [name for name in os.listdir(folder)]
        run = dict(cwd=folder, timeout=LONGEST, capture_output=True, text=True, errors="replace")
        main = os.path.join(folder, os.path.basename(path))
        try:
            subprocess.run(["convert-ly", "-e", *names], **run)
            with open(main, encoding="utf-8", errors="replace") as file:
                source = without_block(file.read(), "layout")
            source = re.sub(
                r"\\midi\s*\{", r"\\midi { \\context { \\Score \\consists #bar-listener } ", source
            )
            with open(main, "w", encoding="utf-8") as file:
                file.write(BAR_LISTENER + source)
            played = subprocess.run(["lilypond", "-o", "played", main], **run)
        except (subprocess.TimeoutExpired, OSError):
            return False
        result = os.path.join(folder, "played.midi")
        moments = [line[4:] for line in played.stdout.splitlines() if line.startswith("BAR ")]
        # Several movements make several files: their moments cannot be told apart.
        if not os.path.exists(result) or os.path.exists(os.path.join(folder, "played-1.midi")):
            return False
        shutil.copy(result, f"{out}.midi")
        with open(f"{out}.bars", "w") as file:
            file.write("\n".join(moments))
    return True


def bars_of(moments) -> list[tuple]:
    """[(start, length, numerator, denominator, where in the bar it starts)], in quarters."""
    bars = []
    for now, place, numerator, denominator in moments:
        if place < 0 and not bars:  # an upbeat counts towards its bar line
            bars.append([now, None, numerator, denominator, 4 * numerator / denominator + place])
        elif not bars or (place >= 0 and now - place > bars[-1][0] + 1e-6 and place < 1e-6 + now):
            start = now - place
            if bars and start <= bars[-1][0] + 1e-6:
                continue
            if bars:
                bars[-1][1] = start - bars[-1][0]
            bars.append([start, None, numerator, denominator, 0.0])
    if bars:
        bars[-1][1] = 4 * bars[-1][2] / bars[-1][3]
    return [tuple(bar) for bar in bars]


def number(text: str) -> float:
    """'3/16' of a whole note in quarters."""
    above, _, below = text.partition("/")
    return 4 * int(above) / int(below or 1)


def read(stem: str) -> Notation:
    """The piece that `interpret` wrote."""
    with open(f"{stem}.bars") as file:
        rows = [line.split() for line in file if line.strip()]
    moments = [(number(a), number(b), int(c), int(d)) for a, b, c, d in rows]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        midi = pretty_midi.PrettyMIDI(f"{stem}.midi")
    ticks = midi.resolution
    notes = [
        (
            midi.time_to_tick(note.start) / ticks,
            (midi.time_to_tick(note.end) - midi.time_to_tick(note.start)) / ticks,
            note.pitch,
            voice,
            note.velocity,
            0,
        )
        for voice, instrument in enumerate(midi.instruments)
        for note in instrument.notes
    ]
    changes, tempi = midi.get_tempo_changes()
    marks = [(midi.time_to_tick(time) / ticks, tempo) for time, tempo in zip(changes, tempi)]
    if len(marks) == 1 and round(marks[0][1], 2) == UNKNOWN_TEMPO:
        marks = []
    piece = Notation(
        name=os.path.basename(stem),
        notes=np.array(sorted(notes), float).reshape(-1, 6),
        voices=["keyboard"] * len(midi.instruments),
        beats=np.zeros((0, 2)),
        tempi=marks,
        fermatas=[],
        keys=[],
    )
    beats = []
    for start, length, above, below, missing in bars_of(moments):
        tempo = piece.tempo_at(start)
        whole = bar_beats(start - missing, length + missing, above, below, tempo)
        beats += [row for row in whole if row[0] >= start - 1e-6]
    piece.beats = np.array(beats, float).reshape(-1, 2)
    return piece


def library(folder: str) -> list[Notation]:
    """All usable pieces that `main` wrote into a folder, in a fixed order."""
    pieces = []
    for path in sorted(glob.glob(os.path.join(folder, "*.bars"))):
        try:
            piece = read(path.removesuffix(".bars"))
        except (OSError, ValueError, IndexError, EOFError, KeyError):
            continue
        if len(piece.notes) >= 150 and len(piece.beats) >= 30:
            pieces.append(piece)
    return pieces


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("out")
    parser.add_argument("--composers", default="", help="only these, by folder name")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    for path in sources(options.folder, [name for name in options.composers.split(",") if name]):
        name = os.path.relpath(path, options.folder).split(os.sep)[1]
        stem = os.path.join(options.out, f"{name}-{os.path.basename(path)[:-3]}")
        if not os.path.exists(f"{stem}.bars"):
            print(os.path.basename(stem), interpret(path, stem), flush=True)


if __name__ == "__main__":
    main()
