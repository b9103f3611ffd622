"""Say what a difference between two systems hangs on: which segments, documents and kinds of segment."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from steelyard.counted import Counted
from steelyard.counted.method import describe_metrics, describe_units
from steelyard.counted.parts import (
    Parts,
    parts_by_label,
    parts_by_length,
    parts_of_units,
)
from steelyard.counted.recipe import unit_given
from steelyard.counted.reference_words import first_reference, words_of_reference
from steelyard.errors import SpecError
from steelyard.inference import bucket_scores, difference_influence, differs_by_jackknife, units_to_turn
from steelyard.lines import TextFile
from steelyard.metrics import package_version
from steelyard.results import Excerpt, Influence, InfluenceRow, TurnRow, counted
from steelyard.results.influence import Level
from steelyard.types import CountedSet, Measurement, TestSet

__all__ = ["influence"]

_A, _B = 1, 0  # as in a comparison: B is the earlier system, so the baseline
_GOALS: tuple[Literal["sign", "significance"], ...] = ("sign", "significance")


def influence(
    counted: Counted,
    *,
    top: int,
    lengths: Sequence[int],
    labels: "Sequence[str] | TextFile | None",
    alpha: float,
    unit: str | None,
) -> Influence:
    """Leave parts of the test set out; `Evaluation.influence` describes the parameters."""
    test_set, measurements = counted.test_set, counted.measurements
    n_systems = len(test_set.system_names)
    if n_systems != 2:
        raise SpecError(
            f"Influence is about the difference of two systems, not {n_systems}: give two, of statistics by --names."
        )
    if top < 0:
        raise SpecError(f"top (--top) must be 0 or more, not {top}.")
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    n = test_set.n_segments
    words = words_of_reference(test_set)
    units = counted.units(unit)
    by_segment = Parts("segment", tuple(str(i + 1) for i in range(n)), np.arange(n, dtype=np.int64))
    by_length = parts_by_length(words, lengths)
    of_units = parts_of_units(test_set, units)
    levels = [by_segment, *([of_units] if of_units is not None else [])]
    kinds = [by_length, *([] if labels is None else [parts_by_label(labels, n)])]
    rows: list[InfluenceRow] = []
    turns: list[TurnRow] = []
    for measurement in measurements:
        for parts in levels:
            summed = measurement.by_document(parts.codes) if parts.level != "segment" else measurement
            changes = difference_influence(summed, _A, _B)
            found = _rows(summed, measurement, parts, changes, words)
            if parts.level == "segment":
                rows += _most_influential(found, top, by_length, test_set)
            else:
                rows += sorted(found, key=lambda row: -abs(row.change or 0.0))
            goals = _GOALS if parts is levels[-1] else _GOALS[:1]
            turns += [_turn(summed, parts, goal, alpha, found) for goal in goals]
        for parts in kinds:
            summed = measurement.by_document(parts.codes)
            rows += _rows(summed, measurement, parts, difference_influence(summed, _A, _B), words)
    method = counted.provenance()
    if isinstance(labels, TextFile):
        method["inputs"].append({"role": "labels", "name": labels.path, "sha256": labels.sha256})
    names = test_set.system_names
    method |= {"system_a": names[_A], "system_b": names[_B], "top": top, "lengths": list(lengths), "alpha": alpha}
    method |= units.described()
    method["deltas"] = {turn.metric: turn.delta for turn in turns}
    method["scales"] = {measurement.metric: measurement.scale for measurement in measurements}
    method["higher_is_better"] = {measurement.metric: measurement.higher_is_better for measurement in measurements}
    method["sentence"] = _sentence(measurements, method)
    asked = {"top": top, "lengths": list(lengths), "alpha": alpha, "unit": unit_given(units)}
    asked["labels"] = None if labels is None else "file" if isinstance(labels, TextFile) else "list"
    method |= counted.recipe("influence", asked)
    return Influence(tuple(rows), tuple(turns), method)


def _rows(
    summed: Measurement,
    over_segments: Measurement,
    parts: Parts,
    changes: NDArray[np.float64],
    words: NDArray[np.int64],
) -> list[InfluenceRow]:
    """Lay out every part: `summed` has one row of statistics for each."""
    scores = bucket_scores([over_segments], parts.codes)[0]
    totals = summed.statistics.totals()
    delta = float(summed.differences(totals[_A], totals[_B]))
    sizes, n_words = np.bincount(parts.codes), np.bincount(parts.codes, weights=words).astype(np.int64)
    toward = changes * (1 if summed.higher_is_better else -1)
    return [
        InfluenceRow(
            metric=summed.metric,
            label=summed.label,
            level=cast("Level", parts.level),
            name=name,
            n_segments=int(sizes[i]),
            n_words=int(n_words[i]),
            score_a=_finite(scores[_A, i]),
            score_b=_finite(scores[_B, i]),
            delta_without=_finite(delta + changes[i]),
            change=_finite(changes[i]),
            change_per_word=_finite(changes[i] / n_words[i]) if n_words[i] else None,
            speaks_for="A" if toward[i] < 0 else "B" if toward[i] > 0 else "",
        )
        for i, name in enumerate(parts.names)
    ]


def _finite(value: np.float64) -> float | None:
    return float(value) if np.isfinite(value) else None


def _most_influential(
    found: Sequence[InfluenceRow], top: int, by_length: Parts, test_set: TestSet | CountedSet
) -> list[InfluenceRow]:
    """Keep the largest changes of each direction, ranked among segments of like length, with their texts if known."""
    sizes = np.array([abs(row.change or 0.0) for row in found])
    kept = []
    for side in ("A", "B"):
        members = [i for i, row in enumerate(found) if row.speaks_for == side]
        kept += sorted(members, key=lambda i: -sizes[i])[:top]
    rows = []
    for i in sorted(kept, key=lambda i: -sizes[i]):
        code = by_length.codes[i]
        rank = 1 + int((sizes[by_length.codes == code] > sizes[i]).sum())
        excerpt = _excerpt(test_set, i) if isinstance(test_set, TestSet) else None
        rows.append(replace(found[i], length=by_length.names[code], rank_in_length=rank, excerpt=excerpt))
    return rows


def _excerpt(test_set: TestSet, segment: int) -> Excerpt:
    a, b = (test_set.systems[test_set.system_names[side]][segment] for side in (_A, _B))
    source = None if test_set.sources is None else test_set.sources[segment]
    return Excerpt(first_reference(test_set, segment), a, b, source)


def _turn(
    measurement: Measurement,
    parts: Parts,
    goal: Literal["sign", "significance"],
    alpha: float,
    found: Sequence[InfluenceRow],
) -> TurnRow:
    totals = measurement.statistics.totals()
    delta = float(measurement.differences(totals[_A], totals[_B]))
    has_verdict = delta != 0 if goal == "sign" else differs_by_jackknife(measurement, _A, _B, alpha=alpha)
    removal = units_to_turn(measurement, _A, _B, goal=goal, alpha=alpha) if has_verdict else None
    return TurnRow(
        metric=measurement.metric,
        label=measurement.label,
        level=cast("Level", parts.level),
        goal=goal,
        n_units=len(parts.names),
        n_for_a=sum(row.speaks_for == "A" for row in found),
        n_for_b=sum(row.speaks_for == "B" for row in found),
        delta=delta,
        outcome="no verdict" if not has_verdict else "stands" if removal is None else "turned",
        units=() if removal is None else tuple(parts.names[unit] for unit in removal.units),
        delta_after=None if removal is None else removal.difference_after,
    )


def _sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how parts of the test set were left out."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    a, b = method["system_a"], method["system_b"]
    return (
        f"We left out parts of {counted(method['n_segments'], 'segment')} one by one, and scored the rest of {a} and "
        f"{b} again, with Steelyard {package_version()}: {metrics}. The number of {method['unit']}s "
        f"that carry a verdict is an upper bound, found by leaving out at every step the one without which it is "
        f"nearest its end (after Broderick et al. 2020); significant means a jackknife t test over {units} at "
        f"{method['alpha']:g}. Scores of parts are a description: no test says that they differ."
    )
