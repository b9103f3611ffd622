"""Systems by what their outputs win on segments: figures by hand, and a loop."""

import numpy as np
import pytest

from steelyard.lab.learned import system_wins, tie_interval

SCORES = np.array([[0.9, 0.5, 0.3], [0.8, 0.55, 0.9], [0.2, 0.1, 0.85]])


def test_wins_over_others_as_by_hand() -> None:
    """Fligner and Verducci's sums, as in W08-0331, of segments that two systems share; B is missing once."""
    labels = np.array([[3.0, 1.0, 2.0], [1.0, 1.0, np.nan], [2.0, 2.0, 1.0]])
    wins, _, _ = system_wins(labels)
    assert 2 * wins == pytest.approx([7 / 6, 0, 4 / 3])


@pytest.mark.parametrize(("tie", "with_ties"), [(0.0, [1 / 3, 2 / 3, 0]), (0.1, [2 / 3, 1, 1 / 3]), (1.0, [1, 1, 1])])
def test_best_and_tied_as_by_hand(tie: float, with_ties: list[float]) -> None:
    """BASIC and WITHTIES of W09-0404."""
    _, best, tied = system_wins(SCORES, tie)
    assert best == pytest.approx([1 / 3, 2 / 3, 0])
    assert tied == pytest.approx(with_ties)


@pytest.mark.parametrize(("n_ties", "interval"), [(0, 0.0), (1, 0.05), (2, 0.05), (3, 0.1)])
def test_as_many_tie_by_score_as_by_people(n_ties: int, interval: float) -> None:
    """The best are .05, .05 and .1 before the second."""
    people = np.array([[2.0, 2.0, 2.0], np.where(np.arange(3) < n_ties, 2.0, 1.0), [0.0, 0.0, 0.0]])
    assert tie_interval(SCORES, people) == pytest.approx(interval)
    _, _, tied = system_wins(SCORES, tie_interval(SCORES, people))
    assert round(tied.sum() * 3) >= 3 + n_ties
    assert tie_interval(SCORES[:1], people[:1]) == 0.0  # nobody to tie with


def test_shares_are_those_of_a_loop() -> None:
    rng = np.random.default_rng(1)
    scores = np.where(rng.random((4, 30)) < 0.2, np.nan, rng.integers(0, 4, (4, 30)))
    scores[3] = np.nan  # has no output
    tie = rng.integers(0, 2, (4, 30)).astype(float)
    wins, best, tied = system_wins(scores, tie)
    for i in range(3):
        shares = []
        for j in {0, 1, 2} - {i}:
            common = [(a, b) for a, b in zip(scores[i].tolist(), scores[j].tolist(), strict=True) if a == a and b == b]
            shares.append(sum(a > b for a, b in common) / len(common))
        assert wins[i] == pytest.approx(sum(shares) / 2)
        own = [n for n in range(30) if scores[i, n] == scores[i, n]]
        behind = [max(x for x in scores[:, n].tolist() if x == x) - scores[i, n] for n in own]
        assert best[i] == pytest.approx(sum(gap == 0 for gap in behind) / len(own))
        assert tied[i] == pytest.approx(sum(gap <= tie[i, n] for gap, n in zip(behind, own, strict=True)) / len(own))
    assert np.isnan([wins[3], best[3], tied[3]]).all()
