"""Solo keyboard and guitar, chamber and orchestral music."""

from __future__ import annotations

from form import FOUR, NINE_EIGHT, SIX, SIX_EIGHT, SIX_EIGHT_EIGHTHS, THREE, TWELVE_EIGHT, TWO
from style import Style

# fmt: off
SONATA_METRES = (
    (FOUR, 0.36), (THREE, 0.24), (TWO, 0.18), (SIX_EIGHT, 0.1), (TWELVE_EIGHT, 0.03),
    (NINE_EIGHT, 0.03), (SIX_EIGHT_EIGHTHS, 0.03), (SIX, 0.03),
)
SOLO = dict(
    builder="keyboard", free_tempo=True, human=1.0, progressions=("functional",),
    comp_programs=(0, 0, 0, 0, 1, 2),
)

CLASSICAL_STYLES = (
    Style(
        "piano_classical", 5, (42, 200),
        metres=SONATA_METRES,
        comp=(
            "alberti", "alberti", "march", "repeated", "octaves", "held", "rocking", "waltz",
            "tremolo", "running",
        ),
        melody=("melody", "melody", "melody", "thirds", "running", "octaves", "chords"),
        rhythms=(1, 1, 2, 2, 0.5), pedal=0.4, rubato=0.9, **SOLO,
    ),
    Style(
        "piano_romantic", 6, (36, 180),
        metres=SONATA_METRES,
        comp=(
            "wide", "wide", "up_down", "syncopated", "waltz", "repeated", "held", "octaves", "late",
            "tremolo", "up",
        ),
        melody=("melody", "melody", "octaves", "chords", "thirds", "left_melody"),
        rhythms=(1, 1, 2, 0.5), rubato=1.5, **SOLO,
    ),
    Style(
        "piano_etude", 5, (48, 220),
        metres=SONATA_METRES,
        comp=(
            "prelude", "wide", "up", "down", "oscillate", "held", "octaves", "running", "march",
            "rocking",
        ),
        melody=("running", "running", "none", "melody", "left_melody", "octaves"),
        rhythms=(1, 1, 2), rubato=1.1, **SOLO,
    ),
    Style(
        "piano_baroque", 5, (33, 140),
        metres=SONATA_METRES,
        comp=(
            "imitation", "imitation", "imitation", "prelude", "chorale", "running", "octaves",
        ),
        melody=("running", "melody", "none"), rhythms=(1, 2, 2), pedal=0.3, rubato=0.75,
        **(SOLO | {"comp_programs": (0, 0, 0, 1, 6, 6, 19)}),
    ),
    Style(
        "piano_waltz", 3, (60, 210),
        metres=((THREE, 1.0),), comp=("waltz", "waltz", "waltz", "held", "up_down"),
        melody=("melody", "octaves", "thirds", "running", "chords"), rhythms=(1, 1, 0.5),
        rubato=1.4, **SOLO,
    ),
    Style(
        "ragtime", 1.5, (60, 120),
        metres=((TWO, 0.6), (FOUR, 0.4)), comp=("stride", "march", "stride"),
        melody=("octaves", "chords", "melody", "running"), rhythms=(1, 1, 2), pedal=0.3, rubato=0.4,
        **(SOLO | {"comp_programs": (0, 1, 3)}),
    ),
    Style(
        "piano_new_age", 2, (55, 130),
        metres=((FOUR, 0.6), (THREE, 0.2), (SIX_EIGHT, 0.2)),
        comp=("wide", "up", "up_down", "late", "held", "rocking"),
        melody=("melody", "none", "chords"), rubato=1.0,
        **(SOLO | {"progressions": ("pop",), "comp_programs": (0, 0, 0, 4, 46)}),
    ),
    Style(
        "guitar_solo", 1, (50, 130),
        metres=SONATA_METRES, comp=("rocking", "up_down", "alberti", "late", "chorale"),
        melody=("melody", "none", "thirds"), pedal=0.0, rubato=1.2,
        **(SOLO | {"comp_programs": (24, 24, 25, 46)}),
    ),
    Style(
        "solo_line", 1, (45, 150),
        metres=SONATA_METRES, comp=("none",), melody=("running", "running", "melody"),
        melody_low=48, rhythms=(1, 1, 2), pedal=0.0, rubato=1.0,
        **(SOLO | {"comp_programs": (40, 41, 42, 42, 68, 71, 73, 24)}),
    ),
    Style(
        "chamber", 3, (45, 165),
        metres=SONATA_METRES,
        comp=(
            "alberti", "repeated", "held", "syncopated", "march", "tremolo", "rocking", "waltz",
        ),
        melody=("melody", "melody", "thirds", "running"),
        ensembles=("strings", "strings", "winds", "piano_trio", "brass"), polyphony=0.3, rubato=0.9,
        **(SOLO | {"builder": "chamber"}),
    ),
    Style(
        "orchestral", 3, (45, 170),
        metres=SONATA_METRES,
        comp=(
            "repeated", "held", "tremolo", "march", "syncopated", "octaves", "alberti", "waltz",
        ),
        melody=("melody", "octaves", "running", "chords"),
        ensembles=("orchestra", "orchestra", "strings", "brass"), rubato=0.7,
        **(SOLO | {"builder": "chamber"}),
    ),
)
# fmt: on
