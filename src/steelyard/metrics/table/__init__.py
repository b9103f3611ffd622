"""What is known of metrics without loading one: names, labels, directions, needs and summaries.

`table.json` says it of ours; `make metrics-table` writes that file from the metrics, and a test holds it equal to them.
"""

from steelyard.metrics.table.names import ALIASES, LABELS, aliases_of, find_meteor
from steelyard.metrics.table.rows import PATH, ROWS, TOKENIZERS, VIEWS, MetricRow
from steelyard.metrics.table.spelling import (
    REGISTERED,
    known_names,
    of_other_packages,
    split_options,
    split_spelling,
)

__all__ = [
    "ALIASES",
    "LABELS",
    "PATH",
    "REGISTERED",
    "ROWS",
    "TOKENIZERS",
    "VIEWS",
    "MetricRow",
    "aliases_of",
    "find_meteor",
    "known_names",
    "of_other_packages",
    "split_options",
    "split_spelling",
]
