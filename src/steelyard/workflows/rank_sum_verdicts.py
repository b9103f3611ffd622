"""Verdicts of the rank-sum test in place of those of exchanges: the tables of direct assessment at WMT."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.human import combined_verdicts, rank_sum_pairs
from steelyard.inference import holm
from steelyard.metrics import package_version
from steelyard.results import Comparison, PairRow, ScoreRow, Verdict
from steelyard.types import OutputScores
from steelyard.workflows.comparison_sentence import describe_intervals
from steelyard.workflows.decided_anew import method_of_another_test, ranks_of_pairs
from steelyard.workflows.verdicts import CONTRARY

__all__ = ["RANK_SUM_TESTS", "by_rank_sum", "decided_by_ranks"]

RANK_SUM_TESTS = ("rank-sum", "in-turn")
"""Each scale by itself; or the second scale where the first does not decide, as adequacy and then fluency."""

_CORRECTIONS = ("none", "holm")


def by_rank_sum(
    found: Comparison, scales: Sequence[OutputScores], test: str, correction: str, alpha: float
) -> Comparison:
    """Decide pairs anew by Wilcoxon's rank-sum test of segments.

    Parameters
    ----------
    found : Comparison
        By another test; scores and intervals stay.
    scales : sequence of OutputScores
        What it is about, larger is better.
    test : {"rank-sum", "in-turn"}
        Each scale by itself, or pairs of the first scale that it does not decide by the second, as Graham et al. 2014
        do with adequacy and fluency.
    correction : {"none", "holm"}
        ``none``: one-sided, in the direction of the difference, every pair by itself, as WMT's tables do. ``holm``:
        two-sided, over all pairs and scales.
    alpha : float
        Level.

    Returns
    -------
    Comparison
        With p-values and verdicts of this test; ranges of ranks and clusters only where the family has a level.

    Raises
    ------
    SpecError
        There is no such correction for this test, or not two scales to be taken in turn.
    """
    if test == "in-turn":
        _check_in_turn(scales, correction)
    if correction not in _CORRECTIONS:
        raise unknown_name("correction of the rank-sum test", correction, _CORRECTIONS)
    by_scale = {scores.name: _p_values(scores) for scores in scales}
    index = {scores.name: {name: i for i, name in enumerate(scores.systems)} for scores in scales}
    both = [
        (by_scale[pair.metric][places[pair.system_a], places[pair.system_b]],
         by_scale[pair.metric][places[pair.system_b], places[pair.system_a]])
        for pair in found.pairs
        for places in [index[pair.metric]]
    ]  # fmt: skip
    # A mean and the ranks can disagree: one-sided p is that of the printed difference, and nothing is said against it.
    is_ahead = [
        pair.delta > 0 or (pair.delta == 0 and better <= worse)
        for pair, (better, worse) in zip(found.pairs, both, strict=True)
    ]
    of_lead = np.array([better if ahead else worse for ahead, (better, worse) in zip(is_ahead, both, strict=True)])
    smaller = np.array([min(pair) for pair in both])
    p_values = of_lead if correction == "none" else np.minimum(1.0, 2 * smaller)
    adjusted = p_values if correction == "none" else holm(p_values)
    rows = [
        decided_by_ranks(pair, float(p), float(q), better < worse, ahead, alpha)
        for pair, p, q, (better, worse), ahead in zip(found.pairs, p_values, adjusted, both, is_ahead, strict=True)
    ]
    if test == "in-turn":
        rows = _in_turn(rows, scales, by_scale, alpha)
    method = method_of_another_test(found.method, test, correction)
    scores: list[ScoreRow] = []
    for scale in scales:
        own = [row for row in found.scores if row.metric == scale.name]
        scores += ranks_of_pairs(own, [row for row in rows if row.metric == scale.name], method)
    method["sentence"] = _sentence(found.scores, method)
    return Comparison(tuple(rows), tuple(scores), method)


def _check_in_turn(scales: Sequence[OutputScores], correction: str) -> None:
    if len(scales) != 2:
        raise SpecError(
            "Taking scales in turn (--test in-turn) needs two of them, such as --scale adequacy fluency, not "
            f"{len(scales)}."
        )
    if correction != "none":
        raise SpecError("Taking scales in turn (--test in-turn) goes without a correction, as its authors do it.")


def _in_turn(
    rows: Sequence[PairRow], scales: Sequence[OutputScores], p_values: Mapping[str, NDArray[np.float64]], alpha: float
) -> list[PairRow]:
    """Decide the pairs of the first scale by the second where the first does not; the second scale's rows stay."""
    first, second = scales
    place = {name: i for i, name in enumerate(first.systems)}
    order = [second.systems.index(name) for name in first.systems]
    combined = combined_verdicts(p_values[first.name], p_values[second.name][np.ix_(order, order)], alpha=alpha)
    decided = []
    for row in rows:
        if row.metric == first.name:
            a, b = place[row.system_a], place[row.system_b]
            if not combined.is_by_adequacy[a, b] and combined.verdicts[a, b]:
                p_value = float(min(combined.p_values[a, b], combined.p_values[b, a]))
                verdict: Verdict = "better" if combined.verdicts[a, b] > 0 else "worse"
                row = replace(row, p_value=p_value, p_adjusted=p_value, verdict=verdict, reason=f"by {second.name}")
        decided.append(row)
    return decided


def _p_values(scores: OutputScores) -> NDArray[np.float64]:
    systems, segments = np.nonzero(np.isfinite(scores.values))
    return rank_sum_pairs(scores.values[systems, segments], systems, n_systems=len(scores.systems))


def decided_by_ranks(
    pair: PairRow, p_value: float, p_adjusted: float, is_better: bool, is_ahead: bool, alpha: float
) -> PairRow:
    """Decide a pair; where the ranks speak against the difference of the means, nothing can be told."""
    verdict: Verdict = "equivalent" if pair.verdict == "equivalent" else "cannot tell"
    is_contrary = is_better != is_ahead
    if p_adjusted <= alpha and verdict != "equivalent" and not is_contrary:
        verdict = "better" if is_better else "worse"
    reason = CONTRARY if p_adjusted <= alpha and is_contrary and verdict != "equivalent" else ""
    return replace(
        pair,
        p_value=p_value,
        p_adjusted=p_adjusted,
        monte_carlo_error=0.0,
        verdict=verdict,
        reason=reason,
        minimum_detectable=None,
    )


def _sentence(scores: Sequence[ScoreRow], method: Mapping[str, Any]) -> str:
    names = "; ".join(dict.fromkeys(f"{row.label} ({row.signature})" for row in scores))
    how = (
        "two-sided, p-values adjusted by Holm's step-down Bonferroni over all pairs and scales"
        if method["correction"] == "holm"
        else "one-sided in the direction of the difference and uncorrected, as in WMT's tables: of two equal systems "
        f"one is called better in up to {200 * method['alpha']:g} of 100 cases, and of many pairs some always"
    )
    labels = list(dict.fromkeys(row.metric for row in scores))
    in_turn = ""
    if method["test"] == "in-turn":
        in_turn = (
            f"Pairs that {labels[0]} does not decide are decided by {labels[1]} (Graham, Mathur and Baldwin 2014): two "
            "looks, so that of two equal systems one is called better up to twice as often. "
        )
    return (
        f"We compared systems on {method['n_segments']:,} segments with Steelyard {package_version()}: {names}. "
        "Differences were tested by Wilcoxon's rank-sum test (1945; normal distribution, corrected for ties and "
        f"continuity) of segments, unpaired and taken for independent; {how}. A difference counts as significant at "
        f"{method['alpha']:g}. {in_turn}{describe_intervals(method)}"
    )
