"""Blocks, design effects and equivalence of whole comparisons, on the bundled example."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.errors import DataError, SpecError
from steelyard.inference import design_effects, equivalence, holm, jackknife_scores, real_level
from steelyard.report import html_text
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, PATHS, REFERENCE, SPARROW, output, run
from tests.questions.compare.by_hand import worth

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
    scores = sy.evaluate(data, metrics=[], segment_scores={"judge": huge})
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
                margin_test = equivalence(pair.difference, rows[a] - rows[b], 2.0, n_effective=worth("document"))
                p_values.append(margin_test.p_value)
    halves = [p_values] if family == "pairs-and-metrics" else [p_values[:10], p_values[10:]]
    expected = p_values if correction == "none" else np.concatenate([holm(half) for half in halves]).tolist()
    assert [pair.p_equivalence for pair in decided.pairs] == pytest.approx(expected)
    for before, after, p in zip(plain.pairs, decided.pairs, expected, strict=True):
        is_within = before.verdict == "cannot tell" and p <= 0.05
        assert after.verdict == ("within margin" if is_within else before.verdict)
        assert before.p_equivalence is None
        assert (after.difference, after.p_adjusted, after.interval) == (
            before.difference,
            before.p_adjusted,
            before.interval,
        )
    assert "within margin" in {pair.verdict for pair in decided.pairs}
    assert "for equivalence within 2 by two one-sided jackknife t tests (10.9 degrees" in decided.method["sentence"]
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


@pytest.fixture(scope="module")
def mixed() -> sy.Evaluation:
    scores = {name: [0.8 + 0.001 * ((7 * i + 3 * s) % 11) for i in range(120)] for s, name in enumerate(PATHS)}
    return sy.evaluate(load(), metrics=["bleu", "bleu(tokenize=char)"], segment_scores={"COMET": scores})


def test_one_margin_is_not_taken_for_metrics_of_several_scales(mixed: sy.Evaluation) -> None:
    """Half a point is little of BLEU, and more than COMET can ever differ: it made every COMET pair "equivalent"."""
    said = "--equivalence-margin bleu=0.5 bleu(tokenize=char)=... COMET=...; in Python a dict"
    with pytest.raises(SpecError, match=re.escape(said)):
        mixed.compare(equivalence_margin=0.5, n_resamples=99)
    unknown = {name: {system: [0.1, 0.2] for system in "xy"} for name in ("one", "two")}
    data = sy.TestSet(references=[["a", "b"]], systems={"x": ["a", "b"], "y": ["a", "c"]})
    with pytest.raises(SpecError, match="not on one known scale"):
        sy.evaluate(data, [], segment_scores=unknown, higher_is_better=list(unknown)).compare(equivalence_margin=0.5)


def test_margins_by_metric_leave_the_others_untested(mixed: sy.Evaluation) -> None:
    decided = mixed.compare(equivalence_margin={"Comet": 0.5, "bleu": 2.0}, n_resamples=200)
    alone = mixed.compare(equivalence_margin={"COMET": 0.5}, n_resamples=200)
    assert decided.method["equivalence_margin"] == {"bleu": 2.0, "COMET": 0.5}
    assert "for equivalence within 2 (bleu), 0.5 (COMET) by two one-sided" in decided.method["sentence"]
    for row in (*decided.pairs, *alone.pairs):
        is_tested = row.metric == "COMET" or (row.metric == "bleu" and row in decided.pairs)
        assert (row.p_equivalence is not None) == is_tested
        assert row.verdict != "within margin" or is_tested
    assert {row.verdict for row in alone.pairs if row.metric == "COMET"} <= {"within margin", "better", "worse"}
    shown = report.text(decided)
    assert "equivalent within 2  " in shown
    assert "equivalent within 0.5  " in shown
    assert sy.Comparison.from_dict(json.loads(decided.to_json())) == decided
    page = html_text(mixed.report_page(decided))
    assert "equivalent within 0.5<" in page


def test_holm_counts_only_the_pairs_that_have_a_margin(mixed: sy.Evaluation) -> None:
    alone = sy.evaluate(load(), metrics=["bleu"]).compare(equivalence_margin=2.0, n_resamples=99)
    among = mixed.compare(equivalence_margin={"bleu": 2.0}, n_resamples=99)
    expected = [row.p_equivalence for row in alone.pairs]
    assert [row.p_equivalence for row in among.pairs if row.metric == "bleu"] == expected


@pytest.mark.parametrize(
    ("margins", "part"),
    [
        ({"BLEU": 1.0}, "fits several metrics: bleu, bleu(tokenize=char)"),
        ({"blue": 1.0}, "Did you mean 'bleu'?"),
        ({"COMET": 1.0, "comet": 2.0}, "names 'COMET' twice"),
        ({"bleu": -1.0}, "must be above 0"),
    ],
)
def test_margins_of_no_single_metric_are_refused(mixed: sy.Evaluation, margins: dict[str, float], part: str) -> None:
    with pytest.raises(SpecError, match=re.escape(part)):
        mixed.compare(equivalence_margin=margins, n_resamples=99)


def test_a_metric_is_named_by_any_spelling_of_it(mixed: sy.Evaluation) -> None:
    given = {"bleu( tokenize = 'char' )": 3.0, "bleu": 2.0}
    assert mixed.compare(equivalence_margin=given, n_resamples=99).method["equivalence_margin"] == {
        "bleu": 2.0, "bleu(tokenize=char)": 3.0,
    }  # fmt: skip


def test_the_command_takes_margins_by_metric(tmp_path: Path) -> None:
    argv = ("compare", REFERENCE, "-i", HARBOUR, SPARROW, "--documents", DOCUMENTS, "-m", "bleu", "wer")
    refused = run(*argv, "--equivalence-margin", "0.5")
    assert (refused.status, refused.out) == (2, "")
    assert "not on one known scale" in refused.err
    for flags in (("--equivalence-margin", "bleu"), ("--equivalence-margin", "1", "bleu=2")):
        assert run(*argv, *flags).status == 2
    stored = tmp_path / "stored.json"
    stored.write_text(output(*argv, "--equivalence-margin", "bleu=2", "WER=0.01", "-f", "json"), encoding="utf-8")
    assert run("check", "result", str(stored)).status == 0


def test_the_command_refuses_a_unit_or_margin_it_cannot_read() -> None:
    for argv, part in (
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
