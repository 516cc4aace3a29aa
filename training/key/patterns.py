"""Metal and electronic songs in patterns of our own, which mma's library lacks."""

import mido

from progressions import chord_tones, melody, song_form

TICKS_PER_BEAT = 480
GUITAR, BASS, PAD, LEAD, ARPEGGIO, DRUMS = 0, 1, 2, 3, 4, 9
KICK, SNARE, CLAP, CLOSED_HAT, OPEN_HAT = 36, 38, 39, 42, 46


class Sketch:
    """Notes in any order, in beats, to be written as one MIDI track."""

    def __init__(self):
        self.events = []

    def note(self, channel, pitch, start, length, velocity):
        self.events.append((start, "note_on", channel, int(pitch), velocity))
        self.events.append((start + length * 0.98, "note_off", channel, int(pitch), 0))

    def save(self, path, beats_per_minute, programs):
        file = mido.MidiFile(ticks_per_beat=TICKS_PER_BEAT)
        track = mido.MidiTrack()
        file.tracks.append(track)
        track.append(mido.MetaMessage("set_tempo", tempo=int(60e6 / beats_per_minute)))
        for channel, program in programs.items():
            track.append(mido.Message("program_change", channel=channel, program=int(program)))
        now = 0
        # "note_off" sorts before "note_on", so a repeated note ends before it begins again.
        for start, kind, channel, pitch, velocity in sorted(self.events):
            tick = int(start * TICKS_PER_BEAT)
            track.append(mido.Message(
                kind, channel=channel, note=pitch, velocity=velocity, time=tick - now))
            now = tick
        file.save(path)


def at_or_above(pitch_class, lowest):
    """The lowest MIDI note of a pitch class that is not below `lowest`."""
    return lowest + (pitch_class - lowest) % 12


def write_song(random, midi):
    """Writes a song to the path `midi`; returns (key, what it is)."""
    kind = str(random.choice(["metal", "electronic", "synthpop", "electronic"]))
    metal = kind == "metal"
    minor = bool(random.random() < (0.85 if metal else 0.65))
    tonic = int(random.integers(12))
    form = song_form(random, minor)
    tempo = random.uniform(90, 190) if metal else random.uniform(100, 140)
    if metal and random.random() < 0.5:
        form = _riff(random)
    programs = {
        GUITAR: random.choice([29, 30]),
        BASS: random.choice([33, 34, 38, 39, 87]),
        PAD: random.choice([81, 90, 62, 63, 50, 88]),
        LEAD: random.choice([80, 81, 29, 30, 84, 98]),
        ARPEGGIO: random.choice([4, 5, 81, 98, 11, 6]),
    }
    sketch = Sketch()
    lowest = int(random.integers(40, 46))  # the guitar's tuning
    has_melody, has_arpeggio = random.random() < 0.7, random.random() < 0.5
    has_pad = random.random() < 0.8
    for bar, chord in enumerate(form):
        part = bar // 8 % 3  # verse, chorus, bridge: what plays changes
        start = 4 * bar
        if metal:
            _metal_bar(random, sketch, start, tonic, chord, part, lowest, has_pad)
        else:
            _electronic_bar(
                random, sketch, start, tonic, chord, part, kind, has_pad, has_arpeggio)
        if has_melody and part != 0:
            _melody_bar(random, sketch, start, tonic, minor, chord)
    sketch.save(midi, tempo, programs)
    return tonic + 12 * minor, kind


def _riff(random):
    """Eight bars of power chords, four times: the tonic as a pedal, with excursions."""
    roots = [
        0, 0, 0, random.choice([1, 3, 8, 10]), 0, 0, random.choice([3, 5, 6, 8, 10]),
        random.choice([1, 5, 7, 10]),
    ]
    return [(int(root), "5") for root in roots] * 4


def _metal_bar(random, sketch, start, tonic, chord, part, lowest, has_pad):
    pitch_class = (tonic + chord[0]) % 12
    for beat in range(4):
        sketch.note(DRUMS, KICK, start + beat, 0.2, 110)
        sketch.note(DRUMS, KICK, start + beat + 0.5, 0.2, 100)
        sketch.note(DRUMS, OPEN_HAT if part else CLOSED_HAT, start + beat, 0.3, 80)
        if beat % 2:
            sketch.note(DRUMS, SNARE, start + beat, 0.2, 110)
    root = at_or_above(pitch_class, lowest)
    if part == 1:
        for pitch in (root, root + 7, root + 12):
            sketch.note(GUITAR, pitch, start, 4, 95)
        if has_pad:
            for tone in chord_tones(chord[1]):
                sketch.note(PAD, at_or_above(pitch_class, 57) + tone, start, 4, 55)
    else:
        for eighth in range(8):
            pitch = at_or_above(tonic, lowest) if random.random() < 0.35 else root
            octave = [pitch + 12] if random.random() < 0.5 else []
            for each in [pitch, pitch + 7] + octave:
                sketch.note(GUITAR, each, start + eighth / 2, 0.45, 95)
    for eighth in range(8):
        sketch.note(BASS, at_or_above(pitch_class, 28), start + eighth / 2, 0.45, 100)


def _electronic_bar(random, sketch, start, tonic, chord, part, kind, has_pad, has_arpeggio):
    pitch_class = (tonic + chord[0]) % 12
    tones = chord_tones(chord[1])
    for beat in range(4):
        sketch.note(DRUMS, KICK, start + beat, 0.2, 110)
        sketch.note(DRUMS, CLOSED_HAT, start + beat + 0.5, 0.2, 80)
        if beat % 2:
            sketch.note(DRUMS, SNARE if random.random() < 0.5 else CLAP, start + beat, 0.2, 95)
    for eighth in range(8):
        # Dance basses leave the beat to the kick.
        if kind == "electronic" and eighth % 2 == 0 and random.random() < 0.8:
            continue
        sketch.note(BASS, at_or_above(pitch_class, 30), start + eighth / 2, 0.4, 100)
    if has_pad and not (part == 2 and random.random() < 0.3):
        for tone in tones:
            sketch.note(PAD, at_or_above(pitch_class, 55) + tone, start, 4, 75)
    if has_arpeggio:
        steps = tones + [12]
        for sixteenth in range(16):
            pitch = at_or_above(pitch_class, 60) + steps[sixteenth % len(steps)]
            sketch.note(ARPEGGIO, pitch, start + sixteenth / 4, 0.24, 75)


def _melody_bar(random, sketch, start, tonic, minor, chord):
    position = 0.0
    while position < 4:
        length = min(float(random.choice([0.5, 1, 1, 2])), 4 - position)
        if random.random() < 0.8:
            degree = melody(random, minor, chord, 1)[0]
            pitch = at_or_above((tonic + degree) % 12, 64)
            sketch.note(LEAD, pitch, start + position, length, 90)
        position += length
