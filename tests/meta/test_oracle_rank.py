"""Ranks of oracles against loops, SciPy's ranks, and lists made by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import jackknife_interval
from steelyard.meta import oracle_rank

SCORE = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.1 + 0.2])


@given(st.lists(st.tuples(st.lists(SCORE, min_size=1, max_size=5), SCORE), min_size=1, max_size=5), st.booleans())
def test_ranks_are_those_of_scipy(lists: list[Any], is_listed: bool) -> None:
    offsets = np.cumsum([0, *(len(scores) for scores, _ in lists)])
    candidates = [score for scores, _ in lists for score in scores]
    oracles = [scores[0] if is_listed else own for scores, own in lists]
    for ties, method in (("mean", "average"), ("worst", "max")):
        found = oracle_rank(candidates, oracles, offsets, is_listed=is_listed, ties=ties)  # type: ignore[arg-type]
        expected = []
        for (scores, _), own in zip(lists, oracles, strict=True):
            together = np.round([own, *(scores[1:] if is_listed else scores)], 9)
            expected.append(rankdata(-together, method=method)[0])
        assert found.ranks[0].tolist() == expected
        shares = np.array(expected) / np.diff(offsets)
        assert found.value == pytest.approx(shares.mean())
        if len(shares) > 1:
            without = (shares.sum() - shares) / (len(shares) - 1)
            assert found.interval == pytest.approx(jackknife_interval(shares.mean(), without))
        else:
            assert found.interval is None


def test_several_oracles_share_a_list_and_lists_share_a_document() -> None:
    candidates = [[0.9, 0.1, 0.5, 0.2, 0.1], [0.2, 0.1, 0.5, 0.2, 0.1]]
    found = oracle_rank(candidates, [[0.5, 0.6], [0.3, 0.3]], [0, 2, 5], groups=[4, 4])
    assert found.ranks.tolist() == [[2, 1], [1, 2]]
    assert found.by_list.tolist() == [1.5 / 2, 1.5 / 3]
    assert found.value == 0.625
    assert found.interval is None
    fewer = oracle_rank(candidates[0], [[0.5, 0.6], [0.05, np.nan]], [0, 2, 5])  # one row of scores for both
    assert fewer.ranks[:, 0].tolist() == [2, 3]
    assert fewer.by_list.tolist() == [2.5 / 2, 1 / 3]
    three = oracle_rank([0.1] * 6, [0.0, 0.2, 0.1], [0, 2, 4, 6], groups=[0, 0, 1])
    shares = np.array([1.5, 0.5, 1.0])
    assert three.interval == pytest.approx(jackknife_interval(1.0, np.array([shares[2], shares[:2].mean()])))


def test_a_metric_of_noise_ranks_oracles_in_the_middle() -> None:
    rng = np.random.default_rng(1)
    found = oracle_rank(rng.random(2000 * 25), rng.random(2000), np.arange(2001) * 25)
    assert found.interval is not None
    low, high = found.interval
    assert low < 13.5 / 25 < high  # the mean rank among 26 is 13.5
    listed = rng.random(2000 * 25)
    among = oracle_rank(listed, listed[::25], np.arange(2001) * 25, is_listed=True)
    assert among.value == pytest.approx(0.52, abs=0.02)


def test_what_is_refused() -> None:
    with pytest.raises(AlignmentError, match="offsets"):
        oracle_rank([1.0, 2], [1.0, 2], [0, 1])
    with pytest.raises(AlignmentError, match="offsets"):
        oracle_rank([1.0, 2], [1.0, 2], [0, 2, 2])
    with pytest.raises(AlignmentError, match="2 lists"):
        oracle_rank([1.0, 2], [1.0], [0, 1, 2])
    with pytest.raises(DataError, match="missing"):
        oracle_rank([1.0, np.nan], [1.0, 2], [0, 1, 2])
    with pytest.raises(DataError, match="missing"):
        oracle_rank([1.0, 2], [1.0, np.nan], [0, 1, 2])
    with pytest.raises(DataError, match="no candidate"):
        oracle_rank([1.0, 2], [1.0, 3], [0, 1, 2], is_listed=True)
    with pytest.raises(SpecError, match="ties"):
        oracle_rank([1.0], [1.0], [0, 1], ties="best")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="confidence"):
        oracle_rank([1.0], [1.0], [0, 1], confidence_level=95)
    with pytest.raises(AlignmentError, match="groups of 2"):
        oracle_rank([1.0], [1.0], [0, 1], groups=[0, 1])
