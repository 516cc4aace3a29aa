"""How long beets takes for the questions of docs/query.md, on the same tracks, beside mucat.

    ./run bench fill million.db
    PYTHON Tests/Benchmarks/beets_queries.py million.db .build/release/mucat

PYTHON is one in whose environment beets is installed (`pip install beets`). The library is made by
beets itself and filled with the catalogue's tracks; whole commands are timed, start-up included.
"""

import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from beets import __version__
from beets.library import Library

ROUNDS = 3
LIMIT = 50

# As mucat asks, and as beets does: whole beats per minute, gain to -18 LUFS for loudness.
QUESTIONS = [
    (["bpm:124..128"], ["bpm:124..128"]),
    (["artist:lokalo"], ["artist:lokalo"]),
    (["lokalo"], ["lokalo"]),
    (["genre:house", "bpm:124..128"], ["genres:house", "bpm:124..128"]),
    (
        ["bpm:124..128", "key:8A", "lufs:<-8"],
        ["bpm:124..128", "initial_key:Am", "rg_track_gain:..-10"],
    ),
]

TRACKS = """
    SELECT CAST(substr(file.path, 8) AS BLOB), file.title, file.artist, file.artist, file.album,
      file.genre, file.year, file.track_number, round(recording.bpm),
      CASE recording.key WHEN 14 THEN 'Am' ELSE musical_key.name END,
      -18 - recording.integrated, recording.duration, upper(recording.codec), recording.added_at
    FROM source.file JOIN source.recording ON recording.id = file.recording_id
    LEFT JOIN source.musical_key ON musical_key.id = recording.key
"""
COLUMNS = (
    "path, title, artist, albumartist, album, genres, year, track, bpm, initial_key, "
    "rg_track_gain, length, format, added"
)


def make_library(catalogue: str, library: str) -> int:
    """Has beets make an empty library, and fills it with the catalogue's tracks."""
    Library(library, "/music")._close()
    with sqlite3.connect(library) as database:
        database.execute("ATTACH ? AS source", (catalogue,))
        database.execute(f"INSERT INTO items ({COLUMNS}) {TRACKS}")
        return database.execute("SELECT count(*) FROM items").fetchone()[0]


def seconds(command: list[str], environment: dict[str, str]) -> tuple[float, int]:
    """The median wall time of a command, and how many lines it writes."""
    times = []
    for _ in range(ROUNDS):
        start = time.monotonic()
        done = subprocess.run(command, env=environment, capture_output=True)
        times.append(time.monotonic() - start)
        if done.returncode > 1:
            sys.exit(f"{command}: {done.stderr.decode()}")
    return statistics.median(times), done.stdout.count(b"\n")


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: beets_queries.py CATALOGUE MUCAT")
    catalogue, mucat = map(os.path.abspath, sys.argv[1:])
    beet = os.path.join(os.path.dirname(sys.executable), "beet")
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "library.db")
        count = make_library(catalogue, library)
        with open(os.path.join(folder, "config.yaml"), "w") as file:
            file.write(f"library: {library}\ndirectory: /music\nplugins: [limit]\n")
        environment = dict(os.environ, BEETSDIR=folder)
        startup, _ = seconds([beet, "version"], environment)
        print(f"beets {__version__}, {count} tracks; start-up alone {startup:.2f} s\n")
        print("| question | tracks | beet ls | 50 of them | mucat query | 50 of them |")
        print("|---|---|---|---|---|---|")
        shown = ["-f", "$path"]
        for ours, theirs in QUESTIONS:
            whole, rows = seconds([beet, "ls", *shown, *theirs], environment)
            head, _ = seconds([beet, "lslimit", *shown, "--head", str(LIMIT), *theirs], environment)
            query = [mucat, "query", "--catalog", catalogue, "--format", "m3u8", *ours]
            own_whole, own_rows = seconds(query, environment)
            own_head, _ = seconds([*query, "--limit", str(LIMIT)], environment)
            print(
                f"| `{' '.join(ours)}` | {own_rows // 2} (beets {rows}) | {whole:.2f} s "
                f"| {head:.2f} s | {own_whole:.2f} s | {own_head * 1000:.0f} ms |",
                flush=True,
            )


if __name__ == "__main__":
    main()
