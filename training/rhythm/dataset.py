"""The items that make_dataset.py wrote, read while it may still be writing more."""

import glob
import json
import os
import zipfile

import numpy as np

VALIDATION_STEP, VALIDATION_REST = 17, 3  # every item n with n mod 17 = 3 is for validation


def read_item(path):
    """An item as {name: array}."""
    with np.load(path) as file:
        info = json.loads(str(file["info"]))
        return {
            "features": file["features"],
            "activity": file["activity"],
            "beats": file["beats"].reshape(-1, 2),
            "bars_count": info["bars_count"],
            "activity_counts": info.get("activity_counts", True),
            "info": info,
        }


class Dataset:
    """All items of a folder, in memory, apart for training and for validation."""

    def __init__(self, folder):
        self.folder = folder
        self.training, self.validation = [], []
        self._known = set()

    def rescan(self):
        """Reads what is new."""
        for path in sorted(glob.glob(os.path.join(self.folder, "[0-9]*.npz"))):
            name = os.path.basename(path)
            if name in self._known:
                continue
            self._known.add(name)
            try:
                item = read_item(path)
            except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
                print(f"{name}: {error}", flush=True)
                continue
            index = int(name.split(".")[0])
            held_out = index % VALIDATION_STEP == VALIDATION_REST
            (self.validation if held_out else self.training).append(item)
