"""The performances that may be learned from, of all that lie in a folder."""

from __future__ import annotations

import glob
import os

import mido

import matches
import sequences

READERS = {".mid": sequences.read, ".match": matches.read}
FEWEST_NOTES, FEWEST_BEATS = 60, 30
SOUNDED = 0.6  # the share of the beats at which something must begin, or they may be wrong
# Pieces that docs/accuracy.md measures with, by whomever they are played.
MEASURED = (
    "bach_846", "br_im2", "chpn_op25_e4", "chpn_op53", "liz_et3", "mz_332_1", "schuim-2",
    "chpn_op10_e01", "chpn_op35_1", "liz_et6", "liz_et_trans4", "mz_331_3", "rav_ondi",
    "schumm-3", "Chopin_op38",
)  # fmt: skip


def library(folder: str) -> list:
    """Each piece that can be used, in a fixed order."""
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "**", "*"), recursive=True)):
        reader = READERS.get(os.path.splitext(path)[1])
        if reader is None or os.path.basename(path).startswith(MEASURED):
            continue
        try:
            piece = reader(path)
        except (OSError, ValueError, IndexError, EOFError, KeyError, mido.KeySignatureError):
            continue
        enough = len(piece.notes) >= FEWEST_NOTES and len(piece.beats) >= FEWEST_BEATS
        if enough and piece.sounded() >= SOUNDED:
            found.append(piece)
    return found
