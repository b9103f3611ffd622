"""Tuned parameters as text for a terminal or a pipe."""

from collections.abc import Mapping, Sequence

from steelyard.page.blocks import Block, Items, Legend, Page, Paragraph, Titled, Verbatim
from steelyard.questions.meta.page import agreement_label
from steelyard.questions.meta.page_held_out import difference_text, number_text, verdict_text
from steelyard.questions.tune.answer import BEFORE, TUNED, Tuning
from steelyard.results.numbers import interval_text, p_text
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_LEGEND = (
    ("left out", "by parameters that have not seen it: each part by itself, and the mean of the parts"),
    ("agreement", "the same of all parts taken together, which differs where the parts do"),
    ("tuned", "before and after are compared on this, as if systems and documents were drawn anew"),
)
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
    if tuning.held_out is not None:
        blocks.append(_held_out(tuning, decimals))
    if tuning.method["warnings"]:
        blocks.append(Items(tuple(clean(warning) for warning in tuning.method["warnings"])))
    if len(tuning.folds) > 1:
        blocks.append(Titled("", _fold_table(tuning, names, decimals)))
    if tuning.held_out is not None:
        blocks.append(Legend.of(_LEGEND, 13))
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


def _held_out(tuning: Tuning, decimals: int) -> Titled:
    """Show what the parameters are worth on what they have not seen, all parts together."""
    held_out, gain = tuning.held_out, tuning.gain
    if held_out is None or gain is None:
        raise ValueError("There is nothing that was held out.")
    of = {row.metric: row for row in held_out.agreement}
    rows = [
        (name, number_text(of[name].value, decimals), interval_text(of[name].interval, decimals), *more)
        for name, more in (
            (BEFORE, ("", "", "")),
            (TUNED, (difference_text(gain, TUNED, decimals), p_text(gain.p_value), verdict_text(gain, TUNED))),
        )
    ]
    level = f"{100 * held_out.method['confidence_level']:g}% interval"
    label = agreement_label(held_out.agreement[0])
    title = f"{label[:1].upper()}{label[1:]} with people, by parameters that have not seen what they score"
    return Titled(title, Table(("", ">agreement", f">{level}", ">less before", ">p", "verdict"), rows))


def _numbers(values: Mapping[str, float], names: Sequence[str]) -> list[str]:
    return [f"{values[name]:.6g}" for name in names]


def _correlation(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:.{decimals}f}"
