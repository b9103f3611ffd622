"""Criteria for metrics as text for a terminal or a pipe."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Items, Legend, Page, Paragraph, Titled
from steelyard.questions.metric_criteria.answer import MetricCriteria, MetricSetRow
from steelyard.results.numbers import interval_text
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_ABOUT = {
    "KING": "how often a reference held out is as close to the others as every output; high where a metric tells them",
    "strict": "the same, with trials in which reference and outputs all have QUEEN 0 as failures",
    "all zero": "the share of these trials: where it is high, KING says little",
    "JACK": "share of references that lie between outputs; low where outputs resemble each other more than people's",
    "QUEEN": "how often an output is as close to a reference as two others are to each other, by all metrics",
    "r": "Pearson's correlation with ratings, of all outputs",
    "SIP": "of the pairs of systems that the metric tells apart, the share that people do",
    "SIR": "of the pairs that people tell apart, the share that the metric does",
    "low wrong": "share of very low scores that people rate well; high wrong: the other way round",
    "decrease": "how much lower than the aided system people rate the worst output that scores no lower",
    "choice": "what people rate the outputs that the metric puts first",
    "held out": "mean over folds of sets that were searched on the others; the value is that of training",
}


def lay_out(found: MetricCriteria, *, width: int | None = None) -> Page:
    """Lay out each kind of criteria that was asked for."""
    decimals = 3 if width is None else width
    blocks: list[Block] = [Paragraph(line) for line in _summaries(found, decimals)]
    if found.method["notes"]:
        blocks.append(Items(tuple(clean(note) for note in found.method["notes"])))
    shown: list[str] = []
    if found.likeness:
        columns, table = _likeness(found, decimals)
        shown += columns
        blocks.append(Titled("Likeness to people", table))
    if found.queens:
        shown.append("QUEEN")
        blocks.append(Titled("QUEEN of the systems", _queens(found, decimals)))
    if found.acceptability:
        columns, table = _acceptability(found, decimals)
        shown += columns
        blocks.append(Titled("What ratings say", table))
    if found.reached:
        rows = [(row.choice, f"{row.rating:.{decimals}f}") for row in found.reached]
        blocks.append(Titled("Choices without a metric", Table(("choice", ">rating"), rows)))
    if found.weights:
        weights = [(clean(row.metric), f"{row.share:.2f}", f"{row.weight:.4g}") for row in found.weights]
        table = Table(("metric", ">share", ">weight"), weights)
        blocks.append(Titled("Weights of the sum that correlates best", table))
        blocks.append(
            Paragraph(
                f"Over all outputs the sum has r {_number(found.method['correlation'], decimals)} where it was "
                f"trained; within systems that were left out, {_number(found.method['left_out'], decimals)} on average."
            )
        )
    if found.sets:
        shown.append("held out")
        blocks.append(Titled("Sets of metrics", _sets(found.sets, decimals)))
    blocks += [
        Legend.of(tuple((name, _ABOUT[name]) for name in dict.fromkeys(shown) if name in _ABOUT), 10),
        Paragraph(clean(found.method["sentence"])),
    ]
    return Page(tuple(blocks))


def _number(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:.{decimals}f}"


def _summaries(found: MetricCriteria, decimals: int) -> list[str]:
    """Say of each search whether a set is worth it, and which metric is best alone."""
    lines = []
    for row in found.sets:
        value, alone = (_number(one, decimals) for one in (row.value, row.best_value))
        what = "telling people from machines (KING)" if row.criterion == "king" else "agreeing with ratings (ULC)"
        if len(row.members) == 1:
            lines.append(f"For {what} no set is better than {clean(row.best_alone)} alone, {alone}.")
            continue
        lines.append(
            f"For {what} the set {clean(' + '.join(row.members))} has {value}, {clean(row.best_alone)} alone {alone}; "
            f"on segments that were not searched sets have {_number(row.held_out, decimals)}."
        )
    kings = [row for row in found.likeness if row.king is not None and row.metric not in ("all", "set")]
    if kings and not any(row.criterion == "king" for row in found.sets):
        best = max(kings, key=lambda row: row.king or 0.0)
        lines.append(f"{clean(best.metric)} tells people from machines with KING {_number(best.king, decimals)}.")
    zero = [row.metric for row in found.likeness if (row.all_zero or 0.0) > _MANY]
    if zero:
        lines.append(
            f"KING of {clean(', '.join(zero))} rests on trials in which nothing is like the references "
            "(all zero): read the strict one."
        )
    return lines


_MANY = 0.2


def _likeness(found: MetricCriteria, decimals: int) -> tuple[list[str], Table]:
    has_king = any(row.king is not None for row in found.likeness)
    has_jack = any(row.jack is not None for row in found.likeness)
    level = f"{100 * float(str(found.method['options']['confidence_level'])):g}% interval"
    titles = ["KING", level, "strict", "all zero"] * has_king + ["JACK"] * has_jack
    rows = []
    for row in found.likeness:
        cells = [clean(row.metric)]
        if has_king:
            cells += [_number(row.king, decimals), interval_text(row.interval, decimals)]
            cells += [_number(row.strict, decimals), _number(row.all_zero, decimals)]
        if has_jack:
            cells.append(_number(row.jack, decimals))
        rows.append(tuple(cells))
    return titles, Table(("metric", *(f">{title}" for title in titles)), rows)


def _queens(found: MetricCriteria, decimals: int) -> Table:
    metrics = list(dict.fromkeys(row.metric for row in found.queens))
    values = {(row.metric, row.system): row.queen for row in found.queens}
    order = [row.system for row in found.queens if row.metric == ("all" if "all" in metrics else metrics[0])]
    rows = [(clean(system), *(_number(values[metric, system], decimals) for metric in metrics)) for system in order]
    return Table(("system", *(f">{clean(metric)}" for metric in metrics)), rows)


def _acceptability(found: MetricCriteria, decimals: int) -> tuple[list[str], Table]:
    columns = [
        ("r", [row.correlation for row in found.acceptability]),
        ("SIP", [row.precision for row in found.acceptability]),
        ("SIR", [row.recall for row in found.acceptability]),
        ("low wrong", [row.low_errors for row in found.acceptability]),
        ("high wrong", [row.high_errors for row in found.acceptability]),
        ("decrease", [row.decrease for row in found.acceptability]),
        ("choice", [row.choice for row in found.acceptability]),
    ]
    asked = {"r"} | {
        column
        for name, names in (
            ("significance", ("SIP", "SIR")),
            ("extremes", ("low wrong", "high wrong")),
            ("decrease", ("decrease",)),
            ("choice", ("choice",)),
        )
        if name in found.method["criteria"]
        for column in names
    }
    kept = [(title, values) for title, values in columns if title in asked]
    rows = [
        (clean(row.metric), *(_number(values[i], decimals) for _, values in kept))
        for i, row in enumerate(found.acceptability)
    ]
    return [title for title, _ in kept], Table(("metric", *(f">{title}" for title, _ in kept)), rows)


def _sets(sets: Sequence[MetricSetRow], decimals: int) -> Table:
    rows = [
        (
            row.criterion,
            clean(" + ".join(row.members)),
            _number(row.value, decimals),
            _number(row.held_out, decimals),
            clean(row.best_alone),
            _number(row.best_value, decimals),
        )
        for row in sets
    ]
    return Table(("criterion", "set", ">value", ">held out", "best alone", ">value"), rows)
