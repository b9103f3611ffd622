"""Draws that stop as soon as every verdict is decided."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    EXCEEDANCES,
    SEQUENTIAL_ERROR,
    NullDistribution,
    SettledPValues,
    besag_clifford,
    binomial_confidence_sequence,
    linear_scales,
    sequential_families,
    single_critical_value,
)
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.question import CompareQuestion

__all__ = ["Stopped", "stop_early"]


@dataclass(frozen=True, slots=True, eq=False)
class Stopped:
    """Tests whose draws stopped early, metric by metric."""

    outcome: SettledPValues  # p-values of each difference alone
    p_adjusted: NDArray[np.float64]  # p_adjusted, critical: as of a test with a fixed number of draws, shape (P,)
    critical: NDArray[np.float64]
    low: NDArray[np.float64]  # low, high: bounds on the adjusted p-value of endless draws, shape (P,)
    high: NDArray[np.float64]
    method: dict[str, Any]  # what the result says of it


def stop_early(null: NullDistribution, design: Design) -> Stopped:
    """Draw until enough is known: a single difference as Besag and Clifford do, several by bounds on their p."""
    asked, correction = design.asked, design.plan.correction
    if len(null.observed) == 1:
        return _single(null, asked)
    scales = linear_scales(design.units.measurements, design.pairs) if correction == "maxt" else None
    found = sequential_families(null, design.families, correction, asked.alternative, asked.alpha, scales=scales)
    outcome = SettledPValues(
        null.observed, {asked.alternative: found.p_values}, null.n_units, found.n_draws, is_exact=False
    )
    method = {
        "procedure": "confidence-sequence",
        "most_draws": null.n_draws,
        "error": SEQUENTIAL_ERROR,
        "n_undecided": int((~found.is_decided).sum()),
    }
    if scales is not None:
        method["scales"] = "first-order"
    return Stopped(outcome, found.p_adjusted, found.critical_values, found.low, found.high, method)


def _single(null: NullDistribution, asked: CompareQuestion) -> Stopped:
    found = besag_clifford(null, asked.alternative)
    p_value = np.array([found.p_value])
    low, high = binomial_confidence_sequence([found.count], found.n_draws)
    critical = np.array([single_critical_value(asked.alpha, null.n_units, asked.alternative)])
    outcome = SettledPValues(null.observed, {asked.alternative: p_value}, null.n_units, found.n_draws, is_exact=False)
    method = {
        "procedure": "besag-clifford",
        "most_draws": null.n_draws,
        "error": SEQUENTIAL_ERROR,
        "exceedances": EXCEEDANCES,
        "is_stopped": found.is_stopped,
    }
    return Stopped(outcome, p_value, critical, low, high, method)
