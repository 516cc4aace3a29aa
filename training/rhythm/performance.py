"""Plays written music as people do: with a tempo of its own, dynamics, pedal, a leading tune."""

from __future__ import annotations

import numpy as np

import tempo_map
from expression import OFF, ON, PEDAL
from notation import DEFAULT_TEMPO, Notation
from score import Score
from track import Track

# What becomes of a song for voice and keyboard, and how often.
ARRANGEMENTS = (("transcription", 0.45), ("keyboard", 0.2), ("sung", 0.2), ("instrument", 0.15))
KEYBOARDS = (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 4, 6, 19, 24, 46, 48)
SOLOISTS = (40, 40, 41, 42, 42, 52, 60, 65, 68, 71, 73)
TEMPO_SPREAD = 0.14  # standard deviation of the natural logarithm
PLAIN, GRACE, ROLLED = 0, 1, 2


class Timing:
    """From quarters to seconds by way of beats."""

    def __init__(self, notation: Notation, rng, rubato: float):
        self.places = notation.beats[:, 0]
        count = len(self.places)
        lengths = np.diff(self.places)
        lengths = np.append(lengths, lengths[-1])
        pace = float(np.exp(np.clip(rng.normal(0, TEMPO_SPREAD), -0.3, 0.3)))
        if not notation.tempi:
            pace = guessed_tempo(notation, rng) / DEFAULT_TEMPO
        tempi = np.array([notation.tempo_at(place) for place in self.places]) * pace
        self.phrases = phrases(rng, notation.beats[:, 1], tempi / lengths)
        per_bar = int(np.median(notation.beats[:, 1][notation.bar_ends()]))
        factors = tempo_map.performed(rng, count, self.phrases, per_bar, rubato)
        for place in notation.fermatas:
            index = int(np.clip(np.searchsorted(self.places, place + 1e-6) - 1, 0, count - 1))
            factors[index] *= 1 + rng.uniform(0.2, 1.2) * min(1.0, rubato + 0.2)
        self.lengths = lengths
        self.map = tempo_map.TempoMap(lengths * 60 / tempi * factors, smooth=rubato > 0.2)

    def beat(self, quarters):
        """The position in beats, also before the first and after the last."""
        quarters = np.asarray(quarters, float)
        inside = np.interp(quarters, self.places, np.arange(len(self.places)))
        before = np.minimum(quarters - self.places[0], 0) / self.lengths[0]
        after = np.maximum(quarters - self.places[-1], 0) / self.lengths[-1]
        return inside + before + after


def guessed_tempo(notation, rng):
    """Quarters a minute at which as much happens in a second as in music."""
    moments = len(np.unique(np.round(notation.notes[:, 0], 2))) / notation.end
    length = np.median(np.diff(notation.beats[:, 0]))
    beats_per_minute = 60 * rng.uniform(2.5, 7.0) / moments / length
    return float(np.clip(beats_per_minute, 38, 190) * length)


def phrases(rng, numbers, beats_per_minute):
    """(first beat, beat after, closes a section) by bars: nobody wrote them down."""
    starts = np.flatnonzero(numbers == 1)
    if len(starts) < 2:
        return [(0, len(numbers), True)]
    seconds_per_bar = 60 * np.median(np.diff(starts)) / np.median(beats_per_minute)
    bars = 2 if seconds_per_bar > 3.2 else 4 if seconds_per_bar > 1.1 else 8
    edges = [0, *starts[int(rng.integers(0, 2)) :: bars][1:], len(numbers)]
    per_section = int(rng.integers(2, 5))
    return [
        (first, after, after == len(numbers) or index % per_section == per_section - 1)
        for index, (first, after) in enumerate(zip(edges, edges[1:]))
        if after > first
    ]


def loudness_curve(rng, timing, depth):
    """A factor on velocities for each beat: an arc over each phrase, a level for each section."""
    curve, level = np.ones(len(timing.places) + 1), 1.0
    for first, after, closes in timing.phrases:
        x = np.linspace(0, 1, after - first)
        curve[first:after] = level * (1 - depth + depth * np.sin(np.pi * x))
        if closes:
            level = rng.uniform(0.75, 1.2)
    return curve


def extremes(notes):
    """Whether each note is the highest, and whether it is the lowest, of those begun together."""
    moment = np.round(notes[:, 0] * 48).astype(int)
    highest, lowest = np.zeros(len(notes), bool), np.zeros(len(notes), bool)
    for place in np.unique(moment):
        here = np.flatnonzero(moment == place)
        highest[here[np.argmax(notes[here, 2])]] = True
        lowest[here[np.argmin(notes[here, 2])]] = True
    return highest, lowest


def play(track, notes, timing, rng, tune=None):
    """Adds notes to a track; `tune` says which of them belong to the melody."""
    curve = loudness_curve(rng, timing, rng.uniform(0.05, 0.3))
    lead, stress = rng.uniform(0, 0.03), rng.uniform(0, 14)
    bass_stress, flatness = rng.uniform(-2, 10), rng.uniform(0.3, 1.0)
    gap = rng.uniform(0.015, 0.06)
    highest, lowest = extremes(notes)
    tune = highest if tune is None else tune
    starts = timing.beat(notes[:, 0])
    ends = timing.beat(notes[:, 0] + notes[:, 1])
    middle = np.median(notes[:, 4]) if len(notes) else 0
    order = {}
    for index in np.lexsort((notes[:, 2], notes[:, 0])):
        start, _, pitch, _, loudness, attack = notes[index]
        velocity = 62 + flatness * (loudness - middle) + 0.4 * (middle - 62)
        velocity = velocity * np.interp(starts[index], np.arange(len(curve)), curve)
        velocity += stress * tune[index] + bass_stress * lowest[index]
        delay = -max(0.0, rng.normal(lead, 0.3 * lead)) if tune[index] else 0.0
        if attack == GRACE:
            delay, velocity = delay - 0.02, velocity - 8
        if attack == ROLLED:
            place = order[start] = order.get(start, -1) + 1
            delay += gap * place
        track.add(starts[index], ends[index] - starts[index], pitch, velocity, delay)


def add_pedal(track, timing, rng):
    """The sustaining pedal, changed with every beat, half bar or bar."""
    starts = np.array([first for first, _, _ in timing.phrases])
    every = int(rng.choice([1, 1, 2, 3, 4]))
    moments = sorted({*range(0, len(timing.places), every), *starts})
    for moment in moments:
        track.control(moment, PEDAL, OFF, -0.01)
        if rng.random() < 0.9:
            track.control(moment, PEDAL, ON, rng.uniform(0.03, 0.12))
    track.control(len(timing.places), PEDAL, OFF)


def perform(notation: Notation, rng, duration: float) -> Score:
    """A stretch of `duration` seconds of the piece, played once more."""
    rubato = float(rng.choice([0.1, 0.5, 0.9, 1.2, 1.5], p=[0.1, 0.25, 0.3, 0.2, 0.15]))
    timing = Timing(notation, rng, rubato)
    names, shares = zip(*ARRANGEMENTS)
    arrangement = str(rng.choice(names, p=shares))
    sung = np.array([notation.voices[int(voice)] == "voice" for voice in notation.notes[:, 3]])
    keyboard = Track("other", "soundfont", rng.choice(KEYBOARDS), 0.0, rng.uniform(0.002, 0.015))
    tracks = [keyboard]
    if arrangement == "transcription" and sung.any():
        notes, tune = notation.notes.copy(), sung.copy()
        if rng.random() < 0.3:
            octave = notes[sung] + np.array([0, 0, rng.choice([-12, 12]), 0, -8, 0])
            notes, tune = np.concatenate([notes, octave]), np.append(tune, np.ones(len(octave), bool))
        play(keyboard, notes, timing, rng, tune)
    else:
        play(keyboard, notation.notes[~sung], timing, rng)
        if arrangement != "keyboard" and sung.any():
            role = "vocals" if arrangement == "sung" else "other"
            sound = "voice" if arrangement == "sung" else "soundfont"
            solo = Track(role, sound, rng.choice(SOLOISTS), rng.uniform(-2, 4), 0.015)
            play(solo, notation.notes[sung], timing, rng)
            tracks.append(solo)
    if keyboard.program < 6 and rng.random() < 0.85:
        add_pedal(keyboard, timing, rng)
    parts = [track.part(rng, timing.map, 5.0) for track in tracks if track.rows]
    times = timing.map.seconds(np.arange(len(timing.places)))
    first = min(part.notes[0, 0] for part in parts)
    last = max(part.notes[:, 1].max() for part in parts)
    sounding = (times > first - 0.05) & (times < last)
    score = Score(
        parts=parts,
        beats=np.column_stack([times, notation.beats[:, 1]])[sounding],
        duration=last + 1.0,
        style="notated",
        beats_per_bar=int(np.median(notation.beats[:, 1][notation.bar_ends()])),
        beats_per_minute=float(60 / np.median(np.diff(times))),
        boundaries=[],
        key=None,
        silence=[],
    )
    start = rng.uniform(-2.0, max(0.0, last - duration)) if rng.random() < 0.8 else -0.5
    return score.clipped(start, duration).transposed(int(rng.integers(-4, 5)))
