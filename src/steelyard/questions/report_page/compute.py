"""Put together what a page shows, from counted systems and their comparison."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.files.reading import TextFile
from steelyard.meta import Coefficient, correlate
from steelyard.metrics import measure, parse
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.runs import check_runs, pool_runs
from steelyard.questions.diff.answer import Difference
from steelyard.questions.diff.changed_segments import is_changed
from steelyard.questions.report_page.answer import AgreementOfMetrics, ReportPage
from steelyard.questions.report_page.bucket_kinds import dimensions_of
from steelyard.questions.report_page.buckets import bucket_rows
from steelyard.questions.report_page.nulls import null_rows
from steelyard.questions.report_page.question import ReportPageQuestion
from steelyard.questions.report_page.segments import errors_of_metrics, oriented_scores, shown_segments
from steelyard.questions.report_page.words import with_words
from steelyard.results.method import Provenance
from steelyard.results.null_row import NullRow
from steelyard.results.numbers import finite
from steelyard.scored import Counted
from steelyard.scored.pairs import compared_pairs
from steelyard.scored.single_segments import segment_measurements, stored_segment_measurements
from steelyard.scored.threads import working_threads
from steelyard.scored.units import choose_units, unit_of
from steelyard.types import CountedSet, Measurement, TestSet

__all__ = ["compute", "null_distributions"]


def compute(counted: Counted, comparison: Comparison | Difference, question: ReportPageQuestion) -> ReportPage:
    """Collect what stands beside a comparison or a difference."""
    if isinstance(comparison, Difference):
        if question.labels:
            raise SpecError("Labels sort the page of a comparison: those of a difference are its own option.")
        return _told(_difference_page(counted, comparison, texts=question.texts), question)
    return _told(_comparison_page(counted, comparison, question), question)


def _told(page: ReportPage, question: ReportPageQuestion) -> ReportPage:
    return replace(page, method={**page.method, "languages": question.languages}) if question.languages else page


def _difference_page(counted: Counted, difference: Difference, *, texts: bool = True) -> ReportPage:
    """Collect the segments whose outputs differ, scored by what chose the examples, then by the metrics compared."""
    test_set, method = counted.texts("The page of a difference"), difference.method
    stated = counted.provenance()["inputs"]
    if method["inputs"][: len(stated)] != stated:  # files of options follow
        raise SpecError("This difference is of other texts or scores than these: ask for it first.")
    own = segment_measurements(test_set, counted.measurements, counted.segment_metrics, counted.n_threads)
    by = parse(method["by"]).segment_metric()
    first = [one for one in own if one.metric == str(by)] or measure(test_set, [by], n_threads=counted.n_threads)
    measurements = [*first, *(one for one in own if one.metric != str(by))]
    changed = np.flatnonzero(is_changed(test_set))
    shown = shown_segments(test_set, measurements, texts=texts, among=changed) if len(changed) else None
    shown = shown and with_words(shown, test_set, (by, *counted.segment_metrics), counted.n_threads)
    shown = shown and errors_of_metrics(shown, counted.errors)
    return ReportPage({"n_segments": method["n_segments"]}, difference=difference, segments=shown)


def _comparison_page(counted: Counted, comparison: Comparison, question: ReportPageQuestion) -> ReportPage:
    """Collect null distributions, agreement of metrics, tests on buckets, and segments."""
    test_set, measurements, n_threads = counted.test_set, counted.measurements, counted.n_threads
    stated = _checked_inputs(counted, comparison)
    whole, unit = _pooled(test_set, measurements, comparison), unit_of(comparison.method)
    pairs = compared_pairs(comparison.pairs, whole[0].systems)
    units = choose_units(test_set, whole, unit)
    metadata = None if isinstance(test_set, CountedSet) else test_set.metadata
    columns = {**(metadata or {}), **_checked(question.labels, test_set.n_segments)}
    # each pair is tested twice where missing scores are at both ends: no one draw, or test of a part, is of both
    is_bounded = counted.best is not None
    dimensions = [] if is_bounded else dimensions_of(test_set, columns)
    with working_threads(n_threads):
        nulls = [] if is_bounded else null_rows(units, pairs, comparison.method, n_threads)
        buckets, bucket_pairs, tested = bucket_rows(
            test_set, whole, pairs, dimensions, unit, comparison.method, n_threads
        )
        scored: Sequence[Measurement | None] = (
            stored_segment_measurements(measurements)
            if isinstance(test_set, CountedSet)
            else segment_measurements(test_set, measurements, counted.segment_metrics, n_threads)
        )
    method = {
        "n_segments": test_set.n_segments,
        "versions": stated["versions"],
        "buckets": tested,
        "inputs": [
            {"role": f"labels {name}", "name": file.path, "sha256": file.sha256}
            for name, file in (question.labels or {}).items()
            if isinstance(file, TextFile)
        ],
    }
    known = [measurement for measurement in scored if measurement is not None]
    shown = shown_segments(test_set, known, texts=question.texts) if known else None
    if shown and isinstance(test_set, TestSet):
        shown = with_words(shown, test_set, counted.segment_metrics, n_threads)
    return ReportPage(
        method=method,
        comparison=comparison,
        nulls=tuple(nulls),
        agreement=tuple(metric_agreement(comparison, whole, scored)),
        buckets=tuple(buckets),
        bucket_pairs=tuple(bucket_pairs),
        segments=shown and errors_of_metrics(shown, counted.errors),
    )


def null_distributions(counted: Counted, comparison: Comparison) -> tuple[NullRow, ...]:
    """Draw again what a comparison held its differences against; nothing where that was two things."""
    _checked_inputs(counted, comparison)
    if counted.best is not None:
        return ()
    whole = _pooled(counted.test_set, counted.measurements, comparison)
    units = choose_units(counted.test_set, whole, unit_of(comparison.method))
    pairs = compared_pairs(comparison.pairs, whole[0].systems)
    with working_threads(counted.n_threads):
        return tuple(null_rows(units, pairs, comparison.method, counted.n_threads))


def _checked_inputs(counted: Counted, comparison: Comparison) -> Provenance:
    """Return what is read; refuse a comparison of something else."""
    stated = counted.provenance()
    if comparison.method["inputs"] != stated["inputs"]:
        raise SpecError("This comparison is of other texts or scores than these: compare them first.")
    return stated


def _pooled(
    test_set: TestSet | CountedSet, measurements: Sequence[Measurement], comparison: Comparison
) -> list[Measurement]:
    """Make one system of its runs, where the comparison did."""
    if "runs" not in comparison.method:
        return list(measurements)
    runs = {entry["system"]: entry["runs"] for entry in comparison.method["runs"]}
    positions = check_runs(test_set.system_names, runs)
    return [pool_runs(measurement, positions, comparison.method["run_score"]) for measurement in measurements]


def _checked(labels: Mapping[str, Sequence[str] | TextFile] | None, n_segments: int) -> dict[str, Sequence[str]]:
    columns = {}
    for name, given in (labels or {}).items():
        lines = given.lines if isinstance(given, TextFile) else given
        if len(lines) != n_segments:
            raise AlignmentError(
                f"The labels {name!r} are {len(lines)} for {n_segments} segments: give one per segment."
            )
        columns[name] = lines
    return columns


# How far metrics say the same: of systems, of segments, and in their verdicts.


_DECIDED = ("better", "worse")


def metric_agreement(
    comparison: Comparison, measurements: Sequence[Measurement], of_segments: Sequence[Measurement | None]
) -> Iterator[AgreementOfMetrics]:
    """Correlate every two metrics over systems and over the pooled segments, and count verdicts that are the same.

    A metric that has no scores of segments, None, correlates with none there.
    """
    systems = [_oriented(m, m.scores(m.statistics.totals())) for m in measurements]
    segments = [None if m is None else oriented_scores(m).ravel() for m in of_segments]
    verdicts = [[row.verdict for row in comparison.pairs if row.metric == m.metric] for m in measurements]
    for i, j in combinations(range(len(measurements)), 2):
        both = list(zip(verdicts[i], verdicts[j], strict=True))
        is_decided = [(x in _DECIDED, y in _DECIDED) for x, y in both]
        n_contrary = sum({x, y} == set(_DECIDED) for x, y in both)
        n_one_sided = sum(x != y for x, y in is_decided)
        yield AgreementOfMetrics(
            metric=measurements[i].metric,
            against=measurements[j].metric,
            system_pearson=_coefficient(systems[i], systems[j], "pearson", fewest=3),
            system_kendall=_coefficient(systems[i], systems[j], "kendall", fewest=3),
            segment_pearson=_coefficient(segments[i], segments[j], "pearson"),
            segment_kendall=_coefficient(segments[i], segments[j], "kendall"),
            n_same=len(both) - n_one_sided - n_contrary,
            n_one_sided=n_one_sided,
            n_contrary=n_contrary,
        )


def _oriented(measurement: Measurement, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return scores if measurement.higher_is_better else -scores


def _coefficient(
    x: NDArray[np.float64] | None, y: NDArray[np.float64] | None, coefficient: Coefficient, fewest: int = 2
) -> float | None:
    """Correlate; None where there is nothing to correlate, on either side."""
    if x is None or y is None or len(x) < fewest or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return finite(correlate(x, y, coefficient=coefficient))
