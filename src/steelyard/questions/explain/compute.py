"""What made the score of a segment."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from steelyard.asking.doors import asks, question_from
from steelyard.errors import AlignmentError, unknown_name
from steelyard.metrics import Metric, fit
from steelyard.questions.explain.answer import ExplainedSegment, Explanation
from steelyard.questions.explain.question import ExplainQuestion
from steelyard.scored.provenance import provenance
from steelyard.scored.recipe import recipe
from steelyard.text import Corpus
from steelyard.types import TestSet
from steelyard.types.reading import value_of

__all__ = ["compute", "explain"]


@asks("explain segment", positional=("metric",))
def explain(test_set: TestSet, **options: Any) -> Explanation:
    """Show the alignment, chunks, shifts or counts that made the scores of some segments.

    Parameters
    ----------
    test_set : TestSet
        Texts.
    {options}

    Returns
    -------
    Explanation
        One entry per system and segment; it holds their texts.

    Raises
    ------
    AlignmentError
        There is no segment of that number.
    SpecError
        There is no such metric or system.

    Notes
    -----
    A metric whose weights come from all references, such as NIST, weighs a single segment by its own references alone.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["the ferry leaves"]], systems={"ours": ["leaves the ferry"]})
    >>> [segment] = sy.explain(data, "ter", segments=[1]).segments
    >>> segment.explanation.notes
    ("shift 'leaves' from word 1 to word 3",)
    """
    return compute(value_of(test_set, "a table of texts"), question_from(ExplainQuestion, options))


def compute(test_set: TestSet, question: ExplainQuestion) -> Explanation:
    """Explain the scores of every segment that was asked for, system by system."""
    fitting = fit([question.metric], test_set.references).said()
    [asked] = fitting.metrics
    names = test_set.system_names if question.systems is None else question.systems
    _check(test_set, names, question.segments)
    numbered, variant = _numbered(test_set), asked.segment_metric()
    explained = tuple(_explained(numbered, variant, name, number) for name in names for number in question.segments)
    arguments = {**question.recipe(), "metric": str(asked), "systems": list(names)}
    how = recipe("explain segment", numbered, (), (), arguments, fitting.notes)
    return Explanation(explained, {**provenance(numbered), **how})


def _check(test_set: TestSet, systems: Sequence[str], segments: Sequence[int]) -> None:
    for name in systems:
        if name not in test_set.systems:
            raise unknown_name("system", name, test_set.systems)
    for number in segments:
        if not hasattr(number, "__index__") or not 1 <= number <= test_set.n_segments:
            raise AlignmentError(f"There is no segment {number}: choose a number from 1 to {test_set.n_segments}.")


def _numbered(test_set: TestSet) -> TestSet:
    """Number the segments: questions of a pattern file say which segment they are about."""
    if "segment" in (test_set.metadata or {}):
        return test_set
    numbers = [str(number) for number in range(1, test_set.n_segments + 1)]
    return replace(test_set, metadata={**(test_set.metadata or {}), "segment": numbers})


def _explained(test_set: TestSet, metric: Metric, system: str, segment: int) -> ExplainedSegment:
    corpus = Corpus(test_set.select([segment - 1], [system]))
    return ExplainedSegment(
        metric=str(metric),
        label=metric.label,
        signature=metric.signature(corpus.reference_count),
        scale=metric.scale,
        system=system,
        segment=segment,
        explanation=metric.explain_segment(corpus),
    )
