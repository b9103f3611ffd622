"""Matching in pairs: as many as of all ways, by trying these."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from steelyard.metrics.parts.dependencies import maximum_matching

N_RIGHT = 3


@given(st.lists(st.lists(st.integers(0, N_RIGHT - 1), unique=True, max_size=N_RIGHT), max_size=4))
def test_no_way_matches_more(edges: list[list[int]]) -> None:
    found = maximum_matching(edges, N_RIGHT)
    assert all(right in [-1, *own] for right, own in zip(found, edges, strict=True))
    matched = [right for right in found if right >= 0]
    assert len(set(matched)) == len(matched)
    ways = ([right for right in way if right >= 0] for way in product(*([-1, *own] for own in edges)))
    assert len(matched) == max(len(way) for way in ways if len(set(way)) == len(way))


def test_of_three_with_two_to_match_one_is_left() -> None:
    assert maximum_matching([[0, 1]] * 3, 2) == [0, 1, -1]
