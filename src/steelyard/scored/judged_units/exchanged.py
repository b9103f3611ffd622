"""Outputs some of whose words were exchanged: scored as they are and after, and what that gains."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from steelyard.metrics import measure
from steelyard.scored.counted import Counted
from steelyard.scored.intervals import interval_of, rows_of_units
from steelyard.scored.units import Interval, choose_units
from steelyard.types import Measurement, TestSet

__all__ = ["gains", "lines_of_words", "score_words"]

Gain = tuple[str, float, float, float, Interval]  # system, scores before and after, their difference, its interval


def lines_of_words(words: Sequence[str], offsets: Sequence[int]) -> list[str]:
    """Put spaces between the words of each segment."""
    return [" ".join(words[start:end]) for start, end in pairwise(offsets)]


def score_words(
    counted: Counted, test_set: TestSet, references: Sequence[Sequence[str]], outputs: Mapping[str, Sequence[str]]
) -> list[Measurement]:
    """Score words as texts: both sides are words with spaces between, so that what was exchanged alone differs."""
    given = [
        [None if line is None else words for line, words in zip(text, lines, strict=True)]
        for text, lines in zip(test_set.references, references, strict=True)
    ]
    texts = TestSet(references=given, systems=dict(outputs), documents=test_set.documents)
    return measure(texts, counted.segment_metrics, n_threads=counted.n_threads)


def gains(counted: Counted, before: Measurement, after: Measurement, unit: str | None, alpha: float) -> Iterator[Gain]:
    """Yield every system; the interval is the jackknife's, None for a single unit."""
    scores, then = (one.scores(one.statistics.totals()).tolist() for one in (before, after))
    units = choose_units(counted.test_set, [before, after], unit)
    leaving_out = rows_of_units(units.measurements, "jackknife") if units.n > 1 else None
    for s, system in enumerate(before.systems):
        gain, interval = then[s] - scores[s], None
        if leaving_out is not None:
            row = leaving_out[1][s] - leaving_out[0][s]
            interval = interval_of("jackknife", gain, row, None, 1 - alpha, units.n_effective())
        yield system, scores[s], then[s], gain, interval
