"""Rank the systems of a board, and say what the ranks are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.inference import auto_rank, check_auto_rank, detectable_range, get_test, item_rest_correlations, seed_of
from steelyard.inference.draws.checks import check_resamples
from steelyard.questions.board.answer import (
    MISSING,
    N_LEVELS,
    Board,
    BoardMethod,
    BoardRow,
    HeatMap,
    ItemRow,
    SubsetRow,
    SubsetSystemRow,
)
from steelyard.questions.board.joint import Joint, joint_of
from steelyard.questions.board.method_text import board_sentence
from steelyard.questions.board.question import ALL, JOINT, LEADER, BoardQuestion
from steelyard.questions.board.rows import board_rows, sampling_share
from steelyard.questions.board.subsets import subset_boards, subset_row, subset_system_rows
from steelyard.questions.compare.plan import default_correction
from steelyard.ratings.of_raters import roles_of_items
from steelyard.results.auto_rank_row import AutoRankRow
from steelyard.results.factors import Factors
from steelyard.results.numbers import finite
from steelyard.results.pair_rows import PairRow
from steelyard.scored import Counted
from steelyard.scored.cautions import caution_of_units
from steelyard.scored.intervals import ends_by_range
from steelyard.scored.recipe import unit_given
from steelyard.scored.sentences import rates_told
from steelyard.scored.single_segments import item_names, item_scores
from steelyard.scored.threads import working_threads
from steelyard.scored.units import Units
from steelyard.types import Layout, Measurement

__all__ = ["compute"]


def compute(counted: Counted, question: BoardQuestion) -> Board:
    """Rank the systems under every metric, each a family of its own."""
    _check(counted, question)
    question = replace(question, rng=seed_of(question.rng))
    units = counted.units(question.unit)
    best = None if counted.best is None else counted.best.units(question.unit)
    rows: list[BoardRow] = []
    pairs: list[PairRow] = []
    items: list[ItemRow] = []
    subsets: list[SubsetRow] = []
    subset_systems: list[SubsetSystemRow] = []
    heat: list[HeatMap | None] = []
    shares: dict[str, float | None] = {}
    found: list[Joint] = []
    roles = roles_of_items(question.raters if question.test == JOINT else "fixed", counted)
    judged = {metric: counted.ratings[metric] for metric, role in roles.items() if role == "sampled"}
    with working_threads(counted.n_threads):
        for m, measurement in enumerate(counted.measurements):
            ends, ratings = None if best is None else best.only(m), judged.get(measurement.metric)
            joint = joint_of(units.only(m), ends, question, counted.n_threads, counted.progress, ratings)
            given = None if counted.best is None else counted.best.measurements[m]
            samples = counted.samples.get(measurement.metric) if ratings is None else None
            own = board_rows(measurement, joint, question, samples)
            shares[measurement.metric] = sampling_share(joint, own)
            rows += own
            pairs += joint.rows
            items += _item_rows(measurement, counted.test_set, joint.ranks, question.top)
            heat += [heat_map(measurement, given, joint.ranks)]
            for part in subset_boards(counted, question, units, best, m, ratings):
                subsets.append(subset_row(part, joint))
                subset_systems += subset_system_rows(part, question)
                heat.append(heat_map(measurement, given, part.joint.ranks, part.members, part.name))
            found.append(joint)
    method = _method(counted, question, units, found, shares, roles)
    return Board(
        tuple(rows),
        tuple(pairs),
        method,
        tuple(items),
        tuple(subsets),
        tuple(subset_systems),
        tuple(one for one in heat if one is not None),
        _auto_ranks(counted, question, found),
    )


def _auto_ranks(counted: Counted, question: BoardQuestion, found: Sequence[Joint]) -> tuple[AutoRankRow, ...]:
    """Rank systems by all metrics at once."""
    if question.auto_rank is None:
        return ()
    scaling = check_auto_rank(question.auto_rank, len(found))
    ranks = auto_rank(
        [joint.scores for joint in found],
        higher_is_better=[one.higher_is_better for one in counted.measurements],
        scaling=scaling,
    )
    return tuple(map(AutoRankRow, counted.test_set.system_names, ranks.tolist()))


def _check(counted: Counted, question: BoardQuestion) -> None:
    """Refuse what cannot be ranked."""
    systems = counted.test_set.system_names
    check_resamples(question.n_resamples)
    if len(systems) < 2:
        raise SpecError(
            f"A board needs two systems or more, and there is {systems[0]} alone. Scores of one system: `steelyard "
            "score -ci`. If it has several runs that should be ranked, say which column names them: --columns "
            "system=COLUMN."
        )
    if question.against not in (LEADER, ALL, *systems):
        raise unknown_name("system to compare with (against, --baseline):", question.against, [LEADER, ALL, *systems])
    if counted.best is not None and question.test != JOINT:
        raise SpecError(
            f"The test {question.test} cannot be used with --missing bounds: use the default (--test joint)."
        )
    if question.raters == "sampled" and question.test != JOINT:
        raise SpecError(
            f"The test {question.test} is for these raters alone: leave out --raters sampled, or use --test joint."
        )
    if question.top < 2:
        raise SpecError(f"top (--n-leading) must be 2 systems or more, not {question.top}.")


def _method(
    counted: Counted,
    question: BoardQuestion,
    units: Units,
    found: Sequence[Joint],
    shares: dict[str, float | None],
    roles: Mapping[str, str],
) -> BoardMethod:
    metrics = [measurement.metric for measurement in counted.measurements]
    systems = counted.test_set.system_names
    ends = ends_by_range(units) if counted.best is None else {}
    ends = {metric: both for metric, both in ends.items() if roles.get(metric) != "sampled"}
    method: Any = {
        **counted.provenance(question),
        **units.described(),
        "n_effective": units.n_effective(),
        "detectable_range": detectable_range(min(joint.n_effective for joint in found)),
        "against": question.against,
        "opponents": {name: systems[joint.opponent] for name, joint in zip(metrics, found, strict=True)},
        "test": question.test,
        "correction": default_correction(has_joint_null=get_test(question.test).has_joint_null),
        "family_size": found[0].n_pairs,
        "n_better": {name: int(joint.is_better.sum()) for name, joint in zip(metrics, found, strict=True)},
        "n_draws": question.n_resamples,
        "seed": question.rng,
        "alpha": question.alpha,
        "confidence_level": 1 - question.alpha,
        "critical": {name: joint.critical for name, joint in zip(metrics, found, strict=True)},
        "top": question.top,
        "sampling_share": shares,
        "auto_rank": question.auto_rank,
        **({"raters": dict(roles)} if roles else {}),
        **({"n_raters": {name: len(one.raters.names) for name, one in counted.ratings.items()}} if roles else {}),
        **({"ends": {name: list(both) for name, both in ends.items()}} if ends else {}),
        **rates_told(counted.measurements, [one.rates for one in found]),
    }
    few = [
        (carrying, f"{one.label} of {systems[a]} and {systems[b]}")
        for one, joint in zip(counted.measurements, found, strict=True)
        for carrying, a, b in joint.carried_by_few(units.n)
    ]
    factors = Factors.with_raters([f"{units.name}s"], roles.values())
    method["warning"] = caution_of_units(units, counted.measurements, few)
    method = {**method, **factors.told(board_sentence(counted.measurements, method))}
    method |= counted.recipe(question, {"unit": unit_given(units), "rng": question.rng})
    told: BoardMethod = method
    return told


def _item_rows(measurement: Measurement, test_set: Layout, ranks: Sequence[int], top: int) -> list[ItemRow]:
    """Look at every item; none where segments have no scores that add up to those of systems."""
    scores = item_scores(measurement)
    if scores is None:
        return []
    leading = np.argsort(ranks, kind="stable")[:top]
    names = item_names(test_set, scores.shape[1])
    is_same = np.ptp(scores, axis=0) == 0
    is_same_at_top = np.ptp(scores[leading], axis=0) == 0
    correlations = item_rest_correlations(scores)
    return [
        ItemRow(measurement.metric, measurement.label, name, float(mean), finite(r), bool(same), bool(at_top))
        for name, mean, r, same, at_top in zip(
            names, scores.mean(axis=0), correlations, is_same, is_same_at_top, strict=True
        )
    ]


# The map of a board: scores of systems on items, few enough fields to be looked at.


MOST_ROWS, MOST_COLUMNS = 200, 500
_TAIL = 0.01  # of the scores on either side, which need not set the scale
_FAR = 4.0  # times the width of the rest, from where tails are cut off
_DIGITS = np.array(list("0123456789abcdefghijklmnopqrstuv" + MISSING))


def heat_map(
    measurement: Measurement,
    best: Measurement | None,
    ranks: Sequence[int],
    members: NDArray[np.int64] | None = None,
    subset: str = "",
) -> HeatMap | None:
    """Draw the map of all items, or of those of a subset; None where items have no scores of their own.

    With `best`, missing scores have two ends, and their fields no level.
    """
    scores = item_scores(measurement)
    if scores is None:
        return None
    ends = None if best is None else item_scores(best)
    if ends is not None:
        scores = np.where(scores == ends, scores, np.nan)
    chosen = np.arange(scores.shape[1]) if members is None else members
    sign = 1.0 if measurement.higher_is_better else -1.0
    scores = sign * scores[:, chosen]
    systems = np.argsort(ranks, kind="stable")
    items = np.argsort(-_means(scores, 0), kind="stable")  # what has no score at all stands last
    low, high = _ends(scores)
    ordered = scores[np.ix_(systems, items)]
    fields, n_rows, n_columns = _shrunk(ordered)
    top = N_LEVELS - 1
    scaled = np.clip((fields - low) / (high - low), 0, 1) * top if high > low else np.full(fields.shape, float(top))
    levels = np.where(np.isnan(fields), N_LEVELS, np.rint(np.nan_to_num(scaled))).astype(np.int64)
    return HeatMap(
        metric=measurement.metric,
        label=measurement.label,
        subset=subset,
        worst=sign * low,
        best=sign * high,
        systems=tuple(systems.tolist()),
        items=tuple(chosen[items].tolist()),
        n_systems_a_row=n_rows,
        n_items_a_column=n_columns,
        cells=tuple("".join(row) for row in _DIGITS[levels].tolist()),
    )


def _ends(scores: NDArray[np.float64]) -> tuple[float, float]:
    """Return the scores that the scale goes between: the extremes, unless few lie far out."""
    known = scores[~np.isnan(scores)]
    if not known.size:
        return 0.0, 0.0
    low, high = float(known.min()), float(known.max())
    inner, outer = np.quantile(known, (_TAIL, 1 - _TAIL)).tolist()
    return (inner, outer) if 0 < _FAR * (outer - inner) < high - low else (low, high)


def _shrunk(ordered: NDArray[np.float64]) -> tuple[NDArray[np.float64], int, int]:
    """Put neighbours together until there are few enough fields."""
    n_rows, n_columns = (-(-n // most) for n, most in zip(ordered.shape, (MOST_ROWS, MOST_COLUMNS), strict=True))
    if n_rows == n_columns == 1:
        return ordered, 1, 1
    is_known = ~np.isnan(ordered)
    sums = _added(_added(np.nan_to_num(ordered), n_rows, 0), n_columns, 1)
    counts = _added(_added(is_known.astype(np.float64), n_rows, 0), n_columns, 1)
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0), n_rows, n_columns


def _added(values: NDArray[np.float64], n: int, axis: int) -> NDArray[np.float64]:
    added: NDArray[np.float64] = np.add.reduceat(values, np.arange(0, values.shape[axis], n), axis=axis)
    return added


def _means(scores: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """Return the means of what is known; minus infinity where nothing is."""
    is_known = ~np.isnan(scores)
    counts = is_known.sum(axis=axis)
    sums = np.where(is_known, scores, 0).sum(axis=axis)
    means: NDArray[np.float64] = np.divide(sums, counts, out=np.full(sums.shape, -np.inf), where=counts > 0)
    return means
