"""Scores from the MIDI files of a game, where their grid can be trusted.

Made for the music of Freedoom (`musics/*.mid`), BSD licence. A file counts if the notes lie on
its grid; its bars count if kick and snare agree with them.
"""

import glob
import os
import warnings

import numpy as np
import pretty_midi

from score import KICK_PITCHES, Part, Score, sorted_notes

SNARE_PITCHES = (38, 39, 40)
ON_GRID = 0.06  # of a beat
LONGEST_REST = 3.0  # seconds without a note in which beats still count
BASS_PROGRAMS = (*range(32, 40), 87)


def read(path):
    """(score of the whole file, part of the notes that lie on the grid, whether bars count)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        midi = pretty_midi.PrettyMIDI(path)
    parts = [read_part(instrument) for instrument in midi.instruments if instrument.notes]
    times = midi.get_beats()
    downbeats = set(np.round(midi.get_downbeats(), 3))
    positions, position = [], 0
    for time in times:
        position = 1 if round(time, 3) in downbeats else position + 1
        positions.append(position)
    beats = np.column_stack([times, positions]).astype(float)
    beats = sounding_beats(beats, parts)
    tempo = 60 / np.median(np.diff(beats[:, 0])) if len(beats) > 1 else 0.0
    score = Score(
        parts=parts,
        beats=beats,
        duration=midi.get_end_time(),
        style="midi",
        beats_per_bar=int(max(positions, default=4)),
        beats_per_minute=float(tempo),
        boundaries=[],
        key=None,
        silence=[],
    )
    return score, grid_quality(parts, beats), bars_agree(parts, beats)


def read_part(instrument):
    """A part of a score from an instrument of a MIDI file."""
    role = (
        "drums"
        if instrument.is_drum
        else "bass"
        if instrument.program in BASS_PROGRAMS
        else "other"
    )
    notes = sorted_notes([(n.start, n.end, n.pitch, n.velocity) for n in instrument.notes])
    controls = sorted((c.time, c.number, c.value) for c in instrument.control_changes)
    return Part(role, "soundfont", int(instrument.program), notes, controls=controls)


def sounding_beats(beats, parts):
    """The beats with a note less than LONGEST_REST before them, and one not after the last."""
    if not parts:
        return beats[:0]
    starts = np.sort(np.concatenate([part.notes[:, 0] for part in parts]))
    ends = np.sort(np.concatenate([part.notes[:, 1] for part in parts]))
    times = beats[:, 0]
    begun = times >= starts[0] - 0.05
    last_start = starts[np.maximum(np.searchsorted(starts, times + 0.05) - 1, 0)]
    sounding = np.searchsorted(starts, times) > np.searchsorted(ends, times)
    return beats[begun & (times < ends[-1]) & (sounding | (times - last_start < LONGEST_REST))]


def grid_quality(parts, beats):
    """The part of the notes that begin on a fourth or third of a beat, from 0 to 1."""
    times = beats[:, 0]
    if len(times) < 16:
        return 0.0
    starts = np.concatenate([part.notes[:, 0] for part in parts])
    starts = starts[(starts > times[0]) & (starts < times[-1])]
    index = np.clip(np.searchsorted(times, starts, side="right") - 1, 0, len(times) - 2)
    phase = (starts - times[index]) / (times[index + 1] - times[index])
    off = [np.abs(phase * division - np.round(phase * division)) / division for division in (4, 3)]
    return float((np.minimum(*off) < ON_GRID).mean()) if len(starts) else 0.0


def hits_by_position(parts, beats, pitches):
    """How many strokes of these drums fall on each position of the bar, 0 to 5 (0 is unused)."""
    counts = np.zeros(6)
    for part in parts:
        if part.role != "drums":
            continue
        for time in part.notes[np.isin(part.notes[:, 2], pitches), 0]:
            nearest = np.argmin(np.abs(beats[:, 0] - time))
            if abs(beats[nearest, 0] - time) < 0.08 and beats[nearest, 1] < 6:
                counts[int(beats[nearest, 1])] += 1
    return counts


def bars_agree(parts, beats):
    """Whether the snare is on the even beats and the kick on the first, where there are drums."""
    if len(beats) < 16:
        return False
    snare = hits_by_position(parts, beats, SNARE_PITCHES)
    kick = hits_by_position(parts, beats, KICK_PITCHES)
    if snare.sum() <= 10:
        return True
    return bool(
        snare[1] + snare[3] <= snare[2] + snare[4] and kick[1] >= 0.7 * max(kick[2], kick[4], 1)
    )


def library(folder, shortest=40.0, fewest_notes=200, least_quality=0.8):
    """[(name, score, whether bars count)] of the usable files in a folder."""
    songs = []
    for path in sorted(glob.glob(os.path.join(folder, "*.mid"))):
        try:
            score, quality, bars = read(path)
        except (OSError, ValueError, EOFError, IndexError, KeyError):
            continue
        if (
            score.duration >= shortest
            and quality > least_quality
            and sum(len(part.notes) for part in score.parts) >= fewest_notes
        ):
            songs.append((os.path.basename(path), score, bars))
    return songs
