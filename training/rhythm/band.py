"""Arranges songs for bands and dance productions: who plays when, and which idiom."""

from __future__ import annotations

import numpy as np

import bass_lines
import comping
import harmony
from drummer import Drummer
from groove import CRASH, KICK
from melody import Melodist
from style import BELLS, BRASS, PADS, STRINGS, Style
from track import Track

DRUM_KITS = (0, 8, 16, 24, 25, 26, 32, 40)
HARMONIC_LAYERS = ("comp", "second", "lead", "arp", "pad")


class Band:
    """The players of one song and the habits they keep through it."""

    def __init__(self, rng, style: Style, plan):
        self.rng, self.style, self.plan = rng, style, plan
        jitter = rng.uniform(0.002, 0.011) if rng.random() < style.human else 0.0
        self.jitter = jitter
        synthetic = 0.55 if style.electronic else 0.05

        def track(role, programs, sound=None, lag=0.0):
            if sound is None:
                sound = "synth" if rng.random() < synthetic else "soundfont"
            gain = rng.uniform(-7, 2)
            return Track(
                role, sound, rng.choice(programs), gain, jitter, lag + rng.normal(0, 0.7 * jitter)
            )

        self.tracks = {
            "drums": track("drums", DRUM_KITS, "kit" if rng.random() < 0.75 else "soundfont"),
            "bass": track("bass", style.bass_programs),
            "comp": track("other", style.comp_programs),
            "second": track("other", style.comp_programs),
            "lead": track("other", style.lead_programs),
            "arp": track("other", BELLS + (80, 81, 24, 46, 0)),
            "pad": track("other", PADS + STRINGS if style.electronic else STRINGS + (16, 52, 89)),
            "voice": track("vocals", (53,), "voice", lag=rng.uniform(-0.01, 0.03)),
            "backing": track("vocals", (53,), "voice"),
            "extra": track("other", BRASS),
        }
        if self.tracks["comp"].sound == "soundfont" and style.power:
            self.tracks["second"].program = self.tracks["comp"].program
        low = int(rng.choice([45, 48, 55, 57, 60]))
        self.singer = Melodist(rng, plan, low, low + 15)
        if style.layer("choir"):
            self.singer.density = rng.uniform(0.75, 1.1)
        self.soloist = Melodist(rng, plan, 62, 82, rng.uniform(*style.density), 0.2)
        self.has_voice = rng.random() < style.layer("voice")
        self.bass_idiom = str(rng.choice(style.bass))
        self.comp_idioms = {name: str(rng.choice(style.comp)) for name in ("comp", "second")}
        self.arp_step = (
            1 / 3 if plan.metre.division == 3 else float(rng.choice([0.25, 0.25, 0.5, 1 / 3]))
        )
        self.bass_low = int(rng.integers(26, 34))
        self.centre = int(rng.integers(55, 67))
        if rng.random() < style.layer("choir"):
            for name in ("choir_1", "choir_2"):
                self.tracks[name] = track("vocals", (53,), "voice", lag=rng.uniform(-0.01, 0.03))
        self.drummer = Drummer(rng, style, plan, self.tracks["drums"])

    def choose_layers(self, section) -> set:
        """Who plays in a section; loud sections have more players."""
        rng, style = self.rng, self.style
        shift = section.energy - 0.6
        layers = set()
        for name in ("drums", "bass", *HARMONIC_LAYERS, "extra"):
            share = style.layer(name)
            if 0 < share < 1:
                share = np.clip(share + 0.5 * shift, 0.02, 0.99)
            if rng.random() < share:
                layers.add(name)
        alone = style.layer("choir") > 0
        if alone or self.has_voice and rng.random() < (0.85 if section.label in "VCB" else 0.35):
            layers.add("voice")
        if not layers & {"comp", "lead", "arp", "pad", "voice", "bass"} and style.layer("comp"):
            layers.add("comp")
        if "voice" in layers and rng.random() < 0.7:
            layers.discard("lead")
        return layers

    def play(self, section, build: bool):
        """Writes all notes of a section."""
        rng, plan, tracks = self.rng, self.plan, self.tracks
        layers = section.layers
        kicks = [0.0]
        if build:
            self.drummer.build(section)
            sweep(rng, [tracks[name] for name in HARMONIC_LAYERS], section)
        elif "drums" in layers:
            kicks = self.drummer.play(section)
        elif section.energy > 0.3 and self.style.layer("drums") > 0 and rng.random() < 0.15:
            tracks["drums"].add(section.start, 2, CRASH, 90)
        if "bass" in layers and not (build and rng.random() < 0.6):
            bass_lines.bass_line(
                rng, tracks["bass"], plan, section, self.bass_idiom, kicks, self.bass_low
            )
        for name in ("comp", "second"):
            if name in layers:
                idiom = (
                    self.comp_idioms[name]
                    if rng.random() < 0.8
                    else str(rng.choice(self.style.comp))
                )
                centre = self.centre - (12 if self.style.power else 0)
                comping.comp(
                    rng,
                    tracks[name],
                    plan,
                    section,
                    idiom,
                    centre,
                    self.style.chord_size,
                    power=self.style.power,
                )
        if "arp" in layers:
            comping.arpeggio(rng, tracks["arp"], plan, section, self.arp_step)
        if "pad" in layers:
            comping.pad(rng, tracks["pad"], plan, section)
        if "lead" in layers:
            self.soloist.write(tracks["lead"], section)
        if "extra" in layers:
            comping.comp(rng, tracks["extra"], plan, section, "random", 67, 3, velocity=90)
        if "voice" in layers:
            before = len(tracks["voice"].rows)
            self.singer.write(
                tracks["voice"],
                section,
                legato=rng.uniform(0.8, 1.0),
                rest=0.0 if "choir_1" in tracks else 0.08,
            )
            if "choir_1" in tracks:
                homophony(tracks, plan, tracks["voice"].rows[before:])
            elif section.energy > 0.8 and rng.random() < 0.25:
                for start, length, pitch, velocity, delay in tracks["voice"].rows[before:]:
                    lower = plan.key.scale(int(pitch) - 4, int(pitch) - 3)
                    tracks["backing"].add(
                        start, length, lower[0] if len(lower) else pitch - 5, velocity - 12, delay
                    )


def compose_band(rng, style: Style, plan) -> list[Track]:
    """All tracks of a band song."""
    band = Band(rng, style, plan)
    for i, section in enumerate(plan.sections):
        section.layers = band.choose_layers(section)
        if (
            i == 0
            and len(section.layers) > 1
            and rng.random() < (0.4 if style.electronic else 0.25)
        ):
            section.layers = set(
                rng.choice(sorted(section.layers), int(rng.integers(1, 3)), replace=False)
            )
        following = plan.sections[i + 1] if i + 1 < len(plan.sections) else None
        rises = following is not None and following.energy > 0.65
        build = rises and len(section.bars) >= 4 and rng.random() < 0.6 * style.builds
        band.play(section, build)
        if following is not None and rng.random() < 0.06:
            stop_time(band.tracks.values(), section, float(rng.choice([1, 2])))
    if plan.metre.division == 2 and rng.random() < style.pushes:
        push(rng, plan, band.tracks)
    return [track for track in band.tracks.values() if track.rows]


def homophony(tracks, plan, melody):
    """Choir voices below the melody, in its rhythm: the nearest chord tone and the root."""
    for start, length, pitch, velocity, delay in melody:
        chord = plan.chord_at(start)
        below = harmony.chord_pitches(chord, int(pitch) - 9, int(pitch) - 3)
        tracks["choir_1"].add(
            start, length, below[-1] if len(below) else pitch - 5, velocity - 8, delay
        )
        tracks["choir_2"].add(start, length, harmony.bass_pitch(chord, 40), velocity - 4, delay)


def push(rng, plan, tracks):
    """Some chords, always in the same bars of a phrase, arrive an eighth before their beat."""
    numbers = set(rng.choice(4, int(rng.integers(1, 4)), replace=False).tolist())
    bars = {bar.start for bar in plan.bars if bar.number % 4 in numbers and bar.number}
    moments = {span.start for span in plan.spans} & bars
    names = ["bass", "comp", "second", "pad", "extra"] + ["lead", "drums"] * int(rng.random() < 0.5)
    for name in names:
        track = tracks[name]
        moved = []
        for start, length, pitch, velocity, delay in track.rows:
            if start in moments and (name != "drums" or pitch in (CRASH, KICK)):
                moved.append((start - 0.5, length + 0.5, pitch, velocity, delay))
            elif name == "drums" or start + 0.5 not in moments:
                moved.append((start, length, pitch, velocity, delay))
        track.rows = moved


def stop_time(tracks, section, length: float):
    """Everyone stops for the last beats of a section (often but the singer); the beat goes on."""
    for track in tracks:
        if track.role == "vocals":
            continue
        first = section.end - length + 0.01
        track.rows = [
            (start, min(span, max(first - start, 0.1)), pitch, velocity, delay)
            for start, span, pitch, velocity, delay in track.rows
            if not first <= start < section.end - 1e-6
        ]


def sweep(rng, tracks, section):
    """A filter opening (controller 74) and a swell (controller 11) over a section."""
    for track in tracks:
        for beat in np.arange(section.start, section.end, 0.5):
            done = (beat - section.start) / (section.end - section.start)
            track.control(beat, 74, int(20 + 100 * done))
            track.control(beat, 11, int(60 + 67 * done))
        track.control(section.end, 74, 127)
        track.control(section.end, 11, 127)
