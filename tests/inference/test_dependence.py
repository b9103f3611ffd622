"""Design effects and Koehn's two kinds of sets, against direct formulas and made-up dependence."""

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import broad_and_blocks, design_effects, real_level
from tests.inference.measurements import bleu_like_of, counts_of_texts, mean_of, ratio_of


def ar1(phi: float, n: int, seed: int) -> np.ndarray:
    """Make a series in which neighbours correlate with phi, of variance 1."""
    rng = np.random.default_rng(seed)
    series = np.empty(n)
    series[0] = rng.normal()
    steps = rng.normal(scale=np.sqrt(1 - phi**2), size=n)
    for i in range(1, n):
        series[i] = phi * series[i - 1] + steps[i]
    return series


def test_design_effect_of_a_mean_is_the_variance_of_document_sums_over_that_of_segments() -> None:
    scores = np.random.default_rng(1).integers(0, 100, (3, 60))
    documents = np.random.default_rng(2).integers(0, 7, 60)
    documents[:7] = np.arange(7)
    measurement = ratio_of(scores, np.ones((3, 60), dtype=int))
    effects = design_effects(measurement, measurement.by_document(documents), [(1, 0), (2, 0)])
    for effect, (a, b) in zip(effects, [(1, 0), (2, 0)], strict=True):
        variances = []
        for codes in (documents, np.arange(60)):
            sums = np.bincount(codes, weights=scores[a] - scores[b])
            sizes = np.bincount(codes)
            without = np.array([(sums.sum() - s) / (60 - k) for s, k in zip(sums, sizes, strict=True)])
            variances.append((len(sums) - 1) / len(sums) * np.square(without - without.mean()).sum())
        assert effect == pytest.approx(variances[0] / variances[1], rel=1e-9)


def test_copies_of_segments_in_a_document_are_worth_one() -> None:
    one = np.random.default_rng(3).integers(0, 50, (2, 400))
    measurement = mean_of(np.repeat(one, 4, axis=1))
    units = measurement.by_document(np.repeat(np.arange(400), 4))
    # of 4 n segments the variance is (4 n - 1) / (4 (n - 1)) of 1 / n: n - 1 in the denominators
    assert design_effects(measurement, units, [(0, 1)])[0] == pytest.approx(1599 / 399)


def test_independent_segments_have_a_design_effect_of_one() -> None:
    counts = counts_of_texts(np.random.default_rng(4), [0.5, 0.55], 4000)
    measurement = bleu_like_of(counts)
    effect = design_effects(measurement, measurement.by_document(np.arange(4000) // 5), [(1, 0)])[0]
    assert abs(effect - 1) < 4 * np.sqrt(2 / 799)


def test_units_equal_to_segments_have_a_design_effect_of_one_exactly() -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(5), [0.5, 0.6], 30))
    assert design_effects(measurement, measurement.by_document(np.arange(30)), [(1, 0)]).tolist() == [1.0]


def test_design_effect_where_nothing_varies_is_unknown() -> None:
    same = mean_of([[1.0, 2.0, 3.0, 4.0]] * 2)
    assert np.isnan(design_effects(same, same.by_document(np.array([0, 0, 1, 1])), [(0, 1)])).all()
    one = mean_of([[1.0, 2.0], [3.0, 1.0]])
    assert np.isnan(design_effects(one, one.by_document(np.array([0, 0])), [(0, 1)])).all()


def test_units_of_other_segments_are_refused() -> None:
    with pytest.raises(AlignmentError, match="totals differ"):
        design_effects(mean_of([[1.0, 2.0], [0.0, 0.0]]), mean_of([[1.0, 3.0], [0.0, 0.0]]), [(0, 1)])


@pytest.mark.parametrize(("effect", "alpha"), [(1.0, 0.05), (2.5, 0.05), (0.5, 0.01)])
def test_real_level_is_a_normal_tail(effect: float, alpha: float) -> None:
    expected = 2 * stats.norm.sf(stats.norm.isf(alpha / 2) / np.sqrt(effect))
    assert real_level(effect, alpha) == pytest.approx(expected, rel=1e-9)


def test_real_level_by_simulation() -> None:
    """Segments come four times over: a z test of all of them finds what real_level says."""
    draws = np.random.default_rng(6).normal(size=(20_000, 100))
    z = draws.mean(axis=1) / (1 / np.sqrt(400))
    assert (np.abs(z) > 1.96).mean() == pytest.approx(real_level(4, 0.05), abs=0.012)


@pytest.mark.parametrize(("effect", "alpha"), [(0, 0.05), (float("nan"), 0.05), (1, 0), (1, 1)])
def test_real_level_refuses_what_is_no_ratio_or_level(effect: float, alpha: float) -> None:
    with pytest.raises(SpecError):
        real_level(effect, alpha)


def test_sets_are_the_segments_that_koehn_takes() -> None:
    """Sets b, b + g, b + 2g, ... and [b s, (b + 1) s): spec 6.1, after Koehn 2004, 3.2 and 3.3."""
    counts = counts_of_texts(np.random.default_rng(7), [0.5, 0.6], 60)
    measurement = bleu_like_of(counts)
    sets = broad_and_blocks(measurement, 12)
    for b in range(5):
        for scores, chosen in (
            (sets.broad.scores, slice(b, None, 5)),
            (sets.blocks.scores, slice(12 * b, 12 * b + 12)),
        ):
            alone = measurement.scores(counts[:, chosen].sum(axis=1).astype(float))
            assert scores[:, b].tolist() == alone.tolist()
    assert sets.blocks.sd.tolist() == pytest.approx(sets.blocks.scores.std(axis=1, ddof=1).tolist())
    assert sets.broad.low.tolist() == sets.broad.scores.min(axis=1).tolist()
    assert sets.broad.high.tolist() == sets.broad.scores.max(axis=1).tolist()


def test_golden_dependent_series_scatters_in_blocks_as_theory_says() -> None:
    """Spec 6.1: an AR(1) of 0.9, N = 30000, sets of 300: sqrt(19) = 4.36 for variances of means; one run gave 4.82.

    Neighbouring broad sets hold neighbouring segments, so that g = 100 of them scatter too little: by 1 - 19 / g.
    """
    ratios = [broad_and_blocks(mean_of(ar1(0.9, 30_000, seed)[None]), 300).sd_ratio[0] for seed in range(12)]
    of_blocks = 19 - 2 * 0.9 / (300 * 0.1**2)  # the sum of correlations within 300, not within infinitely many
    assert np.mean(ratios) == pytest.approx(np.sqrt(of_blocks / (1 - 19 / 100)), rel=0.1)


def test_a_shuffled_series_scatters_in_blocks_as_in_broad_sets() -> None:
    series = np.random.default_rng(8).permutation(ar1(0.9, 30_000, 1))
    assert broad_and_blocks(mean_of(series[None]), 300).design_effect[0] == pytest.approx(1, abs=0.6)


def test_a_tail_is_refused_unless_left_out() -> None:
    measurement = mean_of([[1.0, 2.0, 3.0, 4.0, 50.0]])
    with pytest.raises(SpecError, match="1 are left over"):
        broad_and_blocks(measurement, 2)
    sets = broad_and_blocks(measurement, 2, drop_tail=True)
    assert (sets.n_dropped, sets.size) == (1, 2)
    assert sets.blocks.scores.tolist() == [[1.5, 3.5]]
    assert sets.broad.scores.tolist() == [[2.0, 3.0]]


@pytest.mark.parametrize("size", [0, -1, 3, 4, 5])
def test_sizes_that_give_no_two_sets_are_refused(size: int) -> None:
    with pytest.raises(SpecError, match="at least two"):
        broad_and_blocks(mean_of([[1.0, 2.0, 3.0, 4.0]]), size, drop_tail=True)


def test_equal_scores_have_no_ratio() -> None:
    sets = broad_and_blocks(mean_of([[0.1] * 6]), 2)
    assert sets.blocks.sd.tolist() == [0.0]
    assert np.isnan(sets.design_effect).all()
