"""How often intervals of people's mean rating hold it, with and without a metric, by how segments were chosen."""

import csv
import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.human import PredictionPowered, Target, next_segments, prediction_powered, residual_spread

__all__ = ["CHOSEN", "METRICS", "N_RATED", "RatedPool", "cells", "drawn_set", "read_pool", "run_cell"]

METRICS = ("MetricX-23-refA", "COMET-refA", "BLEU-refA")
CHOSEN = ("random", "documents", "adaptive", "first lines", "worst by the metric")
N_RATED = (50, 150)
_BY_CHANCE = CHOSEN[:3]


@dataclass(frozen=True, eq=False)
class RatedPool:
    """Twelve systems of WMT23 English-German on the lines that all were rated on (MQM).

    Attributes
    ----------
    people : array, shape (S, N)
        Higher is better.
    metrics : dict
        Scores of each metric, shape (S, N).
    documents : array, shape (N,)
        Codes from 0, in blocks.
    """

    people: NDArray[np.float64]
    metrics: dict[str, NDArray[np.float64]]
    documents: NDArray[np.int64]


@cache
def read_pool(folder: Path) -> RatedPool:
    """Read ratings, scores and documents."""
    root = folder / "data" / "wmt23-en-de"
    systems = sorted(path.stem for path in (root / "sys").iterdir())
    people: dict[tuple[str, int], float] = {}
    for row in _rows((root / "human" / "mqm.seg.tsv").read_text(encoding="utf-8")):
        if row["score"] != "NA" and row["system"] in systems:
            people[row["system"], int(row["line"])] = float(row["score"])
    lines = sorted({line for _, line in people})
    with gzip.open(root / "metrics" / "seg.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        scored = {(row["system"], int(row["line"])): row for row in _rows(file.read())}
    ids = {int(row["line"]): row["doc"] for row in _rows((root / "docs.tsv").read_text(encoding="utf-8"))}
    codes = {document: code for code, document in enumerate(dict.fromkeys(ids[line] for line in lines))}
    return RatedPool(
        np.array([[people[system, line] for line in lines] for system in systems]),
        {m: np.array([[float(scored[system, line][m]) for line in lines] for system in systems]) for m in METRICS},
        np.array([codes[ids[line]] for line in lines]),
    )


def _rows(text: str) -> Iterator[dict[str, str]]:
    yield from csv.DictReader(text.split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE)


def cells() -> Iterator[dict[str, object]]:
    """List what is measured; what is not chosen by chance says something of the file at hand only."""
    for metric in METRICS:
        for of in ("score", "difference"):
            for chosen in CHOSEN:
                for n_rated in N_RATED:
                    for target in ("set", "population") if chosen in _BY_CHANCE else ("set",):
                        yield {"metric": metric, "of": of, "chosen": chosen, "n_rated": n_rated, "target": target}


def run_cell(pool: RatedPool, cell: dict[str, Any], n_repetitions: int, seed: int) -> list[dict[str, object]]:
    """Draw segments to rate over and over, system by system or pair by pair, and count."""
    n_systems = len(pool.people)
    groups = list(combinations(range(n_systems), 2)) if cell["of"] == "difference" else [(i,) for i in range(n_systems)]
    rng = np.random.default_rng([seed, CHOSEN.index(cell["chosen"]), cell["n_rated"]])
    held, widths = np.zeros((2, n_repetitions), dtype=bool), np.zeros((2, n_repetitions))
    for repetition in range(n_repetitions):
        systems = list(groups[repetition % len(groups)])
        people, metric = pool.people[systems], pool.metrics[cell["metric"]][systems]
        truth = _of(people).mean()
        documents = pool.documents
        if cell["target"] == "population":
            people, metric, documents = drawn_set(people, metric, documents, rng)
        found = _estimate(people, metric, documents, cell["chosen"], cell["n_rated"], cell["target"], rng)
        for row, estimate in enumerate((found.powered, found.classical)):
            held[row, repetition] = estimate.low <= truth <= estimate.high
            widths[row, repetition] = estimate.high - estimate.low
    return [
        {
            **cell,
            "n": n_repetitions,
            "held": int(held[0].sum()),
            "held_classical": int(held[1].sum()),
            "width": round(float(widths[0].mean()), 4),
            "width_classical": round(float(widths[1].mean()), 4),
        }
    ]


def _of(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return scores[0] - scores[1] if len(scores) == 2 else scores[0]


def drawn_set(
    people: NDArray[np.float64], metric: NDArray[np.float64], documents: NDArray[np.int64], rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Draw a test set of as many whole documents, with replacement."""
    sizes = np.bincount(documents)
    starts = np.concatenate([[0], sizes.cumsum()[:-1]])
    order = np.argsort(documents, kind="stable")
    chosen = rng.integers(len(sizes), size=len(sizes))
    codes = np.repeat(np.arange(len(chosen)), sizes[chosen])
    within = np.arange(len(codes)) - np.repeat(sizes[chosen].cumsum() - sizes[chosen], sizes[chosen])
    rows = order[starts[chosen][codes] + within]
    return people[:, rows], metric[:, rows], codes


def _estimate(
    people: NDArray[np.float64],
    metric: NDArray[np.float64],
    documents: NDArray[np.int64],
    chosen: str,
    n_rated: int,
    target: Target,
    rng: np.random.Generator,
) -> PredictionPowered:
    n = people.shape[1]
    probabilities = None
    if chosen == "documents":
        n_documents = int(documents.max()) + 1
        drawn = rng.permutation(n_documents)[: round(n_documents * n_rated / n)]
        is_rated = np.isin(documents, drawn)
    elif chosen == "adaptive":
        first = n_rated // 2
        is_rated = np.isin(np.arange(n), rng.permutation(n)[:first])
        spread = residual_spread(np.where(is_rated, people, np.nan), metric)
        more = next_segments(spread, n_rated - first, rng=rng, is_rated=is_rated, earlier=np.full(n, first / n))
        is_rated[more.segments] = True
        probabilities = more.probabilities
    else:
        order = {"random": rng.permutation(n), "first lines": np.arange(n)}.get(chosen, np.argsort(metric.mean(axis=0)))
        is_rated = np.isin(np.arange(n), order[:n_rated])
    sampling = {"documents": "documents", "adaptive": "weights"}.get(chosen, "random")
    return prediction_powered(
        np.where(is_rated, _of(people), np.nan), _of(metric), documents,
        sampling=sampling, probabilities=probabilities, target=target,  # type: ignore[arg-type]
    )  # fmt: skip
