"""--plots: figures beside what a command prints, or one sentence before any work."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.running import HARBOUR, REFERENCE, TANGLE, output, run

PAIR = (REFERENCE, "-i", HARBOUR, TANGLE, "-m", "ter", "-r", "20", "-n", "19")
PLAN, CALIBRATE = ("plan", *PAIR, "--sizes", "20", "60"), ("calibrate", *PAIR, "--tests", "randomization")


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (PLAN, ["power-ter"]),
        (
            CALIBRATE,
            [
                "false-alarms-ter-equal-scores-segment", "false-alarms-ter-exchanged-segment", "power-ter-0.01",
                "power-ter-0.05", "power-ter-0.1",
            ],
        ),
    ],
    ids=["plan", "calibrate"],
)  # fmt: skip
def test_figures_are_written_and_what_is_printed_stays_the_same(
    command: tuple[str, ...], names: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "figures"
    assert output(*command, "--plots", folder) == output(*command)
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{name}.{end}" for name in names for end in ("pdf", "png", "svg")
    )
    printed = output(*command, "--plots", folder, "-f", "json")
    assert json.loads(printed)["schema"].startswith("steelyard.")


@pytest.mark.parametrize("command", [PLAN, CALIBRATE], ids=["plan", "calibrate"])
def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_read(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    absent = tuple("no-such-file" if word == REFERENCE else word for word in command)
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        outcome = run(*absent, "--plots", folder)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err == f"steelyard {command[0]}: Cannot write figures to {folder}: Not a directory.\n"
    assert "is empty" in run(*absent, "--plots", "").err
    assert "Cannot read no-such-file" in run(*absent, "--plots", tmp_path / "new").err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_extra_is_named_before_anything_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    outcome = run(*PLAN, "--plots", tmp_path)
    assert outcome.status == 2 and outcome.err.count("\n") == 1
    assert outcome.err.endswith('needs a package that is not installed: pip install "steelyard[report]".\n')


def test_a_protocol_without_figures_refuses_to_draw_them(tmp_path: Path) -> None:
    """It left an empty folder, and said nothing."""
    found = run("replicate", "riezler2005", REFERENCE, "-i", HARBOUR, TANGLE, "--plots", tmp_path / "figures")
    assert found.status == 2 and "riezler2005 has tables and no figures: leave out --plots." in found.err
    assert not (tmp_path / "figures").exists()
