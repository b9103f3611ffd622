"""How many ratings a difference needs, from a pilot, and which lines to rate next."""

from collections.abc import Sequence
from dataclasses import asdict
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.human import RatingVariance, next_segments, rating_designs, residual_spread
from steelyard.human.planning.rating_plan import MOST_DOCUMENTS, range_of_needs
from steelyard.inference import normal_quantile, seed_of
from steelyard.metrics import package_version
from steelyard.questions.plan_ratings.answer import NextRow, PlanMethod, PlanRow, RatingPlan, VarianceRow
from steelyard.questions.plan_ratings.pilot import PilotPair, pilot_pairs, pilot_variance
from steelyard.questions.plan_ratings.question import PlanRatingsQuestion
from steelyard.ratings.alignment import Aligned, align
from steelyard.ratings.rated import RatingsWithScores
from steelyard.ratings.sampling import RatedLinesDesign
from steelyard.ratings.shared_systems import LeftOut, left_out_text, scored_systems
from steelyard.results.factors import Factors

__all__ = ["compute"]

_SIZES = (1, 2, 5, 10)
_MOST_RATINGS = 3


def compute(rated: RatingsWithScores, question: PlanRatingsQuestion) -> RatingPlan:
    """Plan ratings of two systems that are so far apart, from a pilot: ratings of systems like them.

    The pilot is on one scale, with its single judgements. Rated systems that a metric did not score are left out, if
    two others are there.

    Examples
    --------
    >>> from steelyard.ratings import read_people
    >>> from steelyard.ratings.rated import RatingsWithScores
    >>> from steelyard.questions.plan_ratings.compute import compute
    >>> from steelyard.questions.plan_ratings.question import PlanRatingsQuestion
    >>> people = read_people("examples/ratings.tsv")
    >>> rated = RatingsWithScores(scales=people.scores, judgements=people.ratings)
    >>> plan = compute(rated, PlanRatingsQuestion(difference=5))
    >>> cheapest = plan.cheapest()
    >>> cheapest.segments_per_document, cheapest.n_segments
    (1, 79)
    """
    how, seed = RatedLinesDesign.parse(question.sampling), seed_of(question.rng)
    systems, left_out = _systems(rated, question)
    is_rated_only = not rated.metrics and question.n_next is None
    joined = _joined(rated, systems, "all" if is_rated_only else "every", left_out)
    if rated.judgements is None:
        raise DataError("A plan needs the single judgements of the pilot: give a file with one row per judgement.")
    pilots, is_paired = pilot_pairs(rated.judgements, joined)
    if joined.documents is None and max(question.segments_per_document or [1]) > 1:
        raise SpecError("Designs by document need documents: give the document of every line (--documents).")
    rows, variances = _plans(joined, pilots, question)
    lines, n_left_out = _lines(rated, systems, how, question, seed)
    n_rated_documents = len(np.unique(joined.codes[joined.is_rated]))
    method: PlanMethod = {
        **rated.provenance(joined),
        "difference": question.difference,
        "power": question.power,
        "alpha": question.alpha,
        "scale": rated.scales[0].name,
        "n_pairs": len(pilots),
        "n_rated": int(joined.is_rated.sum()),
        "n_rated_documents": n_rated_documents,
        "n_raters": len(np.unique(np.concatenate([pilot.raters for pilot in pilots]))),
        "is_paired": is_paired,
        "most_documents": MOST_DOCUMENTS,
        "off_by": range_of_needs(n_rated_documents - 1),
        "left_out": [{"system": system, "reason": reason} for system, reason in left_out],
        "n_left_out": n_left_out,
        "for_all_raters": any(row.n_raters is not None for row in rows),
        "has_documents": joined.documents is not None,
        "n_next": sum(row.status == "next" for row in lines),
        "by_document": question.by_document,
        "sampling": question.sampling,
        "seed": seed,
        "sentence": "",
        **rated.recipe(question, {"rng": seed}),
    }
    units, raters = ("documents" if method["has_documents"] else "segments",), ("raters",)
    sampled, fixed = ((*units, *raters), ("systems",)) if method["for_all_raters"] else (units, (*raters, "systems"))
    method = {**method, **Factors(sampled, fixed).told(_rating_plan_sentence(method))}
    return RatingPlan(tuple(rows), tuple(variances), tuple(lines), method)


def _systems(rated: RatingsWithScores, question: PlanRatingsQuestion) -> tuple[Sequence[str], LeftOut]:
    """Choose the systems of the pilot whose pairs are taken."""
    [pilot] = rated.scales
    if question.systems is not None:
        pilot = pilot.select(question.systems)
    if len(pilot.systems) < 2:
        raise DataError("A plan needs ratings of at least two systems.")
    return scored_systems(pilot, rated.named_metrics) if question.systems is None else (pilot.systems, ())


def _joined(
    rated: RatingsWithScores, systems: Sequence[str], segments: Any, left_out: LeftOut = (), count: Any = "pairs"
) -> Aligned:
    return align(
        rated.scales,
        rated.named_metrics,
        systems=systems,
        count=count,
        segments=segments,
        documents=rated.document_ids,
        left_out=left_out,
    )


def _plans(
    joined: Aligned, pilots: Sequence[PilotPair], question: PlanRatingsQuestion
) -> tuple[list[PlanRow], list[VarianceRow]]:
    """Say what every design needs, from ratings alone and with each metric, and what that rests on."""
    largest = int(np.bincount(joined.codes[joined.is_rated]).max())
    sizes = list(question.segments_per_document or [size for size in _SIZES if size <= largest])
    is_told_apart = any(len(pilot.at) > len(np.unique(joined.codes[pilot.at])) for pilot in pilots)
    rows: list[PlanRow] = []
    variances = []
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
        designs = rating_designs(
            variance,
            question.difference,
            segments_per_document=sizes,
            **_designs(variance, question),
            further_variance=further,
            most_documents=int(joined.codes.max()) + 1 if name else None,  # more documents would have no scores
        )
        rows += [PlanRow(name, **asdict(design)) for design in designs]
    return rows, variances


def _designs(variance: RatingVariance, question: PlanRatingsQuestion) -> dict[str, Any]:
    """Say which designs to try, by what the pilot tells."""
    difference, power, alpha = question.difference, question.power, question.alpha
    raters: list[int | None] = [*(question.n_raters or ())]
    if not raters:
        raters = [None]
        if variance.rater and difference and 0 < power < 1 and 0 < alpha < 1:
            allowed = difference / (normal_quantile(1 - alpha / 2) + normal_quantile(power))
            raters.append(max(2, ceil(2 * variance.rater / allowed**2)))
    most = 1 if variance.segment is None else _MOST_RATINGS
    return {
        "ratings_per_segment": list(question.ratings_per_segment or range(1, most + 1)),
        "n_raters": raters,
        "power": power,
        "alpha": alpha,
    }


def _lines(
    rated: RatingsWithScores,
    systems: Sequence[str],
    how: RatedLinesDesign | None,
    question: PlanRatingsQuestion,
    seed: int,
) -> tuple[list[NextRow], int]:
    """Draw lines to rate next, where they were asked for, and count those that cannot be drawn."""
    if question.n_next is None:
        if question.sampling is not None:
            raise SpecError("--sampling is for lines to rate next only: add --next N.")
        return [], 0
    joined = _joined(rated, systems, "every", count="together")
    return _next(joined, question.n_next, question.by_document, how, rated.chances, seed), joined.n_partly


def _next(
    joined: Aligned,
    n: int,
    by_document: bool,
    how: RatedLinesDesign | None,
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
        raise SpecError("--by-document needs the document of every line: give --documents.")
    drawn = next_segments(
        spread, n, rng=seed, is_rated=joined.is_rated, earlier=earlier, documents=joined.codes if by_document else None
    )
    status = np.where(joined.is_rated, "rated", "open").astype(object)
    status[drawn.segments] = "next"
    names = joined.documents or ("",) * joined.n_segments
    return [
        NextRow(int(line) + 1, document, str(what), float(chance))
        for line, document, what, chance in zip(joined.segments, names, status, drawn.probabilities, strict=True)
    ]


def _earlier(joined: Aligned, how: RatedLinesDesign, chances: NDArray[np.float64] | None) -> NDArray[np.float64]:
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


def _rating_plan_sentence(method: PlanMethod) -> str:
    """Describe the pilot, the variance components, what was counted for which test, and the lines drawn."""
    kind = "document" if method["has_documents"] else "segment"
    n = method["n_rated_documents"]
    documents = f" of {n:,} documents" if method["has_documents"] else ""
    pairs = f" over the {method['n_pairs']:,} pairs of {method['n_systems']:,} systems together"
    by = "of one rater's scores of both" if method["is_paired"] else "of the segments' mean scores"
    low, high = (f"{factor:,.2f}" if factor < 10 else f"{factor:,.0f}" for factor in method["off_by"])
    sentence = (
        f"We planned ratings with Steelyard {package_version()} from a pilot of {method['n_rated']:,} segments"
        f"{documents}. Variance components of differences ({by}) were fitted by least squares"
        f"{pairs if method['n_pairs'] > 1 else ''}. The number of {kind}s gives a two-sided t test over {kind}s at "
        f"{method['alpha']:g} a power of {method['power']:g} to detect a difference of {method['difference']:g} "
        "(noncentral t). "
    )
    if method["for_all_raters"]:
        sentence += (
            f"With raters as a sample, the t test uses the variance of {kind}s and raters (variance components, "
            f"Satterthwaite's degrees of freedom). A test over {kind}s alone has too many false positives for all "
            "raters. "
        )
    sentence += (
        "The plan assumes texts and raters like those of the pilot. The variance between "
        f"{n:,} {kind}s is an estimate: the numbers needed can be {low} to {high} times as large (95%, chi-square with "
        f"{_degrees(n - 1)} of freedom)."
    )
    if not method["has_documents"]:
        sentence += " There were no documents: segments were assumed independent."
    if method["left_out"]:
        sentence += f" {left_out_text(method['left_out'])}"
    if method["n_next"]:
        kind = "documents" if method["by_document"] else "lines"
        how = f"pilot: {method['sampling']}" if method["sampling"] else "pilot not sampled at random"
        n_next = f"{method['n_next']:,} lines to rate next were" if method["n_next"] > 1 else "1 line to rate next was"
        sentence += f" {n_next} drawn systematically in random order, by {kind} (seed {method['seed']}; {how})."
        if method["n_left_out"]:
            n = method["n_left_out"]
            sentence += (
                f" {n:,} line{'s were' if n > 1 else ' was'} rated for some systems only and could not be drawn."
            )
    return sentence


def _degrees(n: int) -> str:
    return f"{n:,} degree{'s' if n != 1 else ''}"
