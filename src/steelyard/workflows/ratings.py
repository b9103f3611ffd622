"""From a file of judgements to one score an output, scale by scale."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.data import Judgements, read_judgements
from steelyard.data.collecting import Lines
from steelyard.data.line_files import LineIds
from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.human import Judges, MqmWeights, blatz_scores, segment_means, standardise
from steelyard.lines import TextFile
from steelyard.types import OutputScores, Ratings
from steelyard.workflows.marked_errors import scored_marks
from steelyard.workflows.rater_control import QUALITY_ALPHA, keep_reliable
from steelyard.workflows.rating_rows import CONTROLS, COUNTED, is_kind, select_ratings
from steelyard.workflows.scores_recipe import reading_of_people

__all__ = [
    "SCALINGS",
    "People",
    "are_penalties",
    "check_lines",
    "output_scores",
    "people_of",
    "read_people",
]

SCALINGS = ("raw", "z", "blatz")
"""Scores as they are; each rater's brought to mean 0 and deviation 1; each rater's by rank, from 0 to 1."""

_LARGEST = 1e100  # of a rating: sums and squares stay finite
_MOST_OUTPUTS = 200_000_000  # systems times lines, for which there is a cell each


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """What people said of outputs.

    Attributes
    ----------
    judgements : Judgements
        As in the file.
    raw : Ratings
        Every judgement as a score, also of marked errors, as in the file.
    ratings : Ratings
        The same on the scale that was asked for, without raters for whom there is none.
    scores : tuple of OutputScores
        Their means by output, one entry a scale; larger is better.

    Examples
    --------
    >>> from steelyard.workflows.ratings import read_people
    >>> people = read_people("examples/ratings.tsv")
    >>> [(scores.name, scores.n_segments) for scores in people.scores]
    [('score', 120)]
    """

    judgements: Judgements
    raw: Ratings
    ratings: Ratings
    scores: tuple[OutputScores, ...]


def read_people(
    path: str | os.PathLike[str],
    *,
    file_format: str | None = None,
    scales: Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
    lines: Lines | LineIds | None = None,
    documents: Sequence[str] | TextFile | None = None,
    weights: str | MqmWeights | None = None,
    scaling: str = "raw",
    lower_is_better: bool = False,
    strict: bool = True,
    encoding: str = "utf-8",
) -> People:
    """Read judgements and average them by output.

    Parameters
    ----------
    path : path-like
        Of any format that `steelyard.data.read_judgements` knows, but for rankings.
    file_format, scales, columns, lines, documents, strict, encoding
        As for `steelyard.data.read_judgements`.
    weights : str or MqmWeights, optional
        Of marked errors: a name in `MQM_WEIGHTS`, or weights of one's own; by default those of the file, or
        ``"google"`` where it has none.
    scaling : {"raw", "z", "blatz"}, default "raw"
        See `SCALINGS`.
    lower_is_better : bool, default False
        The scores of the file are penalties. Marked errors are penalties anyway.

    Returns
    -------
    People
        With larger scores for what is better.

    Raises
    ------
    DataError
        The file holds rankings, or nothing that could be read.
    SpecError
        There is no such format, scaling or weighting.

    Examples
    --------
    >>> from steelyard.workflows.ratings import read_people
    >>> people = read_people("examples/ratings.tsv", scaling="z")
    >>> people.scores[0].of_systems().round(2).tolist()
    [0.81, 0.86, 0.14, -0.41, -1.26]
    """
    judgements = read_judgements(
        path,
        file_format=file_format,
        scales=scales,
        columns=columns,
        lines=lines,
        documents=documents,
        strict=strict,
        encoding=encoding,
    )
    lines_with_documents = documents.lines if isinstance(documents, TextFile) else documents
    n_segments = None if lines_with_documents is None else len(lines_with_documents)
    return people_of(
        judgements, weights=weights, scaling=scaling, lower_is_better=lower_is_better, n_segments=n_segments
    )


def people_of(
    judgements: Judgements,
    *,
    weights: str | MqmWeights | None = None,
    scaling: str = "raw",
    lower_is_better: bool = False,
    quality_control: str = "none",
    n_segments: int | None = None,
) -> People:
    """Average judgements that were read; see `read_people`, and for quality control `analyse_ratings`.

    Raises
    ------
    DataError
        They are rankings, or about no output, or about lines that the test set does not have.
    SpecError
        There is no such scaling or weighting.
    """
    reading = reading_of_people(
        judgements,
        weights=weights,
        scaling=scaling,
        lower_is_better=lower_is_better,
        quality_control=quality_control,
    )
    if judgements.ratings is not None:
        raw = judgements.ratings
    elif judgements.marks is not None:
        raw, lower_is_better = scored_marks(judgements.marks, weights), True
    else:
        raise DataError("Rankings give outputs no scores: systems are ranked by them directly.")
    lower_is_better = lower_is_better or are_penalties(raw)
    if (np.abs(raw.scores) > _LARGEST).any():
        raise DataError(
            f"A rating is {raw.scores[np.abs(raw.scores).argmax()]:.3g}, too large to be one: look at the file."
        )
    ratings = scaled(raw, scaling)
    if quality_control != "none":
        ratings, _ = keep_reliable(ratings, quality_control, QUALITY_ALPHA)
    scores = output_scores(ratings, lower_is_better=lower_is_better, n_segments=n_segments)
    if reading is not None:
        ratings = replace(ratings, reading={"of": "judgements", **reading})
        scores = tuple(replace(one, reading={"of": "people", **reading, "scale": one.name}) for one in scores)
    return People(judgements, raw, ratings, scores)


def are_penalties(ratings: Ratings) -> bool:
    """Tell penalties by their name, such as ``mqm_penalty``; none above 0 are turned already.

    Parameters
    ----------
    ratings : Ratings
        As in the file.

    Returns
    -------
    bool
        Lower is better.

    Raises
    ------
    DataError
        Penalties are above and below 0.
    SpecError
        Some scales are penalties and others not.
    """
    named = [i for i, name in enumerate(ratings.scales.names) if "penalt" in name.lower()]
    if not named:
        return False
    names = ", ".join(ratings.scales.names)
    if len(named) < len(ratings.scales.names):
        raise SpecError(f"Of the scales {names} some are penalties and others not: choose one kind (scales, --scale).")
    if (ratings.scores > 0).any() and (ratings.scores < 0).any():
        raise DataError(
            f"The scores are called {names}, but are above and below 0, so that their name does not say which are "
            "better: give --penalties (lower_is_better) where lower ones are, or rename them."
        )
    return bool((ratings.scores > 0).any())


def scaled(ratings: Ratings, scaling: str) -> Ratings:
    """Bring every rater's scores to one scale; raters with too little to tell are left out."""
    if scaling not in SCALINGS:
        raise unknown_name("scaling", scaling, SCALINGS)
    if scaling == "raw":
        return ratings
    if (ratings.raters.codes < 0).any():
        raise SpecError(f"Scores can be brought to one scale ({scaling}) only where every row names its rater.")
    values = np.full(len(ratings), np.nan)
    is_control = is_kind(ratings, CONTROLS)
    for scale in range(len(ratings.scales.names)):
        rows = np.flatnonzero(ratings.scales.codes == scale)
        scores, raters = ratings.scores[rows], ratings.raters.codes[rows].astype(np.int64)
        if scaling == "z":
            values[rows] = standardise(scores, raters, is_quality_item=is_control[rows]).scores
        else:
            values[rows] = blatz_scores(scores, raters)
    kept = np.isfinite(values)
    return select_ratings(replace(ratings, scores=np.where(kept, values, 0.0)), kept)


def output_scores(
    ratings: Ratings, *, lower_is_better: bool = False, n_segments: int | None = None, judges: Judges = "mean"
) -> tuple[OutputScores, ...]:
    """Average judgements by output.

    Parameters
    ----------
    ratings : Ratings
        Repeats count as further judgements; degraded, reference and other control items do not.
    lower_is_better : bool, default False
        The scores are penalties: their sign is turned.
    n_segments : int, optional
        Of the test set; by default up to the last one that was rated.
    judges : {"mean", "median"}, default "mean"
        What stands for several judgements of one output.

    Returns
    -------
    tuple of OutputScores
        One a scale, in the order of the scales; larger is better.

    Raises
    ------
    DataError
        No output was rated, or a segment beyond the test set was.
    SpecError
        There is no such average of judgements.
    """
    is_counted = is_kind(ratings, COUNTED)
    last = int(ratings.segments[is_counted].max(initial=-1))
    n = last + 1 if n_segments is None else n_segments
    where = ", ".join(path for path, _ in ratings.files) or "The ratings"
    if last < 0:
        raise DataError(f"{where}: there is no judgement of an output.")
    if n * len(ratings.systems.names) > _MOST_OUTPUTS:
        raise DataError(f"{where}: line {last + 1:,} is rated, too many to be lines of a test set.")
    if last >= n:
        raise DataError(f"{where}: line {last + 1} is rated, but the test set has {n} lines.")
    documents = _documents(ratings, n)
    found = []
    for scale, name in enumerate(ratings.scales.names or ("score",)):
        rows = is_counted & ((ratings.scales.codes == scale) | (not ratings.scales.names))
        if not rows.any():
            continue
        signed = -ratings.scores[rows] if lower_is_better else ratings.scores[rows]
        systems = ratings.systems.codes[rows].astype(np.int64)
        means = segment_means(
            signed, systems, ratings.segments[rows], n_systems=len(ratings.systems.names), n_segments=n, judges=judges
        )
        has_any = np.flatnonzero(means.counts.sum(axis=1))
        found.append(
            OutputScores(
                name,
                tuple(ratings.systems.names[code] for code in has_any),
                means.means[has_any],
                documents=documents,
                counts=means.counts[has_any],
                files=ratings.files,
                n_lines=ratings.n_lines,
            )
        )
    return tuple(found)


def check_lines(people: OutputScores, n_segments: int) -> None:
    """Refuse ratings of another test set, where their file lists every line, rated or not.

    Raises
    ------
    AlignmentError
        It lists more or fewer than the test set has.
    """
    if people.n_lines is not None and people.n_lines != n_segments:
        where = ", ".join(path for path, _ in people.files) or f"The file of {people.name}"
        raise AlignmentError(
            f"{where} lists {people.n_lines:,} lines, rated or not, but the test set has {n_segments:,}: these are "
            "ratings of other texts, even where systems are named alike. If they are of its first lines, leave out the "
            "rows without a score."
        )


def _documents(ratings: Ratings, n_segments: int) -> tuple[str, ...] | None:
    """Name the document of each segment, "" where none is known; None where no row names one."""
    codes = ratings.documents.codes
    if not (codes >= 0).any() or not any(ratings.documents.names):
        return None
    named = np.full(n_segments, -1, dtype=np.int64)
    rows = np.flatnonzero((codes >= 0) & (ratings.segments < n_segments))[::-1]  # so that the first row decides
    named[ratings.segments[rows]] = codes[rows]
    names = (*ratings.documents.names, "")
    return tuple(names[code] for code in named)
