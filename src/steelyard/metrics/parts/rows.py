"""What the written table says of a metric, from the metric itself."""

import re

from steelyard.docstrings import sections_of
from steelyard.metrics.base import Metric
from steelyard.metrics.table import MetricRow

__all__ = ["references_of", "row_of"]


def row_of(kind: type[Metric]) -> MetricRow:
    """Describe a metric in a row: the table holds one for each metric of ours.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.metrics.parts.rows import row_of
    >>> row_of(sy.metrics.Bleu).citation
    'Papineni et al. 2002, P02-1040'
    """
    references = references_of(kind)
    return MetricRow(
        name=kind.name,
        module=kind.__module__,
        class_name=kind.__name__,
        label=kind().label,
        higher_is_better=kind.higher_is_better,
        bounds=kind.bounds,
        needs=kind.needs,
        languages=kind.languages,
        cites=kind.cites,
        citation=_citation(references[0]) if references else "",
        summary=sections_of(kind.__doc__ or "")[""].replace("\n", " "),
    )


def references_of(kind: type[Metric]) -> tuple[str, ...]:
    """Return the literature that a metric's docstring names, the first where it comes from.

    Each entry ends with its line in a full stop or a parenthesis; indented lines go on too.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.metrics.parts.rows import references_of
    >>> references_of(sy.metrics.Bleu)[0].partition(",")[0]
    'Papineni et al. 2002'
    """
    text = sections_of(kind.__doc__ or "").get("References", "")
    return tuple(re.sub(r"(?<![.)])\n *|\n +", " ", text).split("\n")) if text else ()


def _citation(reference: str) -> str:
    """Shorten `Authors Year, "Title", place and identifier.` to authors, year and identifier."""
    match = re.match(r".*?\b(?:1[89]|20)\d\d[a-z]?\b", reference)
    if match is None:
        return reference.rstrip(".")
    rest = reference[match.end() :].rpartition('"')[2]
    identifiers = re.findall(r"(?:arXiv:|10\.\d+/)\S*[^\s.,]|\b(?:[A-Z]\d\d-\d+|(?:19|20)\d\d\.[\w-]+\.\d+)", rest)
    return ", ".join([match[0], *identifiers[:1]])
