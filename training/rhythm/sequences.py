"""Reads Bernd Krüger's files of piano-midi.de: played into a sequencer, under a tempo map drawn by
hand, so that the file's own beats and bars are the music's."""

from __future__ import annotations

import os
import warnings

import numpy as np
import pretty_midi

from expression import PEDAL
from playing import Playing, metre_beats
from score import sorted_notes

# A file with fewer marks of tempo, or none that differ by this, was not played.
FEWEST_TEMPI, SMALLEST_CHANGE = 10, 1.0005


def read(path: str) -> Playing:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        midi = pretty_midi.PrettyMIDI(path)
    ticks = midi.resolution
    _, tempi = midi.get_tempo_changes()
    if len(tempi) < FEWEST_TEMPI or tempi.max() / tempi.min() < SMALLEST_CHANGE:
        raise ValueError("without a tempo of its own")
    signatures = [
        (midi.time_to_tick(change.time) / ticks, change.numerator, change.denominator)
        for change in midi.time_signature_changes
    ]
    if not signatures or signatures[0][0] > 0:
        raise ValueError("without a metre")

    def seconds(quarters):
        return midi.tick_to_time(int(round(quarters * ticks)))

    def tempo(start, stop):
        return 60 * (stop - start) / max(1e-3, seconds(stop) - seconds(start))

    notes = sorted_notes(
        [
            (note.start, note.end, note.pitch, note.velocity)
            for instrument in midi.instruments
            for note in instrument.notes
        ]
    )
    controls = [
        (control.time, PEDAL, control.value)
        for instrument in midi.instruments[:1]  # each hand has the same pedal
        for control in instrument.control_changes
        if control.number == PEDAL
    ]
    end = midi.time_to_tick(notes[:, 1].max()) / ticks
    beats = [(seconds(place), number) for place, number in metre_beats(signatures, end, tempo)]
    return Playing(os.path.basename(path).rsplit(".", 1)[0], notes, controls, np.array(beats))
