"""Meta-evaluations as text for a terminal or a pipe."""

from collections.abc import Mapping, Sequence
from functools import partial

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.rows import RANKS, percent_text
from steelyard.page.summary import scope_text
from steelyard.questions.meta.answer import MetaEvaluation, MetricAgreementRow
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import interval_text, ranks_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["agreement_label", "to_page"]

_NAMED = 6
_MOST_COLUMNS = 3  # of buckets, with their intervals
_PURPOSES = {
    "system": "To compare systems",
    "segment": "To compare outputs of one segment",
    "document": "To compare outputs of one document",
}
_LABELS = {
    "soft-accuracy": "soft accuracy",
    "soft-accuracy-published": "soft accuracy (published)",
    "pairwise-accuracy": "pairwise accuracy",
    "robust-pearson": "robust Pearson",
    "calibrated-accuracy": "calibrated accuracy",
    "darr": "daRR",
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall": "Kendall tau-b",
}
_AVERAGES = {"item": " by {level}", "system": " by system", "none": " over all"}
_RANK = Term("", ">rank", legend=RANKS)
_DIFFERS = Term(
    "",
    "differs",
    legend="buckets with significantly better agreement than others (agreement is lower where ratings vary less)",
)
_WORDS = {  # of names of statistics
    "soft accuracy": "1 minus the mean difference of the metric's and people's p-values over all pairs of systems; "
    "guessing gets 0.5",
    "pairwise accuracy": "share of pairs of systems that the metric orders as people do",
    "calibrated accuracy": "share of pairs of outputs that the metric orders, or ties, as people do",
    "over all": "one correlation over all outputs, of easy and hard segments together",
    "by segment": "mean over segments: compares outputs of the same segment only",
    "robust Pearson": "Pearson without systems that people rate far from the median",
    "daRR": "over pairs with ratings 25 points apart or more; a tie of the metric is an error",
}


def to_page(evaluation: MetaEvaluation, *, width: int | None = None) -> Page:
    """Lay out which metric to trust at each level, and show how far every metric agrees with people."""
    decimals = 3 if width is None else width
    method = evaluation.method
    decisions = [_decision(evaluation, level, decimals) for level in method["levels"]]
    blocks: list[Block] = [*map(Paragraph, decisions)]
    blocks += [
        Titled(_title(evaluation, level), _agreement_table(evaluation, level, decimals)) for level in method["levels"]
    ]
    headers = " ".join(header for block in blocks if isinstance(block, Titled) for header in block.table.headers)
    if evaluation.buckets:
        blocks.append(_buckets(evaluation, decimals))
    legend = Legend.below(blocks, [(word, meaning) for word, meaning in _WORDS.items() if word in headers])
    return Page((*blocks, *map(Paragraph, _notes(evaluation)), legend, MethodText(method["sentence"])))


def _decision(evaluation: MetaEvaluation, level: str, decimals: int) -> str:
    """Say which metric to trust at a level, how sure that is, and what to do."""
    rows, trusted = evaluation.deciding(level), evaluation.trusted(level)
    best, others = rows[0], [name for name in trusted if name != rows[0].metric]
    scope = ", ".join(filter(None, [_size(evaluation, level), scope_text(evaluation.method)]))
    start, n_worse = f"{_PURPOSES[level]} ({scope}): ", len(rows) - len(trusted)
    figures = f"{agreement_label(best)} {_number(best.value, decimals)}"
    if best.interval is not None:
        figures += f" {interval_text(best.interval, decimals)}"
    name = clean(best.metric)
    if _is_guess(best):
        is_tied = best.statistic == "calibrated-accuracy"
        guess = "calling all outputs equal" if is_tied else "guessing"
        figures += f", {'all equal' if is_tied else guess} {_number(best.guess, decimals)}"
        if len(rows) == 1:
            return f"{start}{name} is not clearly better than {guess}: {figures}."
        return f"{start}no metric is clearly better than {guess}. {name} agrees best: {figures}."
    if len(rows) == 1:
        return f"{start}{name} is the only metric: {figures}."
    if not others:
        rest = "the other metric" if n_worse == 1 else f"each of the {n_worse} others"
        about = evaluation.method["compared"][level]["scope"]
        return f"{start}trust {name}: {figures}. It agrees significantly better than {rest} (for {about})."
    advice = _advice(evaluation, level)
    better = f"significantly better than {counted(n_worse, 'other metric')}, but not than" if n_worse else ""
    return (
        f"{start}{name} agrees best: {figures}. It is {better or 'not significantly better than'} {_names(others)}. "
        f"{advice}"
    )


def _advice(evaluation: MetaEvaluation, level: str) -> str:
    """Say what is unknown about metrics without a significant difference from the best, and which to prefer."""
    guesses = [row.metric for row in evaluation.deciding(level) if _is_guess(row)]
    found = evaluation.trusted(level)
    trusted = [name for name in found if name not in guesses]
    doubtful = [name for name in found if name in guesses]
    said = [_unknown(evaluation, level)]
    if doubtful:
        verb = "is" if len(doubtful) == 1 else "are"
        said.append(f"Not clearly better than guessing {verb}: {_names(doubtful)}.")
    elsewhere = [other for other in evaluation.method["levels"] if other != level]
    shared = [name for name in trusted if all(name in evaluation.trusted(other) for other in elsewhere)]
    if elsewhere and shared and len(shared) < len(trusted):
        where = "at every level" if len(elsewhere) > 1 else f"at the {elsewhere[0]} level"
        said.append(f"Prefer a metric that is also among the best {where}: {_names(shared)}.")
    return " ".join(said)


def _unknown(evaluation: MetaEvaluation, level: str) -> str:
    """Say that metrics without a significant difference need not be equal, and how small a one is significant."""
    best, *others = evaluation.trusted(level)
    claim = "this does not show that they are equal"
    least = [
        row.least_significant
        for row in evaluation.pairs
        if row.level == level and {row.metric, row.against} in [{best, other} for other in others]
    ]
    known = sorted(value for value in least if value is not None)
    if not known or len(known) < len(least):
        return f"{claim.capitalize()}."
    low, high = f"{known[0]:.2g}", f"{known[-1]:.2g}"
    needed = low if low == high else f"{low} to {high} (by metric)"
    few = f"{evaluation.method['n_systems']} systems" if level == "system" else "these ratings"
    return f"With {few}, a difference below about {needed} would not be significant, so {claim}."


def _is_guess(best: MetricAgreementRow) -> bool:
    """Say whether the interval includes the value of guessing."""
    return best.interval is not None and best.guess is not None and best.interval[0] <= best.guess


def _names(metrics: Sequence[str]) -> str:
    shown = ", ".join(clean(name) for name in metrics[:_NAMED])
    return shown if len(metrics) <= _NAMED else f"{shown} and {len(metrics) - _NAMED} more"


def _title(evaluation: MetaEvaluation, level: str) -> str:
    pairs = [row for row in evaluation.pairs if row.level == level]
    n_found = sum(row.verdict == "better" for row in pairs)
    differ = f"{n_found:,} of {len(pairs):,} pairs of metrics {'differs' if n_found == 1 else 'differ'} significantly"
    if len(pairs) == 1:
        differ = f"the two metrics {'differ' if n_found else 'do not differ'} significantly"
    told = f"; {differ}" if pairs else ""
    return f"Agreement with people, {level} level: {_size(evaluation, level)}{told}"


def _size(evaluation: MetaEvaluation, level: str) -> str:
    """Say on how much metrics are compared at a level."""
    method = evaluation.method
    return {
        "system": counted(method["n_systems"], "system"),
        "segment": f"{method['n_outputs']:,} outputs of {counted(method['n_rated_segments'], 'segment')}",
        "document": counted(method["n_documents"] or 0, "document"),
    }[level]


def _agreement_table(evaluation: MetaEvaluation, level: str, decimals: int) -> Table:
    """Lay out one row per metric, by the deciding statistic, with the values of the others."""
    ranked = evaluation.deciding(level)
    rest: dict[tuple[str, str], dict[str, MetricAgreementRow]] = {}
    for row in evaluation.agreement:
        if row.level == level and not row.is_deciding:
            rest.setdefault((row.statistic, row.average), {})[row.metric] = row

    def of(members: Mapping[str, MetricAgreementRow]) -> Shown:
        label = agreement_label(next(iter(members.values())))
        return f">{label}", lambda row: _number(members[row.metric].value, decimals)

    is_ranked = len(ranked) > 1
    columns: tuple[Shown, ...] = (
        *(((_RANK, lambda row: ranks_text((row.rank_low, row.rank_high))),) if is_ranked else ()),
        "metric",
        of({row.metric: row for row in ranked}),
        (f"{percent_text(evaluation.method)} interval", "interval"),
        *(("cluster", "share_first") if is_ranked else ()),
        "threshold",
        *map(of, rest.values()),
    )
    return table(ranked, columns, decimals=decimals)


def _number(value: float | None, decimals: int) -> str:
    return "undefined" if value is None else f"{value:.{decimals}f}"


def agreement_label(row: MetricAgreementRow) -> str:
    """Name a statistic with what it was averaged within."""
    label = _LABELS.get(row.statistic, row.statistic)
    if row.statistic in ("calibrated-accuracy", "darr"):  # always within an item
        return label
    return label + _AVERAGES.get(row.average, "").format(level=row.level)


def _buckets(evaluation: MetaEvaluation, decimals: int) -> Titled:
    """Lay out one row per metric, one column per bucket, and where buckets differ."""
    rows = evaluation.buckets
    names = list(dict.fromkeys(row.bucket for row in rows))
    sizes = {row.bucket: row.n_segments for row in rows}
    cells = {(row.metric, row.bucket): row for row in rows}

    def cell(metric: str, bucket: str) -> str:
        row = cells[metric, bucket]
        return f"{row.value:.{decimals}f} {interval_text(row.interval, decimals)}"

    different: dict[str, list[str]] = {}
    for pair in evaluation.bucket_pairs:
        if pair.is_different:
            sign = ">" if pair.difference > 0 else "<"
            told = f"{pair.bucket} {sign} {pair.against}"
            different.setdefault(pair.metric, []).append(told)
    metrics = sorted(
        dict.fromkeys(row.metric for row in rows), key=lambda metric: -sum(cells[metric, name].value for name in names)
    )
    of_buckets: tuple[Shown, ...] = (
        ("metric", str),
        *((f"{name} ({sizes[name]:,} segments)", partial(cell, bucket=name)) for name in names),
        (_DIFFERS, lambda metric: ", ".join(different.get(metric, []))),
    )
    of_metrics: tuple[Shown, ...] = (  # a row per bucket: the best metrics alone have a column
        ("bucket", str),
        (">segments", lambda bucket: f"{sizes[bucket]:,}"),
        *((metric, partial(cell, metric)) for metric in metrics[:_MOST_COLUMNS]),
    )
    shown = table(metrics, of_buckets) if len(names) <= _MOST_COLUMNS else table(names, of_metrics)
    label = agreement_label(MetricAgreementRow("segment", rows[0].statistic, rows[0].average, "", None, None, 1))
    n_found = sum(pair.is_different for pair in evaluation.bucket_pairs)
    told = f"{n_found:,} of {len(evaluation.bucket_pairs):,} differences between buckets are significant"
    return Titled(f"{label} in buckets of segments: {told}", shown)


def _notes(evaluation: MetaEvaluation) -> list[str]:
    """Say what did not take part, and what could not be computed."""
    method = evaluation.method
    systems = [f"{entry['system']} ({entry['reason']})" for entry in method["left_out"]]
    more = f" and {len(systems) - _NAMED} more" if len(systems) > _NAMED else ""
    notes = [f"Systems left out: {'; '.join(systems[:_NAMED])}{more}."] if systems else []
    if method["without_segments"]:
        names = _names(method["without_segments"])
        notes.append(f"Metrics left out, because they have no scores of segments: {names}.")
    if method["n_unscored"]:
        notes.append(f"Rated outputs left out, because some metric has no score for them: {method['n_unscored']:,}.")
    text = [" ".join(clean(note) for note in notes)] if notes else []
    return text + [clean(note) for note in method["notes"]]
