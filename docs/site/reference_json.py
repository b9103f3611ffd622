"""The page of every key of the JSON, from the `Attributes` of results and their rows."""

import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import get_args, get_type_hints, is_typeddict

from reference_layout import entries_of, first_line, page, table

from steelyard.asking import QUESTIONS, answer_class
from steelyard.results import Result

__all__ = ["json_page"]


INTRODUCTION = (
    "How to read it, and what `method` has: [Read the JSON](../howto/read-the-json.md). Types are those of the classes "
    "in `steelyard.results`: in JSON a tuple is a list, a mapping is an object, and None is null."
)


def json_page() -> str:
    """List every key of every kind of result."""
    kinds = {kind: question for question in QUESTIONS if (kind := answer_class(question)) is not None}
    index = [
        (f"[`{kind.schema}`]({anchor(kind.schema)})", f"`steelyard {question.name}`", first_line(kind))
        for kind, question in kinds.items()
    ]
    described: set[type] = set()
    parts = [part for kind in kinds for part in result_text(kind, described)]
    return page("The JSON of results", INTRODUCTION, table(("`schema`", "from", "what it is"), index), *parts)


def anchor(heading: str) -> str:
    """Spell the link to a heading of this page."""
    return "#" + re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def result_text(kind: type[Result], described: set[type]) -> Iterator[str]:
    """Describe a kind of result, and those of its rows that were not described before."""
    yield f"## {kind.schema}"
    yield f"`{kind.__name__}`: {first_line(kind)}"
    yield keys_of(kind)
    for row in rows_of(kind):
        if row not in described:
            described.add(row)
            yield f"### {row.__name__}"
            yield first_line(row)
            yield keys_of(row)


def keys_of(kind: type) -> str:
    """Lay out the fields of a data class, with what its docstring says of them."""
    stored = [*get_type_hints(kind)] if is_typeddict(kind) else [field.name for field in fields(kind)]  # type: ignore[arg-type]
    links = {row.__name__: anchor(heading_of(row)) for row in direct_rows_of(kind)}
    rows: list[tuple[str, str, str]] = []
    said: set[str] = set()
    for names, shape, meaning in (entry for one in (*parts_of(kind), kind) for entry in entries_of(one, "Attributes")):
        keys = [name for name in names if name in stored and name not in said]
        if keys and meaning:
            rows.append((", ".join(f"`{key}`" for key in keys), with_links(shape, links), meaning))
            said |= set(keys)
    if said != set(stored):
        raise ValueError(f"{kind.__name__} does not say what these are: {', '.join(sorted(set(stored) - said))}.")
    return table(("key", "type", "meaning"), rows)


def parts_of(kind: type) -> list[type]:
    """Return what a typed dict is made of, which does not say so itself: those of its module that it holds."""
    if not is_typeddict(kind):
        return []
    keys = get_type_hints(kind).keys()
    known = [value for value in vars(sys.modules[kind.__module__]).values() if is_typeddict(value)]
    held = [value for value in known if get_type_hints(value).keys() < keys]
    return list(dict.fromkeys(part for value in held for part in (*parts_of(value), value)))


def heading_of(kind: type) -> str:
    """Return the heading under which a data class is described."""
    return kind.schema if issubclass(kind, Result) else kind.__name__


def with_links(shape: str, links: dict[str, str]) -> str:
    """Make the names of rows in a type links to where these are described."""
    return re.sub(r"\w+", lambda word: f"[{word[0]}]({links[word[0]]})" if word[0] in links else word[0], shape)


def direct_rows_of(kind: type) -> list[type]:
    """Return the data classes that the fields of one hold."""
    found = []
    pending = list(get_type_hints(kind).values())
    while pending:
        hint = pending.pop(0)
        if isinstance(hint, type) and (is_dataclass(hint) or is_typeddict(hint)):
            found.append(hint)
        pending += get_args(hint)
    return list(dict.fromkeys(found))


def rows_of(kind: type) -> list[type]:
    """Return the data classes that one holds, directly or further in, but for results, which have their own part."""
    found: list[type] = []
    for row in direct_rows_of(kind):
        if not issubclass(row, Result):
            found += [row, *rows_of(row)]
    return list(dict.fromkeys(found))
