"""Jazz, Latin and Caribbean music, marches, drums alone."""

from __future__ import annotations

from form import FOUR, SIX_EIGHT, THREE, TWO
from style import ACOUSTIC_BASS, Style, only

# fmt: off
WORLD_STYLES = (
    Style(
        "swing", 3.5, (95, 260),
        metres=((FOUR, 0.9), (THREE, 0.1)), drums=("swing",),
        bass=("walk", "walk", "walk", "two_feel"), bass_programs=ACOUSTIC_BASS,
        comp=("jazz", "jazz", "charleston", "beats"), comp_programs=(0, 0, 26, 4, 16),
        lead_programs=(56, 59, 64, 65, 66, 71, 0, 11, 26), progressions=("jazz", "jazz", "blues"),
        rhythms=(1, 2, 2), chord_size=4, swing=(1.0, 0.57, 0.69, 1.0),
        layers={"drums": 0.85, "bass": 0.95, "voice": 0.2, "lead": 0.8, "pad": 0.03},
    ),
    Style(
        "latin", 3, (85, 200),
        drums=("clave", "clave", "bossa", "samba", "reggaeton"),
        bass=("tumbao", "tumbao", "dotted", "three_three_two"),
        comp=("montuno", "montuno", "tresillo", "random", "off_beats"),
        comp_programs=(0, 0, 24, 26, 4), lead_programs=(56, 57, 73, 65, 0, 11),
        progressions=("jazz", "pop", "vamp"), chord_size=4,
    ),
    Style(
        "reggae", 2, (65, 100),
        drums=("reggae",), bass=("reggae", "free", "late"), comp=("off_beats", "backbeats"),
        comp_programs=(16, 17, 26, 27, 0), rhythms=(1, 1, 2),
    ),
    Style(
        "ska", 1, (110, 200),
        drums=("ska",), bass=("walk", "beats", "eighths"), comp=("off_beats",),
        lead_programs=(56, 57, 66, 16), comp_programs=(26, 27, 16),
    ),
    Style(
        "folk_dance", 1.5, (90, 150),
        metres=((SIX_EIGHT, 0.35), (TWO, 0.35), (FOUR, 0.15), (THREE, 0.15)),
        drums=("hats_only", "kick_only", "clap_only", "train"), bass=("two_feel", "beats"),
        comp=("strum_1", "strum_3", "off_beats", "boom_chuck", "sustain"),
        comp_programs=(25, 21, 24, 105, 15), lead_programs=(40, 73, 74, 21, 110, 22, 109, 71),
        bass_programs=ACOUSTIC_BASS, progressions=("folk", "functional"), density=(0.95, 1.3),
        rhythms=(1, 1, 2), section_bars=(8, 8, 8, 4, 16),
        layers={"drums": 0.25, "bass": 0.4, "lead": 0.95, "voice": 0.1, "arp": 0.0, "pad": 0.05},
    ),
    Style(
        "tango", 0.8, (55, 135),
        metres=((FOUR, 0.7), (TWO, 0.3)), drums=("habanera", "hats_only"),
        bass=("dotted", "beats", "three_three_two"), comp=("beats", "tresillo", "off_beats"),
        comp_programs=(21, 23, 0, 24), lead_programs=(40, 21, 23), bass_programs=ACOUSTIC_BASS,
        progressions=("functional", "pop"), minor=0.8, layers={"drums": 0.2, "lead": 0.8},
    ),
    Style(
        "march", 1.2, (95, 135),
        metres=((TWO, 0.5), (FOUR, 0.3), (SIX_EIGHT, 0.2)), drums=("march",),
        bass=("two_feel", "beats"), comp=("off_beats",), bass_programs=(58, 43),
        comp_programs=(60, 61, 57), lead_programs=(56, 71, 72, 61), progressions=("functional",),
        minor=0.2, layers={"voice": 0.0, "lead": 0.9},
    ),
    Style(
        "drums_only", 1, (70, 180),
        drums=(
            "backbeat", "breakbeat", "funk", "four_on_floor", "toms", "clave", "samba",
            "double_bass", "shuffle",
        ),
        layers=only(drums=1.0),
    ),
)
# fmt: on
