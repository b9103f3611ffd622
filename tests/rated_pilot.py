"""A pilot: the bundled ratings of forty lines drawn at random, and a metric's scores of all lines."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steelyard.ratings.reading import read_people
from tests.conftest import EXAMPLES

NAMES = ("harbour", "lantern", "sparrow", "tangle", "orator")
_RNG = np.random.default_rng(4)
DRAWN = sorted(_RNG.permutation(120)[:40].tolist())
METRIC = _RNG.normal([[5.0], [5.2], [4.0], [3.0], [1.0]], 1.0, (5, 120)).round(3)
CODES = np.arange(120) // 10


@dataclass(frozen=True)
class Pilot:
    """Paths, and mean ratings, shape (5, 120), NaN where a line was not drawn."""

    ratings: str
    scores: str
    people: NDArray[np.float64]


def write_pilot(tmp_path: Path) -> Pilot:
    """Write the files; the few lines that some systems were not rated on are not drawn."""
    [scores] = read_people(EXAMPLES / "ratings.tsv").scores
    order = [scores.systems.index(name) for name in NAMES]
    people = np.full((5, 120), np.nan)
    people[:, DRAWN] = scores.values[order][:, DRAWN]
    header, *rows = (EXAMPLES / "ratings.tsv").read_text(encoding="utf-8").splitlines()
    kept = [row for row in rows if int(row.split("\t")[2]) - 1 in DRAWN]
    ratings, metric = tmp_path / "pilot.tsv", tmp_path / "mine.tsv"
    ratings.write_text("".join(f"{row}\n" for row in [header, *kept]), encoding="utf-8")
    cells = [NAMES, *METRIC.T.astype(str).tolist()]
    metric.write_text("".join("\t".join(row) + "\n" for row in cells), encoding="utf-8")
    return Pilot(str(ratings), str(metric), people)
