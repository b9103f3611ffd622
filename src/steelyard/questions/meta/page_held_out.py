"""Cells of tables that hold what was fitted against what was given."""

from steelyard.questions.meta.answer import MetaEvaluation, MetricPairRow
from steelyard.results.numbers import interval_text

__all__ = ["difference_text", "number_text", "pair_of", "told_of", "verdict_text"]


def number_text(value: float | None, decimals: int) -> str:
    """Write an agreement; a dash where it is not defined."""
    return "-" if value is None else f"{value:.{decimals}f}"


def pair_of(held_out: MetaEvaluation, a: str, b: str) -> MetricPairRow:
    """Return the comparison of two contenders, whichever stands first."""
    return next(row for row in held_out.pairs if {row.metric, row.against} == {a, b})


def difference_text(row: MetricPairRow, fitted: str, decimals: int) -> str:
    """Write by how much what was fitted agrees better, with its interval."""
    sign = 1 if row.metric == fitted else -1
    text = f"{sign * row.difference:+.{decimals}f}"
    if row.interval is None:
        return text
    ends = sorted(sign * end for end in row.interval)
    return f"{text} {interval_text((ends[0], ends[1]), decimals, sign='+')}"


def verdict_text(row: MetricPairRow, fitted: str) -> str:
    """Say what the comparison says of what was fitted: better, worse, or another verdict."""
    return "worse" if row.verdict == "better" and row.metric != fitted else row.verdict


def told_of(row: MetricPairRow, fitted: str) -> str:
    """Say in words whether what was fitted agrees significantly better."""
    return {"better": "significantly better than", "worse": "significantly worse than"}.get(
        verdict_text(row, fitted), "not significantly different from"
    )
