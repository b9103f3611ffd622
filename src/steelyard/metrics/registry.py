"""Metrics by name, and the one spelling that names a metric with its options."""

import ast
import re
import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields
from importlib import import_module
from typing import Any, TypeVar

from steelyard.errors import SpecError, unknown_name
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.docstrings import complete_docstring

__all__ = ["aliases", "announce", "available", "parse", "register"]

_METRICS: dict[str, type[Metric]] = {}
_HOMES: dict[str, str] = {}  # by name: the module that registers it, imported when the name is first used
_ALIASES: dict[str, str] = {}
_METEOR = "meteor"  # without a number: the variant of METEOR 1.5 whose data this machine has
M = TypeVar("M", bound=type[Metric])


def announce(homes: Mapping[str, str], aliases: Mapping[str, str]) -> None:
    """Say where metrics live, so that none is imported before it is used.

    Parameters
    ----------
    homes : mapping of str to str
        Metric name to the module that registers it.
    aliases : mapping of str to str
        Another name to the spelling it stands for.

    Examples
    --------
    >>> import steelyard as sy
    >>> str(sy.metrics.parse("exact-match")), str(sy.metrics.parse("chrf++(lowercase=True)"))
    ('exact-match', 'chrf(word_order=2, lowercase=True)')
    """
    _HOMES.update(homes)
    _ALIASES.update(aliases)


def register(metric: M) -> M:
    """Make a metric class known under its `name`; a class decorator.

    Its docstring need only say what differs from its base classes: the rest, and options that mean the same in many
    metrics, are filled in.

    Other packages register theirs through the entry-point group ``steelyard.metrics``.

    Parameters
    ----------
    metric : type
        A subclass of `Metric`.

    Returns
    -------
    type
        The same class.

    Examples
    --------
    >>> import steelyard as sy
    >>> "bleu" in sy.metrics.available()
    True
    """
    if sys.flags.optimize < 2:  # -OO leaves no docstrings to complete
        metric.__doc__ = complete_docstring(metric)
    _METRICS[metric.name] = metric
    return metric


def aliases() -> dict[str, str]:
    """Return the other names of metrics.

    Returns
    -------
    dict of str to str
        Name to the spelling it stands for.

    Examples
    --------
    >>> import steelyard as sy
    >>> all(sy.metrics.parse(name) == sy.metrics.parse(spelling) for name, spelling in sy.metrics.aliases().items())
    True
    """
    return dict(_ALIASES)


def available() -> dict[str, type[Metric]]:
    """Return every registered metric class by name, sorted.

    Returns
    -------
    dict of str to type
        Including those that other installed packages provide.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.available()["bleu"] is sy.metrics.Bleu
    True
    """
    from importlib.metadata import entry_points  # slow to import, and needed for listing only

    for home in set(_HOMES.values()):
        import_module(home)
    for entry in entry_points(group="steelyard.metrics"):
        if entry.name not in _METRICS:
            register(entry.load())
    return dict(sorted(_METRICS.items()))


def parse(spelling: str) -> Metric:
    """Read a metric from its spelling, ``name`` or ``name(option=value, ...)``.

    Parameters
    ----------
    spelling : str
        Strings may be bare or quoted; numbers, True, False, None and tuples in parentheses are read as such. Labels
        that tables print, such as ``chrF2`` or ``ROUGE-1-P``, are taken too, and capitals do not matter. ``meteor`` is
        the variant of METEOR 1.5 whose data this machine has.

    Returns
    -------
    Metric
        A value for which ``parse(str(metric)) == metric``.

    Raises
    ------
    SpecError
        The name or an option does not exist, or a value does not fit.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.parse("bleu(tokenize=char, max_ngram_order=6)")
    >>> metric.tokenize, metric.max_ngram_order, str(metric)
    ('char', 6, 'bleu(tokenize=char, max_ngram_order=6)')
    """
    if spelling.partition("(")[0].strip() not in _HOMES:  # else nothing else that metrics are called is needed
        from steelyard.metrics.parts.names import spelling_of

        spelling = spelling_of(spelling) or spelling
    match = re.fullmatch(r"\s*([\w.+-]+)\s*(?:\((.*)\)\s*)?", spelling, flags=re.DOTALL)
    if match is None:
        from steelyard.metrics.parts.names import what_it_is

        raise SpecError(
            what_it_is(spelling) or f"Cannot read the metric {spelling!r}: write name or name(option=value, ...)."
        )
    name, arguments = match[1].lower(), match[2] or ""
    other = _other_spelling(name)
    if other:
        name, _, preset = other.rstrip(")").partition("(")
        arguments = f"{preset}, {arguments}" if preset and arguments else preset or arguments
    if name == _METEOR:
        from steelyard.metrics.parts.names import find_meteor

        given = dict(argument.strip().partition("=")[::2] for argument in _split(arguments))
        return parse(find_meteor(given)[0])
    metric_class = _find(name)
    if metric_class is None:
        raise _unknown(match[1], spelling)
    options = {field.name: field for field in fields(metric_class)}
    values: dict[str, Any] = {}
    for argument in _split(arguments):
        key, separator, text = (part.strip() for part in argument.partition("="))
        if not (separator and text):
            raise SpecError(f"Cannot read {argument.strip()!r} in {spelling!r}: write option=value.")
        if key not in options:
            raise unknown_name(f"option of {name}:", key, options)
        if key in values:
            raise SpecError(f"The option {key!r} stands twice in {spelling!r}.")
        values[key] = _value(text, of_string="str" in str(options[key].type))
    for key, field in options.items():
        if field.default is MISSING and key not in values:
            raise SpecError(f"{name} needs the option {key!r}: write {name}({key}=...).")
    try:
        return metric_class(**values)
    except TypeError as error:
        raise SpecError(f"Cannot make {spelling!r}: {error}.") from error


def _other_spelling(name: str) -> str:
    """Return what another name stands for; empty for a metric's own."""
    if name in _ALIASES or name in _HOMES:
        return _ALIASES.get(name, "")
    from steelyard.metrics.parts.names import spelling_of

    return spelling_of(name)


def _unknown(name: str, spelling: str) -> SpecError:
    """Say that there is no such metric, or how one is scored that has a program of its own."""
    from steelyard.metrics.parts.names import how_to_score, what_it_is

    told = what_it_is(spelling) or what_it_is(name) or how_to_score(name)
    return SpecError(told) if told else unknown_name("metric", name, [*available(), *_ALIASES, _METEOR])


def _find(name: str) -> type[Metric] | None:
    if name not in _METRICS and name in _HOMES:
        import_module(_HOMES[name])
    return _METRICS.get(name) or available().get(name)


def _split(arguments: str) -> list[str]:
    """Split at commas outside parentheses and quotes."""
    if not arguments:
        return []
    parts = re.findall(r"""(?:\([^()]*\)|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,('"])+""", arguments)
    if re.sub(r"\s", "", ",".join(parts)) != re.sub(r"\s", "", arguments):
        raise SpecError(f"Cannot read the options {arguments!r}: a parenthesis, quote or comma is left over.")
    return parts


def _value(text: str, *, of_string: bool) -> object:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        try:
            return ast.literal_eval(text)
        except (SyntaxError, ValueError) as error:
            raise SpecError(f"Cannot read the quoted text {text}.") from error
    if text.startswith("(") and text.endswith(")"):
        return tuple(_value(part.strip(), of_string=of_string) for part in _split(text[1:-1]))
    if text == "None":
        return None
    if not of_string:
        if text in ("True", "False"):
            return text == "True"
        for kind in (int, float):
            try:
                return kind(text)
            except ValueError:
                continue
    return text
