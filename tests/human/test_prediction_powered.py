"""Means of ratings with the help of a metric: right on average over every sample, and as wide as theory says."""

from collections.abc import Iterable
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import PredictionPowered, prediction_powered

RNG = np.random.default_rng(7)
PEOPLE = np.array([3.0, -1.0, 4.0, 1.5, -5.0, 9.0, 2.0, 6.0])
METRIC = np.array([2.0, 0.0, 3.0, 2.0, -3.0, 5.0, 2.0, 3.0])
APART = np.arange(8)


def rated(at: Iterable[int], people: NDArray[np.float64] = PEOPLE) -> NDArray[np.float64]:
    """Return ratings of these segments, NaN elsewhere."""
    scores = np.full(len(people), np.nan)
    scores[list(at)] = people[list(at)]
    return scores


def test_by_hand() -> None:
    found = prediction_powered([1, 2, None, None], [1, 2, 3, 4], APART[:4], sampling="random", target="set", weight=1.0)
    assert found.classical.estimate == 1.5
    assert found.powered.estimate == 2.5  # the metric says that the others are 1.5 better on average
    assert found.classical.standard_error == pytest.approx((0.5 * 0.5 / 2) ** 0.5)  # (1 - n/N) s^2 / n
    assert found.powered.standard_error == 0
    assert np.isnan(found.gain)
    half = stats.t.ppf(0.975, 1) * 0.125**0.5
    assert (found.classical.low, found.classical.high) == pytest.approx((1.5 - half, 1.5 + half))


def test_classical_intervals_are_those_of_the_textbook() -> None:
    scores = rated([0, 2, 3, 5, 7])
    for level in (0.9, 0.99):
        found = prediction_powered(scores, METRIC, APART, sampling="random", confidence_level=level).classical
        values = PEOPLE[[0, 2, 3, 5, 7]]
        assert (found.low, found.high) == pytest.approx(stats.t.interval(level, 4, values.mean(), stats.sem(values)))
    in_set = prediction_powered(scores, METRIC, APART, sampling="random", target="set").classical
    assert in_set.standard_error == pytest.approx(stats.sem(values) * (1 - 5 / 8) ** 0.5)


def test_documents_have_the_error_of_a_ratio_of_totals() -> None:
    documents = np.array([0, 0, 1, 1, 1, 2, 3, 3])
    scores = rated([0, 1, 2, 3, 4, 5])
    found = prediction_powered(scores, METRIC, documents, sampling="documents", target="set").classical
    totals, sizes = np.array([2.0, 0.5, 9.0]), np.array([2, 3, 1])
    ratio = totals.sum() / sizes.sum()
    variance = (1 - 3 / 4) * np.var(totals - ratio * sizes, ddof=1) / 3 / sizes.mean() ** 2  # Cochran, section 6.3
    assert found.estimate == pytest.approx(ratio)
    assert found.standard_error == pytest.approx(variance**0.5)


@pytest.mark.parametrize("target", ["set", "population"])
def test_the_error_is_that_of_clusters_with_unequal_chances(target: str) -> None:
    """Both variances, written out segment by segment."""
    documents = np.array([0, 0, 1, 1, 1, 2, 3, 3])
    chances = np.array([0.5, 0.5, 0.2, 0.4, 0.9, 1.0, 0.3, 0.3])
    at = [0, 2, 3, 5, 6]
    found = prediction_powered(
        rated(at), METRIC, documents, sampling="weights", probabilities=chances, target=target, weight=1.5
    )
    total = sum(1 / chances[i] for i in at)
    mean = sum((PEOPLE[i] - 1.5 * METRIC[i]) / chances[i] for i in at) / total
    assert found.powered.estimate == pytest.approx(1.5 * METRIC.mean() + mean)
    influence = [(PEOPLE[i] - 1.5 * METRIC[i] - mean) / chances[i] / total for i in at]
    if target == "set":
        variance = 5 / 4 * sum((1 - chances[i]) * part**2 for i, part in zip(at, influence, strict=True))
    else:
        by_document = [0.0] * 4
        for i, part in zip(at, influence, strict=True):
            by_document[documents[i]] += part
        for i in range(8):
            by_document[documents[i]] += 1.5 * (METRIC[i] - METRIC.mean()) / 8
        variance = 4 / 3 * sum(part**2 for part in by_document)
    assert found.powered.standard_error == pytest.approx(variance**0.5)
    assert found.degrees_of_freedom == (4 if target == "set" else 3)


def test_is_ppi_of_two_samples() -> None:
    """Against the formulas of Angelopoulos, Duchi and Zrnic (section 6), with rated and unrated segments apart."""
    metric = RNG.normal(size=3000)
    people = 2 * metric + RNG.normal(size=3000)
    at = np.arange(3000) % 5 == 0
    found = prediction_powered(np.where(at, people, np.nan), metric, np.arange(3000), sampling="random")
    y, f, others = people[at], metric[at], metric[~at]
    weight = np.cov(y, f)[0, 1] / np.var(f, ddof=1) / (1 + len(y) / len(others))
    estimate = weight * others.mean() + (y - weight * f).mean()
    error = (weight**2 * others.var() / len(others) + (y - weight * f).var() / len(y)) ** 0.5
    assert found.powered.estimate == pytest.approx(estimate, abs=0.05 * error)
    assert found.powered.standard_error == pytest.approx(error, rel=0.02)
    assert found.weight == pytest.approx(weight / (1 - 0.2), rel=0.01)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_every_sample_of_a_set_together_gives_its_mean_and_error(n: int) -> None:
    """With a weight from elsewhere, estimate and squared error are unbiased: all C(8, n) samples."""
    samples = [
        prediction_powered(rated(at), METRIC, APART, sampling="random", target="set", weight=1.7).powered
        for at in combinations(range(8), n)
    ]
    estimates = np.array([one.estimate for one in samples])
    assert estimates.mean() == pytest.approx(PEOPLE.mean())
    assert np.mean([one.standard_error**2 for one in samples]) == pytest.approx(estimates.var())


def test_the_weight_fitted_out_of_fold_leaves_the_mean_unbiased() -> None:
    """Segments drawn one by one, with chances: all 2^8 samples, two segments being certain."""
    people = np.append(PEOPLE, [30.0, -20.0])
    metric = np.append(METRIC, [1.0, 4.0])
    documents = np.array([0, 1, 2, 3, 4, 0, 1, 2, 5, 6])
    chances = np.array([0.5, 0.4, 0.7, 0.6, 0.3, 0.8, 0.5, 0.2, 1.0, 1.0])
    expected = {"weights differ": 0.0, "mean": 0.0}
    for is_rated in product([True, False], repeat=8):
        chance = np.prod(np.where(is_rated, chances[:8], 1 - chances[:8]))
        scores = np.where([*is_rated, True, True], people, np.nan)
        found = prediction_powered(
            scores, metric, documents,
            sampling="weights", probabilities=chances, target="set", weighting="horvitz-thompson",
        )  # fmt: skip
        expected["mean"] += chance * found.powered.estimate
        expected["weights differ"] += chance * abs(found.weight)
    assert expected["weights differ"] > 0.1
    assert expected["mean"] == pytest.approx(people.mean(), abs=1e-12)


def test_random_samples_with_a_fitted_weight_are_off_by_a_small_part_of_the_error() -> None:
    metric = RNG.normal(size=14)
    people = metric**2 + metric + RNG.normal(size=14)
    found = [
        prediction_powered(rated(at, people), metric, np.arange(14), sampling="random", target="set").powered.estimate
        for at in combinations(range(14), 6)
    ]
    assert abs(np.mean(found) - people.mean()) < 0.1 * np.std(found)


def test_a_metric_that_says_nothing_changes_nothing() -> None:
    found = prediction_powered(rated([0, 2, 5, 6]), np.ones(8), APART, sampling="random")
    assert found.weight == 0
    assert found.powered == found.classical
    assert found.gain == 1


def test_a_mean_without_any_spread() -> None:
    same = prediction_powered(np.zeros(8), METRIC, APART, sampling="random")
    assert (same.powered.estimate, same.p_value) == (pytest.approx(0), 1)
    apart = prediction_powered(rated([0, 1], np.ones(8)), np.zeros(8), APART, sampling="random")
    assert (apart.powered.standard_error, apart.powered.estimate) == (0, 1)
    assert 0 < apart.p_value < 1e-300
    whole = prediction_powered(PEOPLE, METRIC, APART, sampling="random", target="set")
    assert 0 < whole.p_value < 1e-300


def test_p_is_that_of_students_t() -> None:
    found = prediction_powered(rated([0, 2, 5, 6]), np.zeros(8), APART, sampling="random")
    assert found.p_value == pytest.approx(stats.ttest_1samp(PEOPLE[[0, 2, 5, 6]], 0).pvalue)


@pytest.mark.parametrize("sampling", ["random", "documents", "weights"])
def test_where_all_are_rated_the_metric_has_no_say(sampling: str) -> None:
    chances = np.ones(8) if sampling == "weights" else None
    for target in ("set", "population"):
        found = prediction_powered(PEOPLE, METRIC, APART // 2, sampling=sampling, probabilities=chances, target=target)
        assert found.powered.estimate == pytest.approx(PEOPLE.mean())
        assert found.powered.standard_error == pytest.approx(found.classical.standard_error)
    assert prediction_powered(PEOPLE, METRIC, APART, sampling="random", target="set").powered.standard_error == 0


def test_equal_chances_are_a_random_sample() -> None:
    at = [0, 3, 4, 7]
    for target in ("set", "population"):
        random = prediction_powered(rated(at), METRIC, APART, sampling="random", target=target)
        chances = np.full(8, 0.5)
        weights = prediction_powered(rated(at), METRIC, APART, sampling="weights", probabilities=chances, target=target)
        assert weights.powered.estimate == pytest.approx(random.powered.estimate)
        assert weights.powered.standard_error == pytest.approx(random.powered.standard_error)


def test_documents_drawn_with_chances_are_units() -> None:
    documents = np.array([0, 0, 1, 1, 1, 2, 3, 3])
    chances = np.array([0.5, 0.5, 0.2, 0.2, 0.2, 1.0, 0.3, 0.3])
    call = {"sampling": "weights", "target": "set"}
    whole = prediction_powered(rated([0, 1, 5, 6, 7]), METRIC, documents, probabilities=chances, **call)
    assert (whole.unit, whole.degrees_of_freedom) == ("document", 2)
    in_part = prediction_powered(rated([0, 5, 6, 7]), METRIC, documents, probabilities=chances, **call)
    assert (in_part.unit, in_part.degrees_of_freedom) == ("segment", 3)
    apart = chances + np.where(APART == 0, 0.1, 0.0)
    assert prediction_powered(rated([0, 1, 5, 6, 7]), METRIC, documents, probabilities=apart, **call).unit == "segment"


@given(
    st.integers(0, 10_000),
    st.floats(0.01, 100) | st.floats(-100, -0.01),
    st.floats(-100, 100),
    st.sampled_from(["set", "population"]),
)
def test_scale_and_zero_of_the_metric_do_not_matter(seed: int, factor: float, shift: float, target: str) -> None:
    rng = np.random.default_rng(seed)
    metric, people, documents = rng.normal(size=30), rng.normal(size=30), rng.integers(0, 9, 30)
    scores = np.where(rng.random(30) < 0.6, people, np.nan)
    scores[:2], documents[:2] = people[:2], [0, 1]
    found, other = (
        prediction_powered(scores, f, documents, sampling="random", target=target)
        for f in (metric, factor * metric + shift)
    )
    assert other.powered.estimate == pytest.approx(found.powered.estimate, abs=1e-9)
    assert other.powered.standard_error == pytest.approx(found.powered.standard_error, abs=1e-9)
    assert other.weight * factor == pytest.approx(found.weight, abs=1e-9)
    moved = prediction_powered(scores + shift, metric, documents, sampling="random", target=target)
    assert moved.powered.estimate == pytest.approx(found.powered.estimate + shift, abs=1e-9)
    order = rng.permutation(30)
    shuffled = prediction_powered(scores[order], metric[order], documents[order], sampling="random", target=target)
    assert shuffled.powered.estimate == pytest.approx(found.powered.estimate, abs=1e-9)


def test_unknown_choice_is_refused_with_the_reason() -> None:
    with pytest.raises(SpecError, match=r"not known how .* were chosen.* off by any amount"):
        prediction_powered(rated([0, 1, 2]), METRIC, APART, sampling=None)
    with pytest.raises(SpecError, match="Did you mean 'documents'"):
        prediction_powered(rated([0, 1, 2]), METRIC, APART, sampling="document")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="Unknown target"):
        prediction_powered(rated([0, 1, 2]), METRIC, APART, sampling="random", target="all")  # type: ignore[arg-type]


@pytest.mark.parametrize("chance", [0.0, -0.1, 1.01, np.nan])
def test_impossible_chances_of_rated_segments_are_refused(chance: float) -> None:
    chances = np.full(8, 0.5)
    chances[2] = chance
    with pytest.raises(DataError, match=r"Segment 3 is rated: its probability must be above 0 up to 1"):
        prediction_powered(rated([0, 2]), METRIC, APART, sampling="weights", probabilities=chances)
    prediction_powered(rated([0, 1]), METRIC, APART, sampling="weights", probabilities=chances)  # not rated


def test_bad_input_is_refused() -> None:
    with pytest.raises(SpecError, match="Probabilities go with"):
        prediction_powered(rated([0, 2]), METRIC, APART, sampling="weights")
    with pytest.raises(SpecError, match="Probabilities go with"):
        prediction_powered(rated([0, 2]), METRIC, APART, sampling="random", probabilities=np.ones(8))
    with pytest.raises(DataError, match="Segment 4 has no score of the metric"):
        prediction_powered(rated([0, 2]), rated([0, 1, 2]), APART, sampling="random")
    with pytest.raises(DataError, match=r"segment 3 is rated in part \(1 of 2 segments\)"):
        prediction_powered(rated([0, 1, 2]), METRIC, APART // 2, sampling="documents")
    with pytest.raises(DataError, match="at least 2 rated documents are needed"):
        prediction_powered(rated([0, 1]), METRIC, APART // 2, sampling="random")
    with pytest.raises(DataError, match=r"Ratings of 1 segment do not .* at least 2 rated segments"):
        prediction_powered(rated([0]), METRIC, APART, sampling="random", target="set")
    with pytest.raises(DataError, match="Ratings of 0 documents"):
        prediction_powered(rated([]), METRIC, APART, sampling="documents")
    with pytest.raises(AlignmentError):
        prediction_powered(rated([0, 1])[:7], METRIC, APART, sampling="random")


def covered(found: PredictionPowered, truth: float) -> bool:
    return found.powered.low <= truth <= found.powered.high


@pytest.mark.levels
def test_intervals_hold_the_mean_as_often_as_they_say() -> None:
    """Documents that differ, of one to six segments, from a population of mean 0; 15 of 60 documents or 60 segments."""
    rng = np.random.default_rng(5)
    n, counts = 2000, np.zeros((2, 2), dtype=int)
    for _ in range(n):
        documents = np.repeat(np.arange(60), rng.integers(1, 7, 60))
        metric = rng.normal(size=60)[documents] + rng.normal(size=len(documents))
        people = metric + rng.normal(size=60)[documents] + rng.normal(size=len(documents))
        for i, sampling in enumerate(("random", "documents")):
            if sampling == "random":
                at = rng.permutation(len(documents))[:60]
            else:
                at = np.flatnonzero(np.isin(documents, rng.permutation(60)[:15]))
            for j, (target, truth) in enumerate((("set", people.mean()), ("population", 0.0))):
                scores = rated(at, people)
                counts[i, j] += covered(
                    prediction_powered(scores, metric, documents, sampling=sampling, target=target), truth
                )
    assert (counts >= 0.925 * n).all(), counts / n
    assert (counts <= 0.975 * n).all(), counts / n
