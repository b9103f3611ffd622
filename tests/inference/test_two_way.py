"""Variance where two things are sampled, against statsmodels, explicit sums and simulated raters."""

import numpy as np
import pytest
from scipy.stats import t as student

from steelyard.inference import Clustered, ClusterProducts, TwoWay, clustered, two_way
from tests.needs import module


def test_unscaled_it_is_cameron_gelbach_and_millers_of_statsmodels() -> None:
    rng = np.random.default_rng(5)
    n = 400
    documents, raters = rng.integers(0, 20, n), rng.integers(0, 8, n)
    y = rng.normal(size=20)[documents] + rng.normal(size=8)[raters] + rng.normal(size=n)
    model = module("statsmodels.api").OLS(y, np.ones(n))
    groups = np.stack([documents, raters], axis=1)
    expected = model.fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}).cov_params()[0, 0]
    added, weights = (y - y.mean()) / n, np.full(n, 1 / n)
    rows = np.zeros(n, np.int64)
    parts = [documents, raters, documents * 8 + raters]
    squares = [float(ClusterProducts.of(added, weights, rows, codes, 1).sums[0, 0]) for codes in parts]
    assert squares[0] + squares[1] - squares[2] == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_products_are_sums_over_clusters(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, n_systems = 300, 4
    systems, codes = rng.integers(0, n_systems, n), rng.integers(0, 7, n)
    weights = rng.uniform(0.5, 2, n)
    weights /= np.bincount(systems, weights)[systems]
    values = rng.normal(size=n)
    added = weights * (values - np.bincount(systems, weights * values)[systems])
    found = ClusterProducts.of(added, weights, systems, codes, n_systems)
    pairs = [(0, 1), (2, 3), (3, 0)]
    for i, (a, b) in enumerate(pairs):
        sums = [sum(added[(systems == a) & (codes == g)]) - sum(added[(systems == b) & (codes == g)]) for g in range(7)]
        held = np.array([[weights[(systems == s) & (codes == g)].sum() for g in range(7)] for s in (a, b)])
        effective = 4 / np.square(held.sum(axis=0)).sum()
        shared = (held[0] @ held[1]) / np.sqrt((held[0] @ held[0]) * (held[1] @ held[1]))
        degrees = effective - (2 - shared)
        one = found.of_differences(pairs)
        assert one.variances[i] == pytest.approx(np.square(sums).sum() * effective / degrees)
        assert one.degrees_of_freedom[i] == pytest.approx(degrees)


def test_systems_that_share_no_cluster_have_the_variance_of_two_means() -> None:
    values = np.array([1.0, 4.0, 2.0, 5.0, 9.0, 7.0])
    systems = np.repeat([0, 1], 3)
    added = (values - values.reshape(2, 3).mean(axis=1)[systems]) / 3
    found = ClusterProducts.of(added, np.full(6, 1 / 3), systems, np.arange(6), 2).of_differences([(0, 1)])
    assert found.variances[0] == pytest.approx(sum(values.reshape(2, 3).var(axis=1, ddof=1)) / 3)
    assert found.degrees_of_freedom[0] == pytest.approx(4)


def test_it_is_never_below_one_of_both_and_two_clusters_have_the_fewest_degrees() -> None:
    def of(variance: float, degrees: float) -> Clustered:
        return Clustered(np.array([variance]), np.array([degrees]))

    assert two_way(of(2.0, 99), of(1.0, 9), of(2.5, 999)).variances[0] == 2.0
    assert two_way(of(2.0, 99), of(1.0, 9), of(0.5, 999)).variances[0] == 2.5
    assert two_way(of(2.0, 99), of(0.1, 1), of(0.0, 999)).degrees_of_freedom[0] == 1
    assert two_way(of(2.0, 99), of(0.1, 4), of(0.0, 999)).degrees_of_freedom[0] == pytest.approx(
        2.1**2 / (4 / 99 + 0.01 / 4)
    )


def test_tails_are_students() -> None:
    both = TwoWay(np.array([4.0, 0.0, 0.0]), np.array([3.0, 2.0, 2.0]))
    above, below = both.tails(np.array([3.0, 0.0, -1.0]))
    assert above.tolist() == pytest.approx([student.sf(1.5, 3), 1, 1])
    assert below.tolist() == pytest.approx([student.cdf(1.5, 3), 1, 0])
    assert both.half_widths(0.95, 3)[0] == pytest.approx(2 * student.isf(0.05 / 6, 3))


@pytest.mark.parametrize(("n_raters", "taste"), [(3, 2.0), (8, 2.0), (3, 0.0), (5, 6.0), (20, 2.0)])
def test_equal_systems_are_rarely_called_different_and_without_raters_often(n_raters: int, taste: float) -> None:
    """Every rater judges both systems on 60 documents, and favours one of them."""
    rng, n_sets, n_documents = np.random.default_rng(11), 1000, 60
    tastes = rng.normal(0, taste * 2**0.5, (n_sets, n_raters, 1))
    gains = tastes + rng.normal(0, 10 * 2**0.5, (n_sets, n_raters, n_documents))
    deltas = gains.mean(axis=(1, 2))
    added = (gains - deltas[:, None, None]) / (n_raters * n_documents)
    documents = clustered(added.sum(axis=1), np.full((n_sets, n_documents), 1 / n_documents))
    raters = clustered(added.sum(axis=2), np.full((n_sets, n_raters), 1 / n_raters))
    cells = clustered(added.reshape(n_sets, -1), np.full((n_sets, n_raters * n_documents), 1 / n_raters / n_documents))
    both, alone = two_way(documents, raters, cells), TwoWay(documents.variances, documents.degrees_of_freedom)
    wrong, of_these = (np.mean(np.abs(deltas) > one.half_widths(0.95)) for one in (both, alone))
    assert wrong < 0.05 + 2 * (0.05 * 0.95 / n_sets) ** 0.5
    assert (of_these > 0.15) == (taste > 0), "the test over documents alone would be caught"
    forgotten = TwoWay(both.variances, np.full(n_sets, n_documents - 1.0))
    if taste > 2:
        assert np.mean(np.abs(deltas) > forgotten.half_widths(0.95)) > 0.1, (
            "and so would degrees of freedom of documents"
        )
