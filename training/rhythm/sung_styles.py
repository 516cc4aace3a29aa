"""Rock, pop, folk and other sung music."""

from __future__ import annotations

from form import FIVE, FOUR, SEVEN, SIX_EIGHT, THREE, TWELVE_EIGHT, TWO
from style import ACOUSTIC_BASS, DISTORTED, POP_METRES, Style, only

# fmt: off
SUNG_STYLES = (
    Style(
        "rock", 6, (80, 165),
        drums=("backbeat", "backbeat", "backbeat", "half_time", "motown", "double_time"),
        metres=POP_METRES,
        comp=("strum_3", "chug_8", "sustain", "beats", "strum_1", "riff", "syncopated"),
        comp_programs=(26, 27, 28, 29, 30, 29, 18),
    ),
    Style(
        "pop", 7, (78, 140),
        drums=("backbeat", "backbeat", "four_on_floor", "clap_only", "half_time"),
        metres=POP_METRES, swing=(0.12, 0.53, 0.64, 0.5), layers={"voice": 0.8},
    ),
    Style(
        "ballad", 3.5, (52, 92),
        drums=("backbeat", "clap_only", "hats_only"),
        comp=("arpeggio", "arpeggio_16", "sustain", "beats", "strum_1"), rhythms=(1, 1, 2, 2),
        layers={"drums": 0.6, "voice": 0.8, "pad": 0.5},
    ),
    Style(
        "folk", 3.5, (70, 140),
        metres=((FOUR, 0.7), (THREE, 0.2), (TWO, 0.1)),
        drums=("train", "backbeat", "clap_only", "hats_only"),
        comp=(
            "strum_1", "strum_2", "strum_3", "strum_4", "travis", "boom_chuck", "arpeggio",
        ),
        comp_programs=(24, 25, 25, 105, 0), lead_programs=(22, 40, 21, 73, 110, 25),
        bass_programs=ACOUSTIC_BASS + (33,), bass=("two_feel", "beats", "first", "sustain"),
        progressions=("folk", "pop"), minor=0.3,
        layers={"drums": 0.25, "bass": 0.5, "voice": 0.85, "comp": 0.97},
    ),
    Style(
        "solo_song", 2, (52, 135),
        metres=((FOUR, 0.7), (THREE, 0.2), (SIX_EIGHT, 0.1)),
        comp=("arpeggio", "travis", "strum_1", "strum_2", "beats", "sustain", "arpeggio_16"),
        comp_programs=(0, 0, 24, 25, 4), progressions=("pop", "folk", "functional"),
        free_tempo=True, rubato=0.45,
        layers=only(comp=1.0, voice=0.9),
    ),
    Style(
        "country", 1.5, (85, 170),
        drums=("train", "backbeat"), comp=("boom_chuck", "strum_1", "travis"),
        comp_programs=(25, 27, 105), bass=("two_feel", "two_feel", "walk"),
        bass_programs=ACOUSTIC_BASS + (33,), lead_programs=(40, 22, 25, 110, 26),
        progressions=("folk", "blues"), minor=0.15, layers={"voice": 0.7},
    ),
    Style(
        "blues", 2, (60, 140),
        metres=((TWELVE_EIGHT, 0.6), (FOUR, 0.4)), drums=("shuffle", "backbeat"),
        bass=("walk", "eighths", "long_short", "beats"),
        comp=("off_beats", "beats", "sustain", "random"), progressions=("blues",), minor=0.2,
        chord_size=4, swing=(0.7, 0.6, 0.68, 1.0),
    ),
    Style(
        "punk", 3, (150, 220),
        drums=("punk", "punk", "d_beat", "backbeat"), comp=("chug_8", "strum_3", "beats"),
        comp_programs=DISTORTED, power=True, minor=0.3, bass=("eighths", "eighths", "kick"),
        layers={"voice": 0.7, "pad": 0.03, "arp": 0.03},
    ),
    Style(
        "jpop", 4, (120, 200),
        drums=("backbeat", "four_on_floor", "punk", "double_time", "half_time"),
        rhythms=(1, 1, 2, 2), metres=POP_METRES, chord_size=4, human=0.4,
        layers={"second": 0.5, "pad": 0.4, "arp": 0.3, "voice": 0.7},
    ),
    Style(
        "funk", 2, (88, 125),
        drums=("funk",), bass=("kick", "syncopated", "free"),
        comp=("clavinet", "strum_4", "random", "charleston"), progressions=("vamp", "riff", "pop"),
        rhythms=(1, 0.5), chord_size=4, swing=(0.3, 0.52, 0.6, 0.5),
    ),
    Style(
        "soul", 1.5, (70, 130),
        drums=("motown", "backbeat", "shuffle"), metres=((FOUR, 0.8), (TWELVE_EIGHT, 0.2)),
        chord_size=4, layers={"voice": 0.75, "extra": 0.3},
    ),
    Style(
        "six_eight", 3, (40, 82),
        metres=((SIX_EIGHT, 0.6), (TWELVE_EIGHT, 0.4)), drums=("compound",),
        bass=("first", "beats", "long_short"), comp=("arpeggio", "beats", "off_beats", "sustain"),
        layers={"drums": 0.65, "voice": 0.65},
    ),
    Style(
        "waltz", 2, (85, 190),
        metres=((THREE, 1.0),), drums=("waltz",), bass=("first", "first", "beats"),
        comp=("oom_pah", "oom_pah", "arpeggio", "sustain"), comp_programs=(0, 21, 24, 25, 48, 4),
        layers={"drums": 0.5},
    ),
    Style(
        "odd_metre", 1.5, (90, 210),
        metres=tuple((m, 1.0) for m in FIVE + SEVEN), drums=("odd",),
        bass=("free", "eighths", "kick", "beats", "sustain"),
        comp=("arpeggio", "riff", "sustain", "random", "beats"),
        progressions=("riff", "pop", "vamp"),
    ),
    Style(
        "a_cappella", 0.8, (60, 130),
        metres=((FOUR, 0.7), (THREE, 0.2), (SIX_EIGHT, 0.1)), progressions=("functional", "pop"),
        layers=only(voice=1.0, choir=0.8),
    ),
)
# fmt: on
