"""What metrics there are, from their own documentation, and what papers found right or wrong with them."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from steelyard.asking.doors import asks, question_from
from steelyard.docstrings import HEADINGS, entries_of, sections_of
from steelyard.metrics import Metric, available, parse
from steelyard.metrics.parts.rows import references_of, row_of
from steelyard.metrics.table.names import aliases_of
from steelyard.questions.metrics.answer import Claim, MetricPage
from steelyard.questions.metrics.question import MetricsQuestion

__all__ = ["catalogue", "claims_about", "claims_by_metric", "compute"]


@asks("metrics", positional=("names",))
def catalogue(**options: Any) -> list[MetricPage]:
    """Describe metrics.

    {options}

    Returns
    -------
    list of MetricPage
        One per metric.

    Raises
    ------
    SpecError
        A name does not exist; the message has the nearest one.

    Examples
    --------
    >>> from steelyard.questions.metrics.compute import catalogue
    >>> [page.name for page in catalogue(["exact-match"])]
    ['exact-match']
    """
    return compute(question_from(MetricsQuestion, options))


def compute(question: MetricsQuestion) -> list[MetricPage]:
    """Read the documentation of every metric that was named, or of all."""
    kinds = [type(parse(name)) for name in question.names] or list(available().values())
    return [_page(kind) for kind in dict.fromkeys(kinds)]


def _page(kind: type[Metric]) -> MetricPage:
    row = row_of(kind)
    sections = sections_of(kind.__doc__ or "")
    return MetricPage(
        name=row.name,
        aliases=aliases_of(row.name),
        class_name=row.class_name,
        label=row.label,
        summary=row.summary,
        direction=row.direction,
        bounds=row.bounds,
        needs=row.needs,
        citation=row.citation,
        signature=_on_any_machine(parse(kind.name).signature("1")),
        headings={heading: sections.get(heading, "").replace("\n", " ") for heading in HEADINGS},
        own_options=_definitions(sections.get("Parameters", "")),
        shared_options=_definitions(sections_of(Metric.__doc__ or "").get("Parameters", "")),
        references=references_of(kind),
        examples=sections.get("Examples", ""),
        claims=claims_about(kind.name),
    )


def _definitions(text: str) -> tuple[tuple[str, str, str], ...]:
    """Read numpydoc's `name : type` entries with the text under each."""
    found = []
    for entry in entries_of(text).values():
        head, _, body = entry.partition("\n")
        name, _, kind = head.partition(" : ")
        found.append((name, kind, " ".join(line.strip() for line in body.split("\n"))))
    return tuple(found)


def _on_any_machine(signature: str) -> str:
    """Leave out versions and hashes of resources, which stand in brackets."""
    return re.sub(r"\[[^]]*\]", "[…]", signature)


def claims_about(metric: str) -> tuple[Claim, ...]:
    """Return what papers found of a metric, what speaks against it first.

    Examples
    --------
    >>> from steelyard.questions.metrics.compute import claims_about
    >>> [(claim.side, claim.paper) for claim in claims_about("homola")]
    [('against', 'W09-0403'), ('for', 'W09-0403')]
    """
    return claims_by_metric().get(metric, ())


@cache
def claims_by_metric() -> dict[str, tuple[Claim, ...]]:
    """Read the entries of every metric.

    Examples
    --------
    >>> from steelyard.questions.metrics.compute import claims_by_metric
    >>> "bleu" in claims_by_metric()
    True
    """
    stored = tomllib.loads((Path(__file__).parent / "claims.toml").read_text(encoding="utf-8"))
    found: dict[str, list[Claim]] = {}
    for entry in stored["claims"]:
        claim = Claim(
            side=entry["side"],
            says=entry["says"],
            paper=entry["paper"],
            source=stored["papers"][entry["paper"]],
            command=entry["command"],
            measured=entry.get("measured", ""),
        )
        for metric in entry["metrics"]:
            found.setdefault(metric, []).append(claim)
    return {metric: tuple(sorted(claims, key=lambda claim: claim.side)) for metric, claims in found.items()}
