"""Damaged outputs, by the command."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import AlignmentError
from tests.cli.running import run
from tests.conftest import ROOT

OUTPUTS = ROOT / "examples" / "systems" / "harbour.en"


def test_lines_are_damaged_where_they_stand(tmp_path: Path) -> None:
    given, damaged = tmp_path / "outputs.txt", tmp_path / "damaged.txt"
    lines = ["", *OUTPUTS.read_text("utf-8").splitlines()[:20]]
    given.write_text("\n".join(lines) + "\n", encoding="utf-8")
    outcome = run("human", "control-items", given, "-o", damaged, "--seed", 7)
    assert outcome.out == f"20 of 21 lines degraded: {damaged}\n"
    found = damaged.read_text("utf-8").splitlines()
    assert found[0] == ""
    for before, after, item in zip(lines[1:], found[1:], sy.control_items(lines, rng=7)[1:], strict=True):
        assert item is not None
        assert item.text == after != before
        words = before.split(), after.split()
        assert words[0][: item.start] == words[1][: item.start]
        assert words[0][item.end :] == words[1][item.end :]


def test_what_cannot_be_damaged_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    given, damaged = tmp_path / "outputs.txt", tmp_path / "damaged.txt"
    given.write_text("\n\n")
    assert "has no line with words" in run("human", "control-items", given, "-o", damaged).err
    given.write_text("one line\n")
    assert "no other output has 2 words" in run("human", "control-items", given, "-o", damaged).err
    assert "it is one of the inputs" in run("human", "control-items", given, "-o", given).err
    assert not damaged.exists()


def test_characters_are_replaced_where_words_have_no_blanks(tmp_path: Path) -> None:
    given, damaged = tmp_path / "outputs.txt", tmp_path / "damaged.txt"
    lines = ["今日は良い天気です", "明日は雨が降ります"]
    given.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run("human", "control-items", given, "-o", damaged, "--replace", "character").status == 0
    found = damaged.read_text("utf-8").splitlines()
    assert found == [item and item.text for item in sy.control_items(lines, unit="character")] != lines


def test_outputs_may_come_one_by_one_and_are_strings() -> None:
    """A generator was gone through before it was used, and nothing came back; a string was three outputs."""
    texts = ["the ferry leaves at nine", "", "please bring a warm coat"]
    assert sy.control_items((text for text in texts), rng=1) == sy.control_items(texts, rng=1)
    for wrong, told in (("abc", "a bare string"), ([None, "x"], "segment 1: expected a string")):
        with pytest.raises(AlignmentError, match=f"outputs.*{told}"):
            sy.control_items(wrong)  # type: ignore[arg-type]
