"""`steelyard lab contrasts` as people type it: formats, outside scores, pages, and what each mistake is told."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.report import text
from tests.cli.running import output, run

NAMES = "source\tgood-translation\tincorrect-translation\treference\tphenomena\tlangpair\n"
ROWS = (
    "eins\tone cat sat\tten cats sat\tone cat was sitting\tnumber\tde-en\n"
    "zwei\ttwo dogs sat\ttwo dogs did not sit\ttwo dogs were sitting\tnegation\tde-en\n"
    "三\t三只猫\t三只狗\t三只小猫\tnumber\tde-zh\n"
    "vier\tfour\tfour\tfour\tnumber\tde-en\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "aces.tsv").write_text(NAMES + ROWS, encoding="utf-8")
    (tmp_path / "comet.tsv").write_text("good\twrong\n0.9\t0.1\n0.8\t0.8\n0.7\t0.9\n0.5\t0.5\n")
    (tmp_path / "good.txt").write_text("1\n2\n3\n4\n")
    (tmp_path / "wrong.txt").write_text("0\n0\n9\n9\n")
    return tmp_path


def typed(folder: Path, *words: str) -> list[str]:
    return ["lab", "contrasts", str(folder / "aces.tsv"), "-n", "100", *words]


def test_the_command_prints_the_stored_result_and_it_is_verified(folder: Path) -> None:
    words = typed(folder, "-m", "chrf", "ter", "--scores", f"COMET={folder / 'comet.tsv'}", "-l", "de-en")
    stored = folder / "result.json"
    stored.write_text(output(*words, "-f", "json"), encoding="utf-8")
    answer = sy.load(stored)
    assert isinstance(answer, sy.results.Contrasts)
    assert text(answer) == output(*words)
    assert [row.label for row in answer.rates[:3]] == ["chrF2", "TER", "COMET"]
    assert [row.n_right for row in answer.rates if row.name == "negation"] == [0, 1, 0]
    assert "verified:" in output("check", "result", stored)
    for form in ("markdown", "latex", "csv"):
        assert "negation" in output(*words, "-f", form)
    assert output(*words, "-f", "csv", "--csv-table", "pairs").startswith("level,name,system")
    page = folder / "page.html"
    output(*words, "--report", str(page))
    assert "Examples of wrong decisions" in page.read_text(encoding="utf-8")


def test_scores_come_from_a_file_for_each_side_or_stand_in_the_items(folder: Path) -> None:
    sides = [f"JUDGE={folder / name}" for name in ("good.txt", "wrong.txt")]
    told = output(*typed(folder, "--scores", *sides))
    assert "JUDGE prefers the good translation in 66.7% of 3 items" in " ".join(told.split())
    scored = folder / "scored.tsv"
    columns = ("JUDGE-good\tJUDGE-bad", "1\t0", "2\t0", "3\t9", "4\t9")
    rows = zip((NAMES + ROWS).splitlines(), columns, strict=True)
    scored.write_text("".join(f"{row}\t{more}\n" for row, more in rows), encoding="utf-8")
    again = output("lab", "contrasts", str(scored), "-n", "100", "-m", "chrf")
    assert "JUDGE prefers the good translation in 66.7% of 3 items" in " ".join(again.split())


def test_what_must_not_be_overlooked_is_told(folder: Path) -> None:
    outcome = run(*typed(folder, "-m", "bleu"))
    told = " ".join(outcome.out.split())
    assert "of the lines Chinese, written without spaces between words, and bleu takes" in outcome.err
    assert "1 item has the same text twice, and is left out." in told
    assert "The tokenizer 13a finds no words in zh (1 item)" in told
    assert "2 phenomena of 2 have fewer than 10 items" in told
    alone = " ".join(output(*typed(folder, "-m", "bleu", "-l", "de-zh")).split())
    assert "tok:zh" in alone and "finds no words" not in alone


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--phenomena", "negtion"), "Did you mean 'negation'?"),
        (("-l", "de-fr"), "de-zh"),
        (("--unit", "group"), "The unit is the group (unit, --unit), but the items have none."),
        (("--scores", "good.txt"), "names no metric: write --scores NAME=FILE"),
        (("--scores", "JUDGE=good.txt"), "wrong"),
        (("--ties", "never"), "half"),
        (("--leave-out-phenomena", "number", "negation"), "There is no item"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], wanted: str
) -> None:
    monkeypatch.chdir(folder)
    found = run("lab", "contrasts", "aces.tsv", "-m", "chrf", *words)
    assert found.status == 2 and wanted in found.err and not found.out and "Traceback" not in found.err


def test_scores_that_stand_in_the_items_need_no_metric(folder: Path) -> None:
    scored = folder / "scored.tsv"
    columns = ("JUDGE-good\tJUDGE-bad", "1\t0", "2\t0", "3\t9", "4\t9")
    rows = zip((NAMES + ROWS).splitlines(), columns, strict=True)
    scored.write_text("".join(f"{row}\t{more}\n" for row, more in rows), encoding="utf-8")
    stored = folder / "result.json"
    stored.write_text(output("lab", "contrasts", str(scored), "-n", "100", "-f", "json"), encoding="utf-8")
    answer = sy.load(stored)
    assert isinstance(answer, sy.results.Contrasts) and {row.label for row in answer.rates} == {"JUDGE"}
    found = run("lab", "contrasts", scored, "--scores", f"JUDGE={folder / 'comet.tsv'}")
    assert (
        found.status == 2 and "The scores 'JUDGE' stand in the items and in a file of --scores: give one" in found.err
    )


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("good\twrong\n1\t0\n", "has scores of 1 items, but there are 4."),
        ("good\twrong\n1\t0\n2\t1\n\t1\n1\t1\n", "lacks the score of an item: each needs one of good and one of"),
    ],
)
def test_scores_of_other_items_are_refused(folder: Path, content: str, wanted: str) -> None:
    (folder / "x.tsv").write_text(content)
    found = run(*typed(folder, "--scores", f"JUDGE={folder / 'x.tsv'}"))
    assert found.status == 2 and wanted in found.err, found.err
