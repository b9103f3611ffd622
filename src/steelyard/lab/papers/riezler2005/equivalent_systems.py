"""Systems a controlled distance apart, made by reranking n-best lists: the apparatus of Riezler and Maxwell 2005."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.candidates import candidate_metric, candidate_quality, chosen_outputs, folds_of
from steelyard.lab.papers.riezler2005.question import Riezler2005
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.lab.tuning import Reranked, Reranker, candidate_features
from steelyard.metrics import measure
from steelyard.types import Measurement, NBestLists, TestSet

__all__ = ["GAMMAS", "Apparatus", "make_systems"]

BASELINE = "baseline"
GAMMAS = (0.5, 0.2, 0.1, 0.05, 0.02)  # shares of the slope from which on nothing enters
_AT_ONCE = 10  # features added per step where the step does not matter: the optimum is the same

Picks = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Apparatus:
    """The systems, and what is to be said of them."""

    test_set: TestSet  # the baseline, then the variants
    measurements: tuple[Measurement, ...]  # of these systems
    tables: tuple[PaperTable, ...]  # how the systems came about; systems by gamma
    notes: tuple[str, ...]  # what was chosen where the paper is silent


def make_systems(
    test_set: TestSet, metrics: Sequence[str], question: Riezler2005, *, n_threads: int, advance: Callable[[], None]
) -> Apparatus:
    """Rerank lists with models that differ in how many features each step adds.

    The systems of the test set, which has the same segments, are not used. Called after each of ``len(adds) +
    len(GAMMAS) + 1`` fits is `advance`.
    """
    _check(question)
    gamma, adds = question.gamma, question.adds
    lists, parsed = question.nbest, question.candidate_parses
    judge = candidate_metric(question.gold, has_parses=parsed is not None)
    spelled = [candidate_metric(metric, has_parses=parsed is not None) for metric in metrics]
    found = candidate_features(lists, max_order=question.ngrams, fewest_lists=question.fewest_lists)
    quality = candidate_quality(lists, test_set, judge, parsed, n_threads=n_threads)
    reranker = Reranker(found.features, lists.offsets, quality, folds_of(test_set, question.folds))

    def fit(share: float, n_add: int, most: int | None, among: int | None = None) -> Reranked:
        reranked = reranker.fit(share, n_add=n_add, n_features=most, among=among)
        advance()
        return reranked

    made = {BASELINE: fit(gamma, _AT_ONCE, None, among=found.n_decoder)}
    made |= {f"reranker {i}": fit(gamma, n_add, question.features) for i, n_add in enumerate(adds, 1)}
    by_gamma = {share: fit(share, _AT_ONCE, None) for share in GAMMAS}
    systems = {name: reranked.picks for name, reranked in made.items()}
    others = {"decoder's first": lists.offsets[:-1], "best by gold": reranker.best(), "worst by gold": reranker.worst()}
    main = chosen_outputs(lists, test_set, systems, parsed)
    measurements = measure(main, spelled, n_threads=n_threads)
    paths = {f"{share:g}": reranked.picks for share, reranked in by_gamma.items()}
    rest = measure(chosen_outputs(lists, test_set, others | paths, parsed), spelled, n_threads=n_threads)
    scores = [
        np.concatenate([m.scores(m.statistics.totals()) for m in both]) for both in zip(measurements, rest, strict=True)
    ]
    names = [*systems, *others, *paths]
    score_of = {name: tuple(float(column[i]) for column in scores) for i, name in enumerate(names)}
    labels = tuple(measurement.label for measurement in measurements)
    texts = {name: [lists.texts[i] for i in picks] for name, picks in (systems | others | paths).items()}
    tables = (
        _systems_table(made, dict(zip(list(systems)[1:], adds, strict=True)), others, texts, labels, score_of),
        _gamma_table(by_gamma, texts, labels, score_of),
    )
    return Apparatus(main, tuple(measurements), tables, _notes(question, str(judge), reranker, made, found.n_decoder))


def _check(question: Riezler2005) -> None:
    if question.features < 1 or question.ngrams < 0 or question.fewest_lists < 1:
        raise SpecError(
            f"Features and lists are counted from 1, n-grams from 0: not {question.features} features, n-grams of "
            f"{question.ngrams}, {question.fewest_lists} lists."
        )


def _unlike(first: Sequence[str], second: Sequence[str]) -> int:
    return sum(a != b for a, b in zip(first, second, strict=True))


def _systems_table(
    made: Mapping[str, Reranked],
    adds: Mapping[str, int],
    others: Mapping[str, Picks],
    texts: Mapping[str, Sequence[str]],
    labels: Sequence[str],
    score_of: Mapping[str, tuple[float, ...]],
) -> PaperTable:
    rows: list[tuple[object, ...]] = []
    first_variant = next(iter(adds))
    for name in (*made, *others):
        model = made.get(name)
        rows.append(
            (
                name,
                adds.get(name),
                _describe_counts(model.n_steps) if name in adds and model else None,
                _describe_counts(model.n_active) if model else None,
                _unlike(texts[name], texts[BASELINE]),
                _unlike(texts[name], texts[first_variant]),
                *score_of[name],
            )
        )
    return PaperTable(
        "Section 2",
        "systems made by reranking, and what reranking can reach",
        ("system", "added per step", "steps", "features", "unlike baseline", f"unlike {first_variant}", *labels),
        tuple(rows),
        "features: those with a weight, from the least to the most over the folds; unlike: segments with another "
        "output. Best and worst by gold: of each list the candidates that the gold metric scores highest and lowest.",
    )


def _gamma_table(
    by_gamma: Mapping[float, Reranked],
    texts: Mapping[str, Sequence[str]],
    labels: Sequence[str],
    score_of: Mapping[str, tuple[float, ...]],
) -> PaperTable:
    rows = [
        (
            share,
            _describe_counts(reranked.n_active),
            _unlike(texts[f"{share:g}"], texts[BASELINE]),
            *score_of[f"{share:g}"],
        )
        for share, reranked in by_gamma.items()
    ]
    return PaperTable(
        "Section 2, by gamma",
        "rerankers at a controlled distance from the baseline",
        ("gamma", "features", "unlike baseline", *labels),
        tuple(rows),
        "gamma is given as a share of the slope from which on no feature enters. These models are not stopped: all "
        "features that pass the gradient test are in.",
    )


def _describe_counts(counts: Sequence[int]) -> str:
    """Show a number for each fold: one where they agree, else from the least to the most."""
    return str(counts[0]) if len(set(counts)) == 1 else f"{min(counts)}-{max(counts)}"


def _notes(
    question: Riezler2005, gold: str, reranker: Reranker, made: Mapping[str, Reranked], n_decoder: int
) -> tuple[str, ...]:
    lists: NBestLists = question.nbest
    sizes = lists.sizes
    n_folds = int(reranker.folds.max()) + 1
    ngrams = (
        f"n-grams of the candidate's words up to length {question.ngrams} that stand in {question.fewest_lists} lists "
        "or more, in place of the paper's phrase features"
        if question.ngrams
        else "no n-grams"
    )
    where = (
        f"every list is reranked by a model of the other {n_folds - 1} of {n_folds} parts of the lists"
        if n_folds > 1
        else "the models are fitted to the lists that they rerank, so that scores are too good"
    )
    notes = [
        f"Lists: {len(lists.texts):,} candidates of {lists.n_segments} segments ({sizes.min()} to {sizes.max()} each), "
        f"{lists.n_doubles} doubles merged; candidates with the same words and other feature values stay apart.",
        f"Right candidate: the best by {gold} of a single segment, which the paper does not name; equally good ones "
        "share it.",
        f"Features: {len(lists.feature_names)} of the decoder, and {ngrams}; "
        f"{reranker.features.n_features - n_decoder} of these. All are divided by their standard "
        "deviation within lists.",
        f"Fitting: {where}. The loss is summed over lists; gamma is {question.gamma:g} of the slope from which on no "
        "feature enters. The baseline has the decoder's features alone; the variants stop at "
        f"{question.features} features and differ in how many a step adds.",
    ]
    variants = [reranked for name, reranked in made.items() if name != BASELINE]
    if any(model.is_complete for reranked in variants for model in reranked.models):
        notes.append(
            f"Some model ended before it had {question.features} features, as no further one passed: ended so, all "
            "variants are the same model. Use fewer features or a smaller gamma."
        )
    return tuple(notes)
