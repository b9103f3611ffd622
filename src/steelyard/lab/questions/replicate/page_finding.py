"""What a replication found, in a sentence read off its own tables."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.lab.questions.replicate.answer import PaperTable, Replication

__all__ = ["finding"]

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def finding(replication: Replication) -> str:
    """Say what was found; empty for an experiment that has no such sentence, or none of the tables that it rests on."""
    tables = {table.name: table for table in replication.paper_tables}
    read = _READERS.get(replication.method.get("protocol", ""))
    return read(tables) if read else ""


def _koehn2004(tables: Mapping[str, PaperTable]) -> str:
    """Add up the levels of 95% and above: the paper's question is whether such conclusions are right so often."""
    rows = [
        (n, right)
        for level, n, right in _rows(tables, "Table 4", 3)
        if right is not None and float(_NUMBER.findall(str(level))[0]) >= 95
    ]
    n_all = sum(n for n, _ in rows)
    if not n_all:
        return ""
    share = sum(n * right for n, right in rows) / n_all
    return f"Of {n_all:,} conclusions at 95% or above, {share:.1f}% are right on the whole test set."


def _riezler2005(tables: Mapping[str, PaperTable]) -> str:
    """Count each metric's significant differences, and give the range of each test's false alarms at the level 0.05."""
    section, found = tables.get("Section 3"), tables.get("True nulls")
    counts = ", ".join(f"{label} {n:,}" for label, n, *_ in section.rows) if section is not None else ""
    sentence = f"Pairs that differ significantly: {counts}." if counts else ""
    if found is None or "at 0.05" not in found.columns:
        return sentence
    place, rates = found.columns.index("at 0.05"), dict[str, list[float]]()
    for row in found.rows:
        rates.setdefault(row[2], []).append(float(_NUMBER.findall(str(row[place]))[0]))
    said = [f"{test} rejects in {_range(values)}%" for test, values in rates.items()]
    rejected = f"For systems that do not differ, at 0.05 {' and '.join(said)} of cases." if said else ""
    return f"{sentence} {rejected}".strip()


def _graham2014(tables: Mapping[str, PaperTable]) -> str:
    """Say on how many pairs the tests disagree at the level 0.05."""
    found = tables.get("All pairs") or tables.get("Table 1")
    if found is None or found.columns[-1] != "tests differ":
        return ""
    n_pairs = re.search(r"of ([\d,]+) ordered pairs", found.title)
    rows = [row for row in found.rows if float(row[0]) == 0.05]
    if n_pairs is None or not rows:
        return ""
    said = [f"{row[-1]:,} of {n_pairs[1]} ordered pairs by {row[1]}" for row in rows]
    return f"At 0.05 the tests conclude differently on {', '.join(said)}."


def _aile2013(tables: Mapping[str, PaperTable]) -> str:
    """Name the metric that agrees best, by the last column of the first table of metrics."""
    found = next((table for table in tables.values() if table.columns[0] == "metric"), None)
    if found is None:
        return ""
    ranked = sorted((row for row in found.rows if row[-1] is not None), key=lambda row: -row[-1])
    if len(ranked) < 2:
        return ""
    (best, *_, value), (second, *_, other) = ranked[:2]
    return f"{best} has the highest Kendall's tau with human rankings ({value:.3f}), before {second} ({other:.3f})."


def _callisonburch2006(tables: Mapping[str, PaperTable]) -> str:
    """Say how many outputs have a million orders, and of how many pairs of equal BLEU people say something."""
    orders = _rows(tables, "Section 3.1", 8)
    if not orders:
        return ""
    said = (
        f"For {_range([round(row[5], 1) for row in orders])}% of a system's outputs, more than a million word orders "
        "have an equal BLEU."
    )
    equal = tables.get("Equal BLEU, other ratings")
    apart = re.search(r"(?:tell|differ significantly on) (\d+) of these (\d+) pairs", equal.note) if equal else None
    return (
        said if apart is None else f"{said} {apart[1]} of {apart[2]} pairs of systems of equal BLEU differ in ratings."
    )


def _callisonburch2007(tables: Mapping[str, PaperTable]) -> str:
    """Say how far people agree, and which metric ranks systems as they do; also of averages over conditions."""
    said = []
    agreement = _rows(tables, "Table 5", 8)
    if agreement:
        said.append("Kappa between people is " + ", ".join(f"{row[3]:.3f} of {row[0]}" for row in agreement) + ".")
    by_metric = tables.get("Tables 7 and 17")
    rows = [row for row in by_metric.rows if row[-1] is not None] if by_metric else []
    if rows:
        best = max(rows, key=lambda row: row[-1])
        said.append(f"{best[0]} has the highest Spearman's rho with human rankings ({best[-1]:.3f}).")
    return " ".join(said)


def _chiang2008(tables: Mapping[str, PaperTable]) -> str:
    """Say where the sign test is against itself or the scores, and what may be deleted, of the first metric."""
    signs = _rows(tables, "Section 3.1", 6)
    if not signs:
        return ""
    label, n_pairs, _, _, opposite, against = signs[0]
    said = (
        f"Under {label} the sign test contradicts itself on {opposite:,} and the scores on {against:,} of {n_pairs:,} "
        "pairs."
    )
    deleted = tables.get("Tables 6 to 8")
    if deleted is None:
        return said
    free = _range([round(row[2], 1) for row in deleted.rows if row[1] == "no lower"])
    metric = deleted.columns[1].removesuffix(" is")
    return f"{said} {free}% of a system's segments may be deleted without a lower {metric}."


_READERS = {
    "aile2013": _aile2013,
    "callisonburch2006": _callisonburch2006,
    "callisonburch2007": _callisonburch2007,
    "chiang2008": _chiang2008,
    "graham2014": _graham2014,
    "koehn2004": _koehn2004,
    "riezler2005": _riezler2005,
}


def _rows(tables: Mapping[str, PaperTable], name: str, n_columns: int) -> Sequence[tuple[Any, ...]]:
    found = tables.get(name)
    return found.rows if found is not None and len(found.columns) == n_columns else ()


def _range(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
