"""How many ratings a difference needs, from a pilot, and which lines to rate next."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import combinations
from math import ceil
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.human import RatingVariance, next_segments, rating_designs, rating_variance, residual_spread
from steelyard.human.columns import distinct_rows
from steelyard.inference import seed_of
from steelyard.metrics import package_version
from steelyard.results import NextRow, PlanRow, RatingPlan, VarianceRow
from steelyard.types import OutputScores, Ratings
from steelyard.workflows.method import provenance
from steelyard.workflows.rated_lines import HowChosen, RatedLines, join_lines, named_metrics

if TYPE_CHECKING:
    from steelyard.inference.resample import Rng

__all__ = ["plan_ratings"]

_COUNTED = ("system", "repeat")
_SIZES = (1, 2, 5, 10)
_MOST_RATINGS = 3
_FEW_DOCUMENTS = 20  # a variance from so many is known to within a factor of 2
_ENOUGH_SHARED = 0.5  # of lines rated for both systems: by one rater each


def plan_ratings(
    ratings: Ratings,
    people: OutputScores,
    metrics: Sequence[OutputScores] = (),
    *,
    difference: float,
    power: float = 0.8,
    alpha: float = 0.05,
    systems: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    segments_per_document: Sequence[int] | None = None,
    ratings_per_segment: Sequence[int] | None = None,
    n_raters: Sequence[int] | None = None,
    n_next: int | None = None,
    by_document: bool = False,
    sampling: str | None = None,
    chances: NDArray[np.float64] | None = None,
    rng: "Rng" = 12345,
) -> RatingPlan:
    """Plan ratings of two systems that are so far apart, from ratings of systems like them.

    Parameters
    ----------
    ratings : Ratings
        The pilot, judgement by judgement, on one scale.
    people : OutputScores
        Their means by output, larger is better.
    metrics : sequence of OutputScores
        Scores of every line of the test set, which may help.
    difference : float
        To be found, in the unit of the ratings.
    power, alpha : float
        How often, by a two-sided test at which level.
    systems : sequence of str, optional
        Systems of the pilot whose pairs are taken; by default all. Variances are means over pairs.
    documents : sequence of str, optional
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

    Returns
    -------
    RatingPlan
        Designs, variances, and lines where they were asked for.

    Raises
    ------
    SpecError
        A number is impossible, or a system or sampling not known.
    DataError
        There are fewer than two systems or documents, or a score is missing.

    Examples
    --------
    >>> from steelyard.workflows.plan_ratings import plan_ratings
    >>> from steelyard.workflows.ratings import read_people
    >>> people = read_people("examples/ratings.tsv")
    >>> plan = plan_ratings(people.ratings, people.scores[0], difference=5)
    >>> cheapest = plan.cheapest()
    >>> cheapest.segments_per_document, cheapest.n_segments
    (1, 80)
    """
    how = HowChosen.parse(sampling)
    seed = seed_of(rng)
    chosen = people if systems is None else people.select(systems)
    if len(chosen.systems) < 2:
        raise DataError("A plan needs ratings of at least two systems.")
    named = list(named_metrics(metrics))
    joined = join_lines(chosen, named, documents, rated_only=not named and n_next is None)
    pilots = [_differences(ratings, joined, *pair, chosen) for pair in combinations(chosen.systems, 2)]
    variances, rows = [], []
    largest = int(np.bincount(joined.codes[joined.is_rated]).max())
    shapes = {
        "segments_per_document": list(segments_per_document or [size for size in _SIZES if size <= largest]),
        "ratings_per_segment": list(ratings_per_segment or ()),
        "n_raters": list(n_raters or ()),
    }
    for metric in ("", *joined.metrics):
        variance, further = _variance(pilots, joined, metric)
        variances.append(
            VarianceRow(
                metric,
                variance.document**0.5,
                variance.residual**0.5,
                None if variance.segment is None else variance.segment**0.5,
                None if variance.rater is None else variance.rater**0.5,
            )
        )
        call = _designs(variance, shapes, difference, power, alpha)
        most = int(joined.codes.max()) + 1 if metric else None  # more documents would have no scores
        designs = rating_designs(variance, difference, **call, further_variance=further, most_documents=most)
        rows += [PlanRow(metric, **asdict(design)) for design in designs]
    lines: list[NextRow] = []
    if n_next is not None:
        lines = _next(joined, named, n_next, by_document, how, chances, seed)
    elif sampling is not None:
        raise SpecError("How the pilot was chosen matters for lines to rate next only: say how many.")
    inputs = [{"role": "ratings", "name": path, "sha256": sha} for path, sha in people.files]
    inputs += [{"role": f"scores {m.name}", "name": path, "sha256": sha} for m in named for path, sha in m.files]
    method = provenance(joined, inputs) | {
        "difference": difference,
        "power": power,
        "alpha": alpha,
        "scale": people.name,
        "n_pairs": len(pilots),
        "n_rated": int(joined.is_rated.sum()),
        "n_rated_documents": len(np.unique(joined.codes[joined.is_rated])),
        "n_raters": len(np.unique(np.concatenate([raters for *_, raters, _ in pilots]))),
        "is_paired": all(is_paired for *_, is_paired in pilots),
        "has_documents": joined.documents is not None,
        "n_next": sum(row.status == "next" for row in lines),
        "by_document": by_document,
        "sampling": sampling,
        "seed": seed,
    }
    method["sentence"] = _sentence(method)
    return RatingPlan(tuple(rows), tuple(variances), tuple(lines), method)


_Pilot = tuple[int, int, NDArray[np.float64], NDArray[np.int64], NDArray[np.int64], bool]


def _differences(ratings: Ratings, joined: RatedLines, a: str, b: str, people: OutputScores) -> _Pilot:
    """Return the two systems, differences of ratings by one rater, their lines and raters, and whether this is so.

    Where few lines were rated by one rater for both systems, means of lines stand in, by one rater for all.
    """
    i, j = joined.systems.index(a), joined.systems.index(b)
    is_counted = np.isin(ratings.kinds.codes, [k for k, kind in enumerate(ratings.kinds.names) if kind in _COUNTED])
    is_counted &= ratings.raters.codes >= 0
    if people.name in ratings.scales.names:
        is_counted &= ratings.scales.codes == ratings.scales.names.index(people.name)
    sides = []
    for system in (a, b):
        rows = np.flatnonzero(is_counted & (ratings.systems.codes == ratings.systems.names.index(system)))
        numbers, (lines, raters) = distinct_rows(ratings.segments[rows], ratings.raters.codes[rows].astype(np.int64))
        means = np.bincount(numbers, ratings.scores[rows]) / np.bincount(numbers) if len(rows) else np.zeros(0)
        sides.append({(line, rater): mean for line, rater, mean in zip(lines, raters, means, strict=True)})
    places = {int(line): place for place, line in enumerate(joined.lines)}
    shared = sorted(key for key in sides[0].keys() & sides[1].keys() if int(key[0]) in places)
    in_both = np.flatnonzero(joined.is_rated)
    if shared and len({line for line, _ in shared}) >= _ENOUGH_SHARED * len(in_both):
        values = np.array([sides[0][key] - sides[1][key] for key in shared])
        at = np.array([places[int(line)] for line, _ in shared])
        return i, j, values, at, np.array([rater for _, rater in shared], dtype=np.int64), True
    values = joined.people[i][in_both] - joined.people[j][in_both]
    return i, j, values, in_both, np.zeros(len(in_both), np.int64), False


def _variance(pilots: Sequence[_Pilot], joined: RatedLines, metric: str) -> tuple[RatingVariance, float]:
    """Return components averaged over pairs, of what the metric leaves, and the variance of the metric's own mean."""
    found, further = [], []
    for i, j, values, at, raters, _ in pilots:
        left = values
        if metric:
            scores = joined.metrics[metric][i] - joined.metrics[metric][j]
            away = scores[at] - scores[at].mean()
            weight = float(away @ values) / float(away @ away) if np.ptp(scores[at]) > 0 else 0.0
            left = values - weight * away
            totals = np.bincount(joined.codes, weight * (scores - scores.mean()))
            further.append(float(np.square(totals).sum()) / len(scores) ** 2)
        found.append(rating_variance(left, joined.codes[at], at, raters))
    first = found[0]

    def mean(name: str) -> float | None:
        values = [getattr(one, name) for one in found]
        return None if any(value is None for value in values) else float(np.mean(values))

    averaged = replace(
        first,
        document=float(np.mean([one.document for one in found])),
        segment=mean("segment"),
        rater=mean("rater"),
        residual=float(np.mean([one.residual for one in found])),
    )
    return averaged, float(np.mean(further)) if further else 0.0


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
    joined: RatedLines,
    metrics: Sequence[OutputScores],
    n: int,
    by_document: bool,
    how: HowChosen | None,
    chances: NDArray[np.float64] | None,
    seed: int,
) -> list[NextRow]:
    """Draw lines, and tell of every line what is known."""
    if not metrics:
        spread = np.ones(joined.n_segments)
    else:
        scores = joined.metrics[metrics[0].name]
        spread = residual_spread(joined.people, scores)
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
        for line, document, what, chance in zip(joined.lines, names, status, drawn.probabilities, strict=True)
    ]


def _earlier(joined: RatedLines, how: HowChosen, chances: NDArray[np.float64] | None) -> NDArray[np.float64]:
    if how.kind == "random":
        return np.full(joined.n_segments, joined.is_rated.mean())
    if how.kind == "documents":
        n_rated = len(np.unique(joined.codes[joined.is_rated]))
        return np.full(joined.n_segments, n_rated / (joined.codes.max() + 1))
    if chances is None:
        raise DataError("Sampling by weights needs the chance of every line.")
    before = chances[joined.lines]
    if np.isnan(before).any():
        line = int(joined.lines[np.flatnonzero(np.isnan(before))[0]]) + 1
        raise DataError(f"Line {line} has no chance of having been drawn: every line needs one, rated or not.")
    return before


def _sentence(method: dict[str, Any]) -> str:
    documents = f" of {method['n_rated_documents']:,} documents" if method["has_documents"] else ""
    pairs = "the pair" if method["n_pairs"] == 1 else f"the {method['n_pairs']:,} pairs"
    by = "of one rater's scores of both" if method["is_paired"] else "of the segments' mean scores"
    sentence = (
        f"We planned ratings with Steelyard {package_version()} from a pilot of {method['n_rated']:,} segments"
        f"{documents}. Variance components of differences ({by}; least squares over pairs of differences) were "
        f"averaged over {pairs} of {method['n_systems']:,} systems; documents were counted so that a two-sided t test "
        f"over them at {method['alpha']:g} finds a difference of {method['difference']:g} in text like this with a "
        f"power of {method['power']:g} (noncentral t). The components are taken for known, and text and raters for "
        "like those of the pilot."
    )
    if method["n_rated_documents"] < _FEW_DOCUMENTS:
        n = method["n_rated_documents"]
        sentence += f" A pilot of {n:,} documents tells them roughly: needs can be off by a factor of 2."
    if not method["has_documents"]:
        sentence += " No documents were named: each segment was taken for one."
    if method["n_next"]:
        kind = "documents" if method["by_document"] else "lines"
        how = {None: "the pilot stands for itself alone"}.get(method["sampling"], f"the pilot: {method['sampling']}")
        sentence += (
            f" {method['n_next']:,} lines to rate next were drawn systematically in random order, by {kind} (seed "
            f"{method['seed']}; {how})."
        )
    return sentence
