"""Count a test set under several metrics."""

from collections.abc import Sequence

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.text import Corpus
from steelyard.types import Measurement, TestSet

__all__ = ["measure"]


def measure(test_set: TestSet, metrics: Sequence[Metric], *, n_threads: int = 1) -> list[Measurement]:
    """Count every system of a test set under every metric; each text is encoded once.

    Parameters
    ----------
    test_set : TestSet
        Aligned texts.
    metrics : sequence of Metric
        No metric twice.
    n_threads : int, default 1
        Threads for counting; the counts do not depend on it.

    Returns
    -------
    list of Measurement
        One per metric, in the given order.

    Raises
    ------
    SpecError
        A metric is given twice.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"], "y": ["a b"]})
    >>> [measurement] = sy.metrics.measure(data, [sy.metrics.Bleu()])
    >>> measurement.statistics.values.shape
    (2, 1, 10)
    """
    readings = [metric.text_reading for metric in metrics]
    corpus = Corpus(test_set, n_threads, {one for one in readings if readings.count(one) > 1})
    reference_count = corpus.reference_count
    known: dict[tuple[str, str], Metric] = {}
    for metric in metrics:
        same = known.setdefault((metric.label, metric.signature(reference_count)), metric)
        if same is not metric:
            raise SpecError(
                f"The metric {str(metric)!r} is given twice, as {str(same)!r} before. Give each metric once."
            )
    return [
        Measurement(
            metric=str(metric),
            label=metric.label,
            signature=metric.signature(reference_count),
            statistics=metric.statistics(corpus),
            score=metric.score,
            higher_is_better=metric.higher_is_better,
            systems=test_set.system_names,
            is_mean=metric.is_mean,
            scale=metric.scale,
            explain=metric.explain,
            bounds=metric.bounds,
        )
        for metric in metrics
    ]
