"""A learned metric as text for a terminal or a pipe: the honest estimate beside the flattering ones."""

from itertools import combinations

from steelyard.lab.questions.train.answer import BEST, Training
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
        *_between(training, decimals),
        *_systems(training, decimals),
        _features(training, decimals),
        Titled("Held-out agreement by number of ratings", table(training.curve, decimals=decimals)),
        Titled("By fold", table(training.folds, _FOLDS, decimals=decimals)),
    ]
    return Page((*blocks, Legend.below(blocks, _LEGEND), MethodText(clean(training.method["sentence"]))))


def _summary(training: Training, decimals: int) -> str:
    """Say whether the learned metric is better than its best feature."""
    rows, gain, method, [name, *others] = training.agreement, training.gain, training.method, training.names
    learned, alone = (number_text(rows[one].value, decimals) for one in (name, BEST))
    pairs = [(other, training.pair(name, other)) for other in others]
    against = "".join(
        f" It is {told_of(pair, name)} {other}: difference {difference_text(pair, name, decimals)}."
        for other, pair in pairs
    )
    new = f"held-out {method['groups']}" + (" and systems" if method["holds_systems"] else "")
    return (
        f"On {new}, {method['learner']} with {number_of(len(training.features), 'feature')} is "
        f"{told_of(gain, name)} {clean(method['best'])} alone: agreement with people {learned} and {alone}, "
        f"difference {difference_text(gain, name, decimals)}.{against}"
    )


def _estimates(training: Training, decimals: int) -> Table:
    level = f"{100 * training.held_out.method['confidence_level']:g}% interval"
    rows, method = training.agreement, training.method
    best, found = rows[BEST], []
    for name in training.names:
        honest, gain = rows[name], training.pair(name, BEST)
        found.append(
            (f"{name}, held out", number_text(honest.value, decimals), interval_text(honest.interval, decimals),
             difference_text(gain, name, decimals), p_text(gain.p_value), verdict_text(gain, name))
        )  # fmt: skip
    found.append(
        (f"{BEST}: {clean(method['best'])}", number_text(best.value, decimals), interval_text(best.interval, decimals),
         "", "", "")
    )  # fmt: skip
    for what, key in (("random folds", "mixed"), ("training data", "seen")):
        told = [(f", {row.learner}", getattr(row, key)) for row in training.learners] or [("", method.get(key))]
        found += [(f"too high: {what}{of}", number_text(value, decimals), "", "", "", "") for of, value in told]
    return Table(("", ">agreement", f">{level}", ">minus best feature", ">p", "verdict"), found)


def _between(training: Training, decimals: int) -> list[Titled]:
    """Compare the learners with each other, where there are several."""
    pairs = [(a, b, training.pair(a, b)) for a, b in combinations(training.names, 2)]
    rows = [
        (a, b, difference_text(pair, a, decimals), p_text(pair.p_adjusted), verdict_text(pair, a))
        for a, b, pair in pairs
    ]
    table = Table(("learner", "minus", ">difference", ">p", "verdict"), rows)
    return [Titled("Learners against each other, held out", table)] if rows else []


def _systems(training: Training, decimals: int) -> list[Titled]:
    """Rank systems, where the result says how: results of before did not."""
    ranking, systems = table(training.ranking, decimals=decimals), table(training.systems, decimals=decimals)
    titles = "Spearman by system with mean ratings, held out", "Systems, held out"
    return [Titled(*one) for one in zip(titles, (ranking, systems), strict=True)] if training.systems else []


def _features(training: Training, decimals: int) -> Titled:
    ordered = sorted(training.features, key=lambda row: -row.importance)
    shown = table(ordered[:_MOST], ("feature", "importance", "alone", "weight"), decimals=decimals)
    return Titled("Features", shown, f"... {len(ordered) - _MOST} more" if len(ordered) > _MOST else "")
