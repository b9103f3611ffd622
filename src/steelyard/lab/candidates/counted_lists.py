"""Candidates of every list, counted under every metric: what tuning takes."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.lab.candidates.likeness import is_queen, queen_quality
from steelyard.lab.candidates.outputs import check_segments
from steelyard.lab.candidates.quality import candidate_metric
from steelyard.lab.tuning import TunableLists
from steelyard.metrics import Bleu, Metric, fit, measure, parse
from steelyard.types import Measurement, NBestLists, Statistics, TestSet

__all__ = ["CountedCandidates", "count_candidates", "count_extracted"]

_SYSTEM = "candidates"


@dataclass(frozen=True, slots=True, eq=False)
class CountedCandidates:
    """Lists of candidates whose counts under every metric are known.

    Attributes
    ----------
    lists : NBestLists
        With the features that are weighed.
    measurements, of_segments : tuple of Measurement
        Of every candidate, shape (1, C, K): as a part of a corpus, and by itself.
    lengths : array of int64, shape (C, 2)
        Words of each candidate, and of its reference.
    test_set : TestSet or None
        References and documents, without systems; None where counts alone were given.
    documents : tuple of str or None
        Of each list.
    """

    lists: NBestLists
    measurements: tuple[Measurement, ...]
    of_segments: tuple[Measurement, ...]
    lengths: NDArray[np.int64]
    test_set: TestSet | None
    documents: tuple[str, ...] | None = None
    metrics: tuple[str, ...] = field(default=())

    def tunable(self, place: int, *, by_segment: bool = False) -> TunableLists:
        """Return what tuning to one of the metrics takes; higher is better."""
        measurement = (self.of_segments if by_segment else self.measurements)[place]
        sign = 1.0 if measurement.higher_is_better else -1.0
        return TunableLists(
            self.lists.features,
            self.lists.offsets,
            measurement.statistics.values[0],
            lambda sums: sign * np.asarray(measurement.scores(sums)),
        )

    def place_of(self, metric: str) -> int:
        """Find a metric by its spelling."""
        return [one.metric for one in self.measurements].index(metric)

    def chosen(self, picks: Sequence[NDArray[np.int64]], names: Sequence[str]) -> list[Measurement]:
        """Measure what was chosen in several ways, each a system: shape (S, N, K)."""
        rows = np.stack(picks)
        return [
            replace(
                one, statistics=Statistics(one.statistics.values[0][rows], one.statistics.bits), systems=tuple(names)
            )
            for one in self.measurements
        ]

    def inputs(self) -> list[dict[str, str]]:
        """Say what the counts rest on."""
        found = [] if self.test_set is None else self.test_set.inputs()
        files = [{"role": f"n-best lists {i}", "name": n, "sha256": h} for i, (n, h) in enumerate(self.lists.files, 1)]
        return [*found, *files]


def count_candidates(
    lists: NBestLists, test_set: TestSet, metrics: Sequence[str], *, as_scores: Sequence[str] = (), n_threads: int = 1
) -> CountedCandidates:
    """Count every candidate against the references of its segment; features that are scores become metrics.

    So does ``queen(METRIC, ...)`` among the metrics.
    """
    check_segments(lists, test_set)
    given = [_additive_metric(metric) for metric in metrics if not is_queen(metric)]
    fit(given, test_set.references).said()
    of_queen = [one for one in metrics if is_queen(one)]
    owner = np.repeat(np.arange(lists.n_segments), lists.sizes)
    known: dict[tuple[int, str], int] = {}
    place = np.array([known.setdefault(key, len(known)) for key in zip(owner.tolist(), lists.texts, strict=True)])
    segments, texts = zip(*known, strict=True)
    distinct = TestSet(
        references=[[reference[i] for i in segments] for reference in test_set.references], systems={_SYSTEM: texts}
    )

    def spread(found: Sequence[Measurement]) -> list[Measurement]:
        return [
            replace(one, statistics=Statistics(one.statistics.values[:, place], one.statistics.bits)) for one in found
        ]

    outside, weighed = _split(lists, as_scores)
    outside += [_outside(one, queen_quality(lists, test_set, one, n_threads=n_threads), "QUEEN") for one in of_queen]
    corpus, singles, [of_lengths] = (
        spread(measure(distinct, chosen, n_threads=n_threads))
        for chosen in (given, [metric.segment_metric() for metric in given], [parse("length-ratio")])
    )
    return CountedCandidates(
        weighed,
        (*corpus, *outside),
        (*singles, *outside),
        of_lengths.statistics.values[0],
        test_set,
        None if test_set.documents is None else tuple(map(str, test_set.documents)),
        (*(str(metric) for metric in given), *of_queen),
    )


def count_extracted(lists: NBestLists, counts: NDArray[np.int64]) -> CountedCandidates:
    """Take BLEU's counts as they were given, as a metric of the same name."""
    bleu = Bleu(tokenize="none")
    statistics = Statistics.from_values(counts[None])

    def measured(metric: Bleu) -> Measurement:
        return Measurement(
            str(bleu),
            bleu.label,
            "counts:given",
            statistics,
            metric.score,
            True,
            (_SYSTEM,),
            scale=100,
            explain=bleu.explain,
        )

    found = measured(bleu), measured(bleu.segment_metric())
    return CountedCandidates(lists, found[:1], found[1:], counts[:, :2], None)


def _additive_metric(spelling: str) -> Metric:
    """Return a metric of candidates whose counts are of each segment by itself."""
    metric = candidate_metric(spelling)
    if metric.is_corpus_bound:
        raise SpecError(
            f"{metric.name} counts a segment by the references of all others, so candidates cannot be counted one by "
            "one: leave it out."
        )
    return metric


def _split(lists: NBestLists, as_scores: Sequence[str]) -> tuple[list[Measurement], NBestLists]:
    """Take features that are scores out of the lists; each becomes a metric, the mean over segments."""
    unknown = next((name for name in as_scores if name not in lists.feature_names), None)
    if unknown is not None:
        raise DataError(f"The lists have no feature {unknown!r}; they have {', '.join(lists.feature_names)}.")
    found = [_outside(name, lists.features[:, lists.feature_names.index(name)]) for name in as_scores]
    kept = [i for i, name in enumerate(lists.feature_names) if name not in as_scores]
    names = tuple(lists.feature_names[i] for i in kept)
    return found, replace(lists, features=lists.features[:, kept], feature_names=names)


def _outside(name: str, scores: NDArray[np.float64], label: str = "") -> Measurement:
    statistics = Statistics.from_values(np.stack([scores, np.ones(len(scores))], axis=-1)[None])

    def mean(sums: NDArray[np.float64]) -> Any:
        return sums[..., 0] / sums[..., 1]

    return Measurement(name, label or name, "", statistics, mean, True, (_SYSTEM,), is_mean=True)
