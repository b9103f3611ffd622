"""Blocks, design effects, equivalence and gates of whole comparisons, on the bundled example."""

import json
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.inference import design_effects, equivalence, holm, jackknife_scores, real_level
from steelyard.results import PairRow
from steelyard.workflows import find_regressions, read_gate
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, PATHS, REFERENCE, SPARROW, output, run

PAIR = (REFERENCE, "-i", HARBOUR, LANTERN)


def load(**options: Any) -> sy.TestSet:
    return sy.TestSet.from_files(references=[REFERENCE], systems=PATHS, documents=DOCUMENTS, **options)


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    return sy.evaluate(load(), metrics=["bleu", "ter"])


def test_blocks_are_documents_of_so_many_neighbours(evaluation: sy.Evaluation) -> None:
    data = load()
    ids = [str(i // 7) for i in range(120)]
    as_documents = sy.TestSet(references=data.references, systems=data.systems, documents=ids)
    by_block = evaluation.compare(unit="block:7", n_resamples=300)
    by_document = sy.evaluate(as_documents, metrics=["bleu", "ter"]).compare(n_resamples=300)
    assert by_block.pairs == by_document.pairs
    assert {key: by_block.method[key] for key in ("unit", "n_units", "block_size", "last_block_size")} == {
        "unit": "block", "n_units": 18, "block_size": 7, "last_block_size": 1,
    }  # fmt: skip
    assert "over 18 blocks of 7 consecutive segments, the last of 1 (" in by_block.method["sentence"]
    whole = evaluation.scores(0.95, unit="block:10").method
    assert (whole["n_units"], whole["last_block_size"]) == (12, 10)
    assert "over 12 blocks of 10 consecutive segments." in whole["sentence"]


def test_blocks_of_one_are_segments(evaluation: sy.Evaluation) -> None:
    ones = evaluation.compare(unit="block:1", n_resamples=300)
    assert ones.pairs == evaluation.compare(unit="segment", n_resamples=300).pairs
    assert ones.method["design_effect"]["median"] == 1


@pytest.mark.parametrize("unit", ["block:", "block:0", "block:-3", "block:1.5", "block:121", "block:x", "block:²"])
def test_blocks_that_are_none_are_refused(evaluation: sy.Evaluation, unit: str) -> None:
    with pytest.raises(SpecError, match="write block:K with a number of segments from 1 to 120"):
        evaluation.scores(0.95, unit=unit)


def test_blocks_that_could_not_be_summed_exactly_are_refused() -> None:
    data = sy.TestSet(references=[["a"] * 5], systems={"x": ["a"] * 5, "y": ["a"] * 5})
    huge = {"x": [1.1e9 + 0.5] * 5, "y": [1.2e9] * 5}
    scores = sy.evaluate(data, metrics=[], segment_scores={"m": huge})
    bits = int(scores.measurements[0].statistics.bits[0])
    assert 5 * 1.2e9 * 2**bits < 2**53 <= 8 * 1.2e9 * 2**bits
    with pytest.raises(DataError, match="could pass 2\\*\\*53"):
        scores.scores(0.95, unit="block:4")  # two blocks, the larger drawn twice: eight values


def test_the_design_effect_is_that_of_the_differences(evaluation: sy.Evaluation) -> None:
    method = evaluation.compare(n_resamples=200).method
    codes = load().document_codes()
    assert codes is not None
    pairs = [(a, b) for b in range(5) for a in range(b + 1, 5)]
    effects = np.concatenate([design_effects(m, m.by_document(codes), pairs) for m in evaluation.measurements])
    assert method["design_effect"] == {
        "median": float(np.median(effects)),
        "low": effects.min(),
        "high": effects.max(),
        "n_differences": 20,
        "segment_level": real_level(float(np.median(effects)), 0.05),
    }
    one_sided = evaluation.compare(n_resamples=200, alternative="better").method["design_effect"]
    assert one_sided["segment_level"] == real_level(float(np.median(effects)), 0.1) / 2
    assert "design_effect" not in evaluation.compare(n_resamples=200, unit="segment").method


def test_identical_systems_have_no_design_effect() -> None:
    data = sy.TestSet(
        references=[["a b c d", "e f g h"] * 4],
        systems={"x": ["a b c d", "e f x h"] * 4, "y": ["a b c d", "e f x h"] * 4},
    )
    method = sy.evaluate(data).compare(unit="block:2").method
    assert "design_effect" not in method
    assert "design effect" not in method["sentence"]


@pytest.mark.parametrize("family", ["pairs", "pairs-and-metrics"])
@pytest.mark.parametrize("correction", ["maxt", "none"])
def test_equivalence_is_two_one_sided_tests_with_holms_correction(
    evaluation: sy.Evaluation, family: str, correction: str
) -> None:
    options: dict[str, Any] = {"n_resamples": 200, "family": family, "correction": correction}
    plain = evaluation.compare(**options)
    decided = evaluation.compare(**options, equivalence_margin=2.0)
    codes = load().document_codes()
    assert codes is not None
    p_values = []
    for measurement in evaluation.measurements:
        rows = jackknife_scores(measurement.by_document(codes))
        for b in range(5):
            for a in range(b + 1, 5):
                pair = plain.pairs[len(p_values)]
                p_values.append(equivalence(pair.delta, rows[a] - rows[b], 2.0).p_value)
    halves = [p_values] if family == "pairs-and-metrics" else [p_values[:10], p_values[10:]]
    expected = p_values if correction == "none" else np.concatenate([holm(half) for half in halves]).tolist()
    assert [pair.p_equivalence for pair in decided.pairs] == pytest.approx(expected)
    for before, after, p in zip(plain.pairs, decided.pairs, expected, strict=True):
        is_within = before.verdict == "cannot tell" and p <= 0.05
        assert after.verdict == ("within margin" if is_within else before.verdict)
        assert before.p_equivalence is None
        assert (after.delta, after.p_adjusted, after.interval) == (before.delta, before.p_adjusted, before.interval)
    assert "within margin" in {pair.verdict for pair in decided.pairs}
    assert "equivalent within 2 by two one-sided jackknife t tests (11 degrees" in decided.method["sentence"]
    assert decided.method["equivalence_margin"] == 2.0


def test_a_decided_comparison_is_stored_and_an_older_one_still_loads(evaluation: sy.Evaluation) -> None:
    decided = evaluation.compare(n_resamples=200, equivalence_margin=2.0)
    assert sy.Comparison.from_dict(json.loads(decided.to_json())) == decided
    older = json.loads(evaluation.compare(n_resamples=200).to_json())
    for row in older["pairs"]:
        del row["p_equivalence"]
    assert sy.Comparison.from_dict(older).pairs[0].p_equivalence is None


def test_identical_systems_stay_equivalent_and_few_units_show_nothing() -> None:
    reference = ["a b c d e", "f g h i", "k l m n"]
    data = sy.TestSet(
        references=[reference], systems={"x": reference, "y": reference, "z": [*reference[:2], "k l m o"]}
    )
    pairs = sy.evaluate(data).compare(equivalence_margin=99.0).pairs
    assert (pairs[0].verdict, pairs[0].p_equivalence) == ("equivalent", 0.0)
    assert {pair.verdict for pair in pairs[1:]} == {"cannot tell"}  # three segments cannot tell, whatever the margin


@pytest.mark.parametrize("margin", [0.0, -1.0, float("nan"), float("inf")])
def test_margins_that_are_none_are_refused(evaluation: sy.Evaluation, margin: float) -> None:
    with pytest.raises(SpecError, match="--equivalence-margin"):
        evaluation.compare(equivalence_margin=margin)


def test_equivalence_needs_room_for_its_interval(evaluation: sy.Evaluation) -> None:
    with pytest.raises(SpecError, match="alpha below"):
        evaluation.compare(equivalence_margin=1.0, alpha=0.6)


@pytest.mark.parametrize(("text", "least"), [("min-delta=-0.3", -0.3), ("min-delta=0", 0.0), ("min-delta=1e-2", 0.01)])
def test_a_gate_is_read(text: str, least: float) -> None:
    assert read_gate(text) == least


@pytest.mark.parametrize(
    "text", ["", "-0.3", "min-delta", "min-delta=", "min-delta=x", "min-delta=nan", "min-delta=inf", "delta=1"]
)
def test_gates_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(SpecError, match="write min-delta="):
        read_gate(text)


def test_a_gate_looks_at_the_whole_interval_in_the_metrics_direction(evaluation: sy.Evaluation) -> None:
    comparison = evaluation.compare(n_resamples=200, pairs="baseline")
    for least in (-30.0, -17.0, -5.0, -0.3, 0.0):
        expected = []
        for row in comparison.pairs:
            assert row.interval_simultaneous is not None
            low, high = row.interval_simultaneous
            if (high if row.metric == "bleu" else -low) < least:
                expected.append(row)
        assert find_regressions(comparison, evaluation.measurements, least) == expected
    found = find_regressions(comparison, evaluation.measurements, -0.3)
    assert {row.metric for row in found} == {"bleu", "ter"}
    assert all(row.verdict == "worse" for row in found)


def test_without_an_interval_nothing_is_certain(evaluation: sy.Evaluation) -> None:
    row = PairRow("bleu", "BLEU", "b", "a", -9.0, None, None, 1.0, 1.0, 0.0, "cannot tell", "", None)
    alone = sy.Comparison((row,), (), {"n_segments": 1, "alpha": 0.05})
    assert find_regressions(alone, evaluation.measurements, -0.3) == []


def test_the_command_leaves_with_1_where_a_gate_closes() -> None:
    argv = ("compare", REFERENCE, "-i", HARBOUR, LANTERN, SPARROW, ORATOR, "--documents", DOCUMENTS, "-f", "json")
    closed = run(*argv, "--gate", "min-delta=-0.3")
    assert closed.status == 1
    assert closed.err.count("\n") == 1
    assert closed.err.startswith(
        "steelyard compare: the gate min-delta=-0.3 is closed: BLEU of sparrow less harbour is -"
    )
    assert "orator less harbour" in closed.err
    assert "lantern" not in closed.err
    assert {row["system_b"] for row in json.loads(closed.out)["pairs"]} == {"harbour"}  # each with the baseline
    assert json.loads(closed.out) == json.loads(output(*argv, "--pairs", "baseline"))
    opened = run(*argv, "--gate", "min-delta=-60")
    assert (opened.status, opened.err) == (0, "")
    asked = run(*argv, "--gate", "min-delta=-0.3", "--pairs", "lantern:harbour")
    assert (asked.status, asked.err, len(json.loads(asked.out)["pairs"])) == (0, "", 1)


def test_the_command_refuses_a_gate_or_unit_it_cannot_read() -> None:
    for argv, part in (
        (("--gate", "0.3"), "--gate"),
        (("--unit", "block:0"), "block:K"),
        (("--unit", "blocks"), "--unit"),
        (("--equivalence-margin", "-1"), "--equivalence-margin"),
    ):
        outcome = run("compare", *PAIR, *argv)
        assert (outcome.status, outcome.out) == (2, "")
        assert part in outcome.err


def test_the_text_says_within_which_margin() -> None:
    shown = output("compare", *PAIR, "--documents", DOCUMENTS, "--equivalence-margin", "4.5")
    assert "  equivalent within 4.5  " in shown
    stored = json.loads(output("compare", *PAIR, "--documents", DOCUMENTS, "--equivalence-margin", "4.5", "-f", "json"))
    assert stored["pairs"][0]["verdict"] == "within margin"
