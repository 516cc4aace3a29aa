"""Checks of the readers of played music: python test_playing.py"""

from __future__ import annotations

import os
import tempfile
import unittest

import mido
import numpy as np

import matches
import played_music
import sequences
from playing import metre_beats, nearest

MATCH = """info(matchFileVersion,1.0.0).
info(midiClockUnits,1000).
info(midiClockRate,500000).
scoreprop(timeSignature,3/4,0:3,0,-1.0000).
snote(n1,[C,n],4,0:3,0,1/4,-1.0000,0.0000,[v1,staff1])-note(n1,60,1000,1900,64,0,0).
snote(n2,[E,n],4,1:1,0,1/4,0.0000,1.0000,[v1,staff1])-note(n2,64,2000,2900,70,0,0).
snote(n3,[C,n],3,1:1,0,1/4,0.0000,1.0000,[v1,staff1])-note(n3,48,2100,2900,70,0,0).
insertion-note(n4,65,2500,2600,30,0,0).
snote(n5,[G,n],4,1:3,0,1/4,2.0000,3.0000,[v1,staff1])-note(n5,67,4050,4900,50,0,0).
sustain(2000,90).
"""


def sequence(path, tempi):
    """A bar of two and six bars of 6/8, a note on every eighth, the tempo changing every bar."""
    file = mido.MidiFile(ticks_per_beat=480)
    track = mido.MidiTrack()
    file.tracks.append(track)
    messages = [(0, mido.MetaMessage("time_signature", numerator=2, denominator=4))]
    messages.append((960, mido.MetaMessage("time_signature", numerator=6, denominator=8)))
    for index, tempo in enumerate(tempi):
        tick = max(0, 960 + (index - 1) * 1440)
        messages.append((tick, mido.MetaMessage("set_tempo", tempo=mido.bpm2tempo(tempo))))
    for tick in range(0, 960 + 6 * 1440, 240):
        messages.append((tick, mido.Message("note_on", note=60 + tick // 240 % 12, velocity=64)))
        messages.append((tick + 200, mido.Message("note_off", note=60 + tick // 240 % 12)))
    now = 0
    for tick, message in sorted(messages, key=lambda pair: pair[0]):
        track.append(message.copy(time=tick - now))
        now = tick
    file.save(path)


class PlayedMusic(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_match_file(self):
        with open(self.path("a.match"), "w") as file:
            file.write(MATCH)
        piece = matches.read(self.path("a.match"))
        self.assertEqual(len(piece.notes), 5)
        np.testing.assert_allclose(piece.beats[:, 1], [3, 1, 2, 3])
        # The second beat has no note: it lies between its neighbours.
        np.testing.assert_allclose(piece.beats[:, 0], [0.5, 1.025, 1.525, 2.025])
        self.assertEqual(piece.controls, [(1.0, 64, 90)])

    def test_sequence_has_the_beats_of_its_tempo_map(self):
        sequence(self.path("a.mid"), [60 + 4 * index for index in range(12)])
        piece = sequences.read(self.path("a.mid"))
        # Two quarters, then dotted quarters, two to a bar.
        np.testing.assert_allclose(piece.beats[:6, 1], [1, 2, 1, 2, 1, 2])
        np.testing.assert_allclose(piece.beats[:3, 0], [0, 1, 2], atol=1e-3)
        self.assertAlmostEqual(piece.beats[3, 0] - piece.beats[2, 0], 1.5 * 60 / 64, places=3)
        self.assertEqual(piece.sounded(), 1)

    def test_sequence_of_a_machine_is_refused(self):
        sequence(self.path("a.mid"), [100] * 12)
        with self.assertRaises(ValueError):
            sequences.read(self.path("a.mid"))

    def test_pieces_measured_with_are_left_out(self):
        tempi = [60 + 4 * index for index in range(12)]
        for name in ("bach_846.mid", "short.mid"):
            sequence(self.path(name), tempi)
        self.assertEqual(played_music.library(self.folder.name), [])  # the other is too short

    def test_stretch_keeps_notes_on_beats(self):
        sequence(self.path("a.mid"), [60 + 4 * index for index in range(12)])
        piece = sequences.read(self.path("a.mid"))
        for seed in range(8):
            score = piece.stretch(np.random.default_rng(seed), 8.0)
            starts, times = np.sort(score.parts[0].notes[:, 0]), score.beats[:, 0]
            inside = times[(times > 0.5) & (times < starts[-1])]
            self.assertLess(np.abs(nearest(starts, inside) - inside).max(), 0.01)

    def test_bars_begin_anew_with_a_metre(self):
        rows = metre_beats([(0.0, 3, 4), (3.0, 4, 4)], 7.0, lambda start, stop: 100.0)
        np.testing.assert_allclose(rows[:, 1], [1, 2, 3, 1, 2, 3, 4])


if __name__ == "__main__":
    unittest.main()
