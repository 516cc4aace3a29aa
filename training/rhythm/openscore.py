"""Reads songs of the OpenScore Lieder corpus (CC0), written by MuseScore 3 (`.mscx`).

*Source* of the format: what the corpus itself holds; repeats are played once.
"""

from __future__ import annotations

import glob
import os
import xml.etree.ElementTree as xml
from fractions import Fraction

import numpy as np

from notation import Notation, bar_beats

LENGTHS = {
    "long": 16, "breve": 8, "whole": 4, "half": 2, "quarter": 1, "eighth": Fraction(1, 2),
    "16th": Fraction(1, 4), "32nd": Fraction(1, 8), "64th": Fraction(1, 16),
    "128th": Fraction(1, 32), "256th": Fraction(1, 64),
}  # fmt: skip
LOUDNESS = {
    "ppp": 26, "pp": 36, "p": 50, "mp": 62, "mf": 76, "f": 92, "ff": 106, "fff": 118, "sf": 100,
    "sfz": 104, "fp": 84, "fz": 100, "sfp": 90, "pf": 80,
}  # fmt: skip
GRACES = {"appoggiatura", "acciaccatura", "grace4", "grace8", "grace16", "grace32", "grace8after"}
DEFAULT_LOUDNESS = 70.0
ACCENT, STACCATO, GRACE_LENGTH = 14, 0.5, Fraction(1, 8)


def fraction(text: str) -> Fraction:
    """'3/4' of a whole note as quarters."""
    return Fraction(text.strip()) * 4


class StaffReader:
    """Reads the measures of one staff; `bars` collects what all staves share."""

    def __init__(self, number, bars):
        self.number, self.bars = number, bars
        self.notes, self.fermatas, self.tempi, self.keys = [], [], [], []
        self.loudness = DEFAULT_LOUDNESS
        self.open_ties = {}  # pitch to the index of the note that goes on

    def read(self, staff):
        position, nominal, metre = Fraction(0), Fraction(4), (4, 4)
        for index, measure in enumerate(staff.findall("Measure")):
            sign = measure.find("voice/TimeSig")
            if sign is not None:
                metre = (int(sign.findtext("sigN")), int(sign.findtext("sigD")))
                nominal = Fraction(4 * metre[0], metre[1])
            length = fraction(measure.get("len")) if measure.get("len") else nominal
            for voice in measure.findall("voice"):
                self.read_voice(voice, position, length)
            if index >= len(self.bars):
                self.bars.append((position, length, metre))
            position += length

    def read_voice(self, voice, start, length):
        position, tuplets = start, [Fraction(1)]
        graces = []
        for element in voice:
            kind = element.tag
            if kind == "location":
                position += fraction(element.findtext("fractions", "0"))
            elif kind == "Tuplet":
                ratio = Fraction(
                    int(element.findtext("normalNotes")), int(element.findtext("actualNotes"))
                )
                tuplets.append(tuplets[-1] * ratio)
            elif kind == "endTuplet":
                tuplets.pop()
            elif kind == "Tempo":
                self.tempi.append((float(position), 60 * float(element.findtext("tempo"))))
            elif kind == "KeySig":
                self.keys.append((float(position), int(element.findtext("accidental", "0"))))
            elif kind == "Dynamic":
                self.loudness = LOUDNESS.get(element.findtext("subtype", ""), self.loudness)
            elif kind == "Fermata":
                self.fermatas.append(float(position))
            elif kind == "Rest":
                position += self.duration(element, tuplets[-1], length)
            elif kind == "Chord":
                if GRACES & {child.tag for child in element}:
                    graces.append(element)
                    continue
                duration = self.duration(element, tuplets[-1], length)
                for order, grace in enumerate(reversed(graces)):
                    self.add(grace, position - GRACE_LENGTH * (order + 1), GRACE_LENGTH, 1)
                graces = []
                self.add_chord(element, position, duration)
                position += duration

    @staticmethod
    def duration(element, ratio, bar):
        """The length in quarters of a chord or rest."""
        kind = element.findtext("durationType")
        if kind == "measure":
            text = element.findtext("duration")
            return fraction(text) if text else bar
        dots = int(element.findtext("dots", "0"))
        return LENGTHS[kind] * (2 - Fraction(1, 2**dots)) * ratio

    def add_chord(self, chord, position, duration):
        """A chord, once or as the repeated notes of a tremolo."""
        tremolo = chord.findtext("Tremolo/subtype", "")
        if tremolo.startswith("r"):
            step = Fraction(4, int(tremolo[1:]))
            for index in range(max(1, int(duration / step))):
                self.add(chord, position + index * step, step, 0)
        else:
            self.add(chord, position, duration, 2 if chord.find("Arpeggio") is not None else 0)

    def add(self, chord, start, duration, attack):
        signs = " ".join(sign.text or "" for sign in chord.findall("Articulation/subtype"))
        loudness = self.loudness + (ACCENT if "ccent" in signs or "arcato" in signs else 0)
        short = "taccat" in signs and "enuto" not in signs
        for note in chord.findall("Note"):
            pitch = int(note.findtext("pitch"))
            ties = note.findall("Spanner[@type='Tie']")
            held = self.open_ties.pop(pitch, None)
            if held is not None and any(tie.find("prev") is not None for tie in ties):
                self.notes[held][1] = float(start + duration) - self.notes[held][0]
                index = held
            else:
                length = float(duration) * (STACCATO if short else 1.0)
                self.notes.append([float(start), length, pitch, self.number, loudness, attack])
                index = len(self.notes) - 1
            if any(tie.find("next") is not None for tie in ties):
                self.open_ties[pitch] = index


def beats_of(bars, tempo_at):
    """The beats of all bars; a bar shorter than its metre is an upbeat or a part of a bar."""
    rows, pending = [], Fraction(0)
    for index, (start, length, (numerator, denominator)) in enumerate(bars):
        nominal = Fraction(4 * numerator, denominator)
        tempo = tempo_at(float(start))
        short = length < nominal
        if short and pending and pending + length == nominal:  # the second part of a split bar
            upbeat, pending = True, Fraction(0)
        elif short and index == 0:
            upbeat = True
        else:
            upbeat, pending = False, length if short else Fraction(0)
        rows += bar_beats(float(start), float(length), numerator, denominator, tempo, upbeat)
    return np.array(rows, float).reshape(-1, 2)


def read(path: str) -> Notation:
    """The song in a file."""
    score = xml.parse(path).getroot().find("Score")
    owners = {}
    for part in score.findall("Part"):
        instrument = part.findtext("Instrument/instrumentId", "") + part.findtext("trackName", "")
        keyboard = any(word in instrument.lower() for word in ("piano", "keyboard", "organ"))
        for staff in part.findall("Staff"):
            owners[staff.get("id")] = "keyboard" if keyboard else "voice"
    bars, readers = [], []
    for number, staff in enumerate(score.findall("Staff")):
        readers.append(StaffReader(number, bars))
        readers[-1].read(staff)
    tempi = sorted(mark for reader in readers for mark in reader.tempi)
    notation = Notation(
        name=os.path.basename(path),
        notes=np.array(sorted(n for reader in readers for n in reader.notes), float),
        voices=[owners.get(staff.get("id"), "voice") for staff in score.findall("Staff")],
        beats=np.zeros((0, 2)),
        tempi=tempi,
        fermatas=sorted({place for reader in readers for place in reader.fermatas}),
        keys=readers[0].keys,
    )
    notation.beats = beats_of(bars, notation.tempo_at)
    return notation


def library(folder: str) -> list[Notation]:
    """All usable songs of the corpus, in a fixed order."""
    songs = []
    for path in sorted(glob.glob(os.path.join(folder, "**", "*.mscx"), recursive=True)):
        try:
            song = read(path)
        except (KeyError, ValueError, AttributeError, TypeError, xml.ParseError):
            continue  # older versions of the format, broken files
        if len(song.notes) >= 150 and "keyboard" in song.voices and len(song.beats) >= 40:
            songs.append(song)
    return songs
