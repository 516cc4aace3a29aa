#!/usr/bin/env python3
"""Injects faults into scans of a small music library and prints what was lost.

    ./run faults [--kills N] [--flips N] [--files N]

Builds nothing: it uses the release binary. Needs python3; the full disk needs root (a tmpfs) and is
left out with a word otherwise. Ends with 1 when anything was lost.
"""

import argparse
import array
import contextlib
import json
import math
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import wave

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MUCAT = os.path.join(ROOT, ".build", "release", "mucat")


class Library:
    """Music that is different in every file, and a catalogue beside it."""

    def __init__(self, folder, file_count):
        self.folder = folder
        self.music = os.path.join(folder, "music")
        self.catalog = os.path.join(folder, "catalog.db")
        self.file_count = file_count
        os.makedirs(self.music)
        for number in range(file_count):
            write_song(os.path.join(self.music, f"{number:03d}.wav"), number)

    def command(self, *words):
        return [MUCAT, *words, "--catalog", self.catalog]

    def run(self, *words, **options):
        return subprocess.run(
            self.command(*words), capture_output=True, text=True, timeout=300, **options)

    def stored_count(self):
        listing = self.run("query", "--format", "paths0", "-q").stdout
        return listing.count("\0")

    def forget(self):
        for suffix in ("", "-wal", "-shm", ".lock"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.catalog + suffix)


def write_song(path, number, seconds=3.0, rate=22050):
    """Clicks at a tempo, and a note, of the song's own."""
    beat = int(rate * 60 / (90 + number % 80))
    pitch = 2 * math.pi * (220 + 7 * number) / rate
    samples = array.array("h", (
        int(6000 * math.sin(pitch * frame) + (20000 if frame % beat < 60 else 0))
        for frame in range(int(seconds * rate))))
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())


class Table:
    """One row per fault; remembers whether any lost something."""

    def __init__(self):
        self.lost = False
        print("| fault | how often | what happened | lost |")
        print("|---|---|---|---|")

    def add(self, fault, count, outcome, lost):
        self.lost = self.lost or lost != 0
        print(f"| {fault} | {count} | {outcome} | {lost or 'nothing'} |", flush=True)


def kill_scans(library, table, kills, rng):
    """kill -9 at random moments; every file reported before stays known."""
    lost, damaged, twice, mid = 0, 0, 0, 0
    kill_count = 0
    reported = set()
    library.forget()
    started = time.monotonic()
    library.run("scan", library.music)
    whole = time.monotonic() - started
    library.forget()
    while kill_count < kills:
        scan = subprocess.Popen(
            library.command("scan", library.music, "--json", "--jobs", "2"),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # A scan that goes on has less to do, so the moments spread over a part of the whole.
        timer = threading.Timer(rng.uniform(0.01, whole / 4), scan.send_signal, [signal.SIGKILL])
        timer.start()
        lines = scan.communicate()[0].splitlines()
        timer.cancel()
        tracks = {line for line in lines if '"type":"track"' in line and line.endswith("}")}
        twice += len(reported & tracks)
        reported |= tracks
        mid += bool(tracks)
        kill_count += scan.returncode == -signal.SIGKILL
        damaged += library.run("doctor").returncode != 0
        lost += max(0, len(reported) - library.stored_count())
        if scan.returncode == 0:
            lost += library.file_count - library.stored_count()
            library.forget()
            reported = set()
    finish = library.run("scan", library.music)
    lost += library.file_count - library.stored_count()
    again = library.run("scan", library.music)
    unchanged = f"{library.file_count} unchanged" in again.stderr
    table.add(
        f"`kill -9` of a scan of {library.file_count} files at a random moment", kill_count,
        f"{mid} while storing; catalogue sound {kill_count and kills - damaged} times of {kills}; "
        f"{twice} files analysed twice; the last scan ends with {finish.returncode}, the next "
        f"{'has nothing to do' if unchanged else 'ANALYSES AGAIN'}",
        lost + damaged + twice + (not unchanged))


def scan_twice(library, table, rounds):
    """Two scans at once: one works, the other names it and ends with 3."""
    wrong = 0
    for _ in range(rounds):
        library.forget()
        first = subprocess.Popen(
            library.command("scan", library.music, "-q"), stderr=subprocess.DEVNULL)
        while not os.path.exists(library.catalog + ".lock"):
            time.sleep(0.005)
        time.sleep(0.1)
        second = library.run("scan", library.music)
        reader = library.run("query", "bpm:1..999", "-q")
        busy = first.poll() is None
        wrong += busy and (second.returncode != 3 or str(first.pid) not in second.stderr)
        wrong += reader.returncode not in (0, 1)
        first.wait()
        wrong += library.stored_count() != library.file_count
    table.add(
        "a second scan, and a reader, during a scan", rounds,
        "the second ends with 3 and names the first's process; the reader is answered", wrong)


def hold_lock(library, table, seconds, expect_wait):
    """Another program holds the database's write lock."""
    library.forget()
    library.run("scan", library.music, "-q")
    write_song(os.path.join(library.music, "000.wav"), library.file_count + seconds)
    connection = sqlite3.connect(library.catalog, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    scan = subprocess.Popen(
        library.command("scan", library.music), stderr=subprocess.PIPE, text=True)
    started = time.monotonic()
    while time.monotonic() - started < seconds and scan.poll() is None:
        time.sleep(0.05)
    connection.execute("ROLLBACK")
    connection.close()
    message = scan.communicate()[1].strip().splitlines()
    after = library.run("scan", library.music)
    lost = library.file_count - library.stored_count()
    good = scan.returncode == 0 if expect_wait else scan.returncode != 0
    last = message[-1] if message else ""
    table.add(
        f"another program holds the write lock for {seconds} s", 1,
        f"ends with {scan.returncode}: {last[:120]!r}; the next scan ends with "
        f"{after.returncode}", lost + (not good) + (after.returncode != 0))


def fill_disk(library, table, kilobytes):
    """A catalogue on a file system that is too small."""
    point = os.path.join(library.folder, "small")
    os.makedirs(point, exist_ok=True)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", point], capture_output=True)
    if mounted.returncode != 0:
        table.add("a full disk", 0, "left out: a tmpfs needs root", 0)
        return
    home = library.catalog
    try:
        library.catalog = os.path.join(point, "catalog.db")
        scan = library.run("scan", library.music)
        message = scan.stderr.strip().splitlines()
        doctor = library.run("doctor")
        subprocess.run(["mount", "-o", "remount,size=64m", point], check=True)
        after = library.run("scan", library.music)
        lost = library.file_count - library.stored_count()
        table.add(
            f"a disk of {kilobytes} kB fills up", 1,
            f"ends with {scan.returncode}: {message[-1][:120] if message else ''!r}; doctor "
            f"{doctor.returncode}; with room the next scan ends with {after.returncode}",
            lost + (scan.returncode == 0) + (after.returncode != 0))
    finally:
        subprocess.run(["umount", point], check=False)
        library.catalog = home


def flip_bytes(library, table, flips, rng):
    """Damage in the catalogue's file is said, never answered with less."""
    library.forget()
    library.run("scan", library.music, "-q")
    sqlite3.connect(library.catalog).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    sound = library.run("query", "--json", "-q").stdout
    with open(library.catalog, "rb") as file:
        original = file.read()
    said, harmless, silent, crashed = 0, 0, 0, 0
    for _ in range(flips):
        damaged = bytearray(original)
        for _ in range(4):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        library.forget()
        with open(library.catalog, "wb") as file:
            file.write(damaged)
        answer = library.run("query", "--json", "-q")
        doctor = library.run("doctor")
        crashed += answer.returncode < 0 or doctor.returncode < 0
        if answer.returncode not in (0, 1) or doctor.returncode not in (0, 1):
            said += 1
        elif doctor.returncode == 1:
            said += 1
        elif answer.stdout == sound:
            harmless += 1
        else:
            silent += 1
    library.forget()
    table.add(
        "4 bits flipped in the catalogue's file", flips,
        f"said {said} times; answers unchanged {harmless} times; other answers without a word "
        f"{silent} times; crashes {crashed}", crashed)


def unmount(library, table):
    """The music's folder is empty, as when its drive is not there."""
    library.forget()
    library.run("scan", library.music, "-q")
    away = library.music + ".away"
    os.rename(library.music, away)
    os.makedirs(library.music)
    scan = library.run("scan", library.music)
    kept = library.stored_count()
    os.rmdir(library.music)
    os.rename(away, library.music)
    after = library.run("scan", library.music)
    unchanged = f"{library.file_count} unchanged" in after.stderr
    table.add(
        "the music's folder is empty, then back", 1,
        f"ends with {scan.returncode}; {kept} of {library.file_count} still listed; afterwards "
        f"{'all unchanged' if unchanged else 'NOT all unchanged'}",
        library.file_count - kept + (not unchanged))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--flips", type=int, default=50)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not os.access(MUCAT, os.X_OK):
        sys.exit("build first: ./run build")
    rng = random.Random(options.seed)
    folder = tempfile.mkdtemp(prefix="mucat-faults-")
    try:
        library = Library(folder, options.files)
        table = Table()
        kill_scans(library, table, options.kills, rng)
        scan_twice(library, table, 5)
        hold_lock(library, table, 3, expect_wait=True)
        hold_lock(library, table, 60, expect_wait=False)
        fill_disk(library, table, 300)
        flip_bytes(library, table, options.flips, rng)
        unmount(library, table)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if table.lost else 0)


if __name__ == "__main__":
    main()
