"""Which pairs are equivalent within a margin."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    Rates,
    VarianceSplit,
    equivalence,
    holm,
    is_significant,
    jackknife_scores,
    smallest_p_value,
)
from steelyard.questions.compare.design import Design
from steelyard.results.pair_rows import PairRow

__all__ = ["decide_equivalence"]


def decide_equivalence(
    rows: Sequence[PairRow], design: Design, splits: Sequence[VarianceSplit], rates: Sequence[Rates | None] = ()
) -> list[PairRow]:
    """Say of pairs without a difference which are equivalent within a margin.

    Holm's correction within each family is valid under any dependence; where differences are not corrected, each pair
    stands by itself. "cannot tell" becomes "within margin" where `p_equivalence` is at most alpha; a pair that was
    found to differ keeps its verdict. Where the units are too few for any difference, they are for equivalence. The
    splits are of the same rows, where runs vary beside the units. Differences of `rates`, metric by metric, are within
    the margin where their own intervals are.
    """
    units, margins, alpha, n_effective = design.units, design.margins, design.asked.alpha, design.n_effective
    if margins is None:
        return list(rows)
    left_out = map(jackknife_scores, units.measurements)
    spreads: Iterable[NDArray[np.float64] | VarianceSplit] = (
        splits if design.asked.is_over_runs else (one[a] - one[b] for one in left_out for a, b in design.pairs)
    )
    p_values = np.array(
        [
            _p_value(row, spread, margins[row.metric], alpha, n_effective) if row.metric in margins else np.nan
            for row, spread in zip(rows, spreads, strict=True)
        ]
    )
    if not design.asked.is_over_runs:
        _of_rates(p_values, rows, design, margins, rates)
    if design.plan.correction != "none":
        for family in design.families:
            members = [i for i in family if rows[i].metric in margins]
            p_values[members] = holm(p_values[members])
    has_enough = smallest_p_value(units.n) <= alpha
    decided = []
    for row, p_value in zip(rows, p_values.tolist(), strict=True):
        if row.metric not in margins:
            decided.append(row)
            continue
        is_within = has_enough and row.verdict == "cannot tell" and is_significant(p_value, alpha)
        verdict = replace(row, verdict="within margin", reason="") if is_within else row
        decided.append(replace(verdict, p_equivalence=p_value))
    return decided


def _of_rates(
    p_values: NDArray[np.float64],
    rows: Sequence[PairRow],
    design: Design,
    margins: Mapping[str, float],
    rates: Sequence[Rates | None],
) -> None:
    """Put p by the intervals of rates in the place of Student's, whose variance knows nothing of what was not seen."""
    n = len(design.pairs)
    for m, own in enumerate(rates):
        metric = design.measurements[m].metric
        if own is None or metric not in margins:
            continue
        are_own = own.are_for(design.pairs)
        chosen = [i for i in range(n) if are_own[i] and rows[m * n + i].verdict != "equivalent"]
        if chosen:
            found = own.p_within([design.pairs[i] for i in chosen], margins[metric])
            p_values[[m * n + i for i in chosen]] = found


def _p_value(
    row: PairRow, spread: NDArray[np.float64] | VarianceSplit, margin: float, alpha: float, n_effective: float
) -> float:
    """Return the larger p of two one-sided t tests, over units (leave-one-out differences) or over runs, too."""
    if row.verdict == "equivalent":  # equal in every unit
        return 0.0
    if isinstance(spread, VarianceSplit):
        return max(spread.tail(row.difference + margin), spread.tail(margin - row.difference))
    return equivalence(row.difference, spread, margin, alpha=alpha, n_effective=n_effective).p_value
