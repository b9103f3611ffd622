"""Compare what two sides marked."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError
from steelyard.files.reading import TextFile
from steelyard.human import SpanMatch, shared_spans, span_agreement
from steelyard.metrics import package_version
from steelyard.questions.marked_spans.answer import SpanAgreementReport, SpanAgreementRow
from steelyard.questions.marked_spans.question import MarkedSpansQuestion
from steelyard.results.factors import Factors
from steelyard.results.numbers import finite
from steelyard.types import ErrorMarks

__all__ = ["compare_spans", "compute"]


@asks("human spans")
def compare_spans(
    first: ErrorMarks,
    second: ErrorMarks | None = None,
    *,
    texts: Mapping[str, Sequence[str] | TextFile],
    **options: Any,
) -> SpanAgreementReport:
    """Say how far two campaigns, or two raters of one, mark the same spans of the same outputs as errors.

    Parameters
    ----------
    first, second : ErrorMarks
        Of two campaigns; without a second, two `raters` of the first are compared.
    texts : mapping of str to sequence of str or TextFile
        By system, the outputs that were marked.
    {options}

    Returns
    -------
    SpanAgreementReport
        F1 over characters, over same spans and over spans that touch, and kappa.

    Raises
    ------
    DataError
        No output was judged by both, or a span reaches beyond its text.
    SpecError
        There is no second side, or no such rater.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import ErrorMarks, Labels
    >>> marks = ErrorMarks(
    ...     systems=Labels.of(["a", "a"]),
    ...     segments=np.array([0, 0]),
    ...     documents=Labels.all_of("", 2),
    ...     raters=Labels.of(["ann", "bob"]),
    ...     judgements=np.array([0, 1]),
    ...     categories=Labels.all_of("", 2),
    ...     severities=Labels.of(["minor", "minor"]),
    ...     places=Labels.of(["hypothesis", "hypothesis"]),
    ...     starts=np.array([4, 6]),
    ...     ends=np.array([8, 10]),
    ...     weights=np.full(2, np.nan),
    ...     kinds=Labels.all_of("system", 2),
    ... )
    >>> found = sy.compare_spans(marks, texts={"a": ["an old mill burnt"]}, raters=("ann", "bob"))
    >>> [(row.of, row.f1) for row in found.rows]
    [('characters', 0.5), ('same spans', 0.0), ('spans that touch', 1.0)]
    """
    return compute(first, second, texts, question_from(MarkedSpansQuestion, options))


def compute(
    first: ErrorMarks,
    second: ErrorMarks | None,
    texts: Mapping[str, Sequence[str] | TextFile],
    question: MarkedSpansQuestion,
) -> SpanAgreementReport:
    """Compare the marks in the outputs that both sides judged."""
    if second is None and question.raters is None:
        raise SpecError("Give a second campaign, or two raters of this one.")
    raters = None if question.raters is None else (question.raters[0], question.raters[1])
    lines = {name: text.lines if isinstance(text, TextFile) else text for name, text in texts.items()}
    lengths = {name: [len(line) for line in text] for name, text in lines.items()}
    shared = shared_spans(first, first if second is None else second, lengths, raters=raters)
    found = span_agreement(
        shared.first,
        shared.second,
        shared.lengths,
        groups=shared.segments,
        other_severity=question.other_severity,
        clip=question.clip,
        confidence_level=question.confidence_level,
    )
    kinds = (("characters", found.characters), ("same spans", found.exact), ("spans that touch", found.overlap))
    files = [
        {"role": "marked errors", "name": path, "sha256": sha256}
        for marks in (first, *(() if second is None else (second,)))
        for path, sha256 in marks.files
    ]
    files += [
        {"role": f"system {name}", "name": text.path, "sha256": text.sha256}
        for name, text in texts.items()
        if isinstance(text, TextFile)
    ]
    options: dict[str, Any] = question.recipe()
    method: Any = {
        "n_segments": len(set(shared.segments.tolist())),
        "n_systems": len(set(shared.systems)),
        "n_documents": None,
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": sys.version.split()[0]},
        "inputs": files,
        "sides": list(raters or ("first", "second")),
        "n_outputs": len(shared.lengths),
        "n_clean": found.n_clean,
        "n_marked_characters": list(found.n_marked),
        "n_spans": list(found.n_spans),
        "n_unplaced": list(shared.n_unplaced),
        "n_repeats": list(shared.n_repeats),
        "mean_item_f1": finite(found.mean_item_f1),
        "kappa": finite(found.kappa.value),
        "kappa_interval": found.kappa.interval,
        "other_severity": question.other_severity,
        **Factors(("segments",), ("raters", "systems")).told(
            f"We compared the error spans of two {'raters' if second is None else 'campaigns'} in "
            f"{len(shared.lengths):,} outputs that both judged, with Steelyard {package_version()}. "
            f"{100 * question.confidence_level:g}% confidence intervals are jackknife intervals over segments."
        ),
        "recipe": {"command": "human spans", "arguments": options},
    }
    return SpanAgreementReport(tuple(_row(kind, match) for kind, match in kinds), method)


def _row(kind: str, match: SpanMatch) -> SpanAgreementRow:
    return SpanAgreementRow(kind, finite(match.precision), finite(match.recall), finite(match.f1), match.interval)
