"""Pseudo-statistics against the enumerated counts of the spec (significance.md 2.0-2.4), and their histograms."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.inference import (
    get_test,
    given_draws,
    paired_bootstrap,
    pseudo_statistics,
    randomization,
    shared_bins,
    shifted_bootstrap,
)
from tests.inference.measurements import (
    TOY4_LENGTHS,
    TOY4_MATCHES,
    TOY5,
    all_pairs,
    bleu_like_of,
    counts_of_texts,
    every_resample,
    mean_of,
    ratio_of,
)

TOYS = {"toy5": mean_of(TOY5), "toy4": ratio_of(TOY4_MATCHES, TOY4_LENGTHS)}
NEAR = 1e-9


@pytest.mark.parametrize(
    ("toy", "wins", "ties", "losses", "shifted", "exchanged"),
    [("toy5", 3014, 30, 81, 51, 3), ("toy4", 157, 12, 87, 109, 7)],
)
def test_every_outcome_of_the_worked_examples(
    toy: str, wins: int, ties: int, losses: int, shifted: int, exchanged: int
) -> None:
    measurement = TOYS[toy]
    totals = measurement.statistics.totals()
    observed = float(measurement.differences(totals[0], totals[1]))
    n = measurement.statistics.n_units
    draws = given_draws(every_resample(n), is_exact=True)
    drawn = pseudo_statistics("paired-bootstrap", measurement, (0, 1), n_resamples=1, rng=1, draws=draws)
    assert len(drawn) == n**n
    assert ((drawn > NEAR).sum(), (np.abs(drawn) <= NEAR).sum(), (drawn < -NEAR).sum()) == (wins, ties, losses)
    moved = pseudo_statistics("shifted-bootstrap", measurement, (0, 1), n_resamples=1, rng=1, draws=draws)
    assert (moved >= observed - NEAR).sum() == shifted
    np.testing.assert_allclose(moved, drawn - drawn.mean(), atol=1e-12)
    swapped = pseudo_statistics("randomization", measurement, (0, 1), n_resamples=100, rng=1)
    assert len(swapped) == 2**n and (swapped >= observed - NEAR).sum() == exchanged
    np.testing.assert_allclose(np.sort(swapped), np.sort(-swapped), atol=1e-12)


def test_they_are_what_the_tests_of_the_whole_family_counted() -> None:
    rng = np.random.default_rng(7)
    measurement = bleu_like_of(counts_of_texts(rng, [0.5, 0.52, 0.55], 60))
    pairs = all_pairs(3)
    for position, pair in enumerate(pairs):
        parts = {
            test: pseudo_statistics(test, measurement, pair, n_resamples=500, rng=9)
            for test in ("paired-bootstrap", "shifted-bootstrap", "randomization")
        }
        for test, run in (("shifted-bootstrap", shifted_bootstrap), ("randomization", randomization)):
            null = run([measurement], pairs, n_resamples=500, rng=9)
            np.testing.assert_array_equal(parts[test], np.concatenate([b[position] for b in null.blocks()]))
            p_value = (1 + (parts[test] >= null.observed[position] - NEAR).sum()) / 501
            assert get_test(test)([measurement], pairs, n_resamples=500, rng=9).p_values("better")[position] == p_value
        counts = paired_bootstrap([measurement], pairs, n_resamples=500, rng=9).counts
        assert (parts["paired-bootstrap"] > NEAR).sum() == counts.wins[position]


def test_only_tests_that_draw_have_them() -> None:
    with pytest.raises(SpecError, match="not of 'sign'"):
        pseudo_statistics("sign", TOYS["toy5"], (0, 1), n_resamples=9, rng=1)


@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), min_size=1, max_size=3), st.integers(1, 40))
@example([[0.0, 5e-324]], 1)
@example([[0.0], [180 * 5e-324]], 40)
@example([[1e6], [np.nextafter(1e6, 2e6)]], 40)
@example([[-1e6, 1e6], [5e-324]], 40)
def test_every_value_stands_in_one_bin(values: list[list[float]], n_bins: int) -> None:
    middles, counts = shared_bins([np.array(part) for part in values], n_bins)
    assert len(middles) == n_bins
    assert [count.sum() for count in counts] == [len(part) for part in values]
    if n_bins > 1:
        assert (np.diff(middles) > 0).all()


def test_equal_values_stand_in_the_middle() -> None:
    middles, counts = shared_bins([np.zeros(7)], 5)
    assert counts[0].tolist() == [0, 0, 7, 0, 0] and abs(middles[2]) < 1e-12
    assert shared_bins([np.full(3, 2.5)], 1)[1][0].tolist() == [3]
