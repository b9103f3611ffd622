"""Exchanged decisions against a loop over all exchanges."""

import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import given_draws
from steelyard.meta import calibrate_ties, decision_null, pairs_judged, tie_accuracy
from tests.meta.wmt23 import wmt23

RNG = np.random.default_rng(5)
RATINGS = RNG.integers(0, 3, (4, 3)).astype(float)
SCORES = RNG.integers(0, 5, (2, 4, 3)) * 0.1
THRESHOLDS = (0.1, 0.0)


@pytest.mark.parametrize("unit", ["groups", "pairs"])
def test_draws_are_those_of_a_loop(unit: str) -> None:
    ratings = RATINGS.copy()
    ratings[1, 2] = np.nan  # one pair left of three
    judged = [pairs_judged(scores, ratings, limit) for scores, limit in zip(SCORES, THRESHOLDS, strict=True)]
    is_compared = judged[0][1]
    n_units = 4 if unit == "groups" else int(is_compared.sum())
    masks = np.array(list(product((0, 1), repeat=n_units)))
    null = decision_null(
        SCORES,
        ratings,
        THRESHOLDS,
        unit=unit,  # type: ignore[arg-type]
        n_resamples=0,
        rng=0,
        draws=given_draws(masks, is_exact=True),
    )
    accuracies = [tie_accuracy(scores, ratings, limit) for scores, limit in zip(SCORES, THRESHOLDS, strict=True)]
    assert null.observed.tolist() == pytest.approx([accuracies[0] - accuracies[1]])
    expected = []
    for mask in masks:
        keeps = np.ones(is_compared.shape, dtype=bool)
        if unit == "groups":
            keeps &= mask[:, None] > 0
        else:
            keeps[is_compared] = mask > 0
        difference = np.where(keeps, 1, -1) * (judged[0][0].astype(int) - judged[1][0])
        expected.append((difference.sum(axis=1) / is_compared.sum(axis=1)).mean())
    np.testing.assert_allclose(np.concatenate(list(null.blocks()), axis=1)[0], expected, atol=1e-12)
    count = (np.abs(expected) >= abs(null.observed[0]) - 1e-9).sum()
    assert null.p_values("two-sided").tolist() == [count / len(masks)]


def test_equal_decisions_give_a_p_value_of_1() -> None:
    null = decision_null([SCORES[0], 2 * SCORES[0]], RATINGS, [0.1, 0.2], n_resamples=100, rng=1)
    assert null.observed.tolist() == [0]
    assert null.p_values("two-sided").tolist() == [1]


@pytest.mark.real_data
def test_wmt23_tells_learned_metrics_from_overlap(test_data: Path) -> None:
    data = wmt23(test_data)
    names, systems = ["BLEU-refA", "chrF-refA", "COMET-refA"], [name for name in data.systems if name != "refA"]
    parts = [data.of(name, systems) for name in names]
    scores, ratings = np.stack([x.T for x, _ in parts]), parts[0][1].T
    fitted = [calibrate_ties(x, ratings) for x in scores]
    null = decision_null(scores, ratings, [found.threshold for found in fitted], n_resamples=999, rng=12345)
    assert null.observed[1] == pytest.approx(fitted[0].accuracy - fitted[2].accuracy)
    p = null.p_values("two-sided")
    assert p[0] > 0.5
    assert p[1:].max() < 0.01


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match="metrics, groups, items"):
        decision_null(SCORES[0], RATINGS, [0.0], n_resamples=10, rng=1)
    with pytest.raises(SpecError, match="two metrics"):
        decision_null(SCORES[:1], RATINGS, [0.0], n_resamples=10, rng=1)
    with pytest.raises(SpecError, match="Did you mean 'pairs'"):
        decision_null(SCORES, RATINGS, THRESHOLDS, unit="pair", n_resamples=10, rng=1)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="over the 4 groups"):
        decision_null(SCORES, RATINGS, THRESHOLDS, n_resamples=10, rng=1, draws=given_draws([[1, 0]]))
    gaps = SCORES.copy()
    gaps[0, 0, 0] = math.nan
    with pytest.raises(DataError, match="different items"):
        decision_null(gaps, RATINGS, THRESHOLDS, n_resamples=10, rng=1)
    with pytest.raises(DataError, match="no pair"):
        decision_null(SCORES[:, :, :1], RATINGS[:, :1], THRESHOLDS, n_resamples=10, rng=1)
