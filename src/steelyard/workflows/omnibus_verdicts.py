"""Verdicts of Kruskal and Wallis's or Friedman's test and the test of pairs that follows it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard.errors import unknown_name
from steelyard.human import RankOmnibus, friedman, kruskal_wallis
from steelyard.inference import holm
from steelyard.metrics import package_version
from steelyard.results import Comparison, ScoreRow
from steelyard.types import OutputScores
from steelyard.workflows.comparison_sentence import describe_intervals
from steelyard.workflows.decided_anew import method_of_another_test, ranks_of_pairs
from steelyard.workflows.rank_sum_verdicts import decided_by_ranks

__all__ = ["OMNIBUS_TESTS", "by_omnibus"]

OMNIBUS_TESTS = ("kruskal", "friedman")
_CORRECTIONS = {"kruskal": ("holm", "none"), "friedman": ("nemenyi",)}  # the first is the default
_NAMES = {
    "kruskal": "Kruskal and Wallis's test (1952) of segments, unpaired and taken for independent",
    "friedman": "Friedman's test (1937), segments as blocks and taken for independent",
}
_PAIRS = {
    "holm": "Dunn's test (1964), p-values adjusted by Holm's step-down Bonferroni over all pairs and scales",
    "none": "Dunn's test (1964), p-values not corrected",
    "nemenyi": "Nemenyi's test (1963), which holds for all pairs of a scale at once",
}


def by_omnibus(
    found: Comparison, scales: Sequence[OutputScores], test: str, correction: str | None, alpha: float
) -> Comparison:
    """Decide pairs anew by the ranks of all systems together.

    Parameters
    ----------
    found : Comparison
        By another test; scores and intervals stay.
    scales : sequence of OutputScores
        What it is about, larger is better.
    test : {"kruskal", "friedman"}
        Unpaired, then Dunn's test; or within segments, then Nemenyi's.
    correction : str, optional
        Of Dunn's test ``"holm"`` or ``"none"``; Nemenyi's is its own.
    alpha : float
        Level.

    Returns
    -------
    Comparison
        With p-values and verdicts of this test; the method says what it finds of all systems at once.

    Raises
    ------
    SpecError
        There is no such correction for this test.
    """
    chosen = correction or _CORRECTIONS[test][0]
    if chosen not in _CORRECTIONS[test]:
        raise unknown_name(f"correction of the test {test}", chosen, _CORRECTIONS[test])
    run = kruskal_wallis if test == "kruskal" else friedman
    by_scale: dict[str, tuple[RankOmnibus, dict[str, int]]] = {
        scores.name: (run(scores.values), {name: i for i, name in enumerate(scores.systems)}) for scores in scales
    }
    ranked = [
        (omnibus, place[pair.system_a], place[pair.system_b])
        for pair in found.pairs
        for omnibus, place in [by_scale[pair.metric]]
    ]
    p_values = np.array([omnibus.pair_p_values[a, b] for omnibus, a, b in ranked])
    if chosen == "nemenyi":  # of the pairs of a scale; Bonferroni's over scales
        p_values = np.minimum(1.0, len(scales) * p_values)
    adjusted = holm(p_values) if chosen == "holm" else p_values
    rows = []
    for pair, (omnibus, a, b), p, q in zip(found.pairs, ranked, p_values.tolist(), adjusted.tolist(), strict=True):
        lead = omnibus.mean_ranks[a] - omnibus.mean_ranks[b]
        rows.append(decided_by_ranks(pair, p, q, lead > 0, pair.delta > 0 or (pair.delta == 0 and lead > 0), alpha))
    method = method_of_another_test(found.method, test, chosen)
    method["omnibus"] = {
        name: {"statistic": one.statistic, "degrees_of_freedom": one.degrees_of_freedom, "p_value": one.p_value,
               "n": one.n}
        for name, (one, _) in by_scale.items()
    }  # fmt: skip
    scores: list[ScoreRow] = []
    for scale in scales:
        own = [row for row in found.scores if row.metric == scale.name]
        scores += ranks_of_pairs(own, [row for row in rows if row.metric == scale.name], method)
    method["sentence"] = _sentence(found.scores, method)
    return Comparison(tuple(rows), tuple(scores), method)


def _sentence(scores: Sequence[ScoreRow], method: dict[str, Any]) -> str:
    names = "; ".join(dict.fromkeys(f"{row.label} ({row.signature})" for row in scores))
    said = "; ".join(
        f"{name} {one['statistic']:.2f} with {one['degrees_of_freedom']} degrees of freedom, p = {one['p_value']:.2g}"
        for name, one in method["omnibus"].items()
    )
    n_scales = len(method["omnibus"])
    times = f", times {n_scales}, the number of scales" if method["correction"] == "nemenyi" and n_scales > 1 else ""
    return (
        f"We compared systems on {method['n_segments']:,} segments with Steelyard {package_version()}: {names}. "
        f"Whether any differ was tested by {_NAMES[method['test']]}, corrected for ties (chi-squared: {said}); pairs "
        f"by {_PAIRS[method['correction']]}{times}, whatever the first says. A difference counts as significant at "
        f"{method['alpha']:g}. {describe_intervals(method)}"
    )
