"""Laws of every registered significance test, by the validity it claims."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from steelyard.inference import (
    Alternative,
    Draws,
    JointNull,
    NullDistribution,
    Outcome,
    SignificanceTest,
    adjust,
    bootstrap_draws,
    max_t,
    registered_tests,
    swap_draws,
)
from steelyard.types import Measurement
from tests.inference.measurements import all_pairs, bleu_like_of, counts_of_texts, mean_of, ratio_of

# What each test draws. A test that draws and is not here fails below: give it a line.
DRAWS: dict[str, Callable[..., Draws]] = {
    "moses": bootstrap_draws,
    "paired-bootstrap": bootstrap_draws,
    "randomization": swap_draws,
    "shifted-bootstrap": bootstrap_draws,
    "studentized-randomization": swap_draws,
}


def chosen(keep: Callable[[SignificanceTest], bool]) -> list[Any]:
    return [pytest.param(test, id=name) for name, test in sorted(registered_tests().items()) if keep(test)]


TESTS = chosen(lambda test: True)
RESAMPLED = chosen(lambda test: test.is_resampled and not test.counts_errors)  # these draw for the correction alone
JOINT = chosen(lambda test: test.has_joint_null and not test.counts_errors)
HONEST = chosen(lambda test: test.validity != "reproduction")
N_SYSTEMS = 4
SIZES = [(45, 300), (7, 200), (300, 99)]  # units and resamples; seven units are enumerated


def measurements(n_units: int, test: SignificanceTest) -> list[Measurement]:
    """Make up a mean of fractions, a mean where lower is better, a ratio of counts, and one like BLEU."""
    made = all_measurements(n_units)
    return [measurement for measurement in made if measurement.is_mean or not test.needs_means]


def all_measurements(n_units: int) -> list[Measurement]:
    rng = np.random.default_rng(n_units)
    quality = [[0.50], [0.52], [0.50], [0.65]]
    return [
        mean_of(rng.normal(quality, 0.3, size=(N_SYSTEMS, n_units))),
        mean_of(rng.integers(0, 5, (N_SYSTEMS, n_units)), higher_is_better=False),
        ratio_of(rng.binomial(12, quality, (N_SYSTEMS, n_units)), rng.integers(12, 30, (N_SYSTEMS, n_units))),
        bleu_like_of(counts_of_texts(rng, np.ravel(quality), n_units)),
    ]


def draws_of(test: SignificanceTest, n_units: int, n_resamples: int, n_threads: int = 1) -> Draws:
    return DRAWS[test.name](n_units, n_resamples, rng=12345, n_threads=n_threads)


def by_max_t(null: Outcome, alternative: Alternative) -> np.ndarray:
    return adjust(null, null.p_values(alternative), "maxt", alternative, 0.05).p_values


def everything(null: NullDistribution) -> np.ndarray:
    return np.concatenate(list(null.blocks()), axis=1)


def assert_same_bits(found: Outcome, expected: Outcome, alternatives: tuple[Alternative, ...]) -> None:
    assert (found.n_draws, found.is_exact) == (expected.n_draws, expected.is_exact)
    np.testing.assert_array_equal(found.observed, expected.observed)
    for alternative in alternatives:
        np.testing.assert_array_equal(found.p_values(alternative), expected.p_values(alternative))
        assert found.n_tails(alternative) == expected.n_tails(alternative)
    if not isinstance(found, NullDistribution) or not isinstance(expected, NullDistribution):
        assert type(found) is type(expected)
        return
    np.testing.assert_array_equal(everything(found), everything(expected))
    np.testing.assert_array_equal(found.scales(), expected.scales())
    for alternative in alternatives:
        ours, theirs = max_t(found, alternative), max_t(expected, alternative)
        np.testing.assert_array_equal(ours.p_values, theirs.p_values)
        assert ours.critical_value == theirs.critical_value


@pytest.mark.parametrize("test", TESTS)
def test_every_test_says_what_it_claims_and_has_its_draws_here(test: SignificanceTest) -> None:
    assert test.validity in {"exact", "asymptotic", "reproduction"}
    assert (test.name in DRAWS) == (test.is_resampled and not test.counts_errors)
    assert test.summary
    assert isinstance(test(measurements(9, test), [(1, 0)], n_resamples=9, rng=1), NullDistribution | JointNull) == (
        test.has_joint_null
    )


@pytest.mark.parametrize(("n_units", "n_resamples"), SIZES)
@pytest.mark.parametrize("test", HONEST)
def test_a_system_against_itself_has_p_1(test: SignificanceTest, n_units: int, n_resamples: int) -> None:
    null = test(measurements(n_units, test), [(0, 0), (3, 3)], n_resamples=n_resamples, rng=12345)
    assert (null.observed == 0).all()
    for alternative in test.alternatives:
        assert (null.p_values(alternative) == 1).all()
        if test.has_joint_null:
            assert (by_max_t(null, alternative) == 1).all()


@pytest.mark.parametrize(("n_units", "n_resamples"), SIZES)
@pytest.mark.parametrize("test", HONEST)
def test_exchanging_the_systems_negates_the_difference_and_exchanges_the_sides(
    test: SignificanceTest, n_units: int, n_resamples: int
) -> None:
    pairs = all_pairs(N_SYSTEMS)
    there = test(measurements(n_units, test), pairs, n_resamples=n_resamples, rng=12345)
    back = test(measurements(n_units, test), [(b, a) for a, b in pairs], n_resamples=n_resamples, rng=12345)
    np.testing.assert_array_equal(back.observed, -there.observed)
    assert (there.observed != 0).any()
    sides: tuple[tuple[Alternative, Alternative], ...] = (
        ("two-sided", "two-sided"),
        ("better", "worse"),
        ("worse", "better"),
    )
    for alternative, mirrored in sides[: len(test.alternatives)]:
        np.testing.assert_array_equal(back.p_values(mirrored), there.p_values(alternative))
        if test.has_joint_null:
            np.testing.assert_array_equal(by_max_t(back, mirrored), by_max_t(there, alternative))


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("n_units", "n_resamples"), SIZES)
@pytest.mark.parametrize("test", RESAMPLED)
def test_a_seed_repeats_every_bit_whatever_the_threads_and_blocks(
    test: SignificanceTest, n_units: int, n_resamples: int
) -> None:
    family, pairs = measurements(n_units, test), all_pairs(N_SYSTEMS)
    expected = test.run(family, pairs, n_resamples=n_resamples, rng=12345)
    for n_threads in (1, 2, 3, 16):
        found = test.run(family, pairs, n_resamples=n_resamples, rng=12345, n_threads=n_threads)
        assert_same_bits(found, expected, test.alternatives)
    for n_threads, block_rows in ((1, 1), (2, 7), (3, 64), (1, 65), (2, 100), (1, 4096)):
        draws = replace(draws_of(test, n_units, n_resamples, n_threads), block_rows=block_rows)
        found = test.run(family, pairs, n_resamples=n_resamples, rng=0, draws=draws)
        assert_same_bits(found, expected, test.alternatives)


@pytest.mark.parametrize("test", JOINT)
def test_another_seed_gives_another_null(test: SignificanceTest) -> None:
    first, second = (
        everything(test.run(measurements(45, test), [(1, 0)], n_resamples=50, rng=seed)) for seed in (12345, 12346)
    )
    assert (first != second).any(axis=1).all()


@pytest.mark.parametrize(("n_units", "n_resamples"), SIZES)
@pytest.mark.parametrize("test", TESTS)
def test_a_pair_keeps_its_p_beside_other_systems_and_metrics(
    test: SignificanceTest, n_units: int, n_resamples: int
) -> None:
    family, pairs = measurements(n_units, test), all_pairs(N_SYSTEMS)
    together = test(family, pairs, n_resamples=n_resamples, rng=12345)
    for m, measurement in enumerate(family):
        for p, (a, b) in enumerate(pairs):
            statistics = measurement.statistics
            only_two = replace(measurement, statistics=replace(statistics, values=statistics.values[[b, a]]))
            alone = test([only_two], [(1, 0)], n_resamples=n_resamples, rng=12345)
            assert_same_bits(alone, together.select([m * len(pairs) + p]), test.alternatives)


@pytest.mark.parametrize("test", RESAMPLED)
def test_a_pair_keeps_its_p_among_many(test: SignificanceTest) -> None:
    counts = counts_of_texts(np.random.default_rng(5), np.linspace(0.5, 0.6, 12), 40)
    pairs = all_pairs(12)
    together = test.run([bleu_like_of(counts)], pairs, n_resamples=1100, rng=12345)
    for p in (0, 7, 8, 33, 65):
        alone = test.run([bleu_like_of(counts[list(pairs[p])])], [(0, 1)], n_resamples=1100, rng=12345)
        assert_same_bits(alone, together.select([p]), test.alternatives)


@pytest.mark.parametrize("test", JOINT)
def test_more_resamples_keep_the_first_ones(test: SignificanceTest) -> None:
    few, many = (
        everything(test.run(measurements(45, test), [(1, 0), (3, 2)], n_resamples=n_resamples, rng=12345))
        for n_resamples in (80, 300)
    )
    if test.name == "shifted-bootstrap":  # less their mean, which more resamples change
        np.testing.assert_allclose(many[:, :80] - many[:, :1], few - few[:, :1], atol=1e-12)
    else:
        np.testing.assert_array_equal(many[:, :80], few)


@pytest.mark.parametrize(("n_units", "n_resamples"), SIZES)
@pytest.mark.parametrize("test", HONEST)
def test_p_values_are_shares_that_are_never_0(test: SignificanceTest, n_units: int, n_resamples: int) -> None:
    null = test(measurements(n_units, test), all_pairs(N_SYSTEMS), n_resamples=n_resamples, rng=12345)
    for alternative in test.alternatives:
        p_values = null.p_values(alternative)
        assert ((p_values > 0) & (p_values <= 1)).all()
        # what speaks for neither side counts for both
        assert len(test.alternatives) == 1 or (null.p_values("better") + null.p_values("worse") >= 1 - 1e-12).all()


def test_the_joint_test_repeats_its_correction_with_its_seed() -> None:
    test = registered_tests()["joint"]
    family, pairs = measurements(45, test), all_pairs(N_SYSTEMS)
    first, again, other = (
        test(family, pairs, n_resamples=300, rng=seed, n_threads=seed % 3 + 1) for seed in (12345, 12345, 12346)
    )
    np.testing.assert_array_equal(by_max_t(first, "two-sided"), by_max_t(again, "two-sided"))
    assert (by_max_t(first, "two-sided") != by_max_t(other, "two-sided")).any()
    np.testing.assert_array_equal(first.p_values("two-sided"), other.p_values("two-sided"))
