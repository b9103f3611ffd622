"""Metrics by name, and the one spelling that names a metric with its options."""

import ast
import re
from dataclasses import MISSING, fields
from typing import TypeVar

from steelyard.errors import SpecError, unknown_name
from steelyard.metrics.base import Metric

__all__ = ["available", "parse", "register"]

_METRICS: dict[str, type[Metric]] = {}
M = TypeVar("M", bound=type[Metric])


def register(metric: M) -> M:
    """Make a metric class known under its `name`; a class decorator.

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
    _METRICS[metric.name] = metric
    return metric


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

    for entry in entry_points(group="steelyard.metrics"):
        if entry.name not in _METRICS:
            register(entry.load())
    return dict(sorted(_METRICS.items()))


def parse(spelling: str) -> Metric:
    """Read a metric from its spelling, ``name`` or ``name(option=value, ...)``.

    Parameters
    ----------
    spelling : str
        Strings may be bare or quoted; numbers, True, False, None and tuples in parentheses are read as such.

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
    >>> sy.metrics.parse("bleu(tokenize=char, max_ngram_order=6)")
    Bleu(lowercase=False, tokenize='char', smooth_method='exp', smooth_value=None, max_ngram_order=6, \
effective_order=False, weights=None, reference_length='closest', trg_lang='')
    """
    match = re.fullmatch(r"\s*([\w.+-]+)\s*(?:\((.*)\)\s*)?", spelling, flags=re.DOTALL)
    if match is None:
        raise SpecError(f"Cannot read the metric {spelling!r}: write name or name(option=value, ...).")
    name, arguments = match[1].lower(), match[2] or ""
    metric_class = _METRICS.get(name) or available().get(name)
    if metric_class is None:
        raise unknown_name("metric", match[1], available())
    options = {field.name: field for field in fields(metric_class)}
    values: dict[str, object] = {}
    for argument in _split(arguments):
        key, separator, text = (part.strip() for part in argument.partition("="))
        if not separator:
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


def _split(arguments: str) -> list[str]:
    """Split at commas outside parentheses and quotes."""
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
