#!/usr/bin/env python3
"""Tests of what is played and labelled. Run: python test_sound.py (score.py must be importable)"""

import os
import tempfile

import mido
import numpy as np

import mastering
import midi_songs
import mixing
import recordings
import singing
import soundfonts
import synthesizer
from activity import activity
from features import SAMPLE_RATE, frame_position
from patches import Patch
from score import Part, sorted_notes


def part(role, sound, notes, program=0):
    """A part of (start, end, pitch, velocity) rows."""
    return Part(role, sound, program, sorted_notes(notes))


def test_synthesizer_plays_in_tune():
    rng = np.random.default_rng(1)
    time = np.arange(SAMPLE_RATE, dtype=np.float32) / SAMPLE_RATE
    for wave in ("saw", "pulse", "triangle", "steps", "organ"):
        sound = synthesizer.Oscillator(Patch(wave, bright=3, dark=3), rng).play(69, time)
        spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound))))
        assert abs(np.argmax(spectrum) - 440) <= 1, wave  # bins of 1 Hz


def test_fast_arpeggio_is_heard_note_by_note():
    notes = [(n / 60, (n + 1) / 60, 60 + 4 * (n % 3), 100) for n in range(60)]
    rng = np.random.default_rng(0)
    sound = synthesizer.render(part("other", "synth", notes), 1.0, rng, "chip")
    parts = sound[: 60 * (SAMPLE_RATE // 60)].reshape(60, -1)
    assert (np.sqrt((parts**2).mean(1)) > 0.05).all()


def test_singer_takes_one_breath_per_phrase_and_one_note_at_a_time():
    notes = [(0, 1.2, 60, 100), (1, 2, 62, 100), (2.2, 3, 64, 100), (4, 5, 60, 100)]
    groups = singing.phrases(np.array(notes, float))
    assert [len(group) for group in groups] == [3, 1]
    assert groups[0][0][1] == 1  # ended by the next note


def test_ducking_dips_at_each_kick():
    gain = mixing.ducking([0.5, 1.5], 2 * SAMPLE_RATE, np.random.default_rng(0))
    at = (np.array([0.49, 0.5, 0.9, 1.5]) * SAMPLE_RATE).astype(int)
    before, kick, between, second = gain[at]
    assert before == 1 and kick < 0.71 and between == 1 and second == kick


def test_mastering_keeps_time_and_stays_within_full_scale():
    signal = np.zeros(SAMPLE_RATE, np.float32)
    signal[SAMPLE_RATE // 2] = 0.3
    for seed in range(5):
        mastered = mastering.clipped(
            mastering.compressed(
                mastering.toned(signal, np.random.default_rng(seed)), np.random.default_rng(seed)
            ),
            np.random.default_rng(seed),
        )
        assert len(mastered) == len(signal) and np.abs(mastered).max() <= 1
        assert abs(int(np.argmax(np.abs(mastered))) - SAMPLE_RATE // 2) <= 2


def test_activity_fills_short_gaps_and_ignores_what_is_faint():
    bass = part("bass", "synth", [(1, 2, 40, 90), (2.4, 3, 40, 90), (4, 5, 40, 90)])
    hum = part("other", "synth", [(0, 6, 60, 90)])
    stems = [mixing.Stem([bass], None, -6.0), mixing.Stem([hum], None, -40.0)]
    labels = activity(stems, 6.0, 6 * SAMPLE_RATE)
    at = np.round(frame_position([0.5, 1.5, 2.2, 3.5, 4.5, 5.5])).astype(int)
    assert labels[at, 2].tolist() == [0, 1, 1, 0, 1, 0]
    assert labels[:, [0, 1, 3]].sum() == 0


def test_midi_file_keeps_times_and_channels():
    parts = [
        part("drums", "soundfont", [(0.5, 0.6, 36, 100)]),
        part("bass", "soundfont", [(0.25, 1.0, 40, 90)], program=33),
        part("other", "soundfont", [(1.0, 2.0, 64, 80)], program=4),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.mid")
        soundfonts.write_midi(parts, path, 3.0)
        now, notes, programs = 0.0, [], {}
        for message in mido.MidiFile(path):
            now += message.time
            if message.type == "note_on":
                notes.append((round(now, 3), message.channel, message.note))
            if message.type == "program_change":
                programs[message.channel] = message.program
    assert notes == [(0.25, 0, 40), (0.5, 9, 36), (1.0, 1, 64)]
    assert programs == {9: 0, 0: 33, 1: 4}


def test_grid_and_bars_of_midi_files_are_judged():
    times = np.arange(32) * 0.5
    beats = np.column_stack([times, np.arange(32) % 4 + 1])
    pattern = {1: 36, 2: 38, 3: 36, 4: 38}
    right = [(t, t + 0.1, pattern[int(p)], 100) for t, p in beats]
    late = [(t + 0.21, t + 0.3, 60, 100) for t in times]
    drums = part("drums", "kit", right)
    assert midi_songs.grid_quality([drums], beats) == 1
    assert midi_songs.grid_quality([part("other", "synth", late)], beats) == 0
    assert midi_songs.bars_agree([drums], beats)
    moved = np.column_stack([times, (np.arange(32) + 1) % 4 + 1])
    assert not midi_songs.bars_agree([drums], moved)


def test_beats_do_not_go_on_where_a_file_is_silent():
    times = np.arange(0, 20, 0.5)
    beats = np.column_stack([times, np.ones(len(times))])
    song = [part("other", "synth", [(2, 4, 60, 90), (12, 14, 60, 90)])]
    kept = midi_songs.sounding_beats(beats, song)[:, 0]
    assert kept.min() == 2 and kept.max() < 14
    assert not ((kept > 5.5) & (kept < 12)).any()


def test_only_stretches_with_all_their_beats_are_taken_from_recordings():
    beats = np.arange(0, 160, 0.5)
    assert recordings.even_stretches(beats, 120, 160) == [0, 50, 100]
    gap = beats[(beats < 60) | (beats > 62)]
    assert recordings.even_stretches(gap, 120, 160) == [0, 100]


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(name)
