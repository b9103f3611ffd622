"""Tests of ranks of segments: Wilcoxon's rank sum as in WMT's tables, and those of all systems together."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.human import RankOmnibus, combined_verdicts, friedman, kruskal_wallis, rank_sum_pairs
from steelyard.inference import SettledPValues
from steelyard.inference.differences import observe
from steelyard.questions.compare.plan import CustomTest, asymptotic_test
from steelyard.questions.human.method_text import OMNIBUS_TESTS, omnibus_sentence, rank_sum_sentence
from steelyard.scored.pairs import Pair
from steelyard.types import Measurement, OutputScores

__all__ = ["RANK_TESTS", "rank_test"]

RANK_TESTS = {
    "rank-sum": ("none", "holm"),
    "in-turn": ("none", "holm"),
    "kruskal": ("holm", "none"),
    "friedman": ("nemenyi",),
}
"""Corrections by test, the default first; in turn, the second scale decides where the first does not."""


def rank_test(
    test: str,
    correction: str,
    scales: Sequence[OutputScores],
    measurements: Sequence[Measurement],
    pairs: Sequence[Pair],
    alpha: float,
) -> CustomTest:
    """Test every pair of systems on every scale by the ranks of segments.

    The tests are Wilcoxon's rank sum, each scale by itself (``rank-sum``), or with the pairs of the first scale that it
    does not decide tested on the second, as Graham et al. 2014 do with adequacy and fluency (``in-turn``); Kruskal and
    Wallis's, then Dunn's (``kruskal``); Friedman's, then Nemenyi's (``friedman``). Each has its corrections in
    `RANK_TESTS`: of rank sums, ``none`` is one-sided, in the direction of the difference, every pair by itself, as
    WMT's tables do; ``holm`` is two-sided. Of all systems together, the method says what the test of them finds.

    The scales are such that larger is better, and the measurements are the same as sums.
    """
    if test == "in-turn":
        _check_in_turn(scales, correction)
    if correction not in RANK_TESTS[test]:
        name = "the test " + test if test in OMNIBUS_TESTS else "the rank-sum test"
        raise unknown_name(f"correction of {name}", correction, RANK_TESTS[test])
    observed = observe(measurements, pairs).differences
    if test in OMNIBUS_TESTS:
        return _of_all_systems(test, correction, scales, observed, pairs)
    rows, columns = np.array(pairs, dtype=np.int64).T
    matrices = [_rank_sums(scores) for scores in scales]
    better = np.concatenate([p_values[rows, columns] for p_values in matrices])
    worse = np.concatenate([p_values[columns, rows] for p_values in matrices])
    remarks = [""] * len(observed)
    if test == "in-turn":
        combined = combined_verdicts(*matrices, alpha=alpha)
        by_second = np.flatnonzero((combined.verdicts != 0)[rows, columns] & ~combined.is_by_adequacy[rows, columns])
        better[by_second], worse[by_second] = better[by_second + len(pairs)], worse[by_second + len(pairs)]
        remarks = [f"by {scales[1].name}" if i in by_second else "" for i in range(len(observed))]
    outcome = SettledPValues.from_tails(observed, better, worse, scales[0].n_segments)
    if correction == "none":
        outcome = _of_the_difference(outcome, np.array([bool(remark) for remark in remarks]))
    return CustomTest(
        test=asymptotic_test(test, outcome), correction=correction, sentence=rank_sum_sentence, remarks=tuple(remarks)
    )


def _check_in_turn(scales: Sequence[OutputScores], correction: str) -> None:
    if len(scales) != 2:
        raise SpecError(f"--test in-turn needs two scales, such as --scale adequacy fluency, not {len(scales)}.")
    if correction != "none":
        raise SpecError("--test in-turn has no correction, as in its paper: leave --correction out.")


def _rank_sums(scores: OutputScores) -> NDArray[np.float64]:
    systems, segments = np.nonzero(np.isfinite(scores.values))
    return rank_sum_pairs(scores.values[systems, segments], systems, n_systems=len(scores.systems))


def _of_the_difference(tails: SettledPValues, is_smaller: NDArray[np.bool_]) -> SettledPValues:
    """Take one-sided p for what is asked: that of the printed difference, and the smaller where it says nothing."""
    better, worse = tails.p_values("better"), tails.p_values("worse")
    one_sided = np.where(tails.observed > 0, better, worse)
    one_sided = np.where(is_smaller | (tails.observed == 0), np.minimum(better, worse), one_sided)
    sides = {**tails.by_alternative, "two-sided": one_sided}
    return SettledPValues(tails.observed, sides, tails.n_units)


def _of_all_systems(
    test: str, correction: str, scales: Sequence[OutputScores], observed: NDArray[np.float64], pairs: Sequence[Pair]
) -> CustomTest:
    run: Callable[..., RankOmnibus] = kruskal_wallis if test == "kruskal" else friedman
    found = [run(scores.values) for scores in scales]
    rows, columns = np.array(pairs, dtype=np.int64).T
    p_values = np.concatenate([one.pair_p_values[rows, columns] for one in found])
    lead = np.concatenate([one.mean_ranks[rows] - one.mean_ranks[columns] for one in found])
    if correction == "nemenyi":  # of the pairs of a scale; Bonferroni's over scales
        p_values = np.minimum(1.0, len(scales) * p_values)
    half = p_values / 2
    tails = np.where(lead > 0, half, 1 - half), np.where(lead < 0, half, 1 - half)
    outcome = SettledPValues.from_tails(observed, *tails, scales[0].n_segments)
    told = {
        scores.name: {"statistic": one.statistic, "degrees_of_freedom": one.degrees_of_freedom,
                      "p_value": one.p_value, "n": one.n}
        for scores, one in zip(scales, found, strict=True)
    }  # fmt: skip
    return CustomTest(
        test=asymptotic_test(test, outcome),
        correction=correction,
        sentence=omnibus_sentence,
        told={"omnibus": told},
        is_for_all_pairs=correction == "nemenyi",
    )
