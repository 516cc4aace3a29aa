"""What the scripts beside this one share: how beats, boundaries and keys are compared."""

LETTERS = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}
SIGNS = {"": 0, "#": 1, "♯": 1, "Sharp": 1, "b": -1, "♭": -1, "Flat": -1}


def f_measure(truth, found, tolerance):
    """Of two ascending lists of moments, each of which matches one of the other list at most."""
    hits = truth_index = found_index = 0
    while truth_index < len(truth) and found_index < len(found):
        difference = found[found_index] - truth[truth_index]
        if abs(difference) <= tolerance:
            hits += 1
        truth_index += difference >= -tolerance
        found_index += difference <= tolerance
    return 2 * hits / max(1, len(truth) + len(found))


def pulse_f(truth, found):
    """F of beats or bars within 70 ms, the first 5 s left out, as mir_eval has it."""
    return f_measure([t for t in truth if t >= 5], [t for t in found if t >= 5], 0.07)


def key_of(text):
    """0 to 23, C major first, of "A minor", or None."""
    if not text:
        return None
    tonic, mode = text.split()
    return (LETTERS[tonic[0].lower()] + SIGNS[tonic[1:]]) % 12 + (12 if mode == "minor" else 0)


def key_of_signature(value):
    """The same of a key as `mucat analyze` writes it."""
    return key_of(f"{value['tonic']} {value['mode']}") if value else None


def key_weight(truth, answer, fifth_below=False):
    """MIREX's score of an answer; no answer is worth nothing."""
    if answer is None:
        return 0.0
    interval = (answer - truth) % 12
    if truth // 12 == answer // 12:
        return {0: 1.0, 7: 0.5, 5: 0.5 if fifth_below else 0.0}.get(interval, 0.0)
    relative = 9 if truth < 12 else 3
    return {relative: 0.3, 0: 0.2}.get(interval, 0.0)
