"""The weights as Swift source: read from and written to Sources/Analysis/Key/KeyProfile.swift.

In Python they are an array [mode][row][degree]: major, minor; bass, upper, major triads, minor
triads; semitones above the tonic.
"""

import re
import textwrap

import numpy as np

ROWS = ["bass", "upper", "majorTriads", "minorTriads"]
_DECLARATION = re.compile(r"  static let standard = KeyProfile\(.*?\)\)\n", re.DOTALL)


def read(text):
    """The weights of `standard` in a Swift source."""
    declaration = _DECLARATION.search(text).group()
    rows = re.findall(r"(\w+): \[(.*?)\]", declaration, re.DOTALL)
    if [name for name, _ in rows] != ROWS * 2:
        raise ValueError("the rows of KeyProfile are not as expected")
    numbers = [[float(word) for word in re.findall(r"-?\d+\.\d+", row)] for _, row in rows]
    return np.array(numbers).reshape(2, 4, 12)


def declaration(weights):
    """`standard` as swift-format lays it out."""
    modes = []
    for name, mode in zip(("major", "minor"), weights):
        rows = []
        for row_name, row in zip(ROWS, mode):
            numbers = textwrap.fill(
                ", ".join(f"{value:.3f}" for value in row) + ",", width=100,
                initial_indent=" " * 8, subsequent_indent=" " * 8, break_on_hyphens=False)
            rows.append(f"      {row_name}: [\n{numbers}\n      ]")
        modes.append(f"    {name}: .init(\n" + ",\n".join(rows) + ")")
    return "  static let standard = KeyProfile(\n" + ",\n".join(modes) + ")\n"


def replaced(text, weights):
    """A Swift source with other weights in `standard`."""
    return _DECLARATION.sub(lambda _: declaration(weights), text, count=1)
