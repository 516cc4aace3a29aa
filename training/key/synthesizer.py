"""MIDI to sound, and the labels beside it: what songs.py and chorales.py share."""

import json
import os
import subprocess

SAMPLE_RATE = 22050  # that of mucat's mono signal


def add_arguments(parser):
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where everything goes")
    parser.add_argument(
        "--sound-fonts", required=True, nargs="+", metavar="SF2",
        help="General MIDI sound fonts, one of which each piece is played with")
    parser.add_argument("--count", type=int, help="how many pieces (default: as shipped)")
    parser.add_argument("--seed", type=int, help="of the random numbers (default: as shipped)")


def render(midi, wave, sound_font, home):
    """Plays the file `midi` into the file `wave`. `home` stands in for the user's home, whose
    settings must not matter."""
    command = ["fluidsynth", "-q", "-n", "-i", "-g", "0.5", "-r", str(SAMPLE_RATE)]
    subprocess.run(
        command + ["-T", "wav", "-F", wave, sound_font, midi],
        env=dict(os.environ, HOME=home), stdout=subprocess.DEVNULL, check=True)


def save_labels(labels, path):
    """`labels` is {name: {"key": 0…23, "kind": text}}; the keys are C major to B major, then C
    minor to B minor."""
    with open(path, "w") as file:
        json.dump(labels, file, indent=0, sort_keys=True)
