#!/bin/sh
# Makes the files of the containers that tests cannot write themselves. They are kept in the
# repository: run this only to change them. README.md beside this script says what each is for.
# Needs: ffmpeg musepack-tools python3. Made with the versions of Debian 12.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A tenth of a second of a quiet tone, mono.
tone="sine=frequency=440:sample_rate=44100:duration=0.1"
encode() { ffmpeg -v error -y -f lavfi -i "$tone" -ac 1 -map_metadata -1 -bitexact "$@"; }
encode -c:a pcm_s16le "$work/tone.wav"
encode -c:a aac -b:a 32k tone.m4a
encode -c:a aac -b:a 32k -movflags +faststart tone_faststart.m4a
encode -c:a alac tone_alac.m4a
encode -c:a aac -b:a 32k -f adts tone.aac
encode -c:a wmav2 -b:a 32k tone.wma
encode -c:a wavpack tone.wv
encode -c:a tta tone.tta
encode -ar 8000 -c:a libspeex tone.spx
mpcenc --silent --overwrite --quality 2 "$work/tone.wav" tone.mpc

# No program of Debian writes these two. Their headers are real; the audio is not.
python3 - <<'PYTHON'
import struct
audio = bytes((i * 37 + i // 7) & 0xFF for i in range(600))
# Monkey's Audio 3.99: descriptor, header, seek table, WAV header, frames.
header = struct.pack("<HHIIIHHI", 2000, 0, 73728, 4410, 1, 16, 1, 44100)
descriptor = b"MAC " + struct.pack("<HHIIIIIII", 3990, 0, 52, len(header), 4, 44, len(audio), 0, 0)
descriptor += bytes(52 - len(descriptor))
open("made.ape", "wb").write(descriptor + header + bytes(4 + 44) + audio)
# DSF: header, format chunk, data chunk; no tag.
block = audio[:512].ljust(4096, b"\x69")
fmt = b"fmt " + struct.pack("<QIIIIIIQII", 52, 1, 0, 1, 1, 2822400, 1, 8 * 4096, 4096, 0)
data = b"data" + struct.pack("<Q", 12 + 4096) + block
open("made.dsf", "wb").write(
    b"DSD " + struct.pack("<QQQ", 28, 28 + 52 + len(data), 0) + fmt + data)
PYTHON
