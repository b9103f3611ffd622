"""Results in sacreBLEU's own JSON shapes, for programs that read those."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol

from steelyard.errors import SpecError
from steelyard.page.rows import by_metric, choose_decimals, is_percentage
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow

__all__ = ["sacrebleu_paired", "sacrebleu_scores"]


class _Scored(Protocol):
    """Has scores of systems, as a `ScoreTable` has."""

    @property
    def scores(self) -> tuple[ScoreRow, ...]: ...
    @property
    def method(self) -> Mapping[str, Any]: ...


class _Compared(_Scored, Protocol):
    """Has differences of systems too, as a `Comparison` has."""

    @property
    def pairs(self) -> tuple[PairRow, ...]: ...


def sacrebleu_scores(table: _Scored, *, width: int | None = None) -> str:
    """Render scores as ``sacrebleu -f json`` does for one system, or for several.

    Parameters
    ----------
    table : ScoreTable
        Stored or fresh.
    width : int, optional
        Decimals; by default sacreBLEU's one of percentages, and four of what sacreBLEU has no metric of: fractions.

    Returns
    -------
    str
        One object, an array of objects (several metrics), or an array with a row per system.

    Examples
    --------
    >>> import json
    >>> import steelyard as sy
    >>> from steelyard.report import sacrebleu_scores
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"]})
    >>> json.loads(sacrebleu_scores(sy.evaluate(data).scores()))["score"]
    100.0
    """
    import json

    _check_labels(table.scores)
    widths = {metric: _width(rows) if width is None else width for metric, rows in by_metric(table.scores)}
    if len({row.system for row in table.scores}) == 1:
        ordered = sorted(table.scores, key=lambda row: row.label)
        objects = [json.dumps(_single(row, widths[row.metric]), indent=1, ensure_ascii=False) for row in ordered]
        return objects[0] if len(objects) == 1 else "[\n" + ",\n".join(objects) + "\n]"
    rows = [
        {"system": system} | {row.label: f"{row.score:.{widths[row.metric]}f}" for row in members}
        for system, members in _by_system(table.scores)
    ]
    return json.dumps(rows, indent=4)


def sacrebleu_paired(comparison: _Compared) -> str:
    """Render a comparison as ``sacrebleu --paired-ar -f json`` does: every system against the first.

    The p-values are those of single pairs, uncorrected, as sacreBLEU prints them; values it gives for its bootstrap
    only are null.

    Parameters
    ----------
    comparison : Comparison
        Stored or fresh.

    Returns
    -------
    str
        An array with a row per system.

    Examples
    --------
    >>> import json
    >>> import steelyard as sy
    >>> from steelyard.report import sacrebleu_paired
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> [row["system"] for row in json.loads(sacrebleu_paired(sy.evaluate(data).compare()))]
    ['Baseline: x', 'y']
    """
    import json

    _check_labels(comparison.scores)
    baseline = comparison.scores[0].system
    if comparison.method["alternative"] != "two-sided":
        raise SpecError("sacreBLEU's format has two-sided p-values only. Use --format json for one-sided ones.")
    p_values = {(pair.metric, pair.system): pair.p_value for pair in comparison.pairs if pair.against == baseline}
    others = {row.system for row in comparison.scores} - {baseline}
    if {system for _, system in p_values} != others:
        raise SpecError("sacreBLEU's format compares every system with the first. Use --pairs all or baseline with it.")
    rows = [
        {"system": f"Baseline: {system}" if system == baseline else system}
        | {
            row.label: {"score": row.score, "p_value": p_values.get((row.metric, system)), "mean": None, "ci": None}
            for row in members
        }
        for system, members in _by_system(comparison.scores)
    ]
    return json.dumps(rows, indent=4)


def _width(rows: Sequence[ScoreRow]) -> int:
    """Take one decimal of percentages; of others as many as everywhere."""
    return 1 if is_percentage(rows[0].scale, [row.score for row in rows]) else choose_decimals(rows, None)


def _check_labels(rows: Sequence[ScoreRow]) -> None:
    """Refuse two metrics of one name, such as BLEU with two tokenizers: one would hide the other."""
    spellings: dict[str, set[str]] = {}
    for row in rows:
        spellings.setdefault(row.label, set()).add(row.metric)
    for label, metrics in spellings.items():
        if len(metrics) > 1:
            raise SpecError(
                f"sacreBLEU's format has room for one metric called {label}, not for {' and '.join(sorted(metrics))}. "
                "Use --format json."
            )


def _by_system(rows: Sequence[ScoreRow]) -> list[tuple[str, list[ScoreRow]]]:
    order = {row.system: i for i, row in reversed(list(enumerate(rows)))}
    ordered = sorted(rows, key=lambda row: order[row.system])  # metrics stay as they were asked for
    return [(system, list(members)) for system, members in groupby(ordered, key=lambda row: row.system)]


def _single(row: ScoreRow, width: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": row.label, "score": float(f"{row.score:.{width}f}"), "signature": row.signature}
    if row.interval is not None:
        mean = f"{row.details.get('bootstrap_mean', row.score):.{width}f}"
        half_width = f"{(row.interval[1] - row.interval[0]) / 2:.{width}f}"
        shown |= {
            "confidence_mean": float(mean),
            "confidence_var": float(half_width),
            "confidence": f"μ = {mean} ± {half_width}",
        }
    if row.verbose:
        shown["verbose_score"] = row.verbose
    return shown | dict(part.split(":", 1) for part in row.signature.split("|"))
