"""How metrics are spelled, ``name`` or ``name(option=value, ...)``, and which there are: read without any metric."""

import re
from typing import TYPE_CHECKING, Any

from steelyard.errors import SpecError, unknown_name
from steelyard.metrics.table import ROWS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["REGISTERED", "known_names", "of_other_packages", "split_options", "split_spelling"]

_METEOR = "meteor"  # without a number: the variant of METEOR 1.5 whose data this machine has
REGISTERED: dict[str, Any] = {}
"""The classes of the metrics that this process has loaded."""


def of_other_packages() -> "dict[str, EntryPoint]":
    """Return the metrics that other installed packages provide, each to be loaded.

    Examples
    --------
    >>> from steelyard.metrics.table.spelling import of_other_packages
    >>> "bleu" in of_other_packages()
    False
    """
    from importlib.metadata import entry_points  # slow to import, and needed for lists and for names that are not ours

    return {entry.name: entry for entry in entry_points(group="steelyard.metrics") if entry.name not in ROWS}


def known_names() -> list[str]:
    """Return the name of every metric there is, sorted: those of other packages and of this process, too.

    Examples
    --------
    >>> from steelyard.metrics.table.spelling import known_names
    >>> known_names()[:3]
    ['against', 'aile', 'bleu']
    """
    return sorted({*ROWS, *REGISTERED, *of_other_packages()})


def split_spelling(spelling: str) -> tuple[str, str]:
    """Read the name of a metric, and its options as they are written, from any way in which it is spelled.

    `spelling`: as `steelyard.metrics.parse` takes it.
    Returns: a name of `known_names`, and what stands in the parentheses after it.

    Examples
    --------
    >>> from steelyard.metrics.table.spelling import split_spelling
    >>> split_spelling("chrF++(lowercase=True)")
    ('chrf', 'word_order=2, lowercase=True')
    """
    if not _is_known(spelling.partition("(")[0].strip()):  # else nothing else that metrics are called is needed
        from steelyard.metrics.table.names import spelling_of

        spelling = spelling_of(spelling) or spelling
    match = re.fullmatch(r"\s*([\w.+-]+)\s*(?:\((.*)\)\s*)?", spelling, flags=re.DOTALL)
    if match is None:
        from steelyard.metrics.table.names import what_it_is

        raise SpecError(
            what_it_is(spelling) or f"Cannot read the metric {spelling!r}: write name or name(option=value, ...)."
        )
    name, arguments = match[1].lower(), match[2] or ""
    return (name, arguments) if _is_known(name) else _otherwise_called(name, arguments, match[1], spelling)


def _otherwise_called(name: str, arguments: str, written: str, spelling: str) -> tuple[str, str]:
    """Read a name that is none of ours: an alias, a label, METEOR without a number, or of another package."""
    from steelyard.metrics.table.names import ALIASES, find_meteor, spelling_of

    if name == _METEOR:
        given = dict(argument.strip().partition("=")[::2] for argument in split_options(arguments))
        return split_spelling(find_meteor(given)[0])
    other, _, preset = (ALIASES.get(name) or spelling_of(name)).rstrip(")").partition("(")
    if other:
        return other, f"{preset}, {arguments}" if preset and arguments else preset or arguments
    if name not in of_other_packages():
        raise _unknown(written, spelling)
    return name, arguments


def _is_known(name: str) -> bool:
    """Say whether a metric is ours or loaded: then there is no need to look at other packages."""
    return name in ROWS or name in REGISTERED


def _unknown(name: str, spelling: str) -> SpecError:
    """Say that there is no such metric, or how one is scored that has a program of its own."""
    from steelyard.metrics.table.names import ALIASES, how_to_score, what_it_is

    told = what_it_is(spelling) or what_it_is(name) or how_to_score(name)
    return SpecError(told) if told else unknown_name("metric", name, [*known_names(), *ALIASES, _METEOR])


def split_options(arguments: str) -> list[str]:
    """Split options, or metrics, at commas outside parentheses and quotes.

    Examples
    --------
    >>> from steelyard.metrics.table.spelling import split_options
    >>> split_options("weights=(0.5, 0.5), tokenize='a,b'")
    ['weights=(0.5, 0.5)', " tokenize='a,b'"]
    """
    if not arguments:
        return []
    parts, depth, is_broken = [""], 0, False
    for piece in re.findall(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^(),'"]+|.""", arguments, flags=re.DOTALL):
        depth += (piece == "(") - (piece == ")")
        is_broken |= depth < 0 or piece in ("'", '"')
        if piece == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    if depth or is_broken or (len(parts) > 1 and not all(map(str.strip, parts))):
        raise SpecError(f"Cannot read the options {arguments!r}: a parenthesis, quote or comma is left over.")
    return parts
