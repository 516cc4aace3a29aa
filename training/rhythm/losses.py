"""What training minimises.

*Source* of the loss for beats: Foscarin, Schlüter & Widmer, Beat this! Accurate beat tracking
without DBN postprocessing, ISMIR 2024.
"""

import torch
from torch.nn import functional as F

TOLERANCE = 3  # frames, 60 ms
POSITIVE_WEIGHTS = {"beat": 6.0, "downbeat": 12.0}
TERM_WEIGHTS = {"beat": 1.0, "downbeat": 0.7, "activity": 0.5}


def shift_tolerant(logits, targets, mask, positive_weight):
    """Binary cross-entropy that forgives a shift of up to TOLERANCE frames.

    A target frame is compared with the greatest logit within TOLERANCE; frames within twice that
    of a target are not asked to be silent. `logits`, `targets` and `mask` are (batch, frame).
    """
    widest = F.max_pool1d(logits[:, None], 2 * TOLERANCE + 1, 1, TOLERANCE)[:, 0]
    near = F.max_pool1d(targets[:, None], 4 * TOLERANCE + 1, 1, 2 * TOLERANCE)[:, 0]
    weight = (targets + (1 - near)) * mask
    total = F.binary_cross_entropy_with_logits(
        widest, targets, weight=weight, pos_weight=torch.tensor(positive_weight), reduction="sum"
    )
    return total / (weight.sum() + 1)


def losses(outputs, batch):
    """{term: loss} of the network's `outputs` for a `batch` of augment.batch."""
    beat_logits, activity_logits = outputs
    everywhere = batch["valid"]
    bars = everywhere * batch["bars_count"][:, None]
    known = everywhere * batch["activity_counts"][:, None]
    per_frame = F.binary_cross_entropy_with_logits(
        activity_logits, batch["activity"].transpose(1, 2), reduction="none"
    ).mean(1)
    return {
        "beat": shift_tolerant(
            beat_logits[:, 0], batch["beat"], everywhere, POSITIVE_WEIGHTS["beat"]
        ),
        "downbeat": shift_tolerant(
            beat_logits[:, 1], batch["downbeat"], bars, POSITIVE_WEIGHTS["downbeat"]
        ),
        "activity": (per_frame * known).sum() / (known.sum() + 1),
    }


def total(terms):
    """The weighted sum that is minimised."""
    return sum(TERM_WEIGHTS[name] * loss for name, loss in terms.items())
