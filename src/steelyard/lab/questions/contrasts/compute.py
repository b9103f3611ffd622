"""Put metrics to the test of contrastive pairs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.analysis import ACES_WEIGHTS
from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError
from steelyard.inference import check_resamples, seed_of, spread_quantile
from steelyard.lab.questions.contrasts.answer import (
    AcesRow,
    ContrastExampleRow,
    ContrastRow,
    Contrasts,
    ContrastsMethod,
)
from steelyard.lab.questions.contrasts.judged import Judged, Judging, judge
from steelyard.lab.questions.contrasts.method_text import cautions, contrasts_sentence
from steelyard.lab.questions.contrasts.question import ContrastsQuestion
from steelyard.results.factors import Factors
from steelyard.scored.judged_units.levels import JudgedItems, Level, item_level, mean_level, phenomenon_levels
from steelyard.scored.judged_units.method_text import method_of_items
from steelyard.scored.judged_units.tested import test_by_draws, test_exactly
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.provenance import provenance, score_input
from steelyard.scored.recipe import recipe_of_files
from steelyard.scored.sampling import Sampling
from steelyard.scored.threads import check_jobs, working_threads
from steelyard.types import ContrastivePairs

__all__ = ["compute", "judge_contrasts"]


@asks("lab contrasts")
def judge_contrasts(
    items: ContrastivePairs,
    metrics: Any = ("bleu",),
    *,
    segment_scores: Mapping[str, tuple[Sequence[float], Sequence[float]]] | None = None,
    lower_is_better: Sequence[str] = (),
    langpair: str = "",
    n_jobs: int = 1,
    **options: Any,
) -> Contrasts:
    """Say which errors metrics see, and which they miss, from a challenge set of good and wrong translations.

    When it misleads: what a metric does to minimal pairs says little of how it ranks systems, whose outputs differ in
    far more than one error. Where most good translations repeat the words of the reference, metrics that count these
    look better than they are, and metrics that are asked without a reference worse.

    Parameters
    ----------
    items : ContrastivePairs
        Such as `steelyard.reading.formats.read_contrasts` reads.
    metrics : str, Metric or sequence of these, default ("bleu",)
        What is computed; empty for the scores of the items and `segment_scores` alone.
    segment_scores : mapping of str to (sequence of float, sequence of float), optional
        By metric, scores of the good and of the wrong translation of every item that were computed elsewhere.
    lower_is_better : sequence of str
        Of the metrics that were computed elsewhere, those that count errors.
    langpair : str
        Only items of this language pair.
    {options}
    n_jobs : int, default 1
        Threads; no result depends on them.

    Returns
    -------
    Contrasts
        Accuracy and tau by phenomenon and category, tests of every two metrics, the ACES score where all of its
        categories are there, and items that metrics miss.

    Raises
    ------
    SpecError
        A name is unknown, items lack what a metric or the unit needs, or none is left.
    AlignmentError
        There is not one score for each item.

    References
    ----------
    Amrhein, Moghe and Guillou 2022, "ACES: Translation Accuracy Challenge Sets for Evaluating Machine Translation
    Metrics", 2022.wmt-1.44.
    Karpinska et al. 2022, "DEMETR: Diagnosing Evaluation Metrics for Translation", 2022.emnlp-main.649.

    Examples
    --------
    >>> import steelyard as sy
    >>> pairs = sy.types.ContrastivePairs(
    ...     good=["two cats sat", "a dog ran"], wrong=["ten cats sat", "a dog did not run"],
    ...     references=["two cats were sitting", "a dog was running"], phenomena=["number", "negation"],
    ... )
    >>> found = sy.lab.judge_contrasts(pairs, metrics=["chrf", "ter"], n_resamples=100)
    >>> [(row.name, row.label, row.n_right) for row in found.rates if row.level == "phenomenon"]
    [('number', 'chrF2', 1), ('number', 'TER', 1), ('negation', 'chrF2', 0), ('negation', 'TER', 1)]
    """
    given = segment_scores or {}
    inputs = [
        score_input(name, {"good": list(good), "wrong": list(wrong)}, None) for name, (good, wrong) in given.items()
    ]
    how = Judging(
        [metrics] if isinstance(metrics, str) or not isinstance(metrics, Sequence) else metrics,
        given,
        lower_is_better,
        inputs,
        langpair,
    )
    return compute(items, question_from(ContrastsQuestion, options), how, n_threads=n_jobs)


def compute(
    items: ContrastivePairs,
    question: ContrastsQuestion,
    how: Judging,
    *,
    reading: Mapping[str, Any] | None = None,
    n_threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Contrasts:
    """Score, judge, estimate and test."""
    check_jobs(n_threads)
    check_resamples(question.n_resamples)
    if not (how.metrics or how.scores or items.scores):
        raise SpecError("Give a metric (-m), or give scores that were computed elsewhere.")
    sampling = Sampling(question.n_resamples, seed_of(question.rng), n_threads, progress)
    judged = judge(items, question, how, n_threads)
    levels = _levels_of(judged)
    phenomena = [level for level in levels if level.kind == "phenomenon"]
    means = [level for level in levels if level.kind in ("mean", "category", "aces")]
    rated = [level for level in levels if level.kind != "aces"]
    compared: list[Pair] = choose_pairs(judged.labels, question.pairs) if len(judged.labels) > 1 else []
    with working_threads(n_threads):
        rows, n_told = test_exactly(judged.items, phenomena, compared, question.alpha, sampling)
        over_several = test_by_draws(judged.items, means, compared, question.alpha, sampling)
    confidence = 1 - question.alpha
    return Contrasts(
        tuple(rate_rows(judged, rated, confidence)),
        (*over_several, *rows),
        tuple(row for level in levels if level.kind == "aces" for row in aces_rows(judged, level, confidence)),
        tuple(example_rows(judged, phenomena, question.examples)),
        _method(items, judged, question, how, sampling, (len(rows), n_told, len(over_several)), reading or {}),
    )


def _method(
    items: ContrastivePairs,
    judged: Judged,
    question: ContrastsQuestion,
    how: Judging,
    sampling: Sampling,
    sizes: tuple[int, int, int],
    reading: Mapping[str, Any],
) -> ContrastsMethod:
    found = provenance(judged.test_set, how.score_inputs)
    files = [
        {"role": f"pairs {place}", "name": name, "sha256": sha256}
        for place, (name, sha256) in enumerate(items.files, 1)
    ]
    texts = [] if files else found["inputs"][: len(found["inputs"]) - len(how.score_inputs)]
    outside = [name for name in judged.metrics if name in judged.outside]
    asked = recipe_of_files(question, reading, judged.items.unit, sampling.seed)
    method: Any = {
        **found,
        "inputs": [*files, *texts, *how.score_inputs],
        "segments_are": "items",
        "unit": judged.items.unit,
        "n_units": judged.items.n_units,
        "ties": question.ties,
        "n_left_out": judged.left_out,
        **method_of_items(question.alpha, sampling),
        "n_phenomenon_tests": sizes[0],
        "n_phenomenon_tests_told": sizes[1],
        "n_mean_tests": sizes[2],
        "notes": cautions(judged, question),
        **Factors.of_units(judged.items.unit, ("metrics",)).told(contrasts_sentence(judged, question, sampling, sizes)),
        "recipe": {
            "command": asked["command"],
            "metrics": [name for name in judged.metrics if name not in outside],
            "lower_is_better": list(how.lower_is_better),
            "reading": asked["reading"],
            "langpair": how.langpair,
            "arguments": asked["arguments"],
        },
    }
    settled: ContrastsMethod = method
    return settled


def _levels_of(judged: Judged) -> list[Level]:
    """List all items, the mean over phenomena, the ACES score, categories, phenomena and language pairs."""
    items, every = judged.items, np.arange(judged.items.n_items)
    codes, categories = items.phenomena.codes, items.categories
    found = [item_level(items, "items", "", every)]
    if len(items.phenomena.names) > 1:
        found.append(mean_level(items, "mean", "", every, codes))
    if {name for name in categories.names if name} == set(ACES_WEIGHTS):
        found.append(_aces(items))
    for code, name in enumerate(categories.names):
        if name:
            own = np.flatnonzero(categories.codes == code)
            found.append(mean_level(items, "category", name, own, codes[own]))
    found += phenomenon_levels(items)
    pairs = judged.pairs.langpairs or ()
    for langpair in dict.fromkeys(pairs) if len(set(pairs)) > 1 else ():
        found.append(item_level(items, "langpair", langpair, np.flatnonzero([one == langpair for one in pairs])))
    return found


def _aces(items: JudgedItems) -> Level:
    """Count each category by its weight, and within it each phenomenon the same."""
    whole = mean_level(items, "aces", "", np.arange(items.n_items), items.phenomena.codes)
    sizes = np.bincount(whole.cells)
    category_of = np.array([items.categories.codes[np.argmax(whole.cells == cell)] for cell in range(len(sizes))])
    n_phenomena = np.bincount(category_of)
    weight = np.array([ACES_WEIGHTS.get(name, 0.0) for name in items.categories.names])
    total = sum(ACES_WEIGHTS.values())
    per_cell = weight[category_of] / (n_phenomena[category_of] * sizes * total)
    return Level("aces", "", "", whole.items, per_cell[whole.cells], whole.cells, whole.clusters, total)


# Rows of rates, of the ACES score and of items that metrics miss.


def rate_rows(judged: Judged, levels: Sequence[Level], confidence: float) -> list[ContrastRow]:
    """Lay out the rates of every level, metric by metric."""
    rows = []
    for level in levels:
        n_phenomena = len(np.unique(judged.items.phenomena.codes[level.items]))
        accuracies = level.accuracy(judged.items.values).tolist()
        intervals = level.intervals(judged.items.values, confidence)
        for metric, label, outcomes, accuracy, interval in zip(
            judged.metrics, judged.labels, judged.outcomes, accuracies, intervals, strict=True
        ):
            found = outcomes[level.items]
            rows.append(
                ContrastRow(
                    level.kind,
                    level.name,
                    level.category,
                    metric,
                    label,
                    len(found),
                    int((found > 0).sum()),
                    int((found == 0).sum()),
                    int((found < 0).sum()),
                    accuracy,
                    interval,
                    2 * accuracy - 1,
                    n_phenomena,
                )
            )
    return rows


def aces_rows(judged: Judged, level: Level, confidence: float) -> list[AcesRow]:
    """Lay out the ACES score of every metric."""
    values, quantile = judged.items.values, spread_quantile(1 - (1 - confidence) / 2, level.n_units)
    errors = np.sqrt((level.residuals(values) ** 2).sum(axis=1))
    rows = []
    for metric, label, accuracy, error in zip(
        judged.metrics, judged.labels, level.accuracy(values).tolist(), errors.tolist(), strict=True
    ):
        score = level.total * (2 * accuracy - 1)
        half = 2 * level.total * quantile * error
        rows.append(AcesRow(metric, label, score, (score - half, score + half)))
    return rows


def example_rows(judged: Judged, levels: Sequence[Level], n_wanted: int) -> list[ContrastExampleRow]:
    """Choose items of every phenomenon that metrics miss: those that most of them miss first.

    Each metric that misses some has as many of its own, where there are as many.
    """
    rows = []
    for level in levels:
        is_missed = judged.outcomes[:, level.items] <= 0  # (M, L)
        wanted = np.minimum(n_wanted, is_missed.sum(axis=1))
        order = np.argsort(-is_missed.sum(axis=0), kind="stable")
        for place in order.tolist():
            needed = is_missed[:, place] & (wanted > 0)
            if needed.any():
                wanted -= is_missed[:, place]
                rows.append(_example(judged, level, int(level.items[place])))
    return rows


def _example(judged: Judged, level: Level, item: int) -> ContrastExampleRow:
    pairs, number = judged.pairs, int(judged.places[item]) + 1
    scores = judged.scores[:, :, item].tolist()
    return ContrastExampleRow(
        level.name,
        number,
        pairs.ids[item] if pairs.ids else str(number),
        pairs.langpairs[item] if pairs.langpairs else "",
        pairs.sources[item] if pairs.sources else "",
        pairs.references[item] if pairs.references else "",
        pairs.good[item],
        pairs.wrong[item],
        {label: (good, wrong) for label, (good, wrong) in zip(judged.labels, scores, strict=True)},
        tuple(label for label, outcome in zip(judged.labels, judged.outcomes[:, item], strict=True) if outcome <= 0),
    )
