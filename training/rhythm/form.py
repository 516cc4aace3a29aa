"""The plan of a song: metre, bars, sections and the harmony under them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np

import harmony
from harmony import Chord, Key


@dataclass(frozen=True)
class Metre:
    """beats: composed beats in a bar; division: 2 (halves, quarters) or 3 (triplets);
    groups: accents, adding up to `beats`; labels: labelled beats per composed beat
    (3 where a slow 6/8 is labelled in eighths)."""

    beats: int
    division: int = 2
    groups: tuple = (2, 2)
    labels: int = 1


FOUR = Metre(4)
THREE = Metre(3, groups=(3,))
TWO = Metre(2, groups=(2,))
FIVE = (Metre(5, groups=(3, 2)), Metre(5, groups=(2, 3)))
SEVEN = (Metre(7, groups=(2, 2, 3)), Metre(7, groups=(3, 2, 2)), Metre(7, groups=(4, 3)))
SIX = Metre(6, groups=(3, 3))
SIX_EIGHT = Metre(2, 3, (2,))
NINE_EIGHT = Metre(3, 3, (3,))
TWELVE_EIGHT = Metre(4, 3)
SIX_EIGHT_EIGHTHS = Metre(2, 3, (2,), labels=3)
NINE_EIGHT_EIGHTHS = Metre(3, 3, (3,), labels=3)


@dataclass
class Bar:
    start: float  # beats
    beats: int
    section: int  # index into Plan.sections
    number: int  # in its section

    @property
    def end(self) -> float:
        return self.start + self.beats


@dataclass
class Section:
    label: str  # same label, same material
    energy: float  # 0..1
    bars: list[Bar] = field(default_factory=list)
    layers: set = field(default_factory=set)  # filled by the arrangement

    @property
    def start(self) -> float:
        return self.bars[0].start

    @property
    def end(self) -> float:
        return self.bars[-1].end


@dataclass
class Span:
    """A chord from `start` to `end` (beats)."""

    start: float
    end: float
    chord: Chord


@dataclass
class Plan:
    metre: Metre
    key: Key
    bars: list[Bar]
    sections: list[Section]
    spans: list[Span]
    beats: int  # total length
    beats_per_minute: float  # of the composed beats

    def __post_init__(self):
        self._starts = [span.start for span in self.spans]

    def spans_in(self, start: float, end: float) -> list[Span]:
        """The chords between two positions, cut to them."""
        first = max(0, bisect_right(self._starts, start + 1e-6) - 1)
        after = bisect_right(self._starts, end - 1e-6)
        return [
            Span(max(span.start, start), min(span.end, end), span.chord)
            for span in self.spans[first:after]
        ]

    def chord_at(self, beat: float) -> Chord:
        return self.spans[max(0, bisect_right(self._starts, beat + 1e-6) - 1)].chord

    def phrases(self, bars_per_phrase: int) -> list[tuple]:
        """(first beat, beat after, closes a section) of phrases of so many bars."""
        result = []
        for section in self.sections:
            for first in range(0, len(section.bars), bars_per_phrase):
                bars = section.bars[first : first + bars_per_phrase]
                result.append((bars[0].start, bars[-1].end, bars[-1] is section.bars[-1]))
        return result

    def labelled_beats(self) -> np.ndarray:
        """(n, 2): beat position and position in bar, at the labelled level."""
        per_beat = self.metre.labels
        rows = [
            (bar.start + i / per_beat, i + 1)
            for bar in self.bars
            for i in range(bar.beats * per_beat)
        ]
        return np.array(rows, float)


SONG_FORMS = (
    "IVVCVCBC",
    "VCVC",
    "AABA",
    "IVCVCBCC",
    "AAB",
    "ABAB",
    "IABABCB",
    "AABB",
    "ABACA",
    "VVC",
)
ENERGY = {"I": 0.35, "V": 0.55, "A": 0.6, "B": 0.7, "C": 0.9}


def build_plan(
    rng,
    metre: Metre,
    key: Key,
    total_beats: int,
    beats_per_minute: float,
    progression_kind: str,
    harmonic_rhythm: float,
    section_bars=(4, 8, 8, 8, 16),
    chord_size: int = 3,
    short_bars: float = 0.0,
    colour: float = 0.1,
    closes: bool = False,
) -> Plan:
    """Sections by a form scheme, each with its progression, until `total_beats` are filled.

    harmonic_rhythm: chords per bar (0.5 = every two bars).
    short_bars: probability that a section's last bar is shortened or followed by a 2/4 bar.
    colour: probability of a secondary dominant or an inversion instead of a plain chord.
    closes: the last bar is the end of the piece, on the tonic.
    """
    scheme = str(rng.choice(SONG_FORMS))
    scheme = scheme[rng.integers(len(scheme)) :] + scheme
    material: dict[str, tuple[int, list[Chord]]] = {}
    bars: list[Bar] = []
    sections: list[Section] = []
    spans: list[Span] = []
    beat, index = 0.0, 0
    while beat < total_beats:
        label = scheme[index % len(scheme)]
        if label not in material:
            count = int(rng.choice(section_bars)) if label != "I" else int(rng.choice((2, 4, 4, 8)))
            if progression_kind == "blues":
                count = 12
            length = max(1, int(np.ceil(count * harmonic_rhythm)))
            phrase = min(length, max(2, int(4 * harmonic_rhythm) or 1, length // 2))
            degrees = []
            while len(degrees) < length:
                degrees += harmony.progression(
                    rng, progression_kind, phrase if progression_kind == "functional" else length
                )
            material[label] = (count, coloured(rng, key, degrees[:length], chord_size, colour))
        count, chords = material[label]
        section = Section(label, float(np.clip(ENERGY[label] + rng.normal(0, 0.12), 0.1, 1)))
        for number in range(count):
            if beat >= total_beats:
                break
            length = metre.beats
            last = number == count - 1
            if last and metre.beats >= 4 and rng.random() < short_bars:
                length = 2 if rng.random() < 0.5 else metre.beats + 2
            pieces = [length]
            if length > metre.beats:
                pieces = [metre.beats, 2]
            for piece in pieces:
                bar = Bar(beat, piece, len(sections), number)
                bars.append(bar)
                section.bars.append(bar)
                spans += bar_spans(bar, metre, chords, number, harmonic_rhythm)
                beat += piece
        sections.append(section)
        index += 1
    if closes:
        spans = [span for span in spans if span.start < bars[-1].start - 1e-6]
        spans.append(Span(bars[-1].start, bars[-1].end, key.chord(0)))
    return Plan(metre, key, bars, sections, merged(spans), int(beat), beats_per_minute)


def coloured(rng, key: Key, degrees: list[int], size: int, colour: float) -> list[Chord]:
    """Chords for the degrees, some inverted, extended or replaced by secondary dominants."""
    chords = []
    for i, degree in enumerate(degrees):
        chord = key.chord(degree, size if rng.random() < 0.7 else 3)
        following = degrees[(i + 1) % len(degrees)]
        if rng.random() < colour:
            if following != degree and rng.random() < 0.5:
                chord = key.secondary_dominant(following)
            else:
                chord = key.chord(degree, size, inversion=int(rng.integers(1, 3)))
        chords.append(chord)
    return chords


def bar_spans(bar: Bar, metre: Metre, chords, number: int, rhythm: float) -> list[Span]:
    """The chords of one bar; several chords share it along the metre's groups."""
    if rhythm <= 1:
        return [Span(bar.start, bar.end, chords[int(number * rhythm) % len(chords)])]
    count = int(rhythm)
    if count == 2 and bar.beats == sum(metre.groups) and len(metre.groups) > 1:
        edges = [0, metre.groups[0], bar.beats]
    elif count == 2:
        edges = [0, (bar.beats + 1) // 2, bar.beats] if bar.beats > 1 else [0, bar.beats]
    else:
        edges = list(range(0, bar.beats + 1))
    return [
        Span(bar.start + a, bar.start + b, chords[(number * count + i) % len(chords)])
        for i, (a, b) in enumerate(zip(edges[:-1], edges[1:]))
    ]


def merged(spans: list[Span]) -> list[Span]:
    """Neighbours with the same chord inside a section stay separate only if the chord differs."""
    result: list[Span] = []
    for span in spans:
        if result and result[-1].chord == span.chord:
            result[-1].end = span.end
        else:
            result.append(span)
    return result
