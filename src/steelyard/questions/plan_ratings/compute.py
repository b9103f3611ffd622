"""How many ratings a difference needs, from a pilot, and which lines to rate next."""

from collections.abc import Sequence
from dataclasses import asdict
from math import ceil
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.method import provenance
from steelyard.errors import DataError, SpecError
from steelyard.human import RatingVariance, next_segments, rating_designs, residual_spread
from steelyard.human.planning.rating_plan import MOST_DOCUMENTS, range_of_needs
from steelyard.inference import seed_of
from steelyard.lines import TextFile
from steelyard.people.alignment import Aligned, align
from steelyard.people.recipe import rated_inputs, rated_recipe
from steelyard.people.sampling import HowChosen
from steelyard.people.shared_systems import named_metrics, scored_systems
from steelyard.questions.plan_ratings.answer import NextRow, PlanRow, RatingPlan, VarianceRow
from steelyard.questions.plan_ratings.pilot import pilot_pairs, pilot_variance
from steelyard.questions.plan_ratings.sentence import rating_plan_sentence
from steelyard.types import OutputScores, Ratings

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Rng

__all__ = ["plan_ratings"]

_SIZES = (1, 2, 5, 10)
_MOST_RATINGS = 3


def plan_ratings(
    ratings: Ratings,
    people: OutputScores,
    metrics: Sequence[OutputScores] = (),
    *,
    difference: float,
    power: float = 0.8,
    alpha: float = 0.05,
    systems: Sequence[str] | None = None,
    documents: Sequence[str] | TextFile | None = None,
    segments_per_document: Sequence[int] | None = None,
    ratings_per_segment: Sequence[int] | None = None,
    n_raters: Sequence[int] | None = None,
    n_next: int | None = None,
    by_document: bool = False,
    sampling: str | None = None,
    chances: NDArray[np.float64] | None = None,
    rng: "Rng" = 12345,
    files: Sequence[tuple[str, str]] = (),
) -> RatingPlan:
    """Plan ratings of two systems that are so far apart, from ratings of systems like them.

    Parameters
    ----------
    ratings : Ratings
        The pilot, judgement by judgement, on one scale.
    people : OutputScores
        Their means by output, larger is better.
    metrics : sequence of OutputScores
        Scores of every line of the test set, which may help. Rated systems that a metric did not score are left out, if
        two others are there.
    difference : float
        To be found, in the unit of the ratings.
    power, alpha : float
        How often, by a two-sided test at which level.
    systems : sequence of str, optional
        Systems of the pilot whose pairs are taken; by default all. Variances are those of all pairs together; a pair
        counts with the lines that both were rated on.
    documents : sequence of str or TextFile, optional
        Document of every line.
    segments_per_document, ratings_per_segment, n_raters : sequence of int, optional
        Designs to try. By default 1, 2, 5, 10 segments a document as far as documents of the pilot reach; one to three
        ratings a segment where the pilot tells what more are worth; the pilot's raters, of whom alone something is then
        said, and, where the pilot tells how they lean, so many others that leanings take half of the error allowed.
    n_next : int, optional
        Draw so many lines to rate next.
    by_document : bool, default False
        Draw whole documents.
    sampling : str, optional
        How the pilot was chosen: ``random``, ``documents`` or ``weights:COLUMN``; by default it was not drawn by
        chance, and its lines stand for themselves alone.
    chances : array, shape (N,), optional
        With weights.
    rng : int or numpy.random.Generator, default 12345
        Seed of the draw.
    files : sequence of (str, str)
        Path and SHA-256 of the file of the chances.

    Returns
    -------
    RatingPlan
        Designs, variances, and lines where they were asked for.

    Raises
    ------
    SpecError
        A number is impossible, or a system or sampling not known.
    DataError
        There are fewer than two systems or documents, no difference varies, or a score is missing.

    Examples
    --------
    >>> from steelyard.questions.plan_ratings.compute import plan_ratings
    >>> from steelyard.people import read_people
    >>> people = read_people("examples/ratings.tsv")
    >>> plan = plan_ratings(people.ratings, people.scores[0], difference=5)
    >>> cheapest = plan.cheapest()
    >>> cheapest.segments_per_document, cheapest.n_segments
    (1, 79)
    """
    how = HowChosen.parse(sampling)
    seed = seed_of(rng)
    chosen = people if systems is None else people.select(systems)
    if len(chosen.systems) < 2:
        raise DataError("A plan needs ratings of at least two systems.")
    named = list(named_metrics(metrics))
    kept, left_out = scored_systems(chosen, named) if systems is None else (chosen.systems, ())
    given, documents = documents, documents.lines if isinstance(documents, TextFile) else documents
    is_rated_only = not named and n_next is None
    joined = align(
        [chosen], named, systems=kept, count="pairs", segments="all" if is_rated_only else "every", documents=documents
    )
    pilots, is_paired = pilot_pairs(ratings, joined)
    if joined.documents is None and max(segments_per_document or [1]) > 1:
        raise SpecError("Without documents every segment stands alone: give the document of every line (--documents).")
    variances, rows = [], []
    asked_shapes = {
        "segments_per_document": segments_per_document,
        "ratings_per_segment": ratings_per_segment,
        "n_raters": n_raters,
    }
    largest = int(np.bincount(joined.codes[joined.is_rated]).max())
    shapes = {
        "segments_per_document": list(segments_per_document or [size for size in _SIZES if size <= largest]),
        "ratings_per_segment": list(ratings_per_segment or ()),
        "n_raters": list(n_raters or ()),
    }
    is_told_apart = any(len(pilot.at) > len(np.unique(joined.codes[pilot.at])) for pilot in pilots)
    for metric in (None, *joined.metrics):
        name = "" if metric is None else metric.name
        variance, further = pilot_variance(pilots, joined, metric)
        variances.append(
            VarianceRow(
                name,
                variance.document**0.5,
                variance.residual**0.5 if is_told_apart else None,
                None if variance.segment is None else variance.segment**0.5,
                None if variance.rater is None else variance.rater**0.5,
            )
        )
        call = _designs(variance, shapes, difference, power, alpha)
        most = int(joined.codes.max()) + 1 if name else None  # more documents would have no scores
        designs = rating_designs(variance, difference, **call, further_variance=further, most_documents=most)
        rows += [PlanRow(name, **asdict(design)) for design in designs]
    lines: list[NextRow] = []
    n_left_out = 0
    if n_next is not None:
        whole = align([chosen], named, systems=kept, count="together", segments="every", documents=documents)
        lines, n_left_out = _next(whole, n_next, by_document, how, chances, seed), whole.n_partly
    elif sampling is not None:
        raise SpecError("How the pilot was chosen matters for lines to rate next only: say how many.")
    method = provenance(joined, rated_inputs([people], named, given, files)) | {
        "difference": difference,
        "power": power,
        "alpha": alpha,
        "scale": people.name,
        "n_pairs": len(pilots),
        "n_rated": int(joined.is_rated.sum()),
        "n_rated_documents": len(np.unique(joined.codes[joined.is_rated])),
        "n_raters": len(np.unique(np.concatenate([pilot.raters for pilot in pilots]))),
        "is_paired": is_paired,
        "most_documents": MOST_DOCUMENTS,
        "off_by": range_of_needs(len(np.unique(joined.codes[joined.is_rated])) - 1),
        "left_out": [{"system": system, "reason": reason} for system, reason in left_out],
        "n_left_out": n_left_out,
        "for_all_raters": any(row.n_raters is not None for row in rows),
        "has_documents": joined.documents is not None,
        "n_next": sum(row.status == "next" for row in lines),
        "by_document": by_document,
        "sampling": sampling,
        "seed": seed,
    }
    method["sentence"] = rating_plan_sentence(method)
    arguments = {key: method[key] for key in ("difference", "power", "alpha", "by_document", "sampling")}
    arguments |= {
        "n_next": n_next,
        "systems": None if systems is None else list(systems),
        **{name: list(found) if found else None for name, found in asked_shapes.items()},
        "rng": seed,
    }
    method |= rated_recipe("plan-ratings", [people], metrics, given, chances, arguments)
    return RatingPlan(tuple(rows), tuple(variances), tuple(lines), method)


def _designs(
    variance: RatingVariance, shapes: dict[str, list[int]], difference: float, power: float, alpha: float
) -> dict[str, Any]:
    """Say which designs to try, by what the pilot tells."""
    raters: list[int | None] = [*shapes["n_raters"]]
    if not raters:
        raters = [None]
        if variance.rater and difference and 0 < power < 1 and 0 < alpha < 1:
            normal = NormalDist()
            allowed = difference / (normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power))
            raters.append(max(2, ceil(2 * variance.rater / allowed**2)))
    most = 1 if variance.segment is None else _MOST_RATINGS
    return {
        "segments_per_document": shapes["segments_per_document"],
        "ratings_per_segment": shapes["ratings_per_segment"] or list(range(1, most + 1)),
        "n_raters": raters,
        "power": power,
        "alpha": alpha,
    }


def _next(
    joined: Aligned,
    n: int,
    by_document: bool,
    how: HowChosen | None,
    chances: NDArray[np.float64] | None,
    seed: int,
) -> list[NextRow]:
    """Draw lines, and tell of every line what is known."""
    spread = np.ones(joined.n_segments)
    if joined.metrics:
        spread = residual_spread(joined.ratings, joined.metrics[0].values)
    earlier = None
    if how is not None:
        earlier = _earlier(joined, how, chances)
    if by_document and joined.documents is None:
        raise SpecError("Whole documents can be drawn only where every line has one (--documents).")
    drawn = next_segments(
        spread,
        n,
        rng=seed,
        is_rated=joined.is_rated,
        earlier=earlier,
        documents=joined.codes if by_document else None,
    )
    status = np.where(joined.is_rated, "rated", "open").astype(object)
    status[drawn.segments] = "next"
    names = joined.documents or ("",) * joined.n_segments
    return [
        NextRow(int(line) + 1, document, str(what), float(chance))
        for line, document, what, chance in zip(joined.segments, names, status, drawn.probabilities, strict=True)
    ]


def _earlier(joined: Aligned, how: HowChosen, chances: NDArray[np.float64] | None) -> NDArray[np.float64]:
    if how.kind == "random":
        return np.full(joined.n_segments, joined.is_rated.mean())
    if how.kind == "documents":
        n_rated = len(np.unique(joined.codes[joined.is_rated]))
        return np.full(joined.n_segments, n_rated / (joined.codes.max() + 1))
    if chances is None:
        raise DataError("Sampling by weights needs the chance of every line.")
    before = chances[joined.segments]
    if np.isnan(before).any():
        line = int(joined.segments[np.flatnonzero(np.isnan(before))[0]]) + 1
        raise DataError(f"Line {line} has no chance of having been drawn: every line needs one, rated or not.")
    return before
