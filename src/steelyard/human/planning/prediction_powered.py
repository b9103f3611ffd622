"""The mean of people's ratings, from some rated segments and a metric's scores of all."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.choices import Target
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.fixed_order import product
from steelyard.human.checks import check_level, code_column, number_column
from steelyard.human.shared_docs import COLUMNS
from steelyard.inference import t_below, t_quantile
from steelyard.inference.outcome import SMALLEST_P
from steelyard.reprs import short_repr

__all__ = ["MeanEstimate", "PredictionPowered", "Sampling", "Target", "prediction_powered"]

Sampling = Literal["random", "documents", "weights"]
Weighting = Literal["hajek", "horvitz-thompson"]
_MOST_FOLDS = 10
_FEWEST_PER_FIT = 3  # rated segments: through two any line fits

_Array = NDArray[np.float64]
_Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean with its t interval.

    Attributes
    ----------
    estimate, standard_error : float
        In the unit of the ratings.
    low, high : float
        Ends of the interval.

    Examples
    --------
    >>> from steelyard.human import MeanEstimate
    >>> MeanEstimate(1.0, 0.5, 0.0, 2.0).standard_error
    0.5
    """

    estimate: float
    standard_error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PredictionPowered:
    """The mean of ratings with and without the help of a metric.

    Attributes
    ----------
    powered : MeanEstimate
        With the metric.
    classical : MeanEstimate
        From ratings alone, under the same sampling and for the same target.
    weight : float
        Points of the rating that a point of the metric stands for; the mean of those fitted out of fold.
    n_segments, n_rated : int
        With scores of the metric, and with ratings too.
    n_documents, n_rated_documents : int
        The same in documents.
    unit : {"segment", "document"}
        What was drawn, and whose spread gives the error where the target is the set.
    degrees_of_freedom : int
        Of t: rated units less one, or rated documents less one where the target is the population.
    p_value : float
        Two-sided, that the mean is 0, by the same t; of use for a difference. Without any spread 1 where the mean is 0,
        and else next to 0.

    Examples
    --------
    >>> from steelyard.human import prediction_powered
    >>> found = prediction_powered([1, 2, None, None], [1, 2, 3, 4], [0, 1, 2, 3], sampling="random", weight=1.0)
    >>> found.classical.estimate, found.powered.estimate
    (1.5, 2.5)
    """

    powered: MeanEstimate
    classical: MeanEstimate
    weight: float
    n_segments: int
    n_rated: int
    n_documents: int
    n_rated_documents: int
    unit: Literal["segment", "document"]
    degrees_of_freedom: int
    p_value: float

    __repr__ = short_repr

    @property
    def gain(self) -> float:
        """How many times as many ratings would tighten the classical interval as much; NaN without any error."""
        squared = self.powered.standard_error**2
        return self.classical.standard_error**2 / squared if squared > 0 else float("nan")


@dataclass(frozen=True, slots=True, eq=False)
class _Rated:
    """Rated segments: where they are, what people say of them, and how likely they were drawn."""

    at: _Codes
    scores: _Array
    probabilities: _Array
    units: _Codes
    documents: _Codes
    unit: Literal["segment", "document"]


@COLUMNS
def prediction_powered(
    scores: ArrayLike,
    predictions: ArrayLike,
    documents: ArrayLike,
    *,
    sampling: Sampling | None,
    probabilities: ArrayLike | None = None,
    target: Target = "population",
    confidence_level: float = 0.95,
    weighting: Weighting = "hajek",
    weight: float | None = None,
) -> PredictionPowered:
    """Estimate the mean rating of a system, or the mean difference of two, and put an interval around it.

    Parameters
    ----------
    scores : array, shape (N,)
        What people say of each segment, NaN where it was not rated; of two systems, differences.
    predictions : array, shape (N,)
        The metric's score of every segment, on any scale; of two systems, differences.
    documents : array of int, shape (N,)
        Document of each segment, as codes from 0; where segments stand alone, all different.
    sampling : {"random", "documents", "weights"}
        How segments came to be rated: drawn with equal chances; as whole documents drawn with equal chances; drawn with
        the chances given.
    probabilities : array, shape (N,), optional
        For ``weights``: the chance of each segment to be rated, above 0 up to 1; read at rated segments only.
    target : {"population", "set"}, default "population"
        The mean over the population that the documents come from, or over these N segments.
    weighting : {"hajek", "horvitz-thompson"}, default "hajek"
        Whether weights 1/probability are brought to a sum of 1. Without that, the mean is exactly unbiased, and noisier
        where the number of rated segments is left to chance.
    weight : float, optional
        Points of the rating for a point of the metric, from elsewhere; by default fitted out of fold.

    Returns
    -------
    PredictionPowered
        Both estimates.

    Raises
    ------
    SpecError
        The sampling is not known, or there is no such target.
    DataError
        A score of the metric is missing, a probability is not above 0 up to 1, a document is rated in part although
        documents were drawn, or fewer than two units were rated.

    Notes
    -----
    The estimate is ``mean of w f over all segments + weighted mean of (y - w f) over the rated ones``, f the metric
    less its mean over all segments, y the ratings, w the weight of the metric: PPI++ with weights 1/probability. It is
    right on average whatever the metric is worth; the metric decides only how narrow the interval is. For a segment, w
    is the slope of y on f over the rated segments of the other documents (up to ten folds of whole documents); a slope
    that had seen the segment would make the interval too narrow. As the rated segments are among the N, w is the slope
    itself, without PPI++'s factor of n/N, which serves two separate samples. It may lie above 1 or below 0: nothing
    asks that the metric be on the scale of the ratings.

    The set as target asks what people would say of these N segments: the error comes from what was rated, by chance,
    and vanishes where all are rated. The population asks what they would say of text like this; documents are chosen
    by chance too, and the error comes from the spread between documents. It is the default since claims that one system
    is better than another mean text like this, as everywhere in this package. t has rated units less one degrees of
    freedom, documents where the target is the population.

    The intervals hold only if the chances are what they are said to be. Segments at the start of a file, easy ones, or
    those that a rater picked have chances that nobody knows: the mean can be off by any amount, in any direction, with
    or without a metric.

    Where documents are few, or weights far apart, coverage falls short of the level:
    ``docs/explanation/prediction-powered.md`` shows by how much.

    References
    ----------
    Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023, "Prediction-powered inference", doi:10.1126/science.adi6000.
    Angelopoulos, Duchi and Zrnic 2023, "PPI++: Efficient prediction-powered inference", arXiv:2311.01453.
    Zrnic and Candès 2024, "Cross-prediction-powered inference", doi:10.1073/pnas.2322083121.
    Särndal, Swensson and Wretman 1992, Model Assisted Survey Sampling, doi:10.1007/978-1-4612-4378-6.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import prediction_powered
    >>> rng = np.random.default_rng(1)
    >>> metric = rng.normal(size=400)
    >>> people = 70 + 10 * metric + rng.normal(0, 5, 400)
    >>> people[rng.permutation(400)[:320]] = np.nan  # 80 segments are rated
    >>> found = prediction_powered(people, metric, np.arange(400) // 4, sampling="random", target="set")
    >>> round(found.classical.standard_error, 2), round(found.powered.standard_error, 2), round(found.weight, 1)
    (0.92, 0.51, 9.6)
    """
    f = number_column("predictions", predictions, may_miss=True)
    if np.isnan(f).any():
        at = int(np.flatnonzero(np.isnan(f))[0])
        raise DataError(f"Segment {at + 1} has no score of the metric: it must be there for all, rated or not.")
    y = number_column("scores", scores, len(f), may_miss=True)
    codes = np.unique(code_column("documents", documents, len(f)), return_inverse=True)[1].astype(np.int64)
    check_level("confidence_level", confidence_level)
    for what, given, valid in (("target", target, get_args(Target)), ("weighting", weighting, get_args(Weighting))):
        if given not in valid:
            raise unknown_name(what, given, valid)
    rated = _rated(y, codes, sampling, probabilities)
    clusters = np.unique(rated.documents if target == "population" else rated.units)
    if len(clusters) < 2:
        kind = "document" if target == "population" else rated.unit
        raise DataError(
            f"Ratings of {len(clusters)} {kind}{'' if len(clusters) == 1 else 's'} do not show how much {kind}s "
            f"differ: at least 2 rated {kind}s are needed, and some ten for an interval that is worth having."
        )
    centred = f - f.mean()
    weights = _out_of_fold_weights(centred, codes, rated) if weight is None else np.full(len(f), float(weight))
    quantile = t_quantile(0.5 + confidence_level / 2, len(clusters) - 1)
    powered, classical = (
        _estimate(w * centred, codes, rated, target, weighting, quantile) for w in (weights, np.zeros(len(f)))
    )
    return PredictionPowered(
        powered=powered,
        classical=classical,
        weight=float(weights.mean()),
        n_segments=len(f),
        n_rated=len(rated.at),
        n_documents=int(codes.max()) + 1,
        n_rated_documents=len(np.unique(rated.documents)),
        unit=rated.unit,
        degrees_of_freedom=len(clusters) - 1,
        p_value=_p_value(powered, len(clusters) - 1),
    )


def _rated(y: _Array, codes: _Codes, sampling: str | None, probabilities: ArrayLike | None) -> _Rated:
    """Find what was rated, with which chance, and whether segments or documents were drawn."""
    if sampling is None:
        raise SpecError(
            "It is not known how the rated segments were chosen: say that they were drawn at random, as whole "
            "documents, or with known chances (random, documents, weights). If they are the first of a file, or those "
            "that somebody picked, the mean can be off by any amount, and no interval holds."
        )
    if sampling not in get_args(Sampling):
        raise unknown_name("sampling", sampling, get_args(Sampling))
    if (probabilities is not None) != (sampling == "weights"):
        raise SpecError("Probabilities go with sampling='weights', which needs them, and with nothing else.")
    at = np.flatnonzero(~np.isnan(y))
    is_whole, why = _whole_documents(codes, at)
    if sampling == "documents" and not is_whole:
        raise DataError(why)
    if sampling == "random":
        return _Rated(at, y[at], np.full(len(at), len(at) / len(y)), at, codes[at], "segment")
    if sampling == "documents":
        share = len(np.unique(codes[at])) / (codes.max() + 1)
        return _Rated(at, y[at], np.full(len(at), share), codes[at], codes[at], "document")
    chances = number_column("probabilities", np.asarray(probabilities, np.float64), len(y), may_miss=True)[at]
    is_bad = ~((chances > 0) & (chances <= 1))
    if is_bad.any():
        i = int(np.flatnonzero(is_bad)[0])
        raise DataError(f"Segment {at[i] + 1} is rated: its probability must be above 0 up to 1, not {chances[i]}.")
    # whole documents, each with one chance: then documents were drawn, or the difference is small
    lowest = np.ones(codes.max() + 1)
    np.minimum.at(lowest, codes[at], chances)
    if is_whole and len(np.unique(codes[at])) < len(at) and (lowest[codes[at]] == chances).all():
        return _Rated(at, y[at], chances, codes[at], codes[at], "document")
    return _Rated(at, y[at], chances, at, codes[at], "segment")


def _whole_documents(codes: _Codes, at: _Codes) -> tuple[bool, str]:
    """Say whether documents are rated in full or not at all, and if not, which is the first that is not."""
    sizes = np.bincount(codes)
    n_rated = np.bincount(codes[at], minlength=len(sizes))
    partly = np.flatnonzero((n_rated > 0) & (n_rated < sizes))
    if not len(partly):
        return True, ""
    document = partly[0]
    first = int(np.flatnonzero(codes == document)[0]) + 1
    return False, (
        f"The document of segment {first} is rated in part ({n_rated[document]} of {sizes[document]} segments), but "
        "documents were drawn: then all of a document must be rated."
    )


def _out_of_fold_weights(centred: _Array, codes: _Codes, rated: _Rated) -> _Array:
    """Return for each segment the slope of ratings on the metric over rated segments of other folds; 0 without one."""
    n_folds = min(_MOST_FOLDS, int(codes.max()) + 1)
    folds = codes % n_folds  # of all documents: which of them were drawn has no say in it
    x, y = centred[rated.at], rated.scores
    slopes = np.zeros(n_folds)
    for fold in range(n_folds):
        is_other = folds[rated.at] != fold
        if is_other.sum() >= _FEWEST_PER_FIT and np.ptp(x[is_other]) > 0:
            share = 1 / rated.probabilities[is_other]
            share /= share.sum()
            away = x[is_other] - product(share, x[is_other])
            # Less the first rating, which changes no slope: of equal ratings it then is exactly 0.
            covariance = product(share, away * (y[is_other] - y[is_other][0]))
            slopes[fold] = covariance / product(share, np.square(away))
    weights: _Array = slopes[folds]
    return weights


def _estimate(
    predicted: _Array, codes: _Codes, rated: _Rated, target: str, weighting: str, quantile: float
) -> MeanEstimate:
    n = len(predicted)
    inverse = 1 / rated.probabilities
    shares = inverse / (inverse.sum() if weighting == "hajek" else n)
    residuals = rated.scores - predicted[rated.at]
    start = residuals[0] if weighting == "hajek" else 0.0  # of equal ratings no error is left, to the last place
    level = float(start + product(shares, residuals - start))
    # brought to a sum of 1, the weights leave the level of the residuals without a say in the error
    parts = shares * (residuals - level if weighting == "hajek" else residuals)
    if target == "set":
        variance = _variance_of_draw(parts, rated)
    else:
        # What each document adds to the estimate, from the metric's mean over all segments and from the ratings.
        whole = (predicted - predicted.mean() - (level if weighting != "hajek" else 0.0)) / n
        whole[rated.at] += parts
        n_clusters = len(np.unique(rated.documents))
        variance = float(np.square(np.bincount(codes, whole)).sum()) * n_clusters / (n_clusters - 1)
    estimate, error = float(predicted.mean()) + level, variance**0.5
    return MeanEstimate(estimate, error, estimate - quantile * error, estimate + quantile * error)


def _variance_of_draw(parts: _Array, rated: _Rated) -> float:
    """Return Hájek's variance over drawn units: where chances are equal, that of simple random sampling."""
    _, first, places = np.unique(rated.units, return_index=True, return_inverse=True)
    totals = np.bincount(places, parts)
    # Hájek's approximation of sampling without replacement: (1 - p) is the finite-population correction.
    return float(product(1 - rated.probabilities[first], np.square(totals))) * len(first) / (len(first) - 1)


def _p_value(found: MeanEstimate, degrees_of_freedom: int) -> float:
    if found.standard_error == 0:
        return 1.0 if found.estimate == 0 else SMALLEST_P
    p_value = 2 * float(t_below(-abs(found.estimate / found.standard_error), degrees_of_freedom))
    return min(1.0, max(SMALLEST_P, p_value))
