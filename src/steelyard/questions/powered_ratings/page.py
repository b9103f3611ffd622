"""Mean ratings from ratings and a metric, as text for a terminal or a pipe."""

from collections.abc import Sequence
from itertools import groupby

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.rows import percent_text
from steelyard.questions.powered_ratings.answer import PoweredMethod, PoweredPair, PoweredRatings, PoweredScore
from steelyard.results.columns import Shown, table
from steelyard.results.table import clean

__all__ = ["to_page"]

_VERDICT = ("p_value", "adjusted_p_value", "verdict")


def to_page(result: PoweredRatings, *, width: int | None = None) -> Page:
    """Lay out each system's mean and each difference, from ratings alone and with the metric."""
    level = percent_text(result.method)
    blocks: list[Block] = []
    for (scale, metric), rows in groupby(result.systems, key=lambda row: (row.scale, row.metric)):
        systems = list(rows)
        pairs = [row for row in result.pairs if (row.scale, row.metric) == (scale, metric)]
        decimals = width if width is not None else _decimals(systems)
        summary = _summary(scale, metric, systems, pairs, result.method)
        blocks += [
            Paragraph(summary),
            Titled("", table(systems, _columns("system", mean="estimate", level=level), decimals=decimals)),
        ]
        if pairs:
            columns = (*_columns("system", "against", mean="difference", level=level), *_VERDICT)
            blocks.append(Titled("", table(pairs, columns, decimals=decimals)))
    if blocks:
        blocks.append(Legend.below(blocks))
    return Page((*blocks, MethodText(result.method["sentence"])))


def _columns(*names: str, mean: str, level: str) -> tuple[Shown, ...]:
    interval = f"{level} interval"
    return (*names, "classical", (interval, "classical_interval"), mean, (interval, "interval"), "gain")


def _summary(
    scale: str, metric: str, systems: list[PoweredScore], pairs: list[PoweredPair], method: PoweredMethod
) -> str:
    gains = sorted(row.gain for row in pairs or systems if row.gain is not None)
    what = f"{clean(scale)} predicted with {clean(metric)}: "
    if len(pairs) == 1:
        what += f"{'a' if pairs[0].verdict != 'cannot tell' else 'no'} significant difference. "
    elif pairs:
        n = sum(row.verdict != "cannot tell" for row in pairs)
        what += f"{n or 'none'} of {len(pairs)} pairs {'differ' if n > 1 else 'differs'} significantly. "
    if not gains:
        return f"{what}The standard errors are 0, because {_why_without_error(pairs or systems, method)}."
    middle = gains[len(gains) // 2]
    kind = "differences" if pairs else "means"
    return f"{what}For {kind}, the metric is equivalent to {middle:.2f} times as many ratings (median)."


def _why_without_error(rows: Sequence[PoweredPair | PoweredScore], method: PoweredMethod) -> str:
    if method["target"] == "set" and method["n_rated"] == method["n_segments"]:
        return "all segments were rated"
    if any(row.classical_standard_error > 0 for row in rows):
        return "the metric predicts the ratings exactly"
    what = "the difference of two systems" if isinstance(rows[0], PoweredPair) else "the score of a system"
    return f"{what} is the same on all rated segments"


def _decimals(systems: list[PoweredScore]) -> int:
    least = min((row.standard_error for row in systems if row.standard_error > 0), default=1.0)
    return 2 if least >= 0.05 else 4
