"""Metrics by name, and the one spelling that names a metric with its options."""

import ast
import sys
from dataclasses import MISSING, fields
from importlib import import_module
from typing import Any, TypeVar

from steelyard.errors import SpecError, unknown_name
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.docstrings import complete_docstring
from steelyard.metrics.table import ROWS
from steelyard.metrics.table.spelling import REGISTERED, known_names, of_other_packages, split_options, split_spelling

__all__ = ["aliases", "available", "parse", "register"]

_METRICS: dict[str, type[Metric]] = REGISTERED
M = TypeVar("M", bound=type[Metric])


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
    from steelyard.metrics.table.names import ALIASES  # not needed for a score

    return dict(ALIASES)


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
    for name in known_names():
        _class_of(name)
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
    name, arguments = split_spelling(spelling)
    metric_class = _class_of(name)
    options = {field.name: field for field in fields(metric_class)}
    values: dict[str, Any] = {}
    for argument in split_options(arguments):
        key, separator, text = (part.strip() for part in argument.partition("="))
        if not (separator and text):
            raise SpecError(f"Cannot read {argument.strip()!r} in {spelling!r}: write option=value.")
        if key in metric_class.renamed and key not in options:
            raise SpecError(f"The option {key!r} of {name} has another name now: write {metric_class.renamed[key]}.")
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


def _class_of(name: str) -> type[Metric]:
    """Return the class of a metric, which is imported when its name is first used."""
    if name not in _METRICS:
        if name in ROWS:
            import_module(ROWS[name].module)
        else:
            register(of_other_packages()[name].load())
    return _METRICS[name]


def _value(text: str, *, of_string: bool) -> object:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        try:
            return ast.literal_eval(text)
        except (SyntaxError, ValueError) as error:
            raise SpecError(f"Cannot read the quoted text {text}.") from error
    if text.startswith("(") and text.endswith(")"):
        return tuple(_value(part.strip(), of_string=of_string) for part in split_options(text[1:-1]))
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
