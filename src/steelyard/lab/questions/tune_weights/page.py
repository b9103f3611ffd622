"""Tuned weights as text for a terminal or a pipe."""

from collections.abc import Iterator

from steelyard.lab.questions.tune_weights.answer import MetricAtWeights, WeightTuning
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.results.columns import table
from steelyard.results.numbers import p_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_LEGEND = (
    ("seen", "on the lists of the tuning: these scores are too high"),
    ("held out", "each list is reranked with weights tuned on the other folds"),
    ("change", "held out minus start, with an interval for this row; the verdict is corrected for all comparisons"),
)


def to_page(tuning: WeightTuning, *, width: int | None = None) -> Page:
    """Lay out what was gained, weights, scores, what tuning to each metric does to the others, and how it was done."""
    blocks: list[Block] = [Paragraph(" ".join(_summary(tuning, width)))]
    blocks += cautions(tuning.method)
    blocks.append(Titled("", _score_table(tuning, width)))
    blocks.append(Titled("", table(tuning.weights)))
    if tuning.selected:
        own = tuning.scores[0]
        columns = ("feature", (f">{clean(own.label)}, held out", "score"))
        shown = table(tuning.selected, columns, decimals=_decimals(own, width))
        blocks.append(Titled("Selected features, in order", shown))
    systems = list(dict.fromkeys(row.system for row in tuning.held_out))
    if len(systems) > 1:
        blocks.append(
            Titled(
                "Held-out change from the start, by metric of the tuning (rows) and of the evaluation (columns)",
                _cross_table(tuning, systems),
            )
        )
    blocks += [
        Legend.below(blocks, _LEGEND if tuning.held_out else _LEGEND[:1]),
        MethodText(clean(tuning.method["sentence"])),
    ]
    return Page(tuple(blocks))


def _decimals(row: MetricAtWeights, width: int | None) -> int:
    return width if width is not None else 2 if row.scale == 100 else 4


def _summary(tuning: WeightTuning, width: int | None) -> Iterator[str]:
    """Say what was gained on held-out lists, and how much the search varies."""
    method, own = tuning.method, tuning.scores[0]
    decimals = _decimals(own, width)
    label, start = clean(own.label), f"{own.start:.{decimals}f}"
    found = next((row for row in tuning.held_out if row.metric == own.metric and row.system == "tuned"), None)
    if found is None or own.held_out is None:
        yield f"{label} on the lists of the tuning is {own.tuned:.{decimals}f} with tuned weights and {start} with the"
        yield "start weights. There is no held-out score."
    else:
        yield f"{label} on held-out lists is {own.held_out:.{decimals}f} with tuned weights and {start} with the start"
        yield f"weights: {_verdict(found)} ({_change(found, decimals)})."
        yield f"On the lists of the tuning, it is {own.tuned:.{decimals}f}."
    yield f"The weights change {method['share_changed']:.0%} of the outputs."
    values = sorted(method["values"])
    if len(values) > 1:
        places = decimals if not method["objective"].startswith(("expected", "likelihood", "max-margin", "mle")) else 4
        middle = values[len(values) // 2]
        yield (
            f"The results of {len(values)} searches are between {values[0]:.{places}f} and {values[-1]:.{places}f} "
            f"(median {middle:.{places}f})."
        )


def _change(row: PairRow, decimals: int) -> str:
    text, ends = f"{row.difference:+.{decimals}f}", row.interval
    return text if ends is None else f"{text} [{ends[0]:+.{decimals}f}, {ends[1]:+.{decimals}f}]"


def _verdict(row: PairRow) -> str:
    return {"cannot tell": "not significant", "better": "significantly better", "worse": "significantly worse"}.get(
        row.verdict, row.verdict
    )


def _score_table(tuning: WeightTuning, width: int | None) -> Table:
    pairs = {row.metric: row for row in tuning.held_out if row.system == "tuned"}
    headers: tuple[str, ...] = ("metric", ">start", ">tuned")
    if pairs:
        headers = (*headers, ">held out", ">change", ">p adjusted", "verdict")
    rows = []
    for row in tuning.scores:
        decimals = _decimals(row, width)
        cells = [clean(row.label), f"{row.start:.{decimals}f}", f"{row.tuned:.{decimals}f}"]
        if row.metric in pairs and row.held_out is not None:
            pair = pairs[row.metric]
            cells += [f"{row.held_out:.{decimals}f}", _change(pair, decimals), p_text(pair.p_adjusted), pair.verdict]
        rows.append(tuple(cells))
    ratios = tuning.method["length_ratios"]
    cells = ["length ratio", f"{ratios['start']:.3f}", f"{ratios['tuned']:.3f}"]
    if pairs:
        cells += [f"{ratios['held out']:.3f}", f"{ratios['held out'] - ratios['start']:+.3f}", "", ""]
    return Table(headers, [*rows, tuple(cells)])


def _cross_table(tuning: WeightTuning, systems: list[str]) -> Table:
    first = tuning.scores[0]
    own = first.label if tuning.method["objective"] == first.metric else tuning.method["objective"]
    rows = []
    for system in systems:
        on = f"tuned on {own}{system.removeprefix('tuned')}" if system in ("tuned", "tuned, MBR") else system
        cells = [clean(on.removeprefix("tuned on "))]
        for metric in tuning.scores:
            row = next(one for one in tuning.held_out if (one.system, one.metric) == (system, metric.metric))
            told = f" {row.verdict}" if row.verdict in ("better", "worse") else ""
            cells.append(f"{row.difference:+.{_decimals(metric, None)}f}{told}")
        rows.append(tuple(cells))
    judges = [f"by {clean(row.label)}{'' if row.higher_is_better else ' (lower is better)'}" for row in tuning.scores]
    return Table(("tuned on", *(f">{judge}" for judge in judges)), rows)
