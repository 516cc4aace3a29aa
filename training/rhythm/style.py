"""What a style is: frequency, tempo, metres, idioms, sounds, and its defaults."""

from __future__ import annotations

from dataclasses import dataclass, field

from form import FIVE, FOUR, SEVEN, SIX, THREE, TWO

# fmt: off
MOSTLY_FOUR = ((FOUR, 1.0),)
POP_METRES = (
    (FOUR, 0.93), (THREE, 0.025),
    (FIVE[0], 0.01), (SEVEN[0], 0.01), (SIX, 0.015), (TWO, 0.01),
)

# General MIDI programs
DISTORTED, STRINGS, BRASS = (29, 30), (48, 49, 50), (56, 57, 60, 61, 62)
PADS, LEADS, BELLS = (88, 89, 90, 91, 92, 94, 95), (80, 81, 82, 84, 87), (8, 9, 10, 11, 12, 13, 98)
BAND_BASS, SYNTH_BASS, ACOUSTIC_BASS = (33, 34, 35, 36), (38, 39, 87, 81), (32,)
BAND_COMP = (0, 1, 4, 16, 18, 24, 25, 26, 27, 28, 29, 48)
ELECTRONIC_COMP = (4, 5, 16, 18, 48, 50, 62, 63, 80, 81, 88, 89, 90)
BAND_LEAD = (0, 11, 21, 22, 26, 29, 30, 40, 56, 64, 65, 66, 71, 73, 74, 75, 80)

BASS_IDIOMS = (
    "eighths", "kick", "sustain", "syncopated", "beats", "free", "three_three_two", "octaves",
)
COMP_IDIOMS = (
    "sustain", "stabs", "off_beats", "strum_1", "strum_2", "strum_3", "arpeggio", "syncopated",
    "beats", "random",
)
DEFAULT_LAYERS = {
    "drums": 0.88, "bass": 0.86, "comp": 0.8, "second": 0.25, "lead": 0.55, "arp": 0.2,
    "pad": 0.3, "voice": 0.55, "extra": 0.0, "choir": 0.0,
}
# fmt: on


@dataclass(frozen=True)
class Style:
    """One kind of music.

    weight: relative frequency. tempo: range of labelled-beat BPM before metre.
    builder: which arranger composes it: 'band', 'keyboard', 'chamber' or 'chip'.
    drums, bass, comp: names of grammars and idioms to choose from.
    layers: probability of each instrument layer in a section.
    swing: (probability, low, high, unit in beats). human: share of songs played by hand.
    """

    name: str
    weight: float
    tempo: tuple
    builder: str = "band"
    metres: tuple = MOSTLY_FOUR
    drums: tuple = ("backbeat",)
    bass: tuple = BASS_IDIOMS
    comp: tuple = COMP_IDIOMS
    bass_programs: tuple = BAND_BASS
    comp_programs: tuple = BAND_COMP
    lead_programs: tuple = BAND_LEAD
    progressions: tuple = ("pop",)
    rhythms: tuple = (1, 1, 1, 1, 2, 0.5)
    minor: float = 0.5
    density: tuple = (0.35, 0.95)  # of melodies, 0..1.2
    swing: tuple = (0.0, 0.5, 0.5, 1.0)
    human: float = 0.9
    electronic: bool = False
    power: bool = False
    chord_size: int = 3
    builds: float = 0.0
    pushes: float = 0.15  # share of songs whose chords come an eighth early now and then
    tempo_jumps: float = 0.03  # share of songs with another tempo from some section on
    short_bars: float = 0.1  # share of songs that like to insert short bars
    free_tempo: bool = False
    rubato: float = 1.0  # scales the freedom of a free tempo
    melody: tuple = ("melody",)  # right hands of keyboard music
    melody_low: int = 58  # lowest pitch of a right hand
    ensembles: tuple = ()  # palettes of chamber and chip music
    polyphony: float = 0.15  # share of imitation and chorale sections
    pedal: float = 0.8
    section_bars: tuple = (4, 8, 8, 8, 16)
    layers: dict = field(default_factory=dict)

    def layer(self, name: str) -> float:
        return self.layers.get(name, DEFAULT_LAYERS[name])


def only(**layers: float) -> dict:
    """Layer probabilities with everything else left out."""
    return dict.fromkeys(DEFAULT_LAYERS, 0.0) | layers
