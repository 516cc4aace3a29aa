"""Electronic dance music and hip hop."""

from __future__ import annotations

from style import BELLS, ELECTRONIC_COMP, LEADS, SYNTH_BASS, Style

# fmt: off
ELECTRONIC = dict(
    electronic=True, human=0.12, pushes=0.06, minor=0.7, bass_programs=SYNTH_BASS,
    comp_programs=ELECTRONIC_COMP, lead_programs=LEADS + BELLS + (0, 73),
)
CLUB_LAYERS = {"drums": 0.85, "arp": 0.45, "pad": 0.5, "voice": 0.25, "lead": 0.5}

ELECTRONIC_STYLES = (
    Style(
        "house", 4, (116, 130),
        drums=("four_on_floor",), bass=("off_beat", "syncopated", "eighths", "kick", "octaves"),
        comp=("house", "off_beats", "stabs", "sustain", "syncopated", "random"), builds=0.5,
        layers=CLUB_LAYERS, **ELECTRONIC,
    ),
    Style(
        "techno", 2, (124, 145),
        drums=("four_on_floor", "four_on_floor", "toms"),
        bass=("off_beat", "sixteenths", "rolling"), comp=("random", "off_beats", "riff"),
        progressions=("vamp", "riff"), builds=0.4,
        layers=CLUB_LAYERS | {"voice": 0.05, "lead": 0.2}, **ELECTRONIC,
    ),
    Style(
        "trance", 3, (130, 145),
        drums=("four_on_floor",), bass=("off_beat", "rolling", "sixteenths"),
        comp=("trance_gate", "sustain", "off_beats", "arpeggio_16"), builds=0.6,
        layers=CLUB_LAYERS | {"arp": 0.6, "lead": 0.65}, **ELECTRONIC,
    ),
    Style(
        "hardcore", 3, (150, 215),
        drums=("hard_dance", "hard_dance", "breakbeat"),
        bass=("off_beat", "eighths", "kick", "rolling"),
        comp=("stabs", "sustain", "off_beats", "random"), builds=0.4, layers=CLUB_LAYERS,
        **ELECTRONIC,
    ),
    Style(
        "drum_and_bass", 3, (158, 182),
        drums=("breakbeat", "breakbeat", "half_time"), builds=0.3, layers=CLUB_LAYERS,
        rhythms=(1, 0.5, 0.5, 2), **ELECTRONIC,
    ),
    Style(
        "breakbeat", 2.5, (95, 150),
        drums=("breakbeat",), builds=0.2, layers=CLUB_LAYERS, **ELECTRONIC,
    ),
    Style(
        "electro_pop", 4, (100, 180),
        drums=("four_on_floor", "backbeat", "half_time", "off_beats"), builds=0.35,
        layers=CLUB_LAYERS | {"voice": 0.5, "lead": 0.65}, **ELECTRONIC,
    ),
    Style(
        "hip_hop", 3, (75, 105),
        drums=("hiphop",), swing=(0.4, 0.53, 0.64, 0.5), rhythms=(1, 2, 0.5),
        layers={"voice": 0.6, "pad": 0.3}, **ELECTRONIC,
    ),
    Style(
        "trap", 2, (62, 88),
        drums=("trap",), bass=("kick", "sustain", "free"), layers={"voice": 0.45, "arp": 0.4},
        **ELECTRONIC,
    ),
    Style(
        "trap_fast", 1.5, (126, 175),
        drums=("trap_double",), bass=("kick", "sustain"), rhythms=(1, 0.5, 0.5),
        layers={"voice": 0.45, "arp": 0.4}, builds=0.3, **ELECTRONIC,
    ),
    Style(
        "disco", 2, (105, 130),
        drums=("disco",), bass=("octaves", "octaves", "syncopated", "eighths"),
        comp=("off_beats", "clavinet", "sustain", "strum_4"), layers={"pad": 0.5},
    ),
    Style(
        "downtempo", 2, (60, 105),
        drums=("hiphop", "breakbeat", "hats_only", "clap_only"),
        layers={"drums": 0.55, "pad": 0.8, "arp": 0.5, "lead": 0.4, "voice": 0.15}, **ELECTRONIC,
    ),
)
# fmt: on
