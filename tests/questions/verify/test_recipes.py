"""Recipes of other times, places and ways in: what Python gave, files that moved, and recipes that were damaged."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.human import MqmWeights
from steelyard.questions.meta.compute import meta_evaluate
from steelyard.ratings.reading import read_people
from steelyard.reading.formats import read_output_scores
from steelyard.results import Verification
from steelyard.types import OutputScores
from tests.cli.running import run
from tests.conftest import SYSTEMS
from tests.questions.verify.kinds import KINDS, made, write_example, written
from tests.questions.verify.test_command import edited, stored


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_example(tmp_path_factory.mktemp("example"))


@pytest.fixture(autouse=True)
def in_example(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(example)


def test_ratings_stored_before_files_were_named_still_come_out(tmp_path: Path) -> None:
    path = stored(tmp_path, *KINDS["human"][0])

    def as_before(content: dict[str, Any]) -> None:
        for key in ("path", "documents"):
            del content["method"]["recipe"]["reading"][key]

    assert sy.verify(edited(path, as_before)).outcome == "equal"


def test_inputs_that_moved_are_found_by_their_names(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("meta", "human predict", "lab tune"):
        path = example / made(name)
        monkeypatch.chdir("/")
        assert sy.verify(path).outcome == "cannot be verified"
        assert sy.verify(path, base=example).outcome == "equal"
        monkeypatch.chdir(example)


def test_numbers_that_no_file_holds_cannot_be_verified(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    [people] = read_people("ratings.tsv").scores
    noise = OutputScores("noise", people.systems, people.values + np.random.default_rng(1).normal(size=(5, 120)))
    meta_evaluate(people, [noise], n_resamples=20).save(path)
    assert sy.verify(path).method["reason"] == "scores of a metric came as numbers, which no file holds"
    meta_evaluate(noise, [people], n_resamples=20).save(path)
    assert sy.verify(path).method["reason"] == "people's ratings came as numbers, which no file holds"
    meta_evaluate(people, [people], n_resamples=20, documents=["a", "b"] * 60).save(path)
    assert sy.verify(path).method["reason"] == "its documents of lines came as a list, not from a file"
    meta_evaluate(people, [people], n_resamples=20, buckets=["a", "b"] * 60).save(path)
    assert "its labels of segments came as a list" in sy.verify(path).method["reason"]
    [listed] = read_people("ids.ratings.tsv", lines={f"s{i + 1}": i for i in range(120)}).scores
    meta_evaluate(listed, [people], n_resamples=20).save(path)
    assert "came as a mapping, which no file holds" in sy.verify(path).method["reason"]
    assert run("check", "result", path).status == 2


def test_scores_that_were_chosen_and_turned_in_python_come_out_again(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    people = read_people("bare.tsv", documents=Path("documents.txt").read_text(encoding="utf-8").splitlines())
    data = sy.TestSet.from_files(
        references=["reference.1.en"], systems={name: f"{name}.en" for name in SYSTEMS}, documents="documents.txt"
    )
    evaluation = sy.evaluate(data, ["ter"])
    evaluation.test_accuracy(people.scores, ["randomization"], n_resamples=50).save(path)
    assert sy.verify(path).outcome == "equal"  # the documents are those of the test set
    [scores] = read_people("ratings.tsv").scores
    chosen = scores.select(["orator", "harbour", "tangle"])
    meta_evaluate(chosen, [chosen], n_resamples=20, levels=["segment"]).save(path)
    assert sy.verify(path).outcome == "equal"
    one, other = read_output_scores("two.tsv")
    turned = replace(other, name="Z", higher_is_better=False).select(scores.systems)
    meta_evaluate(one, [turned, scores], n_resamples=20).save(path)
    assert sy.verify(path).outcome == "equal"


def test_weights_of_ones_own_come_out_again(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    header = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    kinds = ["a <v>b</v>\tFluency\tminor", "<v>a</v> b\tAccuracy\tmajor", "a b\tno-error\tno-error"]
    rows = [f"{s}\td\t{n}\t{n}\tann\tx\t{kinds[(n + i * n) % 3]}\n"
            for i, s in enumerate("ab") for n in range(1, 31)]  # fmt: skip
    Path("mqm.tsv").write_text(header + "".join(rows), encoding="utf-8")
    own = MqmWeights({"major": 7, "minor": 2, "minor/fluency": 0.5})
    analysis = sy.analyse_ratings("mqm.tsv", weights=own, n_resamples=50)
    analysis.save(path)
    assert sy.verify(path).outcome == "equal"
    edited(path, lambda content: content["method"]["recipe"]["arguments"]["weights"].update(major=5))
    assert sy.verify(path).outcome == "differs"
    [people] = read_people("mqm.tsv", weights=own).scores
    meta_evaluate(people, [people], levels=["segment"], n_resamples=20).save(path)
    assert sy.verify(path).outcome == "equal"


def test_a_page_of_a_report_says_which_result_to_verify(tmp_path: Path) -> None:
    evaluation = sy.evaluate(sy.TestSet.from_files(references=["reference.1.en"], systems=["harbour.en", "orator.en"]))
    path = tmp_path / "page.json"
    evaluation.report_page(evaluation.compare(n_resamples=20)).save(path)
    assert sy.verify(path).method["reason"].startswith("a page shows another result")
    sy.verify(made("score")).save(path)
    assert sy.load(path) == sy.verify(made("score"))
    assert isinstance(sy.load(path), Verification)
    assert "verify the result that it is about" in sy.verify(path).method["reason"]


def test_a_recipe_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path, *KINDS["score"][0])
    edited(path, lambda content: content["method"]["recipe"].update(command="check files"))
    assert "of the command 'check files', which does not make steelyard.scores/1" in sy.verify(path).method["reason"]
    edited(path, lambda content: content["method"]["recipe"].update(command="score", arguments={"bogus": 1}))
    assert sy.verify(path).method["reason"].startswith("the computation failed, because its recipe is damaged")


@pytest.mark.parametrize(
    "name", ["score", pytest.param("human", marks=pytest.mark.slow), "human predict", "meta", "meta tests", "lab tune"]
)
def test_a_damaged_recipe_is_no_traceback(name: str, tmp_path: Path) -> None:
    content = json.loads(made(name).read_text(encoding="utf-8"))
    recipe, path = content["method"]["recipe"], tmp_path / "damaged.json"
    parts = [recipe, recipe["reading"], recipe["arguments"]]
    parts += [entry for key in ("people", "scores", "ratings") if key in recipe for entry in _listed(recipe[key])]
    for part in parts:
        for key in list(part):
            kept = part.pop(key)
            verification = sy.verify(written(path, content))
            assert verification.outcome == "equal" or verification.method["reason"] or verification.differences
            part[key] = kept
    assert sy.verify(written(path, content)).outcome == "equal"


def _listed(entries: Any) -> list[Any]:
    return entries if isinstance(entries, list) else [entries]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("recipe", ["compare"]),
        ("recipe", "compare"),
        ("versions", "1.0"),
        ("versions", {"steelyard": 1}),
        ("inputs", 5),
        ("inputs", [1]),
        ("inputs", [{"role": 1}]),
        ("n_segments", "many"),
    ],
)
def test_a_method_of_other_types_is_damaged_and_no_fault_of_ours(tmp_path: Path, key: str, value: Any) -> None:
    path = stored(tmp_path, *KINDS["compare"][0])

    def damage(content: dict[str, Any]) -> None:
        content["method"][key] = value

    ended = run("check", "result", edited(path, damage))
    assert ended.status == 2
    assert f"its method, {key}, is" in ended.err and "make it again" in ended.err
