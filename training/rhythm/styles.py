"""The catalogue of styles: how often, how fast, in which metres, with which idioms and sounds."""

from __future__ import annotations

from dataclasses import dataclass, field

from form import (
    FIVE,
    FOUR,
    NINE_EIGHT,
    SEVEN,
    SIX,
    SIX_EIGHT,
    SIX_EIGHT_EIGHTHS,
    THREE,
    TWELVE_EIGHT,
    TWO,
)

MOSTLY_FOUR = ((FOUR, 1.0),)
POP_METRES = ((FOUR, 0.93), (THREE, 0.025), (FIVE[0], 0.01), (SEVEN[0], 0.01), (SIX, 0.015), (TWO, 0.01))

PIANOS, ORGANS, GUITARS = (0, 1, 4, 5), (16, 17, 18), (24, 25, 26, 27)
DISTORTED, STRINGS, BRASS = (29, 30), (48, 49, 50), (56, 57, 60, 61, 62)
PADS, LEADS, BELLS = (88, 89, 90, 91, 92, 94, 95), (80, 81, 82, 84, 87), (8, 9, 10, 11, 12, 13, 98)
REEDS, FLUTES = (64, 65, 66, 71), (72, 73, 74, 75)
BAND_BASS, SYNTH_BASS, ACOUSTIC_BASS = (33, 34, 35, 36), (38, 39, 87, 81), (32,)
BAND_COMP = (0, 1, 4, 16, 18, 24, 25, 26, 27, 28, 29, 48)
ELECTRONIC_COMP = (4, 5, 16, 18, 48, 50, 62, 63, 80, 81, 88, 89, 90)
BAND_LEAD = (0, 11, 21, 22, 26, 29, 30, 40, 56, 64, 65, 66, 71, 73, 74, 75, 80)


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
    bass: tuple = ("eighths", "kick", "sustain", "syncopated", "beats", "free", "three_three_two", "octaves")
    comp: tuple = ("sustain", "stabs", "off_beats", "strum_1", "strum_2", "strum_3", "arpeggio", "syncopated", "beats", "random")
    bass_programs: tuple = BAND_BASS
    comp_programs: tuple = BAND_COMP
    lead_programs: tuple = BAND_LEAD
    progressions: tuple = ("pop",)
    rhythms: tuple = (1, 1, 1, 1, 2, 0.5)
    minor: float = 0.5
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
    ensembles: tuple = ()  # palettes of chamber and chip music
    polyphony: float = 0.15  # share of imitation and chorale sections
    pedal: float = 0.8
    section_bars: tuple = (4, 8, 8, 8, 16)
    layers: dict = field(default_factory=dict)

    def layer(self, name: str) -> float:
        return self.layers.get(name, DEFAULT_LAYERS[name])


DEFAULT_LAYERS = {
    "drums": 0.88, "bass": 0.86, "comp": 0.8, "second": 0.25, "lead": 0.55, "arp": 0.2, "pad": 0.3,
    "voice": 0.55, "extra": 0.0, "choir": 0.0,
}  # fmt: skip
ELECTRONIC = dict(
    electronic=True, human=0.12, pushes=0.06, bass_programs=SYNTH_BASS, comp_programs=ELECTRONIC_COMP,
    lead_programs=LEADS + BELLS + (0, 73), minor=0.7,
)  # fmt: skip
CLUB_LAYERS = {"drums": 0.85, "arp": 0.45, "pad": 0.5, "voice": 0.25, "lead": 0.5}
METAL = dict(
    power=True, comp_programs=DISTORTED, lead_programs=(29, 30, 30), minor=0.9, progressions=("riff", "riff", "pop"),
    tempo_jumps=0.15, short_bars=0.2,
    rhythms=(1, 1, 0.5, 2), comp=("riff", "chug_8", "chug_16", "gallop", "tremolo", "tremolo", "sustain", "beats"),
    bass=("eighths", "kick", "sixteenths", "gallop", "beats", "sustain"), human=0.7,
    layers={"drums": 0.95, "second": 0.6, "lead": 0.35, "pad": 0.08, "voice": 0.4, "arp": 0.03},
)  # fmt: skip
SONATA_METRES = (
    (FOUR, 0.36), (THREE, 0.24), (TWO, 0.18), (SIX_EIGHT, 0.1), (TWELVE_EIGHT, 0.03), (NINE_EIGHT, 0.03),
    (SIX_EIGHT_EIGHTHS, 0.03), (SIX, 0.03),
)  # fmt: skip
GAME_METRES = ((FOUR, 0.82), (THREE, 0.09), (SIX_EIGHT, 0.03), (FIVE[0], 0.02), (SEVEN[0], 0.02), (SIX, 0.02))
SOLO = dict(
    builder="keyboard", free_tempo=True, human=1.0, progressions=("functional",), comp_programs=(0, 0, 0, 0, 1, 2),
)  # fmt: skip
GAME = dict(
    builder="chip", human=0.0, tempo_jumps=0.06, swing=(0.1, 0.53, 0.64, 0.5), progressions=("pop", "pop", "riff", "vamp", "functional"), minor=0.65,
    rhythms=(1, 1, 1, 2, 0.5), layers={"drums": 0.75}, section_bars=(4, 4, 8, 8, 8, 16, 6, 3, 12),
)  # fmt: skip

STYLES = (
    # Electronic dance music
    Style("house", 4, (116, 130), drums=("four_on_floor",), bass=("off_beat", "syncopated", "eighths", "kick", "octaves"), comp=("house", "off_beats", "stabs", "sustain", "syncopated", "random"), builds=0.5, layers=CLUB_LAYERS, **ELECTRONIC),
    Style("techno", 2, (124, 145), drums=("four_on_floor", "four_on_floor", "toms"), bass=("off_beat", "sixteenths", "rolling"), comp=("random", "off_beats", "riff"), progressions=("vamp", "riff"), builds=0.4, layers=CLUB_LAYERS | {"voice": 0.05, "lead": 0.2}, **ELECTRONIC),
    Style("trance", 3, (130, 145), drums=("four_on_floor",), bass=("off_beat", "rolling", "sixteenths"), comp=("trance_gate", "sustain", "off_beats", "arpeggio_16"), builds=0.6, layers=CLUB_LAYERS | {"arp": 0.6, "lead": 0.65}, **ELECTRONIC),
    Style("hardcore", 3, (150, 215), drums=("hard_dance", "hard_dance", "breakbeat"), bass=("off_beat", "eighths", "kick", "rolling"), comp=("stabs", "sustain", "off_beats", "random"), builds=0.4, layers=CLUB_LAYERS, **ELECTRONIC),
    Style("drum_and_bass", 3, (158, 182), drums=("breakbeat", "breakbeat", "half_time"), builds=0.3, layers=CLUB_LAYERS, rhythms=(1, 0.5, 0.5, 2), **ELECTRONIC),
    Style("breakbeat", 2.5, (95, 150), drums=("breakbeat",), builds=0.2, layers=CLUB_LAYERS, **ELECTRONIC),
    Style("electro_pop", 4, (100, 180), drums=("four_on_floor", "backbeat", "half_time", "off_beats"), builds=0.35, layers=CLUB_LAYERS | {"voice": 0.5, "lead": 0.65}, **ELECTRONIC),
    Style("hip_hop", 3, (75, 105), drums=("hiphop",), swing=(0.4, 0.53, 0.64, 0.5), rhythms=(1, 2, 0.5), layers={"voice": 0.6, "pad": 0.3}, **ELECTRONIC),
    Style("trap", 2, (62, 88), drums=("trap",), bass=("kick", "sustain", "free"), layers={"voice": 0.45, "arp": 0.4}, **ELECTRONIC),
    Style("trap_fast", 1.5, (126, 175), drums=("trap_double",), bass=("kick", "sustain"), rhythms=(1, 0.5, 0.5), layers={"voice": 0.45, "arp": 0.4}, builds=0.3, **ELECTRONIC),
    Style("disco", 2, (105, 130), drums=("disco",), bass=("octaves", "octaves", "syncopated", "eighths"), comp=("off_beats", "clavinet", "sustain", "strum_4"), layers={"pad": 0.5}),
    Style("downtempo", 2, (60, 105), drums=("hiphop", "breakbeat", "hats_only", "clap_only"), layers={"drums": 0.55, "pad": 0.8, "arp": 0.5, "lead": 0.4, "voice": 0.15}, **ELECTRONIC),
    # Rock, pop and other sung music
    Style("rock", 6, (80, 165), drums=("backbeat", "backbeat", "backbeat", "half_time", "motown", "double_time"), metres=POP_METRES, comp=("strum_3", "chug_8", "sustain", "beats", "strum_1", "riff", "syncopated"), comp_programs=(26, 27, 28, 29, 30, 29, 18)),
    Style("pop", 7, (78, 140), drums=("backbeat", "backbeat", "four_on_floor", "clap_only", "half_time"), metres=POP_METRES, swing=(0.12, 0.53, 0.64, 0.5), layers={"voice": 0.8}),
    Style("ballad", 3.5, (52, 92), drums=("backbeat", "clap_only", "hats_only"), comp=("arpeggio", "arpeggio_16", "sustain", "beats", "strum_1"), rhythms=(1, 1, 2, 2), layers={"drums": 0.6, "voice": 0.8, "pad": 0.5}),
    Style("folk", 3.5, (70, 140), metres=((FOUR, 0.7), (THREE, 0.2), (TWO, 0.1)), drums=("train", "backbeat", "clap_only", "hats_only"), comp=("strum_1", "strum_2", "strum_3", "strum_4", "travis", "boom_chuck", "arpeggio"), comp_programs=(24, 25, 25, 105, 0), lead_programs=(22, 40, 21, 73, 110, 25), bass_programs=ACOUSTIC_BASS + (33,), bass=("two_feel", "beats", "first", "sustain"), progressions=("folk", "pop"), minor=0.3, layers={"drums": 0.25, "bass": 0.5, "voice": 0.85, "comp": 0.97}),
    Style("solo_song", 2, (52, 135), metres=((FOUR, 0.7), (THREE, 0.2), (SIX_EIGHT, 0.1)), comp=("arpeggio", "travis", "strum_1", "strum_2", "beats", "sustain", "arpeggio_16"), comp_programs=(0, 0, 24, 25, 4), progressions=("pop", "folk", "functional"), free_tempo=True, rubato=0.45, layers={name: 0.0 for name in ("drums", "bass", "second", "lead", "arp", "pad")} | {"comp": 1.0, "voice": 0.9}),
    Style("country", 1.5, (85, 170), drums=("train", "backbeat"), comp=("boom_chuck", "strum_1", "travis"), comp_programs=(25, 27, 105), bass=("two_feel", "two_feel", "walk"), bass_programs=ACOUSTIC_BASS + (33,), lead_programs=(40, 22, 25, 110, 26), progressions=("folk", "blues"), minor=0.15, layers={"voice": 0.7}),
    Style("blues", 2, (60, 140), metres=((TWELVE_EIGHT, 0.6), (FOUR, 0.4)), drums=("shuffle", "backbeat"), bass=("walk", "eighths", "long_short", "beats"), comp=("off_beats", "beats", "sustain", "random"), progressions=("blues",), minor=0.2, chord_size=4, swing=(0.7, 0.6, 0.68, 1.0)),
    Style("punk", 3, (150, 220), drums=("punk", "punk", "d_beat", "backbeat"), comp=("chug_8", "strum_3", "beats"), comp_programs=DISTORTED, power=True, minor=0.3, bass=("eighths", "eighths", "kick"), layers={"voice": 0.7, "pad": 0.03, "arp": 0.03}),
    Style("jpop", 4, (120, 200), drums=("backbeat", "four_on_floor", "punk", "double_time", "half_time"), rhythms=(1, 1, 2, 2), metres=POP_METRES, chord_size=4, human=0.4, layers={"second": 0.5, "pad": 0.4, "arp": 0.3, "voice": 0.7}),
    Style("funk", 2, (88, 125), drums=("funk",), bass=("kick", "syncopated", "free"), comp=("clavinet", "strum_4", "random", "charleston"), progressions=("vamp", "riff", "pop"), rhythms=(1, 0.5), chord_size=4, swing=(0.3, 0.52, 0.6, 0.5)),
    Style("soul", 1.5, (70, 130), drums=("motown", "backbeat", "shuffle"), metres=((FOUR, 0.8), (TWELVE_EIGHT, 0.2)), chord_size=4, layers={"voice": 0.75, "extra": 0.3}),
    Style("six_eight", 3, (40, 82), metres=((SIX_EIGHT, 0.6), (TWELVE_EIGHT, 0.4)), drums=("compound",), bass=("first", "beats", "long_short"), comp=("arpeggio", "beats", "off_beats", "sustain"), layers={"drums": 0.65, "voice": 0.65}),
    Style("waltz", 2, (85, 190), metres=((THREE, 1.0),), drums=("waltz",), bass=("first", "first", "beats"), comp=("oom_pah", "oom_pah", "arpeggio", "sustain"), comp_programs=(0, 21, 24, 25, 48, 4), layers={"drums": 0.5}),
    Style("odd_metre", 1.5, (90, 210), metres=tuple((m, 1.0) for m in FIVE + SEVEN), drums=("odd",), bass=("free", "eighths", "kick", "beats", "sustain"), comp=("arpeggio", "riff", "sustain", "random", "beats"), progressions=("riff", "pop", "vamp")),
    Style("a_cappella", 0.8, (60, 130), metres=((FOUR, 0.7), (THREE, 0.2), (SIX_EIGHT, 0.1)), progressions=("functional", "pop"), layers={"drums": 0.0, "bass": 0.0, "comp": 0.0, "second": 0.0, "lead": 0.0, "arp": 0.0, "pad": 0.0, "voice": 1.0, "choir": 0.8}),
    # Metal
    Style("heavy_metal", 2.5, (90, 190), drums=("backbeat", "double_bass", "gallop", "half_time", "skank"), **METAL),
    Style("thrash", 2.5, (150, 230), drums=("skank", "skank", "double_bass", "d_beat", "breakdown"), **METAL),
    Style("extreme_metal", 3, (160, 250), drums=("blast", "blast", "double_bass", "skank", "breakdown"), **METAL),
    Style("metalcore", 2, (85, 190), drums=("double_bass", "breakdown", "d_beat", "backbeat", "half_time"), **METAL),
    # Jazz, Latin, Caribbean, marching
    Style("swing", 3.5, (95, 260), metres=((FOUR, 0.9), (THREE, 0.1)), drums=("swing",), bass=("walk", "walk", "walk", "two_feel"), bass_programs=ACOUSTIC_BASS, comp=("jazz", "jazz", "charleston", "beats"), comp_programs=(0, 0, 26, 4, 16), lead_programs=(56, 59, 64, 65, 66, 71, 0, 11, 26), progressions=("jazz", "jazz", "blues"), rhythms=(1, 2, 2), chord_size=4, swing=(1.0, 0.57, 0.69, 1.0), layers={"drums": 0.85, "bass": 0.95, "voice": 0.2, "lead": 0.8, "pad": 0.03}),
    Style("latin", 3, (85, 200), drums=("clave", "clave", "bossa", "samba", "reggaeton"), bass=("tumbao", "tumbao", "dotted", "three_three_two"), comp=("montuno", "montuno", "tresillo", "random", "off_beats"), comp_programs=(0, 0, 24, 26, 4), lead_programs=(56, 57, 73, 65, 0, 11), progressions=("jazz", "pop", "vamp"), chord_size=4),
    Style("reggae", 2, (65, 100), drums=("reggae",), bass=("reggae", "free", "late"), comp=("off_beats", "backbeats"), comp_programs=(16, 17, 26, 27, 0), rhythms=(1, 1, 2)),
    Style("ska", 1, (110, 200), drums=("ska",), bass=("walk", "beats", "eighths"), comp=("off_beats",), lead_programs=(56, 57, 66, 16), comp_programs=(26, 27, 16)),
    Style("march", 1.2, (95, 135), metres=((TWO, 0.5), (FOUR, 0.3), (SIX_EIGHT, 0.2)), drums=("march",), bass=("two_feel", "beats"), comp=("off_beats",), bass_programs=(58, 43), comp_programs=(60, 61, 57), lead_programs=(56, 71, 72, 61), progressions=("functional",), minor=0.2, layers={"voice": 0.0, "lead": 0.9}),
    Style("drums_only", 1, (70, 180), drums=("backbeat", "breakbeat", "funk", "four_on_floor", "toms", "clave", "samba", "double_bass", "shuffle"), layers={name: 0.0 for name in ("bass", "comp", "second", "lead", "arp", "pad", "voice")} | {"drums": 1.0}),
    # Solo keyboard and guitar
    Style("piano_classical", 3, (42, 200), metres=SONATA_METRES, comp=("alberti", "alberti", "march", "repeated", "octaves", "held", "rocking", "waltz", "tremolo", "running"), melody=("melody", "melody", "melody", "thirds", "running", "octaves", "chords"), rhythms=(1, 1, 2, 2, 0.5), pedal=0.4, rubato=0.9, **SOLO),
    Style("piano_romantic", 4, (36, 180), metres=SONATA_METRES, comp=("wide", "wide", "up_down", "syncopated", "waltz", "repeated", "held", "octaves", "late", "tremolo", "up"), melody=("melody", "melody", "octaves", "chords", "thirds", "left_melody"), rhythms=(1, 1, 2, 0.5), rubato=1.5, **SOLO),
    Style("piano_etude", 3, (48, 220), metres=SONATA_METRES, comp=("prelude", "wide", "up", "down", "oscillate", "held", "octaves", "running", "march", "rocking"), melody=("running", "running", "none", "melody", "left_melody", "octaves"), rhythms=(1, 1, 2), rubato=1.1, **SOLO),
    Style("piano_baroque", 3, (33, 140), metres=SONATA_METRES, comp=("imitation", "imitation", "imitation", "prelude", "chorale", "running", "octaves"), melody=("running", "melody", "none"), rhythms=(1, 2, 2), pedal=0.3, rubato=0.75, **(SOLO | {"comp_programs": (0, 0, 0, 1, 6, 6, 19)})),
    Style("piano_waltz", 2, (60, 210), metres=((THREE, 1.0),), comp=("waltz", "waltz", "waltz", "held", "up_down"), melody=("melody", "octaves", "thirds", "running", "chords"), rhythms=(1, 1, 0.5), rubato=1.4, **SOLO),
    Style("ragtime", 1.5, (60, 120), metres=((TWO, 0.6), (FOUR, 0.4)), comp=("stride", "march", "stride"), melody=("octaves", "chords", "melody", "running"), rhythms=(1, 1, 2), pedal=0.3, rubato=0.4, **(SOLO | {"comp_programs": (0, 1, 3)})),
    Style("piano_new_age", 2, (55, 130), metres=((FOUR, 0.6), (THREE, 0.2), (SIX_EIGHT, 0.2)), comp=("wide", "up", "up_down", "late", "held", "rocking"), melody=("melody", "none", "chords"), rubato=1.0, **(SOLO | {"progressions": ("pop",), "comp_programs": (0, 0, 0, 4, 46)})),
    Style("guitar_solo", 1, (50, 130), metres=SONATA_METRES, comp=("rocking", "up_down", "alberti", "late", "chorale"), melody=("melody", "none", "thirds"), pedal=0.0, rubato=1.2, **(SOLO | {"comp_programs": (24, 24, 25, 46)})),
    # Several players
    Style("chamber", 3, (45, 165), metres=SONATA_METRES, comp=("alberti", "repeated", "held", "syncopated", "march", "tremolo", "rocking", "waltz"), melody=("melody", "melody", "thirds", "running"), ensembles=("strings", "strings", "winds", "piano_trio", "brass"), polyphony=0.3, rubato=0.9, **(SOLO | {"builder": "chamber"})),
    Style("orchestral", 3, (45, 170), metres=SONATA_METRES, comp=("repeated", "held", "tremolo", "march", "syncopated", "octaves", "alberti", "waltz"), melody=("melody", "octaves", "running", "chords"), ensembles=("orchestra", "orchestra", "strings", "brass"), rubato=0.7, **(SOLO | {"builder": "chamber"})),
    # Games and trackers
    Style("chip", 4, (90, 200), drums=("hats_only", "backbeat", "off_beats", "four_on_floor", "breakbeat", "double_time", "punk"), ensembles=("chip",), metres=GAME_METRES, **GAME),
    Style("tracker", 5, (75, 180), drums=("backbeat", "breakbeat", "four_on_floor", "half_time", "hats_only", "off_beats", "hard_dance", "toms"), ensembles=("tracker", "tracker", "chip"), metres=GAME_METRES, **GAME),
    Style("adventure", 3, (65, 170), drums=("march", "toms", "kick_only"), ensembles=("adventure",), metres=GAME_METRES, **(GAME | {"layers": {"drums": 0.3}})),
    Style("game_ambient", 2, (50, 120), drums=("hats_only", "toms", "kick_only"), ensembles=("ambient",), metres=GAME_METRES, **(GAME | {"layers": {"drums": 0.2}, "rhythms": (1, 0.5, 0.5)})),
)  # fmt: skip
