"""`steelyard check dependence` as people type it, its numbers against those of the inference and of made-up series."""

import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.errors import SpecError
from steelyard.inference import broad_and_blocks, design_effects, real_level
from tests.cli.running import DOCUMENTS, HARBOUR, ORATOR, REFERENCE, TANGLE, output, run

THREE = ("check", "dependence", REFERENCE, "-i", TANGLE, HARBOUR, ORATOR, "--documents", DOCUMENTS, "-m", "bleu", "ter")


def outside(scores: dict[str, np.ndarray]) -> sy.Evaluation:
    n = len(next(iter(scores.values())))
    data = sy.TestSet(references=[["x"] * n], systems={name: ["x"] * n for name in scores})
    rows = {name: values.tolist() for name, values in scores.items()}
    return sy.evaluate(data, metrics=[], segment_scores={"judge": rows})


def test_one_segment_is_too_few_in_good_english() -> None:
    found = outside({"a": np.array([1.0]), "b": np.array([2.0])})
    with pytest.raises(SpecError, match="has 1 segment, too few for 10 blocks of 2"):
        found.dependence()


def test_the_command_prints_the_stored_result(tmp_path: Path) -> None:
    printed = output(*THREE, "-f", "json")
    path = tmp_path / "dependence.json"
    path.write_text(printed, encoding="utf-8")
    stored = sy.load(path)
    assert isinstance(stored, sy.results.Dependence)
    assert json.loads(printed)["schema"] == "steelyard.dependence/1"
    assert report.text(stored) == output(*THREE)


def test_its_numbers_are_those_of_the_inference() -> None:
    systems = {"tangle": TANGLE, "harbour": HARBOUR, "orator": ORATOR}
    data = sy.TestSet.from_files(references=[REFERENCE], systems=systems, documents=DOCUMENTS)
    evaluation = sy.evaluate(data, metrics=["bleu", "ter"])
    found = evaluation.dependence(sizes=[7, 2], alpha=0.1)
    codes = data.document_codes()
    assert codes is not None
    ways = {None: codes, 2: np.arange(120) // 2, 7: np.arange(120) // 7}
    names = list(systems)
    assert [(row.metric, row.size) for row in found.effects] == [(m, s) for m in ("bleu", "ter") for s in ways]
    for measurement in evaluation.measurements:
        for size, groups in ways.items():
            units = measurement.by_document(groups)
            pairs = [(1, 0), (2, 0), (2, 1)]
            expected = design_effects(measurement, units, pairs)
            [row] = [r for r in found.effects if (r.metric, r.size) == (measurement.metric, size)]
            assert (row.median, row.low, row.high) == (np.median(expected), expected.min(), expected.max())
            assert row.segment_level == real_level(float(np.median(expected)), 0.1)
            assert row.relative_error == pytest.approx((2 / (groups.max())) ** 0.5)
            by_pair = [r for r in found.pairs if (r.metric, r.size) == (measurement.metric, size)]
            assert [(r.system, r.against) for r in by_pair] == [(names[a], names[b]) for a, b in pairs]
            assert [r.design_effect for r in by_pair] == expected.tolist()
        for size in (2, 7):
            sets = broad_and_blocks(measurement, size, drop_tail=True)
            rows = [r for r in found.spreads if (r.metric, r.size) == (measurement.metric, size)]
            assert [r.system for r in rows] == names
            assert [r.design_effect for r in rows] == sets.design_effect.tolist()
            assert [r.block_sd for r in rows] == sets.blocks.sd.tolist()
            assert [r.broad_range for r in rows] == list(zip(sets.broad.low, sets.broad.high, strict=True))
            assert {(r.n_sets, r.n_dropped) for r in rows} == {(120 // size, 120 % size)}


def test_a_test_of_dependent_segments_has_the_level_that_is_printed() -> None:
    """Blocks of 5 equal differences: the variance is 5 times that of independent segments."""
    rng = np.random.default_rng(5)
    noise = np.repeat(rng.normal(size=2000), 5)
    other = rng.normal(size=10_000)
    found = outside({"b": other, "a": other + noise}).dependence(sizes=[5, 50])
    for row in found.effects:
        assert row.median == pytest.approx(5, rel=0.25)
    assert found.effects[0].segment_level == pytest.approx(0.381, abs=0.005)  # 2 (1 - Phi(1.96 / sqrt 5))
    shown = report.text(found)
    assert "segments of a block of 50 are correlated" in shown and "use --unit block:50." in shown
    assert "has 3" in " ".join(shown.split()).partition("A test of single segments ")[2]


def test_independent_segments_show_nothing() -> None:
    rng = np.random.default_rng(2)
    shown = report.text(outside({"b": rng.normal(size=2000), "a": rng.normal(size=2000)}).dependence())
    assert "are not significantly correlated (design effect" in shown


def test_one_system_has_spreads_alone_and_equal_ones_no_effect() -> None:
    content = json.loads(output("check", "dependence", REFERENCE, "-i", HARBOUR, "-f", "json"))
    assert content["effects"] == content["pairs"] == []
    assert [row["size"] for row in content["spreads"]] == content["method"]["sizes"] == [2, 5, 10]
    shown = output("check", "dependence", REFERENCE, "-i", HARBOUR)
    assert "design effect is the jackknife" not in shown
    same = HARBOUR.replace("systems/", "systems/../systems/")
    shown = output("check", "dependence", REFERENCE, "-i", HARBOUR, same, "--names", "a", "b", "--checks", "off")
    assert "because the differences do not vary" in shown


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--block-sizes", "61"), "Cannot use blocks of 61 (--block-sizes): the size must be 1 or more"),
        (("--block-sizes", "0"), "Cannot use blocks of 0"),
        (("--alpha", "0"), "alpha must lie between 0 and 1"),
        (("--pairs", "tangle:harbor"), "Did you mean 'harbour'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run(*THREE, *flags)
    assert outcome.status == 2 and outcome.out == ""
    assert (
        sentence in outcome.err
        and outcome.err.startswith("steelyard check dependence: ")
        and outcome.err.count("\n") == 1
    )


def test_too_few_segments_are_refused() -> None:
    data = sy.TestSet(references=[["a"] * 19], systems={"x": ["a"] * 19, "y": ["b"] * 19})
    with pytest.raises(sy.errors.SpecError, match="too few for 10 blocks of 2"):
        sy.evaluate(data).dependence()


def test_there_is_no_unit_to_choose() -> None:
    outcome = run(*THREE, "--unit", "segment")
    assert outcome.status == 2 and outcome.out == "" and "there is no flag --unit." in outcome.err
