#!/usr/bin/env python3
"""Plays Bach chorales from music21's corpus, transposed at random, on one instrument each.

Writes OUT/audio/cNNN.wav (with its .mid) and OUT/chorales.json. A chorale is taken when its key can
be told without an opinion: four parts or more, and its last bass note is the tonic of one of the
two keys of its signature.
"""

import argparse
import os
import sys

import mido
import music21
import numpy as np

import synthesizer

# General MIDI: piano (three times as often), electric piano, organ, strings, choir, guitar,
# harpsichord, clarinet, flute.
PROGRAMS = [0, 0, 0, 4, 19, 48, 52, 24, 6, 71, 73]


def key_of(score):
    """0 to 23, or None when it cannot be told."""
    if len(score.parts) < 4:
        return None
    signature = score.recurse().getElementsByClass(music21.key.KeySignature).first()
    notes = list(score.parts[-1].recurse().notes)
    if signature is None or not notes:
        return None
    last = notes[-1].pitch if notes[-1].isNote else notes[-1].bass()
    major = 7 * signature.sharps % 12
    minor = (major + 9) % 12
    return {major: major, minor: 12 + minor}.get(last.pitchClass)


def transpose(midi, semitones, program):
    """Moves all notes of a file and gives every channel the same instrument."""
    file = mido.MidiFile(midi)
    for track in file.tracks:
        channels = set()
        for message in track:
            if message.type in ("note_on", "note_off"):
                message.note = min(max(message.note + semitones, 0), 127)
                channels.add(message.channel)
            elif message.type == "program_change":
                message.program = program
        for channel in sorted(channels):
            track.insert(0, mido.Message("program_change", channel=channel, program=program))
    file.save(midi)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    synthesizer.add_arguments(parser)
    parser.set_defaults(count=100, seed=3)
    options = parser.parse_args()

    folder = os.path.join(options.out, "audio")
    os.makedirs(folder, exist_ok=True)
    random = np.random.default_rng(options.seed)
    scores = sorted(
        str(path) for path in music21.corpus.getComposer("bach")
        if os.path.basename(path).startswith("bwv") and str(path).endswith(".mxl"))
    random.shuffle(scores)
    labels = {}
    for score_path in scores:
        if len(labels) == options.count:
            break
        title = os.path.basename(score_path)
        try:
            score = music21.converter.parse(score_path)
        except music21.exceptions21.Music21Exception as error:
            print(f"{title}: {error}", file=sys.stderr)
            continue
        key = key_of(score)
        if key is None:
            continue
        name = f"c{len(labels):03d}"
        path = os.path.join(folder, name)
        score.write("midi", fp=path + ".mid")
        semitones = int(random.integers(-5, 7))
        transpose(path + ".mid", semitones, int(random.choice(PROGRAMS)))
        font = options.sound_fonts[len(labels) % len(options.sound_fonts)]
        synthesizer.render(path + ".mid", path + ".wav", font, options.out)
        labels[name] = {"key": (key + semitones) % 12 + key // 12 * 12, "kind": title[:-4]}
    synthesizer.save_labels(labels, os.path.join(options.out, "chorales.json"))
    print(f"{len(labels)} chorales")


if __name__ == "__main__":
    main()
