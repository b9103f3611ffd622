"""The documentation of metrics: a family says once what its members share, and a table what an option means."""

from ast import literal_eval
from collections.abc import Sequence
from dataclasses import Field, fields
from textwrap import indent
from typing import Any, Literal, get_args, get_origin

from steelyard.docstrings import HEADINGS, SECTIONS, default_text, entries_of, sections_of
from steelyard.metrics.base import MeanMetric, Metric

__all__ = ["FAMILY", "OPTIONS", "complete_docstring"]

FAMILY = "{family}"  # stands for what the family says under the same heading
OPTIONS = {
    "lowercase": "Apply Python's `str.lower` first.",
    "reference_length": "Which of several references sets the length; a tie for the closest goes to the shorter.",
    "synonyms": "As `steelyard.text.read_synonyms` takes it; ``wordnet`` and ``meteor`` come with Steelyard.",
    "tokenize": "Tokenizer.",
}


def complete_docstring(metric: type[Metric]) -> str:
    r"""Fill in what a metric's own docstring leaves to its family and to the table of options.

    A heading that it lacks, and an option that it does not describe, are taken from the nearest base class that has
    them, such an option with the metric's own default; one that none describes is taken from `OPTIONS`. Where its text
    under a heading has a line `FAMILY`, the text of the base class stands there. Examples are never taken over.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.docstrings import sections_of
    >>> from steelyard.metrics.parts.docstrings import complete_docstring
    >>> sections_of(complete_docstring(sy.metrics.Mer))["Parameters"].split("\n")[0]
    'lowercase : bool, default False'
    """
    kinds = [kind for kind in metric.__mro__ if issubclass(kind, Metric) and kind not in (Metric, MeanMetric)]
    said = [sections_of(kind.__doc__ or "") for kind in kinds]
    parts = [said[0][""]]
    for heading in HEADINGS:
        parts.append(_under(heading, indent(_text(heading, said), "    ")))
    for heading in SECTIONS:
        if heading == "Parameters":
            text = "\n".join(_options(metric, [entries_of(sections.get(heading, "")) for sections in said]))
        else:
            text = _text(heading, said[:1] if heading == "Examples" else said)
        parts.append(_under(f"{heading}\n{'-' * len(heading)}", text))
    return "\n\n".join(filter(None, parts))


def _under(heading: str, text: str) -> str:
    return f"{heading}\n{text}" if text else ""


def _text(heading: str, said: Sequence[dict[str, str]]) -> str:
    """Return the first text under a heading, with the next one in the place of its line `FAMILY`."""
    for place, sections in enumerate(said):
        if text := sections.get(heading):
            return text.replace(FAMILY, _text(heading, said[place + 1 :])) if FAMILY in text else text
    return ""


def _options(metric: type[Metric], described: Sequence[dict[str, str]]) -> list[str]:
    """Return an entry for each option of its own, in their order; one that describes several stands once."""
    entries: dict[str, str] = {}
    for known in described:
        for names, entry in known.items():
            for name in names.split(", "):
                entries.setdefault(name, entry)
    shared = {option.name for option in fields(Metric)}
    own = [option for option in fields(metric) if option.name not in shared]
    for option in own:
        if option.name not in entries and option.name in OPTIONS:
            entries[option.name] = f"{option.name} : {_kind(option)}\n    {OPTIONS[option.name]}"
    said = (_with_default(entries[option.name], option) for option in own if option.name in entries)
    return list(dict.fromkeys(said))


def _with_default(entry: str, option: "Field[Any]") -> str:
    """Put an option's own default in the place of the base class's, where an entry describes it alone."""
    head, *rest = entry.split("\n")
    begin, default, told = head.rpartition(", default ")
    if not head.startswith(f"{option.name} :") or not default:
        return entry
    try:
        is_told = literal_eval(told) == option.default
    except (ValueError, SyntaxError):  # in words
        is_told = True
    return entry if is_told else "\n".join([f"{begin}{default}{default_text(option.default)}", *rest])


def _kind(option: "Field[Any]") -> str:
    """Write the type and the default of an option as numpydoc does."""
    kind: Any = option.type
    if get_origin(kind) is Literal:
        written = ", ".join(f'"{choice}"' for choice in get_args(kind))
        name = f"{{{written}}}"
    else:
        name = kind.__name__
    return f"{name}, default {default_text(option.default)}"
