"""McNemar's tests on a board of pass and fail."""

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference import discordance_p_values
from steelyard.questions.board.question import BoardQuestion
from tests.questions.board.test_command import solved

SCORES = solved(5, 60)
X = np.array(list(SCORES.values()))
PAIRS = [(a, b) for b in range(5) for a in range(b + 1, 5)]


def counts(a: int, b: int) -> tuple[int, int]:
    return int(((X[a] == 1) & (X[b] == 0)).sum()), int(((X[a] == 0) & (X[b] == 1)).sum())


def p_value(a: int, b: int, test: str) -> float:
    more, less = sorted(counts(a, b), reverse=True)
    exact = float(stats.binomtest(more, more + less).pvalue)
    return exact if test == "sign" else min(1.0, exact - float(stats.binom.pmf(more, more + less, 0.5)))


@pytest.mark.parametrize("test", ["sign", "mid-p"])
def test_verdicts_are_those_of_a_loop_over_pairs(test: str) -> None:
    found = sy.evaluate_scores({"solved": SCORES}).board(against="all", test=test, n_resamples=200)
    alone = [p_value(a, b, test) for a, b in PAIRS]
    order, holm, largest = np.argsort(alone), np.ones(len(PAIRS)), 0.0
    for i, place in enumerate(order):
        largest = max(largest, min(1.0, (len(PAIRS) - i) * alone[place]))
        holm[place] = largest
    assert [pair.p_adjusted for pair in found.pairs] == pytest.approx(holm.tolist())
    for (a, b), pair, p in zip(PAIRS, found.pairs, holm, strict=True):
        better, worse = counts(a, b)
        assert pair.verdict == ("cannot tell" if p > 0.05 else "better" if better > worse else "worse")
    for j, row in enumerate(found.rows):
        behind = [p_value(i, j, test) for i in range(5) if i != j and counts(i, j)[0] > counts(i, j)[1]]
        assert row.p_best == pytest.approx(min(1.0, 4 * min(behind, default=1.0)))


def test_a_baseline_is_a_family_of_its_own() -> None:
    found = sy.evaluate_scores({"solved": SCORES}).board(against="s0", test="sign", n_resamples=200)
    assert max(pair.p_adjusted for pair in found.pairs) <= 1
    smallest = min(p_value(a, 0, "sign") for a in range(1, 5))
    assert min(pair.p_adjusted for pair in found.pairs) == pytest.approx(4 * smallest)


def test_the_name_before_says_the_new_one() -> None:
    with pytest.raises(SpecError, match="McNemar's exact test is the test sign"):
        sy.evaluate_scores({"solved": SCORES}).board(test="mcnemar")
    stored = BoardQuestion.of_recipe({"test": "mcnemar"}, lambda name: name)
    assert stored.test == "sign"


def test_the_sign_test_with_mid_p_is_the_same() -> None:
    evaluation = sy.evaluate_scores({"solved": SCORES})
    pairs = evaluation.compare(test="mid-p", correction="none").pairs
    assert [pair.p_value for pair in pairs] == pytest.approx([p_value(a, b, "mid-p") for a, b in PAIRS])


def rejected(n: int, share: float, *, mid_p: bool) -> float:
    """Sum the chances of all outcomes with p up to .05, where the share of items that differ is known."""
    total = 0.0
    for m in range(n + 1):
        k = np.arange(m + 1)
        p = discordance_p_values(k, m - k, mid_p=mid_p)
        total += stats.binom.pmf(m, n, share) * stats.binom.pmf(k, m, 0.5)[p <= 0.05].sum()
    return float(total)


def test_levels_are_as_documented() -> None:
    assert rejected(100, 0.3, mid_p=False) == pytest.approx(0.031, abs=5e-4)
    assert rejected(100, 0.3, mid_p=True) == pytest.approx(0.045, abs=5e-4)
    assert rejected(500, 0.3, mid_p=False) == pytest.approx(0.041, abs=5e-4)
    assert rejected(500, 0.3, mid_p=True) == pytest.approx(0.049, abs=5e-4)
