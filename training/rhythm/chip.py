"""Game, tracker and chip music: a perfectly steady grid, few voices, loops."""

from __future__ import annotations

import numpy as np

import bass_lines
import comping
import counterpoint
import drum_patterns
import harmony
from groove import KICK
from melody import Melodist
from style import Style
from track import Track


def compose_chip(rng, style: Style, plan) -> list[Track]:
    """Loops built from a few tracks that enter and leave; `style.ensembles` names the palette."""
    palette = str(rng.choice(style.ensembles))
    voices = {
        name: make_track(rng, palette, name)
        for name in ("lead", "harmony", "bass", "arp", "pad", "drums", "ostinato")
    }
    melodist = Melodist(rng, plan, 62, 86, density=rng.uniform(0.4, 1.1), pickup=0.3)
    drums = DrumLoop(rng, plan, voices["drums"], rng.choice(style.drums))
    arp_kind = rng.choice(["fast", "fast", "sixteenths", "eighths"])
    bass_idiom = str(rng.choice(style.bass))
    ostinato = ostinato_shape(rng, plan)
    shares = {
        "lead": 0.75,
        "harmony": 0.3,
        "bass": 0.85,
        "arp": 0.55,
        "pad": 0.25,
        "drums": style.layer("drums"),
        "ostinato": 0.3,
    }
    if palette == "adventure":
        shares |= {"pad": 0.7, "arp": 0.2, "ostinato": 0.6}
    if palette == "ambient":
        shares |= {"pad": 0.9, "lead": 0.35, "ostinato": 0.8, "bass": 0.5, "arp": 0.2}
    for index, section in enumerate(plan.sections):
        shift = -0.3 if index == 0 and rng.random() < 0.5 else 0.4 * (section.energy - 0.6)
        on = {
            name for name, share in shares.items() if rng.random() < share + (shift if share else 0)
        }
        if not on & {"lead", "arp", "bass", "pad", "ostinato"}:
            on.add("ostinato" if palette == "ambient" else "arp")
        if "drums" in on:
            drums.play(section)
        if "bass" in on:
            bass_lines.bass_line(
                rng, voices["bass"], plan, section, bass_idiom, drums.kicks, 33, 100
            )
        if "arp" in on:
            if arp_kind == "fast":
                fast_chords(rng, voices["arp"], plan, section)
            else:
                comping.arpeggio(
                    rng,
                    voices["arp"],
                    plan,
                    section,
                    ternary_step(plan, 0.25 if arp_kind == "sixteenths" else 0.5),
                )
        if "pad" in on:
            comping.pad(rng, voices["pad"], plan, section)
        if "ostinato" in on:
            play_ostinato(voices["ostinato"], plan, section, ostinato)
        if "lead" in on:
            if rng.random() < 0.1:
                counterpoint.imitation(
                    rng, [voices["lead"], voices["harmony"]], plan, section, ((66, 88), (52, 70))
                )
            else:
                before = len(voices["lead"].rows)
                melodist.write(voices["lead"], section, 96, rng.uniform(0.6, 1.0))
                if "harmony" in on:
                    echo(
                        voices["lead"].rows[before:],
                        voices["harmony"],
                        float(rng.choice([0.25, 0.5, 0.75, 0.375])),
                        section.end,
                    )
    return [track for track in voices.values() if track.rows]


def make_track(rng, palette: str, name: str) -> Track:
    """Sound of a voice in a palette: chip, tracker, adventure (orchestral) or ambient."""
    role = {"bass": "bass", "drums": "drums"}.get(name, "other")
    if name == "drums":
        return Track(
            role,
            "kit" if rng.random() < 0.7 else "soundfont",
            rng.choice([24, 25, 0, 8]),
            rng.uniform(-9, 1),
        )
    programs = {
        "chip": {"bass": (38, 81, 80), "pad": (80, 89)},
        "tracker": {
            "lead": (80, 81, 73, 11, 29, 0, 87),
            "harmony": (80, 81, 73),
            "bass": (38, 39, 33, 36),
            "arp": (0, 80, 98, 11),
            "pad": (48, 50, 88, 89, 91),
            "ostinato": (0, 5, 98, 45),
        },
        "adventure": {
            "lead": (56, 60, 61, 73, 68, 40),
            "harmony": (60, 48, 71),
            "bass": (43, 58, 32),
            "arp": (46, 45, 14),
            "pad": (48, 49, 52, 61),
            "ostinato": (48, 45, 47, 46, 40),
        },
        "ambient": {
            "lead": (73, 75, 79, 11, 0),
            "harmony": (88, 10),
            "bass": (38, 39, 32),
            "arp": (98, 10, 46, 4),
            "pad": (88, 89, 91, 92, 94, 95, 52),
            "ostinato": (98, 0, 4, 11, 12),
        },
    }[palette].get(name, (80, 80, 81))
    synthetic = {"chip": 0.9, "tracker": 0.35, "adventure": 0.0, "ambient": 0.2}[palette]
    sound = "synth" if rng.random() < synthetic else "soundfont"
    return Track(role, sound, rng.choice(programs), rng.uniform(-6, 2))


def ternary_step(plan, step: float) -> float:
    return {0.25: 1 / 6, 0.5: 1 / 3}[step] if plan.metre.division == 3 else step


def fast_chords(rng, track, plan, section):
    """The chord as a warble: its notes in turn every 20 to 60 ms, struck anew in a rhythm."""
    length = 60.0 / plan.beats_per_minute
    step = 1.0 / max(4, round(length / rng.uniform(0.02, 0.06)))
    rhythm = [(0.0,), (0.0, 0.5), (0.0, 0.75), (0.5,)][rng.integers(4)]
    for span in plan.spans_in(section.start, section.end):
        pitches = harmony.voicing(span.chord, 69, 3)
        for beat in np.arange(span.start, span.end - 1e-6, 1.0):
            for i, onset in enumerate(rhythm):
                until = rhythm[i + 1] if i + 1 < len(rhythm) else 1.0
                count = max(1, int(round((until - onset) / step)))
                for j in range(count):
                    track.add(
                        beat + onset + j * step, step, pitches[j % 3], 82 - (0 if j < 3 else 14)
                    )


def echo(rows, track, delay: float, end: float):
    """The lead once more, later and softer."""
    for start, length, pitch, velocity, extra in rows:
        if start + delay < end:
            track.add(start + delay, length, pitch, velocity * 0.6, extra)


def ostinato_shape(rng, plan):
    """One bar of (position, length, rung of the chord ladder)."""
    step = ternary_step(plan, float(rng.choice([0.5, 0.5, 0.25])))
    positions = [p for p in np.arange(0, plan.metre.beats - 1e-6, step) if rng.random() < 0.75]
    return [(float(p), step, int(rng.integers(0, 5))) for p in positions] or [(0.0, 1.0, 0)]


def play_ostinato(track, plan, section, shape):
    for bar in section.bars:
        for position, length, rung in shape:
            if position < bar.beats - 1e-6:
                chord = plan.chord_at(bar.start + position)
                pitches = harmony.chord_pitches(chord, 52, 84)
                track.add(
                    bar.start + position,
                    0.9 * length,
                    pitches[rung % len(pitches)],
                    84 + (8 if position == 0 else 0),
                )


class DrumLoop:
    """A bar or two of drums, repeated exactly, with rare fills."""

    def __init__(self, rng, plan, track, grammar):
        self.rng, self.plan, self.track = rng, plan, track
        first = drum_patterns.bar_pattern(rng, str(grammar), plan.metre, 0.6)
        second = first
        if rng.random() < 0.5:
            second = drum_patterns.varied(rng, first, plan.metre.beats, plan.metre.division == 3)
        self.bars = [first, second]
        self.kicks = [p for p, pitch, _ in first if pitch == KICK]
        self.fills = rng.random() < 0.6

    def play(self, section):
        for i, bar in enumerate(section.bars):
            last = i == len(section.bars) - 1
            fill = 1.0 if last and self.fills and self.rng.random() < 0.6 else 0.0
            for position, pitch, velocity in self.bars[i % 2]:
                if position < bar.beats - fill - 1e-6:
                    self.track.add(bar.start + position, 0.15, pitch, velocity)
            for position, pitch, velocity in drum_patterns.fill(
                self.rng, fill, self.plan.metre.division == 3
            ):
                self.track.add(bar.end - fill + position, 0.15, pitch, velocity)
