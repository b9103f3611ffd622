"""What `table.json` says of every metric of ours, and of the tokenizers and views: no metric is loaded to know it.

`make metrics-table` writes the file from the metrics themselves.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["DOWNLOADED", "PATH", "ROWS", "TOKENIZERS", "VIEWS", "MetricRow"]

PATH = Path(__file__).parent / "table.json"


class MetricRow(NamedTuple):
    """What is known of a metric before it is loaded.

    Attributes
    ----------
    name : str
        Its spelling without options.
    module, class_name : str
        Where it is, and what it is called there.
    label : str
        Short name for tables.
    higher_is_better : bool
        Direction.
    bounds : (float, float)
        Least and greatest score, which may be infinite.
    needs : str
        What it is computed from.
    citation : str
        Where it comes from: authors, year and DOI or ACL id.
    summary : str
        What it is, in a sentence.

    Examples
    --------
    >>> from steelyard.metrics.table import ROWS
    >>> ROWS["ter"].higher_is_better, ROWS["ter"].module
    (False, 'steelyard.metrics.edit_rates.ter')
    """

    name: str
    module: str
    class_name: str
    label: str
    higher_is_better: bool
    bounds: tuple[float, float]
    needs: str
    citation: str
    summary: str

    @property
    def direction(self) -> str:
        """``"higher"`` or ``"lower"``: which scores are better."""
        return "higher" if self.higher_is_better else "lower"


def _row(stored: Mapping[str, Any]) -> MetricRow:
    low, high = stored["bounds"]
    return MetricRow(**{**stored, "bounds": (low, high)})


_STORED = json.loads(PATH.read_text(encoding="utf-8"))
ROWS: dict[str, MetricRow] = {stored["name"]: _row(stored) for stored in _STORED["metrics"]}
"""By name, sorted."""

TOKENIZERS: dict[str, str] = _STORED["tokenizers"]
"""What each does, by its name; where a name is not enough, by how it is spelled."""

DOWNLOADED: list[str] = _STORED["downloaded"]
"""Tokenizers whose models sacreBLEU downloads."""

VIEWS: dict[str, str] = _STORED["views"]
"""What each makes of a word, by how it is spelled."""
