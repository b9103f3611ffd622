"""The small end of `make levels`, with fixed seeds, and faults planted to see that it would find them.

Bounds are those of test_error_rates.py: the 99.9 % point of the number of misses if each family missed with the rate
that is claimed.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from levels.commands import measured
from levels.covering import covering
from numpy.typing import NDArray
from scipy import stats

from steelyard.inference.intervals import jackknife, rates
from steelyard.inference.two_way import TwoWay, two_way
from steelyard.ratings import of_raters

SEED = 3
NOWHERE = Path()
FALSE, HELD = 0.05, 0.93
SCORES = [
    {"command": "compare", "units": 6, "scores": "normal", "systems": 6, "truth": "equal"},
    {"command": "compare", "units": 8, "scores": "clustered", "systems": 2, "truth": "unequal"},
    {"command": "compare --test t", "units": 8, "scores": "rate .95", "systems": 6, "truth": "equal"},
    {"command": "board", "units": 6, "scores": "normal", "systems": 10, "truth": "equal"},
    {"command": "board", "units": 5, "scores": "rate .5", "systems": 6, "truth": "unequal"},
    {"command": "score -ci", "units": 5, "scores": "clustered", "systems": 6, "truth": "equal"},
    {"command": "score -ci", "units": 12, "scores": "rate .95", "systems": 6, "truth": "equal"},
    {"command": "gate", "units": 6, "scores": "normal"},
    {"command": "lab suite", "units": 6, "scores": "rate .5", "systems": 6, "truth": "equal"},
]
PEOPLE = [
    {"command": "human", "raters": 3, "layout": "crossed", "units": 6, "systems": 2},
    {"command": "human", "raters": 2, "layout": "split", "units": 12, "systems": 6},
    {"command": "board tasks", "tasks": 3, "units": 12, "systems": 2, "source": "one", "between": "alike"},
]
FIVE, RATES, RATERS = SCORES[5], SCORES[6], PEOPLE[0]


def found_in(cell: dict[str, Any], n: int = 60) -> dict[str, Any]:
    found: dict[str, Any] = measured(NOWHERE, cell, n, SEED)
    assert not found.get("refused")
    return found


def holds(found: dict[str, Any]) -> bool:
    """Whether neither false verdicts nor misses of intervals are more than chance makes of what is claimed."""
    n = found["n"]
    most = [found["false"] <= stats.binom.ppf(0.999, n, FALSE)]
    for one in found["coverage"].values():
        error = max(one["error"], (HELD * (1 - HELD) / n) ** 0.5)
        most.append(one["share"] >= HELD - 3.1 * error)
    return all(most)


@pytest.fixture(autouse=True)
def as_many_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levels.commands.FEWER", 1)  # a busy machine draws the same families


@pytest.mark.one_in(4)
@pytest.mark.parametrize("cell", [*SCORES, *PEOPLE], ids=lambda cell: ", ".join(map(str, cell.values())))
def test_what_is_claimed_holds_on_few_units(cell: dict[str, Any]) -> None:
    assert holds(found_in(cell))


def test_normal_quantiles_in_place_of_students_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jackknife, "t_quantile", lambda probability, _degrees: float(stats.norm.ppf(probability)))
    assert not holds(found_in(FIVE, 200))


def test_intervals_of_wald_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wald(
        hits: NDArray[np.float64], trials: NDArray[np.float64], confidence_level: float = 0.95
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        n = trials.sum(axis=1)
        share = hits.sum(axis=1) / n
        half = stats.norm.ppf(0.5 + confidence_level / 2) * np.sqrt(share * (1 - share) / n)
        return share - half, share + half

    monkeypatch.setattr(rates, "rate_intervals", wald)
    assert not holds(found_in(RATES))


def test_raters_that_are_left_out_of_the_variance_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def documents_alone(first: Any, second: Any, cells: Any) -> Any:
        return TwoWay(first.variances, first.degrees_of_freedom)

    monkeypatch.setattr(of_raters, "two_way", documents_alone)
    assert not holds(found_in(RATERS))


def test_a_term_of_cells_that_is_added_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both are added up, and nothing taken away, no level fails: intervals are too long for the spread."""

    def added(first: Any, second: Any, cells: Any) -> Any:
        plain = two_way(first, second, cells)
        whole = first.variances + second.variances + cells.variances
        return TwoWay(whole, plain.degrees_of_freedom)

    cell = PEOPLE[1]
    length = found_in(cell, 30)["lengths"]["difference"]
    monkeypatch.setattr(of_raters, "two_way", added)
    assert found_in(cell, 30)["lengths"]["difference"] > 1.1 * length


def test_every_pair_of_levels_meets_in_the_design() -> None:
    factors = {"a": "uvw", "b": "xy", "c": (1, 2, 3)}
    cells = list(covering(factors, lambda cell: not (cell["a"] == "u" and cell["c"] == 1)))
    pairs = {(one, other) for cell in cells for one in cell.items() for other in cell.items() if one[0] < other[0]}
    assert len(pairs) == 3 * 2 + (3 * 3 - 1) + 2 * 3 and len(cells) < 18
