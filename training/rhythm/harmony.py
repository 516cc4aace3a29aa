"""Keys, chords, progressions and voicings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

MODES = {
    "major": (0, 2, 4, 5, 7, 9, 11),
    "minor": (0, 2, 3, 5, 7, 8, 10),
    "harmonic": (0, 2, 3, 5, 7, 8, 11),
    "dorian": (0, 2, 3, 5, 7, 9, 10),
    "phrygian": (0, 1, 3, 5, 7, 8, 10),
    "mixolydian": (0, 2, 4, 5, 7, 9, 10),
}
MAJOR_MODES = ("major", "mixolydian")

POP_LOOPS = [
    (0, 5, 3, 4), (0, 3, 4, 3), (5, 3, 0, 4), (0, 4, 5, 3), (5, 4, 3, 4), (0, 5, 1, 4),
    (3, 4, 2, 5), (0, 0, 3, 4), (5, 5, 3, 4), (0, 2, 3, 4), (3, 4, 5, 5), (0, 6, 3, 0),
    (0, 3, 0, 4), (1, 4, 0, 5), (0, 0, 5, 5), (0, 4, 1, 3), (3, 0, 4, 5), (0, 6, 5, 4),
    (0, 4, 5, 2, 3, 0, 3, 4), (5, 3, 0, 4, 5, 3, 4, 4), (0, 2, 5, 3), (0, 3, 1, 4),
    (0, 0, 0, 0, 3, 3, 4, 4), (5, 1, 4, 0), (0, 6, 0, 6), (0, 3), (0, 4), (5, 3, 4),
]  # fmt: skip
RIFF_LOOPS = [
    (0,),
    (0, 0, 0, 6),
    (0, 5, 6, 0),
    (0, 0, 2, 3),
    (0, 1),
    (0, 5),
    (0, 0, 5, 6),
    (0, 6, 5, 6),
]
JAZZ_LOOPS = [
    (1, 4, 0, 0), (0, 5, 1, 4), (2, 5, 1, 4), (1, 4, 2, 5), (0, 3, 2, 5, 1, 4, 0, 4),
    (5, 1, 4, 0, 3, 6, 2, 5),
]  # fmt: skip
BLUES = (0, 0, 0, 0, 3, 3, 0, 0, 4, 3, 0, 4)
FOLK_LOOPS = [
    (0, 3, 0, 4),
    (0, 0, 4, 4, 4, 4, 0, 0),
    (0, 4, 3, 0),
    (0, 0, 3, 0, 0, 4, 0, 0),
    (0, 3, 4, 0),
]
# Where tonal music goes from each degree, with weights (functional harmony).
NEXT_DEGREES = {
    0: ((3, 3), (4, 4), (5, 2), (1, 2), (2, 0.4), (0, 1)),
    1: ((4, 5), (6, 1), (3, 0.5)),
    2: ((5, 3), (3, 2)),
    3: ((4, 4), (0, 2), (1, 2), (6, 0.3)),
    4: ((0, 5), (5, 1.5), (3, 0.3), (4, 0.5)),
    5: ((1, 3), (3, 3), (4, 1), (2, 0.5)),
    6: ((0, 4), (2, 0.6)),
}


@dataclass(frozen=True)
class Chord:
    """root: pitch class; tones: intervals above it; bass: pitch class of the lowest note."""

    root: int
    tones: tuple
    bass: int

    def pitch_classes(self) -> list[int]:
        return [(self.root + tone) % 12 for tone in self.tones]


@dataclass(frozen=True)
class Key:
    tonic: int
    mode: str

    @property
    def is_minor(self) -> bool:
        return self.mode not in MAJOR_MODES

    def degree(self, step: int, octave: int = 5) -> int:
        """MIDI pitch of a scale step (may be negative or above 6)."""
        return 12 * octave + self.tonic + MODES[self.mode][step % 7] + 12 * (step // 7)

    def scale(self, low: int, high: int) -> np.ndarray:
        """All scale pitches from low to high."""
        wanted = {(self.tonic + step) % 12 for step in MODES[self.mode]}
        return np.array([pitch for pitch in range(low, high + 1) if pitch % 12 in wanted])

    def chord(self, step: int, size: int = 3, inversion: int = 0) -> Chord:
        """The diatonic chord on a degree, of 3 (triad), 4 (seventh) or 5 (ninth) notes."""
        pitches = [self.degree(step + 2 * i, 0) for i in range(size)]
        if (
            self.mode in ("minor", "phrygian")
            and step % 7 == 4
            and size > 2
            and self.mode == "minor"
        ):
            pitches[1] = pitches[0] + 4  # the dominant of minor gets its leading note
        return Chord(
            pitches[0] % 12,
            tuple(pitch - pitches[0] for pitch in pitches),
            pitches[inversion % size] % 12,
        )

    def secondary_dominant(self, step: int) -> Chord:
        """The dominant seventh that leads to a degree."""
        root = (self.degree(step, 0) + 7) % 12
        return Chord(root, (0, 4, 7, 10), root)


def power_chord(chord: Chord) -> Chord:
    """Root and fifth only."""
    return Chord(chord.root, (0, 7), chord.root)


def choose_key(rng, minor_share: float = 0.5, modal: float = 0.15) -> Key:
    """A random key; `modal` is the share of dorian, phrygian, mixolydian and harmonic minor."""
    minor = rng.random() < minor_share
    mode = "minor" if minor else "major"
    if rng.random() < modal:
        mode = str(rng.choice(["dorian", "phrygian", "harmonic"])) if minor else "mixolydian"
    return Key(int(rng.integers(12)), mode)


def progression(rng, kind: str, length: int) -> list[int]:
    """`length` scale degrees of a kind: pop, riff, jazz, blues, folk, functional or vamp."""
    if kind == "functional":
        return functional(rng, length)
    if kind == "blues":
        return [BLUES[i % 12] for i in range(length)]
    if kind == "vamp":
        return [int(rng.choice([0, 0, 1, 5]))] * length
    loops = {"pop": POP_LOOPS, "riff": RIFF_LOOPS, "jazz": JAZZ_LOOPS, "folk": FOLK_LOOPS}[kind]
    loop = loops[rng.integers(len(loops))]
    return [loop[i % len(loop)] for i in range(length)]


def functional(rng, length: int) -> list[int]:
    """A phrase from the tonic to a cadence (half cadence in a third of the cases)."""
    degrees = [0 if rng.random() < 0.85 else int(rng.choice([5, 3, 4]))]
    while len(degrees) < length:
        choices, weights = zip(*NEXT_DEGREES[degrees[-1]])
        degrees.append(int(rng.choice(choices, p=np.array(weights) / sum(weights))))
    if length >= 3:
        half = rng.random() < 0.35
        degrees[-2:] = [int(rng.choice([1, 3, 0])), 4] if half else [4, 0]
    return degrees


def voicing(chord: Chord, centre: float, count: int = 3, doubled: bool = False) -> list[int]:
    """Chord tones as MIDI pitches as close as possible to `centre`, ascending."""
    pitches = {
        int(pc + 12 * round((centre - pc) / 12)) for pc in chord.pitch_classes()[: max(count, 2)]
    }
    if doubled:
        pitches.add(min(pitches) + 12)
    return sorted(pitches)


def bass_pitch(chord: Chord, low: int = 28) -> int:
    """The chord's bass note in the octave above `low`."""
    return low + (chord.bass - low) % 12


def nearest(pitches, target: float) -> int:
    """The member of `pitches` that lies nearest to `target`."""
    pitches = np.asarray(pitches)
    return int(pitches[np.argmin(np.abs(pitches - target))])


def chord_pitches(chord: Chord, low: int, high: int) -> np.ndarray:
    """All chord tones from low to high."""
    wanted = set(chord.pitch_classes())
    return np.array([pitch for pitch in range(low, high + 1) if pitch % 12 in wanted])
