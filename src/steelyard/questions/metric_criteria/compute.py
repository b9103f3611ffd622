"""Judge metrics by likeness to people, and by what ratings say beside correlation."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError
from steelyard.files.reading import TextFile
from steelyard.meta import HeldOutSet, held_out_set, king
from steelyard.metrics import Metric, package_version
from steelyard.questions.meta.levels import shared_outputs
from steelyard.questions.metric_criteria.acceptability import (
    acceptability_rows,
    extreme_ratings,
    reached_rows,
    search_by_ratings,
    weight_rows,
    whole_segments,
)
from steelyard.questions.metric_criteria.answer import (
    AcceptabilityRow,
    LikenessRow,
    MetricCriteria,
    MetricCriteriaMethod,
    MetricSetRow,
    QueenRow,
    ReachedRow,
    WeightRow,
)
from steelyard.questions.metric_criteria.likeness import Similarities, likeness_rows, queen_rows, similarities
from steelyard.questions.metric_criteria.question import OF_RATINGS, OF_TEXTS, MetricCriteriaQuestion
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.rated import RatingsWithScores
from steelyard.results.factors import Factors
from steelyard.scored import Counted, count
from steelyard.scored.provenance import provenance
from steelyard.scored.text_scores import text_scores
from steelyard.types import OutputScores, TestSet

if TYPE_CHECKING:
    from steelyard.results.method import Provenance

__all__ = ["compute", "judge_metrics"]

_FACTORS = Factors(("segments",), ("systems", "metrics"))  # of the intervals of likeness
_MEANS = {"none": "without normalisation", "min-max": "scaled to 0 to 1", "z": "standardised"}


@asks("meta criteria")
def judge_metrics(
    people: OutputScores | None = None,
    metrics: Sequence[OutputScores] = (),
    *,
    test_set: TestSet | None = None,
    of_texts: Sequence[str | Metric] = (),
    documents: Sequence[str] | TextFile | None = None,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    **options: Any,
) -> MetricCriteria:
    """Say what metrics and sets of metrics are worth by criteria beside correlation.

    Parameters
    ----------
    people : OutputScores, optional
        Ratings of outputs, for the criteria of ratings.
    metrics : sequence of OutputScores, default ()
        Scores of the same outputs, such as of outside metrics, for the criteria of ratings.
    test_set : TestSet, optional
        Texts with several references, for the criteria of texts.
    of_texts : sequence of str or Metric, default ()
        Metrics of texts, which are judged by all criteria.
    documents : sequence of str or TextFile, optional
        Document of each segment: documents stay whole in folds.
    n_jobs : int, default 1
        Threads.
    inputs : sequence of dict, default ()
        Role, name and SHA-256 of further files the numbers rest on.
    {options}

    Returns
    -------
    MetricCriteria
        A table for each kind of criteria.

    Raises
    ------
    AlignmentError
        People and metrics share no systems, or have other numbers of segments.
    DataError
        A metric gives all rated outputs the same score.
    SpecError
        There are too few references, no ratings, or no metric, or an option is out of range.

    References
    ----------
    Giménez and Màrquez 2008, "Heterogeneous automatic MT evaluation through non-parametric metric combinations",
    I08-1042. Liu and Gildea 2007, "Source-language features and maximum correlation training for machine translation
    evaluation", N07-1006. Amigó, Giménez, Gonzalo and Verdejo 2009, "The contribution of linguistic features to
    automatic machine translation evaluation", P09-1035.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> quality, systems = rng.normal(size=(4, 60)), tuple("abcd")
    >>> metrics = [OutputScores(name, systems, quality + rng.normal(size=(4, 60))) for name in ("one", "other")]
    >>> found = sy.judge_metrics(OutputScores("people", systems, quality), metrics, criteria=["ulc", "choice"])
    >>> found.sets[0].members, [row.metric for row in found.acceptability]
    (('one', 'other'), ['one', 'other', 'ULC'])
    """
    counted = None if test_set is None else count(test_set, tuple(of_texts), n_threads=n_jobs)
    if counted is not None and people is not None:
        metrics = [*text_scores(counted), *metrics]
    rated = None
    if people is not None:
        rated = RatingsWithScores(
            scales=(people,), metrics=tuple(metrics), documents=documents, inputs=tuple(inputs), n_threads=n_jobs
        )
    return compute(rated, counted, question_from(MetricCriteriaQuestion, options))


def compute(
    rated: RatingsWithScores | None, counted: Counted | None, question: MetricCriteriaQuestion
) -> MetricCriteria:
    """Judge metrics of texts by other texts, and all by ratings."""
    of_texts = [name for name in question.criteria if name in OF_TEXTS]
    of_ratings = [name for name in question.criteria if name in OF_RATINGS]
    if of_texts and counted is None:
        raise SpecError(f"{of_texts[0]} compares texts: give references, systems, and metrics of texts.")
    if of_ratings and rated is None:
        raise SpecError(f"{of_ratings[0]} needs ratings: give some.")
    notes: list[str] = []
    likeness, queens, sets = tuple[LikenessRow, ...](), tuple[QueenRow, ...](), list[MetricSetRow]()
    weights: tuple[tuple[WeightRow, ...], float | None, float | None] = ((), None, None)
    near, shared = None, None
    if of_texts and counted is not None:
        near = similarities(counted, of_texts)
        searched = _search_by_king(near, question, notes) if "king" in of_texts else None
        if searched is not None:
            sets.append(_set_row("king", near.labels, searched))
        if "king" in of_texts or "jack" in of_texts:
            likeness = likeness_rows(near, of_texts, searched, question.confidence_level)
        if "queen" in of_texts:
            queens = queen_rows(near, searched)
    acceptability, reached = tuple[AcceptabilityRow, ...](), tuple[ReachedRow, ...]()
    if of_ratings and rated is not None:
        shared = shared_outputs(rated.scales[0], rated.metrics, rated.document_ids, 1)
        names = tuple(metric.name for metric in shared.metrics)
        searched = search_by_ratings(shared, question) if "ulc" in of_ratings and len(names) > 1 else None
        if searched is not None:
            sets.append(_set_row("ulc", names, searched))
        acceptability = acceptability_rows(shared, question, searched, notes)
        reached = reached_rows(shared) if "choice" in of_ratings else ()
        weights = weight_rows(shared, notes) if "weights" in of_ratings else weights
    method = _method(rated, counted, question, near, shared, notes)
    method["correlation"], method["left_out"] = weights[1:]
    found = MetricCriteria(likeness, queens, tuple(sets), acceptability, reached, weights[0], method)
    method["sentence"] = _criteria_sentence(found)
    return replace(found, method={**method, **_FACTORS.told(method["sentence"])}) if likeness else found


def _search_by_king(near: Similarities, question: MetricCriteriaQuestion, notes: list[str]) -> HeldOutSet | None:
    """Search for the set with the highest KING; a single metric is no choice."""
    n_cases = len(near.to_references)
    if len(near.labels) < 2:
        return None
    if n_cases < question.n_folds:
        notes.append(f"No search by KING: {n_cases} segments are too few for {question.n_folds} folds.")
        return None

    def value(members: tuple[int, ...], cases: NDArray[np.int64]) -> float:
        chosen = list(members)
        return king(near.to_references[cases][:, chosen], near.among_references[cases][:, chosen]).value

    return held_out_set(value, len(near.labels), n_cases, n_folds=question.n_folds)


def _set_row(criterion: str, names: tuple[str, ...], searched: HeldOutSet) -> MetricSetRow:
    singles = np.array(searched.trained.singles)
    best = int(np.nanargmax(singles))
    return MetricSetRow(
        criterion,
        tuple(names[i] for i in searched.trained.members),
        float(searched.trained.value),
        float(searched.value),
        names[best],
        float(singles[best]),
        tuple(float(share) for share in searched.shares(len(names))),
    )


def _method(
    rated: RatingsWithScores | None,
    counted: Counted | None,
    question: MetricCriteriaQuestion,
    near: Similarities | None,
    shared: Aligned | None,
    notes: list[str],
) -> MetricCriteriaMethod:
    if shared is not None and rated is not None:
        rests_on: Provenance = rated.provenance(shared)
        if near is not None and counted is not None:
            files = provenance(counted.test_set, [])["inputs"]
            rests_on = {**rests_on, "inputs": rests_on["inputs"] + [f for f in files if f not in rests_on["inputs"]]}
    elif counted is not None:
        rests_on = provenance(counted.test_set, [])
    else:
        raise SpecError("Give texts, or scores and ratings.")
    options: dict[str, Any] = question.recipe()
    labels = [metric.name for metric in shared.metrics] if shared is not None else list(near.labels if near else ())
    method: Any = {
        **rests_on,
        "criteria": list(question.criteria),
        "metrics": labels,
        "n_references": 0 if near is None else int(near.to_references.shape[-1]),
        "n_compared": 0 if near is None else len(near.to_references),
        "people": None if shared is None else shared.scales[0].name,
        "n_outputs": 0 if shared is None else int(np.isfinite(shared.ratings).sum()),
        "n_whole": 0 if shared is None else int(whole_segments(shared).sum()),
        "correlation": None,
        "left_out": None,
        "extremes": [] if shared is None else extreme_ratings(shared, question),
        "options": options,
        "notes": notes,
        "sentence": "",
        "recipe": {"command": "meta criteria", "arguments": options},
    }
    told: MetricCriteriaMethod = method
    return told


def _criteria_sentence(found: MetricCriteria) -> str:
    """Say in words what was done."""
    method, options = found.method, found.method["options"]
    parts = [f"We evaluated {len(method['metrics'])} metrics with Steelyard {package_version()}."]
    if method["n_compared"]:
        parts.append(
            f"QARLA criteria were computed on {method['n_compared']:,} segments with {method['n_references']} "
            "references. A metric compares each text with one reference at a time."
        )
    if method["people"] is not None:
        parts.append(
            f"Ratings ({method['people']}) are of {method['n_outputs']:,} outputs. Correlations are Pearson's over all "
            "outputs."
        )
        if "ulc" in method["criteria"]:
            parts.append(f"ULC is the plain mean of scores, {_MEANS[str(options['normalise'])]}.")
        if {"weights", "significance", "decrease", "choice"} & set(method["criteria"]):
            parts.append(f"Systems are compared on the {method['n_whole']:,} segments with ratings of all systems.")
        if "significance" in method["criteria"]:
            parts.append(f"Pairs were tested by Wilcoxon's signed-rank test at {options['pair_alpha']:g}, one-sided.")
    if found.sets:
        parts.append(
            "Sets were searched by forward selection from the best metric. The held-out value is the mean over "
            f"{options['n_folds']} folds, each with a set from the other folds."
        )
    return " ".join(parts)
