"""Say what a difference between two systems hangs on: which segments, documents and kinds of segment."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import bucket_scores, difference_influence, differs_by_jackknife, units_to_turn
from steelyard.inference.differences import observe
from steelyard.inference.units.fewest_removals import ONE_BY_ONE
from steelyard.metrics import package_version
from steelyard.questions.influence.answer import Influence, InfluenceMethod, InfluenceRow, Level, TurnRow
from steelyard.questions.influence.question import InfluenceQuestion
from steelyard.questions.influence.spans import leave_out_spans
from steelyard.results.excerpt import Excerpt
from steelyard.results.factors import Factors
from steelyard.results.missing import missing_text
from steelyard.results.numbers import finite
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted
from steelyard.scored.recipe import unit_given
from steelyard.scored.reference_words import first_reference, words_of_reference
from steelyard.scored.segment_groups import Parts, parts_by_label, parts_by_length, parts_of_units
from steelyard.scored.sentences import describe_degrees, describe_metrics, describe_units
from steelyard.scored.units import Units
from steelyard.types import CountedSet, Measurement, TestSet, word_for_layout

__all__ = ["compute"]

_A, _B = 1, 0  # the system, and the earlier one that it is compared with
_GOALS: tuple[Literal["sign", "significance"], ...] = ("sign", "significance")
_SPANS = (
    " Spans were removed from their texts, and their counterparts from the other texts. Counterparts are words linked "
    "by the alignment with the source, or by the fewest edits between output and reference. BLEU and chrF count no "
    "n-gram across a gap (after Mohit and Hwa 2007). Intervals of changes are jackknife intervals."
)


def compute(counted: Counted, question: InfluenceQuestion) -> Influence:
    """Leave out parts of the test set one by one, and compute the difference without each."""
    test_set = counted.test_set
    if len(test_set.system_names) != 2:
        raise SpecError(
            f"Influence is about the difference of two systems, not {len(test_set.system_names)}: give two, or "
            "choose two of a statistics file with --names."
        )
    units = counted.units(question.unit)
    words, has_texts = words_of_reference(test_set), word_for_layout(test_set) == "segment"
    by_length = parts_by_length(words, question.lengths)
    levels, kinds = _levels(test_set, units), [by_length] if has_texts else []
    if question.labels is not None:
        kinds.append(parts_by_label(question.labels, test_set.n_segments))
    rows: list[InfluenceRow] = []
    turns: list[TurnRow] = []
    for measurement in counted.measurements:
        for parts in levels:
            summed = measurement.by_document(parts.codes) if parts is not levels[0] else measurement
            found = _rows(summed, measurement, parts, words)
            if parts is levels[0]:
                rows += _most_influential(found, question.top, by_length, test_set)
            else:
                rows += sorted(found, key=lambda row: -abs(row.change or 0.0))
            goals = _GOALS if parts is levels[-1] else _GOALS[:1]
            sizes = units.sizes() if parts is levels[-1] else None
            turns += [_turn(summed, parts, goal, question.alpha, found, sizes) for goal in goals]
        for parts in kinds:
            rows += _rows(measurement.by_document(parts.codes), measurement, parts, words)
    of_spans, spans = ([], []) if question.spans is None else leave_out_spans(counted, question)
    return Influence((*rows, *of_spans), tuple(turns), _method(counted, question, units, turns), tuple(spans))


def _levels(test_set: TestSet | CountedSet, units: Units) -> list[Parts]:
    """Part the test set into segments and, where they are not the unit, into units."""
    n = test_set.n_segments
    names = getattr(test_set, "items", None) or tuple(str(i + 1) for i in range(n))
    by_segment = Parts(word_for_layout(test_set), names, np.arange(n, dtype=np.int64))
    of_units = parts_of_units(test_set, units)
    return [by_segment] if of_units is None else [by_segment, of_units]


def _method(counted: Counted, question: InfluenceQuestion, units: Units, turns: Sequence[TurnRow]) -> InfluenceMethod:
    names, measurements = counted.test_set.system_names, counted.measurements
    return {
        **counted.provenance(question),
        "system": names[_A],
        "against": names[_B],
        "top": question.top,
        "lengths": list(question.lengths),
        "alpha": question.alpha,
        **units.described(),
        "deltas": {turn.metric: turn.difference for turn in turns},
        "scales": {measurement.metric: measurement.scale for measurement in measurements},
        "higher_is_better": {measurement.metric: measurement.higher_is_better for measurement in measurements},
        **Factors.of_units(units.name).told(_influence_sentence(counted, question, units)),
        **counted.recipe(question, {"unit": unit_given(units)}),
    }


def _rows(
    summed: Measurement, over_segments: Measurement, parts: Parts, words: NDArray[np.int64]
) -> list[InfluenceRow]:
    """Lay out every part: `summed` has one row of statistics for each."""
    changes = difference_influence(summed, _A, _B)
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
            score=finite(scores[_A, i]),
            score_against=finite(scores[_B, i]),
            difference_without=finite(delta + changes[i]),
            change=finite(changes[i]),
            change_per_word=finite(changes[i] / n_words[i]) if n_words[i] else None,
            speaks_for="system" if toward[i] < 0 else "against" if toward[i] > 0 else "",
        )
        for i, name in enumerate(parts.names)
    ]


def _most_influential(
    found: Sequence[InfluenceRow], top: int, by_length: Parts, test_set: TestSet | CountedSet
) -> list[InfluenceRow]:
    """Keep the largest changes of each direction, ranked among segments of like length, with their texts if known."""
    sizes = np.array([abs(row.change or 0.0) for row in found])
    kept = []
    for side in ("system", "against"):
        members = [i for i, row in enumerate(found) if row.speaks_for == side]
        kept += sorted(members, key=lambda i: -sizes[i])[:top]
    rows = []
    for i in sorted(kept, key=lambda i: -sizes[i]):
        code = by_length.codes[i]
        rank = 1 + int((sizes[by_length.codes == code] > sizes[i]).sum())
        if word_for_layout(test_set) == "item":  # no words, and no length
            rows.append(found[i])
            continue
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
    sizes: NDArray[np.float64] | None,
) -> TurnRow:
    observed = observe([measurement], [(_A, _B)])
    delta = float(observed.differences[0])
    has_verdict = (
        abs(delta) > observed.tolerance[0]
        if goal == "sign"
        else differs_by_jackknife(measurement, _A, _B, alpha=alpha, sizes=sizes)
    )
    removal = units_to_turn(measurement, _A, _B, goal=goal, alpha=alpha, sizes=sizes) if has_verdict else None
    return TurnRow(
        metric=measurement.metric,
        label=measurement.label,
        level=cast("Level", parts.level),
        goal=goal,
        n_units=len(parts.names),
        n_for_system=sum(row.speaks_for == "system" for row in found),
        n_for_against=sum(row.speaks_for == "against" for row in found),
        difference=delta,
        outcome="no verdict" if not has_verdict else "stands" if removal is None else "turned",
        units=() if removal is None else tuple(parts.names[unit] for unit in removal.units),
        difference_after=None if removal is None else removal.difference_after,
    )


def _influence_sentence(counted: Counted, question: InfluenceQuestion, units: Units) -> str:
    """Describe how parts of the test set were left out."""
    metrics, of_units = describe_metrics(counted.measurements), describe_units(units.described())
    (against, system), n_segments = counted.test_set.system_names, counted.test_set.n_segments
    word = word_for_layout(counted.test_set)
    many = f", in steps of a hundredth of them above {ONE_BY_ONE:,}" if n_segments > ONE_BY_ONE else ""
    degrees = describe_degrees({"n_effective": units.n_effective()})
    return (
        f"We removed parts of {number_of(n_segments, word)} one by one, and scored {system} and {against} on the rest, "
        f"with Steelyard {package_version()}: {metrics}. The number of {units.name}s whose removal changes a verdict "
        f"is an upper bound. A greedy search removed at every step the most influential {units.name}{many} (after "
        f"Broderick et al. 2020). Significance is by a jackknife t test over {of_units} at {question.alpha:g} "
        f"({degrees} degrees of freedom at the start). Other tests can give another result near this level. "
        "Differences between parts were not tested."
        + (_SPANS if question.spans is not None else "")
        + (f" {missing}" if (missing := missing_text({"missing": getattr(counted.test_set, "missing", None)})) else "")
    )
