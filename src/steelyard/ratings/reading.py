"""From a file of judgements to one score per output, scale by scale."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard.choices import RATING_SCALINGS
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.files.reading import TextFile
from steelyard.files.told import tell
from steelyard.human import MqmWeights, blatz_scores, standardise
from steelyard.ratings.control import QUALITY_ALPHA, keep_reliable
from steelyard.ratings.counted_rows import CONTROLS, is_kind
from steelyard.ratings.marked_errors import scored_marks
from steelyard.ratings.outputs import output_scores
from steelyard.ratings.recipe import reading_of_people
from steelyard.reading import Judgements, read_judgements
from steelyard.reading.directions import direction_of, is_metric
from steelyard.reading.growing_columns import Lines
from steelyard.reading.line_files import LineIds
from steelyard.types import OutputScores, Ratings

__all__ = ["People", "are_penalties", "judgements_of", "people_of", "read_people", "rename_systems"]

_DIRECTED = ("appraise", "esa", "pearmut")  # formats of tools, whose scale goes one way
_LARGEST = 1e100  # of a rating: sums and squares stay finite


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """What people said of outputs.

    Examples
    --------
    >>> from steelyard.ratings import read_people
    >>> people = read_people("examples/ratings.tsv")
    >>> [(scores.name, scores.n_segments) for scores in people.scores]
    [('score', 120)]
    """

    judgements: Judgements  # as in the file
    raw: Ratings  # every judgement as a score, also of marked errors, as in the file
    ratings: Ratings  # the same on the scale that was asked for, without raters for whom there is none
    scores: tuple[OutputScores, ...]  # their means by output, one entry per scale; larger is better
    is_penalty: bool = False  # whether lower ones are better in `raw` and `ratings`


def read_people(
    path: str | os.PathLike[str],
    *,
    file_format: str | None = None,
    scales: Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
    lines: Lines | LineIds | None = None,
    documents: Sequence[str] | TextFile | None = None,
    languages: tuple[str, str] | None = None,
    weights: str | MqmWeights | None = None,
    scaling: str = "raw",
    lower_is_better: bool = False,
    strict: bool = True,
    encoding: str = "utf-8",
) -> People:
    """Read judgements and average them by output.

    `path`: of any format that `steelyard.reading.read_judgements` knows, but for rankings.
    `weights`: of marked errors: a name in `MQM_WEIGHTS`, or weights of one's own; by default those of the file, or
    ``"google"`` where it has none.
    `scaling`: of `steelyard.choices.RATING_SCALINGS`: scores as they are, standardised by rater, or each rater's ranks.
    `lower_is_better`: the scores of the file are penalties. Marked errors are penalties anyway.

    Examples
    --------
    >>> from steelyard.ratings import read_people
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
        languages=languages,
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
    """Average judgements that were read; see `read_people`, and for quality control `analyse_ratings`."""
    reading = reading_of_people(
        judgements, weights=weights, scaling=scaling, lower_is_better=lower_is_better, quality_control=quality_control
    )
    if judgements.ratings is not None:
        raw = judgements.ratings
        if lower_is_better and judgements.format in _DIRECTED:
            raise SpecError(
                f"Higher ratings are better in files of {judgements.format}: leave out --penalties (lower_is_better)."
            )
        lower_is_better = are_penalties(raw, said=lower_is_better)
    elif judgements.marks is not None:
        raw, lower_is_better = scored_marks(judgements.marks, weights), True
    else:
        raise DataError("Rankings give outputs no scores: systems are ranked by them directly.")
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
    return People(judgements, raw, ratings, scores, lower_is_better)


def judgements_of(people: People, *, lower_is_better: bool = False, is_scaled: bool = False) -> Ratings:
    """Return single judgements with larger ones for what is better, comparable between raters.

    Each rater's have mean 0 and standard deviation 1, where every judgement names its rater. Marked errors, which are
    penalties anyway, and scales called ``z`` stay as they are, as does what was brought to one scale already.
    """
    ratings, is_marked = people.ratings, people.judgements.ratings is None
    if ratings.reading is not None:
        turned = {"lower_is_better": lower_is_better, "is_scaled": is_scaled}
        ratings = replace(ratings, reading={**ratings.reading, "of": "comparable judgements", "turned": turned})
    if not len(ratings):
        raise SpecError("There is no single judgement in the ratings.")
    has_raters = bool((ratings.raters.codes >= 0).all()) and any(ratings.raters.names)
    if has_raters and not is_scaled and not is_marked and "z" not in ratings.scales.names:
        ratings = scaled(ratings, "z")
    return replace(ratings, scores=-ratings.scores) if lower_is_better or people.is_penalty else ratings


def rename_systems(judgements: Judgements, names: Mapping[str, str]) -> Judgements:
    """Call systems otherwise than the file of judgements does, in its `reading`, too; other systems keep their names.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.ratings.reading import rename_systems
    >>> rename_systems(sy.read_judgements("examples/ratings.tsv"), {"orator": "Orator.en"}).ratings.systems.names
    ('harbour', 'lantern', 'sparrow', 'tangle', 'Orator.en')
    """
    if not names:
        return judgements
    changed: dict[str, Any] = {}
    for part in ("ratings", "marks", "rankings", "as_judged"):
        judged = getattr(judgements, part)
        if judged is not None:
            renamed = tuple(names.get(name, name) for name in judged.systems.names)
            changed[part] = replace(judged, systems=replace(judged.systems, names=renamed))
    if judgements.reading is not None:
        changed["reading"] = {**judgements.reading, "renamed": dict(names)}
    return replace(judgements, **changed)


# Bring every rater's scores to one scale, and know penalties from scores.


def are_penalties(ratings: Ratings, *, said: bool = False) -> bool:
    """Tell whether lower scores are better: by the names of scales, or because somebody said it (--penalties).

    Scores of such a name of which none is above 0 were turned by who wrote them. Scales of both kinds do not go
    together; what was said and names do not say, or say otherwise, is told.
    """
    named = [name for name in ratings.scales.names if "penalt" in name.lower() or direction_of(name) is False]
    names = ", ".join(ratings.scales.names)
    if said and not named:
        if any(map(is_metric, ratings.scales.names)):
            tell(f"lower {names} is better, as was said, against its name")
        return True
    if not named:
        return False
    if len(named) < len(ratings.scales.names):
        raise SpecError(f"Of the scales {names} some are penalties and others not: choose one kind (scales, --scale).")
    is_above, is_below = bool((ratings.scores > 0).any()), bool((ratings.scores < 0).any())
    if is_above and is_below and not said:
        raise DataError(
            f"The scores are called {names}, but are above and below 0, so that their name does not say which are "
            "better: give --penalties (lower_is_better) where lower ones are, or rename them."
        )
    if said and is_below and not is_above:
        raise SpecError(
            f"The scores are called {names} and none is above 0: their sign was turned, so that higher ones are "
            "better. Leave out --penalties (lower_is_better), which would turn it once more, or rename them."
        )
    if is_above and not said:
        tell(f"lower {names} is better, by its name: signs are turned here")
    return is_above or said


def scaled(ratings: Ratings, scaling: str) -> Ratings:
    """Bring every rater's scores to one scale; raters with too little to tell are left out."""
    if scaling not in RATING_SCALINGS:
        raise unknown_name("scaling", scaling, RATING_SCALINGS)
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
    return replace(ratings, scores=np.where(kept, values, 0.0)).take(kept)
