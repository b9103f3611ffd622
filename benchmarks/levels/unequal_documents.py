"""How often default intervals hold the truth where documents are few and unequal: on each real test set by itself.

The documents of a set are the population; test sets are drawn from them with replacement. "All at once" is a family of
all pairs of the first six systems. Beside it: the same with one degree of freedom less than there are documents, which
takes unequal documents for equal ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import steelyard as sy
from levels.pool import read_lines
from steelyard.inference import (
    bonferroni_critical_value,
    degrees_of_freedom,
    effective_number,
    jackknife_scores,
    t_quantile,
)
from steelyard.metrics import measure_segment_scores
from steelyard.types import Measurement

__all__ = ["LEVEL", "METRICS", "SETS", "SIZES", "cells", "read_pool", "run_cell"]

LEVEL = 0.95
SIZES = (8, 12, 20, 45, 100)
METRICS = ("BLEU", "chrF2", "TER", "segment mean")
SETS = {
    "wmt21-news-is-en": ("ref.A.en", "en"),
    "wmt22-general-ja-en": ("ref.A.en", "en"),
    "wmt22-general-uk-en": ("ref.A.en", "en"),
    "wmt23-en-de": ("ref.refA.de", "de"),
    "wmt24-esa-en-ja": ("ref.refA.ja", "ja"),
}
_N_SYSTEMS = 6


@dataclass(frozen=True, eq=False)
class Population:
    """Documents of one test set: by metric their statistics, and the words of each one's references."""

    measurements: dict[str, Measurement]
    words: NDArray[np.float64]


@cache
def read_pool(folder: Path, n_systems: int = _N_SYSTEMS) -> dict[str, Population]:
    """Read and count every set."""
    return {name: _read(folder / "data" / name, *SETS[name], n_systems) for name in SETS}


def _read(root: Path, reference: str, language: str, n_systems: int) -> Population:
    documents = [line.split("\t")[-1] for line in read_lines(root / "docs.tsv")[1:]]
    names = sorted(path.stem for path in (root / "sys").iterdir())[:n_systems]
    data = sy.TestSet(
        references=[read_lines(root / reference)],
        systems={name: read_lines(root / "sys" / f"{name}.{language}") for name in names},
        documents=documents,
    )
    japanese = language == "ja"  # written without spaces
    bleu = "bleu(tokenize=char)" if japanese else "bleu"
    ter = "ter(asian_support=True, normalized=True)" if japanese else "ter"
    evaluation = sy.evaluate(data, metrics=[bleu, "chrf", ter])
    found = dict(zip(METRICS, evaluation.measurements, strict=False))
    by_segment = found["chrF2"]
    scores = by_segment.scores(by_segment.statistics.values.astype(np.float64)).tolist()
    found["segment mean"] = measure_segment_scores("segment mean", dict(zip(names, scores, strict=True)), data)
    codes = np.unique(documents, return_inverse=True)[1].astype(np.int64)
    words = np.bincount(codes, weights=[len(line.split()) for line in data.references[0]])
    return Population({name: measurement.by_document(codes) for name, measurement in found.items()}, words)


def cells() -> Iterator[dict[str, object]]:
    """List what is measured."""
    for name in SETS:
        for metric in METRICS:
            for size in SIZES:
                yield {"set": name, "metric": metric, "size": size}


def run_cell(
    pools: dict[str, Population], cell: dict[str, object], n_repetitions: int, seed: int
) -> list[dict[str, object]]:
    """Count scores, differences and whole families that the intervals hold, by either rule."""
    population, size = pools[str(cell["set"])], int(str(cell["size"]))
    whole = population.measurements[str(cell["metric"])]
    a, b = (list(side) for side in zip(*combinations(range(len(whole.systems)), 2), strict=True))
    truth = whole.scores(whole.statistics.totals())
    rng = np.random.default_rng([seed, size, list(SETS).index(str(cell["set"])), METRICS.index(str(cell["metric"]))])
    held = {rule: np.zeros(3) for rule in ("documents", "effective")}
    effective = 0.0
    for _ in range(n_repetitions):
        drawn = rng.integers(len(population.words), size=size)
        one = replace(whole, statistics=replace(whole.statistics, values=whole.statistics.values[:, drawn]))
        scores, without = one.scores(one.statistics.totals()), jackknife_scores(one)
        missed = np.abs(scores - truth)
        missed_by_pair = np.abs(scores[a] - scores[b] - truth[a] + truth[b])
        errors, pair_errors = _errors(without), _errors(without[a] - without[b])
        worth = effective_number(population.words[drawn])
        effective += worth / n_repetitions
        for rule, n in (("documents", size), ("effective", worth)):
            alone = t_quantile((1 + LEVEL) / 2, degrees_of_freedom(n))
            together = bonferroni_critical_value(len(a), n, 1 - LEVEL)
            held[rule] += (
                float((missed <= alone * errors).mean()),
                float((missed_by_pair <= alone * pair_errors).mean()),
                bool((missed_by_pair <= together * pair_errors).all()),
            )
    return [
        {**cell, "rule": rule, "n": n_repetitions, "n_effective": round(effective, 2)}
        | dict(zip(("score", "difference", "together"), (counts / n_repetitions).round(4).tolist(), strict=True))
        for rule, counts in held.items()
    ]


def _errors(without: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return jackknife standard errors, a row each."""
    n = without.shape[1]
    errors: NDArray[np.float64] = np.sqrt((n - 1) / n * np.square(without - without.mean(axis=1)[:, None]).sum(axis=1))
    return errors
