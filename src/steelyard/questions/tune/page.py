"""Tuned parameters as text for a terminal or a pipe."""

from collections.abc import Mapping, Sequence

from steelyard.page.blocks import Block, Page, Paragraph, Titled, Verbatim
from steelyard.page.table import Table, clean
from steelyard.questions.tune.answer import Tuning

__all__ = ["lay_out"]

_LEFT_OUT = {"system": "system left out", "segments": "segments left out", "none": "left out"}


def lay_out(tuning: Tuning, *, width: int | None = None) -> Page:
    """Lay out parameters and correlations before and after, what each climb found, and the tuned metric to copy."""
    decimals = 4 if width is None else width
    names = list(tuning.start)
    headers = ("", *(f">{clean(name)}" for name in names), ">all ratings")
    rows = [
        ("before", *_numbers(tuning.start, names), f"{tuning.before:.{decimals}f}"),
        ("after", *_numbers(tuning.parameters, names), f"{tuning.after:.{decimals}f}"),
    ]
    if tuning.left_out_before is not None:
        headers = (*headers, ">left out, mean")
        means = (tuning.left_out_before, tuning.left_out_after)
        rows = [(*row, _correlation(mean, decimals)) for row, mean in zip(rows, means, strict=True)]
    blocks: list[Block] = [Titled("", Table(headers, rows))]
    if len(tuning.folds) > 1:
        blocks.append(Titled("", _fold_table(tuning, names, decimals)))
    return Page((*blocks, Paragraph(tuning.method["sentence"]), Verbatim(clean(tuning.tuned))))


def _fold_table(tuning: Tuning, names: Sequence[str], decimals: int) -> Table:
    """Show a row a climb: where it ended, and what that is worth where it looked and where it did not."""
    title = _LEFT_OUT.get(tuning.method["leave_out"], "left out")
    headers = (title, *(f">{clean(name)}" for name in names), ">seen, before", ">after", ">left out, before", ">after")
    rows = [
        (
            clean(fold.left_out),
            *_numbers(fold.parameters, names),
            *(
                _correlation(value, decimals)
                for value in (fold.before, fold.after, fold.left_out_before, fold.left_out_after)
            ),
        )
        for fold in tuning.folds
    ]
    return Table(headers, rows)


def _numbers(values: Mapping[str, float], names: Sequence[str]) -> list[str]:
    return [f"{values[name]:.6g}" for name in names]


def _correlation(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:.{decimals}f}"
