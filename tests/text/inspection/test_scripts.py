"""Outputs in another script, and letters that look alike."""

import unicodedata

import pytest

from steelyard.text.inspection.scripts import script_of
from tests.text.inspection.damaged import CHINESE, HARBOUR, changed, found


@pytest.mark.parametrize(
    ("letter", "script"),
    [("a", "Latin"), ("ß", "Latin"), ("ж", "Cyrillic"), ("ω", "Greek"), ("中", "Han"), ("か", "Kana"), ("カ", "Kana"),
     ("한", "Hangul"), ("ع", "Arabic"), ("ש", "Hebrew"), ("क", "Devanagari"), ("ไ", "Thai"), ("ა", "Georgian"),
     ("ạ", "Latin"), ("1", ""), (".", ""), (" ", ""), ("。", ""), ("€", "")],
)  # fmt: skip
def test_letters_have_scripts(letter: str, script: str) -> None:
    assert script_of(letter) == script
    if script not in ("", "Han", "Kana"):
        assert script.upper() in unicodedata.name(letter)


def test_another_script_is_found() -> None:
    [finding] = found("script", CHINESE, [HARBOUR[:40]])
    assert finding.severity == "error" and "mostly Han letters" in finding.message
    russian = "Паром сегодня утром не ходит из-за сильного ветра."
    [finding] = found("script", changed(HARBOUR, [2, 9], lambda _: russian))
    assert finding.severity == "warning" and finding.lines == (3, 10)
    assert found("script", changed(HARBOUR, [2], lambda line: f"{line} (Путин)")) == []
    [finding] = found("script", changed(CHINESE, [2], lambda _: "No ferry goes this morning."), [CHINESE])
    assert finding.severity == "note"
    assert found("script", HARBOUR) == []


def test_names_in_another_script_are_no_wrong_script_where_the_reference_has_them() -> None:
    title = "International Ferry Association"
    assert found("script", changed(CHINESE, [2], lambda _: title), [changed(CHINESE, [2], lambda _: title)]) == []


def test_letters_that_look_alike_are_found() -> None:
    [finding] = found("mixed-scripts", changed(HARBOUR, [2], lambda line: line.replace("e", "е")))  # Cyrillic
    assert finding.lines == (3,)
    greek = [*HARBOUR[:119], "The α-helix and β-sheets of the μ-opioid receptor."]
    assert found("mixed-scripts", greek) == []


def test_lines_of_a_text_of_another_length_are_not_compared() -> None:
    russian = "Паром сегодня утром не ходит из-за сильного ветра."
    assert found("script", [*changed(HARBOUR, [2], lambda _: russian), "One more."]) == []
