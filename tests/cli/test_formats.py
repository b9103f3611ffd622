"""Every command that prints a result prints it as CSV, Markdown and LaTeX too."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from steelyard.cli.app import commands
from tests.cli.example_folder import fill, quick
from tests.cli.running import HARBOUR, LANTERN, ORATOR, REFERENCE, output, run

INPUT = (REFERENCE, "-i", HARBOUR, ORATOR)
COMPARE = ("compare", *INPUT, "-n", "100")
WRITERS = {"text": report.text, "csv": report.csv_text, "markdown": report.markdown_text, "latex": report.latex_text}
TIMED = "check installation"  # says how long it took
NO_RESULT = "metrics"  # a list, as JSON too


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("formats")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        fill(path)
        yield path


def formats() -> dict[str, list[str]]:
    """Return the formats of each command whose JSON is a result."""
    return {
        command: [str(one) for one in action.choices or ()]
        for command, parser in commands().items()
        for action in parser._actions
        if "--format" in action.option_strings and command != NO_RESULT
    }


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "command", [pytest.param(one, marks=[pytest.mark.long] if one == TIMED else ()) for one in formats()]
)
def test_every_command_has_every_format_and_a_stored_result_shows_the_same(command: str, folder: Path) -> None:
    """What was stored is the result that was printed: equal after reading, and equal in every format."""
    lines = (commands()[command].epilog or "").splitlines()
    words = quick(next(line for line in lines if f"steelyard {command} " in line))
    stored = folder / "stored.json"
    stored.write_text(run(*words, "-f", "json").out, encoding="utf-8")
    result = sy.load(stored)
    assert type(result).from_dict(result.to_dict()) == result
    for name in WRITERS.keys() & formats()[command]:
        shown = WRITERS[name](result)
        assert command == TIMED or run(*words, "-f", name).out.rstrip("\n") == shown.rstrip("\n"), name
    rows = list(csv.reader(io.StringIO(report.csv_text(result))))
    if rows:  # else nothing was found
        assert len({len(row) for row in rows}) == 1 and len(set(rows[0])) == len(rows[0]) and all(rows[0])
    assert ("| ---" in report.markdown_text(result)) == (r"\toprule" in report.latex_text(result))
    assert not rows or "<table" in report.html_text(result)


def test_table_chooses_what_csv_writes() -> None:
    words = COMPARE
    assert output(*words, "-f", "csv").startswith("metric,label,system,")
    assert output(*words, "-f", "csv", "--csv-table", "scores").startswith("metric,label,system,score")
    assert output("score", *INPUT, "-sl", "-f", "csv").startswith("metric,system,segment,score\nbleu")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*COMPARE, "--csv-table", "scores"), "--csv-table chooses what --format csv writes"),
        ((*COMPARE, "-f", "csv", "--csv-table", "score"), "Did you mean 'scores'"),
        ((*COMPARE, "-f", "latex", "--effects"), "--format latex cannot show effect sizes"),
        ((*COMPARE, "-f", "latex", "--ranks"), "--format latex cannot show ranks"),
        (("score", *INPUT, "-sl", "-f", "latex"), "--sentence-level needs --format text, json or csv"),
        (("human", "examples/ratings.tsv", "-n", "100", "--csv-table", "pairs"), "--csv-table chooses"),
    ],
)
def test_what_does_not_go_together_is_refused(words: tuple[str, ...], message: str) -> None:
    outcome = run(*words)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_decimals_and_ranks_hold_in_markdown() -> None:
    shown = output("compare", REFERENCE, "-i", HARBOUR, LANTERN, "-f", "markdown", "-w", "1", "--ranks", "--effects")
    assert "| 47.6 |" in shown
    assert "ranks, simultaneous" in shown
    assert "effect" in shown
