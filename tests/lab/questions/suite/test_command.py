"""`steelyard lab suite` as people type it."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.report import text
from tests.cli.running import output, run

POINTS = """{"segment": 1, "category": "number", "group": "word", "source": "neun", "references": ["nine", "9"]}

{"segment": 2, "category": "object", "group": "phrase", "source": "bringen Mantel", "references": ["bring * coat"]}
{"segment": 3, "category": "number", "group": "word", "source": "zwei", "references": ["two"]}
"""
TEXTS = {
    "src.txt": "Die Fähre fährt um neun .\nBitte einen Mantel bringen .\nEs sind zwei .\n",
    "ref.txt": "The ferry leaves at nine .\nPlease bring a coat .\nThere are two .\n",
    "a.txt": "The ferry leaves at 9 .\nPlease take a coat .\nThere are three .\n",
    "b.txt": "The ferry leaves at nine .\nPlease bring a warm coat .\nThere are two .\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in {"points.jsonl": POINTS, **TEXTS}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


SCORE = ("lab", "suite", "points.jsonl", "-i", "a.txt", "b.txt", "-n", "50")


def test_the_command_prints_the_stored_result_and_it_is_verified(folder: Path) -> None:
    words = (*SCORE, "--references", "ref.txt", "--sources", "src.txt")
    (folder / "result.json").write_text(output(*words, "-f", "json"), encoding="utf-8")
    answer = sy.load(folder / "result.json")
    assert isinstance(answer, sy.results.CheckPoints)
    assert text(answer) == output(*words)
    assert "verified:" in output("check", "result", "result.json")
    for form in ("markdown", "latex", "csv"):
        assert "number" in output(*words, "-f", form)
    assert output(*words, "-f", "csv", "--csv-table", "points").startswith("level,name,group,metric,system,n_points")
    output(*words, "--report", "page.html")
    assert "Translations found" in (folder / "page.html").read_text(encoding="utf-8")


def test_what_is_lost_is_shown(folder: Path) -> None:
    told = output(*SCORE)
    assert "number, a, segment 3: 0%, others 100%" in told
    assert "output  Please take a {+coat+} ." in told
    output(*SCORE, "--report", "page.html")
    page = (folder / "page.html").read_text(encoding="utf-8").partition('<script type="application/json"')[0]
    assert "<mark>coat</mark>" in page and "words of the references marked:" in page and "{+" not in page


def test_several_files_are_one_list_and_one_system_is_not_compared(folder: Path) -> None:
    told = output("lab", "suite", "points.jsonl", "points.jsonl", "-i", "a.txt", "-n", "20")
    assert "Scores of one system; give a second system to compare." in told and "6 check-points" in told


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--sources", "ref.txt"), "points.jsonl, line 1: 'neun' is not in segment 1 of the sources"),
        (("--references", "points.jsonl"), "points.jsonl is JSON Lines"),
        (("--match", "bag"), "(--match) must be form, lower, stem:LANGUAGE"),
        (("--documents", "none.txt"), "Cannot read none.txt"),
    ],
)
def test_mistakes_are_told_in_a_sentence(folder: Path, flags: tuple[str, ...], told: str) -> None:
    outcome = run(*SCORE, *flags)
    assert outcome.status == 2 and told in outcome.err, outcome.err


def test_points_beyond_the_test_set_are_told_with_their_line(folder: Path) -> None:
    (folder / "a.txt").write_text("one\n")
    outcome = run("lab", "suite", "points.jsonl", "-i", "a.txt")
    assert outcome.status == 2 and "points.jsonl, line 3: the point is of segment 2, but outputs have 1" in outcome.err


CONLLU = (
    "1\tSie\tsie\tPRON\t_\t_\t3\tnsubj\t_\t_\n2\thaben\thaben\tAUX\t_\t_\t3\taux\t_\t_\n"
    "3\tgewonnen\tgewinnen\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
MAKE = (
    "lab",
    "suite",
    "make",
    "won.txt",
    "--source-parses",
    "src.conllu",
    "--alignments",
    "won.align",
    "-o",
    "made.jsonl",
)


@pytest.fixture
def parsed(folder: Path) -> Path:
    texts = {
        "won.txt": "They have won\n",
        "won.align": "0-0 1-1 2-2\n",
        "src.conllu": CONLLU,
        "lost.txt": "They lost\n",
    }
    for name, content in {**texts, "list.tsv": "gewinnen\twon|win\n"}.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def test_check_points_are_made_and_scored(parsed: Path) -> None:
    told = output(*MAKE, "--lists", "success=list.tsv")
    assert "6 check-points in 1 segment." in told
    lines = (parsed / "made.jsonl").read_text(encoding="utf-8").splitlines()
    assert (
        '"category": "subject and verb", "group": "phrase", "source": "Sie gewonnen", "references": ["They * won"]'
        in lines[3]
    )
    scored = output("lab", "suite", "made.jsonl", "-i", "won.txt", "lost.txt", "-n", "20", "-f", "csv")
    assert "checkpoints(category=success),success,lost,0.0" in scored
    assert '"schema": "steelyard.madecheckpoints/1"' in output(*MAKE, "-f", "json")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*MAKE[:-2],), "required: -o/--output"),
        ((*MAKE, "-i", "won.txt"), "there is no flag -i."),
        ((*MAKE, "--credit", "found"), "there is no flag --credit."),
        ((*SCORE, "--lists", "a=b"), "there is no flag --lists."),
        ((*SCORE, "--side", "both"), "there is no flag --side."),
        ((*MAKE, "--lists", "list.tsv"), "write NAME=FILE, each name once"),
        ((*MAKE[:-1], "won.align"), "won.align"),
        ((*MAKE, "--categories", "nouns"), "There is no check-point of 'nouns'"),
    ],
)
def test_what_does_not_go_together_is_told(parsed: Path, words: tuple[str, ...], told: str) -> None:
    outcome = run(*words)
    assert outcome.status == 2 and told in outcome.err, outcome.err
    assert not (parsed / "made.jsonl").exists()


def test_the_page_has_examples_of_every_category(folder: Path) -> None:
    points = [f'{{"segment": 3, "category": "kind {n}", "references": ["two"]}}\n' for n in range(12)]
    (folder / "many.jsonl").write_text("".join(points), encoding="utf-8")
    words = ("lab", "suite", "many.jsonl", "-i", "a.txt", "b.txt", "-n", "20", "--report", "page.html")
    assert "kind 7, a, segment 3" not in output(*words)
    assert "kind 7, a, segment 3" in (folder / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        (("points.jsonl", "-i", "a.jsonl"), "a.jsonl:COLUMN, or give a file with a segment per line."),
        (("make", "a.jsonl", "--lists", "x=src.txt", "-o", "x.jsonl"), "a.jsonl:COLUMN, or give a file"),
        (("points.jsonl", "-i", "a.arrow"), "give a file with a segment per line, or a column of a table"),
    ],
)
def test_tables_are_refused_without_flags_that_checkpoints_lacks(
    folder: Path, command: tuple[str, ...], wanted: str
) -> None:
    """It once said to read them with --table, --systems and --raw, none of which it has."""
    (folder / "a.jsonl").write_text('{"out": "nine"}\n{"out": "coat"}\n{"out": "two"}\n')
    (folder / "a.arrow").write_bytes(b"ARROW1\x00\x00rest")
    outcome = run("lab", "suite", *command)
    assert outcome.status == 2 and wanted in outcome.err and outcome.out == ""
    assert "--table" not in outcome.err and "--raw" not in outcome.err
    assert not (folder / "x.jsonl").exists()
