"""The file of weights that Sources/Analysis/Network reads.

Little endian: "MUCATNET", u32 version, u32 tensor count; each tensor: u32 length of its name, the
name in UTF-8, u32 type (1 = float16, 0 = float32), u32 rank, u32 sizes, values; at the end the
FNV-1a hash of 64 bits of all that.
"""

import struct

import numpy as np

MAGIC, VERSION = b"MUCATNET", 1
FLOAT32, FLOAT16 = 0, 1
DTYPES = {FLOAT32: np.dtype("<f4"), FLOAT16: np.dtype("<f2")}


def fnv1a(data):
    """The 64-bit hash of Fowler, Noll and Vo, variant 1a."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def encoded(arrays, kind=FLOAT16):
    """The file of {name: array} as bytes."""
    parts = [MAGIC, struct.pack("<II", VERSION, len(arrays))]
    for name, array in arrays.items():
        text = name.encode()
        parts += [
            struct.pack("<I", len(text)),
            text,
            struct.pack("<II", kind, array.ndim),
            struct.pack(f"<{array.ndim}I", *array.shape),
            array.astype(DTYPES[kind]).tobytes(),
        ]
    body = b"".join(parts)
    return body + struct.pack("<Q", fnv1a(body))


def decoded(data):
    """{name: float32 array} of a file; the inverse of `encoded` but for rounding."""
    body, checksum = data[:-8], struct.unpack("<Q", data[-8:])[0]
    if not body.startswith(MAGIC) or fnv1a(body) != checksum:
        raise ValueError("not a weight file, or a damaged one")
    position = len(MAGIC)

    def integers(count):
        nonlocal position
        values = struct.unpack_from(f"<{count}I", body, position)
        position += 4 * count
        return values

    version, count = integers(2)
    if version != VERSION:
        raise ValueError(f"version {version} is unknown")
    result = {}
    for _ in range(count):
        (length,) = integers(1)
        name = body[position : position + length].decode()
        position += length
        kind, rank = integers(2)
        shape = integers(rank)
        size = int(np.prod(shape))
        values = np.frombuffer(body, DTYPES[kind], size, position)
        result[name] = values.reshape(shape).astype(np.float32)
        position += size * DTYPES[kind].itemsize
    return result
