"""Every row, result and method of every question says what its fields are, in one form, and shows what it declares."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import steelyard.results
from steelyard.page.blocks import Legend, Titled
from steelyard.results.columns import Term, column, row, table

NAMES = re.compile(r"[A-Z][A-Z0-9]*c?\b|[A-Z]\w+'s\b")  # of systems, metrics and people


def declared(kind: Any) -> dict[str, Term]:
    """Return the terms of the fields of a row, and the meanings of those of a result or a method."""
    if is_dataclass(kind) and any("term" in one.metadata for one in fields(kind)):
        return {one.name: one.metadata["term"] for one in fields(kind)}
    hints = get_type_hints(kind, include_extras=True)
    bare = {name: get_args(hint)[0] if get_origin(hint) is NotRequired else hint for name, hint in hints.items()}
    return {name: Term(get_args(hint)[1]) for name, hint in bare.items() if get_origin(hint) is Annotated}


def kinds() -> Iterator[Any]:
    """Return all classes of answers that are declared by fields."""
    for name in dir(steelyard.results):
        kind = getattr(steelyard.results, name)
        if isinstance(kind, type) and (is_dataclass(kind) or is_typeddict(kind)) and declared(kind):
            yield kind


KINDS = {kind.__name__: kind for kind in kinds()}


def faults_of(name: str, term: Term) -> list[str]:
    """Say what is wrong with the meaning of a field: it stands in lists, in legends, and in pages of the reference."""
    found = [] if term.about.strip() == term.about != "" else ["it is empty, or begins or ends with a space"]
    if term.about.endswith((".", ";", ",", ":")):
        found.append("the list ends it")
    if re.match(r"[A-Z]", term.about) and not NAMES.match(term.about):
        found.append("the list gives it a capital")
    code = re.sub(r"``[^`]+``", "", term.about)
    if "``" in code or re.search(r"(?<!\w)[*|]\w|\w[*|_](?!\w)|\*", re.sub(r"`[^`]+`", "", code)):
        found.append("it is markup that does not end")
    if term.header.removeprefix(">").strip() != term.header.removeprefix(">"):
        found.append("its header begins or ends with a space")
    return [f"{name}: {fault}" for fault in found]


@pytest.mark.parametrize("name", KINDS)
def test_meanings_are_in_one_form(name: str) -> None:
    assert [fault for field, term in declared(KINDS[name]).items() for fault in faults_of(field, term)] == []


def test_most_answers_are_declared_so() -> None:
    rows = [kind for kind in KINDS.values() if is_dataclass(kind) and "term" in fields(kind)[0].metadata]
    assert len(rows) > 90
    assert len(KINDS) - len(rows) > 70


@pytest.mark.parametrize(
    ("about", "fault"),
    [
        ("written *", "it is markup that does not end"),
        ("such as ``bp", "it is markup that does not end"),
        ("its name.", "the list ends it"),
        ("Its name", "the list gives it a capital"),
        ("", "it is empty, or begins or ends with a space"),
        ("None where there is none", "the list gives it a capital"),
    ],
)
def test_a_fault_of_a_meaning_is_noticed(about: str, fault: str) -> None:
    assert faults_of("field", Term(about)) == [f"field: {fault}"]


def test_no_cell_and_no_header_steers_a_terminal() -> None:
    @row
    class Named:
        """A row with a name that a file gave."""

        name: str = column("its name", "name", str.upper, legend=True)

    made = table([Named("a\x1b[31m")], ("name", ("b\x1b[0m", "name"), ("c", lambda one: one.name)))
    assert made.headers == ("name", "b\ufffd[0m", "c")
    assert made.rows == [("A\ufffd[31M", "A\ufffd[31M", "a\ufffd[31m")]
    assert Legend.below([Titled("", made)]).text == "name  its name"
