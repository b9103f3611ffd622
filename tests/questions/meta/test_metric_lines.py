"""Lines that a metric's scores of systems are of: all it has, or those that people rated."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.types import OutputScores

NAMES = tuple("abcdef")


def given(n_rated: int) -> tuple[OutputScores, OutputScores]:
    rng = np.random.default_rng(4)
    truth = rng.normal(size=(6, 1)) + rng.normal(size=(6, 40))
    people = truth + rng.normal(size=truth.shape)
    people[:, n_rated:] = np.nan
    return OutputScores("people", NAMES, people), OutputScores("metric", NAMES, truth)


@pytest.mark.parametrize("lines", ["all", "rated"])
def test_systems_are_scored_on_the_lines_that_were_asked_for(lines: str) -> None:
    people, metric = given(20)
    found = sy.meta_evaluate(
        people, [metric], levels=["system"], statistics=["system:pearson"], metric_lines=lines, n_resamples=50
    )
    n = 40 if lines == "all" else 20
    expected = np.corrcoef(metric.values[:, :n].mean(axis=1), np.nanmean(people.values, axis=1))[0, 1]
    assert found.agreement[0].value == pytest.approx(expected)
    said = "of metrics over all 40 lines, of people over the 20 rated lines" in found.method["sentence"]
    assert said == (lines == "all")


def test_where_all_lines_are_rated_nothing_is_said_of_them() -> None:
    people, metric = given(40)
    found = sy.meta_evaluate(people, [metric], levels=["system"], statistics=["system:pearson"], n_resamples=50)
    assert "rated ones" not in found.method["sentence"]


def test_few_systems_are_said_to_be_few() -> None:
    people, metric = given(40)
    found = sy.meta_evaluate(people, [metric], levels=["system"], statistics=["system:pearson"], n_resamples=50)
    assert "With 6 systems, intervals can be too short" in found.method["sentence"]
