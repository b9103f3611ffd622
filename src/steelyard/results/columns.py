"""Rows that know how they look: what a field means, its header and the format of its cells stand once, at the field."""

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from inspect import cleandoc
from operator import attrgetter
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from steelyard.reprs import short_repr
from steelyard.results.table import Table, clean

__all__ = ["MetricRow", "Show", "Shown", "Term", "column", "documented", "row", "table", "verdict_text"]

T = TypeVar("T")
Show = str | Callable[[Any], str]


class Term(NamedTuple):
    """What a field is and how it looks, wherever it stands.

    Attributes
    ----------
    about : str
        What it means: no capital at its head, no full stop at its end.
    header : str
        Of its column; ``>`` before it sets numbers to the right. Empty where it is in no table.
    show : str or callable
        How a value becomes a cell: a format of Python's, in which ``score`` stands for the decimals of a metric's
        scores, after ``100*`` where a share is shown in percent; or a function. An interval is shown by the format of
        its ends, in brackets. None is an empty cell.
    legend : str or bool
        What stands below a table that has the column: True for its meaning, empty where the header says enough.
    spare : int
        Where a terminal is too narrow for a table, the columns with the largest number go first; 0 stays.
    """

    about: str
    header: str = ""
    show: Show = ""
    legend: str | bool = ""
    spare: int = 0

    @property
    def explanation(self) -> str:
        """What the legend says."""
        return self.about if self.legend is True else self.legend or ""


def column(
    about: str | Term,
    header: str = "",
    show: Show = "",
    legend: str | bool = "",
    spare: int = 0,
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
) -> Any:
    """Declare a field of a row by a term, or by the parts of one."""
    term = about if isinstance(about, Term) else Term(about, header, show, legend, spare)
    return field(default=default, default_factory=default_factory, metadata={"term": term})


Shown = str | tuple[str | Term, str | Callable[[Any], Any]]
"""A column of a table: a field, or a field under another header or term, or either with what a function returns."""


@dataclass_transform(frozen_default=True, field_specifiers=(column,))
def row(kind: type[T]) -> type[T]:
    """Make a frozen dataclass of fields made by `column`, and write the section of its docstring on them."""
    made: Any = dataclass(frozen=True, slots=True, repr=False)(kind)
    made.__repr__ = short_repr
    return _described(made, {one.name: (one.type, _term_of(one).about) for one in fields(made)})


def documented(kind: type[T]) -> type[T]:
    """Write the section on fields of a typed dict, or of a result, whose fields are `Annotated` with their meaning."""
    hints = get_type_hints(kind, include_extras=True)
    bare = {name: get_args(hint)[0] if get_origin(hint) is NotRequired else hint for name, hint in hints.items()}
    return _described(kind, {name: get_args(hint)[:2] for name, hint in bare.items() if get_origin(hint) is Annotated})


def _described(kind: type[T], meanings: Mapping[str, Any]) -> type[T]:
    if kind.__doc__ is not None:  # there is none under `python -OO`
        lines = [
            f"{name} : {_type_text(hint)}\n    {about[:1].upper()}{about[1:]}{'' if about.endswith('.') else '.'}"
            for name, (hint, about) in meanings.items()
        ]
        said, examples, rest = cleandoc(kind.__doc__).partition("\nExamples\n")
        kind.__doc__ = "\n".join([said.rstrip(), "", "Attributes", "----------", *lines, examples + rest])
    return kind


def _type_text(hint: Any) -> str:
    """Write a type as numpydoc has it."""
    arms = get_args(hint)
    kind = get_origin(hint)
    if kind in (types.UnionType, Union):
        return " or ".join(map(_type_text, arms))
    if kind is Literal:
        return "{" + ", ".join(f'"{arm}"' for arm in arms) + "}"
    if kind is tuple and arms[-1] is Ellipsis:
        return f"tuple of {_type_text(arms[0])}"
    if kind is tuple:
        return f"({', '.join(map(_type_text, arms))})"
    if kind is list:
        return f"list of {_type_text(arms[0])}"
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return f"{'dict' if kind is dict else 'mapping'} of {_type_text(arms[0])} to {_type_text(arms[1])}"
    return "None" if hint is types.NoneType else getattr(hint, "__name__", "any" if hint is Any else str(hint))


def table(rows: Sequence[Any], columns: Sequence[Shown] = (), *, decimals: int = 2) -> Table:
    """Set rows under the headers of their fields; a column without any content is left out.

    Columns are shown in their order: a field under its own header, another, or a term; or what a function returns for a
    row. By default they are all fields that have a header, of rows of one class that `row` made. The table has the
    meanings of its columns for a legend, and verdicts to be coloured. No cell or header can steer a terminal.
    """
    if not rows:
        return Table((), ())
    known = fields(rows[0]) if is_dataclass(rows[0]) else ()
    terms = {one.name: _term_of(one) for one in known if "term" in one.metadata}
    shown = [_shown(one, terms) for one in columns or [name for name, term in terms.items() if term.header]]
    cells = [list(map(_cells(term.show, decimals), map(value, rows))) for _, term, value in shown]
    kept = [at for at, column_cells in enumerate(cells) if any(column_cells)]
    return Table(
        tuple(clean(shown[at][0]) for at in kept),
        list(zip(*(cells[at] for at in kept), strict=True)),
        next((place for place, at in enumerate(kept) if shown[at][1].show is verdict_text), None),
        tuple((term.header.lstrip(">"), term.explanation) for at in kept if (term := shown[at][1]).explanation),
        tuple(shown[at][1].spare for at in kept),
    )


def _shown(one: Shown, terms: Mapping[str, Term]) -> tuple[str, Term, Callable[[Any], Any]]:
    """Return the header of a column, the term that it shows, and how a row gives its value."""
    head, what = (terms[one], one) if isinstance(one, str) else one
    value = attrgetter(what) if isinstance(what, str) else what
    if isinstance(head, Term):
        return head.header, head, value
    return head, terms[what] if isinstance(what, str) else Term("", head), value


def _term_of(one: "Field[Any]") -> Term:
    term: Term = one.metadata["term"]
    return term


def _cells(show: Show, decimals: int) -> Callable[[Any], str]:
    """Return how the values of a column are shown."""
    if callable(show):
        return lambda value: "" if value is None else clean(show(value))
    form = show.removeprefix("100*").replace("score", f".{decimals}f")
    factor = 100 if show.startswith("100*") else 1

    def cell(value: Any) -> str:
        if value is None:
            return ""
        if isinstance(value, tuple):
            return f"[{', '.join([format(factor * end, form) for end in value])}]"
        return format(factor * value, form) if form else clean(str(value))

    return cell


def verdict_text(verdict: str) -> str:
    """Show a verdict; a table colours the cells that this makes."""
    return verdict


@row
class MetricRow:
    """A row of a metric."""

    metric: str = column("the metric's spelling")
    label: str = column("the metric's short name for tables")
