"""The items that are judged, and what each metric makes of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import aces_category, contrast_outcomes
from steelyard.errors import AlignmentError, SpecError, unknown_name
from steelyard.lab.questions.contrasts.question import ContrastsQuestion
from steelyard.scored import count
from steelyard.scored.judged_units.levels import JudgedItems
from steelyard.scored.single_segments import segment_measurements
from steelyard.types import ContrastivePairs, Labels, TestSet

__all__ = ["Judged", "Judging", "judge", "kept_items"]

GOOD, WRONG = "good", "wrong"
NOT_APPLIED, SAME, REFERENCE = "no error was planted", "both translations are the same", "the wrong one is a reference"

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judging:
    """By which metrics items are judged."""

    metrics: Sequence[Any] = ("bleu",)  # what is computed
    # what was computed elsewhere: by metric, scores of the good and of the wrong translation of all items
    scores: Mapping[str, tuple[Sequence[float], Sequence[float]]] | None = None
    lower_is_better: Sequence[str] = ()  # of `scores`, those of errors
    score_inputs: Sequence[dict[str, str]] = ()  # files of these
    langpair: str = ""  # of the items to keep; empty for all


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Items, and what M metrics make of them."""

    pairs: ContrastivePairs  # what was kept
    places: Ints  # (N,): number of each among all items, from 0
    test_set: TestSet  # references and the two translations, as two systems
    items: JudgedItems  # their kinds and units, and what counts as right
    metrics: tuple[str, ...]  # and labels, signatures: of the metrics
    labels: tuple[str, ...]
    signatures: tuple[str, ...]
    outside: tuple[str, ...]  # those of `metrics` that were computed elsewhere
    scores: Floats  # (M, 2, N): of the good and of the wrong translations
    outcomes: Ints  # (M, N): 1, 0 and -1, as `contrast_outcomes` has them
    left_out: dict[str, int]  # items by why they were left out


def kept_items(
    pairs: ContrastivePairs, asked: ContrastsQuestion, langpair: str
) -> tuple[ContrastivePairs, Ints, dict[str, int]]:
    """Keep the items that were asked for and that say anything; also return their places, and why others went."""
    phenomena = pairs.phenomena or ("all",) * len(pairs)
    for name in (*asked.phenomena, *asked.leave_out):
        if name not in phenomena:
            raise unknown_name("phenomenon", name, dict.fromkeys(phenomena))
    wanted = [(not asked.phenomena or name in asked.phenomena) and name not in asked.leave_out for name in phenomena]
    if langpair:
        if langpair not in (pairs.langpairs or ()):
            raise unknown_name("language pair", langpair, dict.fromkeys(pairs.langpairs or ()))
        wanted = [is_kept and one == langpair for is_kept, one in zip(wanted, pairs.langpairs or (), strict=True)]
    references = pairs.references or (None,) * len(pairs)
    reasons = [
        NOT_APPLIED if pairs.applied is not None and not pairs.applied[i]
        else "" if asked.keep_all
        else SAME if pairs.good[i] == pairs.wrong[i]
        else REFERENCE if pairs.wrong[i] == references[i]
        else ""
        for i in range(len(pairs))
    ]  # fmt: skip
    left_out = {
        why: n
        for why in (NOT_APPLIED, SAME, REFERENCE)
        if (n := sum(one == why and is_kept for one, is_kept in zip(reasons, wanted, strict=True)))
    }
    places = np.flatnonzero(np.array(wanted, bool) & np.array([not why for why in reasons], bool))
    if not len(places):
        why = "; ".join(f"{name}: {n:,}" for name, n in left_out.items()) or "none was asked for"
        raise SpecError(f"There is no item ({why}).")
    return _select(replace(pairs, phenomena=phenomena), places), places, left_out


def _select(pairs: ContrastivePairs, places: Ints) -> ContrastivePairs:
    columns: dict[str, Any] = {
        name: [column[i] for i in places.tolist()]
        for name in ("good", "wrong", "references", "sources", "phenomena", "categories", "langpairs", "groups", "ids")
        if (column := getattr(pairs, name)) is not None
    }
    return ContrastivePairs(**columns, files=pairs.files)


def judge(pairs: ContrastivePairs, asked: ContrastsQuestion, how: Judging, n_threads: int = 1) -> Judged:
    """Score both translations of every item by every metric."""
    n_all = len(pairs)
    kept, places, left_out = kept_items(pairs, asked, how.langpair)
    given: dict[str, Any] = {**pairs.scores, **(how.scores or {})}
    outside = {name: _of_all(name, sides, n_all, places) for name, sides in given.items()}
    if how.metrics and kept.references is None:
        raise SpecError(
            "The items have no references, which metrics of text need: leave them out (-m), and give scores that were "
            "computed elsewhere."
        )
    test_set = TestSet(
        references=[kept.references or kept.good], systems={GOOD: kept.good, WRONG: kept.wrong}, sources=kept.sources
    )
    counted = count(
        test_set,
        how.metrics,
        segment_scores={name: dict(zip((GOOD, WRONG), sides, strict=True)) for name, sides in outside.items()},
        lower_is_better=how.lower_is_better,
        higher_is_better=[name for name in outside if name not in how.lower_is_better],
        n_threads=n_threads,
    )
    found = segment_measurements(test_set, counted.measurements, counted.segment_metrics, n_threads)
    scores = np.stack([one.scores(one.statistics.values.astype(np.float64)) for one in found])
    for place, sides in enumerate(outside.values(), len(counted.segment_metrics)):  # as given, not on a grid
        scores[place] = sides
    outcomes = np.stack(
        [
            contrast_outcomes(good, wrong, higher_is_better=one.higher_is_better)
            for one, (good, wrong) in zip(found, scores, strict=True)
        ]
    )
    unit, clusters = _clusters(kept, asked.unit)
    short = [one.label for one in found]
    labels = tuple(one.label if short.count(one.label) == 1 else one.metric for one in found)
    values = 2 * (outcomes > 0) + (outcomes == 0) * (asked.ties == "half")
    phenomena, categories = Labels.of(kept.phenomena or ()), Labels.of(_categories(kept))
    return Judged(
        pairs=kept,
        places=places,
        test_set=test_set,
        items=JudgedItems(labels, phenomena, categories, values, unit, clusters),
        metrics=tuple(one.metric for one in found),
        labels=labels,
        signatures=tuple(one.signature for one in found),
        outside=tuple(outside),
        scores=scores,
        outcomes=outcomes,
        left_out=left_out,
    )


def _of_all(name: str, sides: Any, n: int, places: Ints) -> list[Any]:
    """Keep the scores of the items that were kept."""
    if len(sides) != 2 or any(len(side) != n for side in sides):
        found = " and ".join(f"{len(side):,}" for side in sides)
        raise AlignmentError(f"{name} has {found} scores, but there are {n:,} items: give good and wrong ones of each.")
    return [np.asarray(side, np.float64)[places] for side in sides]


def _categories(pairs: ContrastivePairs) -> Sequence[str]:
    """Take categories as given, or ACES's where all phenomena are of it."""
    phenomena = pairs.phenomena or ()
    if pairs.categories is None:
        found = [aces_category(name) for name in phenomena]
        return found if all(found) else [""] * len(pairs)
    category: dict[str, str] = {}
    for phenomenon, name in zip(phenomena, pairs.categories, strict=True):
        if category.setdefault(phenomenon, name) != name:
            raise SpecError(
                f"The phenomenon {phenomenon!r} is of two categories, {category[phenomenon]!r} and {name!r}: it can be "
                "of one."
            )
    return pairs.categories


def _clusters(pairs: ContrastivePairs, unit: str | None) -> tuple[str, Ints]:
    columns = {"group": pairs.groups, "source": pairs.sources, "reference": pairs.references}
    if unit in columns and columns[unit] is None:
        raise SpecError(f"The unit is the {unit} (unit, --unit), but the items have none.")
    chosen = unit or next((name for name, column in columns.items() if column is not None), "item")
    column = columns.get(chosen)
    if column is None:
        return "item", np.arange(len(pairs), dtype=np.int64)
    known = (text or f"\0{place}" for place, text in enumerate(column))  # what has no text stands alone
    return chosen, Labels.of(known).codes.astype(np.int64)
