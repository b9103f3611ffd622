"""Tuned weights: Moses's counts line by line, texts chosen and scored anew, folds, warnings, bad input."""

import gzip
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.lab.candidates import count_candidates, count_extracted
from steelyard.lab.questions.tune_weights.answer import WeightTuning
from steelyard.lab.questions.tune_weights.compute import compute
from steelyard.lab.questions.tune_weights.objectives import Objective
from steelyard.lab.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.lab.questions.tune_weights.warnings import weights_warnings
from steelyard.reading.formats import read_moses_extracted, read_moses_nbest
from steelyard.report import text
from steelyard.types import NBestLists
from tests.lab.papers.nbest import N_SEGMENTS, write_lists, write_reference

FAST = {"n_restarts": 1, "n_directions": 2}


@pytest.fixture
def given(tmp_path: Path) -> tuple[NBestLists, sy.TestSet]:
    lists = read_moses_nbest(write_lists(tmp_path))
    documents = [f"d{i // 4}" for i in range(N_SEGMENTS)]
    references = [write_reference(tmp_path).read_text(encoding="utf-8").splitlines()]
    return lists, sy.TestSet(references=references, systems={}, documents=documents)


def chosen(lists: NBestLists, weights: NDArray[np.float64]) -> list[str]:
    """Take the first of the best, list by list."""
    ends = zip(lists.offsets[:-1], lists.offsets[1:], strict=True)
    return [lists.texts[a + int(np.argmax(lists.features[a:b] @ weights))] for a, b in ends]


def score(data: sy.TestSet, output: list[str], metric: str) -> float:
    systems = replace(data, systems={"x": output})
    return sy.evaluate(systems, metrics=[metric]).scores().scores[0].score


def test_scores_are_those_of_the_texts_that_the_weights_choose(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    start = {"lm": 1.0, "tm.1": 0.5, "tm.2": 0.0}
    found = sy.lab.tune_weights(lists, data, ["bleu", "ter"], start=start, **FAST)
    tuned = np.array([found.by_name[name] for name in lists.feature_names])
    for row in found.scores:
        assert row.start == pytest.approx(score(data, chosen(lists, np.array([1.0, 0.5, 0.0])), row.metric))
        assert row.tuned == pytest.approx(score(data, chosen(lists, tuned), row.metric))
    assert found.scores[0].tuned == pytest.approx(found.method["value"]) == pytest.approx(max(found.method["values"]))
    assert found.scores[0].tuned > found.scores[0].start
    before, after = chosen(lists, np.array([1.0, 0.5, 0.0])), chosen(lists, tuned)
    changed = np.mean([a != b for a, b in zip(before, after, strict=True)])
    assert found.method["share_changed"] == pytest.approx(changed)


def test_what_is_held_out_is_chosen_by_weights_of_other_documents(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    found = sy.lab.tune_weights(lists, data, ["bleu"], n_folds=2, n_restarts=0, n_directions=0)
    output = [""] * N_SEGMENTS
    halves = [range(12), range(12, N_SEGMENTS)]  # 3 documents of 4 segments each
    for seen, judged in (halves, halves[::-1]):
        part = of_segments(lists, list(seen))
        tuning = sy.lab.tune_weights(part, data.select(list(seen)), ["bleu"], n_folds=1, n_restarts=0, n_directions=0)
        best = chosen(lists, np.array(list(tuning.by_name.values())))
        for i in judged:
            output[i] = best[i]
    assert found.scores[0].held_out == pytest.approx(score(data, output, "bleu"))
    assert found.held_out[0].difference == pytest.approx(found.scores[0].held_out - found.scores[0].start)
    assert found.method["comparison"]["unit"] == "document"


def of_segments(lists: NBestLists, segments: list[int]) -> NBestLists:
    rows = np.concatenate([np.arange(lists.offsets[i], lists.offsets[i + 1]) for i in segments])
    return NBestLists(
        tuple(lists.texts[i] for i in rows),
        np.concatenate([[0], lists.sizes[segments].cumsum()]),
        lists.features[rows],
        lists.feature_names,
        lists.totals[rows],
    )


def test_weights_can_move_as_far_as_is_said(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    found = sy.lab.tune_weights(lists, data, ["bleu"], n_folds=1, **FAST)
    for i, row in enumerate(found.weights):
        weights = np.array(list(found.by_name.values()))
        for end, inwards in ((row.low, 1), (row.high, -1)):
            if end is None:
                continue
            weights[i] = end + inwards * 1e-9
            assert score(data, chosen(lists, weights), "bleu") == pytest.approx(found.scores[0].tuned)
            weights[i] = end - inwards * 1e-9
            assert chosen(lists, weights) != chosen(lists, np.array(list(found.by_name.values())))


def test_curves_are_scores_of_what_moved_weights_choose(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    found = sy.lab.tune_weights(lists, data, ["bleu"], objective="ter", n_folds=1, fix_weights=["tm.2"], **FAST)
    assert {point.feature for point in found.curves} == {"lm", "tm.1"}
    at_weights = [point.score for point in found.curves if point.weight == found.by_name[point.feature]]
    assert at_weights == [pytest.approx(found.scores[0].tuned)] * 2
    for point in found.curves[::7]:
        weights = np.array([(found.by_name | {point.feature: point.weight})[name] for name in lists.feature_names])
        assert point.score == pytest.approx(score(data, chosen(lists, weights), "ter"))


def test_progress_counts_every_climb(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    for objective, n_climbs in (("bleu", 3 * 3 + 2 * 3), ("likelihood-ter", 3 * 1 + 2 * 3 * 2), ("max-margin", 15)):
        question = TuneWeightsQuestion(objective=objective, n_restarts=2, n_directions=0, n_folds=2, cross=True)
        steps: list[tuple[int, int]] = []
        counted = count_candidates(lists, data, ["bleu", "ter"])
        compute(counted, question, progress=lambda done, total, steps=steps: steps.append((done, total)))
        assert steps == [(i, n_climbs) for i in range(1, n_climbs + 1)]


@pytest.mark.parametrize(
    "objective", ["chrf", "ter", "expected-bleu", "expected-segment", "likelihood-chrf", "max-margin"]
)
def test_every_objective_gains_on_what_it_saw(given: tuple[NBestLists, sy.TestSet], objective: str) -> None:
    lists, data = given
    start = {"lm": -1.0, "tm.1": -1.0, "tm.2": -0.1}
    found = sy.lab.tune_weights(lists, data, [], objective=objective, start=start, n_folds=1, **FAST)
    own = found.scores[0]
    assert (own.tuned > own.start) is own.higher_is_better
    assert own.metric == Objective.parse(objective).metric
    stored = WeightTuning.from_dict(found.to_dict())
    assert text(stored) == text(found)


@pytest.mark.parametrize("search", ["nelder-mead", "grid", "random"])
def test_searches_that_only_ask_end_no_higher_than_the_exact_one(
    given: tuple[NBestLists, sy.TestSet], search: str
) -> None:
    lists, data = given
    exact = sy.lab.tune_weights(lists, data, [], n_folds=1)
    found = sy.lab.tune_weights(lists, data, [], search=search, n_folds=1, n_restarts=1)
    assert found.scores[0].start <= found.scores[0].tuned <= exact.scores[0].tuned


def test_a_feature_can_be_the_metric(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    found = sy.lab.tune_weights(lists, data, ["bleu"], objective="lm", as_scores=["lm"], n_folds=1, **FAST)
    assert [row.feature for row in found.weights] == ["tm.1", "tm.2"]
    weights = np.array([0.0, *found.by_name.values()])
    ends = zip(lists.offsets[:-1], lists.offsets[1:], strict=True)
    picks = [a + int(np.argmax(lists.features[a:b] @ weights)) for a, b in ends]
    assert found.scores[0].label == "lm"
    assert found.scores[0].tuned == pytest.approx(lists.features[picks, 0].mean())


def test_features_are_chosen_by_what_they_bring(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    found = sy.lab.tune_weights(lists, data, ["bleu"], select=True, n_folds=2, **FAST)
    names = [step.feature for step in found.selected]
    assert names
    assert all((row.held == "left out") is (row.feature not in names) for row in found.weights)
    assert all(row.weight == 0 for row in found.weights if row.held == "left out")
    assert "Selected features, in order" in text(found)
    assert "Held-out scores are too high" in found.method["warnings"][0]


def test_each_metric_is_tuned_to_and_judged_by(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    found = sy.lab.tune_weights(lists, data, ["bleu", "chrf", "ter"], cross=True, n_folds=2, **FAST)
    assert {row.system for row in found.held_out} == {"tuned", "tuned on chrF2", "tuned on TER"}
    assert len(found.held_out) == 9
    assert "by metric of the tuning (rows)" in text(found)
    alone = sy.lab.tune_weights(lists, data, ["bleu"], objective="ter", n_folds=2, **FAST)
    by_bleu = next(row for row in found.held_out if row.system == "tuned on TER" and row.label == "BLEU")
    assert by_bleu.difference == pytest.approx(next(row for row in alone.held_out if row.label == "BLEU").difference)


def test_the_tuned_metric_that_gains_while_others_lose_is_flagged(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    found = sy.lab.tune_weights(lists, data, ["bleu", "ter"], n_folds=2, **FAST)
    bleu, ter = found.held_out
    both = (replace(bleu, difference=2.0, verdict="better"), replace(ter, difference=3.0, verdict="worse"))
    longer = {**found.method, "length_ratios": {"start": 1.0, "tuned": 1.2}}
    told = weights_warnings(replace(found, held_out=both, method=longer))
    assert told[0].startswith("Weights tuned on BLEU are significantly worse than the start by TER")
    assert told[1].startswith("Outputs are longer after tuning: the length ratio to the references is 1.200")
    assert told[2].startswith("24 segments are few for 3 weights")
    assert (
        len(
            weights_warnings(
                replace(found, held_out=(), method={**longer, "length_ratios": {"start": 1.0, "tuned": 1.02}})
            )
        )
        == 1
    )


def test_constant_features_are_told_of_and_stay(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    owner = np.repeat(np.arange(lists.n_segments), lists.sizes)
    wider = replace(
        lists, features=np.column_stack([lists.features, owner]), feature_names=(*lists.feature_names, "flat")
    )
    found = sy.lab.tune_weights(wider, data, ["bleu"], n_folds=1, bounds={"lm": (0.0, 1.0)}, **FAST)
    assert (found.weights[-1].held, found.weights[-1].weight) == ("constant", 0.25)
    assert "flat is constant within every list" in found.method["warnings"][0]
    assert 0 <= found.by_name["lm"] <= 1


def test_a_stored_result_is_computed_again(tmp_path: Path) -> None:
    lists, reference = write_lists(tmp_path), write_reference(tmp_path)
    found = sy.lab.tune_weights(
        lists,
        [reference],
        ["chrf"],
        start={"lm": 1.0},
        bounds={"tm.1": (-1.0, 1.0)},
        fix_weights=["lm"],
        n_folds=2,
        **FAST,
    )
    found.save(tmp_path / "tuning.json")
    assert sy.verify(tmp_path / "tuning.json").outcome == "equal"


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    (
        {"start": {"nothing": 1.0}},
        SpecError,
        "The start names the feature 'nothing', but the lists have lm, tm.1, tm.2",
    ),
    ({"start": {"lm": float("nan")}}, DataError, "must be finite"),
    ({"fix_weights": ["lm", "tm.1", "tm.2"]}, SpecError, "nothing to tune"),
    ({"bounds": {"lm": (1.0, 0.0)}}, SpecError, "at most its upper bound"),
    ({"objective": "nothing"}, SpecError, "nothing"),
    ({"objective": "nist"}, SpecError, "counts a segment by the references of all others"),
    ({"objective": "dependency-f"}, SpecError, "needs"),
    ({"as_scores": ["nothing"]}, DataError, "The lists have no feature 'nothing'"),
    ({"cross": True, "n_folds": 1}, SpecError, "two folds or more"),
    ({"n_folds": 7}, SpecError, "from 1 to the number of documents, 6, not 7"),
    ({"search": "grid", "objective": "expected-bleu"}, SpecError, "leave it out of other objectives"),
    ({"objective": "max-margin", "fix_weights": ["lm"]}, SpecError, "max-margin knows no bounds"),
]


@pytest.mark.parametrize(
    ("options", "error", "message"), BAD, ids=[next(iter(o)) + str(i) for i, (o, _, _) in enumerate(BAD)]
)
def test_bad_options(
    given: tuple[NBestLists, sy.TestSet], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        sy.lab.tune_weights(*given, ["bleu"], **options)


def test_lists_and_references_that_do_not_fit(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    fewer = data.select(range(20))
    with pytest.raises(AlignmentError, match=r"lists of 24 segments, but 20 segments in the references\."):
        sy.lab.tune_weights(lists, fewer)
    flat = replace(lists, features=np.ones((len(lists.texts), 3)))
    with pytest.raises(SpecError, match="No feature that may change differs within a list"):
        sy.lab.tune_weights(flat, data)
    one = of_segments(lists, [0])
    with pytest.raises(SpecError, match="nothing can be held out"):
        sy.lab.tune_weights(one, sy.TestSet(references=[["a"]], systems={}))


@pytest.mark.real_data
def test_counts_are_those_of_moses_line_by_line(test_data: Path) -> None:
    folder = test_data / "data" / "moses-nbest-mert"
    blocks = moses_blocks(folder / "extractor-result.txt.gz")
    assert (len(blocks["FEATURES"]), len(blocks["SCORES"])) == (50, 50)
    data = sy.TestSet.from_files(references=[folder / "reference.en"], systems={})
    n_lines = 0
    for n_rounds in (1, 5):
        lists = read_moses_nbest([folder / f"nbest.{i}.txt.gz" for i in range(1, n_rounds + 1)])
        counted = count_candidates(lists, data, ["bleu(tokenize=none)"])
        ours = counted.measurements[0].statistics.values[0]
        in_turn = [column for n in range(2, 6) for column in (ours[:, n], ours[:, n + 4])]
        rows = np.column_stack([lists.features, *in_turn, ours[:, 1]])
        for segment, (low, high) in enumerate(zip(lists.offsets[:-1], lists.offsets[1:], strict=True)):
            at = 10 * (n_rounds - 1) + segment
            moses = np.column_stack([blocks["FEATURES"][at], blocks["SCORES"][at]])
            # Where a line stood twice, Moses keeps another one of the two: then the order differs, and no more.
            np.testing.assert_array_equal(in_order(rows[low:high]), in_order(moses))
            if high - low == 100 * n_rounds:
                np.testing.assert_array_equal(rows[low:high], moses)
            n_lines += len(moses)
    assert n_lines == 5_912


def in_order(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return rows[np.lexsort(rows.T)]


def moses_blocks(path: Path) -> dict[str, list[list[list[float]]]]:
    blocks: dict[str, list[list[list[float]]]] = {"FEATURES": [], "SCORES": []}
    current: list[list[float]] | None = None
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        words = re.sub(r"^STDOUT_\d+=", "", line).split()
        head = re.match(r"(FEATURES|SCORES)_TXT_(BEGIN|END)", words[0]) if words else None
        if head:
            current = []
            if head[2] == "BEGIN":
                blocks[head[1]].append(current)
        elif current is not None and not line.startswith("TOTAL"):
            current.append([float(word) for word in words])
    return blocks


@pytest.mark.real_data
def test_no_worse_than_moses_from_its_own_files(test_data: Path) -> None:
    folder = test_data / "data" / "moses-nbest-mert" / "mert.basic"
    lists, counts = read_moses_extracted(folder / "features.dat.gz", folder / "scores.dat.gz")
    start = [float(word) for word in (folder / "init.txt").read_text().splitlines()[0].split()]
    question = TuneWeightsQuestion(start=dict(zip(lists.feature_names, start, strict=True)), n_restarts=5, n_folds=1)
    found = compute(count_extracted(lists, counts), question)
    assert found.scores[0].tuned >= 30.4339
    assert found.scores[0].start == pytest.approx(20.399, abs=0.001)
    constant = [row.feature for row in found.weights if row.held == "constant"]
    assert constant == ["d_0", "d_2", "d_3", "d_5", "d_6"]
