"""Ranks, rank ranges and clusters, against their rules written out as loops."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steelyard.inference import clusters, rank_ranges

Verdicts = tuple[list[list[bool]], list[int]]


def clusters_by_loops(is_better: list[list[bool]], order: list[int]) -> dict[int, int]:
    """Walk down the ranking; a boundary stands where everyone above beats everyone below."""
    found, current = {}, 1
    for position, system in enumerate(order):
        above, below = order[:position], order[position:]
        if above and all(is_better[i][j] for i in above for j in below):
            current += 1
        found[system] = current
    return found


@st.composite
def verdicts(draw: st.DrawFn) -> Verdicts:
    """Draw who is significantly better than whom (never both ways) and a ranking; often nearly a total order."""
    n_systems = draw(st.integers(1, 6))
    order = draw(st.permutations(range(n_systems)))
    is_better = [[False] * n_systems for _ in range(n_systems)]
    for position, i in enumerate(order):
        for j in order[position + 1 :]:
            is_better[i][j] = draw(st.integers(0, 5)) > 0
    return is_better, order


@given(drawn=verdicts())
def test_a_cluster_ends_where_all_above_beat_all_below(drawn: Verdicts) -> None:
    is_better, order = drawn
    rank = [1 + order.index(system) for system in range(len(order))]
    expected = clusters_by_loops(is_better, order)
    assert clusters(np.array(is_better), rank) == [expected[system] for system in range(len(order))]


@given(drawn=verdicts())
def test_rank_ranges_count_the_systems_that_are_surely_above_and_below(drawn: Verdicts) -> None:
    is_better, order = drawn
    n = len(order)
    expected = [
        (1 + sum(is_better[j][i] for j in range(n)), n - sum(is_better[i][j] for j in range(n))) for i in range(n)
    ]
    assert rank_ranges(np.array(is_better)) == expected
    assert all(low <= 1 + order.index(system) <= high for system, (low, high) in enumerate(expected))


def test_a_difference_of_neighbours_is_no_boundary_when_significance_is_not_transitive() -> None:
    # 0 beats 1, yet not 2, whose scores vary more: all three stay together.
    is_better = np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]], dtype=bool)
    assert clusters(is_better, [1, 2, 3]) == [1, 1, 1]
    assert rank_ranges(is_better) == [(1, 2), (2, 3), (1, 3)]


def test_one_missing_verdict_moves_the_boundary_below_it() -> None:
    total_order = np.triu(np.ones((4, 4), dtype=bool), 1)
    assert clusters(total_order, [1, 2, 3, 4]) == [1, 2, 3, 4]
    one_missing = total_order.copy()
    one_missing[0, 2] = False  # first against third: the boundaries after first and after second fall
    assert clusters(one_missing, [1, 2, 3, 4]) == [1, 1, 1, 2]


def test_clusters_follow_the_ranks_and_not_the_positions() -> None:
    is_better = np.zeros((3, 3), dtype=bool)
    is_better[2, 0] = is_better[2, 1] = True
    assert clusters(is_better, [3, 2, 1]) == [2, 2, 1]


def test_nobody_better_is_one_cluster_and_every_rank() -> None:
    nothing = np.zeros((4, 4), dtype=bool)
    assert clusters(nothing, [1, 2, 3, 4]) == [1, 1, 1, 1]
    assert rank_ranges(nothing) == [(1, 4)] * 4
    assert (clusters(np.zeros((1, 1), dtype=bool), [1]), rank_ranges(np.zeros((1, 1), dtype=bool))) == ([1], [(1, 1)])
