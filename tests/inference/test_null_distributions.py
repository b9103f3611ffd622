"""Null distributions: p-values, their Monte-Carlo error, and the scales that pairs are divided by."""

from dataclasses import replace

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.inference import (
    NullDistribution,
    as_extreme,
    check_alternative,
    get_test,
    given_draws,
    monte_carlo_error,
    p_from_count,
    randomization,
    swap_draws,
)
from steelyard.inference import null_distributions as null_module
from tests.inference.measurements import all_pairs, bleu_like_of, counts_of_texts, mean_of

PAIRS = all_pairs(4)


def family(n_resamples: int = 300, n_units: int = 40, block_rows: int | None = None) -> NullDistribution:
    rng = np.random.default_rng(0)
    measurements = [mean_of(rng.normal(size=(4, n_units))), bleu_like_of(counts_of_texts(rng, [0.6] * 4, n_units))]
    draws = replace(swap_draws(n_units, n_resamples, rng=1), block_rows=block_rows)
    return randomization(measurements, PAIRS, n_resamples=n_resamples, rng=1, draws=draws)


def exchanged(masks: np.ndarray, by: np.ndarray) -> np.ndarray:
    """Return the masks that make the same labellings of systems whose rows were exchanged wherever `by` is 0."""
    return np.where(by == 1, masks, 1 - masks)


def test_equal_to_the_last_places_is_as_extreme() -> None:
    observed, tolerance = np.array(0.3), np.array(1e-12)
    values = np.array([0.3 - 2e-12, 0.3 - 1e-13, 0.3, 0.1 + 0.2, 1.0, -0.3])
    assert as_extreme(values, observed, tolerance).tolist() == [False, True, True, True, True, False]


@pytest.mark.parametrize(
    ("count", "n_draws", "is_exact", "p_value"),
    [
        (0, 999, False, 1 / 1000),
        (999, 999, False, 1.0),
        (49, 999, False, 0.05),
        (6, 32, True, 6 / 32),
        (32, 32, True, 1),
    ],
)
def test_p_is_exact_or_counts_the_observed_labelling(count: int, n_draws: int, is_exact: bool, p_value: float) -> None:
    assert p_from_count(np.array([count]), n_draws, is_exact=is_exact).tolist() == [p_value]


def test_monte_carlo_error_is_the_spread_of_p_over_seeds() -> None:
    scores = np.random.default_rng(7).normal([[0.12], [0.0]], 0.5, size=(2, 60))
    p_values = [
        randomization([mean_of(scores)], [(0, 1)], n_resamples=199, rng=seed).p_values("two-sided")[0]
        for seed in range(400)
    ]
    center = float(np.mean(p_values))
    assert 0.05 < center < 0.95
    # the relative error of a standard deviation of 400 values is 1 / sqrt(800) = 3.5 %; four of them
    assert np.std(p_values, ddof=1) == pytest.approx(monte_carlo_error(center, 199, is_exact=False), rel=0.15)


def test_exact_p_has_no_monte_carlo_error() -> None:
    assert monte_carlo_error(0.2, 32, is_exact=True) == 0.0
    assert monte_carlo_error(0.05, 10_000, is_exact=False) == pytest.approx((0.05 * 0.95 / 10_000) ** 0.5)


@pytest.mark.parametrize(("n_resamples", "n_units"), [(300, 40), (256, 8)])
def test_scales_are_root_mean_squares_over_the_draws_and_the_observed_labelling(n_resamples: int, n_units: int) -> None:
    null = family(n_resamples, n_units)
    everything = np.concatenate(list(null.blocks()), axis=1)
    assert null.is_exact == (n_units == 8)
    if not null.is_exact:  # among all outcomes the observed one is there already
        everything = np.concatenate([everything, null.observed[:, None]], axis=1)
    np.testing.assert_allclose(null.scales(), np.sqrt(np.mean(everything**2, axis=1)), rtol=1e-12)


def test_scales_are_the_same_for_every_labelling_when_all_are_enumerated() -> None:
    rng = np.random.default_rng(8)
    scores, counts = rng.normal(size=(2, 6)), counts_of_texts(rng, [0.5, 0.6], 6)
    expected = None
    for mask in next(swap_draws(6, 64, rng=0).blocks())[1].copy():
        is_kept = mask == 1
        swapped = [mean_of(np.where(is_kept, scores, scores[::-1]))]
        swapped += [bleu_like_of(np.where(is_kept[:, None], counts, counts[::-1]))]
        null = randomization(swapped, [(0, 1)], n_resamples=64, rng=0)
        expected = null.scales() if expected is None else expected
        np.testing.assert_allclose(null.scales(), expected, rtol=1e-12)
    assert expected is not None and (expected > 0).all()


def test_scales_are_the_same_when_a_draw_and_the_observed_labelling_change_places() -> None:
    rng = np.random.default_rng(9)
    scores, counts = rng.normal(size=(2, 30)), counts_of_texts(rng, [0.5, 0.6], 30)
    masks = next(swap_draws(30, 20, rng=3).blocks())[1].astype(int)
    expected = randomization(
        [mean_of(scores), bleu_like_of(counts)], [(0, 1)], n_resamples=0, rng=0, draws=given_draws(masks)
    ).scales()
    for r, mask in enumerate(masks):
        is_kept = mask == 1
        swapped = [mean_of(np.where(is_kept, scores, scores[::-1]))]
        swapped += [bleu_like_of(np.where(is_kept[:, None], counts, counts[::-1]))]
        others = masks.copy()
        others[r] = 1  # the old observed labelling takes the place of the draw that is observed now
        draws = given_draws(exchanged(others, mask))
        scales = randomization(swapped, [(0, 1)], n_resamples=0, rng=0, draws=draws).scales()
        np.testing.assert_allclose(scales, expected, rtol=1e-12)


@pytest.mark.parametrize("block_rows", [1, 3, 64, 65, 299])
def test_blocks_change_no_bit_of_scales_and_p_values(block_rows: int) -> None:
    expected, null = family(), family(block_rows=block_rows)
    np.testing.assert_array_equal(null.scales(), expected.scales())
    np.testing.assert_array_equal(null.p_values("two-sided"), expected.p_values("two-sided"))


def test_a_null_too_large_to_keep_is_made_again_and_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected, null = family(), family()
    monkeypatch.setattr(null_module, "_CACHE_BYTES", 0)
    for _ in range(2):
        np.testing.assert_array_equal(null.scales(), expected.scales())
        np.testing.assert_array_equal(null.p_values("better"), expected.p_values("better"))
    assert null._cache is None


def test_a_null_is_kept_while_its_bytes_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    n_bytes = 8 * family().n_draws * len(family().observed)
    for most, is_kept in ((n_bytes, True), (n_bytes - 1, False)):
        null = family()
        monkeypatch.setattr(null_module, "_CACHE_BYTES", most)
        null.p_values("better")
        assert (null._cache is not None) == is_kept


def test_selected_differences_keep_their_draws() -> None:
    null = family(block_rows=70)
    chosen = [7, 0, 3]
    part = null.select(chosen)
    np.testing.assert_array_equal(part.observed, null.observed[chosen])
    for alternative in ("two-sided", "better", "worse"):
        np.testing.assert_array_equal(part.p_values(alternative), null.p_values(alternative)[chosen])
    np.testing.assert_array_equal(part.scales(), null.scales()[chosen])


def test_an_unknown_alternative_is_refused_with_the_nearest() -> None:
    with pytest.raises(SpecError, match="two-sided"):
        check_alternative("two_sided")
    with pytest.raises(SpecError, match="better"):
        family(10).p_values("beter")  # type: ignore[arg-type]


def test_an_unknown_test_is_refused_with_the_nearest() -> None:
    with pytest.raises(SpecError, match="randomization"):
        get_test("randomisation")
