"""Plays parts on General MIDI sound fonts, by fluidsynth."""

import os
import resource
import subprocess
import tempfile

import mido
import numpy as np
import soundfile

from features import SAMPLE_RATE

FONTS = {  # name: how often it is taken
    "FluidR3_GM": 0.30,
    "MuseScore_General_Lite": 0.27,
    "TimGM6mb": 0.23,
    "sf_GMbank": 0.15,
    "OPL-3_FM_128M": 0.05,
}
FOLDERS = ["/usr/share/sounds/sf2", "/usr/share/sounds/sf3"]
CPU_LIMIT = 40  # seconds; some files never end
TICKS_PER_BEAT, TICKS_PER_SECOND = 1000, 2000  # at MIDI's default of 120 beats a minute
DRUM_CHANNEL = 9
KEPT_CONTROLS = (1, 10, 11, 64)
CHANNELS = 15  # besides the drums'


def tick(time):
    """A time in seconds in ticks of the file."""
    return round(max(0.0, time) * TICKS_PER_SECOND)


def channel_messages(part, channel, duration):
    """(tick, order, message) of all events of a part."""
    program = min(max(int(part.program), 0), 127)
    level = int(np.clip(100 * 10 ** (part.gain_db / 40), 5, 127))
    yield 0, 0, mido.Message("program_change", channel=channel, program=program)
    yield 0, 0, mido.Message("control_change", channel=channel, control=7, value=level)
    for time, number, value in part.controls:
        if number in KEPT_CONTROLS and time < duration:
            yield (
                tick(time),
                1,
                mido.Message(
                    "control_change",
                    channel=channel,
                    control=int(number),
                    value=int(np.clip(value, 0, 127)),
                ),
            )
    for start, end, pitch, velocity in part.notes:
        if start >= duration:
            continue
        note = int(np.clip(round(pitch), 0, 127))
        on = tick(start)
        off = max(on + 1, tick(min(end, duration)))
        yield (
            on,
            2,
            mido.Message(
                "note_on",
                channel=channel,
                note=note,
                velocity=int(np.clip(round(velocity), 1, 127)),
            ),
        )
        yield off, 0, mido.Message("note_off", channel=channel, note=note)


def write_midi(parts, path, duration):
    """Writes parts as a MIDI file with times to half a millisecond."""
    channels = iter([number for number in range(CHANNELS + 1) if number != DRUM_CHANNEL])
    events = []
    for part in parts:
        channel = DRUM_CHANNEL if part.role == "drums" else next(channels, None)
        if channel is not None:
            events.extend(channel_messages(part, channel, duration))
    events.append(
        (tick(duration), 9, mido.Message("control_change", channel=0, control=123, value=0))
    )
    events.sort(key=lambda event: event[:2])
    track = mido.MidiTrack()
    now = 0
    for at, _, message in events:
        track.append(message.copy(time=at - now))
        now = at
    mido.MidiFile(ticks_per_beat=TICKS_PER_BEAT, tracks=[track]).save(path)


def find(name):
    """The path of a sound font, in the first of FOLDERS that has it."""
    for folder in FOLDERS:
        for path in (os.path.join(folder, name + ending) for ending in (".sf2", ".sf3")):
            if os.path.exists(path):
                return path
    raise FileNotFoundError(f"no sound font {name} in {' or '.join(FOLDERS)}")


def choose_font(rng):
    """The path of a sound font."""
    return find(rng.choice(list(FONTS), p=list(FONTS.values())))


def limit_time():
    """Ends a process once it has worked for too long; waiting for its turn does not count."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))


def render(parts, duration, font):
    """The sound of parts, `duration` seconds, mono at SAMPLE_RATE, mixed by their gains."""
    count = int(duration * SAMPLE_RATE)
    output = np.zeros(count, np.float32)
    with tempfile.TemporaryDirectory() as folder:
        midi, wave = os.path.join(folder, "a.mid"), os.path.join(folder, "a.wav")
        write_midi(parts, midi, duration)
        command = [
            "fluidsynth",
            "-n",
            "-i",
            "-q",
            "-R",
            "0",
            "-C",
            "0",
            "-g",
            "0.4",
            "-r",
            str(SAMPLE_RATE),
            "-o",
            "synth.polyphony=128",
            "-o",
            "synth.dynamic-sample-loading=1",
            "-T",
            "wav",
            "-F",
            wave,
            font,
            midi,
        ]
        subprocess.run(
            command,
            env=dict(os.environ, HOME=folder),
            preexec_fn=limit_time,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        samples, _ = soundfile.read(wave, dtype="float32", always_2d=True)
    mono = samples.mean(1)[:count]
    output[: len(mono)] = mono
    return output
