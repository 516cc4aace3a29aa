#!/usr/bin/env python3
"""Learns the weights of KeyProfile: logistic regression over 24 keys, one weight per degree.

Reads OUT/features.npz, OUT/songs.json and OUT/chorales.json; writes OUT/weights.json and prints how
often the whole-piece answer is right on pieces that the weights were not fitted to (three folds).

Each piece counts four times: as a whole and as three random stretches. Since a key's evidence is
the same weights turned by its tonic, transposition changes nothing. The weights start from, and are
drawn towards, scale-and-triad profiles set by hand (DegreeProfile), with nothing for triads.
"""

import argparse
import json
import os

import numpy as np
from scipy.optimize import minimize

# As in Sources/Analysis/Key/DegreeProfile.swift.
BY_HAND = np.array([
    [1, 0.05, 0.5, 0.05, 0.7, 0.55, 0.1, 0.85, 0.05, 0.5, 0.12, 0.45],
    [1, 0.08, 0.45, 0.75, 0.08, 0.5, 0.1, 0.85, 0.45, 0.12, 0.45, 0.3],
])
# How sharply evidence becomes probability. Divided out of the result, so that weights are
# about 1; the decision's costs and the confidence are in that unit.
SCALE = 40.0
# Triads are halved before the fit, so that the pull to zero holds them back more than notes.
SCALES = np.repeat([1.0, 1.0, 0.5, 0.5], 12)
STRETCHES = 3
SHORTEST_STRETCH = 25  # frames: 9 s
FOLDS = 3


def turned(means):
    """[piece][48] as [piece][tonic][48]: the pitch classes counted from each tonic."""
    rows = means.reshape(len(means), 4, 12)
    return np.stack(
        [np.roll(rows, -tonic, axis=2).reshape(len(means), 48) for tonic in range(12)], axis=1)


def evidence(weights, inputs):
    """[piece][key]; `weights` is [mode][48], `inputs` as from `turned`."""
    return np.concatenate([inputs @ weights[0], inputs @ weights[1]], axis=1)


def prior():
    centred = BY_HAND - BY_HAND.mean(1, keepdims=True)
    unit = centred / np.linalg.norm(centred, axis=1, keepdims=True)
    return SCALE * np.concatenate([unit, unit, np.zeros((2, 24))], axis=1)


def fit(inputs, keys, shares, pull):
    """The weights [mode][48] of least loss: mean cross-entropy, pieces counted by `shares`, plus
    `pull` times the squared distance from the prior."""
    start = prior().ravel()
    shares = shares / shares.sum()
    pieces = np.arange(len(keys))

    def loss(flat):
        logits = evidence(flat.reshape(2, 48), inputs)
        logits -= logits.max(1, keepdims=True)
        odds = np.exp(logits)
        chances = odds / odds.sum(1, keepdims=True)
        value = -(shares * np.log(chances[pieces, keys] + 1e-12)).sum()
        slope = chances.copy()
        slope[pieces, keys] -= 1
        slope *= shares[:, None]
        gradient = np.concatenate([
            np.einsum("nt,ntf->f", slope[:, :12], inputs),
            np.einsum("nt,ntf->f", slope[:, 12:], inputs),
        ])
        distance = flat - start
        return value + pull * (distance ** 2).sum(), gradient + 2 * pull * distance

    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return found.x.reshape(2, 48)


def stretches(frames, random):
    """The mean of a piece and of random stretches of it."""
    means = [frames.mean(0)]
    count = len(frames)
    for _ in range(STRETCHES):
        length = int(random.integers(min(SHORTEST_STRETCH, count - 1), count))
        start = int(random.integers(0, count - length + 1))
        means.append(frames[start:start + length].mean(0))
    return means


def shares_of(keys, is_chorale, minor_share, chorale_share):
    """What each example counts: first the modes are balanced, then the two kinds of music."""
    minor = keys >= 12
    shares = np.where(minor, minor_share / max(minor.sum(), 1),
                      (1 - minor_share) / max((~minor).sum(), 1))
    for group, share in ((is_chorale, chorale_share), (~is_chorale, 1 - chorale_share)):
        if group.any():
            shares[group] *= share / shares[group].sum()
    return shares


def read_pieces(folder):
    """(names, frames, keys) of all pieces that have both features and a label."""
    labels = {}
    for name in ("songs.json", "chorales.json"):
        with open(os.path.join(folder, name)) as file:
            labels.update(json.load(file))
    with np.load(os.path.join(folder, "features.npz")) as features:
        names = sorted(name for name in features.files if name in labels)
        frames = [features[name].astype(float) for name in names]
    return names, frames, np.array([labels[name]["key"] for name in names])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the features are")
    parser.add_argument("--pull", type=float, default=3e-4, help="towards the hand-set profiles")
    parser.add_argument("--minor-share", type=float, default=0.4)
    parser.add_argument("--chorale-share", type=float, default=0.33)
    parser.add_argument("--seed", type=int, default=0, help="of the random stretches")
    options = parser.parse_args()

    random = np.random.default_rng(options.seed)
    names, frames, keys = read_pieces(options.out)
    means = np.array([mean for piece in frames for mean in stretches(piece, random)])
    inputs = turned(means * SCALES)
    piece = np.repeat(np.arange(len(names)), 1 + STRETCHES)
    is_chorale = np.array([name.startswith("c") for name in names])
    shares = shares_of(keys[piece], is_chorale[piece], options.minor_share, options.chorale_share)

    right = np.zeros(len(names), bool)
    for fold in range(FOLDS):
        known = piece % FOLDS != fold
        weights = fit(inputs[known], keys[piece][known], shares[known], options.pull)
        unseen = np.arange(fold, len(names), FOLDS)
        whole = inputs[unseen * (1 + STRETCHES)]
        right[unseen] = evidence(weights, whole).argmax(1) == keys[unseen]
    for kind, group in (("songs", ~is_chorale), ("chorales", is_chorale)):
        if group.any():
            print(f"{kind}: {right[group].sum()} of {group.sum()} right when not fitted to")

    weights = fit(inputs, keys[piece], shares, options.pull) * SCALES / SCALE
    with open(os.path.join(options.out, "weights.json"), "w") as file:
        json.dump(weights.reshape(2, 4, 12).tolist(), file)


if __name__ == "__main__":
    main()
