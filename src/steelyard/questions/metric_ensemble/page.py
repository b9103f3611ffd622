"""An ensemble of metrics as text for a terminal or a pipe."""

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled, Verbatim
from steelyard.page.cautions import cautions
from steelyard.questions.meta.page import agreement_label
from steelyard.questions.meta.page_held_out import difference_text, number_text, pair_of, told_of, verdict_text
from steelyard.questions.metric_ensemble.answer import BEST, EQUAL, WEIGHTED, MetricEnsembleFit
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.plurals import counted as number_of
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_AGREEMENT = Term("", ">agreement", "score")
_LESS_ALONE = Term(
    "difference from the best metric alone; interval and p allow for the choice of that metric",
    ">minus alone",
    legend=True,
)
_BEST_ALONE = (
    "best alone",
    "the metric with the best agreement on all ratings (p and intervals allow for this choice); by fold, on the other "
    "folds",
)
_SPAN: Shown = (">by fold", lambda row: f"{row.low:.2f} to {row.high:.2f}")
_WEIGHTS: tuple[Shown, ...] = ("metric", "share", _SPAN, "weight", "alone")
_FOLDS = ("fold", "n_segments", "weighted", "equal", "alone", "best")


def to_page(fit: MetricEnsembleFit, *, width: int | None = None) -> Page:
    """Lay out what the ensemble is worth where it was not fitted, its weights, and the sum to copy."""
    decimals = 3 if width is None else width
    blocks: list[Block] = [Paragraph(_summary(fit, decimals)), *cautions(fit.method)]
    blocks += [
        Titled(f"{_statistic(fit)} with people, on ratings not used for the weights", _held_out(fit, decimals)),
        Titled("Weights", table(fit.weights, _WEIGHTS, decimals=decimals)),
        Titled("By fold", table(fit.folds, _FOLDS, decimals=decimals)),
    ]
    formula = Verbatim(clean(fit.method["metric"] or fit.method["formula"]))
    return Page((*blocks, Legend.below(blocks, [_BEST_ALONE]), MethodText(clean(fit.method["sentence"])), formula))


def _statistic(fit: MetricEnsembleFit) -> str:
    label = agreement_label(fit.held_out.agreement[0])
    return label[:1].upper() + label[1:]


def _summary(fit: MetricEnsembleFit, decimals: int) -> str:
    """Say whether the weighted sum is better than the best metric alone."""
    rows, gain = fit.agreement, fit.gain
    n, best = number_of(len(fit.weights), "metric"), clean(fit.method["best"])
    weighted, alone = (number_text(rows[name].value, decimals) for name in (WEIGHTED, BEST))
    found = (
        f"On unseen documents, the weighted sum of {n} is {told_of(gain, WEIGHTED)} {best} alone: agreement {weighted} "
        f"and {alone}, difference {difference_text(gain, WEIGHTED, decimals)}. Equal weights: "
        f"{number_text(rows[EQUAL].value, decimals)}. On the ratings used to fit the weights, it is "
        f"{fit.method['agreement']:.{decimals}f}, which is too high."
    )
    return found.replace("documents", "segments") if fit.method["n_documents"] is None else found


def _held_out(fit: MetricEnsembleFit, decimals: int) -> Table:
    level = Term("", f">{100 * fit.held_out.method['confidence_level']:g}% interval", "score")
    pairs = {name: pair_of(fit.held_out, name, BEST) for name in (WEIGHTED, EQUAL)}
    columns: tuple[Shown, ...] = (
        ("", lambda name: f"{BEST}: {fit.method['best']}" if name == BEST else name),
        (_AGREEMENT, lambda name: fit.agreement[name].value),
        (level, lambda name: fit.agreement[name].interval),
        (_LESS_ALONE, lambda name: difference_text(pairs[name], name, decimals) if name in pairs else None),
        (terms.P_ADJUSTED, lambda name: pairs[name].p_adjusted if name in pairs else None),
        (terms.VERDICT, lambda name: verdict_text(pairs[name], name) if name in pairs else None),
    )
    return table((WEIGHTED, EQUAL, BEST), columns, decimals=decimals)
