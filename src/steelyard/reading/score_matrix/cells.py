"""Rows of scores as a matrix of systems and items: what stands twice, several tries, what is missing and why."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import REPEATS
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.reading.score_matrix.blocks import ScoreBlock
from steelyard.types import Labels, Ratings

__all__ = ["NO_ROW", "RULES", "Cells", "Samples", "check_repeats", "fill_matrix", "passes_of", "ratings_on", "tries_of"]

_RULE = re.compile(r"pass(?P<kind>[@^])(?P<k>\d{1,4})")
RULES = "--repeats first, last, mean, pass@K (one of K tries passes) or pass^K (all K pass)"
NO_ROW, NO_SCORE = "no row", "no score"  # why a score is missing, where no column says it
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Numbers and variances of several scores of a system on an item, shape (S, N); of one score NaN."""

    counts: NDArray[np.int64]
    variances: Array


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The matrix of one metric, shape (S, N): NaN and why where there is no score; and of means, how scores vary."""

    values: Array
    reasons: dict[tuple[int, int], str]
    samples: Samples | None = None
    ratings: Ratings | None = None  # the scores that count with who gave each, where several raters are named


def fill_matrix(
    blocks: Sequence[ScoreBlock], systems: Mapping[str, int], items: Mapping[str, int], repeats: str
) -> Cells:
    """Put every score in its place; a second one of a system on an item is refused, or settled by a rule."""
    shape, n = (len(systems), len(items)), len(systems) * len(items)
    of_system = np.array([systems.get(one, -1) for block in blocks for one in block.systems], np.int64)
    of_item = np.array([items[one] for block in blocks for one in block.items], np.int64)
    places = np.where(of_system < 0, -1, of_system * len(items) + of_item)  # -1: nobody asked for the system
    scores = np.array([one for block in blocks for one in block.scores], np.float64)
    if repeats == "refuse" and (np.bincount(places[places >= 0]) > 1).any():
        _refuse_twice(blocks, places)
    rows = np.flatnonzero((places >= 0) & ~np.isnan(scores))  # what is missing does not count beside another score
    if repeats in ("first", "last"):
        rows = rows if repeats == "first" else rows[::-1]
        rows = rows[np.unique(places[rows], return_index=True)[1]]
    at, found = places[rows], scores[rows]
    samples, flat = None, np.full(n, np.nan)
    counts = np.bincount(at, minlength=n)
    if repeats == "mean":
        np.divide(np.bincount(at, found, n), counts, out=flat, where=counts > 0)
        if counts.max(initial=0) > 1:  # else each is a single score
            variances, squares = np.full(n, np.nan), np.bincount(at, np.square(found - flat[at]), n)
            np.divide(squares, counts - 1, out=variances, where=counts > 1)
            samples = Samples(counts.reshape(shape), variances.reshape(shape))
    elif tries_of(repeats):
        if (odd := found[~np.isin(found, (0, 1))]).size:
            raise DataError(
                f"{repeats} (--repeats) counts tries that pass, and {blocks[0].metric} has scores other than 0 and 1, "
                f"such as {odd[0]:g}: name the column that says whether a try passed (-m), or take --repeats mean."
            )
        flat = passes_of(repeats, np.bincount(at, found, n).astype(np.float64), counts)
    else:
        flat[at] = found
    gaps, few = np.flatnonzero(np.isnan(flat)).tolist(), f"fewer than {tries_of(repeats)} tries"
    why = _reasons(blocks, places, scores) if gaps else {}
    reasons = {divmod(gap, len(items)): few if counts[gap] else why.get(gap, NO_ROW) for gap in gaps}
    named = [name for block in blocks for name in block.raters or [""] * len(block.items)]
    ratings = None
    if len({*named} - {""}) > 1 and not tries_of(repeats):
        of_system, of_item = divmod(at, len(items))
        whose = [named[row] for row in rows]
        ratings = _ratings(Labels(tuple(systems), of_system.astype(np.int32)), of_item, found, blocks[0].metric, whose)
    return Cells(flat.reshape(shape), reasons, samples, ratings)


def _ratings(systems: Labels, items: NDArray[np.int64], scores: Array, metric: str, named: Sequence[str]) -> Ratings:
    """Lay out scores with who gave each, where that is said."""
    raters, n = Labels.of(named), len(scores)
    return Ratings(
        systems=systems,
        segments=items,
        documents=Labels.all_of("", n),
        raters=Labels(raters.names, np.where([not name for name in named], -1, raters.codes)),
        scales=Labels.all_of(metric, n),
        scores=scores,
        kinds=Labels.all_of("system", n),
    )


def ratings_on(ratings: Ratings, kept: NDArray[np.int64], n_items: int) -> Ratings:
    """Keep the ratings of some of so many items, by their new places."""
    place = np.full(n_items, -1, dtype=np.int64)
    place[kept] = np.arange(len(kept))
    rows = place[ratings.segments] >= 0
    return replace(ratings.take(rows), segments=place[ratings.segments[rows]])


def _reasons(blocks: Sequence[ScoreBlock], places: NDArray[np.int64], scores: Array) -> dict[int, str]:
    """Say of each cell why it has no score, as the last of its rows without one does."""
    said = [why for block in blocks for why in block.reasons or [""] * len(block.items)]
    return {int(places[row]): said[row] or NO_SCORE for row in np.flatnonzero(np.isnan(scores))}


def _refuse_twice(blocks: Sequence[ScoreBlock], places: NDArray[np.int64]) -> NoReturn:
    """Name the first row whose cell was there before."""
    rows = np.flatnonzero(places >= 0)
    again = np.delete(rows, np.unique(places[rows], return_index=True)[1])[0]
    block, row = [(block, row) for block in blocks for row in range(len(block.items))][again]
    place, item = block.place(row), block.items[row]
    if block.table is None or block.table.systems is not None:
        raise DataError(
            f"{place}: the system {block.systems[row]!r} has a second score on item {item!r}. Choose how to combine "
            f"them: {RULES}. Or name the columns of items and systems: --columns item=COLUMN system=COLUMN."
        )
    columns = list(block.table.scores)
    taken = f", so that {', '.join(map(repr, columns))} were taken for systems" if len(columns) > 1 else ""
    chosen = f"--columns score={columns[0]} says which column is its score, " if taken else ""
    raise DataError(
        f"{place} is a second row of item {item!r}, and no column names systems{taken}. If these are runs of one "
        f"system, {chosen}--repeats mean averages them, and another system is another file: --scores OURS THEIRS. "
        "If a column names systems, say --columns system=COLUMN."
    )


def check_repeats(rule: str) -> None:
    """Refuse what is no rule for several scores of a system on an item."""
    found = _RULE.fullmatch(rule)
    if found is None and rule not in REPEATS:
        raise unknown_name("rule for repeated scores:", rule, [*REPEATS, "pass@K", "pass^K"])
    if found is not None and int(found["k"]) < 1:
        raise SpecError(f"{rule} (repeats, --repeats) is about no try: take pass{found['kind']}1 or more.")


def tries_of(rule: str) -> int:
    """Return how many tries a rule is about; 0 for rules that take or average single ones."""
    found = _RULE.fullmatch(rule)
    return 0 if found is None else int(found["k"])


def passes_of(rule: str, right: Array, counts: NDArray[np.int64]) -> Array:
    """Estimate from the tries of each item the chance that one of k passes (pass@k), or that all k do (pass^k).

    It is the share of choices of k tries of which one passes, or all do, NaN of fewer than k: without bias, where
    plugging in the share of passes is not. Chen et al. 2021, "Evaluating large language models trained on code",
    arXiv:2107.03374 (pass@k). Yao et al. 2024, "tau-bench", arXiv:2406.12045 (pass^k).
    """
    k = tries_of(rule)
    chosen = right if "^" in rule else counts - right
    share = np.ones(len(counts))
    for i in range(k):  # of choices of k of all tries, those that have passes alone, or failures alone
        share *= np.maximum(chosen - i, 0) / np.maximum(counts - i, 1)
    return np.where(counts >= k, share if "^" in rule else 1 - share, np.nan)
