"""Echizen'ya, Araki and Hovy 2013: how well metrics agree with people on systems, on segments, and by length."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.papers.aile2013.question import Aile2013
from steelyard.lab.papers.correlations import correlation_table, of_outputs
from steelyard.lab.papers.rated import RatedOutputs, rated_outputs
from steelyard.lab.questions.replicate.answer import MethodOfExperiment, PaperTable
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.meta import correlate
from steelyard.metrics import Aile, Metric, measure, package_version
from steelyard.ratings.recipe import rating_inputs
from steelyard.scored import Counted
from steelyard.scored.provenance import provenance
from steelyard.types import Measurement, OutputScores, TestSet

__all__ = ["run", "word_counts"]

Array = NDArray[np.float64]
Named = list[tuple[str, Array]]  # what tables call a metric, and its scores of outputs, shape (S, N)
_CHOSEN = {"alpha": 0.1, "beta": 1.2, "delta": 2.0}
_OTHERS = {"alpha": (0.3, 0.5, 0.7, 0.9), "beta": (1.0, 1.4, 1.6, 1.8, 2.0), "delta": (1.0, 3.0, 4.0, 5.0, 6.0)}
_VARIANTS: dict[str, dict[str, Any]] = {
    ", ".join(f"{name} = {value:.1f}" for name, value in values.items()): values
    for values in (_CHOSEN, *(_CHOSEN | {name: value} for name, others in _OTHERS.items() for value in others))
} | {"square root": _CHOSEN | {"divisor": "sqrt"}, "arctangent": _CHOSEN | {"divisor": "arctan"}}


def run(counted: Counted, question: Aile2013) -> Experiment:
    """Correlate metrics with people."""
    test_set = counted.texts("The experiment of AILE")
    rated = rated_outputs(test_set, question.ratings or (), "aile2013", judges=question.judges)
    lengths = word_counts(rated.kept)
    middle = float(lengths[rated.is_rated].mean())
    aile = next((metric for metric in counted.segment_metrics if isinstance(metric, Aile)), None)
    tables = [
        *(() if aile is None else _parameter_tables(aile, rated.kept, rated.people, counted.n_threads)),
        *_tables(counted, rated, lengths, middle),
    ]
    method = _method(counted, question, rated, middle)
    method["notes"] = _notes(counted.measurements, method, has_aile=aile is not None)
    method["sentence"] = _sentence(counted.measurements, method)
    return Experiment(tuple(tables), (), method)


def _tables(counted: Counted, rated: RatedOutputs, lengths: Array, middle: float) -> Iterator[PaperTable]:
    """Correlate scores of systems, of segments, and of long and short ones."""
    measurements, metrics, people = counted.measurements, counted.segment_metrics, rated.people
    names = _names(measurements)
    of_systems = [measured.scores(measured.statistics.totals())[rated.rows] for measured in measurements]
    means = [one.of_systems() for one in people]
    yield correlation_table(
        "Tables 3, 5 and 6",
        f"Spearman's rank correlation of {len(rated.rows)} systems' scores with people's means",
        people,
        [
            (name, [correlate(scores, mean, coefficient="spearman") for mean in means])
            for name, scores in zip(names, of_systems, strict=True)
        ],
    )
    of_segments = _segments(rated.kept, measurements, metrics, rated.rows, names, counted.n_threads)
    yield correlation_table(
        "Table 4",
        f"Kendall's tau-b of the scores of single segments with people's, over {int(rated.is_rated.sum()):,} outputs "
        "at once",
        people,
        _of_outputs(of_segments, people),
    )
    weighted = _weighted(of_segments, rated.kept, metrics, counted.n_threads)
    for (name, adjective, relation), chosen in ((_LONG, lengths > middle), (_SHORT, lengths <= middle)):
        n = int((chosen & rated.is_rated).sum())
        title = (
            f"The same on {adjective} segments: {relation} {middle:.1f} words of output and reference, {n:,} outputs"
        )
        yield correlation_table(name, title, people, _of_outputs(weighted, people, chosen))


def _method(counted: Counted, question: Aile2013, rated: RatedOutputs, middle: float) -> MethodOfExperiment:
    systems = rated.kept.system_names
    method: Any = {
        **provenance(counted.test_set, [*counted.score_inputs, *rating_inputs(question.ratings)]),
        "systems": list(systems),
        "left_out": [name for name in counted.test_set.system_names if name not in systems],
        "scales": [scores.name for scores in rated.people],
        "judges": rated.judges,
        "n_ratings": [int(np.isfinite(scores.values).sum()) for scores in rated.people],
        "mean_length": middle,
    }
    found: MethodOfExperiment = method
    return found


_LONG, _SHORT = ("Table 7", "long", "above"), ("Table 8", "short", "up to")


def _names(measurements: Sequence[Measurement]) -> list[str]:
    labels = [measured.label for measured in measurements]
    return [m.label if labels.count(m.label) == 1 else m.metric for m in measurements]


def _segments(
    kept: TestSet,
    measurements: Sequence[Measurement],
    segment_metrics: Sequence[Metric],
    rows: Sequence[int],
    names: Sequence[str],
    n_threads: int,
) -> Named:
    """Score every output, metrics of text in their variant for single segments."""
    found = _scores(kept, [metric.segment_metric() for metric in segment_metrics], n_threads)
    for measured in measurements[len(segment_metrics) :]:  # of outside metrics
        statistics = measured.statistics
        found.append(measured.scores(statistics.values[rows].astype(np.float64)))
    return list(zip(names, found, strict=True))


def _scores(kept: TestSet, metrics: Sequence[Metric], n_threads: int) -> list[Array]:
    measured = measure(kept, metrics, n_threads=n_threads) if metrics else []
    return [one.scores(one.statistics.values.astype(np.float64)) for one in measured]


def _weighted(of_segments: Named, kept: TestSet, metrics: Sequence[Metric], n_threads: int) -> Named:
    """Put beside every AILE the same without its weight."""
    found: Named = []
    for i, (name, scores) in enumerate(of_segments):
        metric = metrics[i] if i < len(metrics) else None
        if isinstance(metric, Aile) and metric.delta:
            [without] = _scores(kept, [replace(metric, delta=0.0).segment_metric()], n_threads)
            found += [(f"{name} using weight", scores), (f"{name} without weight", without)]
        else:
            found.append((name, scores))
    return found


def word_counts(test_set: TestSet) -> NDArray[np.float64]:
    """Count the words of output and reference together, of several references their mean: shape (S, N)."""
    outputs = np.array([[len(line.split()) for line in text] for text in test_set.systems.values()], np.float64)
    words = np.array([[np.nan if line is None else len(line.split()) for line in text] for text in test_set.references])
    n_known = np.isfinite(words).sum(axis=0)
    lengths: NDArray[np.float64] = outputs + np.nansum(words, axis=0) / np.maximum(n_known, 1)
    return lengths


def _of_outputs(
    of_segments: Named, people: Sequence[OutputScores], chosen: NDArray[np.bool_] | None = None
) -> list[tuple[str, list[float]]]:
    return [(name, of_outputs(scores, people, chosen)) for name, scores in of_segments]


def _notes(measurements: Sequence[Measurement], method: MethodOfExperiment, *, has_aile: bool) -> list[str]:
    lower = [measured.label for measured in measurements if not measured.higher_is_better]
    notes = [
        "Kendall's tau over all outputs also measures whether a metric finds the hard segments, not only which of two "
        "outputs of a segment is better.",
        "The paper's tables 5 and 6 average over language pairs: `--conditions` does so with results of several runs.",
        "The tables have no intervals, as in the paper: `steelyard meta` has them, and tests which metrics differ.",
    ]
    if not has_aile:
        notes.append("The paper's tables 1 and 2 vary AILE's parameters: add -m aile to get them.")
    if lower:
        notes.append(f"Lower is better for {', '.join(lower)}: a correlation near -1 is good, as in the paper.")
    if method["left_out"]:
        notes.append(f"Without ratings, and left out: {', '.join(method['left_out'])}.")
    return notes


def _sentence(measurements: Sequence[Measurement], method: MethodOfExperiment) -> str:
    metrics = ", ".join(f"{measured.label} ({measured.signature})" for measured in measurements)
    scales = " and ".join(
        f"{name} ({n:,} outputs)" for name, n in zip(method["scales"], method["n_ratings"], strict=True)
    )
    several = f" Of several judgements of an output the {method['judges']} counts." if method["judges"] else ""
    return (
        f"We correlated scores of {len(method['systems'])} systems on {method['n_segments']:,} segments "
        f"with people's {scales} with Steelyard {package_version()}: {metrics}; single segments are scored by each "
        f"metric's variant for them. Words are what stands between spaces.{several}"
    )


def _parameter_tables(
    aile: Aile, test_set: TestSet, people: Sequence[OutputScores], n_threads: int
) -> tuple[PaperTable, PaperTable]:
    """Correlate AILE's scores under the paper's seventeen choices with people's, of which larger is better.

    Options that the paper does not vary are kept. The tables are Spearman's of systems, and Kendall's tau of outputs
    with the average over both.
    """
    variants = [replace(aile, **({"divisor": "log10"} | values)) for values in _VARIANTS.values()]
    measured = measure(test_set, variants, n_threads=n_threads)
    means = [one.of_systems() for one in people]
    of_systems, of_segments = [], []
    for name, found in zip(_VARIANTS, measured, strict=True):
        scores = found.scores(found.statistics.totals())
        of_systems.append((name, [correlate(scores, one, coefficient="spearman") for one in means]))
        of_segments.append((name, of_outputs(found.scores(found.statistics.values.astype(np.float64)), people)))
    both = [
        float(np.mean([np.mean(rho), np.mean(tau)])) for (_, rho), (_, tau) in zip(of_systems, of_segments, strict=True)
    ]
    first = correlation_table(
        "Table 1",
        f"Spearman's rank correlation of {len(test_set.system_names)} systems' AILE with people, by its parameters",
        people,
        of_systems,
        label="parameters",
    )
    second = correlation_table(
        "Table 2",
        "Kendall's tau-b of AILE of single segments with people's, by its parameters",
        people,
        of_segments,
        label="parameters",
        total=both,
        note="Total Avg.: the mean of this table's average and of Table 1's. The paper chose the largest. Chosen and "
        "evaluated on the same ratings, it is too high for other ratings.",
    )
    return first, second
