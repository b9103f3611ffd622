"""The exact line search: the specification's table, its toy list, brute force over all crossings, and edges."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.lab.tuning import TunableLists, interval_around, search_line, upper_envelopes

Array = NDArray[np.float64]


def one_minus_rate(sums: Array) -> Array:
    return 1 - sums[..., 0] / 8


def lists_of(counts: list[list[int]], sizes: list[int]) -> TunableLists:
    return TunableLists(np.zeros((len(counts), 1)), np.cumsum([0, *sizes]), np.array(counts), one_minus_rate)


OCH = lists_of([[2], [0], [1], [1], [0], [3]], [3, 3])  # errors of two lists, references of 4 words each
OCH_A, OCH_B = np.array([0, 1, -2, 0.5, 0, 0.2]), np.array([0, -1, 1, 0, 1, -0.5])


def test_envelopes_of_the_table() -> None:
    found = upper_envelopes(OCH_A, OCH_B, OCH.offsets)
    assert found.first.tolist() == [1, 5]
    np.testing.assert_allclose(found.cuts, [-0.6, 0.5, 1, 2])
    assert found.before.tolist() == [5, 3, 1, 0]
    assert found.after.tolist() == [3, 4, 0, 2]


@pytest.mark.parametrize(
    ("bounds", "step", "rate", "interval"),
    [
        ((-np.inf, np.inf), 0.75, 0.0, (0.5, 1.0)),
        ((-np.inf, -0.6), -0.7, 0.375, (-np.inf, -0.6)),
        ((-0.6, 0.5), -0.05, 0.125, (-0.6, 0.5)),
        ((1, 2), 1.5, 0.25, (1, 2)),
        ((2, np.inf), 2.1, 0.125, (2, np.inf)),
        ((0.9, 5), 0.95, 0.0, (0.9, 1.0)),
    ],
)
def test_intervals_of_the_table(
    bounds: tuple[float, float], step: float, rate: float, interval: tuple[float, float]
) -> None:
    found = search_line(OCH, OCH_A, OCH_B, bounds=bounds)
    np.testing.assert_allclose((found.step, 1 - found.value, found.low, found.high), (step, rate, *interval))


def bleu_unsmoothed(sums: Array) -> Array:
    matches, totals = sums[..., :4], sums[..., 4:8]
    with np.errstate(divide="ignore"):
        return np.exp(np.log(matches / totals).mean(-1) + np.minimum(0, 1 - sums[..., 9] / sums[..., 8]))


def test_the_toy_list_under_bleu() -> None:
    counts = np.array([[6, 5, 4, 3, 7, 6, 5, 4, 7, 6], [5, 3, 1, 0, 6, 5, 4, 3, 6, 6], [4, 2, 1, 0, 5, 4, 3, 2, 5, 6]])
    features = np.array([[1, 0], [0.5, 1], [0, 0]])
    lists = TunableLists(features, np.array([0, 3]), counts, bleu_unsmoothed)
    found = search_line(lists, features @ [0.5, 0.8], features[:, 1])
    assert upper_envelopes(features @ [0.5, 0.8], features[:, 1], lists.offsets).after.tolist() == [
        1
    ]  # never the third
    np.testing.assert_allclose((found.step, found.high, found.value), (-0.65, -0.55, 0.809107), atol=5e-7)


def brute_force(lists: TunableLists, a: Array, b: Array) -> tuple[float, Array]:
    """Score the middle of every gap between crossings of any two lines of a list."""
    crossings = {0.0}
    for low, high in zip(lists.offsets[:-1], lists.offsets[1:], strict=True):
        crossings |= {(a[i] - a[j]) / (b[j] - b[i]) for i, j in combinations(range(low, high), 2) if b[i] != b[j]}
    at = np.array(sorted(crossings))
    points = np.concatenate([[at[0] - 1], (at[1:] + at[:-1]) / 2, [at[-1] + 1]])
    points = points[np.diff(points, prepend=-np.inf) > 1e-9]
    return max(lists.value_of(_picks(lists, a + g * b)) for g in points), points


def _picks(lists: TunableLists, scores: Array) -> NDArray[np.int64]:
    ends = zip(lists.offsets[:-1], lists.offsets[1:], strict=True)
    return np.array([low + int(np.argmax(scores[low:high])) for low, high in ends])


def random_lists(seed: int) -> tuple[TunableLists, Array, Array]:
    """Draw small whole numbers, so that ties, equal and parallel lines and common crossings are many."""
    generator = np.random.default_rng(seed)
    sizes = generator.integers(1, 6, size=generator.integers(1, 5))
    n = int(sizes.sum())
    counts = np.stack([generator.integers(0, 6, n), generator.integers(1, 8, n)], axis=1)
    lists = TunableLists(
        np.zeros((n, 1)), np.concatenate([[0], sizes.cumsum()]), counts, lambda u: u[..., 0] / u[..., 1]
    )
    return lists, generator.integers(-4, 5, n).astype(float), generator.integers(-3, 4, n).astype(float)


def check_against_brute_force(seeds: range) -> None:
    for seed in seeds:
        lists, a, b = random_lists(seed)
        found = search_line(lists, a, b)
        best, _ = brute_force(lists, a, b)
        assert found.value == best, seed
        assert lists.value_of(_picks(lists, a + found.step * b)) == best, seed
        assert found.low < found.step < found.high, seed


def test_random_lists_against_brute_force() -> None:
    check_against_brute_force(range(250))


@pytest.mark.slow
def test_three_thousand_random_lists_against_brute_force() -> None:
    check_against_brute_force(range(3000))


def test_every_interval_has_the_picks_of_its_middle() -> None:
    for seed in range(100):
        lists, a, b = random_lists(seed)
        found = upper_envelopes(a, b, lists.offsets)
        winners = found.first.copy()
        cuts = np.concatenate([found.cuts, [found.cuts[-1] + 2] if len(found.cuts) else [1.0]])
        np.testing.assert_array_equal(winners, _picks(lists, a + (cuts[0] - 1) * b))
        owner = lists.owner
        for cut, after, following in zip(found.cuts, found.after, cuts[1:], strict=True):
            winners[owner[after]] = after
            if following - cut > 1e-9:
                np.testing.assert_array_equal(winners, _picks(lists, a + (cut + following) / 2 * b))


@pytest.mark.parametrize(
    ("shift", "ends"), [(0, (-0.6, 0.5)), (0.75, (0.5, 1)), (3, (2, np.inf)), (-1, (-np.inf, -0.6))]
)
def test_how_far_weights_can_move(shift: float, ends: tuple[float, float]) -> None:
    found = interval_around(OCH, OCH_A + shift * OCH_B, OCH_B)
    np.testing.assert_allclose(found, np.array(ends) - shift)


def test_flat_lists_stay_where_they_are() -> None:
    found = search_line(OCH, OCH_A, np.ones(6))
    assert (found.step, found.low, found.high, found.n_intervals) == (0.0, -np.inf, np.inf, 1)


def test_cuts_that_are_one_but_for_rounding_make_no_interval() -> None:
    # Both lists change at 1/3, computed differently; between the two nothing may be scored.
    a, b = np.array([0, -0.1, 0, -1 / 3]), np.array([0, 0.3, 0, 1])
    lists = TunableLists(np.zeros((4, 1)), np.array([0, 2, 4]), np.array([[0], [9], [9], [0]]), lambda u: u[..., 0])
    found = search_line(lists, a, b)
    assert (found.value, found.n_intervals) == (9.0, 2)


def test_candidates_that_count_the_same_make_no_cut() -> None:
    lists = TunableLists(np.zeros((2, 1)), np.array([0, 2]), np.array([[3], [3]]), lambda u: u[..., 0])
    assert search_line(lists, np.array([0.0, 1.0]), np.array([1.0, 0.0])).n_intervals == 1


def test_equal_values_take_the_widest_interval_and_then_the_nearest() -> None:
    lists = lists_of([[0], [1], [0]], [3])  # best left of -1 and right of 3: both without end
    found = search_line(lists, np.array([0.0, 1.0, -2.0]), np.array([-1.0, 0.0, 1.0]))
    assert (found.value, found.step) == (1.0, -1.1)


@pytest.mark.parametrize("slope", [1e-320, 5e-324])
def test_lines_that_meet_beyond_all_numbers(slope: float) -> None:
    lists = lists_of([[0], [1]], [2])
    above = search_line(lists, np.array([0.0, 1.0]), np.array([0.0, slope]))  # the second has always won
    assert (above.value, above.n_intervals) == (7 / 8, 1)
    below = search_line(lists, np.array([1.0, 0.0]), np.array([0.0, slope]))
    assert (below.value, below.n_intervals) == (1.0, 1)


def test_bad_lists_are_refused_by_name() -> None:
    counts = np.zeros((2, 1), dtype=np.int64)
    with pytest.raises(AlignmentError, match=r"Segment 1 \(from 0\) has no candidate"):
        TunableLists(np.zeros((2, 1)), np.array([0, 2, 2]), counts, one_minus_rate)
    with pytest.raises(DataError, match="Feature 1 of candidate 2 is nan"):
        TunableLists(np.array([[0.0], [np.nan]]), np.array([0, 2]), counts, one_minus_rate)
    with pytest.raises(AlignmentError, match="other numbers of counts"):
        TunableLists(np.zeros((3, 1)), np.array([0, 3]), counts, one_minus_rate)
