"""The weighted key score of MIREX, with the fifth counted in both directions."""


def weighted(truth, answer):
    """1 for the same key, 0.5 a fifth apart, 0.3 relative, 0.2 parallel. Keys are 0 to 23."""
    tonic, mode = truth % 12, truth // 12
    interval = (answer - tonic) % 12
    if answer // 12 == mode:
        return {0: 1.0, 7: 0.5, 5: 0.5}.get(interval, 0.0)
    relative = 9 if mode == 0 else 3
    return {relative: 0.3, 0: 0.2}.get(interval, 0.0)
