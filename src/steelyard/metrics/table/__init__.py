"""What is known of metrics, tokenizers and views without loading one: `table.tsv` says it.

`make metrics-table` writes the file from the metrics themselves, and a test holds it equal to them. What one score
needs is loaded here and in `spelling.py`; what else metrics are called, in `names.py`.
"""

import os.path
from typing import NamedTuple

__all__ = ["DOWNLOADED", "PATH", "ROWS", "TOKENIZERS", "VIEWS", "MetricRow"]

PATH = os.path.join(os.path.dirname(__file__), "table.tsv")


class MetricRow(NamedTuple):
    """What is known of a metric before it is loaded.

    Examples
    --------
    >>> from steelyard.metrics.table import ROWS
    >>> ROWS["ter"].higher_is_better, ROWS["ter"].module
    (False, 'steelyard.metrics.edit_rates.ter')
    """

    name: str  # its spelling without options
    # module, class_name: where it is, and what it is called there
    module: str
    class_name: str
    label: str  # short name for tables
    higher_is_better: bool  # direction
    bounds: tuple[float, float]  # least and greatest score, which may be infinite
    needs: str  # what it is computed from
    # ISO 639-1 codes of those that it has resources or published parameters for; empty where it has none of any.
    languages: tuple[str, ...]
    cites: tuple[str, ...]  # BibTeX keys of the literature that a report with it should cite
    citation: str  # where it comes from: authors, year and DOI or ACL id
    summary: str  # what it is, in a sentence

    @property
    def direction(self) -> str:
        """``"higher"`` or ``"lower"``: which scores are better."""
        return "higher" if self.higher_is_better else "lower"

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as the file holds it."""
        known = (self.direction, *map(str, self.bounds), self.needs, " ".join(self.languages), " ".join(self.cites))
        return (self.name, self.module, self.class_name, self.label, *known, self.citation, self.summary)


def _row_of(cells: list[str]) -> MetricRow:
    name, module, class_name, label, direction, low, high, needs, languages, cites, *told = cells
    return MetricRow(
        name,
        module,
        class_name,
        label,
        direction == "higher",
        (float(low), float(high)),
        needs,
        tuple(languages.split()),
        tuple(cites.split()),
        *told,
    )


with open(PATH, encoding="utf-8") as _file:
    _LINES = [line.rstrip("\n").split("\t") for line in _file]

ROWS = {cells[0]: _row_of(cells) for kind, *cells in _LINES if kind == "metric"}
"""By name, sorted."""

TOKENIZERS = {cells[0]: cells[1] for kind, *cells in _LINES if kind == "tokenizer"}
"""What each does, by its name; where a name is not enough, by how it is spelled."""

DOWNLOADED = [cells[0] for kind, *cells in _LINES if kind == "downloaded"]
"""Tokenizers whose models sacreBLEU downloads."""

VIEWS = {cells[0]: cells[1] for kind, *cells in _LINES if kind == "view"}
"""What each makes of a word, by how it is spelled."""
