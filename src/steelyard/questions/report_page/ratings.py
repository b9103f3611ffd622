"""Put together what a page shows, from judgements and their analysis."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.errors import AlignmentError, SpecError
from steelyard.files.reading import TextFile
from steelyard.inference import registered_tests
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.questions.human.judged_systems import JudgedSystems, judged_systems
from steelyard.questions.human.recipe import stored_question, with_columns
from steelyard.questions.report_page.answer import MarkedError, ReportPage, ShownSegments
from steelyard.questions.report_page.nulls import null_rows
from steelyard.ratings.recipe import score_inputs
from steelyard.reading import Judgements
from steelyard.results.null_row import NullRow
from steelyard.scored.pairs import compared_pairs
from steelyard.scored.single_segments import segment_rows
from steelyard.scored.threads import working_threads
from steelyard.scored.units import choose_units, unit_of
from steelyard.types import ErrorMarks, Measurement
from steelyard.types.reading import value_of

__all__ = ["ratings_page"]


def ratings_page(
    judgements: Judgements,
    analysis: RatingsAnalysis,
    *,
    texts: Mapping[str, Sequence[str] | TextFile] | None = None,
    sources: Sequence[str] | TextFile | None = None,
    languages: str | None = None,
    n_threads: int = 1,
) -> ReportPage:
    """Draw again what an analysis of ratings held each difference against, for its page.

    Parameters
    ----------
    judgements : Judgements
        From `read_judgements`.
    analysis : RatingsAnalysis
        Of them, as `analyse_ratings` gave it.
    texts : mapping of str to sequence of str or TextFile, optional
        Outputs by system, all lines of the test set: the page shows them with the errors that were marked in them.
    sources : sequence of str or TextFile, optional
        What was translated, all lines of the test set: shown above the outputs, with the errors marked in it.
    languages : str, optional
        Of source and target, as XX-YY; by default what names of files say.
    n_threads : int, default 1
        Threads.

    Returns
    -------
    ReportPage
        With null distributions where the test draws; that of raters like these, rank sums, the mixed model and rankings
        have none.

    Raises
    ------
    SpecError
        The analysis is of other judgements, or of judgements that were not read from a file; or texts are of a system
        that nobody rated.
    AlignmentError
        Texts or sources end before the ratings do.

    Examples
    --------
    >>> import steelyard as sy
    >>> judgements = sy.read_judgements("examples/ratings.tsv", lines="number")
    >>> page = sy.ratings_page(judgements, sy.analyse_ratings(judgements, raters="fixed", n_resamples=99))
    >>> len(page.nulls), sum(page.nulls[0].counts)
    (10, 99)
    """
    judgements = value_of(judgements, "ratings")
    draws = judgements.rankings is None and analysis.method["test"] in registered_tests()
    if not draws and not texts:
        return ReportPage({"n_segments": analysis.method["n_segments"]}, ratings=analysis)
    if judgements.rankings is not None:
        raise SpecError("Rankings have no scores of single outputs: texts go with scores and marked errors.")
    rated = _rated(judgements, analysis.method)
    nulls = _null_rows(rated, analysis, n_threads) if draws else []
    method: dict[str, Any] = {"n_segments": analysis.method["n_segments"]}
    shown = None
    if languages:
        method["languages"] = languages
    if texts:
        given = {f"system {name}": text for name, text in texts.items()}
        if sources is not None:
            given["sources"] = sources
        lines = {role: text.lines if isinstance(text, TextFile) else text for role, text in given.items()}
        segments = [int(i) for i in rated.aligned.segments]
        outputs = {name: lines[f"system {name}"] for name in texts}
        shown = _marked_segments(rated.measurements, segments, judgements.marks, outputs, lines.get("sources"))
        method["inputs"] = [
            {"role": role, "name": text.path, "sha256": text.sha256}
            for role, text in given.items()
            if isinstance(text, TextFile)
        ]
    return ReportPage(method, ratings=analysis, nulls=tuple(nulls), segments=shown)


def _rated(judgements: Judgements, method: Mapping[str, Any]) -> JudgedSystems:
    if "recipe" not in method:
        raise SpecError("A page with null distributions or texts needs judgements that were read from a file.")
    rated = judged_systems(judgements, stored_question(method["recipe"]["arguments"]))
    if with_columns([*score_inputs(rated.aligned.scales), *judgements.further], judgements) != list(method["inputs"]):
        raise SpecError("This analysis is of other judgements than these: analyse them first.")
    return rated


def _null_rows(rated: JudgedSystems, analysis: RatingsAnalysis, n_threads: int) -> list[NullRow]:
    method = analysis.method
    units = choose_units(rated.aligned, rated.measurements, unit_of(method))
    with working_threads(n_threads):
        return null_rows(units, compared_pairs(analysis.pairs, rated.aligned.system_names), method, n_threads)


def _marked_segments(
    measurements: Sequence[Measurement],
    segments: Sequence[int],
    marks: ErrorMarks | None,
    texts: Mapping[str, Sequence[str]],
    sources: Sequence[str] | None = None,
) -> ShownSegments:
    """Put rated outputs, by system, beside what people gave them and marked in them; a system may be without texts.

    Segments are lines of the texts, from 0.
    """
    systems = measurements[0].systems
    unknown = [name for name in texts if name not in systems]
    if unknown:
        raise SpecError(f"Nobody rated the system {unknown[0]!r}: the ratings have {', '.join(systems)}.")
    n_needed = max(segments, default=-1) + 1
    given = {f"texts of {name!r}": lines for name, lines in texts.items()}
    for what, lines in given.items() if sources is None else [*given.items(), ("sources", sources)]:
        if len(lines) < n_needed:
            raise AlignmentError(
                f"The {what} are {len(lines)} lines, and line {n_needed} was rated: give the file whole."
            )
    return ShownSegments(
        numbers=tuple(int(i) + 1 for i in segments),
        systems=systems,
        references=(),
        outputs=tuple(tuple(texts[name][i] if name in texts else None for i in segments) for name in systems),
        scores=tuple(segment_rows(measurements)),
        sources=() if sources is None else tuple(sources[i] for i in segments),
        lower_is_better=tuple(m.metric for m in measurements if not m.higher_is_better),
        errors=() if marks is None else tuple(_errors(marks, set(systems), set(segments))),
    )


def _errors(marks: ErrorMarks, systems: set[str], segments: set[int]) -> list[MarkedError]:
    columns = (marks.systems, marks.severities, marks.categories, marks.raters, marks.places)
    names = [[column.names[code] if code >= 0 else "" for code in column.codes] for column in columns]
    spans = np.stack([marks.segments, marks.starts, marks.ends], axis=1).tolist()
    found = []
    for system, severity, category, rater, place, (segment, start, end) in zip(*names, spans, strict=True):
        if system in systems and segment in segments and severity != "no-error":
            is_placed = place in ("hypothesis", "source") and start >= 0
            first, last = (start, end) if is_placed else (None, None)
            in_source = place == "source"
            found.append(MarkedError(system, segment + 1, severity, category, rater, first, last, in_source=in_source))
    return found
