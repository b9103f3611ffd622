"""Separators and decimal commas are told by what a table holds."""

import pytest

from steelyard.files.separators import has_decimal_commas, separator_of, without_hint


@pytest.mark.parametrize(
    ("first", "separator"),
    [
        ("a\tb,c", "\t"), ("a;b;c", ";"), ("a,b", ","), ("a|b|c", "|"), ("alone", ","),
        ('"a;b;c;d",e', ","), ('"a, and b";c', ";"), ("system;score, in %;n", ";"),
    ],
)  # fmt: skip
def test_the_first_line_tells_the_separator(first: str, separator: str) -> None:
    assert separator_of(first) == separator


@pytest.mark.parametrize(
    ("cells", "has"),
    [
        (["62,5", "7", "NA", ""], True), (["0,125", "1,5"], True), (["62,5", "62.5"], False), (["1", "2"], False),
        (["1,234", "2,500"], False), (["1,234", "2,5"], True), (["a,b", "1,5"], False), ([], False),
        (["", "NA"], False), (["1,234,567"], False), (["-0,5"], True), (["1,5", "two"], False),
    ],
)  # fmt: skip
def test_a_column_has_decimal_commas_if_it_has_no_other_form(cells: list[str], has: bool) -> None:
    assert has_decimal_commas(cells) is has


def test_the_line_for_excel_is_no_header() -> None:
    assert without_hint("sep=;\r\na;b\n") == ("a;b\n", 2)
    assert without_hint("a;b\n") == ("a;b\n", 1)
