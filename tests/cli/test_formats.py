"""Every command that prints a result prints it as CSV, Markdown and LaTeX too."""

import csv
import io
from pathlib import Path

import pytest

from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, output, run

INPUT = (REFERENCE, "-i", HARBOUR, ORATOR)
FEW = ("-r", "5", "-n", "19")
COMMANDS = {
    "score": ("score", *INPUT),
    "compare": ("compare", *INPUT, "-n", "100"),
    "human": ("human", "examples/ratings.tsv", "-n", "100"),
    "learning-curve": ("lab", "learning-curve", "examples/learning-curve.tsv", "-n", "50", "--at", "128000"),
    "calibrate": ("check", "level", *INPUT, *FEW, "--tests", "randomization", "-m", "wer", "--shares", "1"),
    "plan": ("plan", "texts", *INPUT, *FEW, "--sizes", "120", "--shares", "1"),
    "dependence": ("check", "dependence", *INPUT),
    "diff": ("explain", "diff", *INPUT, "--documents", DOCUMENTS),
    "errors": ("explain", "errors", *INPUT, "--documents", DOCUMENTS, "-n", "50"),
    "influence": ("explain", "influence", *INPUT, "--documents", DOCUMENTS),
    "replicate": ("lab", "replicate", "koehn2004", *INPUT, "-n", "50", "--sizes", "10"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_formats(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(REFERENCE).parents[1])
    words = COMMANDS[command]
    rows = list(csv.reader(io.StringIO(output(*words, "-f", "csv"))))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert "| ---" in output(*words, "-f", "markdown")
    assert r"\toprule" in output(*words, "-f", "latex")


def test_table_chooses_what_csv_writes() -> None:
    words = COMMANDS["compare"]
    assert output(*words, "-f", "csv").startswith("metric,label,system,")
    assert output(*words, "-f", "csv", "--csv-table", "scores").startswith("metric,label,system,score")
    assert output("score", *INPUT, "-sl", "-f", "csv").startswith("metric,system,segment,score\nbleu")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*COMMANDS["compare"], "--csv-table", "scores"), "--csv-table chooses what --format csv writes"),
        ((*COMMANDS["compare"], "-f", "csv", "--csv-table", "score"), "Did you mean 'scores'"),
        ((*COMMANDS["compare"], "-f", "latex", "--effects"), "--effects does not go with --format latex"),
        ((*COMMANDS["compare"], "-f", "latex", "--ranks"), "--ranks does not go with --format latex"),
        (("score", *INPUT, "-sl", "-f", "latex"), "--sentence-level is a line per segment"),
        ((*COMMANDS["human"], "--csv-table", "pairs"), "--csv-table chooses"),
    ],
)
def test_what_does_not_go_together_is_refused(words: tuple[str, ...], message: str) -> None:
    outcome = run(*words)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_decimals_and_ranks_hold_in_markdown() -> None:
    shown = output("compare", REFERENCE, "-i", HARBOUR, LANTERN, "-f", "markdown", "-w", "1", "--ranks", "--effects")
    assert "| 47.6 |" in shown
    assert "ranks, all at once" in shown
    assert "effect" in shown
