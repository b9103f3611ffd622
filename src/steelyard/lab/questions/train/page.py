"""A learned metric as text for a terminal or a pipe: the honest estimate beside the flattering ones."""

from steelyard.lab.questions.train.answer import BEST, LEARNED, Training
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.questions.meta.page import agreement_label
from steelyard.questions.meta.page_held_out import difference_text, number_text, told_of, verdict_text
from steelyard.results.columns import table
from steelyard.results.numbers import interval_text, p_text
from steelyard.results.plurals import counted as number_of
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_MOST = 25  # features that are shown
_FOLDS = ("fold", "n_learned", "n_judged", "agreement", "alone", "best", "options")
_LEGEND = (
    ("best feature", "best on all ratings; p and the interval are corrected for this selection"),
    ("held out", "each output is scored by a model from other documents"),
    ("random folds", "training data includes other outputs of the same segment, so the agreement is too high"),
    ("training data", "the agreement on training data is too high"),
)


def to_page(training: Training, *, width: int | None = None) -> Page:
    """Lay out what was learned, what it is worth where it is new, and from what."""
    decimals = 3 if width is None else width
    blocks: list[Block] = [Paragraph(_summary(training, decimals)), *cautions(training.method)]
    label = agreement_label(training.held_out.agreement[0])
    blocks += [
        Titled(f"{label[:1].upper()}{label[1:]} with ratings", _estimates(training, decimals)),
        _features(training, decimals),
        Titled("Held-out agreement by number of ratings", table(training.curve, decimals=decimals)),
        Titled("By fold", table(training.folds, _FOLDS, decimals=decimals)),
    ]
    return Page((*blocks, Legend.below(blocks, _LEGEND), MethodText(clean(training.method["sentence"]))))


def _summary(training: Training, decimals: int) -> str:
    """Say whether the learned metric is better than its best feature."""
    rows, gain, method = training.agreement, training.gain, training.method
    learned, alone = (number_text(rows[name].value, decimals) for name in (LEARNED, BEST))
    new = f"held-out {method['groups']}" + (" and systems" if method["holds_systems"] else "")
    return (
        f"On {new}, {method['learner']} with {number_of(len(training.features), 'feature')} is "
        f"{told_of(gain, LEARNED)} {clean(method['best'])} alone: agreement with people {learned} and {alone}, "
        f"difference {difference_text(gain, LEARNED, decimals)}."
    )


def _estimates(training: Training, decimals: int) -> Table:
    level = f"{100 * training.held_out.method['confidence_level']:g}% interval"
    rows, method, gain = training.agreement, training.method, training.gain
    honest, best = rows[LEARNED], rows[BEST]
    found = [
        ("learned, held out", number_text(honest.value, decimals), interval_text(honest.interval, decimals),
         difference_text(gain, LEARNED, decimals), p_text(gain.p_value), verdict_text(gain, LEARNED)),
        (f"{BEST}: {clean(method['best'])}", number_text(best.value, decimals), interval_text(best.interval, decimals),
         "", "", ""),
        ("too high: random folds", number_text(method["mixed"], decimals), "", "", "", ""),
        ("too high: training data", number_text(method["seen"], decimals), "", "", "", ""),
    ]  # fmt: skip
    return Table(("", ">agreement", f">{level}", ">minus best feature", ">p", "verdict"), found)


def _features(training: Training, decimals: int) -> Titled:
    ordered = sorted(training.features, key=lambda row: -row.importance)
    shown = table(ordered[:_MOST], ("feature", "importance", "alone", "weight"), decimals=decimals)
    return Titled("Features", shown, f"... {len(ordered) - _MOST} more" if len(ordered) > _MOST else "")
