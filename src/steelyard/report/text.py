"""Results as text for a terminal or a pipe."""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from steelyard.report.table import Table, clean, render
from steelyard.results import Comparison, PairRow, ScoreRow, ScoreTable, shorten_signature

__all__ = ["comparison_text", "score_text", "segment_text"]

_ALL_PAIRS_UP_TO = 15
_LINE = 100
_LEGEND = """\
rank         the places a system may have: what is significantly better comes before it, what is worse after
cluster      every system of it is significantly worse than every system of the clusters before
all at once  intervals that hold for all pairs together; more cautious than the test
A is         the verdict, from the adjusted p
detectable   the true difference that would have been found four times out of five"""
_SHOWN_DETAILS = {"bp": "BP", "ratio": "length ratio"}


def score_text(
    table: ScoreTable, *, width: int | None = None, short: bool = False, score_only: bool = False, console: Any = None
) -> str:
    """Render scores.

    One system: a line a metric in sacreBLEU's form, ``NAME|SIGNATURE = SCORE DETAILS``. Several: a table, and the
    signatures under it.

    Parameters
    ----------
    table : ScoreTable
        Stored or fresh.
    width : int, optional
        Decimals; by default 1 in lines (as sacreBLEU's) and 2 in tables.
    short : bool, default False
        Short signatures.
    score_only : bool, default False
        Numbers alone, one a line, metric by metric.
    console : rich.console.Console, optional
        A terminal to colour for.

    Returns
    -------
    str
        Without a line end.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import score_text
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e f"]})
    >>> print(score_text(sy.evaluate(data).scores(), short=True))
    BLEU|#:1|c:mixed|e:no|tok:13a|s:exp|v:sy.0.1.0 = 100.0 100.0/100.0/100.0/100.0 (BP = 1.000 ratio = 1.000 \
hyp_len = 6 ref_len = 6)
    """
    if score_only:
        return "\n".join(_number(row, width) for row in table.scores)
    if len({row.system for row in table.scores}) == 1:
        return "\n".join(
            f"{clean(row.label)}|{_signature(row.signature, short)} = {_number(row, width)} {row.verbose}".rstrip()
            for row in table.scores
        )
    parts = []
    for metric, rows in _by_metric(table.scores):
        decimals = _decimals(rows, width)
        headers, cells = _score_columns(rows, decimals, table.method)
        parts.append(f"{_title(metric, rows, short)}\n{render(Table(headers, cells), console)}")
    return "\n\n".join(parts)


def segment_text(table: ScoreTable, *, width: int | None = None, short: bool = False, score_only: bool = False) -> str:
    """Render one line a segment in sacreBLEU's form; with several metrics or systems, tab-separated columns.

    Parameters
    ----------
    table : ScoreTable
        With segments.
    width, short, score_only
        As for `score_text`.

    Returns
    -------
    str
        Without a line end.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import segment_text
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e g"]})
    >>> print(segment_text(sy.evaluate(data).scores(segments=True), score_only=True))
    100.0
    50.0
    """
    decimals = 1 if width is None else width
    columns = table.segments
    if len(columns) == 1 and not score_only:
        [column] = columns
        start = f"{clean(column.label)}|{_signature(column.signature, short)} = "
        details = column.verbose or ("",) * len(column.scores)
        return "\n".join(
            f"{start}{score:.{decimals}f} {detail}".rstrip()
            for score, detail in zip(column.scores, details, strict=True)
        )
    lines = [
        "\t".join(f"{score:.{decimals}f}" for score in row) for row in zip(*(c.scores for c in columns), strict=True)
    ]
    if len(columns) > 1:
        lines.insert(0, "\t".join(clean(f"{column.system}:{column.metric}") for column in columns))
    return "\n".join(lines)


def comparison_text(
    comparison: Comparison, *, width: int | None = None, short: bool = False, console: Any = None
) -> str:
    """Render a comparison: the verdict, a ranked table a metric, the pairs that matter, and the method.

    Parameters
    ----------
    comparison : Comparison
        Stored or fresh.
    width : int, optional
        Decimals of scores; by default 2, and 4 where all scores are small.
    short : bool, default False
        Short signatures.
    console : rich.console.Console, optional
        A terminal to colour for.

    Returns
    -------
    str
        Without a line end.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import comparison_text
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> print(comparison_text(sy.evaluate(data).compare()).splitlines()[0])
    BLEU cannot tell any of the 2 systems apart.
    """
    parts = [_summary(comparison)]
    for metric, rows in _by_metric(comparison.scores):
        decimals = _decimals(rows, width)
        headers, cells = _score_columns(rows, decimals, comparison.method)
        parts.append(f"{_title(metric, rows, short)}\n{render(Table(headers, cells), console)}")
        pairs = [pair for pair in comparison.pairs if pair.metric == metric]
        shown = _pairs_that_matter(pairs, rows)
        parts.append(render(_pair_table(shown, decimals, comparison.method), console))
        parts += _doubts(shown, comparison.method)
        if len(shown) < len(pairs):
            parts.append(
                f"{len(pairs) - len(shown)} more pairs, further apart in rank and all significant, are left out; "
                "--format json has every pair."
            )
    parts.append(_LEGEND)
    parts.append(
        textwrap.fill(clean(comparison.method["sentence"]), _LINE, break_long_words=False, break_on_hyphens=False)
    )
    return "\n\n".join(parts)


def _signature(signature: str, short: bool) -> str:
    return shorten_signature(signature) if short else signature


def _number(row: ScoreRow, width: int | None) -> str:
    """Show a score and its interval as sacreBLEU's line does: 1 decimal, but more for the small scores of others."""
    decimals = 1 if width is None and row.verbose else _decimals([row], width)
    return f"{row.score:.{decimals}f} {_interval(row.interval, decimals)}".rstrip()


def _interval(interval: tuple[float, float] | None, decimals: int, *, sign: str = "") -> str:
    return "" if interval is None else f"[{interval[0]:{sign}.{decimals}f}, {interval[1]:{sign}.{decimals}f}]"


def _by_metric(rows: Sequence[ScoreRow]) -> Iterable[tuple[str, list[ScoreRow]]]:
    for metric, members in groupby(rows, key=lambda row: row.metric):
        yield metric, list(members)


def _title(metric: str, rows: Sequence[ScoreRow], short: bool) -> str:
    name = rows[0].label if "(" not in metric else metric
    return f"{clean(name)}  {_signature(rows[0].signature, short)}"


def _p(p_value: float) -> str:
    """Show four decimals, or one digit where they would say too little: a p-value is never 0."""
    return f"{p_value:.4f}" if p_value >= 0.001 or p_value == 0 else f"{p_value:.1g}"


def _percent(method: Any) -> str:
    return f"{round(100 * method.get('confidence_level', 0), 6):g}%"


def _decimals(rows: Sequence[ScoreRow], width: int | None) -> int:
    if width is not None:
        return width
    return 2 if max(abs(row.score) for row in rows) >= 10 else 4


def _score_columns(
    rows: Sequence[ScoreRow], decimals: int, method: Any
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Lay out ranked rows; a column without content is left out."""
    columns: dict[str, list[str]] = {">rank": [], "system": [], ">score": []}
    columns |= {f"{_percent(method)} interval": [], ">cluster": []}
    columns |= {f">{title}": [] for title in _SHOWN_DETAILS.values()}
    for row in sorted(rows, key=lambda row: row.rank):
        low, high = row.rank_low, row.rank_high
        cells = [
            str(row.rank) if low is None else str(low) if low == high else f"{low}-{high}",
            clean(row.system),
            f"{row.score:.{decimals}f}",
            _interval(row.interval, decimals),
            "" if row.cluster is None else str(row.cluster),
            *(f"{row.details[key]:.3f}" if key in row.details else "" for key in _SHOWN_DETAILS),
        ]
        for column, cell in zip(columns.values(), cells, strict=True):
            column.append(cell)
    kept = {header: cells for header, cells in columns.items() if any(cells)}
    return tuple(kept), list(zip(*kept.values(), strict=True))


def _pairs_that_matter(pairs: Sequence[PairRow], rows: Sequence[ScoreRow]) -> list[PairRow]:
    """Keep neighbours in the ranking and every pair that could not be told apart; all pairs where they are few."""
    place = {row.system: i for i, row in enumerate(sorted(rows, key=lambda row: row.rank))}
    ordered = sorted(pairs, key=lambda pair: sorted((place[pair.system_a], place[pair.system_b])))
    if len(pairs) <= _ALL_PAIRS_UP_TO:
        return ordered
    return [
        pair
        for pair in ordered
        if pair.verdict not in ("better", "worse") or abs(place[pair.system_a] - place[pair.system_b]) == 1
    ]


def _doubts(pairs: Sequence[PairRow], method: Any) -> list[str]:
    """Name the pairs whose verdict could turn with other draws: adjusted p within two of its errors from alpha."""
    if method["is_exact"]:
        return []
    alpha, n_draws = method["alpha"], method["n_draws"]
    names = [
        f"{clean(pair.system_a)} and {clean(pair.system_b)}"
        for pair in pairs
        if abs(pair.p_adjusted - alpha) < 2 * (pair.p_adjusted * (1 - pair.p_adjusted) / n_draws) ** 0.5
    ]
    return [f"Too close to {alpha:g} to rest on {n_draws:,} draws (raise -n): {'; '.join(names)}."] if names else []


def _pair_table(pairs: Sequence[PairRow], decimals: int, method: Any) -> Table:
    is_exact = method["is_exact"]
    headers = (
        "system A",
        "system B",
        ">A - B",
        f"{_percent(method)}, all at once",
        ">p" if is_exact else ">p ± its error",
        ">adjusted p",
        "A is",
        ">detectable",
    )
    cells = [
        (
            clean(pair.system_a),
            clean(pair.system_b),
            f"{pair.delta:+.{decimals}f}",
            _interval(pair.interval_simultaneous, decimals, sign="+"),
            _p(pair.p_value) + ("" if is_exact else f" ± {_p(pair.monte_carlo_error)}"),
            _p(pair.p_adjusted),
            pair.verdict + (f": {pair.reason}" if pair.reason else ""),
            "" if pair.minimum_detectable is None else f"{pair.minimum_detectable:.{decimals}f}",
        )
        for pair in pairs
    ]
    return Table(headers, cells, styled=6)


def _summary(comparison: Comparison) -> str:
    """Say in a sentence a metric which systems can be told apart."""
    sentences = []
    for _, rows in _by_metric(comparison.scores):
        label = clean(rows[0].label if "(" not in rows[0].metric else rows[0].metric)
        pairs = [pair for pair in comparison.pairs if pair.metric == rows[0].metric]
        n_decided = sum(pair.verdict in ("better", "worse") for pair in pairs)
        numbers = sorted({row.cluster for row in rows if row.cluster is not None})
        if all(pair.verdict == "equivalent" for pair in pairs):
            sentences.append(f"{label} sees no difference at all: the {len(rows)} systems have equal statistics.")
        elif n_decided == 0:
            sentences.append(f"{label} cannot tell any of the {len(rows)} systems apart.")
        elif len(numbers) > 1:
            groups = [
                ", ".join(clean(row.system) for row in sorted(rows, key=lambda row: row.rank) if row.cluster == number)
                for number in numbers
            ]
            sentences.append(f"{label} tells {len(numbers)} groups apart: {{{'} > {'.join(groups)}}}.")
        else:
            sentences.append(f"{label} tells {n_decided} of {len(pairs)} pairs apart.")
    return "\n".join(textwrap.fill(s, _LINE, break_long_words=False, break_on_hyphens=False) for s in sentences)
