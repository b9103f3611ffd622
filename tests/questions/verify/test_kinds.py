"""Every kind of result comes out again; one changed byte, one edited number and one missing file are named."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.data.formats import read_output_scores
from steelyard.human import MqmWeights
from steelyard.people.reading import read_people
from steelyard.questions.meta.compute import meta_evaluate
from steelyard.results import Verification
from steelyard.types import OutputScores
from tests.cli.running import output, run
from tests.conftest import EXAMPLES, SYSTEMS
from tests.papers.nbest import write_lists, write_reference
from tests.questions.verify.test_command import edited, flat, stored
from tests.rated_pilot import write_pilot

FILES = (
    "reference.1.en",
    "reference.2.en",
    "source.de",
    "documents.txt",
    "ratings.tsv",
    "human.tsv",
    "learning-curve.tsv",
    "synonyms.tsv",
)
TEXTS = ("reference.1.en", "-i", *(f"{name}.en" for name in SYSTEMS))
TWO = ("reference.1.en", "-i", "harbour.en", "orator.en")
RATED = ("--ratings", "ratings.tsv")
NBEST = ("--nbest", "list.txt", "--nulls", "0", "--adds", "1", "3", "--features", "4", "--ngrams", "0", "--folds", "2")
TUNE = ("tune", "meteor-2007(without=synonym)", *TEXTS, "--human", "human.tsv", "-p", "alpha", "--steps", "0.2")

KINDS = {  # a command for each kind of result, and the file of which a byte is changed
    "score": (("score", *TWO), "orator.en"),
    "compare": (("compare", *TWO, "-n", "99"), "orator.en"),
    "calibrate": (("calibrate", *TWO, "-r", "5", "-n", "19", "--tests", "randomization"), "orator.en"),
    "plan": (("plan", *TWO, "-r", "5", "-n", "19", "--sizes", "60", "--shares", "1"), "orator.en"),
    "dependence": (("dependence", *TWO, "--sizes", "2"), "orator.en"),
    "diff": (("diff", *TWO, "--top", "2", "-n", "99"), "orator.en"),
    "influence": (("influence", *TWO, "--top", "2"), "orator.en"),
    "learning-curve": (
        ("learning-curve", "learning-curve.tsv", "--metric", "BLEU", "--at", "9", "--target", "30", "-n", "50"),
        "learning-curve.tsv",
    ),
    "human": (("human", "ratings.tsv", "-n", "99"), "ratings.tsv"),
    "human --predictions": (
        ("human", "pilot.tsv", "--predictions", "X=mine.tsv", "--sampling", "random", "--documents", "docs.tsv"),
        "mine.tsv",
    ),
    "meta": (("meta", *TEXTS, "-m", "bleu", "chrf", *RATED, "-n", "50"), "ratings.tsv"),
    "meta --tests": (("meta", *TEXTS, *RATED, "--tests", "randomization", "-n", "50"), "ratings.tsv"),
    "plan-ratings": (("plan-ratings", "pilot.tsv", "--difference", "9"), "pilot.tsv"),
    "replicate": (("replicate", "koehn2004", *TWO, "-n", "20", "--sizes", "20"), "orator.en"),
    "tune": (TUNE, "human.tsv"),
    "lint": (("lint", *TEXTS, "gap.en", "--sources", "source.de"), "source.de"),
    "explain": (("explain", "ter", *TWO, "--segment", "3"), "orator.en"),
}
WAYS_IN = {  # the same, by other ways
    "weighted lines": (
        *("plan-ratings", "pilot.tsv", "--difference", "9", "--scores", "X=mine.tsv", "--next", "10"),
        *("--sampling", "weights:chance", "--chances", "chances.tsv", "--documents", "docs.tsv"),
    ),
    "designs": (
        *("plan-ratings", "ratings.tsv", "--difference", "9", "--systems", "harbour", "orator", "tangle"),
        *("--segments-per-document", "1", "5", "--ratings-per-segment", "2", "--raters", "3", "--scaling", "z"),
    ),
    "weighted estimates": (
        *("human", "pilot.tsv", "--predictions", "mine.tsv", "--predictions-lower-is-better", "--target", "set"),
        *("--sampling", "weights:chance", "--chances", "chances.tsv", "--documents", "docs.tsv"),
    ),
    "documents": ("human", "bare.tsv", "-n", "99", "--documents", "docs.tsv"),
    "ids of lines": ("human", "ids.ratings.tsv", "-n", "99", "--lines", "ids.tsv"),
    "metrics of files": (
        *("meta", *RATED, "--scores", "two.tsv", "--system-scores", "systems.tsv", "--lower-is-better", "Y"),
        *("--documents", "docs.tsv", "--buckets", "domains", "-n", "50"),
    ),
    "metrics of systems": ("meta", *RATED, "--scores", "two.tsv", "--system-scores", "more.tsv", "-n", "50"),
    "texts and files": (
        *("meta", *TEXTS, "-m", "ter", "--scores", "Z=mine.tsv", *RATED, "--scaling", "z", "-n", "50"),
        *("--documents", "documents.txt", "--buckets", "length", "--sources", "source.de", "--levels", "segment"),
    ),
    "other names": ("meta", "reference.1.en", "-i", "a.b.en", "harbour.en", "orator.en", "tangle.en", "--ratings",
                    "names.tsv", "-m", "bleu", "-n", "50"),
    "good raters": ("meta", *TEXTS, *RATED, "--quality-control", "degraded", "--levels", "document", "-n", "50",
                    "--documents", "documents.txt"),
    "judgements": ("meta", *TEXTS, *RATED, "--tests", "randomization", "--gold", "judgements", "-n", "50"),
    "tests with documents": (
        *("meta", *TEXTS, "-m", "ter", "--scores", "two.tsv", "--ratings", "bare.tsv", "--tests", "t", "-n", "50"),
        *("--documents", "documents.txt", "--test-correction", "holm", "--alphas", "0.05", "0.01"),
    ),
    "tests of other names": ("meta", "reference.1.en", "-i", "a.en", "harbour.en", "orator.en", "--ratings",
                             "long.names.tsv", "--tests", "randomization", "-n", "50"),
    "aile2013": ("replicate", "aile2013", *TEXTS, *RATED, "-m", "aile", "bleu", "--judges", "mean"),
    "graham2014": ("replicate", "graham2014", *TEXTS, "-m", "ter", *RATED, "--scaling", "z", "-n", "30",
                   "--histograms", "harbour:orator"),
    "graham2014 without people": ("replicate", "graham2014", *TWO, "-m", "ter", "-n", "30"),
    "riezler2005": ("replicate", "riezler2005", *TWO, "-m", "bleu", "-n", "30", "--nulls", "4", "--levels", "0.1"),
    "lists": ("replicate", "riezler2005", "reference.txt", *NBEST, "-m", "bleu", "-n", "30"),
    "scores in replications": ("replicate", "graham2014", *TEXTS, "--scores", "two.tsv", "-n", "30"),
    "bounds": ("tune", "meteor-2007(synonyms=synonyms.tsv)", *TEXTS, "--human", "human.tsv", "--bounds",
               "alpha=0.5:0.95", "--steps", "0.2", "--level", "sentence", "--restarts", "1", "--folds", "2",
               "--objective", "kendall"),
    "checks": ("lint", "refs.tsv", "-nr", "2", "-i", "harbour.en", "--documents", "documents.txt", "--ignore", "short"),
    "metrics with options": ("explain", "meteor-2005(without='stem synonym')", *TWO, "--segment", "3", "7"),
    "scores of two metrics": ("compare", *TEXTS, "--scores", "two.tsv", "--lower-is-better", "Y", "-n", "50"),
}  # fmt: skip


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled example in one folder, with files made of it."""
    folder = tmp_path_factory.mktemp("example")
    for path in (*(EXAMPLES / name for name in FILES), *(EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS)):
        shutil.copy(path, folder)
    write_pilot(folder)
    write_lists(folder)
    write_reference(folder)
    rng = np.random.default_rng(3)
    documents = (folder / "documents.txt").read_text(encoding="utf-8").splitlines()
    one, two = ((folder / f"reference.{n}.en").read_text(encoding="utf-8").splitlines() for n in (1, 2))
    header, *rows = (line.split("\t") for line in (folder / "ratings.tsv").read_text(encoding="utf-8").splitlines())
    by_name = [dict(zip(header, row, strict=True)) for row in rows]
    tables = {
        "docs.tsv": [("line", "doc"), *((i, name) for i, name in enumerate(documents, 1))],
        "chances.tsv": [("line", "chance"), *((i, 0.2 + i / 200) for i in range(1, 121))],
        "two.tsv": [("system", "line", "X", "Y")]
        + [(name, i, round(rng.normal(), 3), round(rng.normal(), 3)) for name in SYSTEMS for i in range(1, 121)],
        "systems.tsv": [("system", "X"), *((name, i) for i, name in enumerate(SYSTEMS))],
        "more.tsv": [("system", "Y", "CORPUS"), *((name, -i, i * i) for i, name in enumerate(SYSTEMS))],
        "refs.tsv": list(zip(one, two, strict=True)),
        "bare.tsv": [("system", "line", "rater", "score")]
        + [(r["system"], r["line"], r["rater"], r["score"]) for r in by_name if r["kind"] == "SYSTEM"],
        "ids.tsv": [("line", "seg_id"), *((i, f"s{i}") for i in range(1, 121))],
        "ids.ratings.tsv": [("system", "seg_id", "rater", "score")]
        + [(r["system"], f"s{r['line']}", r["rater"], r["score"]) for r in by_name if r["kind"] == "SYSTEM"],
        "names.tsv": [header, *([r[0].replace("sparrow", "a.b"), *r[1:]] for r in rows)],
        "long.names.tsv": [header, *([r[0].replace("sparrow", "a.en"), *r[1:]] for r in rows)],
    }
    for name, lines in tables.items():
        text = "".join("\t".join(map(str, line)) + "\n" for line in lines)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "domains").write_text("news\ntalk\ntalk\n" * 40, encoding="utf-8")
    (folder / "gap.en").write_text("\n".join([*one[:7], "", *one[8:]]) + "\n", encoding="utf-8")
    for name in ("a.b.en", "a.en"):
        shutil.copy(folder / "sparrow.en", folder / name)
    return folder


@pytest.fixture(autouse=True)
def in_example(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(example)


def made(name: str) -> Path:
    """Make a result, or take the one that an earlier test made; lint leaves with 1 where it finds something."""
    path = Path(f"{name}.json")
    if not path.exists():
        path.write_text(run(*KINDS[name][0], "-f", "json").out, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", KINDS)
def test_a_fresh_result_comes_out_again(name: str) -> None:
    path = made(name)
    assert flat(output("verify", path)).startswith(f"{path} is verified: its ")
    verification = sy.verify(path)
    assert (verification.outcome, verification.versions) == ("equal", ())
    assert {check.state for check in verification.inputs} == {"as it was"}
    assert json.loads(path.read_text(encoding="utf-8"))["method"]["recipe"]["command"] == name


@pytest.mark.parametrize("name", WAYS_IN)
def test_other_ways_in_come_out_again(name: str, tmp_path: Path) -> None:
    outcome = run(*WAYS_IN[name], "-f", "json")
    assert outcome.status < 2, outcome.err
    path = tmp_path / "result.json"
    path.write_text(outcome.out, encoding="utf-8")
    verification = sy.verify(path)
    assert (verification.outcome, verification.method["reason"]) == ("equal", "")
    named = {check.name for check in verification.inputs}
    files = {str(word).partition("=")[2] or word for word in WAYS_IN[name]}
    given = {word for word in files if Path(word).is_file()} - {"refs.tsv"}
    assert given <= named


@pytest.mark.usefixtures("wordnet")
def test_a_tuning_with_the_wordnet_of_this_machine_comes_out_again(tmp_path: Path) -> None:
    path = stored(tmp_path, "tune", "meteor-2007", *TUNE[2:])
    assert sy.verify(path).outcome == "equal"


@pytest.mark.parametrize("name", KINDS)
def test_one_changed_byte_is_named_by_its_file(name: str) -> None:
    path, changed = made(name), Path(KINDS[name][1])
    before = changed.read_bytes()
    place = len(before) - 20
    while not chr(before[place]).isdigit() and not chr(before[place]).isalpha():
        place += 1
    changed.write_bytes(before[:place] + (b"3" if before[place : place + 1] != b"3" else b"4") + before[place + 1 :])
    try:
        outcome, verification = run("verify", path), sy.verify(path)
    finally:
        changed.write_bytes(before)
    assert (outcome.status, outcome.err) == (1, "")
    assert flat(outcome.out).startswith(f"{path} is not as it was: 1 input changed, and ")
    assert [check.name for check in verification.inputs if check.state == "changed"] == [changed.name]
    assert verification.outcome == "differs"


@pytest.mark.parametrize("name", [*KINDS, "explain-signature"])
def test_an_edited_number_is_named_by_its_row(name: str, tmp_path: Path) -> None:
    path = tmp_path / "edited.json"
    if name == "explain-signature":
        content = sy.explain_signature("BLEU|nrefs:1|case:lc|version:2.6.0").to_dict()
        assert sy.verify(_written(path, content)).outcome == "equal"
    else:
        content = json.loads(made(name).read_text(encoding="utf-8"))
    table, place, field = _a_value(content)
    was = content[table][place][field]
    content[table][place][field] = "edited" if isinstance(was, str) else was + 1
    [found] = sy.verify(_written(path, content)).differences
    assert (found.table, found.stored) == (table, content[table][place][field])
    assert found.recomputed == was
    assert found.field == field and found.row
    outcome = run("verify", path)
    assert (outcome.status, outcome.err) == (1, "")
    assert "1 of" in outcome.out and "stored" in outcome.out


@pytest.mark.parametrize("name", KINDS)
def test_a_missing_input_is_named_in_one_sentence(name: str) -> None:
    path, gone = made(name), Path(KINDS[name][1])
    content = gone.read_bytes()
    gone.unlink()
    try:
        outcome = run("verify", path)
    finally:
        gone.write_bytes(content)
    assert (outcome.status, outcome.err) == (2, "")
    first = flat(outcome.out).split(" Inputs ")[0]
    assert first.startswith(f"{path} cannot be verified: ") and first.endswith(f"({gone.name}) is not there.")


@pytest.mark.parametrize("name", [*KINDS])
def test_a_result_of_before_says_why_it_cannot_be_verified(name: str, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    shutil.copy(made(name), path)
    edited(path, lambda content: content["method"].pop("recipe"))
    sy.load(path)
    outcome = run("verify", path)
    assert outcome.status == 2
    assert "did not write down what it needs to be computed again" in flat(outcome.out)


@pytest.mark.parametrize("name", KINDS)
def test_another_version_alone_is_no_difference(name: str, tmp_path: Path) -> None:
    here, text = sy.__version__, made(name).read_text(encoding="utf-8")
    path = tmp_path / "old.json"
    text = text.replace(f"version:sy.{here}", "version:sy.0.0.9").replace(f"Steelyard {here}", "Steelyard 0.0.9")
    path.write_text(text.replace(f'"steelyard": "{here}"', '"steelyard": "0.0.9"'), encoding="utf-8")
    verification = sy.verify(path)
    assert verification.outcome == "equal"
    assert [(version.program, version.stored) for version in verification.versions] == [("steelyard", "0.0.9")]


def test_ratings_stored_before_files_were_named_still_come_out(tmp_path: Path) -> None:
    path = stored(tmp_path, *KINDS["human"][0])

    def as_before(content: dict[str, Any]) -> None:
        for key in ("path", "documents"):
            del content["method"]["recipe"]["reading"][key]

    assert sy.verify(edited(path, as_before)).outcome == "equal"


def test_a_recipe_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path, *KINDS["score"][0])
    edited(path, lambda content: content["method"]["recipe"].update(command="lint"))
    assert "of the command 'lint', which does not make steelyard.scores/1" in sy.verify(path).method["reason"]
    edited(path, lambda content: content["method"]["recipe"].update(command="score", arguments={"bogus": 1}))
    assert sy.verify(path).method["reason"].startswith("computing it again failed, as its recipe is damaged")


@pytest.mark.parametrize("name", ["score", "human", "human --predictions", "meta", "meta --tests", "tune"])
def test_a_damaged_recipe_is_no_traceback(name: str, tmp_path: Path) -> None:
    content = json.loads(made(name).read_text(encoding="utf-8"))
    recipe, path = content["method"]["recipe"], tmp_path / "damaged.json"
    parts = [recipe, recipe["reading"], recipe["arguments"]]
    parts += [entry for key in ("people", "scores", "ratings") if key in recipe for entry in _listed(recipe[key])]
    for part in parts:
        for key in list(part):
            kept = part.pop(key)
            verification = sy.verify(_written(path, content))
            assert verification.outcome == "equal" or verification.method["reason"] or verification.differences
            part[key] = kept
    assert sy.verify(_written(path, content)).outcome == "equal"


def test_inputs_that_moved_are_found_by_their_names(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("meta", "human --predictions", "tune"):
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
    assert sy.verify(path).method["reason"] == "its documents of lines came as a list, which no file holds"
    meta_evaluate(people, [people], n_resamples=20, buckets=["a", "b"] * 60).save(path)
    assert "its labels of segments came as a list" in sy.verify(path).method["reason"]
    [listed] = read_people("ids.ratings.tsv", lines={f"s{i + 1}": i for i in range(120)}).scores
    meta_evaluate(listed, [people], n_resamples=20).save(path)
    assert "came as a mapping, which no file holds" in sy.verify(path).method["reason"]
    assert run("verify", path).status == 2


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


def _written(path: Path, content: dict[str, Any]) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def _listed(entries: Any) -> list[Any]:
    return entries if isinstance(entries, list) else [entries]


def _a_value(content: dict[str, Any]) -> tuple[str, int, str]:
    """Find a number of a row, or else a text, that only stands there."""
    for kind in (float, int, str):
        found = next(_values(content, kind), None)
        if found is not None:
            return found
    raise AssertionError("no value")


def _values(content: dict[str, Any], kind: type) -> Iterator[tuple[str, int, str]]:
    for table, rows in content.items():
        if isinstance(rows, list):
            for place, row in enumerate(rows):
                for field, value in row.items():
                    if type(value) is kind and field != "alpha":
                        yield table, place, field
