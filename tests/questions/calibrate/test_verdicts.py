"""When a calibration accuses a test."""

import numpy as np
import pytest

from steelyard.questions.calibrate.compute import _judge
from steelyard.results import RejectionRow

N = 1000


def rows(*rejected: int, alpha: float = 0.05) -> list[RejectionRow]:
    return [
        RejectionRow("m", "M", "t", "exchanged", "segment", 0.0, alpha, k, N, k / N, 0.0, 1.0, "holds")
        for k in rejected
    ]


def test_one_rate_that_is_a_little_high_among_many_is_no_accusation() -> None:
    a_little_high = 65  # by itself its 95 % interval lies above 0.05
    assert {row.verdict for row in _judge(rows(a_little_high, *[50] * 59))} == {"holds"}


def test_the_same_rate_is_judged_by_how_many_rates_there_are() -> None:
    assert [row.verdict for row in _judge(rows(66))] == ["too many"]
    assert _judge(rows(66, *[50] * 59))[0].verdict == "holds"


def test_a_heavy_rate_is_an_accusation_of_it_alone() -> None:
    assert [row.verdict for row in _judge(rows(50, 120, 49))] == ["holds", "too many", "holds"]


@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.01])
def test_honest_tests_are_rarely_accused_however_many_there_are(alpha: float) -> None:
    rng = np.random.default_rng(7)
    n_calibrations, n_rows = 300, 60
    drawn = rng.binomial(N, alpha, (n_calibrations, n_rows))
    accused = sum(any(row.verdict == "too many" for row in _judge(rows(*line, alpha=alpha))) for line in drawn.tolist())
    assert accused <= 27  # of 300 at 5 %: 15 expected, more than 27 in one of 1,000 such runs
