"""`steelyard lab replicate` and the accuracy of tests, with people's ratings, as people type it."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from steelyard.results import Replication, TestAccuracy
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, TANGLE, output, run
from tests.conftest import EXAMPLES

RATINGS = str(EXAMPLES / "ratings.tsv")
SYSTEMS = (REFERENCE, "-i", HARBOUR, LANTERN, TANGLE, ORATOR)
GRAHAM = ("lab", "replicate", "graham2014", *SYSTEMS, "-m", "ter", "-n", "199")
AILE = ("lab", "replicate", "aile2013", *SYSTEMS, "-m", "aile", "ter")


def test_graham2014_counts_right_conclusions() -> None:
    printed = output(*GRAHAM, "--ratings", RATINGS)
    stored = Replication.from_dict(json.loads(output(*GRAHAM, "--ratings", RATINGS, "-f", "json")))
    assert report.text(stored) == printed
    assert [table.name for table in stored.paper_tables][:4] == ["Tests", "Tables 1 and 2", "People", "All pairs"]
    assert [figure.name for figure in stored.figures][:2] == ["figure-7", "figure-8-ter-paired-bootstrap"]
    data = sy.TestSet.from_files(
        references=[REFERENCE], systems={Path(path).stem: path for path in (HARBOUR, LANTERN, TANGLE, ORATOR)}
    )
    from steelyard.ratings.reading import judgements_of, read_people

    found = sy.evaluate(data, ["ter"]).test_accuracy(judgements_of(read_people(RATINGS)), n_resamples=199)
    conclusions = {(row.alpha, row.test): row.n_correct for row in found.rows if row.alpha == 0.05}
    assert list(stored.paper_tables[1].rows[0][2::2]) == list(conclusions.values())
    assert stored.method["people_test"] == "rank-sum"
    assert {entry["role"] for entry in stored.method["inputs"]} >= {"ratings"}


def test_aile2013_prints_what_it_stores() -> None:
    printed = output(*AILE, "--ratings", RATINGS, "--scaling", "z")
    stored = Replication.from_dict(json.loads(output(*AILE, "--ratings", RATINGS, "--scaling", "z", "-f", "json")))
    assert report.text(stored) == printed
    assert "AILE without weight" in printed and "R13-1030" in " ".join(printed.split())
    means = output(*AILE, "--ratings", RATINGS, "--scaling", "z", "--judges", "mean")
    assert "the median counts" in " ".join(printed.split()) and "the mean counts" in " ".join(means.split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (AILE, "give ratings (--ratings FILE)"),
        ((*AILE, "--ratings", "nowhere.tsv"), "nowhere.tsv"),
        ((*AILE, "--ratings", RATINGS, "--plots", "figures"), "aile2013 has tables and no figures"),
        ((*AILE, "--ratings", RATINGS, "--scale", "style"), "style"),
        ((*GRAHAM, "--scaling", "z"), "--scaling is for people's ratings: add --ratings FILE"),
        ((*GRAHAM, "--penalties"), "--penalties is for people's ratings"),
        (
            ("lab", "replicate", "koehn2004", *SYSTEMS, "--ratings", RATINGS),
            "--ratings is a flag of aile2013 and callisonburch2006 and callisonburch2007 and ",
        ),
        ((*GRAHAM, "--ratings", RATINGS, "--names", "a", "b", "c", "d"), "People rated 0 of the systems a, b, c, d"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], sentence: str) -> None:
    outcome = run(*words)
    assert outcome.status == 2 and outcome.out == ""
    assert sentence in outcome.err and outcome.err.count("\n") == 1


def test_rated_names_with_dots_are_those_of_files(tmp_path: Path) -> None:
    rows = Path(RATINGS).read_text(encoding="utf-8").replace("tangle\t", "tangle.eu\t")
    (tmp_path / "ratings.tsv").write_text(rows, encoding="utf-8")
    assert output(*AILE, "--ratings", tmp_path / "ratings.tsv") == output(*AILE, "--ratings", RATINGS)
    both = rows.replace("orator\t", "tangle.de\t")  # which of the two is tangle, nobody can say
    (tmp_path / "ratings.tsv").write_text(both, encoding="utf-8")
    outcome = run(*AILE, "--ratings", tmp_path / "ratings.tsv")
    assert outcome.status == 2 and "people rated 2 of" in outcome.err


META = ("meta", "tests", *SYSTEMS, "-m", "ter", "--ratings", RATINGS, "-n", "199", "-q")


@pytest.mark.parametrize("gold", ["means", "judgements"])
def test_tests_are_held_against_people_and_drawn(gold: str, tmp_path: Path) -> None:
    tests = ("--tests", "randomization", "paired-bootstrap", "--test-on", gold, "--alphas", "0.05")
    words = (*META, "--documents", DOCUMENTS, *tests)
    printed = output(*words, "--plots", tmp_path)
    assert printed.startswith("At level 0.05, ") and "Table 2: results of the test and of people" in printed
    assert max(map(len, printed.splitlines())) <= 120
    assert {path.stem for path in tmp_path.iterdir()} == {
        "conclusions-people-score", "conclusions-ter-randomization", "conclusions-ter-paired-bootstrap",
    }  # fmt: skip
    assert report.text(TestAccuracy.from_dict(json.loads(output(*words, "-f", "json")))) == printed


def test_penalties_turn_the_verdicts_of_people() -> None:
    counts = []
    for extra in ((), ("--penalties",)):
        for gold in ("means", "judgements"):
            words = (*META, "--tests", "randomization", "--alphas", "0.05", "--test-on", gold, *extra, "-f", "json")
            [row] = json.loads(output(*words))["rows"]
            counts.append(sum(row["confusion"][0][2:]) + sum(row["confusion"][2][:1]))
    assert counts[0] == counts[1] == 0 and counts[2] == counts[3] >= 3


def test_tests_need_texts() -> None:
    done = run("meta", "tests", "--ratings", RATINGS, "-m", "ter", "--tests", "t")
    assert (done.status, done.out) == (2, "") and "Tests need texts: give reference files" in done.err
