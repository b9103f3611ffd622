"""What marked errors cost, and the scores that judgements of marked errors make."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AskError, DataError, unknown_name
from steelyard.human import MQM_WEIGHTS, MqmWeights
from steelyard.reprs import n_of
from steelyard.types import ErrorMarks, Labels, Ratings

__all__ = ["has_own_weights", "mark_costs", "plain_weights", "scored_marks", "weights_of"]


def scored_marks(marks: ErrorMarks, weights: str | MqmWeights | None = None) -> Ratings:
    """Add up what the marks of each judgement cost: a row per judgement, in the order of their numbers.

    The scale is ``mqm``: penalties, lower is better. There has to be a row for each judgement that found nothing.
    """
    costs = mark_costs(marks, weights)
    _, first = np.unique(marks.judgements, return_index=True)
    penalties = np.bincount(marks.judgements, costs, marks.n_judgements)[marks.judgements[first]]
    return Ratings(
        systems=marks.systems.take(first),
        segments=marks.segments[first],
        documents=marks.documents.take(first),
        raters=marks.raters.take(first),
        scales=Labels.all_of("mqm", len(first)),
        scores=penalties.astype(np.float64),
        kinds=marks.kinds.take(first),
        files=marks.files,
        n_lines=marks.n_lines,
    )


def has_own_weights(marks: ErrorMarks) -> bool:
    """Say whether the file prices every error; a judgement that found none needs no price."""
    return len(marks) > 0 and not np.isnan(marks.weights[~_is_clean(marks)]).any()


def mark_costs(marks: ErrorMarks, weights: str | MqmWeights | None) -> NDArray[np.float64]:
    """Return what each mark costs, by the weights asked for, the file's own, or Google's."""
    if weights is None and has_own_weights(marks):
        return np.where(_is_clean(marks), 0.0, marks.weights)
    if isinstance(weights, str) and weights not in MQM_WEIGHTS:
        raise unknown_name("MQM weighting", weights, MQM_WEIGHTS)
    scheme = weights if isinstance(weights, MqmWeights) else MQM_WEIGHTS[weights or "google"]
    names = (*marks.categories.names, "")
    table = scheme.table(marks.severities.names, names)
    costs = table[marks.severities.codes, marks.categories.codes]
    if np.isnan(costs).any():
        raise _unpriced(marks, costs, weights)
    return costs


def _unpriced(marks: ErrorMarks, costs: NDArray[np.float64], weights: str | MqmWeights | None) -> DataError:
    """Say of which severities errors have no price, how many they are, and ask for weights that price all."""
    unpriced = Labels(marks.severities.names, marks.severities.codes[np.isnan(costs)]).values
    counts = {severity: unpriced.count(severity) for severity in dict.fromkeys(unpriced)}
    said = " and ".join(f"{n_of(n, 'marked error')} of severity {severity!r}" for severity, n in counts.items())
    scheme = "yours" if isinstance(weights, MqmWeights) else weights or "google"
    question = (
        f"{f'{marks.files[0][0]}: ' if marks.files else ''}{said}, for which the weights ({scheme}) have no price."
    )
    names, codes = (*marks.categories.names, ""), (marks.severities.codes, marks.categories.codes)
    tables = {name: one.table(marks.severities.names, names)[codes] for name, one in MQM_WEIGHTS.items()}
    others = [name for name, costs in tables.items() if not np.isnan(costs).any()]
    if not others:
        return DataError(f"{question} No named scheme has one: in Python, give MqmWeights.")
    return AskError(question, [("--weights", name) for name in others])


def plain_weights(weights: str | MqmWeights | None) -> str | dict[str, float] | None:
    """Return weights as JSON can hold them: by their name, or what each error costs."""
    return dict(weights.weights) if isinstance(weights, MqmWeights) else weights


def weights_of(plain: str | Mapping[str, float] | None) -> str | MqmWeights | None:
    """Return weights from what JSON holds."""
    return MqmWeights(plain) if isinstance(plain, Mapping) else plain


def _is_clean(marks: ErrorMarks) -> NDArray[np.bool_]:
    names = marks.severities.names
    is_clean: NDArray[np.bool_] = marks.severities.codes == (names.index("no-error") if "no-error" in names else -2)
    return is_clean
