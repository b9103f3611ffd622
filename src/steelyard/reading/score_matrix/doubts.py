"""What only the owner of scores knows: which values mean that there is none, and which are on one scale."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AskError, SpecError
from steelyard.files.names import some_of
from steelyard.reading.numbers import NUMBER

if TYPE_CHECKING:
    from steelyard.reading.score_matrix.blocks import ScoreBlock

__all__ = ["check_scales", "check_same_items", "without_marks"]

ALL_ARE_SCORES = "none"  # --no-answer none: every value is a score
OF_ERRORS = "error"  # --no-answer error: rows that say why they failed have none
_MARKS = (-1.0, -9.0, -99.0, -999.0, 99.0, 999.0, 9999.0)  # that questionnaires and judges write for no answer
_FEWEST = 10  # scores: among fewer a value far from the others is no oddity
_WAYS = ("drop-item", "worst")
_APART = 30.0  # times that the scores of one system are those of another, and no range meets the other
Array = NDArray[np.float64]


def without_marks(blocks: Sequence["ScoreBlock"], given: Sequence[str]) -> list["ScoreBlock"]:
    """Take marks of no answer for missing; ask where -1 or 99 lies far from all scores, or errors have the score 0."""
    if ALL_ARE_SCORES in given:
        return list(blocks)
    marks = [text for text in given if text != OF_ERRORS]
    if (odd := next((text for text in marks if not NUMBER.fullmatch(text)), None)) is not None:
        raise SpecError(
            f"Cannot read --no-answer {odd!r}: write the number that marks it, such as -1, or {OF_ERRORS} for rows "
            f"that say why they failed, or {ALL_ARE_SCORES}."
        )
    for metric in dict.fromkeys(block.metric for block in blocks if not given):
        _ask_of_marks(metric, [block for block in blocks if block.metric == metric])
    return [_without(block, [*map(float, marks)], OF_ERRORS in given) for block in blocks]


def _ask_of_marks(metric: str, blocks: Sequence["ScoreBlock"]) -> None:
    values = np.concatenate([np.asarray(block.scores, np.float64) for block in blocks])
    there = values[~np.isnan(values)]

    def ask(mark: str, n: int, said: str) -> AskError:
        ways = [["--no-answer", mark, "--missing", way] for way in _WAYS]
        said = f"{n:,} of {len(there):,} scores of {metric!r} {said}"
        return AskError(said, [*ways, ["--no-answer", ALL_ARE_SCORES]])

    for mark in _MARKS:
        n, others = int((there == mark).sum()), there[there != mark]
        low, high = float(others.min(initial=np.inf)), float(others.max(initial=-np.inf))
        is_far = low >= 0 and (high > 1 if mark == -1 else mark < 0 or mark >= 5 * high)  # -1, 0, 1 are three answers
        if n and len(others) >= _FEWEST and is_far:
            said = f"{'is' if n == 1 else 'are'} {mark:g}, and all others lie from {low:g} to {high:g}"
            raise ask(f"{mark:g}", n, f"{said}: {mark:g} may mean that there is no score, and then it is none.")
    rows = (row for block in blocks for row in zip(block.scores, block.reasons or (), strict=False))
    failed = [score for score, why in rows if why and not np.isnan(score)]
    if failed and not any(failed) and any(block.reason_of_errors for block in blocks):
        why = "are 0 in rows that hold an error: a run that failed is not a wrong answer, unless you say so."
        raise ask(OF_ERRORS, len(failed), why)


def _without(block: "ScoreBlock", marks: Sequence[float], of_errors: bool) -> "ScoreBlock":
    """Put NaN in the place of marks, with the reason."""
    reasons = list(block.reasons or [""] * len(block.scores))
    scores = list(block.scores)
    for row, score in enumerate(scores):
        if score in marks:
            scores[row], reasons[row] = float("nan"), reasons[row] or "no answer"
        elif of_errors and block.reason_of_errors and reasons[row]:
            scores[row] = float("nan")
    return replace(block, scores=scores, reasons=reasons)


def check_scales(systems: Sequence[str], values: Mapping[str, Array]) -> None:
    """Ask where no score of one system is within the range of another, and they are tens of times as large."""
    for metric, scores in values.items():
        found = {i: np.abs(row[~np.isnan(row)]) for i, row in enumerate(scores)}
        sizes = {i: float(np.quantile(row, 0.5, method="lower")) for i, row in found.items() if len(row)}
        order = sorted((i for i, size in sizes.items() if size > 0), key=sizes.__getitem__)
        for at, (below, above) in enumerate(pairwise(order), 1):
            times = sizes[above] / sizes[below]
            if times < _APART or found[below].max() >= found[above].min():
                continue
            small, large = ([systems[i] for i in sorted(part)] for part in (order[:at], order[at:]))
            groups = [group for group in (small, large) if len(group) > 1] or [small, large]
            raise AskError(
                f"The scores of {_listed(large)} are {times:,.0f} times those of {_listed(small)} by {metric!r}, and "
                "no range meets the other: these are not scores on one scale.",
                [["--systems", *group] for group in (*groups, systems)],
            )


def _listed(names: Sequence[str]) -> str:
    return some_of(list(map(repr, names)))


def check_same_items(blocks: Sequence["ScoreBlock"]) -> None:
    """Ask which metric is meant where each was asked of other items: what no metric was asked of is not missing."""
    items: dict[str, set[str]] = {}
    for block in blocks:
        items.setdefault(block.metric, set()).update(block.items)
    groups: dict[frozenset[str], list[str]] = {}
    for metric, of_metric in items.items():
        groups.setdefault(frozenset(of_metric), []).append(metric)
    if len(groups) > 1:
        said = "; ".join(f"{_listed(names)} of {len(of)}" for of, names in groups.items())
        raise AskError(f"Metrics were asked of different items: {said}.", [("-m", *names) for names in groups.values()])
