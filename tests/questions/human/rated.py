"""Ratings drawn for tests, written as a file, and groups of systems made of verdicts."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from steelyard.inference import clusters
from steelyard.results import RatingsAnalysis

HEADER = "system\tdocument\tline\trater\tkind\tscore\n"
Row = tuple[str, str, int, str, str, float]


def write(folder: Path, rows: Sequence[Row]) -> Path:
    path = folder / "ratings.tsv"
    path.write_text(HEADER + "".join("\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    return path


def drawn(rng: np.random.Generator, *, n_documents: int = 12, share_rated: float = 1.0) -> list[Row]:
    """Draw ratings of three systems, c below a and b."""
    rows = []
    for line in range(4 * n_documents):
        ease = rng.normal(60, 10)
        for system, shift in (("a", 0), ("b", 0), ("c", -15)):
            if rng.random() < share_rated:
                score = round(ease + shift + rng.normal(0, 5), 1)
                rows.append((system, f"d{line // 4}", line + 1, "ann", "SYSTEM", score))
    return rows


def groups_of_verdicts(found: RatingsAnalysis, scale: str) -> dict[str, int]:
    """Group systems as WMT's tables do, from uncorrected verdicts, which by themselves make no groups."""
    assert {row.cluster for row in found.scores} == {None}
    ranks = {row.system: row.rank for row in found.scores if row.metric == scale}
    place = {system: i for i, system in enumerate(ranks)}
    is_better = np.zeros((len(place), len(place)), dtype=bool)
    for pair in found.pairs:
        if pair.metric == scale:
            a, b = place[pair.system], place[pair.against]
            is_better[a, b], is_better[b, a] = pair.verdict == "better", pair.verdict == "worse"
    return dict(zip(ranks, clusters(is_better, list(ranks.values())), strict=True))
