"""Chip, tracker and other game music."""

from __future__ import annotations

from form import FIVE, FOUR, SEVEN, SIX, SIX_EIGHT, THREE
from style import Style

# fmt: off
GAME_METRES = (
    (FOUR, 0.82), (THREE, 0.09), (SIX_EIGHT, 0.03), (FIVE[0], 0.02), (SEVEN[0], 0.02), (SIX, 0.02),
)
GAME = dict(
    builder="chip", human=0.0, tempo_jumps=0.06, swing=(0.1, 0.53, 0.64, 0.5), minor=0.65,
    progressions=("pop", "pop", "riff", "vamp", "functional"), rhythms=(1, 1, 1, 2, 0.5),
    layers={"drums": 0.75}, section_bars=(4, 4, 8, 8, 8, 16, 6, 3, 12),
)

GAME_STYLES = (
    Style(
        "chip", 4, (90, 200),
        drums=(
            "hats_only", "backbeat", "off_beats", "four_on_floor", "breakbeat", "double_time",
            "punk",
        ),
        ensembles=("chip",), metres=GAME_METRES, **GAME,
    ),
    Style(
        "tracker", 5, (75, 180),
        drums=(
            "backbeat", "breakbeat", "four_on_floor", "half_time", "hats_only", "off_beats",
            "hard_dance", "toms",
        ),
        ensembles=("tracker", "tracker", "chip"), metres=GAME_METRES, **GAME,
    ),
    Style(
        "adventure", 3, (65, 170),
        drums=("march", "toms", "kick_only"), ensembles=("adventure",), metres=GAME_METRES,
        **(GAME | {"layers": {"drums": 0.3}}),
    ),
    Style(
        "game_ambient", 2, (50, 120),
        drums=("hats_only", "toms", "kick_only"), ensembles=("ambient",), metres=GAME_METRES,
        **(GAME | {"layers": {"drums": 0.2}, "rhythms": (1, 0.5, 0.5)}),
    ),
)
# fmt: on
