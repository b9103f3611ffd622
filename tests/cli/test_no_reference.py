"""What needs no reference asks for none, at every door; what needs one says so in a sentence."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import DataError
from tests.bilingual_files import KINDS
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, SOURCE, run
from tests.conftest import EXAMPLES

TERMS = EXAMPLES / "terms.tsv"
N = 60


def lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines()[:N]


@pytest.fixture(scope="module")
def bilingual(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("texts")
    for ending, write in KINDS.items():
        (folder / f"harbour.{ending}").write_text(write(lines(SOURCE), lines(HARBOUR)), encoding="utf-8")
    return sorted(folder.iterdir())


def test_files_of_a_translation_are_checked(bilingual: list[Path], tmp_path: Path) -> None:
    outcomes = [run("check", "files", *flag, path) for path in bilingual for flag in (["-i"], ["--table"])]
    assert {outcome.out for outcome in outcomes} == {outcomes[0].out}
    assert "1 system, 0 references, 60 segments" in outcomes[0].out and {outcome.err for outcome in outcomes} == {""}
    bad = lines(HARBOUR)
    for row in range(0, 8):
        bad[row] = lines(SOURCE)[row]
    bad[20:24] = [line[:5] for line in bad[20:24]]
    bad[30] *= 9
    bad = ["" if row == 40 else line.translate(dict.fromkeys(range(48, 58))) for row, line in enumerate(bad)]
    (tmp_path / "bad.txt").write_text("".join(f"{line}\n" for line in bad), encoding="utf-8")
    (tmp_path / "src.txt").write_text("".join(f"{line}\n" for line in lines(SOURCE)), encoding="utf-8")
    found = sy.lint(systems={"bad": tmp_path / "bad.txt"}, sources=tmp_path / "src.txt")
    assert {"copied-source", "short", "long", "empty", "numbers"} <= {one.check for one in found.findings}
    assert run("check", "files", "-i", tmp_path / "bad.txt").status == 0  # an output alone
    refused = run("check", "files", "-i", tmp_path / "bad.txt", "--only", "script")
    assert refused.status == 2 and "needs a test set with references" in refused.err


def test_a_translation_is_held_against_a_termbase(bilingual: list[Path], tmp_path: Path) -> None:
    (tmp_path / "terms.csv").write_text(TERMS.read_text(encoding="utf-8").replace("\t", ","), encoding="utf-8")
    (tmp_path / "harbour").write_text("".join(f"{line}\n" for line in lines(HARBOUR)), encoding="utf-8")
    (tmp_path / "src").write_text("".join(f"{line}\n" for line in lines(SOURCE)), encoding="utf-8")
    wanted = run("lab", "consistency", "-i", tmp_path / "harbour", "--sources", tmp_path / "src", "--glossary", TERMS)
    assert wanted.status == 0 and "harbour       1.0000" in wanted.out and "reference's own" not in wanted.out
    for path in bilingual:
        for flag in ("-i", "--table"):
            for terms in (TERMS, tmp_path / "terms.csv"):
                outcome = run("lab", "consistency", flag, path, "--glossary", terms)
                assert (outcome.status, outcome.out) == (0, wanted.out), path
    stored = tmp_path / "stored.json"
    stored.write_text(run("lab", "consistency", "-i", *bilingual[:2], "--glossary", TERMS, "-f", "json").out)
    assert "verified:" in run("check", "result", stored).out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("lab", "consistency", "-i", HARBOUR, "--glossary", TERMS), "at least one; or sources, for what needs no"),
        (("lab", "consistency", "-i", HARBOUR, "--sources", SOURCE, "--glossary", TERMS, "-m", "bleu"), "There is no"),
        (("compare", "-i", HARBOUR, LANTERN, "--sources", SOURCE), "There is no reference: name its file before -i"),
        (("score", "--table", "{}"), "There is no reference to compare the outputs with"),
        (("compare", "{}"), "There is no reference to compare the outputs with"),
        (("score", "--table", "{}", "--systems", "target"), "There is no reference"),
        (("check", "files", "--table", "{}", "--systems", "target", "--reference", "target"), "named as a reference"),
        (("score", "--table", "{}", "--systems", "target", "--columns", "source=target"), "can be one of them"),
    ],
)
def test_what_needs_one_says_so(argv: Sequence[object], said: str, bilingual: list[Path]) -> None:
    outcome = run(*(str(word).format(next(path for path in bilingual if path.name == "harbour.csv")) for word in argv))
    assert (outcome.status, outcome.out, len(outcome.said)) == (2, "", 1) and said in outcome.err


def test_a_column_is_no_copy_of_itself(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("source,target\n" + "".join(f"Satz {n}.,This is sentence {n} of ten.\n" for n in range(10)))
    for flags in ((), ("--systems", "target"), ("--field", "target")):
        outcome = run("check", "files", "--table", table, *flags)
        assert outcome.status == 0 and "1 system, 0 references" in outcome.out and "copied" not in outcome.out


def test_in_python() -> None:
    data = sy.TestSet(references=[], systems={"a": ["die Fähre"]}, sources=["the ferry"])
    assert repr(data).startswith("TestSet(1 segment, no reference")
    assert sy.lab.consistency(sy.evaluate(data, metrics=[]), glossary=["ferry\tFähre"]).scores[0].score == 1
    with pytest.raises(DataError, match="There is no reference to compare the outputs with"):
        sy.evaluate(data)
    with pytest.raises(DataError, match="There is no reference, and compare needs one"):
        sy.evaluate(data, metrics=[]).compare()
    with pytest.raises(DataError, match="There is no reference: give at least one"):
        sy.TestSet(references=[], systems={"a": ["die Fähre"]})
    assert run("score", REFERENCE, "-i", HARBOUR).status == 0
