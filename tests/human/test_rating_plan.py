"""Variance components against analyses of variance and simulation; designs against theory and simulation."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import RatingVariance, design_error, design_power, rating_designs, rating_variance
from steelyard.human.planning.rating_plan import _with_raters, range_of_needs


def nested(n_documents: int, n_segments: int, n_ratings: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return documents and segments of a balanced design, rating by rating."""
    segments = np.repeat(np.arange(n_documents * n_segments), n_ratings)
    return segments // n_segments, segments


def test_balanced_designs_have_the_components_of_an_analysis_of_variance() -> None:
    rng = np.random.default_rng(3)
    d, m, r = 6, 4, 3
    documents, segments = nested(d, m, r)
    values = 2 * rng.normal(size=d)[documents] + 1.5 * rng.normal(size=d * m)[segments] + rng.normal(size=d * m * r)
    table = values.reshape(d, m, r)
    within = table.var(axis=2, ddof=1).mean()
    of_segments = r * table.mean(axis=2).var(axis=1, ddof=1).mean()
    of_documents = m * r * table.mean(axis=(1, 2)).var(ddof=1)
    found = rating_variance(values, documents, segments, np.arange(len(values)))
    assert found.residual == pytest.approx(within)
    assert found.segment == pytest.approx((of_segments - within) / r)
    assert found.document == pytest.approx((of_documents - of_segments) / (m * r))
    assert found.rater is None
    assert found.mean == pytest.approx(values.mean())


def test_crossed_raters_have_the_components_of_a_two_way_analysis() -> None:
    """Each document one segment, rated by all: documents (with their segment) by raters, without replication."""
    rng = np.random.default_rng(4)
    n, k = 12, 5
    table = 3 * rng.normal(size=(n, 1)) + 2 * rng.normal(size=(1, k)) + rng.normal(size=(n, k))
    rows, columns = (grid.ravel() for grid in np.mgrid[:n, :k])
    left = table - table.mean(1, keepdims=True) - table.mean(0) + table.mean()
    residual = (left**2).sum() / ((n - 1) * (k - 1))
    found = rating_variance(table.ravel(), rows, rows, columns)
    assert found.segment is None
    assert found.residual == pytest.approx(residual)
    assert found.document == pytest.approx(table.mean(1).var(ddof=1) - residual / k)
    assert found.rater == pytest.approx(table.mean(0).var(ddof=1) - residual / n)


def test_uneven_pilots_are_right_on_average() -> None:
    rng = np.random.default_rng(5)
    documents = np.repeat(np.arange(30), rng.integers(1, 9, 30))
    ratings = np.repeat(np.arange(len(documents)), rng.integers(1, 4, len(documents)))
    raters = rng.integers(0, 12, len(ratings))
    sums = np.zeros(4)
    for _ in range(400):
        values = (
            rng.normal(size=30)[documents][ratings]
            + 1.5 * rng.normal(size=len(documents))[ratings]
            + 1.2 * rng.normal(size=12)[raters]
            + 2 * rng.normal(size=len(ratings))
        )
        found = rating_variance(values, documents[ratings], ratings, raters)
        assert found.segment is not None
        assert found.rater is not None
        sums += [found.document, found.segment, found.rater, found.residual]
    assert sums / 400 == pytest.approx([1, 1.5**2, 1.2**2, 4], rel=0.08)


def test_what_cannot_be_told_apart_is_not_guessed() -> None:
    rng = np.random.default_rng(6)
    values = rng.normal(size=24)
    documents, segments = nested(6, 4, 1)
    once = rating_variance(values, documents, segments, documents)  # a rater for each document
    assert (once.segment, once.rater) == (None, None)
    alone = rating_variance(values, documents, segments, np.zeros(24, int))
    assert (alone.segment, alone.rater) == (None, None)
    assert alone.n_raters == 1
    apart = rating_variance(values, np.arange(24), np.arange(24), np.zeros(24, int))
    assert (apart.residual, apart.segment) == (0.0, None)
    assert apart.document == pytest.approx(values.var(ddof=1))


def test_no_component_is_below_zero() -> None:
    documents, segments = nested(2, 2, 2)
    found = rating_variance([1, -1, 1, -1, 1, -1, 1, -1], documents, segments, np.arange(8))
    assert (found.document, found.segment) == (0, 0)
    assert found.residual == pytest.approx(8 / 7)  # the best fit of one number: the variance
    same = rating_variance(np.full(8, 3.0), documents, segments, np.arange(8))
    assert (same.document, same.segment, same.residual, same.mean) == (0, 0, 0, 3)


def test_pairs_are_averaged_before_anything_is_cut_at_zero() -> None:
    """Components of alike pairs are means of the analyses of variance, those below 0 included."""
    d, r, k = 5, 4, 30
    documents, segments = nested(d, r, 1)
    table = np.random.default_rng(12).normal(size=(k, d, r))  # all spread is within documents
    within = table.var(axis=2, ddof=1).mean(axis=1)
    between = table.mean(axis=2).var(axis=1, ddof=1) - within / r
    cut = [rating_variance(one.ravel(), documents, segments, np.zeros(d * r, int)).document for one in table]
    pairs = np.repeat(np.arange(k), d * r)
    found = rating_variance(
        7 * pairs + table.ravel(), np.tile(documents, k), np.tile(segments, k), np.zeros(k * d * r, int), pairs
    )
    assert (between < 0).any()
    assert found.document == pytest.approx(max(0.0, between.mean()), abs=1e-9)
    assert found.document < np.mean(cut) / 2
    assert (found.n_documents, found.n_ratings) == (d, k * d * r)
    with pytest.raises(DataError, match="at least 2 are needed"):  # two documents, but of different pairs
        rating_variance([1, 2, 3, 4], [0, 0, 1, 1], [0, 1, 2, 3], [0] * 4, [0, 0, 1, 1])


def test_equal_differences_leave_no_spread_to_the_last_place() -> None:
    found = rating_variance([0.1 + 0.2] * 7, [0, 0, 1, 1, 2, 2, 2], range(7), [0] * 7)
    assert (found.document, found.residual) == (0, 0)


def test_bad_pilots_are_refused() -> None:
    with pytest.raises(DataError, match="at least 2 are needed"):
        rating_variance([1, 2], [0, 0], [0, 1], [0, 0])
    with pytest.raises(DataError, match="belongs to two documents"):
        rating_variance([1, 2], [0, 1], [0, 0], [0, 0])
    with pytest.raises(AlignmentError):
        rating_variance([1, 2], [0, 1], [0, 1], [0])
    with pytest.raises(DataError, match="not a finite number"):
        rating_variance([1, np.nan], [0, 1], [0, 1], [0, 0])


@pytest.mark.parametrize("n_documents", [2, 5, 40, 1000])
@pytest.mark.parametrize("away", [0.0, 0.7, 2.8, 9.0])
def test_power_is_that_of_the_noncentral_t(n_documents: int, away: float) -> None:
    critical = stats.t.ppf(0.975, n_documents - 1)
    if away == 9.0 and n_documents == 1000:  # beyond SciPy's own distribution
        expected = 1.0
    else:
        nct = stats.nct(n_documents - 1, away)
        expected = nct.sf(critical) + nct.cdf(-critical) if away else 0.05
    assert design_power(-away / 2, 0.5, n_documents) == pytest.approx(expected, abs=1e-9)


def test_power_far_out_is_one() -> None:
    assert design_power(1, 1e-6, 10) == 1
    assert design_power(1, 0, 10) == 1
    for n in (50, 3131, 100_000):  # SciPy's distribution gives NaN in places
        assert [design_power(1, 1 / away, n) for away in (20, 60, 150, 400, 5000)] == pytest.approx([1] * 5)
    assert design_power(0, 0, 10) == 0


PILOT = RatingVariance(1.0, 2.0, 0.5, 4.0, 0.5, 80, 20, 40, 4)


def satterthwaite(variance: RatingVariance, n: int, m: int, r: int, raters: int) -> float:
    ours, theirs = design_error(variance, n, m, r) ** 2, (variance.rater or 0.0) / raters
    return (ours + theirs) ** 2 / (ours**2 / (n - 1) + theirs**2 / (raters - 1)) if ours + theirs else n - 1.0


def test_designs_are_the_smallest_that_are_enough() -> None:
    designs = rating_designs(
        PILOT, 1.2, segments_per_document=[1, 3, 8], ratings_per_segment=[1, 2], n_raters=[None, 16]
    )
    assert len(designs) == 12
    assert [d.n_documents for d in designs] == [
        d.n_documents
        for d in rating_designs(
            PILOT, 1.2, segments_per_document=[1, 3, 8], ratings_per_segment=[1, 2], n_raters=[None, 16],
            most_documents=max(d.n_documents or 0 for d in designs),
        )
    ]  # fmt: skip
    for design in designs:
        assert design.n_documents is not None
        parts = (design.segments_per_document, design.ratings_per_segment, design.n_raters)
        for n, is_enough in ((design.n_documents, True), (design.n_documents - 1, False)):
            freedom = n - 1 if parts[2] is None else satterthwaite(PILOT, n, *parts)
            assert (design_power(1.2, design_error(PILOT, n, *parts), freedom + 1) >= 0.8) is is_enough
        assert design.n_segments == design.n_documents * parts[0]
        assert design.n_judgements == 2 * design.n_segments * parts[1]
    by_raters = [design.n_documents for design in designs]
    assert all(b > a for a, b in zip(by_raters[:6], by_raters[6:], strict=True))  # type: ignore[operator]


def test_raters_who_lean_put_an_end_to_what_documents_can_do() -> None:
    [design] = rating_designs(PILOT, 0.5, n_raters=[4])  # their error is (0.5 / 4)**0.5 = 0.35
    assert (design.n_documents, design.n_judgements, design.power) == (None, None, None)
    assert rating_designs(PILOT, 0.5, n_raters=[40])[0].n_documents is not None
    assert rating_designs(PILOT, 0.5, further_variance=0.125)[0].n_documents is None
    assert rating_designs(PILOT, 0.5, n_raters=[40], most_documents=100)[0].n_documents is None


@pytest.mark.parametrize("freedom", [1, 11, 206, 20_000])
def test_needs_lie_where_chi_square_says(freedom: int) -> None:
    low, high = freedom / stats.chi2.ppf([0.975, 0.025], freedom)
    assert range_of_needs(freedom) == pytest.approx((low, high))


def test_no_more_raters_count_than_there_are_ratings() -> None:
    assert design_error(PILOT, 5, 1, 2, 500) == design_error(PILOT, 5, 1, 2, 10)


def test_impossible_plans_are_refused() -> None:
    for wrong in ({"difference": 0.0}, {"power": 1.0}, {"alpha": 0.0}, {"segments_per_document": [0]}):
        with pytest.raises(SpecError):
            rating_designs(PILOT, **{"difference": 1.0} | wrong)  # type: ignore[arg-type]
    once = RatingVariance(1.0, None, None, 4.0, 0.5, 80, 20, 40, 4)
    with pytest.raises(SpecError, match="No segment of the pilot was rated twice"):
        rating_designs(once, 1.0, ratings_per_segment=[1, 2])
    with pytest.raises(SpecError, match="does not say how far raters lean"):
        rating_designs(RatingVariance(1.0, None, None, 4.0, 0.5, 80, 20, 40, 4), 1.0, n_raters=[None, 10])
    with pytest.raises(SpecError, match="at least two are needed"):
        rating_designs(PILOT, 1.0, n_raters=[1])


@pytest.mark.levels
def test_planned_designs_find_the_difference_as_often_as_wanted() -> None:
    """t over means of documents, for the pilot's raters."""
    rng = np.random.default_rng(8)
    [design] = rating_designs(PILOT, 1.5, segments_per_document=[4], ratings_per_segment=[2])
    assert design.n_documents is not None
    assert design.power is not None
    n, found = design.n_documents, 0
    documents, segments = nested(n, 4, 2)
    for _ in range(4000):
        values = 1.5 + rng.normal(size=n)[documents] + 2**0.5 * rng.normal(size=4 * n)[segments]
        means = (values + 2 * rng.normal(size=8 * n)).reshape(n, -1).mean(axis=1)
        found += abs(means.mean() / stats.sem(means)) > stats.t.ppf(0.975, n - 1)
    low, high = stats.binom.interval(0.999, 4000, design.power)
    assert low <= found <= high


BUNDLED = RatingVariance(5.57**2, 10.0**2, 9.74**2, 9.57**2, 0.0, 100, 12, 40, 8)


@pytest.mark.levels
@pytest.mark.parametrize(("m", "r"), [(1, 1), (5, 2)])
def test_the_test_that_designs_with_raters_are_for_keeps_its_level_and_power(m: int, r: int) -> None:
    """Error and degrees of freedom from the components of the new ratings; a test over documents can be off twofold."""
    rng, raters, trials = np.random.default_rng(9), 24, 1500
    [design] = rating_designs(
        BUNDLED, 8.0, segments_per_document=[m], ratings_per_segment=[r], n_raters=[raters]
    )  # fmt: skip
    n = design.n_documents
    assert n is not None
    assert design.power is not None
    documents, segments = nested(n, m, r)
    by = np.arange(n * m * r) % raters
    n_found = {0.0: 0, 8.0: 0}
    n_found_over_documents = 0
    for difference in n_found:
        for _ in range(trials):
            values = difference + 5.57 * rng.normal(size=n)[documents] + 10 * rng.normal(size=n * m)[segments]
            values += 9.74 * rng.normal(size=raters)[by] + 9.57 * rng.normal(size=n * m * r)
            found = rating_variance(values, documents, segments, by)
            error, freedom = design_error(found, n, m, r, raters), satterthwaite(found, n, m, r, raters)
            n_found[difference] += abs(values.mean() / error) > stats.t.ppf(0.975, freedom)
            means = values.reshape(n, -1).mean(axis=1)
            is_over = abs(means.mean() / stats.sem(means)) > stats.t.ppf(0.975, n - 1)
            n_found_over_documents += is_over and difference == 0
    assert n_found[0.0] / trials < 0.07
    assert n_found_over_documents / trials > 0.08
    assert n_found[8.0] / trials == pytest.approx(design.power, abs=0.05)


def test_what_never_varies_needs_no_freedom() -> None:
    assert _with_raters(0.0, 5.0, 0.0, 3) == (0.0, 5.0)
    assert _with_raters(2.0, 5.0, 0.0, 3) == (2.0, pytest.approx(5.0))
