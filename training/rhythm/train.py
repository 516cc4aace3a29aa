#!/usr/bin/env python3
"""Trains the network for a given time, while data may still be arriving.

Every `--every` steps the averaged weights are validated on items that are never trained on, a
line of JSON is added to OUT/log.jsonl, and OUT/checkpoint.pt is written, from which --resume goes
on. The schedule follows the clock, so that the machine's speed changes the number of steps, not
the shape of the schedule.
"""

import argparse
import json
import os
import time

import numpy as np
import torch

from augment import batch
from dataset import Dataset
from features import BAND_COUNT
from losses import losses, total
from model import RhythmNet
from widening import widen

BATCH, FRAMES = 8, 1500  # 30 s
WEIGHT_DECAY, GRADIENT_LIMIT = 1e-3, 1.0
WARM_UP = 200  # steps
LOWEST_RATE = 1e-5
SLOWEST_AVERAGE = 0.998
VALIDATION_FRAMES = 2400
# How much more often than a made-up song a stretch of a recording, of written or of played music
# is taken.
RECORDED_WEIGHT = 2.5
WEIGHTS = {"notated": 1.0, "played": 2.0}


def weight(item):
    """How often an item is taken, beside a made-up song."""
    if item["info"]["source"] == "self":  # by recordings.py
        return RECORDED_WEIGHT
    return WEIGHTS.get(item["info"].get("style"), 1.0)


class Average:
    """Exponentially averaged weights: smoother than the last ones, and better."""

    def __init__(self, net):
        self.state = {name: value.clone() for name, value in net.state_dict().items()}

    def update(self, net, step):
        keep = min(SLOWEST_AVERAGE, (1 + step) / (10 + step))
        with torch.no_grad():
            for name, value in net.state_dict().items():
                if value.dtype.is_floating_point:
                    self.state[name].lerp_(value, 1 - keep)
                else:
                    self.state[name].copy_(value)


def validate(net, items):
    """{term: mean loss} over the validation items, unvaried."""
    net.eval()
    sums = {}
    with torch.no_grad():
        for start in range(0, len(items), BATCH):
            data = batch(items[start : start + BATCH], VALIDATION_FRAMES)
            for name, loss in losses(net(data["spectrum"]), data).items():
                sums[name] = sums.get(name, 0.0) + float(loss) * len(data["beat"])
    return {name: value / max(1, len(items)) for name, value in sums.items()}


class Training:
    """The state of a run, and how it is kept."""

    def __init__(self, options):
        self.options = options
        self.net = RhythmNet(BAND_COUNT, channels=options.channels, blocks=options.blocks)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=options.rate, weight_decay=WEIGHT_DECAY
        )
        self.average = Average(self.net)
        self.averaged_net = RhythmNet(**self.net.settings)
        self.step, self.elapsed = 0, 0.0
        self.rng = np.random.default_rng(options.seed)
        self.checkpoint = os.path.join(options.out, "checkpoint.pt")

    def save(self):
        state = {
            "settings": self.net.settings,
            "average": self.average.state,
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "elapsed": self.elapsed,
        }
        torch.save(state, f"{self.checkpoint}.part")
        os.replace(f"{self.checkpoint}.part", self.checkpoint)

    def resume(self):
        state = torch.load(self.checkpoint, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.average.state = state["average"]
        self.step, self.elapsed = state["step"], state["elapsed"]
        self.rng = np.random.default_rng([self.options.seed, self.step])

    def start_from(self, path):
        """Takes over the averaged weights of another run, with a fresh optimiser and schedule."""
        widen(self.net, torch.load(path, weights_only=True)["average"])
        self.average = Average(self.net)

    def set_rate(self, progress):
        """Warm-up, then half a cosine over `progress` from 0 to 1."""
        rate = self.options.rate * min(1, (self.step + 1) / WARM_UP)
        rate *= 0.5 * (1 + np.cos(np.pi * progress))
        for group in self.optimizer.param_groups:
            group["lr"] = max(float(rate), LOWEST_RATE)

    def advance(self, items):
        """One step; {term: loss}."""
        weights = np.array([weight(item) for item in items])
        chosen = self.rng.choice(len(items), BATCH, p=weights / weights.sum())
        data = batch([items[index] for index in chosen], FRAMES, self.rng)
        self.net.train()
        terms = losses(self.net(data["spectrum"]), data)
        self.optimizer.zero_grad()
        total(terms).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), GRADIENT_LIMIT)
        self.optimizer.step()
        self.step += 1
        self.average.update(self.net, self.step)
        return {name: float(loss.detach()) for name, loss in terms.items()}

    def report(self, data, recent):
        """Validates, logs, saves."""
        self.averaged_net.load_state_dict(self.average.state)
        validation = validate(self.averaged_net, data.validation)
        mean = {name: np.mean([terms[name] for terms in recent]) for name in recent[0]}
        line = {
            "step": self.step,
            "minutes": round(self.elapsed / 60, 1),
            "items": len(data.training),
            "rate": self.optimizer.param_groups[0]["lr"],
            "training": {name: round(float(value), 4) for name, value in mean.items()},
            "validation": {name: round(value, 4) for name, value in validation.items()},
        }
        with open(os.path.join(self.options.out, "log.jsonl"), "a") as file:
            file.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)
        self.save()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, metavar="FOLDER")
    parser.add_argument("--out", required=True, metavar="FOLDER")
    parser.add_argument("--minutes", type=float, required=True, help="how long, in all")
    parser.add_argument("--channels", type=int, default=48)
    parser.add_argument("--blocks", type=int, default=9)
    parser.add_argument("--rate", type=float, default=2e-3, help="greatest learning rate")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=200, help="steps between validations")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--start-from", metavar="CHECKPOINT", help="go on from another run")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    os.makedirs(options.out, exist_ok=True)
    training = Training(options)
    if options.resume:
        training.resume()
    elif options.start_from:
        training.start_from(options.start_from)
    data = Dataset(options.data)
    data.rescan()
    started = time.monotonic() - training.elapsed
    recent = []
    while training.elapsed < options.minutes * 60:
        training.set_rate(training.elapsed / (options.minutes * 60))
        recent.append(training.advance(data.training))
        training.elapsed = time.monotonic() - started
        if training.step % options.every == 0:
            training.report(data, recent)
            recent = []
            data.rescan()
    if recent:
        training.report(data, recent)


if __name__ == "__main__":
    main()
