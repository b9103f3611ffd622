"""What made the score of a segment."""

from collections.abc import Sequence
from dataclasses import replace

from steelyard.counted.method import provenance
from steelyard.counted.recipe import recipe
from steelyard.errors import AlignmentError, unknown_name
from steelyard.metrics import Metric, parse
from steelyard.questions.explain.answer import ExplainedSegment, Explanation
from steelyard.text import Corpus
from steelyard.types import TestSet

__all__ = ["explain"]


def explain(
    test_set: TestSet, metric: str | Metric, *, segments: Sequence[int], systems: Sequence[str] | None = None
) -> Explanation:
    """Show the alignment, chunks, shifts or counts that made the scores of some segments.

    Parameters
    ----------
    test_set : TestSet
        Texts.
    metric : str or Metric
        One metric; where it has a variant for single segments, that one.
    segments : sequence of int
        Numbers of segments, from 1.
    systems : sequence of str, optional
        Names; by default all.

    Returns
    -------
    Explanation
        One entry a system and segment; it holds their texts.

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
    asked = parse(metric) if isinstance(metric, str) else metric
    variant = asked.segment_metric()
    names = list(systems) if systems is not None else list(test_set.system_names)
    for name in names:
        if name not in test_set.systems:
            raise unknown_name("system", name, test_set.systems)
    for number in segments:
        if not 1 <= number <= test_set.n_segments:
            raise AlignmentError(f"There is no segment {number}: the test set has {test_set.n_segments}, from 1.")
    if "segment" not in (test_set.metadata or {}):  # questions of a pattern file say which segment they are about
        numbers = [str(number) for number in range(1, test_set.n_segments + 1)]
        test_set = replace(test_set, metadata={**(test_set.metadata or {}), "segment": numbers})
    explained = []
    for name in names:
        for number in segments:
            corpus = Corpus(test_set.select([number - 1], [name]))
            explained.append(
                ExplainedSegment(
                    metric=str(variant),
                    label=variant.label,
                    signature=variant.signature(corpus.reference_count),
                    scale=variant.scale,
                    system=name,
                    segment=number,
                    explanation=variant.explain_segment(corpus),
                )
            )
    arguments = {"metric": str(asked), "segments": list(segments), "systems": names}
    method = {**provenance(test_set), **recipe("explain", test_set, (), (), arguments)}
    return Explanation(tuple(explained), method)
