"""Two systems on classes of words: how well each gets them, and one exchange test for each class."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.questions.diff.answer import WordRow
from steelyard.questions.diff.counts import GramCounts
from steelyard.questions.diff.exchange import A, B, Exchange, decided
from steelyard.types import Measurement, Statistics

__all__ = ["classes_by_frequency", "classes_by_length", "word_rows"]

_FREQUENCIES = (0, 1, 4, 9, 99, 999)
_LETTERS = (3, 6, 9)


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

    The levels are by what words are classed, their counts, and the class of each. Also count the tests.
    """
    rows = [row for level, words, classes in levels for row in _of_level(level, words, classes, n_segments, exchange)]
    return decided(rows, lambda row: row.f1 - row.f1_against, exchange.alpha)


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
            n_words=n["a"],
            n_words_against=n["b"],
            matched=n["matched a"],
            matched_against=n["matched b"],
            recall=n["matched a"] / n["reference"],
            recall_against=n["matched b"] / n["reference"],
            precision=n["matched a"] / n["a"] if n["a"] else None,
            precision_against=n["matched b"] / n["b"] if n["b"] else None,
            f1=float(scores[A]),
            f1_against=float(scores[B]),
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
