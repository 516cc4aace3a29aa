#!/usr/bin/env python3
"""Turns a compressed sound font (.sf3) into a plain one (.sf2), which loads ten times as fast.

In a .sf3 each sample is an Ogg Vorbis stream: its header's start and end count bytes, its loop
counts samples from the stream's start. In a .sf2 all of them count samples from the chunk's start.
"""

import argparse
import io
import struct

import numpy as np
import soundfile

HEADER = struct.Struct("<20s5IBbHH")  # name, start, end, loop start, loop end, rate, pitch …
COMPRESSED = 0x10  # flag in a header's sample type
GAP = np.zeros(46, np.int16)  # between samples, as the format demands
ODD_END = b"\0"


def chunks(data):
    """(name, content) of each chunk in a RIFF body; some writers pad odd ones, some do not."""
    position = 0
    while position + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, position)
        yield name, data[position + 8 : position + 8 + size]
        position += 8 + size
        if size % 2 and data[position : position + 1] == ODD_END:
            position += 1


def chunk(name, content):
    """A RIFF chunk as bytes."""
    return name + struct.pack("<I", len(content)) + content + ODD_END[: len(content) % 2]


def decoded_samples(packed, headers):
    """(all samples as bytes, new sample headers as bytes)."""
    sounds, new_headers, position, known = [], [], 0, {}
    for name, start, end, loop_start, loop_end, rate, *rest, link, kind in headers:
        if kind & COMPRESSED:
            if (start, end) not in known:
                sound, _ = soundfile.read(io.BytesIO(packed[start:end]), dtype="int16")
                known[start, end] = position, position + len(sound)
                sounds += [sound, GAP]
                position += len(sound) + len(GAP)
            start, end = known[start, end]
            loop_start, loop_end = loop_start + start, loop_end + start
            kind &= ~COMPRESSED
        new_headers.append(
            HEADER.pack(name, start, end, loop_start, loop_end, rate, *rest, link, kind)
        )
    return np.concatenate(sounds).astype("<i2").tobytes(), b"".join(new_headers)


def unpacked(data):
    """The bytes of a .sf2 for those of a .sf3."""
    lists = {content[:4]: list(chunks(content[4:])) for _, content in chunks(data[12:])}
    packed = dict(lists[b"sdta"])[b"smpl"]
    headers = list(HEADER.iter_unpack(dict(lists[b"pdta"])[b"shdr"]))
    samples, new_headers = decoded_samples(packed, headers)
    replaced = {b"ifil": struct.pack("<HH", 2, 4), b"smpl": samples, b"shdr": new_headers}
    body = b"sfbk"
    for kind, members in lists.items():
        content = b"".join(chunk(name, replaced.get(name, old)) for name, old in members)
        body += chunk(b"LIST", kind + content)
    return chunk(b"RIFF", body)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sf3")
    parser.add_argument("sf2")
    options = parser.parse_args()
    with open(options.sf3, "rb") as file:
        data = file.read()
    with open(options.sf2, "wb") as file:
        file.write(unpacked(data))


if __name__ == "__main__":
    main()
