"""Which metrics there are, without loading ours."""

from steelyard.metrics.table import ROWS, MetricRow
from steelyard.metrics.table.spelling import known_names

__all__ = ["listed"]


def listed() -> list[MetricRow]:
    """Describe every metric in a row, by name: ours from the written table, those of other packages from themselves.

    Examples
    --------
    >>> from steelyard.questions.metrics.listed import listed
    >>> [row.label for row in listed() if row.name == "bleu"]
    ['BLEU']
    """
    return [ROWS[name] if name in ROWS else _row_of(name) for name in known_names()]


def _row_of(name: str) -> MetricRow:
    from steelyard.metrics import parse
    from steelyard.metrics.parts.rows import row_of

    return row_of(type(parse(name)))
