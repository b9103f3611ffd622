"""Every command with units says where few of them carry a verdict, and where penalties are too few to show the rare.

The designs: equal means, small errors in one system, and in the other 4 % of catastrophes, as found at 30 units with
false verdicts in .31 of samples, beside none of which few units carried the variance.
"""

import importlib
import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.asking import QUESTIONS, question_class
from steelyard.inference import carrying_numbers, effective_number, few_carry, may_hide_catastrophes
from steelyard.reading import Judgements
from steelyard.scored.cautions import caution_of_units
from steelyard.types import Labels, Ratings

Scores = dict[str, np.ndarray]

AS_COMPARE = {"lab choose"}  # which says what compare's own computation warns of
OF_RATES = {"lab suite", "lab suite judge", "lab consistency", "lab alignments", "lab contrasts"}  # exact intervals
NO_MEANS = {
    "human control-items", "plan texts", "check level", "explain influence", "meta tests", "explain diff",
    "meta instruments", "lab replicate",
}  # fmt: skip
"""No verdict or interval of a mean for other texts: what tests would do, which segments matter, agreement, exchanges of
parts of a text."""


def human(scores: Scores, **options: Any) -> str:
    """Ask about the scores as what two raters said, who agree but for little."""
    grid = [*np.ndindex(len(scores), len(next(iter(scores.values()))), 2)]
    systems, segments, raters = np.array(grid).T
    values = np.stack([*scores.values()])[systems, segments]
    ratings = Ratings(
        systems=Labels.of([[*scores][code] for code in systems]),
        segments=segments,
        documents=Labels.all_of("", len(grid)),
        raters=Labels.of([f"r{code}" for code in raters]),
        scales=Labels.all_of("errors", len(grid)),
        scores=values,
        kinds=Labels.all_of("system", len(grid)),
    )
    found = sy.analyse_ratings(Judgements(ratings=ratings, format="ratings"), lower_is_better=True, **options)
    return str(found.to_dict()["method"]["warning"])


def of_repairs(scores: Scores) -> str:
    """Ask what units cannot show of the scores of repaired texts, which `explain errors` compares, as it asks it."""
    one = evaluation(scores).counted
    return caution_of_units(one.units(None), one.measurements)


def evaluation(scores: dict[str, np.ndarray]) -> sy.Evaluation:
    return sy.evaluate_scores(
        {"errors": {name: row.tolist() for name, row in scores.items()}}, lower_is_better=["errors"]
    )


def worst_of(scores: Scores) -> sy.Evaluation:
    return evaluation(dict([max(scores.items(), key=lambda one: one[1].max())]))


def with_catastrophes(n: int, n_rare: int, seed: int = 1) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    rare = np.zeros(n)
    rare[:n_rare] = 25
    return {"small": rng.poisson(1, n).astype(float), "rare": rare + (rng.random(n) < 0.1)}


ASKED: dict[str, Callable[[Scores], str]] = {
    "compare": lambda one: str(evaluation(one).compare(n_resamples=200).method["warning"]),
    "board": lambda one: str(evaluation(one).board(n_resamples=200).method["warning"]),
    "board tasks": lambda one: " ".join(
        sy.campaign({"a": evaluation(one), "b": evaluation(one)}, n_resamples=50).method["notes"]
    ),
    "score": lambda one: str(evaluation(one).scores(confidence_level=0.95).method["caution"]),
    "gate": lambda one: str(evaluation(one).gate(0, n_resamples=200).method["warning"]),
    "gate of one": lambda one: str(worst_of(one).gate(min_score=99, n_resamples=200).method["caution"]),
    "human": human,
    "human --test mixed-model": lambda one: human(one, test="mixed-model"),
    "human --raters fixed": lambda one: human(one, raters="fixed", n_resamples=200),
    "explain errors": of_repairs,
}


def test_no_question_with_units_is_forgotten() -> None:
    found = set()
    for entry in QUESTIONS:
        try:
            asked = question_class(entry)
        except (AttributeError, ImportError):
            continue
        if asked is not None and "unit" in {one.name for one in fields(asked)}:
            found.add(entry.name)
    assert found - AS_COMPARE - OF_RATES - NO_MEANS == {
        name for name in ASKED if " of " not in name and "-" not in name
    }


@pytest.mark.parametrize("asked", ASKED)
def test_few_units_that_carry_the_variance_are_told_of(asked: str) -> None:
    said = ASKED[asked](with_catastrophes(200, 2))
    assert re.search(r"A few of the 200 (items|segments) dominate the variance of (People's )?errors of", said)
    assert "catastrophe" not in said
    rng = np.random.default_rng(2)
    normal = {name: 5 + rng.normal(size=200).round(4) for name in "ab"}
    assert "A few of the" not in ASKED[asked](normal)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("n_rare", [0, 1])
def test_a_rare_catastrophe_may_be_absent_seen_or_not(asked: str, n_rare: int) -> None:
    said = ASKED[asked](with_catastrophes(30, n_rare))
    assert re.search(
        r"With only 30 (items|segments) \((People's )?errors\), the test set may lack a rare severe failure", said
    )
    rng = np.random.default_rng(2)
    graded = {name: 5 + rng.normal(size=30).round(4) for name in "ab"}
    assert "catastrophe" not in ASKED[asked](graded)
    passed = {name: (rng.random(30) < 0.3).astype(float) for name in "ab"}
    assert "catastrophe" not in ASKED[asked](passed)


def test_the_caution_stands_beside_false_verdicts() -> None:
    """Of all sets of 30 units, and so of those with a false verdict, none is without it."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        scores = np.stack([rng.poisson(1, 30), 25 * (rng.random(30) < 0.04)]).astype(float)
        assert may_hide_catastrophes(scores, n_units=30, higher_is_better=False)


def test_carrying_numbers_are_those_of_a_loop_over_pairs() -> None:
    x = np.random.default_rng(3).normal(size=(5, 40)) ** 3
    found = carrying_numbers(x)
    for a in range(5):
        for b in range(5):
            d = x[a] - x[b] - (x[a] - x[b]).mean()
            if a == b:
                assert np.isnan(found[a, b])
            else:
                assert found[a, b] == pytest.approx(effective_number(np.square(d)))
    assert np.isnan(carrying_numbers(np.ones((2, 4)))).all() and not few_carry(float("nan"), 1000)


@pytest.mark.parametrize(
    ("scores", "n_units", "better", "bounds", "expected"),
    [
        ([0, 0, 1, 3], 99, False, None, True),
        ([0, 0, 1, 3], 100, False, None, False),
        ([0, 0, -1, -3], 30, True, None, True),  # MQM as it is published
        ([0, 0, 1, 3], 30, True, None, False),  # 0 is the worst
        ([0, 0, 1, 1], 30, False, None, False),  # a rate, which has its own intervals
        ([0, 1, 2, 3, 4, 5, 6], 30, False, None, False),
        ([90, 91, 92], 30, True, (0, 100), True),
        ([40, 60, 80], 30, True, (0, 100), False),
        ([0, 91, 92] * 1, 30, True, (0, 100), False),
        ([90, 91, 92], 30, True, (float("-inf"), 100), False),
        ([5, 5, 5], 30, True, (0, 100), False),
        ([], 30, True, None, False),
    ],
)
def test_what_is_like_penalties(
    scores: list[float], n_units: int, better: bool, bounds: tuple[float, float] | None, expected: bool
) -> None:
    array = np.array(scores, dtype=float)
    assert may_hide_catastrophes(array, n_units=n_units, higher_is_better=better, bounds=bounds) is expected


def test_repaired_texts_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of few units of what `explain errors` scores beside rates, the same place says what they cannot show."""
    module = importlib.import_module("steelyard.questions.errors.compute")
    monkeypatch.setattr(module, "caution_of_units", lambda units, measured: ", ".join(one.metric for one in measured))
    texts = {"x": ["the ferry leaves at noon old .", "two dog bark"], "y": ["the old ferry goes .", "dogs bark two"]}
    data = sy.TestSet(references=[["the old ferry leaves at noon .", "two dogs bark"]], systems=texts)
    found = sy.evaluate(data, metrics=["ter"]).errors(repair=["order"], tokenize="none", n_resamples=20)
    assert "ter+order" in found.method["warning"] and "Warning: " in report.text(found)


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_rates_are_not_cautioned(level: float) -> None:
    solved = {name: (np.arange(300) >= k).astype(float) for name, k in (("a", 0), ("b", 2))}
    found = sy.evaluate_scores({"solved": {name: row.tolist() for name, row in solved.items()}})
    assert "Few of" not in found.scores(confidence_level=level).method["caution"]


def test_law_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that does not ask is caught."""
    monkeypatch.setattr("steelyard.questions.human.compute.caution_of_units", lambda *given: "")
    assert "Few of" not in human(with_catastrophes(200, 2))
