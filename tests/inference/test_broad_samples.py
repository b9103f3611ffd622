"""Conclusions from small test sets: exact enumeration, twins in whole numbers, and what Koehn printed."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import (
    LEVEL_FLOORS,
    LevelCounts,
    SetConclusions,
    bootstrap_draws,
    broad_and_blocks,
    broad_samples,
    conclusions_by_level,
    coverage_of_part,
    given_draws,
    set_conclusions,
    set_intervals,
    whole_set_sides,
)
from steelyard.types import Measurement
from tests.inference.measurements import all_pairs, bleu_like_of, counts_of_texts, every_resample, mean_of, ratio_of


def few(seed: int, n_systems: int, n_units: int) -> tuple[np.ndarray, np.ndarray, Measurement]:
    """Make up small counts, so that ties are frequent."""
    rng = np.random.default_rng(seed)
    parts, wholes = rng.integers(0, 4, (n_systems, n_units)), rng.integers(3, 6, (n_systems, n_units))
    return parts, wholes, ratio_of(parts, wholes)


def test_the_papers_sets() -> None:
    """Section 7.1: 30,000 sentences make 300, 100, 50 and 10 sets; 9 pairs in them, the 4,140 counted in table 4."""
    measurement = mean_of(np.arange(30_000.0)[None])
    n_sets = []
    for size in (100, 300, 600, 3000):
        samples = broad_samples(measurement, size)
        n_sets.append(len(samples))
        # section 3.3: set n holds sentences n, n + 100, n + 200, ..., n + 29900
        assert samples[7].statistics.values[0, :, 0].tolist() == list(range(7, 30_000, 30_000 // size))
    assert n_sets == [300, 100, 50, 10]
    assert 9 * sum(n_sets) == 4140 == sum((1042, 738, 245, 394, 363, 520, 324, 253, 261))


def test_sets_are_those_of_broad_and_blocks_and_the_tail_is_in_none() -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(1), [0.5, 0.6], 107))
    samples = broad_samples(measurement, 10)
    scores = broad_and_blocks(measurement, 10, drop_tail=True).broad.scores
    for i, sample in enumerate(samples):
        assert sample.scores(sample.statistics.totals()).tolist() == scores[:, i].tolist()
        assert sample.statistics.values.tolist() == measurement.statistics.values[:, i:100:10].tolist()
    held = np.concatenate([sample.statistics.values for sample in samples], axis=1)
    assert (held.sum(axis=1) == measurement.statistics.values[:, :100].sum(axis=1)).all()


def test_support_by_all_resamples_is_what_fractions_count() -> None:
    parts, wholes, measurement = few(2, 3, 9)
    pairs = all_pairs(3)
    found = set_conclusions(
        measurement, pairs, 4, n_resamples=1, rng=1, draws=given_draws(every_resample(4), is_exact=True)
    )
    assert (found.n_sets, found.n_draws, found.size) == (2, 256, 4)
    n_ties = 0
    for b, (pair, (x, y)) in product(range(2), enumerate(pairs)):
        members = [b, b + 2, b + 4, b + 6]
        support = 0
        for drawn in product(members, repeat=4):
            score_x, score_y = (
                Fraction(sum(int(parts[s, i]) for i in drawn), sum(int(wholes[s, i]) for i in drawn)) for s in (x, y)
            )
            support += 2 * (score_x > score_y) + (score_x == score_y)
            n_ties += score_x == score_y
        assert found.support[pair, b] == support
    assert n_ties > 20  # so that halves are counted at all


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_support_is_what_a_loop_over_the_same_draws_counts(higher_is_better: bool) -> None:
    scores = np.random.default_rng(3).integers(0, 5, (3, 44))
    measurement = mean_of(scores, higher_is_better=higher_is_better)
    found = set_conclusions(measurement, all_pairs(3), 8, n_resamples=200, rng=50)
    sign = 1 if higher_is_better else -1
    for b in range(5):
        rows = [row.tolist() for _, block in bootstrap_draws(8, 200, rng=50 + b).blocks() for row in block.astype(int)]
        for pair, (x, y) in enumerate(all_pairs(3)):
            difference = sign * (scores[x] - scores[y])[b:40:5]
            sums = [sum(w * int(d) for w, d in zip(row, difference, strict=True)) for row in rows]
            assert found.support[pair, b] == sum(2 * (s > 0) + (s == 0) for s in sums)
            assert found.differences[pair, b] == pytest.approx(sign * difference.mean(), abs=1e-12)


def test_intervals_are_koehns_order_statistics_of_the_same_draws() -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(4), [0.5, 0.6], 60))
    intervals = set_intervals(measurement, 20, n_resamples=200, rng=9)
    assert intervals.shape == (2, 3, 2)
    for b in range(3):
        values = measurement.statistics.values[:, b:60:3]
        for system in range(2):
            rows = np.concatenate([block.astype(int) for _, block in bootstrap_draws(20, 200, rng=9 + b).blocks()])
            scores = sorted(measurement.scores((rows @ values[system]).astype(float)).tolist())
            assert intervals[system, b].tolist() == pytest.approx([scores[5], scores[194]])


def test_an_interval_by_all_resamples() -> None:
    """Spec 1.2: x = [0, 1, 5] has 27 resamples, whose means begin 0, 1/3 and end 11/3, 5."""
    measurement = mean_of([[0, 9, 1, 9, 5, 9]])
    draws = given_draws(every_resample(3), is_exact=True)
    ends = set_intervals(measurement, 3, 0.9, n_resamples=1, rng=1, draws=draws)  # cuts floor(1.35) = 1 off
    assert ends[0, 0].tolist() == pytest.approx([1 / 3, 11 / 3])
    assert ends[0, 1].tolist() == [9, 9]


def test_levels_are_counted_in_whole_numbers() -> None:
    """With B = 1000 no edge of table 4 is a float: 950 resamples are 95 %, 949 and a tie are not."""
    support = np.array([[2000, 1999, 1980, 1979, 1960, 1959, 1900, 1899, 1800, 1799, 1600, 1400, 1200, 1199, 1000]])
    found = SetConclusions(100, np.zeros(support.shape), support, 1000)
    assert found.concluded().tolist() == [[1] * 7 + [0] * 8]
    counts = conclusions_by_level([found], np.array([1]))
    assert counts.floors == (1000, 990, 980, 950, 900, 800, 700, 600, 500)
    assert counts.n_conclusions.tolist() == [1, 2, 2, 2, 2, 2, 1, 1, 2]
    assert counts.n_right.tolist() == [1, 2, 2, 2, 2, 2, 1, 1, 1.5]  # an even split is half right
    mirrored = SetConclusions(100, np.zeros(support.shape), 2000 - support, 1000)
    assert mirrored.concluded().tolist() == [[-1] * 7 + [0] * 8]
    assert conclusions_by_level([mirrored], np.array([1])).n_right.tolist() == [0] * 8 + [0.5]
    assert conclusions_by_level([mirrored], np.array([-1])).n_right.tolist() == counts.n_right.tolist()


def test_equal_systems_support_no_side_and_count_nowhere() -> None:
    same = bleu_like_of(np.repeat(counts_of_texts(np.random.default_rng(5), [0.5], 40), 2, axis=0))
    found = set_conclusions(same, [(1, 0)], 10, n_resamples=50, rng=1)
    assert (found.support == 50).all() and (found.concluded() == 0).all()
    sides = whole_set_sides(same, [(1, 0)])
    assert sides.tolist() == [0]
    assert found.n_right(sides).tolist() == found.n_wrong(sides).tolist() == [0]
    counts = conclusions_by_level([found], sides)
    assert counts.n_conclusions.sum() == 0 and np.isnan(counts.share_right).all()


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), n_systems=st.integers(2, 4), size=st.integers(1, 9))
def test_every_pair_and_set_is_counted_once_and_the_other_side_is_the_mirror(
    seed: int, n_systems: int, size: int
) -> None:
    _, _, measurement = few(seed, n_systems, 2 * size + seed % 20)
    pairs = all_pairs(n_systems)
    turned = [(b, a) for a, b in pairs]
    found, mirror = (set_conclusions(measurement, p, size, n_resamples=40, rng=seed) for p in (pairs, turned))
    sides = whole_set_sides(measurement, pairs)
    assert (found.support + mirror.support == 80).all()
    assert (found.concluded(800) == -mirror.concluded(800)).all()
    assert whole_set_sides(measurement, turned).tolist() == (-sides).tolist()
    assert found.n_right(sides).tolist() == mirror.n_right(-sides).tolist()
    assert (found.n_right(sides) + found.n_wrong(sides) <= found.n_sets).all()
    counts, other = conclusions_by_level([found, found], sides), conclusions_by_level([mirror, mirror], -sides)
    assert counts.n_conclusions.sum() == 2 * (sides != 0).sum() * found.n_sets
    assert (counts.n_conclusions == other.n_conclusions).all() and (counts.n_right == other.n_right).all()
    concluded = counts.n_conclusions[np.array(LEVEL_FLOORS) >= 950].sum()
    assert concluded == 2 * (found.n_right(sides) + found.n_wrong(sides)).sum()


def test_draws_do_not_depend_on_threads() -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(6), [0.5, 0.6], 200))
    one, two = (
        set_conclusions(measurement, [(1, 0)], 50, n_resamples=300, rng=3, n_threads=threads) for threads in (1, 2)
    )
    assert one.support.tolist() == two.support.tolist()


def test_the_largest_seed_serves_all_samples() -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(6), [0.5, 0.6], 60))
    assert set_intervals(measurement, 20, n_resamples=10, rng=2**64 - 1).shape == (2, 3, 2)


def test_coverage_of_a_part() -> None:
    for level, share in ((0.95, 0.0), (0.95, 0.1), (0.9, 1 / 3), (0.5, 0.75)):
        z = stats.norm.ppf((1 + level) / 2) / np.sqrt(1 - share)
        assert coverage_of_part(level, share) == pytest.approx(2 * stats.norm.cdf(z) - 1, abs=1e-12)
    draws = np.random.default_rng(7).normal(size=(20_000, 4, 25))  # the first of four parts of 25
    held = np.abs(draws[:, 0].mean(axis=1) - draws.mean(axis=(1, 2))) <= 1.96 / 5
    assert abs(held.mean() - coverage_of_part(0.95, 0.25)) < 4 * np.sqrt(0.0234 * 0.9766 / 20_000)


def test_what_the_design_effect_does_by_chance_is_fishers_f() -> None:
    sets = broad_and_blocks(mean_of(np.random.default_rng(8).normal(size=(1, 200))), 10)
    assert sets.chance() == pytest.approx(tuple(stats.f(19, 19).ppf([0.025, 0.975])))
    effects = [
        broad_and_blocks(mean_of(np.random.default_rng(seed).normal(size=(1, 100))), 10).design_effect[0]
        for seed in range(400)
    ]
    low, high = broad_and_blocks(mean_of(np.random.default_rng(8).normal(size=(1, 100))), 10).chance()
    assert 0.91 < np.mean([low <= effect <= high for effect in effects]) < 0.985


@pytest.mark.parametrize(
    ("size", "sentence"), [(0, "each of at least"), (-1, "each of at least"), (6, "must make at least two")]
)
def test_sizes_that_make_no_sets_are_refused(size: int, sentence: str) -> None:
    with pytest.raises(SpecError, match=sentence):
        set_conclusions(mean_of(np.ones((2, 11))), [(0, 1)], size, n_resamples=10, rng=1)


def test_levels_that_are_none_are_refused() -> None:
    found = SetConclusions(10, np.zeros((1, 1)), np.array([[10]]), 10)
    for level in (500, 1001):
        with pytest.raises(SpecError, match="from 501 to 1000"):
            found.concluded(level)
    for floors in ((900,), (500, 900), (900, 900, 500)):
        with pytest.raises(SpecError, match="must fall to 500"):
            conclusions_by_level([found], np.array([1]), floors)
    for level, share in ((1.0, 0.5), (0.95, 1.0), (0.95, -0.1)):
        with pytest.raises(SpecError, match="part's share"):
            coverage_of_part(level, share)


def synthetic(seed: int) -> Measurement:
    """Four systems on 30,000 segments under a ratio, 0.006 to 0.032 apart (spec 6.2)."""
    rng = np.random.default_rng(seed)
    n = 30_000
    difficulty, lengths = rng.normal(0, 0.12, n), rng.integers(5, 40, n)
    chances = np.array([0.3, 0.306, 0.316, 0.332])[:, None] + difficulty + rng.normal(0, 0.15, (4, n))
    parts = rng.binomial(lengths, np.clip(chances, 0.01, 0.99))
    return ratio_of(parts, np.broadcast_to(lengths, parts.shape))


def conclusions_of(measurement: Measurement, seed: int) -> LevelCounts:
    pairs = all_pairs(4)
    found = [
        set_conclusions(measurement, pairs, size, n_resamples=1000, rng=seed + 1000 * i)
        for i, size in enumerate((100, 300, 600, 3000))
    ]
    return conclusions_by_level(found, whole_set_sides(measurement, pairs))


@pytest.mark.levels
def test_the_synthetic_experiment_is_as_right_as_the_spec_and_the_paper_say() -> None:
    """Spec 6.2, one run of its own: right % by level 100, 100, 97, 93, 88, 85, 71, 61, 53; the paper in table 4."""
    runs = [conclusions_of(synthetic(seed), 10_000 * seed) for seed in range(1, 6)]
    assert all(run.n_conclusions.sum() == 6 * 460 for run in runs)
    n = np.sum([run.n_conclusions for run in runs], axis=0)
    share = np.sum([run.n_right for run in runs], axis=0) / n
    spec = np.array([100, 100, 97, 93, 88, 85, 71, 61, 53]) / 100
    paper = np.array([100, 100, 99, 98, 95, 88, 77, 72, 52]) / 100
    # pairs share systems and sizes share text: three times the variance of independent conclusions, here and there
    error = np.sqrt(3 * np.maximum(share * (1 - share), 0.01) * (1 / n + 5 / n))
    assert (np.abs(share - spec) < 3 * error).all()
    assert (np.abs(share - paper) < 0.13).all()  # other data: the shape
    assert (np.diff(share) < 0.01).all()
    floors, ends = np.array(LEVEL_FLOORS) / 1000, np.array([1001, *LEVEL_FLOORS[:-1]]) / 1000
    assert (share > floors - 3 * error).all() and (share < ends + 3 * error).all()  # a level says what it is


@pytest.mark.levels
def test_intervals_hold_the_score_on_the_whole_set_as_often_as_they_promise() -> None:
    n_held = n_intervals = 0
    for seed in range(5):
        measurement = synthetic(seed)
        intervals = set_intervals(measurement, 300, n_resamples=1000, rng=seed)
        scores = measurement.scores(measurement.statistics.totals())[:, None]
        n_held += int(((intervals[..., 0] <= scores) & (scores <= intervals[..., 1])).sum())
        n_intervals += intervals[..., 0].size
    promised = coverage_of_part(0.95, 0.01)
    # four systems share 300 segments; a bootstrap of 300 is 0.1 % short
    assert abs(n_held / n_intervals - promised) < 0.002 + 3 * np.sqrt(2 * promised * (1 - promised) / n_intervals)
