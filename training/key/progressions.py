"""Harmony and melody of made-up songs: weighted tables, and draws from them.

A chord is (semitones of its root above the tonic, quality), the quality as mma writes it:
'' major, 'm' minor, '7', 'm7', '5' (no third), and so on.
"""

import re

import numpy as np

# What pop and rock do often, by how often (a musician's guess, no corpus was counted).
MAJOR = [
    (8, "I V vi IV"), (6, "I vi IV V"), (8, "I IV V I"), (4, "I IV I V"), (5, "vi IV I V"),
    (4, "IV I V vi"), (3, "I IV vi V"), (3, "ii V I I"), (3, "IV V I I"), (2, "I iii IV V"),
    (3, "I bVII IV I"), (2, "I IV bVII IV"), (2, "I V IV IV"), (2, "IV V iii vi"),
    (2, "I I IV IV"), (2, "vi V IV V"), (1, "I IV iv I"), (1, "I II7 IV I"), (2, "I V ii IV"),
    (2, "IV IV I I"), (2, "I vi ii V7"), (1, "I III7 vi IV"), (2, "I bIII IV I"),
    (1, "bVI bVII I I"), (2, "V IV I I"), (3, "IV I IV V"),
]
MINOR = [
    (8, "i bVI bIII bVII"), (7, "i bVII bVI bVII"), (4, "i iv v i"), (4, "i iv V7 i"),
    (5, "i bVII bVI V"), (4, "bVI bVII i i"), (3, "i bIII bVII bVI"), (3, "i bVI bVII i"),
    (3, "i bVII i bVII"), (3, "i IV i IV"), (2, "i bVI iv V"), (2, "i v bVI bVII"),
    (2, "i i bVI bVII"), (2, "iv bVII bIII bVI"), (3, "i bIII IV bVI"), (2, "i iv bVII bIII"),
    (2, "i bII i bII"), (3, "i i i i"), (2, "i i iv iv"), (1, "i iv bVI V7"),
    (3, "bVI bIII bVII i"), (2, "i bIII iv bVI"),
]
BLUES = "I7 I7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7"
MINOR_BLUES = "i7 i7 i7 i7 iv7 iv7 i7 i7 bVI7 V7 i7 V7"

DEGREES = {"I": 0, "II": 2, "III": 4, "IV": 5, "V": 7, "VI": 9, "VII": 11}
CHORD_TONES = {"": [0, 4, 7], "m": [0, 3, 7], "7": [0, 4, 7, 10], "m7": [0, 3, 7, 10], "5": [0, 7]}

# Scales that melodies are drawn from, with the odds of each.
MAJOR_SCALES = [
    (0.7, [0, 2, 4, 5, 7, 9, 11]),
    (0.2, [0, 2, 4, 7, 9]),  # pentatonic
    (0.1, [0, 2, 4, 5, 7, 9, 10]),  # Mixolydian
]
MINOR_SCALES = [
    (0.7, [0, 2, 3, 5, 7, 8, 10]),
    (0.2, [0, 3, 5, 7, 10]),  # pentatonic
    (0.1, [0, 2, 3, 5, 7, 9, 10]),  # Dorian
]
BLUES_SCALE = [0, 3, 5, 6, 7, 10]


def parse(progression):
    """'I bVII vi7' as chords."""
    chords = []
    for word in progression.split():
        flat, numeral, suffix = re.match(r"(b?)([IViv]+)(.*)", word).groups()
        root = (DEGREES[numeral.upper()] - len(flat)) % 12
        chords.append((root, ("" if numeral.isupper() else "m") + suffix))
    return chords


def _pick(random, table):
    weights = np.array([weight for weight, _ in table], float)
    return table[random.choice(len(table), p=weights / weights.sum())][1]


def song_form(random, minor, blues=False):
    """The chords of a song, one a bar: verse twice, chorus twice, verse, chorus twice, and most
    often a close on the tonic. A third of the songs have one progression throughout."""
    if blues:
        return parse(MINOR_BLUES if minor else BLUES) * 2
    table = MINOR if minor else MAJOR
    verse, chorus = parse(_pick(random, table)), parse(_pick(random, table))
    if random.random() < 0.35:
        chorus = verse
    form = verse * 2 + chorus * 2 + verse + chorus * 2
    if random.random() < 0.7:
        form.append((0, "m" if minor else ""))
    return form


def chord_tones(quality):
    """Semitones above the root."""
    return CHORD_TONES.get(quality, CHORD_TONES["m" if quality.startswith("m") else ""])


def melody(random, minor, chord, count, blues=False):
    """`count` notes over a chord, in semitones above the tonic: the chord's own notes by
    preference, then tonic, fifth and third; seldom the semitone below a chord note."""
    scale = BLUES_SCALE if blues else _pick(random, MINOR_SCALES if minor else MAJOR_SCALES)
    root, quality = chord
    tones = [(root + tone) % 12 for tone in chord_tones(quality)]
    weights = np.array([
        {0: 1.6, 7: 1.1, 3: 1.0, 4: 1.0}.get(degree, 0.7)
        * (2.5 if degree in tones else 1)
        * (0.4 if (degree + 1) % 12 in tones and degree not in tones else 1)
        for degree in scale
    ])
    return [int(scale[k]) for k in random.choice(len(scale), count, p=weights / weights.sum())]
