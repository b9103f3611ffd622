"""Two systems on kinds of segments and classes of words: scores, and one exchange test for each."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.parts import Parts
from steelyard.inference import benjamini_hochberg, bucket_scores, randomization, smallest_p_value
from steelyard.questions.diff.answer import BucketRow, BucketVerdict, WordRow
from steelyard.questions.diff.counts import GramCounts
from steelyard.types import Measurement, Statistics

__all__ = ["A", "B", "Exchange", "bucket_rows", "classes_by_frequency", "classes_by_length", "word_rows"]

A, B = 1, 0  # as in a comparison: B is the earlier system, so the baseline
_FREQUENCIES = (0, 1, 4, 9, 99, 999)
_LETTERS = (3, 6, 9)


@dataclass(frozen=True, slots=True, eq=False)
class Exchange:
    """How differences are tested: units of segments change sides.

    Attributes
    ----------
    codes : array of int, shape (N,)
        Unit of each segment.
    n_draws : int
        Of each test; where there are fewer exchanges, each is taken once.
    seed : int
        Of every test.
    alpha : float
        What cannot reach it, with so few units, is not tested.
    n_threads : int
        Threads.
    """

    codes: NDArray[np.int64]
    n_draws: int
    seed: int
    alpha: float
    n_threads: int = 1

    def n_units(self, is_in: NDArray[np.bool_]) -> int:
        """Count the units that have some of these segments."""
        return len(np.unique(self.codes[is_in]))

    def p_values(self, measurements: Sequence[Measurement], is_in: NDArray[np.bool_]) -> list[float | None]:
        """Test the difference on some segments, metric by metric: the others would add nothing to either side.

        None where there are too few units, or where some exchange leaves a side without a score.
        """
        codes, dense = np.unique(self.codes[is_in], return_inverse=True)
        if smallest_p_value(len(codes)) > self.alpha:
            return [None] * len(measurements)
        parts = []
        for measurement in measurements:
            statistics = measurement.statistics
            inside = Statistics(statistics.values[:, is_in], statistics.bits)
            parts.append(replace(measurement, statistics=inside).by_document(dense.astype(np.int64)))
        null = randomization(parts, [(A, B)], n_resamples=self.n_draws, rng=self.seed, n_threads=self.n_threads)
        has_score = np.isfinite(null.observed)
        for block in null.blocks():
            has_score &= np.isfinite(block).all(axis=1)
        p_values = null.p_values("two-sided").tolist()
        return [p if is_known else None for p, is_known in zip(p_values, has_score, strict=True)]


def bucket_rows(
    measurements: Sequence[Measurement], parts: Sequence[Parts], exchange: Exchange
) -> tuple[list[BucketRow], int]:
    """Score and test every bucket under every metric; Benjamini and Hochberg over all that were tested.

    Returns
    -------
    (list of BucketRow, int)
        Rows, metric by metric, and the number of tests.
    """
    rows: list[BucketRow] = []
    for of_level in parts:
        scores = bucket_scores(measurements, of_level.codes)
        for code, name in enumerate(of_level.names):
            is_in = of_level.codes == code
            p_values = exchange.p_values(measurements, is_in)
            for measurement, found, p in zip(measurements, scores, p_values, strict=True):
                values = measurement.statistics.values[:, is_in]
                totals = values.sum(axis=1).astype(np.float64)
                rows.append(
                    BucketRow(
                        metric=measurement.metric,
                        label=measurement.label,
                        level=of_level.level,
                        name=name,
                        n_segments=int(is_in.sum()),
                        n_units=exchange.n_units(is_in),
                        score_a=_finite(found[A, code]),
                        score_b=_finite(found[B, code]),
                        delta=_finite(measurement.differences(totals[A], totals[B])),
                        p_value=p,
                        p_adjusted=None,
                        verdict="equivalent" if np.array_equal(values[A], values[B]) else "not tested",
                    )
                )
    order = {measurement.metric: i for i, measurement in enumerate(measurements)}
    directions = {measurement.metric: 1 if measurement.higher_is_better else -1 for measurement in measurements}
    rows.sort(key=lambda row: order[row.metric])
    adjusted = _adjust([row.p_value for row in rows])
    rows = [
        replace(
            row,
            p_adjusted=p,
            verdict=row.verdict
            if p is None or row.verdict == "equivalent"
            else _verdict((row.delta or 0.0) * directions[row.metric], p, exchange.alpha),
        )
        for row, p in zip(rows, adjusted, strict=True)
    ]
    return rows, sum(p is not None for p in adjusted)


def _adjust(p_values: Sequence[float | None]) -> list[float | None]:
    """Correct what was tested."""
    tested = [p for p in p_values if p is not None]
    corrected = iter(benjamini_hochberg(tested).tolist() if tested else [])
    return [None if p is None else next(corrected) for p in p_values]


def _verdict(toward_a: float, p_adjusted: float, alpha: float) -> BucketVerdict:
    if p_adjusted > alpha or toward_a == 0:
        return "cannot tell"
    return "better" if toward_a > 0 else "worse"


def _finite(value: np.float64 | NDArray[np.float64]) -> float | None:
    return float(value) if np.isfinite(value) else None


def classes_by_frequency(words: GramCounts, known: Mapping[str, int] | None) -> list[str]:
    """Class words by how often the references have them, or another text whose counts are given."""
    counts: Mapping[str, int]
    if known is None:
        totals = np.bincount(words.gram, weights=words.reference, minlength=words.n_grams).astype(np.int64)
        counts = dict(zip(words.single_words(), totals.tolist(), strict=True))
    else:
        counts = known
    return [_range(counts.get(word, 0), _FREQUENCIES) for word in words.single_words()]


def classes_by_length(words: GramCounts) -> list[str]:
    """Class words by their letters."""
    return [_range(len(word), _LETTERS) for word in words.single_words()]


def _range(value: int, edges: Sequence[int]) -> str:
    """Name the range of a number by its ends; each edge is the last number of a range."""
    place = bisect_left(edges, value)
    low = edges[place - 1] + 1 if place else min(edges[0], 1)
    if place == len(edges):
        return f"{low:,} or more"
    return str(low) if low == edges[place] else f"{low}-{edges[place]}"


def word_rows(
    levels: Sequence[tuple[str, GramCounts, Sequence[str]]], n_segments: int, exchange: Exchange
) -> tuple[list[WordRow], int]:
    """Compare how well two systems get each class of words, by F1; a class that no reference has is left out.

    Parameters
    ----------
    levels : sequence of (str, GramCounts, sequence of str)
        By what words are classed, their counts, and the class of each.
    n_segments : int
        N.
    exchange : Exchange
        How differences are tested.

    Returns
    -------
    (list of WordRow, int)
        Rows, and the number of tests.
    """
    rows = [row for level, words, classes in levels for row in _of_level(level, words, classes, n_segments, exchange)]
    adjusted = _adjust([row.p_value for row in rows])
    rows = [
        replace(
            row,
            p_adjusted=p,
            verdict=row.verdict
            if p is None or row.verdict == "equivalent"
            else _verdict(row.f_a - row.f_b, p, exchange.alpha),
        )
        for row, p in zip(rows, adjusted, strict=True)
    ]
    return rows, sum(p is not None for p in adjusted)


def _of_level(
    level: str, words: GramCounts, classes: Sequence[str], n_segments: int, exchange: Exchange
) -> Iterator[WordRow]:
    matched = words.matched()
    names = sorted(set(classes), key=_place) if level != "tag" else _most_common(words, classes)
    places = {name: i for i, name in enumerate(names)}
    of_row = np.array([places[name] for name in classes], dtype=np.int64)[words.gram]
    for code, name in enumerate(names):
        is_in = of_row == code
        sums = {
            key: np.bincount(words.segment[is_in], weights=values[is_in], minlength=n_segments).astype(np.int64)
            for key, values in (
                ("reference", words.reference), ("a", words.a), ("b", words.b),
                ("matched a", matched[0]), ("matched b", matched[1]),
            )
        }  # fmt: skip
        n = {key: int(values.sum()) for key, values in sums.items()}
        if not n["reference"]:
            continue
        statistics = np.empty((2, n_segments, 2), dtype=np.int64)
        for place, system in ((A, "a"), (B, "b")):
            statistics[place, :, 0] = 2 * sums[f"matched {system}"]
            statistics[place, :, 1] = sums["reference"] + sums[system]
        f1 = Measurement("f1", "F1", "", Statistics.from_values(statistics), _ratio, True, scale=1)
        occurs: NDArray[np.bool_] = statistics[..., 1].sum(axis=0) > 0
        totals = f1.statistics.totals()
        scores = f1.scores(totals)
        is_equal = np.array_equal(statistics[A], statistics[B])
        yield WordRow(
            level=level,
            name=name,
            n_units=exchange.n_units(occurs),
            n_reference=n["reference"],
            n_a=n["a"],
            n_b=n["b"],
            matched_a=n["matched a"],
            matched_b=n["matched b"],
            recall_a=n["matched a"] / n["reference"],
            recall_b=n["matched b"] / n["reference"],
            precision_a=n["matched a"] / n["a"] if n["a"] else None,
            precision_b=n["matched b"] / n["b"] if n["b"] else None,
            f_a=float(scores[A]),
            f_b=float(scores[B]),
            p_value=exchange.p_values([f1], occurs)[0],
            p_adjusted=None,
            verdict="equivalent" if is_equal else "not tested",
        )


def _ratio(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    ratio: NDArray[np.float64] = sums[..., 0] / sums[..., 1]
    return ratio


def _place(name: str) -> int:
    """Sort ranges by where they start."""
    return int(name.replace(",", "").split("-")[0].split(" ")[0])


def _most_common(words: GramCounts, classes: Sequence[str]) -> list[str]:
    """Sort tags by how often the references have them."""
    totals = np.bincount(words.gram, weights=words.reference, minlength=len(classes))
    counts: Counter[str] = Counter()
    for name, n in zip(classes, totals.tolist(), strict=True):
        counts[name] += int(n)
    return sorted(counts, key=lambda name: (-counts[name], name))
