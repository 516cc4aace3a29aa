#!/usr/bin/env python3
"""Trains the key network on what dataset.py has heard; writes OUT.pt and prints its progress."""

import argparse
import glob
import os
import time

import numpy as np
import torch
from torch.nn import functional

from augment import varied
from dataset import is_for_validation, key_of, load
from features import LOWEST_NOTE
from metrics import weighted
from model import KEYS, KeyNet, scores

WARM_UP, DECAY = 50, 1e-2
STRETCH = 16  # frames (6 s) that must name the key by themselves, too
LENGTHS = (32, 64, 96)  # frames per item
FRAMES_PER_STEP = 1024


def from_lowest(key):
    """The key as the network counts it, from the lowest note's pitch class."""
    return (key % 12 - LOWEST_NOTE) % 12 + key // 12 * 12


def draw(items, frames, rng):
    """(notes [channel][note][frame], key) of a random stretch of a random item, varied."""
    notes, key = items[rng.integers(len(items))]
    start = rng.integers(0, max(1, len(notes) - frames + 1))
    notes = notes[start:start + frames].astype(np.float32)
    notes = np.pad(notes, ((0, frames - len(notes)), (0, 0), (0, 0)))
    notes, key = varied(notes, key, rng)
    return notes.transpose(2, 1, 0).astype(np.float32), from_lowest(key)


def loss_of(logits, keys):
    """Cross-entropy of the key of the whole, and of each short stretch at half the weight."""
    items, frames, _ = logits.shape
    whole = functional.cross_entropy(logits.mean(1), keys, label_smoothing=0.05)
    parts = logits.reshape(items * frames // STRETCH, STRETCH, KEYS).mean(1)
    keys = keys.repeat_interleave(frames // STRETCH)
    return whole + 0.5 * functional.cross_entropy(parts, keys, label_smoothing=0.1)


def validate(net, items):
    """(share of exact keys, mean weighted score) by the mean of the logits."""
    net.eval()
    found = [(key, int(scores(net, notes.astype(np.float32)).mean(0).argmax()))
             for notes, key in items]
    net.train()
    return (np.mean([key == answer for key, answer in found]),
            np.mean([weighted(key, answer) for key, answer in found]))


def read(folder):
    """(training items, validation items), each a list of (notes, key)."""
    training, validation = [], []
    for path in sorted(glob.glob(os.path.join(folder, "*.npz"))):
        notes, description = load(path)
        side = validation if is_for_validation(path) else training
        side.append((notes, key_of(description)))
    return training, validation


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, metavar="FOLDER", help="what dataset.py wrote")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--steps", type=int, default=1800)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--width", type=int, default=24)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)

    training, validation = read(options.data)
    net = KeyNet(options.width)
    print(f"{len(training)} + {len(validation)} items, "
          f"{sum(each.numel() for each in net.parameters())} parameters", flush=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=DECAY)
    begin, losses = time.process_time(), []
    for step in range(1, options.steps + 1):
        progress = (step - 1) / options.steps
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, step / WARM_UP) * (1 + np.cos(np.pi * progress)) / 2
        frames = int(rng.choice(LENGTHS))
        batch = [draw(training, frames, rng) for _ in range(FRAMES_PER_STEP // frames)]
        loss = loss_of(net(torch.from_numpy(np.stack([notes for notes, _ in batch]))),
                       torch.tensor([key for _, key in batch]))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
        if step % 100 == 0 or step == options.steps:
            exact, score = validate(net, validation) if step % 300 == 0 else (np.nan, np.nan)
            print(f"step {step} {time.process_time() - begin:.0f} s loss "
                  f"{np.mean(losses[-100:]):.3f} exact {exact:.3f} weighted {score:.3f}",
                  flush=True)
            torch.save({"settings": net.settings, "state": net.state_dict()}, options.out)


if __name__ == "__main__":
    main()
