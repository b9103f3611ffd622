"""From the name of an objective to what finds weights for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import LARGEST, are_computable
from steelyard.errors import DataError, SpecError
from steelyard.lab.candidates import CountedCandidates
from steelyard.lab.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.lab.tuning import (
    BlackBox,
    Box,
    NgramTables,
    TunableLists,
    TunedWeights,
    expected_corpus_score,
    expected_segment_score,
    max_margin,
    maximise,
    mert,
    ngram_criterion,
    ngram_tables,
    oracle_log_likelihood,
    rescaled,
    search_points,
)
from steelyard.metrics import Bleu, parse
from steelyard.text import get_tokenizer, prepare

__all__ = ["Objective", "box_of", "fit_weights", "start_of"]

Array = NDArray[np.float64]
Advance = Callable[[], None]
Criterion = Callable[[Array], tuple[float, Array]]
OF_NGRAMS: dict[str, Literal["likelihood", "bleu"]] = {"mle-ngram": "likelihood", "expected-bleu-ngram": "bleu"}
KINDS = (*OF_NGRAMS, "expected-segment", "expected", "likelihood", "max-margin")  # before those they begin with


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
        return self.kind not in ("", "expected", *OF_NGRAMS)

    def n_climbs(self, question: TuneWeightsQuestion) -> int:
        """Say how often weights are looked for; what has one summit needs one climb."""
        has_one_summit = self.kind in ("likelihood", "max-margin")
        is_exhaustive = not self.kind and question.search == "exhaustive"
        return 1 if has_one_summit or is_exhaustive else 1 + question.n_restarts


def start_of(names: Sequence[str], start: Mapping[str, float] | None) -> Array:
    """Return the weights of the start in the order of the features."""
    if start is None:
        return np.full(len(names), 1 / max(1, len(names)))
    _check_names("The start", names, start)
    weights = np.array([float(start.get(name, 0.0)) for name in names])
    if not are_computable(weights).all():
        raise DataError(f"The weights of the start must be finite numbers, not over {LARGEST:g}.")
    return weights


def box_of(names: Sequence[str], start: Array, question: TuneWeightsQuestion) -> Box:
    """Return where weights may be."""
    _check_names("What is fixed", names, question.fix_weights)
    _check_names("The bounds", names, question.bounds or {})
    low, high = np.full(len(names), -np.inf), np.full(len(names), np.inf)
    for name, ends in (question.bounds or {}).items():
        low[names.index(name)], high[names.index(name)] = ends
    for name in question.fix_weights:
        low[names.index(name)] = high[names.index(name)] = start[names.index(name)]
    return Box(low, high)


def _check_names(what: str, names: Sequence[str], given: Mapping[str, object] | Sequence[str]) -> None:
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        raise SpecError(f"{what} names the feature {unknown!r}, but the lists have {', '.join(names)}.")


def fit_weights(
    counted: CountedCandidates,
    objective: Objective,
    question: TuneWeightsQuestion,
    start: Array,
    box: Box,
    seed: int,
    advance: Advance,
) -> Callable[[TunableLists], TunedWeights]:
    """Return what finds weights on lists, from a start, within bounds, and calls `advance` after each climb."""
    if not objective.kind:
        return partial(_corpus, question, start, box, seed, advance)
    if question.search != "line":
        raise SpecError("--search chooses how a metric's corpus score is searched: leave it out of other objectives.")
    if objective.kind in OF_NGRAMS:
        return partial(_ngrams, objective, question, start, box, _tables(counted, objective, question), seed, advance)
    scale = counted.measurements[counted.place_of(objective.metric)].scale or 1
    if objective.kind == "max-margin":
        return partial(_margin, question, box, scale, advance)
    return partial(_smooth, objective, question, start, box, scale, seed, advance)


def _corpus(
    question: TuneWeightsQuestion, start: Array, box: Box, seed: int, advance: Advance, lists: TunableLists
) -> TunedWeights:
    if question.search == "line":
        return mert(
            lists, start, box=box, n_restarts=question.n_restarts, n_directions=question.n_directions, rng=seed,
            advance=advance,
        )  # fmt: skip
    return search_points(
        lists.value_at, start, lists.spread(), method=cast("BlackBox", question.search), box=box,
        n_restarts=question.n_restarts, rng=seed, advance=advance,
    )  # fmt: skip


def _smooth(
    objective: Objective,
    question: TuneWeightsQuestion,
    start: Array,
    box: Box,
    scale: int,
    seed: int,
    advance: Advance,
    lists: TunableLists,
) -> TunedWeights:
    criterion: Criterion
    if objective.kind == "expected":
        criterion = partial(expected_corpus_score, lists, sharpness=question.sharpness)
    else:
        scores = lists.candidate_values() / scale
        criterion = partial(expected_segment_score, lists, scores, sharpness=question.sharpness)
        if objective.kind == "likelihood":
            criterion = partial(oracle_log_likelihood, lists, scores, sharpness=question.sharpness, l2=question.l2)
    n_restarts = objective.n_climbs(question) - 1
    return maximise(lists, criterion, start, box=box, n_restarts=n_restarts, rng=seed, advance=advance)


@dataclass(frozen=True, slots=True, eq=False)
class _Ngrams:
    """The n-grams of all candidates, with those of each reference, and how many words there are."""

    tables: tuple[NgramTables, ...]
    vocabulary: int


def _tables(counted: CountedCandidates, objective: Objective, question: TuneWeightsQuestion) -> _Ngrams:
    """Number n-grams of the words that the metric sees."""
    metric = parse(objective.metric)
    if counted.test_set is None or not isinstance(metric, Bleu):
        raise SpecError(f"{objective.kind} is of the n-grams of texts, cut into words as BLEU cuts them.")
    reading = metric.text_reading
    cut = get_tokenizer(reading.tokenize)

    def words(lines: Sequence[str | None]) -> list[list[str]]:
        return cut.tokenize(prepare([line or "" for line in lines], reading))

    candidates, references = words(counted.lists.texts), [words(text) for text in counted.test_set.references]
    known = {word for text in (candidates, *references) for line in text for word in line}
    offsets = counted.lists.offsets
    tables = tuple(ngram_tables(candidates, offsets, reference) for reference in references)
    return _Ngrams(tables, question.vocabulary or len(known))


def _ngrams(
    objective: Objective,
    question: TuneWeightsQuestion,
    start: Array,
    box: Box,
    ngrams: _Ngrams,
    seed: int,
    advance: Advance,
    lists: TunableLists,
) -> TunedWeights:
    tables = ngrams.tables
    if lists.numbers is not None:
        tables = tuple(table.of_candidates(lists.numbers) for table in tables)
    criterion = partial(
        ngram_criterion, lists, tables, kind=OF_NGRAMS[objective.kind], vocabulary=ngrams.vocabulary,
        sharpness=question.sharpness,
    )  # fmt: skip
    n_restarts = objective.n_climbs(question) - 1
    return maximise(lists, criterion, start, box=box, n_restarts=n_restarts, rng=seed, advance=advance)


def _margin(question: TuneWeightsQuestion, box: Box, scale: int, advance: Advance, lists: TunableLists) -> TunedWeights:
    if not box.is_open:
        raise SpecError("max-margin knows no bounds and no fixed weights: leave --bounds and --fix-weights out.")
    weights, loss, _ = max_margin(lists, lists.candidate_values() / scale, l2=question.l2)
    advance()
    return TunedWeights(rescaled(weights, box), -loss, (-loss,), 1)
