"""Counts of links and phrases of every alignment, as measurements that are compared like any metric's."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import alignment_error_rate, alignment_f, compare_phrases, count_links, phrase_error_rate
from steelyard.lab.questions.alignments.answer import PhraseRow
from steelyard.lab.questions.alignments.inputs import GivenAlignments
from steelyard.lab.questions.alignments.question import AlignmentsQuestion
from steelyard.types import Measurement, Statistics

__all__ = ["Measured", "measure_alignments"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Score = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What was counted."""

    measurements: list[Measurement]  # in the order that was asked for
    counts: Mapping[str, Ints]  # (N, 4): by alignment, as `count_links` has them
    phrases: list[PhraseRow]  # by alignment and length


def measure_alignments(given: GivenAlignments, asked: AlignmentsQuestion) -> Measured:
    """Count links and phrases of every sentence pair."""
    counts = {name: count_links(given.gold, links) for name, links in given.found.items()}
    stacked = np.stack(list(counts.values()))
    gold = f"sure:{int(given.gold.is_sure.sum())}|possible:{int((~given.gold.is_sure).sum())}"
    weight = f"{asked.f_weight:g}"
    f_score = partial(alignment_f, alpha=asked.f_weight)
    of_links: dict[str, tuple[str, str, list[int], Score]] = {
        "aer": ("aer", "AER", [0, 1, 2, 3], alignment_error_rate),
        "precision": ("precision", "precision", [1, 2], _share),
        "recall": ("recall", "recall", [0, 3], _share),
        "f": (f"f(weight={weight})", "F" if asked.f_weight == 0.5 else f"F {weight}", [0, 1, 2, 3], f_score),
    }
    measurements: list[Measurement] = []
    phrases: list[PhraseRow] = []
    for name in asked.metrics:
        if name in of_links:
            metric, label, columns, score = of_links[name]
            measurements.append(_measurement(given, metric, label, gold, stacked[..., columns], score))
            continue
        for longest in asked.longest:
            by_system = [_count_phrases(given, asked, system, longest, phrases) for system in given.found]
            kind = "tight" if asked.tight else "loose"
            used = "sure" if asked.sure_phrases else "all"
            told = f"phrases:{kind}|gold:{used}|{gold}"
            metric, label = f"cper(longest={longest})", f"CPER {longest}"
            measurements.append(_measurement(given, metric, label, told, np.stack(by_system), phrase_error_rate))
    return Measured(measurements, counts, phrases)


def _measurement(
    given: GivenAlignments, metric: str, label: str, signature: str, values: Ints, score: Score
) -> Measurement:
    return Measurement(
        metric,
        label,
        signature,
        Statistics.from_values(values),
        lambda sums: 100 * score(sums),
        higher_is_better=metric not in ("aer",) and not metric.startswith("cper"),
        systems=tuple(given.found),
        scale=100,
        bounds=(0.0, 100.0),
    )


def _share(sums: Floats) -> Floats:
    """Divide hits by links; 0 where there are none."""
    found: Floats = sums[..., 0] / np.where(sums[..., 1] > 0, sums[..., 1], 1)
    return found


def _count_phrases(
    given: GivenAlignments, asked: AlignmentsQuestion, system: str, longest: int, rows: list[PhraseRow]
) -> Ints:
    """Count phrases of a system, and append what they are by length."""
    gold = given.gold.sure() if asked.sure_phrases else given.gold
    counts = compare_phrases(gold, given.found[system], *given.lengths, longest, is_tight=asked.tight)
    n_words = max(int(given.lengths[0].sum()), 1)
    n_shared, n_own, n_gold = counts.by_segment.sum(axis=0).tolist()
    coverage = 1 - counts.n_untranslated / n_words
    rows.append(PhraseRow(system, longest, None, n_own, n_gold, n_shared, coverage))
    for length, (shared, own, wanted) in enumerate(counts.by_length.tolist(), 1):
        share = int(counts.n_covered[length - 1]) / n_words
        rows.append(PhraseRow(system, longest, length, own, wanted, shared, share))
    return counts.by_segment
