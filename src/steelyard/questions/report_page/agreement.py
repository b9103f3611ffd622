"""How far metrics say the same: of systems, of segments, and in their verdicts."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard.meta import Coefficient, correlate
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.report_page.answer import AgreementOfMetrics
from steelyard.questions.report_page.segments import oriented_scores
from steelyard.results.numbers import finite
from steelyard.types import Measurement

__all__ = ["metric_agreement"]

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
