"""`--report`: a page beside what is printed, or one clear sentence before any work."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, REFERENCE, output, run
from tests.conftest import EXAMPLES

COMPARE = ("compare", REFERENCE, "-i", HARBOUR, LANTERN, "-n", "99")
RATINGS = str(EXAMPLES / "ratings.tsv")


def stored(path: Path) -> dict[str, object]:
    text = path.read_text(encoding="utf-8")
    [block] = re.findall(r'<script type="application/json" id="stored">(.*?)</script>', text)
    return json.loads(block)


def test_the_page_holds_what_json_prints(tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    assert output(*COMPARE, "--report", path) == output(*COMPARE)
    assert stored(path) == json.loads(output(*COMPARE, "-f", "json"))


def test_labels_become_buckets_and_texts_can_stay_out(tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    output(*COMPARE, "--report", path, "--labels", f"article={DOCUMENTS}", "--labels", DOCUMENTS, "--no-texts")
    text = path.read_text(encoding="utf-8")
    assert "By <bdi>article</bdi>" in text
    assert "By <bdi>documents</bdi>" in text
    assert "This page was made without texts" in text
    assert "Brunnau" not in text


def test_people_have_a_page(tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    assert output("human", RATINGS, "--report", path) == output("human", RATINGS)
    assert stored(path) == json.loads(output("human", RATINGS, "-f", "json"))


@pytest.mark.parametrize(
    "command",
    [
        (*f"check level {REFERENCE} -i {HARBOUR} {LANTERN} -m ter -r 2 -n 9 --tests randomization".split(),),
        ("lab", "replicate", "koehn2004", REFERENCE, "-i", HARBOUR, LANTERN, "-n", "9", "--sizes", "40"),
    ],
)
def test_measured_tests_and_papers_have_pages(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    assert output(*command, "--report", path) == output(*command)
    assert stored(path) == json.loads(output(*command, "-f", "json"))
    done = run(*command, "--report", tmp_path / "no" / "out.html")
    assert (done.status, "Cannot write" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--report", "no/such/out.html"), "Cannot write no/such/out.html: No such file or directory."),
        (("--report", "."), "Cannot write .: it is a folder."),
        (("--labels", DOCUMENTS), "--labels is about the report: it goes with --report FILE."),
        (("--no-texts",), "--no-texts is about the report: it goes with --report FILE."),
        (("--report", "OUT", "--labels", "a="), "Cannot read --labels 'a=': write FILE or NAME=FILE."),
        (("--report", "OUT", "--labels", "a=x", "--labels", "a=y"), "Cannot read x: "),
        (("--report", "OUT", "--labels", f"a={DOCUMENTS}", "--labels", f"a={DOCUMENTS}"), "--labels names 'a' twice."),
        (("--report", "OUT", "--labels", f"a={RATINGS}"), "The labels 'a' are 983 for 120 segments"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(flags: tuple[str, ...], message: str, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    done = run(*COMPARE, *(out if flag == "OUT" else flag for flag in flags))
    assert done.status == 2
    assert done.err.startswith(f"steelyard compare: {message}")
    assert not out.exists()
    assert not list(tmp_path.iterdir())


def test_predictions_have_no_page(tmp_path: Path) -> None:
    done = run("human", "predict", RATINGS, "--scores", "x=nothing.tsv", "--report", tmp_path / "out.html")
    assert (done.status, done.err.startswith("steelyard human predict: there is no flag --report.")) == (2, True)
