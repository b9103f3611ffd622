"""Mean ratings with a metric's help, as text for a terminal or a pipe."""

from collections.abc import Sequence
from itertools import groupby

from steelyard.page.blocks import Block, Legend, Page, Paragraph, Titled
from steelyard.page.rows import percent_text
from steelyard.questions.powered_ratings.answer import PoweredMethod, PoweredPair, PoweredRatings, PoweredScore
from steelyard.results.numbers import interval_text, p_text
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_MARGIN = 17
_LEGEND = (
    ("people alone", "the mean of the ratings, each weighted by how rarely its segment is drawn"),
    ("with the metric", "the metric's scores of all segments, put right by the ratings"),
    (
        "worth",
        "how many times as many ratings would tighten the interval of people alone as much; below 1 the\n"
        f"{'':<{_MARGIN}}metric did harm",
    ),
)
_LEGEND_OF_PAIRS = (("A is", "the verdict, from the adjusted p with the metric"),)


def lay_out(result: PoweredRatings, *, width: int | None = None) -> Page:
    """Lay out each system's mean and each difference, from ratings alone and with the metric."""
    level = percent_text(result.method)
    blocks: list[Block] = []
    for (scale, metric), rows in groupby(result.systems, key=lambda row: (row.scale, row.metric)):
        systems = list(rows)
        pairs = [row for row in result.pairs if (row.scale, row.metric) == (scale, metric)]
        decimals = width if width is not None else _decimals(systems)
        summary = _summary(scale, metric, systems, pairs, result.method)
        blocks += [Paragraph(summary), Titled("", _system_table(systems, decimals, level))]
        if pairs:
            blocks.append(Titled("", _pair_table(pairs, decimals, level)))
    if blocks:
        blocks.append(Legend.of(_LEGEND + (_LEGEND_OF_PAIRS if result.pairs else ()), _MARGIN))
    return Page((*blocks, Paragraph(result.method["sentence"])))


def _summary(
    scale: str, metric: str, systems: list[PoweredScore], pairs: list[PoweredPair], method: PoweredMethod
) -> str:
    gains = sorted(row.gain for row in pairs or systems if row.gain is not None)
    what = f"People's {clean(scale)} with {clean(metric)}"
    if pairs:
        n_told = sum(row.verdict != "cannot tell" for row in pairs)
        what += f" tells {n_told} of {len(pairs)} pairs apart"
    if not gains:
        return f"{what}: no error is left, as {_why_without_error(pairs or systems, method)}."
    middle = gains[len(gains) // 2]
    kind = "differences" if pairs else "means"
    return f"{what}. To {kind} the metric is worth {middle:.2f} times the ratings (median)."


def _why_without_error(rows: Sequence[PoweredPair | PoweredScore], method: PoweredMethod) -> str:
    if method["target"] == "set" and method["n_rated"] == method["n_segments"]:
        return "everything was rated"
    if any(row.classical_standard_error > 0 for row in rows):
        return "the metric fits the ratings without any"
    what = "the difference of two systems" if isinstance(rows[0], PoweredPair) else "the score of a system"
    return f"{what} is the same wherever it was rated"


def _decimals(systems: list[PoweredScore]) -> int:
    least = min((row.standard_error for row in systems if row.standard_error > 0), default=1.0)
    return 2 if least >= 0.05 else 4


def _worth(gain: float | None) -> str:
    return "" if gain is None else f"{gain:.2f}"


def _system_table(systems: list[PoweredScore], decimals: int, level: str) -> Table:
    headers = ("system", ">people alone", f"{level} interval", ">with the metric", f"{level} interval", ">worth")
    lines = [
        (
            clean(row.system),
            f"{row.classical:.{decimals}f}",
            interval_text(row.classical_interval, decimals),
            f"{row.estimate:.{decimals}f}",
            interval_text(row.interval, decimals),
            _worth(row.gain),
        )
        for row in systems
    ]
    return Table(headers, lines)


def _pair_table(pairs: list[PoweredPair], decimals: int, level: str) -> Table:
    headers = (
        "system A", "system B", ">people alone", f"{level} interval", ">with the metric", f"{level} interval",
        ">worth", ">p", ">adjusted p", "A is",
    )  # fmt: skip
    lines = [
        (
            clean(row.system_a),
            clean(row.system_b),
            f"{row.classical:+.{decimals}f}",
            interval_text(row.classical_interval, decimals, sign="+"),
            f"{row.difference:+.{decimals}f}",
            interval_text(row.interval, decimals, sign="+"),
            _worth(row.gain),
            p_text(row.p_value),
            p_text(row.adjusted_p_value),
            row.verdict,
        )
        for row in pairs
    ]
    return Table(headers, lines, styled=9)
