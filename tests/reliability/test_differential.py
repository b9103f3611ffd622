"""A sample of `make differential`, and what it does where something is wrong."""

import math
import random
import re
import sys
from dataclasses import replace

import pytest

from tests.reliability import differential
from tests.reliability.differential import compare
from tests.reliability.oracles import Oracle, oracles, without_oracle
from tests.reliability.pairs import Lengths, draw_cases
from tests.twins import recognition


@pytest.mark.parametrize(
    "oracle", oracles(), ids=lambda oracle: f"{oracle.title}, {oracle.name}, {oracle.n_references}"
)
def test_metrics_say_what_independent_answers_say(oracle: Oracle) -> None:
    found = compare(oracle, 50, math.inf, seed=2)
    assert (found.n_pairs, found.n_not_compared, found.different) == (50, 0, [])


def test_every_registered_metric_has_an_oracle() -> None:
    assert without_oracle() == []


def test_a_difference_is_shown_and_what_is_not_compared_is_counted() -> None:
    def some(hypothesis: str, reference: str) -> float:
        return math.nan if hypothesis == reference else 0.5

    found = compare(Oracle("exact-match", "nobody", some), 50, math.inf, seed=2)
    assert found.n_not_compared > 0
    assert len(found.different) == found.n_pairs - found.n_not_compared > 0
    assert found.different[0].endswith("0.0, nobody [0.5]")


@pytest.mark.parametrize("missing", [[], ["new"]])
def test_a_metric_without_an_oracle_is_a_failure(
    missing: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(differential, "without_oracle", lambda: missing)
    monkeypatch.setattr(sys, "argv", ["differential", "--pairs", "20", "--metrics", "exact-match"])
    with pytest.raises(SystemExit) as left:
        differential.main()
    assert left.value.code == bool(missing)
    assert (
        f"without an oracle: {'new' if missing else 'none'}\nall: 20 pairs, 0 different, 0 not"
        in capsys.readouterr().out
    )


def test_several_processes_find_what_one_finds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = []
    for jobs in ("1", "2"):
        monkeypatch.setattr(sys, "argv", ["differential", "--pairs", "30", "--metrics", "wil", "wip", "--jobs", jobs])
        with pytest.raises(SystemExit):
            differential.main()
        printed.append(sorted(re.sub(r"\d+ us", "", capsys.readouterr().out).splitlines()))
    assert printed[0] == printed[1]
    assert "all: 120 pairs, 0 different, 0 not compared" in printed[0]


def test_cases_are_short_with_some_that_are_long() -> None:
    cases = draw_cases(2000, random.Random(1), Lengths(usual=5, longest=40, share=0.1), is_wild=False, n_references=3)
    sizes = [max(len(text.split()) for text in case) for case in cases]
    assert max(sizes) == 40
    assert 0.05 < sum(size > 5 for size in sizes) / len(sizes) < 0.15
    assert {len(case) for case in cases} == {4}
    short = draw_cases(500, random.Random(1), replace(Lengths(), letters=7), is_wild=True)
    assert max(len(text) for case in short for text in case) == 7


def test_runs_are_worth_what_the_best_of_all_alignments_is_worth() -> None:
    for hypothesis, reference in draw_cases(80, random.Random(1), Lengths(usual=4, longest=4), is_wild=False):
        texts = hypothesis.split(), reference.split()
        for costs in ((1.0, 0.0), (0.3, 0.7)):
            assert recognition.best_value_of_runs(*texts, 4, *costs) == pytest.approx(
                recognition.best_value(*texts, 4, *costs)
            )
