"""What the workflows should give, computed slowly: BLEU by sacreBLEU, everything above it in plain loops."""

import functools
from collections.abc import Sequence
from statistics import NormalDist

from sacrebleu.metrics import BLEU
from scipy import stats

from tests.conftest import EXAMPLES, SYSTEMS

Row = tuple[int, ...]


def lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()


@functools.cache
def rows(system: str, unit: str = "segment") -> tuple[Row, ...]:
    """Return sacreBLEU's statistics of each segment of an example system, or their sums a document."""
    references = [lines("reference.1.en"), lines("reference.2.en")]
    segments = BLEU(references=references)._extract_corpus_statistics(lines(f"systems/{system}.en"), None)
    if unit == "segment":
        return tuple(map(tuple, segments))
    documents: dict[str, list[Row]] = {}
    for document, row in zip(lines("documents.txt"), segments, strict=True):
        documents.setdefault(document, []).append(tuple(row))
    return tuple(summed(members) for members in documents.values())


def summed(rows: Sequence[Sequence[int]]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


def bleu(sums: Sequence[int]) -> float:
    return float(BLEU()._compute_score_from_stats(list(sums)).score)


def weighted(rows: Sequence[Row], weights: Sequence[int]) -> float:
    """Score a resample: each unit as often as its weight says."""
    return bleu([sum(w * x for w, x in zip(weights, column, strict=True)) for column in zip(*rows, strict=True)])


def left_out(rows: Sequence[Row]) -> list[float]:
    """Score without each unit in turn."""
    return [bleu(summed([*rows[:i], *rows[i + 1 :]])) for i in range(len(rows))]


def standard_error(values: Sequence[float]) -> float:
    """Efron and Tibshirani 1993, equation 11.5."""
    n, mean = len(values), sum(values) / len(values)
    return ((n - 1) / n * sum((value - mean) ** 2 for value in values)) ** 0.5


def jackknife(
    observed: float, values: Sequence[float], level: float = 0.95, *, units: float | None = None
) -> tuple[float, float]:
    half = float(stats.t.ppf((1 + level) / 2, (units or len(values)) - 1)) * standard_error(values)
    return observed - half, observed + half


def worth(unit: str = "segment") -> float:
    """Kish's number of equal units: the squared sum over the sum of squares of the words of the first reference."""
    words = [len(line.split()) for line in lines("reference.1.en")]
    if unit == "document":
        documents = dict.fromkeys(lines("documents.txt"), 0)
        for document, n in zip(lines("documents.txt"), words, strict=True):
            documents[document] += n
        words = list(documents.values())
    return sum(words) ** 2 / sum(n * n for n in words)


def koehn(values: Sequence[float], level: float = 0.95) -> tuple[float, float]:
    """Return the order statistics that leave (1 - level) / 2 of the values out on each side."""
    ordered = sorted(values)
    cut = int(round(len(values) * (1 - level) / 2, 6))
    return ordered[cut], ordered[-1 - cut]


def detectable(error: float, alpha: float, units: float, *, two_sided: bool = True) -> float:
    """From 40 units on: normal quantiles of level and power times the standard error."""
    assert units >= 40
    normal = NormalDist()
    return (normal.inv_cdf(1 - alpha / (2 if two_sided else 1)) + normal.inv_cdf(0.8)) * error


def clusters(better: set[tuple[str, str]], ranked: Sequence[str]) -> dict[str, int]:
    """Start a new cluster only where every system so far is significantly better than every one after it."""
    cluster, current = {}, 1
    for position, system in enumerate(ranked):
        cluster[system] = current
        if all((up, down) in better for up in ranked[: position + 1] for down in ranked[position + 1 :]):
            current += 1
    return cluster


__all__ = [
    "SYSTEMS",
    "bleu",
    "clusters",
    "detectable",
    "jackknife",
    "koehn",
    "left_out",
    "lines",
    "rows",
    "standard_error",
    "summed",
    "weighted",
    "worth",
]
