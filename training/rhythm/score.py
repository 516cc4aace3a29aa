"""The score: what a composed song hands to rendering and labelling.

A `Score` holds notes in seconds, grouped in `Part`s, together with the exact
truth about beats, bars, sections and key.  It knows nothing about sound.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

KICK_PITCHES = (35, 36)
ROLES = ("drums", "bass", "vocals", "other")
SOUNDS = ("soundfont", "kit", "synth", "voice")


@dataclass
class Part:
    """One instrument of the song.

    role: 'drums', 'bass', 'vocals' or 'other' (the labels of the activity heads).
    sound: 'soundfont', 'kit' (one-shot drum samples), 'synth' (numpy synthesiser)
        or 'voice' (sung by the vocoder).
    program: General MIDI program 0..127; for drums only a choice of kit.
    notes: (n, 4) float64 rows of start s, end s, MIDI pitch, velocity 1..127,
        sorted by start.
    gain_db: level relative to the other parts.
    controls: (time s, controller number, value) events, sorted by time.
    """

    role: str
    sound: str
    program: int
    notes: np.ndarray
    gain_db: float = 0.0
    controls: list = field(default_factory=list)

    def clipped(self, start: float, end: float) -> Part:
        """The part inside [start, end), with times counted from `start`.

        A note that sounds on at `start` begins there if at least half of it,
        or half a second, remains; otherwise it is dropped (its attack is gone), and
        so are drums.
        Of the controls before `start` the last value of each one is kept.
        """
        notes = self.notes
        remaining = notes[:, 1] - start
        length = notes[:, 1] - notes[:, 0]
        held = (notes[:, 0] < start) & (remaining > np.minimum(0.5 * length, 0.5))
        held &= self.role != "drums"
        inside = (notes[:, 0] >= start) & (notes[:, 0] < end)
        kept = notes[inside | held].copy()
        kept[:, 0:2] = np.clip(kept[:, 0:2], start, end) - start
        kept = kept[kept[:, 1] > kept[:, 0]]
        earlier = {number: value for time, number, value in self.controls if time < start}
        controls = [(0.0, number, value) for number, value in earlier.items()]
        controls += [
            (time - start, number, value)
            for time, number, value in self.controls
            if start <= time < end
        ]
        return replace(self, notes=sorted_notes(kept), controls=controls)

    def transposed(self, semitones: int) -> Part:
        """The part moved in pitch; drums stay. Notes are folded into 12..115 by octaves."""
        if self.role == "drums" or semitones == 0 or not len(self.notes):
            return self
        notes = self.notes.copy()
        pitch = notes[:, 2] + semitones
        pitch = np.where(pitch < 12, pitch + 12, pitch)
        notes[:, 2] = np.where(pitch > 115, pitch - 12, pitch)
        return replace(self, notes=notes)


@dataclass
class Score:
    """A song with its truth.

    beats: (n, 2) rows of time s and position in the bar (1 = downbeat), ascending,
        all inside [0, duration), including beats of bars without drums, but none
        before the music begins, after it has stopped, or in deliberate pauses.
    duration: length of the clip in seconds.
    beats_per_minute: nominal tempo of the labelled beats.
    boundaries: starts of sections, in seconds.
    key: (tonic 0..11, is_minor), or None where there is no key.
    silence: stretches (start s, end s) without sound on purpose.
    """

    parts: list[Part]
    beats: np.ndarray
    duration: float
    style: str
    beats_per_bar: int
    beats_per_minute: float
    boundaries: list[float]
    key: tuple | None
    silence: list

    def kick_times(self) -> np.ndarray:
        """Start times of all bass-drum notes, ascending, in seconds."""
        starts = [
            part.notes[np.isin(part.notes[:, 2], KICK_PITCHES), 0]
            for part in self.parts
            if part.role == "drums" and len(part.notes)
        ]
        return np.sort(np.concatenate(starts)) if starts else np.zeros(0)

    def clipped(self, start: float, duration: float) -> Score:
        """The window [start, start + duration), with times counted from its start."""
        end = start + duration
        parts = [part.clipped(start, end) for part in self.parts]
        inside = (self.beats[:, 0] >= start) & (self.beats[:, 0] < end)
        beats = self.beats[inside] - np.array([start, 0.0])
        silence = [
            (max(first, start) - start, min(last, end) - start)
            for first, last in self.silence
            if last > start and first < end
        ]
        return replace(
            self,
            parts=[part for part in parts if len(part.notes)],
            beats=beats,
            duration=duration,
            boundaries=[time - start for time in self.boundaries if start <= time < end],
            silence=silence,
        )

    def shifted(self, seconds: float) -> Score:
        """The same clip length with everything `seconds` later; what leaves the clip is cut."""
        return self.clipped(-seconds, self.duration)

    def transposed(self, semitones: int) -> Score:
        """The song in another key."""
        key = self.key and ((self.key[0] + semitones) % 12, self.key[1])
        return replace(self, parts=[part.transposed(semitones) for part in self.parts], key=key)


def sorted_notes(notes) -> np.ndarray:
    """Rows of (start, end, pitch, velocity) as an (n, 4) array sorted by start."""
    array = np.asarray(notes, dtype=np.float64).reshape(-1, 4)
    return array[np.argsort(array[:, 0], kind="stable")]
