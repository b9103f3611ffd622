"""Gates: which verdict, which sentence and which status; what one system alone and bad limits give."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.page.gate import gate_lines
from steelyard.questions.gate.compute import outcome_of_pair
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, PATHS, REFERENCE, SPARROW, output, run

GATE = ("gate", REFERENCE, "--documents", DOCUMENTS, "-n", 200)


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    data = sy.TestSet.from_files(references=[REFERENCE], systems=PATHS, documents=DOCUMENTS)
    return sy.evaluate(data, metrics=["bleu", "ter"])


def row_of(**known: Any) -> sy.results.PairRow:
    row = sy.results.PairRow("bleu", "BLEU", "b", "a", -9.0, None, None, 0.5, 0.5, 0.0, "cannot tell", "", None)
    return replace(row, **known)


@pytest.mark.parametrize(
    ("interval", "higher_is_better", "verdict"),
    [
        ((-3.0, -1.0), True, "fail"),
        ((-0.5, 1.0), True, "pass"),
        ((-0.6, 1.0), True, "cannot tell"),
        ((1.0, 3.0), False, "fail"),  # an error rate: a higher one is a loss
        ((-1.0, 0.5), False, "pass"),
        ((-1.0, 0.6), False, "cannot tell"),
        (None, True, "cannot tell"),
    ],
)
def test_a_gate_has_three_verdicts(interval: tuple[float, float] | None, higher_is_better: bool, verdict: str) -> None:
    row = row_of(interval_simultaneous=interval)
    outcome = outcome_of_pair(row, 0.5, is_better_higher=higher_is_better)
    assert (outcome.verdict, outcome.higher_is_better, outcome.p_adjusted) == (verdict, higher_is_better, None)


@pytest.mark.parametrize(
    ("of_test", "verdict"),
    [("better", "pass"), ("equivalent", "pass"), ("worse", "fail"), ("cannot tell", "cannot tell")],
)
def test_where_nothing_may_be_lost_the_test_decides(of_test: Any, verdict: str) -> None:
    """Else the line of the gate and the table under it could contradict each other."""
    outcome = outcome_of_pair(row_of(verdict=of_test, interval_simultaneous=(-9, -1)), 0, is_better_higher=True)
    assert (outcome.verdict, outcome.p_adjusted) == (verdict, 0.5)


def test_a_gate_looks_at_the_whole_interval_of_every_difference(evaluation: sy.Evaluation) -> None:
    comparison = evaluation.compare(n_resamples=200, pairs="baseline")
    for drop in (30.0, 17.0, 5.0, 0.3):
        expected = []
        for row in comparison.pairs:
            assert row.interval_simultaneous is not None
            low, high = row.interval_simultaneous
            if (high if row.metric == "bleu" else -low) < -drop:
                expected.append((row.metric, row.system))
        gate = evaluation.gate(drop, n_resamples=200)
        assert [(one.metric, one.system) for one in gate.outcomes if one.verdict == "fail"] == expected
        assert gate.verdict == ("fail" if expected else "cannot tell")
        assert gate.pairs == comparison.pairs


def test_a_limit_by_metric_is_of_that_metric_alone(evaluation: sy.Evaluation) -> None:
    gate = evaluation.gate({"TER": 0.3}, n_resamples=200)
    assert {one.metric for one in gate.outcomes} == {"ter"} and gate.verdict == "fail"
    assert {row.metric for row in gate.pairs} == {"bleu", "ter"}


@pytest.mark.parametrize(
    ("flags", "status", "said"),
    [
        (("-i", HARBOUR, SPARROW), 1, "Gate failed: sparrow is 1"),
        (("-i", HARBOUR, SPARROW, "--max-drop", "0.5"), 1, "; 0.5 is allowed."),
        (("-i", HARBOUR, SPARROW, "--max-drop", "60"), 0, "Gate passed: sparrow is 1"),
        (("-i", HARBOUR, LANTERN), 0, "Gate passed, but a larger drop than allowed is possible: lantern is 0."),
        (("-i", HARBOUR, LANTERN, "--max-drop", "5"), 0, "Gate passed: lantern is 0."),
        (("-i", HARBOUR, LANTERN, "-m", "bleu", "wer", "--max-drop", "WER=.1"), 0, "; 0.1 above is allowed."),
        (("-i", SPARROW, HARBOUR, "-m", "ter", "--max-drop", "1"), 0, "TER below sparrow ["),
        (("-i", SPARROW, HARBOUR, "--min-score", "40"), 0, "Gate passed: harbour has 4"),
        (("-i", SPARROW, "--min-score", "BLEU=40"), 1, "Gate failed: sparrow has 3"),
        (("-i", HARBOUR, "-m", "ter", "--min-score", "5"), 1, "; 5 or less is allowed."),
        (("-i", HARBOUR, "-m", "ter", "--min-score", "90"), 0, "; 90 or less is allowed."),
    ],
)
def test_the_first_line_says_pass_or_fail_and_why(flags: tuple[str, ...], status: int, said: str) -> None:
    outcome = run(*GATE, *flags)
    assert (outcome.status, outcome.err) == (status, "")
    first = " ".join(outcome.out.partition("\n\n")[0].split())
    assert first.startswith("Gate failed: " if status else "Gate passed") and said in first
    kept = json.loads(run(*GATE, *flags, "-f", "json").out)
    assert (kept["verdict"] == "fail") == bool(status)


def test_a_failed_gate_names_what_failed_alone_and_other_formats_say_it_beside_the_result() -> None:
    argv = (*GATE, "-i", HARBOUR, LANTERN, SPARROW, ORATOR, "-f", "json", "--max-drop")
    closed = run(*argv, "0.3")
    assert closed.status == 1
    lines = closed.err.splitlines()
    assert [line.split(" is ")[0] for line in lines] == ["Gate failed: sparrow", "Gate failed: orator"]
    kept = json.loads(closed.out)
    assert {row["against"] for row in kept["pairs"]} == {"harbour"}  # each with the baseline
    assert [(one["system"], one["verdict"]) for one in kept["outcomes"]][1:] == [
        ("sparrow", "fail"),
        ("orator", "fail"),
    ]
    assert run(*argv, "0.3", "-q").err == closed.err
    passed = run(*argv, "60")
    assert passed.status == 0 and passed.err.startswith("Gate passed: lantern is ")
    assert run(*argv, "60", "-q").err == ""
    asked = json.loads(run(*argv, "0.3", "--pairs", "lantern:harbour").out)
    assert (asked["verdict"], len(asked["outcomes"])) == ("cannot tell", 1)


def test_nothing_is_nothing_on_every_scale_but_another_drop_is_not() -> None:
    argv = (*GATE, "-i", HARBOUR, LANTERN, "-m", "bleu", "wer")
    assert run(*argv).status == run(*argv, "--max-drop", "0").status == 0
    refused = run(*argv, "--max-drop", "0.5")
    assert refused.status == 2 and "(--max-drop bleu=0.5 wer=...;" in refused.err
    refused = run(*argv, "--min-score", "0.5")
    assert refused.status == 2 and "(--min-score bleu=0.5 wer=...;" in refused.err


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("-i", HARBOUR), "There is no baseline for harbour"),
        (("-i", HARBOUR, "--min-score", "3", "--max-drop", "1"), "There is no baseline for harbour"),
        (("-i", HARBOUR, "--min-score", "3", "-f", "sacrebleu"), "need a comparison: give the baseline"),
        (("-i", HARBOUR, LANTERN, "--max-drop", "-0.5"), "write 0.5, above 0"),
        (("-i", HARBOUR, LANTERN, "--max-drop", "min-delta=0.5"), "min-delta"),
        (("-i", HARBOUR, LANTERN, "--max-drop", "x"), "Cannot read 'x' (--max-drop)"),
        (("-i", HARBOUR, LANTERN, "--min-score", "nan"), "Cannot read 'nan' (--min-score)"),
        (("-i", HARBOUR, LANTERN, "--alternative", "better"), "tests whether a system is worse"),
    ],
)
def test_what_no_gate_can_be_is_refused(flags: tuple[str, ...], said: str) -> None:
    outcome = run(*GATE, *flags)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err


@pytest.mark.parametrize("limits", [{"max_drop": {}}, {"min_score": float("nan")}, {"max_drop": float("inf")}])
def test_limits_that_are_none_are_refused(evaluation: sy.Evaluation, limits: Any) -> None:
    with pytest.raises(SpecError, match="must be a number, or one for each metric"):
        evaluation.gate(**limits)


@pytest.mark.parametrize(
    "flags",
    [
        ("-i", HARBOUR, SPARROW, "-m", "bleu", "wer", "--max-drop", "bleu=1", "--min-score", "wer=.9"),
        ("-i", HARBOUR, "--min-score", "30"),
    ],
)
def test_a_gate_is_stored_and_computed_again(flags: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "gate.json"
    path.write_text(run(*GATE, *flags, "-f", "json", "-q").out, encoding="utf-8")
    gate = sy.load(path)
    assert isinstance(gate, sy.results.Gate) and gate.to_dict() == json.loads(path.read_text(encoding="utf-8"))
    assert run("check", "result", str(path)).status == 0
    assert sy.report.text(gate).startswith(" ".join(gate_lines(gate.outcomes))[:40])


def test_a_report_and_sacrebleus_format_show_the_comparison(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    closed = run(*GATE, "-i", HARBOUR, SPARROW, "--report", page, "-f", "sacrebleu")
    assert closed.status == 1 and closed.err.startswith("Gate failed: ")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    argv = (REFERENCE, "--documents", DOCUMENTS, "-n", 200, "-i", HARBOUR, SPARROW, "-f", "sacrebleu")
    assert closed.out.rstrip() == output("compare", *argv, "--pairs", "baseline").rstrip()


def test_the_flag_that_a_gate_was_is_answered_with_the_command() -> None:
    refused = run("compare", REFERENCE, "-i", HARBOUR, LANTERN, "--gate", "min-delta=-0.3")
    assert refused.status == 2 and "`steelyard gate`" in refused.err
