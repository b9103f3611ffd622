"""Several pools of one source are decided at once as they are one by one."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.lab.questions.choose.decide import ByConsensus, ByScore, subpools


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_pools_at_once_are_pools_one_by_one(data: st.DataObject) -> None:
    k = data.draw(st.integers(1, 7))
    d = data.draw(st.integers(1, k))
    codes = np.array([*range(d), *(data.draw(st.integers(0, d - 1)) for _ in range(k - d))])
    has_evidence = data.draw(st.booleans())
    width = 3 if has_evidence else d
    matrix = np.array(data.draw(st.lists(st.integers(0, 4), min_size=d * width, max_size=d * width)), float)
    weights = np.array(data.draw(st.lists(st.integers(1, 3), min_size=k, max_size=k)), float)
    evidence = np.array([1.0, 2.0, 1.0]) if has_evidence else None
    include_self = has_evidence or data.draw(st.booleans())
    decider = ByConsensus(matrix.reshape(d, width), codes, weights / weights.sum(), evidence, include_self, None)
    pools = [np.flatnonzero(data.draw(st.lists(st.booleans(), min_size=k, max_size=k))) for _ in range(4)]
    pools = [members if len(members) else np.array([k - 1]) for members in pools]
    assert decider.choose_each(pools).tolist() == [decider.choose(members).position for members in pools]
    scores = ByScore(weights, [str(code) for code in codes])
    assert scores.choose_each(pools).tolist() == [scores.choose(members).position for members in pools]


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_an_output_is_no_evidence_for_itself_but_for_others_with_its_text(data: st.DataObject) -> None:
    k = data.draw(st.integers(2, 6))
    d = data.draw(st.integers(1, k))
    codes = np.array([*range(d), *(data.draw(st.integers(0, d - 1)) for _ in range(k - d))])
    matrix = np.array(data.draw(st.lists(st.integers(0, 4), min_size=d * d, max_size=d * d)), float).reshape(d, d)
    weights = np.array(data.draw(st.lists(st.integers(1, 3), min_size=k, max_size=k)), float)
    weights /= weights.sum()
    found = ByConsensus(matrix, codes, weights, None, False, None).choose(np.arange(k))
    of_outputs = [sum(weights[j] * matrix[codes[i], codes[j]] for j in range(k) if j != i) for i in range(k)]
    assert abs(found.gain - max(of_outputs)) < 1e-9
    assert any(codes[i] == codes[found.position] for i in range(k) if of_outputs[i] > max(of_outputs) - 1e-9)


def test_two_systems_that_agree_are_not_outvoted_by_the_third() -> None:
    matrix, weights = np.array([[1.0, 0.6], [0.6, 1.0]]), np.array([0.34, 0.33, 0.33])
    decider = ByConsensus(matrix, np.array([0, 0, 1]), weights, None, False, None)
    assert decider.choose(np.arange(3)).position == 0
    np.testing.assert_allclose(decider.values(), [0.34 + 0.33 * 0.6, 0.34 + 0.33 * 0.6, 0.67 * 0.6])


def test_a_source_with_fewer_candidates_has_all_of_them_in_larger_pools() -> None:
    found = dict(subpools([1, 2, 4, 5], 3, 2, None, (), np.random.default_rng(1)))
    assert [[len(members) for members in pools] for pools in found.values()] == [[1, 1], [2, 2], [3, 3], [3]]
    assert subpools([], 3, 2, None, (), np.random.default_rng(1)) == []


def test_candidates_too_improbable_for_a_number_are_weighed_among_themselves() -> None:
    matrix, weights = np.array([[1.0, 0.2, 0.1], [0.2, 1.0, 0.3], [0.2, 0.3, 1.0]]), np.array([1.0, 0.0, 0.0])
    among = {(1, 2): np.array([0.1, 0.9])}
    decider = ByConsensus(matrix, np.arange(3), weights, None, True, None, lambda at: among[tuple(at.tolist())])
    assert decider.choose_each([np.array([1, 2]), np.array([0, 1, 2])]).tolist() == [2, 0]
