"""The desk where files are read: formats, what a column is (`roles`), and which way a score goes (`directions`).

One format is one file. Roles and directions are asked by every reader and every command, and load no metric.
"""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.reading.desk import read
    from steelyard.reading.judgements import Judgements, read_judgements
    from steelyard.reading.resemblance import resembles
    from steelyard.reading.stored_statistics import StatisticsFile, StoredMetric
    from steelyard.reading.text_spans import TextSpans, read_text_spans

__all__ = [
    "Judgements",
    "StatisticsFile",
    "StoredMetric",
    "TextSpans",
    "read",
    "read_judgements",
    "read_text_spans",
    "resembles",
]

__getattr__ = from_homes(
    __name__,
    {
        "judgements": ["Judgements", "read_judgements"],
        "desk": ["read"],
        "resemblance": ["resembles"],
        "stored_statistics": ["StatisticsFile", "StoredMetric"],
        "text_spans": ["TextSpans", "read_text_spans"],
    },
)


def __dir__() -> list[str]:
    return sorted(__all__)
