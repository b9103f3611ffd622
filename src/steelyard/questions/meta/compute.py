"""Say how far metrics agree with people, which cannot be told apart, and which to trust."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.counted.threads import blas_threads
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.inference import check_resamples, seed_of
from steelyard.lines import TextFile
from steelyard.meta import BootstrapCorrelations
from steelyard.questions.meta.agreement import Agreement, Resampled, agreement
from steelyard.questions.meta.answer import MetaEvaluation, MetricAgreementRow, MetricPairRow
from steelyard.questions.meta.buckets import agree_in_buckets
from steelyard.questions.meta.comparison import WILLIAMS, Compared, Swap, compare_metrics
from steelyard.questions.meta.levels import LevelData, level_data, shared_outputs
from steelyard.questions.meta.method import Buckets, bucket_labels, end_of_ratings, meta_method, meta_recipe
from steelyard.questions.meta.rows import agreement_rows, intervals_of, pair_rows
from steelyard.questions.meta.sentence import meta_sentence
from steelyard.questions.meta.statistics import Statistic, parse_all
from steelyard.types import OutputScores

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["meta_evaluate"]

_RESAMPLED = ("systems", "inputs", "both")
_INTERVALS = ("percentile", "fisher")
_FEWEST_SYSTEMS = 3


def meta_evaluate(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    *,
    documents: Sequence[str] | TextFile | None = None,
    buckets: Buckets | None = None,
    levels: Sequence[str] = ("system", "segment"),
    statistics: Sequence[str] = (),
    by: Sequence[str] = (),
    test: str | None = None,
    swap: Swap | None = None,
    resample: Resampled = "both",
    interval: str = "percentile",
    confidence_level: float = 0.95,
    alpha: float = 0.05,
    n_resamples: int = 1000,
    rng: "Rng" = 12345,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    progress: "Progress | None" = None,
) -> MetaEvaluation:
    """Hold metrics against people's ratings of the same outputs.

    Parameters
    ----------
    people : OutputScores
        Ratings of outputs, such as from `steelyard.people.read_people`.
    metrics : sequence of OutputScores
        Each with a name of its own, on the same segments.
    documents : sequence of str or TextFile, optional
        Document of each segment: then documents are resampled, with all their segments. By default those of `people`,
        or of the first metric that has them.
    buckets : Labels, sequence of str, TextFile or ByLength, optional
        A label a segment, such as its domain, or short and long lines of a text (`ByLength`); agreement is then also
        told bucket by bucket, by the first statistic of segments that is a correlation or counts pairs.
    levels : sequence of {"system", "segment", "document"}, default ("system", "segment")
        What is compared: systems; outputs; or systems' means over documents.
    statistics : sequence of str, default ()
        ``"LEVEL:STATISTIC"`` or ``"LEVEL:STATISTIC:AVERAGE"``, the average one of item (within each segment, the
        default), system (within each system) and none (over all outputs). A level without any gets its defaults. Of
        systems: soft-accuracy, soft-accuracy-published, pairwise-accuracy, robust-pearson; of outputs:
        calibrated-accuracy, darr; of both: pearson, spearman, kendall, tau_a, tau_c, tau_10, tau_13, tau_14, tau_eq,
        acc_eq.
    by : sequence of str, default ()
        The statistic by which metrics are compared, at most one a level; by default the first of its level.
    test : {"exchange", "bootstrap", "williams"}, optional
        How metrics are compared; by default what fits the statistic. Williams' test is for ``system:pearson`` and
        ``segment:pearson:none``, and leaves other statistics their own.
    swap : {"systems", "inputs", "both"}, optional
        What an exchange exchanges; by default systems at the system level, single scores at the others.
    resample : {"systems", "inputs", "both"}, default "both"
        What intervals resample: systems, segments (or documents), or both.
    interval : {"percentile", "fisher"}, default "percentile"
        Fisher's is for correlations of systems; other statistics keep percentiles.
    confidence_level : float, default 0.95
        Of the intervals.
    alpha : float, default 0.05
        Family-wise level of the comparison of all metrics of a level.
    n_resamples : int, default 1000
        Draws of intervals, tests, and soft pairwise accuracy.
    rng : int or numpy.random.Generator, default 12345
        The same value repeats the result bit for bit.
    n_jobs : int, default 1
        Threads.
    inputs : sequence of dict, default ()
        Role, name and SHA-256 of further files the numbers rest on.
    progress : callable, optional
        Called with (steps done, steps in all).

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
    _check(resample, interval, confidence_level, alpha, n_resamples)
    asked = parse_all(statistics, by, levels)
    deciding = _deciding(asked, by)
    is_across_segments = all(s.level != "system" and s.average in ("none", "system") for s in asked)
    ids = documents.lines if isinstance(documents, TextFile) else documents
    shared = shared_outputs(people, metrics, ids, 1 if is_across_segments else 2)
    if len(shared.system_names) == 1:  # there is none to draw in its place
        resample = "inputs"
    if "system" in deciding and len(shared.system_names) < _FEWEST_SYSTEMS:
        raise SpecError(
            f"People and all metrics share {len(shared.system_names)} systems; the level of systems needs "
            f"{_FEWEST_SYSTEMS}. Ask for the level segment alone."
        )
    is_for_williams = {level: str(statistic) in WILLIAMS for level, statistic in deciding.items()}
    if test == "williams" and not any(is_for_williams.values()):
        raise SpecError(f"Williams' test is for {' and '.join(WILLIAMS)}: let one of them decide (by, --by).")
    seed = seed_of(rng)
    is_wanted = {str(Statistic.parse(text)) for text in (*statistics, *by)}
    step, n_steps = 0, 2 * len(asked) + len(deciding)
    rows: list[MetricAgreementRow] = []
    pairs: list[MetricPairRow] = []
    notes = end_of_ratings(people)
    compared: dict[str, Any] = {}
    with blas_threads(n_jobs):
        for level in deciding:
            data = level_data(shared, level)
            waiting = sorted((s for s in asked if s.level == level), key=lambda s: s != deciding[level])
            while waiting:
                statistic = waiting.pop(0)
                try:
                    found = agreement(statistic, data, n_resamples=n_resamples, seed=seed)
                except DataError as error:
                    if str(statistic) in is_wanted or not waiting:
                        raise
                    notes.append(f"{statistic} is left out: {error}")
                    if statistic == deciding[level]:
                        deciding[level] = waiting[0]
                    continue
                resampled = _resampled(found, data, resample, n_resamples, seed, notes)
                intervals = intervals_of(found, resampled, interval, confidence_level, len(shared.system_names))
                comparison = None
                if statistic == deciding[level] and len(shared.metrics) > 1:
                    comparison = compare_metrics(
                        found,
                        data,
                        test=None if test == "williams" and not is_for_williams[level] else test,
                        swap=swap,
                        resample=resample,
                        alpha=alpha,
                        n_resamples=n_resamples,
                        seed=seed,
                    )
                    pairs += pair_rows(shared, found, comparison, resampled, confidence_level)
                    compared[level] = _described(statistic, comparison)
                rows += agreement_rows(
                    shared, found, intervals, comparison, resampled, is_first=statistic == deciding[level]
                )
                step += 2
                if progress is not None:
                    progress(step, n_steps)
    arguments = {
        "levels": list(levels),
        "statistics": list(statistics),
        "by": list(by),
        "test": test,
        "swap": swap,
        "resample": resample,
        "interval": interval,
        "confidence_level": confidence_level,
        "alpha": alpha,
        "n_resamples": n_resamples,
        "rng": seed,
    }
    again = meta_recipe(people, metrics, documents, buckets, arguments)
    method = meta_method(people, metrics, shared, [*inputs, *again["inputs"]], notes) | {
        "levels": list(deciding),
        "by": {level: str(statistic) for level, statistic in deciding.items()},
        "compared": compared,
        "resample": resample,
        "interval": interval,
        "confidence_level": confidence_level,
        "alpha": alpha,
        "n_resamples": n_resamples,
        "seed": seed,
    }
    parts = None
    if buckets is not None:
        labels = bucket_labels(buckets)
        with blas_threads(n_jobs):
            parts = agree_in_buckets(
                shared,
                labels,
                asked,
                confidence_level=confidence_level,
                alpha=alpha,
                n_resamples=n_resamples,
                seed=seed,
            )
        method["buckets_by"] = str(parts.statistic)
    method["sentence"] = meta_sentence(method)
    method["recipe"] = again["recipe"]
    of_buckets = ((), ()) if parts is None else (parts.agreement, parts.pairs)
    return MetaEvaluation(tuple(rows), tuple(pairs), method, *of_buckets)


def _check(resample: str, interval: str, confidence_level: float, alpha: float, n_resamples: int) -> None:
    if resample not in _RESAMPLED:
        raise unknown_name("resampling", resample, _RESAMPLED)
    if interval not in _INTERVALS:
        raise unknown_name("interval", interval, _INTERVALS)
    for name, value in (("confidence_level", confidence_level), ("alpha", alpha)):
        if not 0 < value < 1:
            raise SpecError(f"{name} must lie between 0 and 1, not {value}.")
    check_resamples(n_resamples)


def _deciding(asked: Sequence[Statistic], by: Sequence[str]) -> dict[str, Statistic]:
    """Return the statistic that decides at each level: what was asked for, or the first."""
    chosen: dict[str, Statistic] = {}
    for text in by:
        statistic = Statistic.parse(text)
        if chosen.setdefault(statistic.level, statistic) != statistic:
            raise SpecError(f"Two statistics are to decide at the {statistic.level} level; one can.")
    for statistic in asked:
        chosen.setdefault(statistic.level, statistic)
    return {statistic.level: chosen[statistic.level] for statistic in asked}


def _resampled(
    found: Agreement, data: LevelData, resample: Resampled, n_resamples: int, seed: int, notes: list[str]
) -> BootstrapCorrelations | None:
    try:
        return found.resampled(data, resample=resample, n_resamples=n_resamples, seed=seed)
    except DataError as error:
        notes.append(f"{found.statistic} has no intervals: {error}")
        return None


def _described(statistic: Statistic, comparison: Compared) -> dict[str, Any]:
    return {
        "statistic": str(statistic),
        "test": comparison.test,
        "sentence": comparison.sentence,
        "scope": comparison.scope,
        "n_draws": comparison.n_draws,
        "is_exact": comparison.is_exact,
    }
