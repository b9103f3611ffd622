"""Pages about metrics, for a terminal."""

import json
import math
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from steelyard.metrics.table import MetricRow
from steelyard.metrics.table.names import aliases_of
from steelyard.page.terminal import render
from steelyard.questions.metrics.answer import Claim, MetricPage
from steelyard.results.table import Table

__all__ = ["catalogue_json", "catalogue_text", "metric_text"]

_LINE = 100


def catalogue_text(
    metrics: Sequence[MetricRow], tokenizers: Mapping[str, str], views: Mapping[str, str], console: Any
) -> str:
    """List metrics with direction, range, needs and citation, then tokenizers and views, each a name and what it does.

    Examples
    --------
    >>> from steelyard.questions.metrics.page import catalogue_text
    >>> from steelyard.metrics.table import ROWS
    >>> print(catalogue_text([ROWS["exact-match"]], {}, {}, None).splitlines()[1])
    exact-match  higher  0 to 1  references  Rajpurkar et al. 2016, D16-1264
    """
    headers = ("metric", "better", ">range", "needs", "source")
    rows = [(_names(row.name), row.direction, _range(row.bounds), row.needs, row.citation) for row in metrics]
    parts = [render(Table(headers, rows), console)]
    for title, entries in (("tokenizer", tokenizers), ("view", views)):
        if entries:
            parts.append(_glossary(title, entries))
    if tokenizers:
        parts.append("`steelyard metrics NAME` describes a metric and its options.")
    return "\n\n".join(parts)


def metric_text(page: MetricPage) -> str:
    """Describe one metric: what its documentation says, its options and where it comes from.

    Examples
    --------
    >>> from steelyard.questions.metrics.page import metric_text
    >>> from steelyard.questions.metrics.compute import catalogue
    >>> print(metric_text(catalogue(["exact-match"])[0]).splitlines()[0])
    exact-match
    """
    parts = [f"{page.name}\n{_wrap(page.summary, 2)}"]
    parts += [f"{title}\n{_wrap(_plain(text), 2)}" for title, text in page.headings.items()]
    if page.claims:
        parts.append("Results of papers, and commands to test them\n" + "\n".join(map(_claim, page.claims)))
    options = "\n".join(
        f"  {name} : {_plain(kind)}\n{_wrap(_plain(meaning), 6)}" for name, kind, meaning in page.options
    )
    parts.append(f"Options, written as {page.name}(option=value, ...)\n{options}")
    if page.aliases:
        parts.append("Other names\n" + "\n".join(f"  {name} = {spelling}" for name, spelling in page.aliases))
    signature = textwrap.fill(page.signature.replace("|", " |"), _LINE, initial_indent="  ", subsequent_indent="   ")
    parts.append(f"Signature\n{signature.replace(' |', '|')}")
    parts.append("Source\n" + "\n".join(_wrap(reference, 2) for reference in page.references))
    example = "\n".join(f"  {line}".rstrip() for line in page.examples.split("\n"))
    parts.append(f"In Python: steelyard.metrics.{page.class_name}\n{example}")
    return "\n\n".join(parts)


def catalogue_json(pages: Sequence[MetricPage]) -> str:
    """Return pages as a JSON array of objects; an open end of a range is null.

    Examples
    --------
    >>> import json
    >>> from steelyard.questions.metrics.page import catalogue_json
    >>> from steelyard.questions.metrics.compute import catalogue
    >>> json.loads(catalogue_json(catalogue(["exact-match"])))[0]["bounds"]
    [0.0, 1.0]
    """
    stored = [asdict(page) | {"bounds": [b if math.isfinite(b) else None for b in page.bounds]} for page in pages]
    return json.dumps(stored, ensure_ascii=False, indent=1)


def _claim(claim: Claim) -> str:
    """Lay out a claim: what was found and by whom, the command, and what this gave on a real test set."""
    command = textwrap.wrap(
        claim.command, _LINE - 2, initial_indent=" " * 6, subsequent_indent=" " * 8, break_on_hyphens=False
    )
    lines = [_wrap(f"{claim.side.capitalize()}: {claim.says} ({claim.source}, {claim.paper})", 2)]
    lines.append(" \\\n".join(command))
    return "\n".join([*lines, _wrap(claim.measured, 6)] if claim.measured else lines)


def _names(name: str) -> str:
    return ", ".join([name, *(alias for alias, _ in aliases_of(name))])


def _range(bounds: tuple[float, float]) -> str:
    low, high = bounds
    if math.isinf(low):
        return f"up to {high:g}"
    return f"from {low:g}" if math.isinf(high) else f"{low:g} to {high:g}"


def _glossary(title: str, entries: Mapping[str, str]) -> str:
    width = max(map(len, (title, *entries)))
    lines = [
        textwrap.fill(
            f"{name:{width}}  {_plain(text)}", _LINE, subsequent_indent=" " * (width + 2), break_on_hyphens=False
        )
        for name, text in entries.items()
    ]
    return "\n".join([title, *lines])


def _wrap(text: str, indent: int = 0) -> str:
    space = " " * indent
    return textwrap.fill(
        text, _LINE, initial_indent=space, subsequent_indent=space, break_long_words=False, break_on_hyphens=False
    )


def _plain(text: str) -> str:
    """Take reStructuredText's literal marks away."""
    return text.replace("``", "")
