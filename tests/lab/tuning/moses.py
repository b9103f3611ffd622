"""What Moses's tools wrote beside its n-best lists: features and counts, block by block."""

import gzip
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning import TunableLists


def bleu_of_moses(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Score matches and totals of each order in turn, and the length of the reference."""
    matches, totals = sums[..., 0:8:2], sums[..., 1:8:2]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.exp(np.log(matches / totals).mean(-1) + np.minimum(0, 1 - sums[..., 8] / sums[..., 1]))


def blocks_of(path: Path) -> list[list[list[float]]]:
    blocks: list[list[list[float]]] = []
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        if "BEGIN" in line:
            blocks.append([])
        elif "END" not in line:
            blocks[-1].append([float(word) for word in line.split()])
    return blocks


def mert_basic(test_data: Path) -> tuple[TunableLists, NDArray[np.float64], NDArray[np.float64]]:
    """Return the lists, where Moses starts, and where it ends."""
    folder = test_data / "data" / "moses-nbest-mert" / "mert.basic"
    features, counts = blocks_of(folder / "features.dat.gz"), blocks_of(folder / "scores.dat.gz")
    offsets = np.cumsum([0, *map(len, features)])
    lists = TunableLists(np.concatenate(features), offsets, np.concatenate(counts).astype(np.int64), bleu_of_moses)
    start = np.array((folder / "init.txt").read_text().split("\n")[0].split(), dtype=np.float64)
    words = (folder / "moses-result.txt").read_text().split("=>")[0].split("Best point:")[1].split()
    return lists, start, np.array(words, dtype=np.float64)
