"""Mean ratings of systems from some rated lines, helped by a metric's scores of all."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.human import PredictionPowered, prediction_powered
from steelyard.inference import holm
from steelyard.metrics import package_version
from steelyard.questions.powered_ratings.answer import PoweredMethod, PoweredPair, PoweredRatings, PoweredScore
from steelyard.questions.powered_ratings.question import PoweredRatingsQuestion
from steelyard.ratings.alignment import Aligned, align
from steelyard.ratings.rated import RatingsWithScores
from steelyard.ratings.sampling import RatedLinesDesign
from steelyard.ratings.shared_systems import left_out_text, scored_systems
from steelyard.results.factors import Factors
from steelyard.types import OutputScores

__all__ = ["compute"]

_DRAWN = {
    "random": "drawn at random",
    "documents": "all lines of documents drawn at random",
    "weights": "drawn with known chances",
}
_TARGETS = {
    "set": "The target is the mean rating of these {n:,} lines, if all had been rated.",
    "population": "The target is the mean in the population of the test set's {kind}s.",
}


def compute(rated: RatingsWithScores, question: PoweredRatingsQuestion) -> PoweredRatings:
    """Estimate the mean rating of every system and every difference, from ratings alone and with each metric.

    Rated systems that a metric did not score are left out, if two others are there.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.ratings.rated import RatingsWithScores
    >>> from steelyard.questions.powered_ratings.compute import compute
    >>> from steelyard.questions.powered_ratings.question import PoweredRatingsQuestion
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> metric = rng.normal([[0.5], [0.0]], 1.0, (2, 200))
    >>> ratings = metric + rng.normal(0, 0.3, (2, 200))
    >>> ratings[:, rng.permutation(200)[50:]] = np.nan
    >>> rated = RatingsWithScores(
    ...     scales=(OutputScores("score", ("a", "b"), ratings),), metrics=(OutputScores("mine", ("a", "b"), metric),)
    ... )
    >>> found = compute(rated, PoweredRatingsQuestion(sampling="random"))
    >>> [(pair.system, pair.verdict, round(pair.gain, 1)) for pair in found.pairs]
    [('a', 'better', 2.6)]
    """
    how = RatedLinesDesign.parse(question.sampling)
    if how is not None and how.kind == "weights" and rated.chances is None:
        raise DataError(f"Sampling by {question.sampling} needs the probability of every rated line.")
    found = [_of_scale(rated, scale, how, question) for scale in rated.scales]
    return PoweredRatings(
        tuple(row for one in found for row in one.systems),
        tuple(row for one in found for row in one.pairs),
        _method(rated, found[0], question),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _OfScale:
    """Estimates on one scale, what they were made of, and one of them."""

    joined: Aligned
    systems: list[PoweredScore]
    pairs: list[PoweredPair]
    one: PredictionPowered


def _of_scale(
    rated: RatingsWithScores, scale: OutputScores, how: RatedLinesDesign | None, question: PoweredRatingsQuestion
) -> _OfScale:
    """Estimate with every metric on one scale."""
    named = rated.named_metrics
    kept, left_out = scored_systems(scale, named)
    joined = align(
        [scale],
        named,
        systems=kept,
        count="together",
        segments="every",
        documents=rated.document_ids,
        left_out=left_out,
    )
    chances = None if rated.chances is None else rated.chances[joined.segments]
    _check_choice(joined, how, chances)
    call = {
        "sampling": None if how is None else how.kind,
        "target": question.target,
        "confidence_level": question.confidence_level,
        "probabilities": chances,
    }
    systems: list[PoweredScore] = []
    pairs: list[PoweredPair] = []
    for metric in joined.metrics:
        found = _systems(joined, metric, call)
        systems += [row for row, _ in found]
        pairs += _pairs(joined, metric, call, [row.system for row, _ in found], question.alpha)
    return _OfScale(joined, systems, pairs, found[0][1])


def _method(rated: RatingsWithScores, first: _OfScale, question: PoweredRatingsQuestion) -> PoweredMethod:
    joined, one = first.joined, first.one
    method: PoweredMethod = {
        **rated.provenance(joined),
        "sampling": question.sampling,
        "target": question.target,
        "confidence_level": question.confidence_level,
        "alpha": question.alpha,
        "correction": "holm",
        "unit": one.unit,
        "degrees_of_freedom": one.degrees_of_freedom,
        "n_rated": one.n_rated,
        "n_rated_documents": one.n_rated_documents,
        "n_left_out": joined.n_partly,
        "left_out": [{"system": system, "reason": reason} for system, reason in joined.left_out],
        "has_documents": joined.documents is not None,
        "sentence": "",
        **rated.recipe(question),
    }
    method = {**method, **Factors.of_units(_spread_of(method), ("raters", "systems")).told(_powered_sentence(method))}
    return method


def _check_choice(joined: Aligned, how: RatedLinesDesign | None, chances: NDArray[np.float64] | None) -> None:
    """Refuse ratings that cannot have been chosen so, by the names of their lines and documents."""
    if chances is not None and np.isnan(chances[joined.is_rated]).any():
        line = int(joined.segments[joined.is_rated & np.isnan(chances)][0]) + 1
        raise DataError(f"Line {line} was rated, but has no sampling probability.")
    if how is None or how.kind != "documents" or joined.documents is None:
        return
    sizes = np.bincount(joined.codes)
    n_rated = np.bincount(joined.codes, joined.is_rated).astype(np.int64)
    partly = np.flatnonzero((n_rated > 0) & (n_rated < sizes))
    if len(partly):
        name = joined.documents[int(np.flatnonzero(joined.codes == partly[0])[0])]
        raise DataError(
            f"The document {name!r} is rated in part ({n_rated[partly[0]]} of {sizes[partly[0]]} lines), but documents "
            "were sampled: all lines of a sampled document need ratings."
        )


def _estimated(found: PredictionPowered) -> dict[str, Any]:
    return {
        "standard_error": found.powered.standard_error,
        "interval": (found.powered.low, found.powered.high),
        "classical": found.classical.estimate,
        "classical_standard_error": found.classical.standard_error,
        "classical_interval": (found.classical.low, found.classical.high),
        "weight": found.weight,
        "gain": None if np.isnan(found.gain) else found.gain,
    }


def _systems(
    joined: Aligned, metric: OutputScores, call: dict[str, Any]
) -> list[tuple[PoweredScore, PredictionPowered]]:
    """Return systems, the best first."""
    rows = []
    for i, system in enumerate(joined.system_names):
        found = prediction_powered(joined.ratings[i], metric.values[i], joined.codes, **call)
        row = PoweredScore(joined.scales[0].name, metric.name, system, found.powered.estimate, **_estimated(found))
        rows.append((row, found))
    return sorted(rows, key=lambda row: -row[0].estimate)


def _pairs(
    joined: Aligned, metric: OutputScores, call: dict[str, Any], order: list[str], alpha: float
) -> list[PoweredPair]:
    rows, ratings, scores = [], joined.ratings, metric.values
    for a, b in combinations(order, 2):
        i, j = joined.system_names.index(a), joined.system_names.index(b)
        found = prediction_powered(ratings[i] - ratings[j], scores[i] - scores[j], joined.codes, **call)
        rows.append((a, b, found))
    p_values = np.array([found.p_value for _, _, found in rows])
    adjusted = holm(p_values) if rows else p_values
    return [
        PoweredPair(
            joined.scales[0].name,
            metric.name,
            a,
            b,
            found.powered.estimate,
            **_estimated(found),
            p_value=float(p),
            adjusted_p_value=float(q),
            verdict="cannot tell" if q > alpha else "better" if found.powered.estimate > 0 else "worse",
        )
        for (a, b, found), p, q in zip(rows, p_values, adjusted, strict=True)
    ]


def _spread_of(method: PoweredMethod) -> str:
    """Say over what errors are: documents were drawn where the population of documents is asked about."""
    if method["target"] != "population":
        return method["unit"]
    return "document" if method["has_documents"] else "segment"


def _powered_sentence(method: PoweredMethod) -> str:
    """Describe how mean ratings were estimated from a metric and a rated sample."""
    n, kind = method["n_segments"], "document" if method["has_documents"] else "segment"
    spread = _spread_of(method)
    documents = f" of {method['n_documents']:,} documents" if method["has_documents"] else ""
    sentence = (
        f"We estimated mean ratings with Steelyard {package_version()} by prediction-powered inference (PPI++; "
        f"Angelopoulos, Duchi and Zrnic 2023). People rated {method['n_rated']:,} of {n:,} segments{documents}, "
        f"{_DRAWN[str(method['sampling']).partition(':')[0]]}; the metric scored all. {_TARGETS[method['target']]} The "
        "weight of the metric was fitted by cross-fitting over documents. ".format(n=n, kind=kind)
    )
    sentence += (
        f"Intervals ({round(100 * method['confidence_level'], 6):g}%) are by Student's t "
        f"({method['degrees_of_freedom']:,} degrees of freedom) with standard errors over {spread}s, not simultaneous. "
        f"Verdicts control the family-wise error rate at {method['alpha']:g} by Holm's correction for all pairs."
    )
    if not method["has_documents"]:
        sentence += " Without document ids, segments are treated as independent."
    if method["n_left_out"]:
        sentence += f" {method['n_left_out']:,} lines with ratings of some systems only are left out."
    if method["left_out"]:
        sentence += f" {left_out_text(method['left_out'])}"
    return sentence
