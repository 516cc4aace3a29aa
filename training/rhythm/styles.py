"""The catalogue of all styles."""

from __future__ import annotations

from classical_styles import CLASSICAL_STYLES
from electronic_styles import ELECTRONIC_STYLES
from game_styles import GAME_STYLES
from metal_styles import METAL_STYLES
from style import Style
from sung_styles import SUNG_STYLES
from world_styles import WORLD_STYLES

STYLES: tuple[Style, ...] = (
    *ELECTRONIC_STYLES,
    *SUNG_STYLES,
    *METAL_STYLES,
    *WORLD_STYLES,
    *CLASSICAL_STYLES,
    *GAME_STYLES,
)
