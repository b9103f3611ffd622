"""What a harness keeps of each answer: its own score, and the counts from which the score of all is made."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference import jackknife_scores, standard_error
from steelyard.metrics import Metric, parse
from steelyard.text import Corpus, warn_of_misfit
from steelyard.types import Measurement, Statistics, TestSet

__all__ = ["Segment", "corpus_error", "corpus_score", "count_segment", "score_alone", "spelling_of"]


class Segment(float):
    """The score of one answer, with what it counts for.

    It is a number for whoever logs it, and pickles whole, as harnesses gather answers from several processes.

    Attributes
    ----------
    metric : str
        The metric's spelling.
    counts : tuple of float
        Statistics, which add up over answers.
    unit : str or None
        Answers of one unit, such as a document, are not independent.

    Examples
    --------
    >>> from steelyard.harnesses.segments import count_segment
    >>> segment = count_segment("chrf", "the cat sat", ["the cat sat"])
    >>> segment, segment.metric, len(segment.counts)
    (100.0, 'chrf', 18)
    """

    metric: str
    counts: tuple[float, ...]
    unit: str | None


def spelling_of(name: str, options: dict[str, Any]) -> str:
    """Return the spelling of a metric with its options, as `steelyard.metrics.parse` gives it.

    Examples
    --------
    >>> from steelyard.harnesses.segments import spelling_of
    >>> spelling_of("chrf", {"word_order": 2})
    'chrf(word_order=2)'
    """
    inner = ", ".join(f"{option}={value!r}" for option, value in options.items())
    return str(_metric(f"{name}({inner})" if inner else name))


def count_segment(spelling: str, prediction: str, references: Sequence[str], unit: object = None) -> Segment:
    """Count an answer against its references.

    Parameters
    ----------
    spelling : str
        Of the metric.
    prediction : str
        The answer.
    references : sequence of str
        One or more.
    unit : object, optional
        What the answer belongs to; its text names it.

    Returns
    -------
    Segment
        The score of the answer alone, by the metric's variant for single segments.

    Examples
    --------
    >>> from steelyard.harnesses.segments import count_segment
    >>> round(count_segment("bleu", "a dog ran", ["the dog ran", "a dog runs"]), 2)
    79.37
    """
    if isinstance(references, str) or not references:
        raise SpecError(f"References must be a list of one or more texts, not {references!r}.")
    metric = _metric(spelling)
    data = TestSet(references=[[text] for text in references], systems={"answer": [prediction]})
    warn_of_misfit(metric, data.references)
    corpus = Corpus(data)
    statistics = metric.statistics(corpus)
    counts = statistics.scaled(statistics.totals())[0]
    segment = Segment(score_alone(spelling, counts.tolist()))
    segment.metric, segment.counts = spelling, tuple(counts.tolist())
    segment.unit = None if unit is None else str(unit)
    return segment


def score_alone(spelling: str, counts: Sequence[float]) -> float:
    """Score an answer alone by its counts, as the metric's variant for single segments does where it has the same.

    Examples
    --------
    >>> from steelyard.harnesses.segments import count_segment, score_alone
    >>> segment = count_segment("ter", "the cat sat", ["the cat sat down"])
    >>> score_alone(segment.metric, segment.counts)
    25.0
    """
    metric = _metric(spelling)
    alone = metric.segment_metric()
    return float((alone if alone.stat_names == metric.stat_names else metric).score(np.array(counts)))


def corpus_score(segments: Sequence[Segment]) -> float:
    """Score all answers together: the metric of the sums of their counts, as `steelyard score` gives it.

    Examples
    --------
    >>> from steelyard.harnesses.segments import corpus_score, count_segment
    >>> pairs = [("the cat sat here", "the cat sat"), ("a dog ran", "the dog ran")]
    >>> round(corpus_score([count_segment("bleu", answer, [reference]) for answer, reference in pairs]), 2)
    51.7
    """
    measurement = _measurement(segments)
    return float(measurement.scores(measurement.statistics.totals())[0])


def corpus_error(segments: Sequence[Segment]) -> float:
    """Estimate the standard error of the score of all answers: the jackknife over units, or over answers without any.

    Returns
    -------
    float
        NaN for a single unit.

    Examples
    --------
    >>> from steelyard.harnesses.segments import corpus_error, count_segment
    >>> pairs = [("the cat sat here", "the cat sat"), ("a dog ran", "the dog ran"), ("so it is", "so it is")]
    >>> round(corpus_error([count_segment("chrf", answer, [reference]) for answer, reference in pairs]), 2)
    14.37
    """
    measurement = _measurement(segments)
    units = [segment.unit for segment in segments]
    if any(unit is not None for unit in units):
        if None in units:
            raise SpecError(f"{units.count(None):,} of {len(units):,} answers have no unit, and others have one.")
        codes = {unit: code for code, unit in enumerate(dict.fromkeys(units))}
        measurement = measurement.by_document(np.array([codes[unit] for unit in units]))
    return standard_error(jackknife_scores(measurement)[0])


def _measurement(segments: Sequence[Segment]) -> Measurement:
    if not segments:
        raise SpecError("There are no answers to score.")
    if other := next((one for one in segments if not isinstance(one, Segment)), None):
        raise SpecError(f"{other!r} is no answer that Steelyard counted.")
    spellings = list(dict.fromkeys(segment.metric for segment in segments))
    if len(spellings) > 1:
        raise SpecError(f"Answers were counted by several metrics: {', '.join(spellings)}.")
    metric = _metric(spellings[0])
    values = np.array([[segment.counts for segment in segments]])
    return Measurement(
        metric=spellings[0],
        label=metric.label,
        signature="",
        statistics=Statistics.from_values(values),
        score=metric.score,
        higher_is_better=metric.higher_is_better,
        systems=("answers",),
        is_mean=metric.is_mean,
        scale=metric.scale,
    )


@cache
def _metric(spelling: str) -> Metric:
    return parse(spelling)
