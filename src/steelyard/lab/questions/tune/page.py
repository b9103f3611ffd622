"""Tuned parameters as text for a terminal or a pipe."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Any

from steelyard.lab.questions.tune.answer import BEFORE, TUNED, Tuning
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled, Verbatim
from steelyard.page.cautions import cautions
from steelyard.questions.meta.page import agreement_label
from steelyard.questions.meta.page_held_out import difference_text, number_text, told_of, verdict_text
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_ALL = Term("", ">all ratings", "score")
_LEFT_OUT_MEAN = Term(
    "mean over left-out parts, with parameters tuned without the part", ">left out, mean", "score", legend=True
)
_AGREEMENT = Term("agreement over all left-out parts together", ">agreement", legend=True)
_LESS_BEFORE = Term("after minus before; the interval is for new systems and documents", ">minus before", legend=True)
_LEFT_OUT = {"system": "system left out", "segments": "segments left out", "none": "left out"}


def to_page(tuning: Tuning, *, width: int | None = None) -> Page:
    """Lay out parameters and correlations before and after, what each climb found, and the tuned metric to copy."""
    decimals = 4 if width is None else width
    names = list(tuning.start)
    values = (
        ("before", tuning.start, tuning.before, tuning.left_out_before),
        ("after", tuning.parameters, tuning.after, tuning.left_out_after),
    )
    columns: tuple[Shown, ...] = (
        ("", itemgetter(0)),
        *(_parameter(name, itemgetter(1)) for name in names),
        (_ALL, itemgetter(2)),
        (_LEFT_OUT_MEAN, itemgetter(3)),
    )
    blocks: list[Block] = [Paragraph(_answer(tuning, decimals)), Titled("", table(values, columns, decimals=decimals))]
    if tuning.held_out is not None:
        blocks.append(_held_out(tuning, decimals))
    blocks += cautions(tuning.method)
    if len(tuning.folds) > 1:
        blocks.append(Titled("", _fold_table(tuning, names, decimals)))
    if tuning.held_out is not None:
        blocks.append(Legend.below(blocks))
    return Page((*blocks, MethodText(tuning.method["sentence"]), Verbatim(clean(tuning.tuned))))


def _answer(tuning: Tuning, decimals: int) -> str:
    """Say whether the tuned parameters agree better with ratings than those of the start."""
    if tuning.held_out is None or tuning.gain is None:
        before, after = number_text(tuning.before, decimals), number_text(tuning.after, decimals)
        return f"Agreement with the ratings of the tuning: {before} before, {after} after."
    of = {row.metric: number_text(row.value, decimals) for row in tuning.held_out.agreement}
    told = f"the tuned parameters are {told_of(tuning.gain, TUNED)} the start parameters"
    return f"On held-out data, {told}: agreement {of[TUNED]} and {of[BEFORE]}."


def _fold_table(tuning: Tuning, names: Sequence[str], decimals: int) -> Table:
    """Show a row a climb: where it ended, and what that is worth where it looked and where it did not."""
    title = _LEFT_OUT.get(tuning.method["leave_out"], "left out")
    parameters = (_parameter(name, attrgetter("parameters")) for name in names)
    columns = ((title, "left_out"), *parameters, "before", "after", "left_out_before", "left_out_after")
    return table(tuning.folds, columns, decimals=decimals)


def _parameter(name: str, parameters: Callable[[Any], Mapping[str, float]]) -> Shown:
    return Term("", f">{clean(name)}", ".6g"), lambda row: parameters(row)[name]


def _held_out(tuning: Tuning, decimals: int) -> Titled:
    """Show what the parameters are worth on what they have not seen, all parts together."""
    held_out, gain = tuning.held_out, tuning.gain
    if held_out is None or gain is None:
        raise ValueError("There are no held-out results.")
    of = {row.metric: row for row in held_out.agreement}
    level = f"{100 * held_out.method['confidence_level']:g}% interval"
    label = agreement_label(held_out.agreement[0])
    title = f"{label[:1].upper()}{label[1:]} with ratings, on held-out data"
    columns: tuple[Shown, ...] = (
        ("", str),
        (_AGREEMENT, lambda name: number_text(of[name].value, decimals)),
        (Term("", f">{level}", "score"), lambda name: of[name].interval),
        (_LESS_BEFORE, lambda name: difference_text(gain, name, decimals) if name == TUNED else None),
        (terms.P_VALUE, lambda name: gain.p_value if name == TUNED else None),
        (terms.VERDICT, lambda name: verdict_text(gain, name) if name == TUNED else None),
    )
    return Titled(title, table((BEFORE, TUNED), columns, decimals=decimals))
