"""Mojibake, what nobody sees, Unicode forms, widths and quotes."""

import unicodedata

import pytest

from tests.text.inspection.damaged import CHINESE, HARBOUR, changed, found


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
@pytest.mark.parametrize("letter", ["ä", "é", "ß", "“", "ж", "…", "中", "ł"])
def test_utf8_read_as_another_encoding_is_found(letter: str, encoding: str) -> None:
    wrong = letter.encode().decode(encoding)
    [finding] = found("mojibake", changed(HARBOUR, [3], lambda line: f"{line[:9]}{wrong}{line[9:]}"))
    assert finding.severity == "warning" and f"for {letter}" in finding.message
    assert found("mojibake", changed(HARBOUR, range(9), lambda line: wrong + line))[0].severity == "error"


@pytest.mark.parametrize(
    "line",
    ["« À L’ÉCOLE » et « CAFÉ» où l’été’» va", "Ärger, Öl, Übung, ÄÖÜ, Façade, Â, ÃO, SÃO PAULO", "ÍŽ, KRÁLÍČEK ÚŽASNÝ",
     "Ð Ñ", "20 °C, 3 × 5 – 4", "NAÏVE À…", "Tiếng Việt, Đà Nẵng", "ÎLE, BÂLE, Œuvre, CŒUR"],
)  # fmt: skip
def test_accents_that_are_right_are_no_mojibake(line: str) -> None:
    assert found("mojibake", [*HARBOUR[:119], line]) == []


@pytest.mark.parametrize(
    "mark", ["\x00", "\x07", "\x92", "\u202e", "\u2066", "\u200b", "\ufeff", "\u00ad", "\u2060", "\u200d"]
)
def test_characters_that_nobody_sees_are_found(mark: str) -> None:
    [finding] = found("unseen", changed(HARBOUR, [3], lambda line: f"{line[:3]}{mark}{line[3:]}"))
    assert finding.lines == (4,) and f"U+{ord(mark):04X}" in finding.message
    assert found("unseen", changed(HARBOUR, range(3), lambda line: f"of{mark}f"))[0].severity == "warning"


def test_joiners_that_join_are_left_alone() -> None:
    assert found("unseen", [*HARBOUR[:119], "می\u200cخواهم 👩\u200d🚀 क्\u200dष"]) == []


def test_two_unicode_forms_are_found() -> None:
    accents = [line.replace("e", "é") for line in HARBOUR]
    apart = [unicodedata.normalize("NFD", line) for line in accents]
    [finding] = found("unicode-form", apart)
    assert finding.severity == "error"
    findings = found("unicode-form", apart, [apart])
    assert [(finding.role, finding.severity) for finding in findings] == [("reference", "warning")]
    assert found("unicode-form", accents) == []
    assert found("unicode-form", [*HARBOUR[:119], "x\u0308 has no letter of its own"]) == []


def test_half_and_full_width_are_told_apart() -> None:
    narrow = [line.translate(str.maketrans("，。", ",.")) for line in CHINESE]
    [finding] = found("width", narrow, [CHINESE])
    assert "marks" in finding.message and "0%" in finding.message
    assert found("width", CHINESE, [CHINESE]) == []
    assert found("width", HARBOUR) == []


def test_other_quotes_are_a_note() -> None:
    straight = [f'"{line}"' for line in HARBOUR]
    curly = [f"\u201c{line}\u201d" for line in HARBOUR]
    [finding] = found("quotes", curly, [straight])
    assert finding.severity == "note" and finding.message.startswith("curly quotation marks")
    assert found("quotes", straight, [straight]) == []
    assert found("quotes", curly, [straight, curly]) == []  # either is somebody's


def test_widths_that_the_reference_mixes_or_hardly_has_are_free() -> None:
    bare = [line.replace("，", "").replace("。", "") for line in CHINESE]
    no_digits = ["".join(c for c in line if not c.isdigit()) for line in bare]
    assert found("width", CHINESE, [no_digits]) == []
    mixed = changed(CHINESE, range(0, 40, 2), lambda line: line.replace("，", ","))
    wide = [line.translate({ord(str(d)): ord("０") + d for d in range(10)}) for line in CHINESE]
    assert found("width", changed(CHINESE, range(40), lambda line: line.replace("，", ",")), [mixed]) == []
    [finding] = found("width", wide, [CHINESE])
    assert finding.message.startswith("100% of the digits are full-width, of the reference's 0%")
