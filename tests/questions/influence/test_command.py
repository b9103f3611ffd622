"""`steelyard explain influence` as people type it, and its numbers against scores of test sets without the parts."""

import itertools
import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from steelyard.inference import influence, units_to_turn
from tests.cli.running import DOCUMENTS, HARBOUR, ORATOR, REFERENCE, TANGLE, output, run
from tests.conftest import EXAMPLES

PAIR = ("explain", "influence", REFERENCE, "-i", TANGLE, HARBOUR, "-m", "bleu", "ter")


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    data = sy.TestSet.from_files(
        references=[REFERENCE], systems={"tangle": TANGLE, "harbour": HARBOUR}, documents=DOCUMENTS
    )
    return sy.evaluate(data, metrics=["bleu", "ter"])


@pytest.fixture(scope="module")
def found(evaluation: sy.Evaluation) -> sy.results.Influence:
    return evaluation.influence()


def delta(data: sy.TestSet, metric: str) -> float:
    first, second = sy.evaluate(data, metrics=[metric]).scores().scores
    return second.score - first.score


def test_the_command_prints_the_stored_result(tmp_path: Path, found: sy.results.Influence) -> None:
    printed = output(*PAIR, "--documents", DOCUMENTS, "-f", "json")
    path = tmp_path / "influence.json"
    path.write_text(printed, encoding="utf-8")
    stored = sy.load(path)
    assert isinstance(stored, sy.results.Influence)
    assert json.loads(printed)["schema"] == "steelyard.influence/1"
    assert (stored.rows, stored.turns) == (found.rows, found.turns)
    assert report.text(stored) == output(*PAIR, "--documents", DOCUMENTS)


def test_every_part_left_out_is_a_test_set_without_it(evaluation: sy.Evaluation, found: sy.results.Influence) -> None:
    data = evaluation.test_set
    whole = {metric: delta(data, metric) for metric in ("bleu", "ter")}
    assert found.method["deltas"] == pytest.approx(whole)
    references, documents = data.references[0], data.documents or ()
    ranges = {"0-10": (0, 10), "11-20": (11, 20), "21-30": (21, 30)}
    checked = {"segment": 0, "document": 0, "length": 0}
    for row in found.rows:
        inside = {
            "segment": lambda i, row=row: str(i + 1) == row.name,
            "document": lambda i, row=row: documents[i] == row.name,
            "length": lambda i, row=row: ranges[row.name][0] <= len(str(references[i]).split()) <= ranges[row.name][1],
        }[row.level]
        part = [i for i in range(data.n_segments) if inside(i)]
        rest = [i for i in range(data.n_segments) if not inside(i)]
        assert row.n_segments == len(part)
        assert row.n_words == sum(len(str(references[i]).split()) for i in part)
        assert row.difference_without == pytest.approx(delta(data.select(rest), row.metric))
        assert row.change == pytest.approx(row.difference_without - whole[row.metric])
        assert row.change_per_word == pytest.approx(row.change / row.n_words)
        is_for_a = row.change < 0 if row.metric == "bleu" else row.change > 0
        assert row.speaks_for == ("system" if is_for_a else "against")
        alone = sy.evaluate(data.select(part), metrics=[row.metric]).scores().scores
        assert (row.score_against, row.score) == pytest.approx(tuple(score.score for score in alone))
        checked[row.level] += 1
    assert checked == {"segment": 20, "document": 24, "length": 6}


def test_segments_are_the_largest_of_either_direction_with_their_texts(
    evaluation: sy.Evaluation, found: sy.results.Influence
) -> None:
    data = evaluation.test_set
    for measurement in evaluation.measurements:
        rows = influence(measurement)
        changes = rows[1] - rows[0]
        shown = [row for row in found.rows if row.level == "segment" and row.metric == measurement.metric]
        order = changes.argsort()
        assert {row.name for row in shown} == {str(i + 1) for i in [*order[:5], *order[-5:]]}
        sizes = [abs(row.change or 0) for row in shown]
        assert sizes == sorted(sizes, reverse=True)
        for row in shown:
            i = int(row.name) - 1
            assert row.excerpt is not None
            assert (row.excerpt.reference, row.excerpt.system, row.excerpt.against, row.excerpt.source) == (
                data.references[0][i], data.systems["harbour"][i], data.systems["tangle"][i], None,
            )  # fmt: skip
            low, high = map(int, row.length.split("-"))
            alike = [j for j in range(120) if low <= len(str(data.references[0][j]).split()) <= high]
            assert row.rank_in_length == 1 + sum(abs(changes[j]) > abs(changes[i]) for j in alike)


def test_the_units_that_turn_a_verdict_turn_it(evaluation: sy.Evaluation, found: sy.results.Influence) -> None:
    data = evaluation.test_set
    turns = {(row.metric, row.level, row.goal): row for row in found.turns}
    assert len(turns) == 6
    sign = turns["bleu", "segment", "sign"]
    gone = {int(name) - 1 for name in sign.units}
    rest = data.select([i for i in range(data.n_segments) if i not in gone])
    assert sign.difference > 0 >= sign.difference_after == pytest.approx(delta(rest, "bleu"))
    assert sign.n_for_system + sign.n_for_against == sign.n_units == 120
    assert turns["bleu", "document", "sign"].outcome == "stands"  # harbour is ahead in every document
    significance = turns["ter", "document", "significance"]
    assert significance.outcome == "turned"
    codes = data.document_codes()
    removal = units_to_turn(evaluation.measurements[1].by_document(codes), 1, 0, goal="significance")
    names = list(dict.fromkeys(data.documents or ()))
    assert removal is not None
    assert significance.units == tuple(names[unit] for unit in removal.units)


def test_golden_influence_of_segments(tmp_path: Path) -> None:
    """Spec uses-of-evaluation 2.9, of a system against one that scores nothing."""
    outputs = ["a b c d e", "a b c d x", "k l m n o p", "q r s"]
    references = ["a b c d e", "a b c d e", "k l z n o p", "t u s"]
    for name, lines in {"ref": references, "zero": ["-"] * 4, "x": outputs}.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    metric = "bleu(tokenize=none, smooth_method=none)"
    argv = (
        "explain",
        "influence",
        tmp_path / "ref",
        "-i",
        tmp_path / "zero",
        tmp_path / "x",
        "-m",
        metric,
        "-f",
        "json",
    )
    rows = [row for row in json.loads(output(*argv))["rows"] if row["level"] == "segment"]
    expected = {"1": -0.178803, "2": -0.029911, "3": 0.140609, "4": 0.052747}
    assert {row["name"]: round(row["change"] / 100, 6) for row in rows} == expected
    assert {row["name"]: round(row["change_per_word"] / 100, 6) for row in rows}["3"] == 0.023435
    assert {row["name"]: round(row["change_per_word"] / 100, 6) for row in rows}["4"] == 0.017582
    assert {row["name"]: round(row["score"] / 100, 4) for row in rows} == {"1": 1, "2": 0.6687, "3": 0, "4": 0}


def test_labels_and_blocks_are_parts_too(tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    labels.write_text("".join(f"{'news' if i < 50 else 'other'}\n" for i in range(120)))
    content = json.loads(output(*PAIR, "--labels", labels, "--unit", "block:50", "--lengths", "12", "-f", "json"))
    names = {level: [r["name"] for r in content["rows"] if r["metric"] == "bleu" and r["level"] == level]
             for level in ("label", "block", "length")}  # fmt: skip
    assert names["label"] == ["news", "other"]
    assert sorted(names["block"]) == ["1-50", "101-120", "51-100"]
    assert names["length"] == ["0-12", "13 or more"]
    by_name = {(r["metric"], r["name"]): r["change"] for r in content["rows"]}
    assert by_name["bleu", "news"] == by_name["bleu", "1-50"]
    assert content["method"]["inputs"][-1]["role"] == "labels"
    assert "\nnews " in output(*PAIR, "--labels", labels)


def test_equal_systems_hang_on_nothing() -> None:
    shown = output(
        "explain",
        "influence",
        REFERENCE,
        "-i",
        HARBOUR,
        HARBOUR.replace("systems/", "systems/../systems/"),
        "--names",
        "a",
        "b",
        "-m",
        "ter",
        "--checks",
        "off",
    )
    assert "The scores are equal." in shown
    assert "0 segments favour b; 0 favour a." in " ".join(shown.split())
    assert "Segments that favour" not in shown


def test_a_single_segment_leaves_nothing() -> None:
    data = sy.TestSet(references=[["a b"]], systems={"x": ["a b"], "y": ["a"]})
    found = sy.evaluate(data, metrics=["ter"]).influence()
    assert [(row.level, row.change, row.difference_without) for row in found.rows] == [("length", None, None)]
    assert {turn.outcome for turn in found.turns if turn.goal == "significance"} == {"no verdict"}
    assert "stands" in {turn.outcome for turn in found.turns}
    json.loads(found.to_json())
    assert report.text(found)


def test_texts_of_terminals_are_cleaned_and_long_ones_cut() -> None:
    data = sy.TestSet(references=[["a\x1b b", "c d"]], systems={"x": ["a b" * 200, "e"], "y": ["a", ""]})
    shown = report.text(sy.evaluate(data, metrics=["ter"]).influence())
    assert "\x1b" not in shown
    assert "(empty)" in shown
    assert max(map(len, itertools.chain(shown.split("\n")))) <= 100


def test_sums_that_are_equal_but_for_rounding_carry_no_verdict(tmp_path: Path) -> None:
    """0.2 + 0.2 against 0.1 + 0.3: one item could be left out so that the difference was gone."""
    path = tmp_path / "m.tsv"
    path.write_text("x\ty\n0.2\t0.1\n0.2\t0.3\n0.5\t0.5\n")
    found = json.loads(output("explain", "influence", "--scores", f"judge={path}", "-f", "json"))
    assert [turn["outcome"] for turn in found["turns"]] == ["no verdict"] * 2
    assert [(turn["n_for_system"], turn["n_for_against"]) for turn in found["turns"]] == [(1, 1)] * 2


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("-i", ORATOR), "the difference of two systems, not 3"),
        (("--show", "-1"), "top (--show) must be 0 or more"),
        (("--lengths", "20", "10"), "each larger than the last, not [20, 10]"),
        (("--lengths", "0"), "numbers of words from 1"),
        (("--alpha", "1"), "alpha must lie between 0 and 1"),
        (("--labels", str(EXAMPLES / "human.tsv")), "labels for 120 segments"),
        (("--labels", "absent"), "Cannot read absent"),
        (("--unit", "document"), "no documents are given"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run(*PAIR, *flags)
    assert outcome.status == 2 and outcome.out == ""
    assert (
        sentence in outcome.err
        and outcome.err.startswith("steelyard explain influence: ")
        and outcome.err.count("\n") == 1
    )
