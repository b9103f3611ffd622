"""Every command that puts an interval around a rate holds it near 1, where Wald's and Wilson's do not.

Each outcome that n trials can have is asked once, and the coverage is summed exactly over the binomial distribution.
Who may use Wilson's interval is listed: it bounds shares of simulated data sets, whose number can be chosen.
"""

from collections.abc import Callable

import pytest
from scipy import stats

import steelyard as sy
from steelyard.inference import wilson_interval
from steelyard.types import ContrastivePairs
from steelyard.types.suite_items import SuiteItem
from tests.conftest import ROOT

Interval = tuple[float, float]
N = 12
OF_SIMULATIONS = {"lab/papers/koehn2004/tables.py", "lab/papers/riezler2005/null_rates.py", "scored/repetitions.py"}


def passes(k: int) -> list[float]:
    return [float(i < k) for i in range(N)]


def evaluation(k: int) -> sy.Evaluation:
    return sy.evaluate_scores({"accuracy": {"mine": passes(k), "other": passes(N)}})


def of_items(k: int) -> Interval | None:
    """Ask about an item that k of N systems solved, beside one that all others solved."""
    scores = {f"s{i}": [float(i < k), float(i >= k), float(i % 2)] for i in range(N)}
    return sy.evaluate_scores({"accuracy": scores}).items().rows[0].mean_interval


def of_contrasts(k: int) -> Interval | None:
    pairs = ContrastivePairs(good=["x"] * N, wrong=["y"] * N)
    found = sy.lab.judge_contrasts(pairs, (), segment_scores={"mine": (passes(k), [0.5] * N)}, n_resamples=20)
    return found.rates[0].interval


def of_suites(k: int) -> Interval | None:
    items = [SuiteItem(i + 1, "x", right=["yes"], wrong=["no"]) for i in range(N)]
    outputs = {"mine": ["yes" if one else "no" for one in passes(k)]}
    return sy.lab.judge_suite(items, outputs, n_resamples=20).rates[0].interval


DOORS: dict[str, Callable[[int], Interval | None]] = {
    "score": lambda k: evaluation(k).scores(0.95).scores[0].interval,
    "compare": lambda k: evaluation(k).compare(n_resamples=20).scores[0].interval,
    "board": lambda k: next(row for row in evaluation(k).board().rows if row.system == "mine").interval,
    "board items": of_items,
    "lab contrasts": of_contrasts,
    "lab suite judge": of_suites,
}


def coverage(intervals: list[Interval | None], rate: float) -> float:
    chances = stats.binom.pmf(range(N + 1), N, rate)
    return float(sum(p for p, one in zip(chances, intervals, strict=True) if one and one[0] <= rate <= one[1]))


@pytest.mark.parametrize("command", DOORS)
def test_a_rate_near_1_is_in_its_interval(command: str) -> None:
    intervals = [DOORS[command](k) for k in range(N + 1)]
    for rate in (0.9, 0.95, 0.98, 0.99):
        assert coverage(intervals, rate) >= 0.95 - 1e-9, rate


def test_wilsons_interval_would_be_caught() -> None:
    assert coverage([wilson_interval(k, N) for k in range(N + 1)], 0.99) < 0.89


def test_wilsons_interval_is_of_simulations_alone() -> None:
    source = ROOT / "src" / "steelyard"
    users = {
        p.relative_to(source).as_posix() for p in source.rglob("*.py") if "wilson_interval" in p.read_text("utf-8")
    }
    assert users == OF_SIMULATIONS | {"inference/__init__.py", "inference/proportions.py"}
