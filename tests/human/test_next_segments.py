"""Drawing what to rate next: every segment has its chance, and estimates that use the chances are right."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import next_segments, prediction_powered, residual_spread

SPREAD = np.array([1.0, 1.0, 2.0, 4.0, 0.1, 3.0, 2.0, 2.0, 8.0, 1.0])


def test_chances_follow_the_spread() -> None:
    found = next_segments(SPREAD, 4, rng=1)
    chances = found.probabilities
    assert chances.sum() == pytest.approx(4)
    assert chances[8] == 1
    is_free = (SPREAD > 0.5) & (chances < 1)
    assert np.ptp(chances[is_free] / SPREAD[is_free]) < 1e-9
    assert chances[4] == pytest.approx(0.25 * 4 / 10)  # the least
    assert len(found.segments) == found.n_units == 4
    assert 8 in found.segments


@given(st.integers(0, 2**32), st.integers(1, 30), st.booleans())
def test_draws_have_the_wanted_number_and_chances_above_zero(seed: int, n: int, before: bool) -> None:
    rng = np.random.default_rng(seed)
    spread = rng.exponential(size=40) + 1e-6
    is_rated = np.zeros(40, bool)
    is_rated[rng.permutation(40)[:8]] = before
    earlier = np.full(40, 8 / 40) if before and seed % 2 else None
    found = next_segments(spread, n, rng=seed, is_rated=is_rated, earlier=earlier)
    assert len(found.segments) == n
    assert not is_rated[found.segments].any()
    assert (found.probabilities > 0).all()
    assert (found.probabilities <= 1).all()
    again = next_segments(spread, n, rng=seed, is_rated=is_rated, earlier=earlier)
    assert again.segments.tolist() == found.segments.tolist()
    if before and earlier is None:
        assert (found.probabilities[is_rated] == 1).all()


def test_each_segment_is_drawn_as_often_as_its_chance_says() -> None:
    counts = np.zeros(10)
    for seed in range(400):
        counts[next_segments(SPREAD, 4, rng=seed).segments] += 1
    chances = next_segments(SPREAD, 4, rng=0).probabilities
    error = np.sqrt(chances * (1 - chances) / 400)
    assert (np.abs(counts / 400 - chances) <= 4 * error).all()


def test_two_stages_have_the_chances_of_both() -> None:
    """A random pilot of 3, then 3 more whose spread was fixed beforehand: how often each segment is rated at all."""
    counts, said = np.zeros(10), np.zeros(10)
    rng = np.random.default_rng(2)
    for seed in range(400):
        is_rated = np.zeros(10, bool)
        is_rated[rng.permutation(10)[:3]] = True
        found = next_segments(SPREAD, 3, rng=seed, is_rated=is_rated, earlier=np.full(10, 0.3))
        is_rated[found.segments] = True
        counts += is_rated
        said += found.probabilities
    assert counts / 400 == pytest.approx(said / 400, abs=0.1)  # chances vary a little with what was left


def test_equal_spread_is_a_random_sample() -> None:
    assert next_segments(np.ones(8), 2, rng=1).probabilities == pytest.approx(np.full(8, 0.25))
    assert next_segments(np.ones(8), 8, rng=1).segments.tolist() == list(range(8))


def test_whole_documents() -> None:
    documents = np.repeat(np.arange(12), [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    found = next_segments(np.ones(42), 14, rng=3, documents=documents)
    drawn = np.unique(documents[found.segments])
    assert np.isin(documents, drawn).sum() == len(found.segments)
    assert found.n_units == len(drawn)
    by_document = [set(found.probabilities[documents == code].tolist()) for code in range(12)]
    assert all(len(chances) == 1 for chances in by_document)
    assert found.probabilities.sum() == pytest.approx(14)
    assert found.probabilities[41] / found.probabilities[0] == pytest.approx(6**0.5)


def test_estimates_from_such_draws_are_right_on_average_and_better() -> None:
    rng = np.random.default_rng(9)
    metric = rng.gamma(1.0, size=300)
    people = metric + metric * rng.normal(size=300)
    estimates: dict[str, list[float]] = {"random": [], "weights": []}
    documents = np.arange(300)
    for seed in range(150):
        for name, spread in (("random", np.ones(300)), ("weights", metric + 0.05)):
            drawn = next_segments(spread, 40, rng=seed)
            scores = np.full(300, np.nan)
            scores[drawn.segments] = people[drawn.segments]
            found = prediction_powered(
                scores, metric, documents, sampling="weights", probabilities=drawn.probabilities, target="set"
            )
            estimates[name].append(found.powered.estimate)
    spreads = {name: np.std(found) for name, found in estimates.items()}
    assert spreads["weights"] < 0.85 * spreads["random"]
    for name, found in estimates.items():
        assert abs(np.mean(found) - people.mean()) < 4 * spreads[name] / 150**0.5


def test_the_spread_that_the_metric_leaves_is_learned() -> None:
    rng = np.random.default_rng(10)
    metric = rng.uniform(1, 10, size=(3, 400))
    metric[1:] = metric[0] + rng.normal(0, 0.1, (2, 400))
    people = 2 * metric + 0.3 * metric * rng.normal(size=(3, 400)) + 5 * rng.normal(size=400)  # the last is shared
    is_rated = np.arange(400) < 150
    spread = residual_spread(np.where(is_rated, people, np.nan), metric)
    assert spread.shape == (400,)
    truth = 0.3 * metric[0] * (2 / 3) ** 0.5  # of differences to the mean of three systems
    assert np.corrcoef(spread, truth)[0, 1] > 0.99
    wide = truth > truth.mean() / 2
    assert spread[wide] == pytest.approx(truth[wide] * 0.94, rel=0.25)
    assert spread.min() == pytest.approx(spread.mean() / 3, rel=0.1)  # held there
    few = residual_spread(np.where(np.arange(400) < 9, people, np.nan), metric)
    assert np.ptp(few) == 0
    assert residual_spread([[1.0, 2.0, np.nan]], [[1.0, 2.0, 3.0]]).tolist() == [1, 1, 1]  # the metric says all


def test_bad_input_is_refused() -> None:
    with pytest.raises(SpecError, match="10 segments are not rated yet"):
        next_segments(SPREAD, 11, rng=1)
    with pytest.raises(SpecError):
        next_segments(SPREAD, 0, rng=1)
    with pytest.raises(SpecError, match="least share"):
        next_segments(SPREAD, 2, rng=1, least_share=0.0)
    with pytest.raises(DataError, match="Segment 2: the spread must be above 0"):
        next_segments([1.0, 0.0], 1, rng=1)
    with pytest.raises(DataError, match="Earlier chances"):
        next_segments(SPREAD, 2, rng=1, earlier=np.ones(10))
    with pytest.raises(DataError, match="rated in part"):
        next_segments(SPREAD, 2, rng=1, is_rated=np.arange(10) == 0, documents=np.arange(10) // 2)
    with pytest.raises(DataError, match="differ within a document"):
        next_segments(SPREAD, 2, rng=1, earlier=np.arange(10) / 20, documents=np.arange(10) // 2)
    with pytest.raises(AlignmentError):
        residual_spread([[1.0, 2.0]], [[1.0, 2.0, 3.0]])
    with pytest.raises(DataError, match="No segment was rated for every system"):
        residual_spread([[1.0, np.nan], [np.nan, 1.0]], np.ones((2, 2)))
    with pytest.raises(DataError, match="missing"):
        residual_spread([[1.0, 2.0]], [[1.0, np.nan]])
