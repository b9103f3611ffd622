"""Rank metrics over several language pairs."""

import platform
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError, unknown_name
from steelyard.fixed_order import product
from steelyard.inference import average_of_tasks, check_resamples, max_t, seed_of
from steelyard.meta import MetricRanking, published_clusters, rank_by_p_values
from steelyard.metrics import package_version
from steelyard.questions.metrics_task.answer import MetricAverageRow, MetricsTask, MetricsTaskPairRow
from steelyard.questions.metrics_task.inputs import MARKS
from steelyard.questions.metrics_task.pairs import LanguagePair
from steelyard.questions.metrics_task.question import MetricsTaskQuestion
from steelyard.questions.metrics_task.ranked import RankedTask, one_sided, rank_on_pair, shared_metrics
from steelyard.ratings.recipe import score_inputs
from steelyard.results.factors import Factors
from steelyard.results.plurals import counted
from steelyard.scored.threads import working_threads
from steelyard.types import OutputScores

__all__ = ["compute", "metrics_task"]

_PER_PAIR = 2  # statistics on each language pair
_NAMED = 6
_FEW = 8  # systems below which places of metrics are mostly chance


@asks("meta tasks")
def metrics_task(
    tasks: Mapping[str, tuple[OutputScores, Sequence[OutputScores]]],
    *,
    marks: Mapping[str, str] | None = None,
    weights: Mapping[str, float] | None = None,
    **options: Any,
) -> MetricsTask:
    """Rank metrics by the average of soft pairwise accuracy and tie-calibrated accuracy over language pairs.

    When it misleads: exchanging scores takes these systems as they are, and the average is of these language pairs;
    with a dozen systems each, other systems would often change the places of metrics.

    Parameters
    ----------
    tasks : mapping of str to (OutputScores, sequence of OutputScores)
        People and metrics of each language pair, systems of which may differ from pair to pair.
    marks : mapping of str to str, optional
        Of metrics: ``primary``, ``baseline`` or ``contrastive``.
    weights : mapping of str to float, optional
        Of language pairs in the average; equal by default.
    {options}

    Returns
    -------
    MetricsTask
        Averages, ranks and clusters, and all pairs of metrics.

    Raises
    ------
    SpecError
        There is no language pair, or the pairs have fewer than two metrics in common, or something does not exist.
    AlignmentError
        People and metrics share fewer than two systems of a language pair.
    DataError
        A metric has no score on a language pair, or too few segments have all scores.

    References
    ----------
    Freitag et al. 2024, "Are LLMs breaking MT metrics? Results of the WMT24 metrics shared task", 2024.wmt-1.2.
    Thompson et al. 2024, 2024.wmt-1.118. Deutsch, Foster and Freitag 2023, 2023.emnlp-main.798.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng, systems, tasks = np.random.default_rng(1), tuple("abcde"), {}
    >>> for languages in ("en-de", "en-ja"):
    ...     quality = rng.normal(size=(5, 1)) + rng.normal(size=(5, 30))
    ...     metrics = [OutputScores(f"noise {n}", systems, quality + n * rng.normal(size=(5, 30))) for n in (9, 1)]
    ...     tasks[languages] = OutputScores("people", systems, quality), metrics
    >>> found = sy.metrics_task(tasks, n_draws=200)
    >>> [(row.metric, row.cluster, row.published_cluster) for row in found.averages]
    [('noise 1', 1, 1), ('noise 9', 2, 2)]
    """
    for name in weights or {}:
        if name not in tasks:
            raise SpecError(f"weights names {name!r}, which is no task: {', '.join(tasks)}.")
    pairs = [
        LanguagePair(name, people, metrics, (weights or {}).get(name, 1.0)) for name, (people, metrics) in tasks.items()
    ]
    return compute(pairs, question_from(MetricsTaskQuestion, options), marks=marks or {})


def compute(
    pairs: Sequence[LanguagePair],
    question: MetricsTaskQuestion,
    reading: Mapping[str, Any] | None = None,
    *,
    marks: Mapping[str, str],
    n_threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> MetricsTask:
    """Judge metrics on each language pair, and average."""
    check_resamples(question.n_draws)
    names, lacking = shared_metrics(pairs)
    known = [*names, *(name for name, _ in lacking)]
    for name, mark in marks.items():
        if name not in known:
            raise unknown_name(f"{mark} metric", name, known)
        if mark not in MARKS:
            raise unknown_name("mark of a metric", mark, MARKS)
    seed, tasks = seed_of(question.rng), list[RankedTask]()
    with working_threads(n_threads):
        for number, pair in enumerate(pairs):
            tasks += rank_on_pair(pair, names, question, (seed + _PER_PAIR * number) % 2**64)
            if progress is not None:
                progress(number + 1, len(pairs))
        averages, rows = _averaged(names, tasks, marks, question)
    order = sorted(tasks, key=lambda task: task.statistic != "soft-accuracy")
    method: Any = {
        "n_segments": sum(task.n_segments for task in order if task.statistic != "soft-accuracy"),
        "n_systems": len({system for task in order for system in task.shared.system_names}),
        "n_documents": None,
        "tasks": [_described(task) for task in order],
        "notes": _cautions(pairs, order, lacking, question),
        "alpha": question.alpha,
        "n_resamples": question.n_draws,
        "seed": seed,
        "is_published": question.is_published,
        **Factors(("segments",), ("raters", "tasks", "systems", "metrics")).told(
            _task_sentence(names, pairs, question, seed, package_version())
        ),
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": _inputs(pairs),
        "recipe": {
            "command": "meta tasks",
            "reading": dict(reading or {}),
            "arguments": {**question.recipe(), "rng": seed},
        },
    }
    return MetricsTask(tuple(averages), tuple(rows), method)


def _averaged(
    names: Sequence[str], tasks: Sequence[RankedTask], marks: Mapping[str, str], question: MetricsTaskQuestion
) -> tuple[list[MetricAverageRow], list[MetricsTaskPairRow]]:
    """Average values and null distributions over tasks, and rank."""
    tasks = sorted(tasks, key=lambda task: task.statistic != "soft-accuracy")
    weights = np.array([task.weight for task in tasks])
    n_pairs = len(names) * (len(names) - 1) // 2
    null = average_of_tasks([task.null for task in tasks], np.tile(np.arange(n_pairs), (len(tasks), 1)), weights)
    values = np.stack([task.values for task in tasks])
    average = product(weights, values) / weights.sum()
    ranking = rank_by_p_values(
        average, null.p_values("two-sided"), max_t(null).p_values, differences=null.observed, alpha=question.alpha
    )
    better = one_sided(null, len(names))
    published = published_clusters(average, better, alpha=question.alpha)
    rows = [
        MetricAverageRow(
            names[i], marks.get(names[i], ""), float(average[i]), tuple(values[:, i].tolist()), *ranking.rank_ranges[i],
            ranking.clusters[i], published[i], tuple(task.clusters[i] for task in tasks),
        )
        for i in sorted(range(len(names)), key=lambda i: (-average[i], names[i]))
    ]  # fmt: skip
    pairs = [
        MetricsTaskPairRow(
            names[b], names[a], float(average[b] - average[a]), float(ranking.p_values[a, b]),
            float(ranking.adjusted[a, b]), float(better[b, a]), _verdict(ranking, a, b),
        )
        for a in range(len(names))
        for b in range(a + 1, len(names))
    ]  # fmt: skip
    return rows, pairs


def _verdict(ranking: MetricRanking, a: int, b: int) -> str:
    return "better" if ranking.is_better[b, a] else "worse" if ranking.is_better[a, b] else "cannot tell"


def _described(task: RankedTask) -> dict[str, Any]:
    return {
        "languages": task.languages,
        "statistic": task.statistic,
        "weight": task.weight,
        "people": task.shared.scales[0].name,
        "systems": list(task.shared.system_names),
        "left_out": [list(one) for one in task.shared.left_out],
        "n_segments": task.n_segments,
    }


def _inputs(pairs: Sequence[LanguagePair]) -> list[dict[str, str]]:
    found = [
        {**entry, "role": f"task {pair.name}: {entry['role']}"}
        for pair in pairs
        for entry in (*score_inputs([pair.people]), *score_inputs(pair.metrics, "scores"), *pair.inputs)
    ]
    return [entry for i, entry in enumerate(found) if entry not in found[:i]]


def _task_sentence(
    names: Sequence[str], pairs: Sequence[LanguagePair], question: MetricsTaskQuestion, seed: int, version: str
) -> str:
    """Say how metrics were ranked and compared."""
    kept = "weighted " if len({pair.weight for pair in pairs}) > 1 else ""
    ties = "in full" if question.is_published else "half"
    swapped = "single decisions" if question.is_published else "all decisions on a segment together"
    return (
        f"We ranked {len(names)} metrics by their {kept}average of soft pairwise accuracy (Thompson et al. 2024; 1,000 "
        f"exchanges, unchanged differences counted {ties}) and of accuracy within segments with calibrated ties "
        f"(Deutsch et al. 2023) over {counted(len(pairs), 'language pair')} with Steelyard {version}. Differences of "
        "averages were tested by exchanges of standardised scores of single outputs, and for calibrated accuracy "
        f"{swapped}. Each of {question.n_draws:,} draws is on all language pairs (seed {seed}). Ranks and clusters "
        f"control the family-wise error rate over all pairs of metrics by step-down max-T, at {question.alpha:g}. WMT "
        "clusters use one-sided p-values without correction. Results are about these systems and language pairs."
    )


def _cautions(
    pairs: Sequence[LanguagePair],
    tasks: Sequence[RankedTask],
    lacking: Sequence[tuple[str, list[str]]],
    question: MetricsTaskQuestion,
) -> list[str]:
    """Say what must not be overlooked."""
    notes = [pair.note for pair in pairs if pair.note]
    if lacking:
        told = ", ".join(f"{name} (not in {', '.join(where)})" for name, where in lacking[:_NAMED])
        more = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
        notes.append(f"Not ranked, because some tasks do not have it: {told}{more}.")
    for task in tasks:
        if task.statistic == "soft-accuracy" and task.shared.left_out:
            told = ", ".join(name for name, _ in task.shared.left_out[:_NAMED])
            notes.append(f"{task.languages}: {told} left out, because ratings or scores are missing.")
    few = [f"{task.languages} ({len(task.shared.system_names)})" for task in tasks if _is_small(task)]
    if few:
        notes.append(f"There are few systems in {', '.join(few)}: with other systems, the ranks of metrics can change.")
    ways = list(dict.fromkeys(pair.people.name for pair in pairs))
    if len(ways) > 1:
        notes.append(f"There are several kinds of ratings ({', '.join(ways)}); the average is over all of them.")
    if question.n_draws < 1 / question.alpha:
        notes.append(f"{question.n_draws} draws are too few to reach {question.alpha:g}: add -n 1000.")
    return notes


def _is_small(task: RankedTask) -> bool:
    return task.statistic == "soft-accuracy" and len(task.shared.system_names) < _FEW
