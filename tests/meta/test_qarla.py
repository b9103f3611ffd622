"""QUEEN, KING and JACK against the worked numbers, loops over their definitions, and the properties of the paper."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.meta import jack, king, queen, ulc

X = [[1, 0.5, 0.4, 0.6], [0.5, 1, 0.3, 0.45], [0.4, 0.3, 1, 0.35], [0.6, 0.45, 0.35, 1]]
Y = [[1, 0.7, 0.5, 0.6], [0.7, 1, 0.4, 0.65], [0.5, 0.4, 1, 0.55], [0.6, 0.65, 0.55, 1]]
A = [[0.45, 0.55, 0.30, 0.40], [0.60, 0.50, 0.45, 0.62]]
B = [[0.25, 0.30, 0.35, 0.20], [0.35, 0.45, 0.5, 0.4]]
AMONG = np.array([X, Y])
OUTPUTS = np.stack([A, B], axis=1)  # (metrics, outputs, references)


def test_the_worked_queens() -> None:
    """metrics-learned-and-linguistic.md 6.1."""
    assert queen(OUTPUTS[:1], AMONG[:1])[0] == pytest.approx(14 / 24)
    assert queen(OUTPUTS[1:], AMONG[1:])[0] == pytest.approx(10 / 24)
    assert queen(OUTPUTS, AMONG).tolist() == pytest.approx([10 / 24, 0])


def test_the_worked_king_is_made_of_ties_and_a_zero() -> None:
    """The same section: r1 2/3 against 1/3, r2 and r4 tie at 2/3, r3 0 against 0."""
    for held_out, expected in enumerate([(2 / 3, 1 / 3), (2 / 3, 2 / 3), (0, 0), (2 / 3, 2 / 3)]):
        rest = [r for r in range(4) if r != held_out]
        among = AMONG[:, rest][:, :, rest]
        of_reference = queen(AMONG[:, [held_out]][:, :, rest], among)[0]
        assert (of_reference, queen(OUTPUTS[..., rest], among)[0]) == pytest.approx(expected)
    found = king(OUTPUTS[None], AMONG[None])
    assert (found.value, found.share_all_zero, found.strict_value) == (1.0, 0.25, 0.75)
    assert found.by_case.tolist() == [1.0]
    assert found.interval() is None


def test_the_worked_mean() -> None:
    """The same spec, 6.2: output a, the best of the references for each metric."""
    assert ulc(np.max(A, axis=1)) == pytest.approx(0.585)


SMALL = st.sampled_from([0.0, 0.1, 0.2, 0.3])


@st.composite
def beds(draw: Any, n_references: int = 4) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    n_metrics, n_outputs = draw(st.integers(1, 3)), draw(st.integers(2, 3))
    shapes = (
        (n_metrics, n_outputs, n_references),
        (n_metrics, n_references, n_references),
        (n_metrics, n_outputs, n_outputs),
    )
    return tuple(draw(arrays(np.float64, shape, elements=SMALL)) for shape in shapes)  # type: ignore[return-value]


def slow_queen(outputs: np.ndarray, among: np.ndarray, output: int) -> float:
    n = among.shape[-1]
    triples = list(permutations(range(n), 3))
    return sum(all(outputs[x, output, r] >= among[x, s, t] for x in range(len(among))) for r, s, t in triples) / len(
        triples
    )


@settings(deadline=None, max_examples=25)
@given(beds())
def test_all_three_are_their_definitions(bed: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    outputs, references, others = bed
    n_metrics, n_outputs, n = outputs.shape
    assert queen(outputs, references) == pytest.approx([slow_queen(outputs, references, a) for a in range(n_outputs)])
    won = []
    for held_out in range(n):
        rest = [r for r in range(n) if r != held_out]
        among = references[:, rest][:, :, rest]
        own = slow_queen(references[:, [held_out]][:, :, rest], among, 0)
        won.append(own >= max(slow_queen(outputs[..., rest], among, a) for a in range(n_outputs)))
    assert king(outputs[None], references[None]).value == pytest.approx(np.mean(won))
    between = [
        any(
            all(others[x, b, a] <= outputs[x, a, r] and others[x, b, a] <= outputs[x, b, r] for x in range(n_metrics))
            for a, b in permutations(range(n_outputs), 2)
        )
        for r in range(n)
    ]
    assert jack(outputs, others) == pytest.approx(np.mean(between))


@settings(deadline=None, max_examples=25)
@given(beds(), st.integers(0, 2))
def test_scale_and_copies_change_nothing_and_more_metrics_lower(bed: Any, which: int) -> None:
    outputs, references, others = bed
    which %= len(outputs)
    bent = [np.array(part) for part in bed]
    for part in bent:
        part[which] = np.exp(3 * part[which]) - 5
    copied = [np.concatenate([part, part[[which]]]) for part in bed]
    for changed in (bent, copied):
        assert queen(changed[0], changed[1]).tolist() == queen(outputs, references).tolist()
        assert king(changed[0][None], changed[1][None]).value == king(outputs[None], references[None]).value
        assert jack(changed[0], changed[2]) == jack(outputs, others)
    for fewer in range(1, len(outputs)):
        assert (queen(outputs[:fewer], references[:fewer]) >= queen(outputs, references)).all()
        assert jack(outputs[:fewer], others[:fewer]) >= jack(outputs, others)


def test_many_metrics_fall_into_the_trap() -> None:
    """Noise: with 12 metrics hardly anything has a QUEEN above 0, and KING is 1 for no merit."""
    rng = np.random.default_rng(1)
    found = king(rng.random((20, 12, 5, 4)), rng.random((20, 12, 4, 4)))
    assert found.value > 0.95
    assert found.share_all_zero > 0.95
    assert found.strict_value < 0.05


def test_cases_stand_side_by_side() -> None:
    rng = np.random.default_rng(2)
    outputs, references = rng.random((6, 2, 3, 5)), rng.random((6, 2, 5, 5))
    found = king(outputs, references)
    singly = [king(o[None], r[None]).value for o, r in zip(outputs, references, strict=True)]
    assert found.by_case.tolist() == singly
    low, high = found.interval() or (np.nan, np.nan)
    assert (low + high) / 2 == pytest.approx(found.value)
    half = 2.570582 * np.std(singly, ddof=1) / np.sqrt(6)  # Student's t, 5 degrees of freedom
    assert high - found.value == pytest.approx(half, rel=1e-6)


def test_what_is_refused() -> None:
    with pytest.raises(DataError, match="three references"):
        queen(np.ones((1, 2, 2)), np.ones((1, 2, 2)))
    with pytest.raises(DataError, match="four references"):
        king(np.ones((1, 1, 2, 3)), np.ones((1, 1, 3, 3)))
    with pytest.raises(AlignmentError, match="test case"):
        king(np.ones((1, 2, 4)), np.ones((1, 4, 4)))
    with pytest.raises(AlignmentError, match="among_references"):
        queen(np.ones((1, 2, 4)), np.ones((2, 4, 4)))
    with pytest.raises(DataError, match="missing"):
        queen(np.full((1, 2, 3), np.nan), np.ones((1, 3, 3)))
    with pytest.raises(DataError, match="none"):
        king(np.ones((1, 1, 0, 4)), np.ones((1, 1, 4, 4)))
    with pytest.raises(DataError, match="no metric"):
        queen(np.ones((0, 2, 4)), np.ones((0, 4, 4)))
    with pytest.raises(SpecError, match="at least two"):
        jack(np.ones((1, 1, 3)), np.ones((1, 1, 1)))
    with pytest.raises(AlignmentError, match="among_outputs"):
        jack(np.ones((1, 2, 3)), np.ones((1, 3, 3)))
    with pytest.raises(DataError, match="no reference"):
        jack(np.ones((1, 2, 0)), np.ones((1, 2, 2)))
    diagonal = np.where(np.eye(4, dtype=bool), np.nan, AMONG)
    assert queen(OUTPUTS, diagonal).tolist() == queen(OUTPUTS, AMONG).tolist()
