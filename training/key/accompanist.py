"""Songs that mma, a rule-based accompanist, plays in one of its library's styles."""

import os
import re
import subprocess

from progressions import melody, song_form

NAMES = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"]
# Solo notes, as mma spells them.
NOTES = ["cn", "c#", "dn", "e&", "en", "fn", "f#", "gn", "g#", "an", "b&", "bn"]
# General MIDI programs: voices, saxophone, flute, leads, guitars, vibraphone, piano.
SOLO_VOICES = [53, 54, 56, 65, 73, 81, 80, 26, 29, 11, 0]
# Note lengths of a bar of melody: 2 a minim, 4 a crotchet, 8 a quaver.
RHYTHMS = [
    ["2", "4", "4"], ["4", "4", "4", "4"], ["4", "8", "8", "2"],
    ["8", "8", "4", "8", "8", "4"], ["2", "2"],
]
# Not in four, or not a song.
UNSUITED = re.compile("waltz|68|54|none|metronome|march")
POPULAR = re.compile(
    "rock|ballad|pop|trance|blues|folk|rb|boney|soul|ska|country|beat|disco|softrock|strut|twist"
    "|guitar|fvunk|jive")


def read_styles(mma_home):
    """The grooves of each file of mma's standard library: {style: [groove, …]}."""
    folder = os.path.join(mma_home, "lib", "stdlib")
    styles = {}
    for name in sorted(os.listdir(folder)):
        style, suffix = os.path.splitext(name)
        if suffix != ".mma" or UNSUITED.search(style):
            continue
        with open(os.path.join(folder, name), errors="ignore") as lines:
            grooves = [line.split()[1] for line in lines if line.startswith("DefGroove")]
        grooves = [g for g in grooves if not re.search("intro|end|fill", g, re.IGNORECASE)]
        if grooves:
            styles[style] = grooves
    return styles


def write_song(random, styles, source):
    """Writes a song in mma's language to the path `source`; returns (key, what it is)."""
    minor = bool(random.random() < 0.45)
    tonic = int(random.integers(12))
    blues = bool(random.random() < 0.1)
    form = song_form(random, minor, blues)
    popular = [style for style in styles if POPULAR.search(style)]
    style = str(random.choice(popular if random.random() < 0.8 else list(styles)))
    lines = [
        "RndSeed 1",  # mma varies loudness and timing at random
        f"Tempo {int(random.uniform(75, 150))}", "Time 4", "Begin Solo", "Articulate 90",
        f"Octave {random.choice([4, 5])}", f"Voice {random.choice(SOLO_VOICES)}", "Volume mf",
        "End",
    ]
    has_melody = random.random() < 0.8
    for bar, chord in enumerate(form):
        if bar % 8 == 0:
            lines.append(f"Groove {random.choice(styles[style])}")
        solo = ""
        if has_melody and bar % 8 != 7:
            rhythm = RHYTHMS[random.integers(len(RHYTHMS))]
            degrees = melody(random, minor, chord, len(rhythm), blues)
            notes = (f"{d}{NOTES[(tonic + n) % 12]};" for d, n in zip(rhythm, degrees))
            solo = " {" + "".join(notes) + "}"
        lines.append(f"{bar + 1} {NAMES[(tonic + chord[0]) % 12]}{chord[1]}{solo}")
    with open(source, "w") as file:
        file.write("\n".join(lines) + "\n")
    return tonic + 12 * minor, f"mma {style}" + (" blues" if blues else "")


def perform(source, midi, mma_home, home):
    """Lets mma play `source` into the file `midi`; false when it refuses (a groove in another
    metre, say). `home` stands in for the user's home, whose settings must not matter."""
    environment = dict(os.environ, MMA_HOME=mma_home, HOME=home)
    subprocess.run(["mma", source, "-f", midi], env=environment, capture_output=True, check=False)
    return os.path.exists(midi)
