"""Composes procedural songs with exact beats, bars, sections and keys.

    score = compose(np.random.default_rng([seed, index]))

Everything follows from the generator: the same seed gives the same song.
"""

from __future__ import annotations

import numpy as np

import tempo_map
from band import compose_band
from chip import compose_chip
from classical import compose_chamber, compose_keyboard
from form import build_plan
from groove import HAT, PEDAL_HAT, STICK
from harmony import choose_key
from score import Score
from style import Style
from styles import STYLES
from tempo_map import TempoMap

BUILDERS = {
    "band": compose_band,
    "keyboard": compose_keyboard,
    "chamber": compose_chamber,
    "chip": compose_chip,
}


def compose(rng, duration: float = 50.0, style: Style | None = None) -> Score:
    """A song of `duration` seconds; the style is drawn by weight unless given."""
    if style is None:
        weights = np.array([style.weight for style in STYLES])
        style = STYLES[rng.choice(len(STYLES), p=weights / weights.sum())]
    metres, shares = zip(*style.metres)
    metre = metres[rng.choice(len(metres), p=np.array(shares) / sum(shares))]
    beats_per_minute = choose_tempo(rng, style, metre)
    seconds_per_bar = metre.beats * 60 / beats_per_minute

    begins_inside = rng.random() < 0.4
    ends_inside = rng.random() < 0.22
    wanted = duration * (rng.uniform(0.5, 0.9) if ends_inside else 1.6) + 2 * seconds_per_bar
    plan = build_plan(
        rng,
        metre,
        choose_key(rng, style.minor),
        int(np.ceil(wanted / seconds_per_bar)) * metre.beats,
        beats_per_minute,
        str(rng.choice(style.progressions)),
        float(rng.choice(style.rhythms)),
        chord_size=style.chord_size,
        short_bars=0.4 if rng.random() < style.short_bars else 0.02,
        section_bars=style.section_bars,
        closes=ends_inside,
    )
    tracks = BUILDERS[style.builder](rng, style, plan)
    first_beat = 0.0
    if ends_inside:
        finish(plan, tracks)
    if not begins_inside and metre.beats > 1 and rng.random() < 0.2:
        first_beat = plan.bars[0].end - float(rng.integers(1, metre.beats))
        drop_before(tracks, first_beat)
    elif not begins_inside and style.human > 0.5 and rng.random() < 0.12:
        count_in(rng, plan, tracks)

    clock = make_tempo_map(rng, style, plan, beats_per_minute, ends_inside)
    if begins_inside:
        start = -rng.uniform(0, 2 * seconds_per_bar)
    else:
        start = rng.uniform(0, 0.6) if rng.random() < 0.85 else rng.uniform(1, 6)
        start -= float(clock.seconds(first_beat))
    clock.times += start
    return make_score(rng, style, plan, tracks, clock, duration, beats_per_minute)


def choose_tempo(rng, style: Style, metre) -> float:
    """Composed beats per minute, evenly on a logarithmic scale."""
    low, high = style.tempo
    if metre.labels == 3:
        low, high = 22, 55  # a slow bar, felt and labelled in eighths
    elif metre.division == 3:
        low, high = min(low, 70), min(high, 135)
    elif metre.beats == 6:
        low, high = 1.3 * low, min(1.5 * high, 230)
    return float(np.exp(rng.uniform(*np.log([low, high]))))


def finish(plan, tracks):
    """Turns the last bar into a final chord: nothing starts after its first beat."""
    last = plan.bars[-1]
    for track in tracks:
        kept = []
        for start, length, pitch, velocity, delay in track.rows:
            if start < last.start - 1e-6:
                kept.append((start, min(length, last.start - start), pitch, velocity, delay))
            elif start < last.start + 1e-6:
                kept.append((start, last.beats, pitch, velocity, delay))
        track.rows = kept


def drop_before(tracks, beat: float):
    """Leaves out what comes before the pick-up the song begins with."""
    for track in tracks:
        track.rows = [row for row in track.rows if row[0] >= beat - 1e-6]


def count_in(rng, plan, tracks):
    """Lets the drummer count the first bar with sticks or hi-hat, alone."""
    for track in tracks:
        if track.role == "drums":
            bar = plan.bars[0]
            drop_before(tracks, bar.end)
            pitch = int(rng.choice([STICK, HAT, PEDAL_HAT]))
            for beat in range(bar.beats):
                track.add(bar.start + beat, 0.2, pitch, 90)
            return


def make_tempo_map(rng, style: Style, plan, beats_per_minute: float, ends: bool) -> TempoMap:
    """Chooses how the tempo behaves: machine, band, ramp, jump, performance; pauses, swing."""
    count = plan.beats + 1
    intervals = tempo_map.steady(count, beats_per_minute)
    if style.free_tempo:
        phrases = plan.phrases(int(rng.choice([2, 4, 4, 8])))
        amount = float(rng.choice([0.2, 0.6, 1.0, 1.5])) * style.rubato
        intervals = intervals * tempo_map.performed(rng, count, phrases, plan.metre.beats, amount)
    elif rng.random() < style.human * 0.7:
        intervals = intervals * tempo_map.drift(rng, count, rng.uniform(0.002, 0.025))
        if ends and rng.random() < 0.4:
            length = min(plan.beats, int(rng.integers(2, 2 * plan.metre.beats + 1)))
            slowing = rng.uniform(0.1, 0.6) * np.linspace(0, 1, length)
            intervals[plan.beats - length : plan.beats] *= 1 + slowing
    change = rng.random()
    if change < 0.04:
        intervals = intervals * tempo_map.ramp(rng, count, beats_per_minute)
    elif change < 0.04 + style.tempo_jumps and len(plan.sections) > 1:
        at = int(plan.sections[rng.integers(1, len(plan.sections))].start)
        intervals = intervals * tempo_map.sudden_change(rng, count, at)
    pauses = []
    if rng.random() < 0.04 and len(plan.bars) > 8:
        bar = plan.bars[rng.integers(4, len(plan.bars) - 2)]
        pauses = [(bar.start, float(rng.uniform(2, 6)))]
    share, low, high, unit = style.swing
    swing = 0.5
    if plan.metre.division == 2 and rng.random() < share:
        swing = rng.uniform(low, high)
    return TempoMap(intervals, 0.0, swing, unit, pauses, smooth=style.free_tempo)


def make_score(rng, style, plan, tracks, clock, duration, beats_per_minute) -> Score:
    """Converts to seconds, cuts to the clip and labels the beats where there is music."""
    machine = style.electronic or style.builder == "chip"
    parts = [
        track.part(rng, clock, 0.0 if machine and rng.random() < 0.3 else 6.0)
        for track in tracks
        if track.rows
    ]
    labels = plan.labelled_beats()
    beats = np.stack([clock.seconds(labels[:, 0]), labels[:, 1]], axis=1)
    boundaries = [float(clock.seconds(section.start)) for section in plan.sections]
    per_beat = plan.metre.labels
    score = Score(
        parts,
        beats,
        float(clock.times[-1]),
        style.name,
        plan.metre.beats * per_beat,
        beats_per_minute * per_beat,
        boundaries,
        None if style.name == "drums_only" else (plan.key.tonic, plan.key.is_minor),
        clock.silences(),
    ).clipped(0.0, duration)
    if not score.parts:
        return score
    first = min(part.notes[0, 0] for part in score.parts)
    last = max(part.notes[-1, 0] for part in score.parts)
    inside = (score.beats[:, 0] > first - 0.06) & (score.beats[:, 0] < last + 0.06)
    score.beats = score.beats[inside]
    score.boundaries = [time for time in score.boundaries if first - 0.1 < time < last]
    return score
