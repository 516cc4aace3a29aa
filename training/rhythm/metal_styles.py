"""Metal, from heavy to extreme."""

from __future__ import annotations

from style import DISTORTED, Style

# fmt: off
METAL = dict(
    power=True, comp_programs=DISTORTED, lead_programs=(29, 30, 30), minor=0.9, human=0.7,
    tempo_jumps=0.15, short_bars=0.2, progressions=("riff", "riff", "pop"), rhythms=(1, 1, 0.5, 2),
    comp=("riff", "chug_8", "chug_16", "gallop", "tremolo", "tremolo", "sustain", "beats"),
    bass=("eighths", "kick", "sixteenths", "gallop", "beats", "sustain"),
    layers={"drums": 0.95, "second": 0.6, "lead": 0.35, "pad": 0.08, "voice": 0.4, "arp": 0.03},
)

METAL_STYLES = (
    Style(
        "heavy_metal", 2.5, (90, 190),
        drums=("backbeat", "double_bass", "gallop", "half_time", "skank"), **METAL,
    ),
    Style(
        "thrash", 2.5, (150, 230),
        drums=("skank", "skank", "double_bass", "d_beat", "breakdown"), **METAL,
    ),
    Style(
        "extreme_metal", 3, (160, 250),
        drums=("blast", "blast", "double_bass", "skank", "breakdown"), **METAL,
    ),
    Style(
        "metalcore", 2, (85, 190),
        drums=("double_bass", "breakdown", "d_beat", "backbeat", "half_time"), **METAL,
    ),
)
# fmt: on
