"""Say how far metrics agree with people, which cannot be told apart, and which to trust."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from steelyard.asking.doors import asks, question_from
from steelyard.errors import DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.meta import AgreementSpread, BootstrapCorrelations
from steelyard.progress import shown_progress
from steelyard.questions.meta.agreement import Agreement, agreement
from steelyard.questions.meta.answer import MetaEvaluation, MetricAgreementRow, MetricPairRow
from steelyard.questions.meta.buckets import agree_in_buckets, bucket_labels
from steelyard.questions.meta.comparison import Compared, compare_metrics
from steelyard.questions.meta.levels import LevelData, level_data, shared_outputs
from steelyard.questions.meta.method import end_of_ratings, meta_method
from steelyard.questions.meta.question import WILLIAMS, MetaQuestion, Resampled
from steelyard.questions.meta.rows import agreement_rows, pair_rows
from steelyard.questions.meta.statistics import Statistic, parse_all
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.rated import RatingsWithScores
from steelyard.scored import Sampling
from steelyard.scored.threads import working_threads
from steelyard.types import OutputScores

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["compute", "meta_evaluate"]

_FEWEST_SYSTEMS = 3
Taken = TypeVar("Taken")


@asks("meta")
def meta_evaluate(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    *,
    documents: Sequence[str] | TextFile | None = None,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    progress: "Progress | bool | None" = None,
    **options: Any,
) -> MetaEvaluation:
    """Hold metrics against people's ratings of the same outputs.

    Parameters
    ----------
    people : OutputScores
        Ratings of outputs, such as from `steelyard.ratings.read_people`.
    metrics : sequence of OutputScores
        Each with a name of its own, on the same segments.
    documents : sequence of str or TextFile, optional
        Document of each segment: then documents are resampled, with all their segments. By default those of `people`,
        or of the first metric that has them.
    n_jobs : int, default 1
        Threads.
    inputs : sequence of dict, default ()
        Role, name and SHA-256 of further files the numbers rest on.
    {options}

    Returns
    -------
    MetaEvaluation
        Agreement of every metric, and the comparison of all pairs of metrics.

    Raises
    ------
    AlignmentError
        People and metrics share fewer than two systems, or have other numbers of segments or other documents.
    DataError
        A statistic that was asked for is not defined on these data.
    SpecError
        Something is asked for that does not exist.

    Notes
    -----
    Systems that people or some metric lack take no part, nor does an output that any of them lacks: all metrics are
    judged on the same outputs. Misleads where people are few: the agreement then tells as much of them as of the
    metrics. Agreement belongs to this language pair, these kinds of systems and this way of rating.

    References
    ----------
    Deutsch, Dror and Roth 2021, doi:10.1162/tacl_a_00417. Deutsch, Foster and Freitag 2023, 2023.emnlp-main.798.
    Thompson et al. 2024, 2024.wmt-1.118.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> quality, systems = rng.normal(size=(8, 1)) + rng.normal(size=(8, 40)), tuple("abcdefgh")
    >>> people = OutputScores("people", systems, quality)
    >>> metrics = [OutputScores(f"noise {n}", systems, quality + n * rng.normal(size=(8, 40))) for n in (1, 9)]
    >>> found = sy.meta_evaluate(people, metrics, statistics=["segment:pearson:none"], n_resamples=200)
    >>> [(row.metric, row.cluster) for row in found.deciding("segment")]
    [('noise 1', 1), ('noise 9', 2)]
    """
    rated = RatingsWithScores(
        scales=(people,), metrics=tuple(metrics), documents=documents, inputs=tuple(inputs), n_threads=n_jobs
    )
    question = question_from(MetaQuestion, options)
    with shown_progress(progress) as shown:
        return compute(replace(rated, progress=shown), question)


def compute(rated: RatingsWithScores, question: MetaQuestion) -> MetaEvaluation:
    """Align people and metrics, measure agreement level by level, compare metrics, and lay both out as rows."""
    [people] = rated.scales
    statistics = parse_all(question.statistics, question.by, question.levels)
    deciding = _deciding(statistics, question.by)
    shared = _align(rated, statistics)
    if len(shared.system_names) == 1:  # there is none to draw in its place
        question = replace(question, resample="inputs")
    _check(question, deciding, shared)
    sampling, notes = rated.sampling(question.n_resamples, question.rng), end_of_ratings(people)
    with working_threads(rated.n_threads):
        levels = {level: _agree(shared, level, statistics, deciding, question, sampling, notes) for level in deciding}
        compared = {level: _compare(found[0], question, sampling) for level, found in levels.items()}
        parts = None
        if question.buckets is not None:
            parts = agree_in_buckets(shared, bucket_labels(question.buckets), statistics, question, sampling)
    return MetaEvaluation(
        tuple(row for level in levels for row in _rows(shared, levels[level], compared[level], question)),
        tuple(row for level in levels for row in _pairs(shared, levels[level][0], compared[level], question)),
        meta_method(
            rated,
            shared,
            question,
            sampling,
            by={level: found[0].agreement.statistic for level, found in levels.items()},
            compared=compared,
            buckets_by=None if parts is None else parts.statistic,
            notes=notes,
        ),
        () if parts is None else parts.agreement,
        () if parts is None else parts.pairs,
    )


def _deciding(asked: Sequence[Statistic], by: Sequence[str]) -> dict[str, Statistic]:
    """Return the statistic that decides at each level: what was asked for, or the first."""
    chosen: dict[str, Statistic] = {}
    for text in by:
        statistic = Statistic.parse(text)
        if chosen.setdefault(statistic.level, statistic) != statistic:
            raise SpecError(f"Two statistics are named to rank metrics at the {statistic.level} level; one can.")
    for statistic in asked:
        chosen.setdefault(statistic.level, statistic)
    return {statistic.level: chosen[statistic.level] for statistic in asked}


def _align(rated: RatingsWithScores, statistics: Sequence[Statistic]) -> Aligned:
    """Put people and metrics on the same outputs; across segments one system will do."""
    is_across_segments = all(one.level != "system" and one.average in ("none", "system") for one in statistics)
    return shared_outputs(rated.scales[0], rated.metrics, rated.document_ids, 1 if is_across_segments else 2)


def _check(question: MetaQuestion, deciding: dict[str, Statistic], shared: Aligned) -> None:
    if "system" in deciding and len(shared.system_names) < _FEWEST_SYSTEMS:
        raise SpecError(
            f"People and all metrics share {len(shared.system_names)} systems; the level of systems needs "
            f"{_FEWEST_SYSTEMS}. Ask for the level segment alone."
        )
    if question.test == "williams" and not any(str(statistic) in WILLIAMS for statistic in deciding.values()):
        raise SpecError(f"Williams' test is for {' and '.join(WILLIAMS)}: let one of them decide (by, --decide-by).")


@dataclass(frozen=True, slots=True, eq=False)
class _Agreed:
    """A statistic of all metrics, the numbers it is of, and its resamples where they have it."""

    agreement: Agreement
    data: LevelData
    resampled: BootstrapCorrelations | None
    spread: AgreementSpread | None


def _agree(
    shared: Aligned,
    level: str,
    statistics: Sequence[Statistic],
    deciding: dict[str, Statistic],
    question: MetaQuestion,
    sampling: Sampling,
    notes: list[str],
) -> list[_Agreed]:
    """Compute the statistics of a level, the one that decides first; what nobody named may be left out, with a note."""
    named = {str(Statistic.parse(text)) for text in (*question.statistics, *question.by)}
    data = level_data(shared, level, metric_lines=question.metric_lines)
    own = sorted((one for one in statistics if one.level == level), key=lambda one: one != deciding[level])
    found: list[_Agreed] = []
    for statistic in own:
        try:
            agreed = agreement(statistic, data, sampling)
        except DataError as error:
            if str(statistic) in named or statistic == own[-1]:
                raise
            notes.append(f"{statistic} is left out: {error}")
            continue
        is_drawn = statistic == deciding[level] or question.interval == "percentile"
        resampled = _taken(agreed, agreed.resampled, data, question.resample, sampling, notes) if is_drawn else None
        spread = None
        if question.interval != "percentile":
            spread = _taken(agreed, agreed.spread, data, question.resample, sampling, notes)
        found.append(_Agreed(agreed, data, resampled, spread))
        if sampling.progress is not None:
            first = [one.level for one in statistics].index(level)
            sampling.progress(first + own.index(statistic) + 1, len(statistics))
    return found


def _taken(
    agreed: Agreement,
    take: Callable[[LevelData, Resampled, Sampling], Taken],
    data: LevelData,
    resample: Resampled,
    sampling: Sampling,
    notes: list[str],
) -> Taken | None:
    """Take agreement again; where that is not defined, say once that it has no intervals."""
    try:
        return take(data, resample, sampling)
    except DataError as error:
        note = f"{agreed.statistic} has no intervals: {error}"
        if note not in notes:
            notes.append(note)
        return None


def _compare(deciding: _Agreed, question: MetaQuestion, sampling: Sampling) -> Compared | None:
    """Compare all metrics of a level by the statistic that decides; a single one has none to be compared with."""
    if len(deciding.agreement.values) == 1:
        return None
    return compare_metrics(deciding.agreement, deciding.data, question, sampling)


def _rows(
    shared: Aligned, level: Sequence[_Agreed], compared: Compared | None, question: MetaQuestion
) -> list[MetricAgreementRow]:
    rows: list[MetricAgreementRow] = []
    for i, one in enumerate(level):
        rows += agreement_rows(
            shared, one.agreement, one.resampled, one.spread, compared if i == 0 else None, question, is_first=i == 0
        )
    return rows


def _pairs(
    shared: Aligned, deciding: _Agreed, compared: Compared | None, question: MetaQuestion
) -> list[MetricPairRow]:
    if compared is None:
        return []
    return pair_rows(
        shared, deciding.agreement, compared, deciding.resampled, deciding.spread, question.confidence_level
    )
