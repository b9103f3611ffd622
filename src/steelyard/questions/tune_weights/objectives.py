"""From the name of an objective to what finds weights for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.candidates import CountedCandidates
from steelyard.errors import DataError, SpecError
from steelyard.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.tuning import (
    BlackBox,
    Box,
    TunableLists,
    TunedWeights,
    expected_corpus_score,
    expected_segment_score,
    max_margin,
    maximise,
    mert,
    oracle_log_likelihood,
    rescaled,
    search_points,
)

__all__ = ["Objective", "box_of", "fit_weights", "start_of"]

Array = NDArray[np.float64]
KINDS = ("expected-segment", "expected", "likelihood", "max-margin")  # longer names before those they begin with


@dataclass(frozen=True, slots=True)
class Objective:
    """What is made high: a kind, empty for a metric's corpus score, and a metric's spelling."""

    kind: str
    metric: str

    @classmethod
    def parse(cls, text: str) -> "Objective":
        """Read such as ``"chrf"``, ``"expected-bleu"`` or ``"max-margin"``, which is of BLEU."""
        for kind in KINDS:
            if text == kind or text.startswith(f"{kind}-"):
                return cls(kind, text[len(kind) + 1 :] or "bleu")
        return cls("", text)

    @property
    def is_by_segment(self) -> bool:
        """Whether candidates are scored one by one."""
        return self.kind not in ("", "expected")


def start_of(names: Sequence[str], start: Mapping[str, float] | None) -> Array:
    """Return the weights of the start in the order of the features."""
    if start is None:
        return np.full(len(names), 1 / max(1, len(names)))
    _check_names("The start", names, start)
    weights = np.array([float(start.get(name, 0.0)) for name in names])
    if not np.isfinite(weights).all():
        raise DataError("The weights of the start must be finite numbers.")
    return weights


def box_of(names: Sequence[str], start: Array, question: TuneWeightsQuestion) -> Box:
    """Return where weights may be."""
    _check_names("What is fixed", names, question.fixed)
    _check_names("The bounds", names, question.bounds or {})
    low, high = np.full(len(names), -np.inf), np.full(len(names), np.inf)
    for name, ends in (question.bounds or {}).items():
        low[names.index(name)], high[names.index(name)] = ends
    for name in question.fixed:
        low[names.index(name)] = high[names.index(name)] = start[names.index(name)]
    return Box(low, high)


def _check_names(what: str, names: Sequence[str], given: Mapping[str, object] | Sequence[str]) -> None:
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        raise SpecError(f"{what} names the feature {unknown!r}, but the lists have {', '.join(names)}.")


def fit_weights(
    counted: CountedCandidates, objective: Objective, question: TuneWeightsQuestion, seed: int
) -> Callable[[TunableLists, Array, Box], TunedWeights]:
    """Return what finds weights on lists, from a start, within bounds."""
    if not objective.kind:
        return partial(_corpus, question, seed)
    if question.search != "line":
        raise SpecError("--search chooses how a metric's corpus score is searched: leave it out of other objectives.")
    scale = counted.measurements[counted.place_of(objective.metric)].scale or 1
    if objective.kind == "max-margin":
        return partial(_margin, question, scale)
    return partial(_smooth, objective.kind, question, scale, seed)


def _corpus(question: TuneWeightsQuestion, seed: int, lists: TunableLists, start: Array, box: Box) -> TunedWeights:
    if question.search == "line":
        return mert(lists, start, box=box, n_restarts=question.n_restarts, n_directions=question.n_directions, rng=seed)
    return search_points(
        lists.value_at, start, lists.spread(), method=cast("BlackBox", question.search), box=box,
        n_restarts=question.n_restarts, rng=seed,
    )  # fmt: skip


def _smooth(
    kind: str, question: TuneWeightsQuestion, scale: int, seed: int, lists: TunableLists, start: Array, box: Box
) -> TunedWeights:
    sharp = question.sharpness
    if kind == "expected":
        return maximise(
            lists, partial(expected_corpus_score, lists, sharpness=sharp), start, box=box,
            n_restarts=question.n_restarts, rng=seed,
        )  # fmt: skip
    scores = lists.candidate_values() / scale
    if kind == "expected-segment":
        return maximise(
            lists, partial(expected_segment_score, lists, scores, sharpness=sharp), start, box=box,
            n_restarts=question.n_restarts, rng=seed,
        )  # fmt: skip
    likelihood = partial(oracle_log_likelihood, lists, scores, sharpness=sharp, l2=question.l2)
    return maximise(lists, likelihood, start, box=box)  # concave: one climb


def _margin(question: TuneWeightsQuestion, scale: int, lists: TunableLists, start: Array, box: Box) -> TunedWeights:
    if not box.is_open:
        raise SpecError("max-margin knows no bounds and no fixed weights: leave --bounds and --fix out.")
    weights, loss, _ = max_margin(lists, lists.candidate_values() / scale, l2=question.l2)
    return TunedWeights(rescaled(weights, box), -loss, (-loss,), 1)
