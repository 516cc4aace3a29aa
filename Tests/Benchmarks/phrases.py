#!/usr/bin/env python3
"""Measures sections, beats, bars and keys on songs whose phrases people have marked.

python3 Tests/Benchmarks/phrases.py MUCAT SONGS LABELS FOLDER

- SONGS: POP909 of the repository music-x-lab/POP909-Dataset: a MIDI file and its beats each
- LABELS: POP909 of Dsqvival/hierarchical-structure-analysis: phrases, marked by two people
- FOLDER: where the songs go as sound

Every fifteenth song from the 7th and from the 12th on is rendered, without drums, by fluidsynth and
a sound font of Debian's, and encoded by ffmpeg. The marks count bars of a melody that was cut to
bars by hand; where it lies is found by that melody's notes. Songs in which they do not match are left
out. The songs are transcriptions of commercial ones: for measuring, not for training.

The marks know bars of four beats only, and some count from the half of a bar. POP909 has the bars
that a program found in each recording: the second figure for bars is of the songs in which those
are where at least half of the marked ones are.

Needs mido. F of section boundaries is within 0.5 s and 3 s, the first and the last left out, of
beats and bars within 70 ms, the first 5 s left out.
"""

import collections
import json
import os
import random
import re
import statistics
import subprocess
import sys

import mido

from measures import f_measure, key_of, key_of_signature, key_weight, pulse_f

SOUND_FONTS = [
    "sf2/FluidR3_GM.sf2", "sf2/TimGM6mb.sf2", "sf2/sf_GMbank.sf2",
    "sf3/MuseScore_General_Lite.sf3", "sf3/MuseScore_General.sf3",
]  # fmt: skip
PROGRAMS = {
    "MELODY": [0, 65, 73, 80, 40, 24, 52, 56, 71],
    "BRIDGE": [0, 4, 24, 25, 48, 73, 11],
    "PIANO": [0, 0, 1, 4, 24, 25],
}
STEPS = 4  # sixteenths in a beat
BAR = 16


class Score:
    """The notes of a MIDI file's tracks and its tempi."""

    def __init__(self, path):
        self.file = mido.MidiFile(path)
        self.resolution = self.file.ticks_per_beat
        self.tempi = [(0, 0.0, 500_000)]
        for tick, message in self.messages(self.file.tracks[0]):
            if message.type == "set_tempo":
                self.tempi.append((tick, self.seconds(tick), message.tempo))

    @staticmethod
    def messages(track):
        tick = 0
        for message in track:
            tick += message.time
            yield tick, message

    def seconds(self, tick):
        start, time, tempo = next(t for t in reversed(self.tempi) if t[0] <= max(tick, 0))
        return time + (tick - start) * tempo / self.resolution / 1e6

    def step_seconds(self, step):
        return self.seconds(max(0.0, step * self.resolution / STEPS))

    def steps(self, name):
        """The sixteenths at which each pitch of a track begins."""
        found = collections.defaultdict(list)
        for track in self.file.tracks:
            if name not in track.name.upper():
                continue
            for tick, message in self.messages(track):
                if message.type == "note_on" and message.velocity > 0:
                    found[message.note].append(tick / self.resolution * STEPS)
        return found


def melody_start(score, path):
    """The sixteenth of the MIDI file at which the bars of a melody begin, and how much matches."""
    played = score.steps("MELODY")
    written, step = [], 0
    with open(path) as file:
        for line in file:
            if line.strip():
                pitch, length = map(int, line.split())
                if pitch:
                    written.append((step, pitch))
                step += length
    distances = [time - step for step, pitch in written for time in played[pitch]]
    counts = collections.Counter(map(round, distances))
    if not counts:
        return 0.0, 0.0
    start = max(counts, key=lambda s: counts[s] + 0.3 * (counts[s - 1] + counts[s + 1]))
    near = [distance for distance in distances if abs(distance - start) < 1.3]
    matched = sum(
        any(abs(time - step - start) < 1.3 for time in played[pitch]) for step, pitch in written
    )
    return statistics.median(near), matched / len(written)


def marks(path, score, start):
    """The beginnings of what one person marked, and its end."""
    with open(path) as file:
        lengths = [int(bars) for bars in re.findall(r"[A-Za-z](\d+)", file.read())]
    places = [sum(lengths[:index]) for index in range(len(lengths) + 1)]
    return [score.step_seconds(start + BAR * place) for place in places]


def truth(number, songs, labels):
    """What is known of a song; None when its labels cannot be placed."""
    name = f"{number:03d}"
    score = Score(f"{songs}/{name}/{name}.mid")
    start, matched = melody_start(score, f"{labels}/{name}/melody.txt")
    with open(f"{songs}/{name}/beat_midi.txt") as file:
        beats = [float(line.split()[0]) for line in file if line.strip()]
    if matched < 0.9 or len(beats) < 8:
        return None
    # Notes that lie beside the beat shift the melody by a sixteenth; the file's own beats tell.
    period = statistics.median(b - a for a, b in zip(beats, beats[1:]))
    off = statistics.median(
        min((beat - score.step_seconds(start + STEPS * index) for beat in beats), key=abs) / period
        for index in range(0, 200)
        if score.step_seconds(start + STEPS * index) < beats[-1]
    )
    if abs(off) >= 0.4:
        return None
    if abs(off) > 0.1:
        start += off * STEPS
    result = {"marks": [marks(f"{labels}/{name}/human_label{k}.txt", score, start) for k in (1, 2)]}
    end = result["marks"][0][-1]
    first = start % STEPS
    count = int((end - score.step_seconds(first)) / period * 2) + 8
    times = [score.step_seconds(first + STEPS * index) for index in range(count)]
    result["beats"] = [time for time in times if time < end]
    times = [score.step_seconds(start + BAR * index) for index in range(count)]
    result["bars"] = [time for time in times if time < end]
    result["bars agree"] = recording_agrees(f"{songs}/{name}/beat_audio.txt", result["bars"])
    with open(f"{songs}/{name}/key_audio.txt") as file:
        lasting = collections.Counter()
        for line in file:
            if line.strip():
                begin, finish, key = line.split()
                lasting[key] += float(finish) - float(begin)
    tonic, mode = lasting.most_common(1)[0][0].split(":")
    result["key"] = key_of(f"{tonic} {'minor' if mode == 'min' else 'major'}")
    return result


def recording_agrees(path, bars):
    """Whether at least half of the bars are within 0.1 s of one that was found in the recording."""
    with open(path) as file:
        beats = [tuple(map(float, line.split())) for line in file if line.strip()]
    firsts = [time for time, place in beats if place == 1]
    within = [time for time in bars if beats[0][0] - 0.5 <= time <= beats[-1][0] + 0.5]
    near = sum(any(abs(first - time) < 0.1 for first in firsts) for time in within)
    return 2 * near >= max(1, len(within))


def render(number, songs, audio):
    """A song as sound: by a piano alone, or by instruments that are chosen at random."""
    choice = random.Random(number)
    score = Score(f"{songs}/{number:03d}/{number:03d}.mid")
    alone = choice.random() < 0.4
    for track in score.file.tracks:
        programs = next((p for name, p in PROGRAMS.items() if name in track.name.upper()), [0])
        program = 0 if alone else choice.choice(programs)
        for message in track:
            if message.type == "program_change":
                message.program = program
    fonts = [f"/usr/share/sounds/{font}" for font in SOUND_FONTS]
    font = choice.choice([font for font in fonts if os.path.exists(font)])
    midi, wave = f"{audio}.mid", f"{audio}.wav"
    score.file.save(midi)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": True}
    subprocess.run(["fluidsynth", "-ni", "-g", "0.5", "-r", "44100", "-F", wave, font, midi], **quiet)
    subprocess.run(["ffmpeg", "-y", "-i", wave, "-c:a", "libvorbis", "-q:a", "5", audio], **quiet)
    os.remove(midi)
    os.remove(wave)


def scores(known, result):
    sections = [section["start"] for section in result["structure"]["sections"][1:]]
    row = {}
    for tolerance in (0.5, 3.0):
        for person, places in enumerate(known["marks"], 1):
            value = f_measure(places[1:-1], sections, tolerance)
            row[f"sections within {tolerance:g} s, person {person}"] = value
    row["beats"] = pulse_f(known["beats"], result["rhythm"]["beats"])
    row["bars"] = pulse_f(known["bars"], result["rhythm"]["bars"])
    row["bars where the recording's agree"] = row["bars"] if known["bars agree"] else None
    found = key_of_signature(result["key"].get("details", {}).get("global"))
    row["key, exact"] = float(found == known["key"])
    row["key, weighted"] = key_weight(known["key"], found)
    return row


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    mucat, songs, labels, folder = sys.argv[1:]
    for place in (songs, labels):
        if not os.path.isdir(place):
            sys.exit(f"{place} is not there: the songs are not part of the project")
    os.makedirs(folder, exist_ok=True)
    rows = {}
    for number in sorted([*range(7, 910, 15), *range(12, 910, 15)]):
        known = truth(number, songs, labels)
        if known is None:
            continue
        audio = os.path.join(folder, f"{number:03d}.ogg")
        if not os.path.exists(audio):
            render(number, songs, audio)
        words = [mucat, "analyze", "--only", "rhythm,key,structure", audio]
        output = subprocess.run(words, capture_output=True, check=True).stdout
        rows[number] = scores(known, json.loads(output))
    for name in next(iter(rows.values())):
        values = [row[name] for row in rows.values() if row[name] is not None]
        print(f"{name}: {100 * statistics.mean(values):.1f} % ({len(values)} songs)")
    print("the worst beats:")
    for number in sorted(rows, key=lambda n: rows[n]["beats"])[:10]:
        print(f"{number:03d}: {rows[number]['beats']:.2f}, bars {rows[number]['bars']:.2f}")


if __name__ == "__main__":
    main()
