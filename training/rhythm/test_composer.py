"""Checks of the composed songs: python test_composer.py [--table]

With --table it also prints what is composed: share, tempo, metres and sounds of each style.
"""

from __future__ import annotations

import sys
import unittest

import numpy as np

from composer import compose
from styles import STYLES

SEEDS = 20
DURATION = 24.0


def songs(styles=STYLES, seeds=SEEDS, duration=DURATION):
    for style in styles:
        for index in range(seeds):
            seed = [7, STYLES.index(style), index]
            yield style, compose(np.random.default_rng(seed), duration, style)


def beat_phase(beats, times) -> np.ndarray:
    """Fractional beat positions of times between the first and the last beat."""
    times = times[(times >= beats[0, 0]) & (times < beats[-1, 0])]
    return np.interp(times, beats[:, 0], np.arange(len(beats)))


def chroma_changes(score) -> tuple[list, list]:
    """How much the sounding pitch classes change at downbeats and at other beats."""
    parts = [part for part in score.parts if part.role in ("bass", "other")]
    if not parts or len(score.beats) < 8:
        return [], []
    notes = np.concatenate([part.notes for part in parts])
    edges = score.beats[:, 0]
    chroma = np.zeros((len(edges) - 1, 12))
    for start, end, pitch, _ in notes:
        overlap = np.minimum(end, edges[1:]) - np.maximum(start, edges[:-1])
        chroma[:, int(pitch) % 12] += np.maximum(overlap, 0)
    norm = np.linalg.norm(chroma, axis=1, keepdims=True)
    chroma = chroma / np.maximum(norm, 1e-9)
    change = 1 - np.sum(chroma[1:] * chroma[:-1], axis=1)
    down = score.beats[1:-1, 1] == 1
    return change[down].tolist(), change[~down].tolist()


class ComposerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.songs = list(songs())

    def test_beats_ascend_inside_the_clip(self):
        for style, score in self.songs:
            times = score.beats[:, 0]
            with self.subTest(style.name):
                self.assertTrue(np.all(np.diff(times) > 0.1))
                self.assertTrue(len(times) == 0 or (times[0] >= 0 and times[-1] < score.duration))

    def test_positions_count_up_and_start_again_at_one(self):
        for style, score in self.songs:
            positions = score.beats[:, 1]
            follows = (positions[1:] == positions[:-1] + 1) | (positions[1:] == 1)
            with self.subTest(style.name):
                self.assertTrue(np.all(follows))
                self.assertTrue(np.all(positions <= score.beats_per_bar))
                full = np.diff(np.flatnonzero(positions == 1)) == score.beats_per_bar
                self.assertTrue(len(full) < 4 or np.mean(full) > 0.5)

    def test_notes_are_sorted_and_inside(self):
        for style, score in self.songs:
            for part in score.parts:
                notes = part.notes
                with self.subTest(style.name):
                    self.assertTrue(np.all(np.isfinite(notes)))
                    self.assertTrue(np.all(np.diff(notes[:, 0]) >= 0))
                    self.assertTrue(np.all(notes[:, 1] > notes[:, 0]))
                    self.assertTrue(notes[0, 0] >= 0 and np.max(notes[:, 1]) <= score.duration)
                    self.assertTrue(np.all((notes[:, 2] >= 12) & (notes[:, 2] <= 115)))
                    self.assertTrue(np.all((notes[:, 3] >= 1) & (notes[:, 3] <= 127)))
                    times = [event[0] for event in part.controls]
                    self.assertEqual(times, sorted(times))

    def test_rhythm_section_lies_on_subdivisions(self):
        for style in STYLES:
            if style.free_tempo or style.swing[0]:
                continue
            off, total = 0, 0
            for other, score in self.songs:
                if other is not style or score.silence or len(score.beats) < 4:
                    continue
                interval = np.median(np.diff(score.beats[:, 0]))
                for part in score.parts:
                    if part.role not in ("drums", "bass"):
                        continue
                    phase = beat_phase(score.beats, part.notes[:, 0])
                    error = np.min(
                        [np.abs(phase * n - np.round(phase * n)) / n for n in (12, 16)], axis=0
                    )
                    off += np.sum(error * interval > 0.03)
                    total += len(phase)
            with self.subTest(style.name):
                self.assertLess(off, 0.02 * total + 1)

    def test_harmony_changes_at_downbeats(self):
        for style in STYLES:
            down, others = [], []
            for other, score in self.songs:
                if other is style:
                    a, b = chroma_changes(score)
                    down += a
                    others += b
            if down and style.name not in ("a_cappella", "drums_only"):
                with self.subTest(style.name):
                    self.assertGreater(np.mean(down), np.mean(others))

    def test_pauses_are_silent_and_unlabelled(self):
        for style, score in self.songs:
            for start, end in score.silence:
                with self.subTest(style.name):
                    times = score.beats[:, 0]
                    self.assertFalse(np.any((times > start + 0.05) & (times < end - 0.05)))
                    for part in score.parts:
                        begins = part.notes[:, 0]
                        self.assertFalse(np.any((begins > start + 0.1) & (begins < end - 0.12)))

    def test_every_song_sounds(self):
        for style, score in self.songs:
            with self.subTest(style.name):
                self.assertTrue(score.parts and len(score.beats) >= 4)

    def test_same_seed_same_song(self):
        first, second = (compose(np.random.default_rng([3, 5])) for _ in range(2))
        self.assertEqual(first.style, second.style)
        self.assertTrue(np.array_equal(first.beats, second.beats))
        for a, b in zip(first.parts, second.parts):
            self.assertTrue(np.array_equal(a.notes, b.notes))

    def test_windows_and_transposition(self):
        score = compose(np.random.default_rng([3, 6]))
        window = score.clipped(10, 20)
        inside = (score.beats[:, 0] >= 10) & (score.beats[:, 0] < 30)
        self.assertEqual(len(window.beats), np.sum(inside))
        self.assertEqual(score.transposed(12).key, score.key)
        later = score.shifted(2.0)
        self.assertTrue(np.allclose(later.beats[0, 0], score.beats[0, 0] + 2))


def print_table():
    """One line a style: share, labelled tempo quantiles, metres, notes per second, drums, voice."""
    total = sum(style.weight for style in STYLES)
    print(f"{'style':16s} share%  tempo 10/50/90 %   harmony down:other  drums voice  metres")
    for style in STYLES:
        tempi, metres, down, others, drums, voice = [], {}, [], [], 0, 0
        scores = [score for _, score in songs([style], SEEDS, 50.0)]
        for score in scores:
            tempi.append(60 / np.median(np.diff(score.beats[:, 0])))
            metres[score.beats_per_bar] = metres.get(score.beats_per_bar, 0) + 1
            a, b = chroma_changes(score)
            down, others = down + a, others + b
            drums += any(part.role == "drums" for part in score.parts)
            voice += any(part.role == "vocals" for part in score.parts)
        low, middle, high = np.quantile(tempi, [0.1, 0.5, 0.9])
        ratio = f"{np.mean(down):.2f}:{np.mean(others):.2f}" if down else "-"
        listed = " ".join(f"{beats}:{n}" for beats, n in sorted(metres.items()))
        share = 100 * style.weight / total
        print(
            f"{style.name:16s} {share:5.1f}  {low:5.0f} {middle:5.0f} {high:5.0f}"
            f"     {ratio:12s}    {drums / SEEDS:4.2f}  {voice / SEEDS:4.2f}   {listed}"
        )


if __name__ == "__main__":
    if "--table" in sys.argv:
        sys.argv.remove("--table")
        print_table()
    unittest.main()
