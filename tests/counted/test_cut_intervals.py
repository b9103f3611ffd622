"""Intervals of shares and of their differences stay among the values that there can be."""

from steelyard.counted.intervals import cut_differences, cut_to
from steelyard.results import PairRow


def test_a_share_lies_between_its_ends_and_no_width_is_no_interval() -> None:
    assert cut_to((-0.1, 0.4), 0.0, 1.0) == (0.0, 0.4)
    assert cut_to((0.8, 1.2), 0.0, 1.0) == (0.8, 1.0)
    assert cut_to((1.0, 1.0), 0.0, 1.0) is None
    assert cut_to(None, 0.0, 1.0) is None


def test_differences_of_shares_are_at_most_one_either_way() -> None:
    row = PairRow("m", "M", "a", "b", -0.9, (-1.14, -0.2), (-1.3, 0.1), 0.01, 0.02, 0.0, "worse", "", None)
    [found] = cut_differences([row], 1.0)
    assert found.interval == (-1.0, -0.2) and found.interval_simultaneous == (-1.0, 0.1)
    assert found.interval_p_adjusted is None and found.delta == -0.9
