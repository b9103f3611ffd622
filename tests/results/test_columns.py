"""Rows declared once: their classes, docstrings, tables and legends."""

import re
from dataclasses import FrozenInstanceError, astuple, dataclass
from typing import Annotated, Literal, NotRequired, TypedDict

import pytest
from rich.console import Console

from steelyard.page.blocks import Legend, Titled
from steelyard.page.terminal import fitting, render
from steelyard.results.columns import MetricRow, Term, column, documented, row, table, verdict_text
from steelyard.results.numbers import p_text
from steelyard.results.table import Table

P = Term("of this pair alone; None where nothing was tested", ">p", p_text, "probability under no difference")


@row
class Weighed(MetricRow):
    """One system on the balance.

    Examples
    --------
    >>> 1 + 1
    2
    """

    system: str = column("its name", "system")
    weight: float | None = column("how heavy it is", ">weight", "score", legend=True)
    ends: tuple[float, float] | None = column("least and greatest weight", "interval", "+score")
    p_value: float | None = column(P)
    verdict: Literal["better", "worse"] | None = column("about it", "verdict", verdict_text)
    notes: tuple[str, ...] = column("what else there is", default=())
    marks: dict[str, str] = column("what was marked", default_factory=dict)


ROWS = (
    Weighed("w", "W", "a\x1b[31m", 1.25, (-1.0, 2.0), 0.0004, "better"),
    Weighed("w", "W", "b", None, None, 0.25, None),
)


def test_a_row_is_frozen_compares_by_value_and_is_written_in_short() -> None:
    assert ROWS[0] == Weighed(*astuple(ROWS[0]))
    assert repr(Weighed("w", "W", "b", 1.0, None, 0.5, None, ("x",) * 900)).endswith("notes=(900 items))")
    with pytest.raises(FrozenInstanceError):
        ROWS[0].weight = 2.0  # type: ignore[misc]
    assert not hasattr(ROWS[0], "__dict__")
    assert ROWS[0].marks == {}
    assert ROWS[0].marks is not ROWS[1].marks


def test_the_docstring_says_what_every_field_is_before_the_examples() -> None:
    said, _, examples = (Weighed.__doc__ or "").partition("Examples\n--------\n")
    assert examples == ">>> 1 + 1\n2"
    assert said.split("\n") == [
        *("One system on the balance.", "", "Attributes", "----------"),
        *("metric : str", "    The metric's spelling.", "label : str", "    The metric's short name for tables."),
        *("system : str", "    Its name.", "weight : float or None", "    How heavy it is."),
        *("ends : (float, float) or None", "    Least and greatest weight."),
        *("p_value : float or None", "    Of this pair alone; None where nothing was tested."),
        *('verdict : {"better", "worse"} or None', "    About it."),
        *("notes : tuple of str", "    What else there is."),
        *("marks : dict of str to str", "    What was marked.", "", ""),
    ]


def test_the_keys_of_a_method_are_described_from_their_annotations() -> None:
    @documented
    class Method(TypedDict):
        """How it was weighed."""

        n_units: Annotated[int, "how many"]
        scales: NotRequired[Annotated[dict[str, int | None], "by metric. Missing where there are none."]]
        seed: int

    assert Method.__doc__ == (
        "How it was weighed.\n\nAttributes\n----------\nn_units : int\n    How many.\n"
        "scales : dict of str to int or None\n    By metric. Missing where there are none.\n"
    )


def test_cells_are_formatted_by_their_fields_and_no_name_steers_a_terminal() -> None:
    made = table(ROWS, decimals=1)
    assert made.headers == ("system", ">weight", "interval", ">p", "verdict")
    assert made.rows == [("a�[31m", "1.2", "[-1.0, +2.0]", "0.0004", "better"), ("b", "", "", "0.2500", "")]
    assert made.styled == 4
    assert made.meanings == (("weight", "how heavy it is"), ("p", "probability under no difference"))


def test_a_column_without_content_is_left_out_with_its_meaning() -> None:
    made = table(ROWS[1:])
    assert (made.headers, made.rows, made.styled) == (("system", ">p"), [("b", "0.2500")], None)
    assert made.meanings == (("p", "probability under no difference"),)
    assert table(()).headers == table((), ("system",)).headers == ()


def test_columns_are_chosen_headed_anew_and_computed() -> None:
    twice = Term("two times", ">twice", ".3f", legend=True)
    columns = (("name", "system"), (">p of {n}", "p_value"), (twice, lambda one: one.weight and 2 * one.weight))
    made = table(ROWS, (*columns, (">length", lambda one: len(one.system))))
    assert made.headers == ("name", ">p of {n}", ">twice", ">length")
    assert made.rows == [("a�[31m", "0.0004", "2.500", "6"), ("b", "0.2500", "", "1")]
    assert made.meanings == (("p", "probability under no difference"), ("twice", "two times"))


def test_a_share_is_shown_in_percent() -> None:
    share, interval = Term("share", ">%", "100*.1f"), Term("its interval", "interval", "100*+score")
    made = table([0.125, None], ((share, lambda one: one), (interval, lambda one: one and (-one, one))), decimals=1)
    assert made.rows == [("12.5", "[-12.5, +12.5]"), ("", "")]


def test_a_term_shows_a_field_of_any_kind_of_row() -> None:
    weight = Term("in tons", ">tons", ".4f", legend=True)
    made = table(ROWS[:1], ("system", (weight, "weight")))
    assert (made.rows, made.meanings) == ([("a\ufffd[31m", "1.2500")], (("tons", "in tons"),))
    assert table([1 + 2j], ((weight, "imag"),)).rows == [("2.0000",)]
    assert table([Plain("x")], ((">name", lambda one: one.name),)).rows == [("x",)]
    assert table((), ("system",)).headers == ()


@dataclass
class Plain:
    """A row that was not declared."""

    name: str


def test_rows_of_other_classes_are_shown_by_functions() -> None:
    parts = [Table((">n",), [("1",)]), Table((), ())]
    assert table(parts, ((">columns", lambda one: len(one.headers)),)).rows == [("1",), ("0",)]


def test_a_legend_names_the_columns_of_all_tables_once() -> None:
    blocks = (Titled("one", table(ROWS)), Titled("two", table(ROWS[1:])))
    assert Legend.below(blocks).text == "weight  how heavy it is\np       probability under no difference"
    assert Legend.below(blocks[1:], [("b", "a system")]).text == "p  probability under no difference\nb  a system"
    of_words = Titled("", table(ROWS, ((Term("of {word}s", ">n", "", legend=True), lambda _: 1),)))
    assert Legend.below([of_words], word="segment").text == "n  of segments"


@row
class Wide:
    """A row with more than a terminal holds."""

    name: str = column("its name", "name")
    first: str = column("what matters", "first", spare=1)
    second: str = column("what matters less", "second", spare=2)
    third: str = column("the same", "third", spare=2)
    verdict: str = column("about it", "verdict", verdict_text)


@pytest.mark.parametrize(
    ("width", "left_out"), [(80, []), (38, ["third"]), (31, ["second", "third"]), (23, ["first", "second", "third"])]
)
def test_a_narrow_terminal_leaves_out_what_can_be_spared(width: int, left_out: list[str]) -> None:
    made = fitting(table([Wide("n" * 8, "1", "2", "3", "better")]), width)
    lines = render(made).split("\n")
    assert lines[0].split() == [
        head for head in ("name", "first", "second", "third", "verdict") if head not in left_out
    ]
    assert lines[1].split()[-1] == "better"
    coloured = render(made, Console(width=10_000, force_terminal=True))
    assert [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).split("\n")] == lines


def test_where_nothing_can_be_spared_the_last_columns_go_but_the_verdict() -> None:
    row = ("1" * 20, "2" * 20, "0.01", "0.02", "holds at 0.05", "3" * 20)
    made = Table(("a", "b", ">p", ">adjusted p", "verdict", "d"), [row])
    assert fitting(made, 80).headers == ("a", "b", ">p", ">adjusted p", "verdict")
    assert fitting(made, 10).headers == ("a", "b", ">adjusted p", "verdict")
    assert fitting(made, None) is made
