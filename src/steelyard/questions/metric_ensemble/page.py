"""An ensemble of metrics as text for a terminal or a pipe."""

from steelyard.page.blocks import Block, Items, Legend, Page, Paragraph, Titled, Verbatim
from steelyard.questions.meta.page import agreement_label
from steelyard.questions.meta.page_held_out import difference_text, number_text, pair_of, told_of, verdict_text
from steelyard.questions.metric_ensemble.answer import BEST, EQUAL, WEIGHTED, MetricEnsembleFit
from steelyard.results.numbers import interval_text, p_text
from steelyard.results.plurals import counted as number_of
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_LEGEND = (
    ("share", "of scores divided by their standard deviation; by fold: from the least to the greatest"),
    ("weight", "the same for scores as they are"),
    (
        "best alone",
        "of all ratings, which flatters it, and p and intervals allow for that; by fold, of the other parts",
    ),
    ("less alone", "the difference from it: interval and p hold whichever metric is the best"),
)


def lay_out(fit: MetricEnsembleFit, *, width: int | None = None) -> Page:
    """Lay out what the ensemble is worth where it was not fitted, its weights, and the sum to copy."""
    decimals = 3 if width is None else width
    blocks: list[Block] = [Paragraph(_summary(fit, decimals))]
    if fit.method["warnings"]:
        blocks.append(Items(tuple(clean(warning) for warning in fit.method["warnings"])))
    blocks += [
        Titled(f"{_statistic(fit)} with people, where weights were not fitted", _held_out(fit, decimals)),
        Titled("Weights", _weights(fit, decimals)),
        Titled("By fold", _folds(fit, decimals)),
        Legend.of(_LEGEND, 12),
        Paragraph(clean(fit.method["sentence"])),
        Verbatim(clean(fit.method["metric"] or fit.method["formula"])),
    ]
    return Page(tuple(blocks))


def _statistic(fit: MetricEnsembleFit) -> str:
    label = agreement_label(fit.held_out.agreement[0])
    return label[:1].upper() + label[1:]


def _summary(fit: MetricEnsembleFit, decimals: int) -> str:
    """Say whether the ensemble is worth its weights."""
    rows, gain = fit.agreement, fit.gain
    n, best = number_of(len(fit.weights), "metric"), clean(fit.method["best"])
    weighted, alone = (number_text(rows[name].value, decimals) for name in (WEIGHTED, BEST))
    found = (
        f"On unseen documents, {n} weighted together agree with people at {weighted}, {best} alone at {alone}, "
        f"{told_of(gain, WEIGHTED)}: {difference_text(gain, WEIGHTED, decimals)}. Equal weights agree at "
        f"{number_text(rows[EQUAL].value, decimals)}. On the ratings that they were fitted to, weights reach "
        f"{fit.method['agreement']:.{decimals}f}."
    )
    return found.replace("documents", "segments") if fit.method["n_documents"] is None else found


def _held_out(fit: MetricEnsembleFit, decimals: int) -> Table:
    level = f"{100 * fit.held_out.method['confidence_level']:g}% interval"
    rows = []
    for name in (WEIGHTED, EQUAL, BEST):
        row = fit.agreement[name]
        cells = [
            f"{BEST}: {clean(fit.method['best'])}" if name == BEST else name,
            number_text(row.value, decimals),
            interval_text(row.interval, decimals),
        ]
        if name == BEST:
            cells += ["", "", ""]
        else:
            pair = pair_of(fit.held_out, name, BEST)
            cells += [difference_text(pair, name, decimals), p_text(pair.p_adjusted), verdict_text(pair, name)]
        rows.append(tuple(cells))
    return Table(("", ">agreement", f">{level}", ">less alone", ">p adjusted", "verdict"), rows)


def _weights(fit: MetricEnsembleFit, decimals: int) -> Table:
    rows = [
        (
            clean(row.metric),
            f"{row.share:.2f}",
            f"{row.low:.2f} to {row.high:.2f}",
            f"{row.weight:.4g}",
            number_text(row.alone, decimals),
        )
        for row in fit.weights
    ]
    return Table(("metric", ">share", ">by fold", ">weight", ">agrees alone"), rows)


def _folds(fit: MetricEnsembleFit, decimals: int) -> Table:
    rows = [
        (
            str(row.fold),
            f"{row.n_segments:,}",
            *(number_text(value, decimals) for value in (row.weighted, row.equal, row.alone)),
            clean(row.best),
        )
        for row in fit.folds
    ]
    return Table((">fold", ">segments", ">weighted", ">equal weights", ">best alone", "which is"), rows)
