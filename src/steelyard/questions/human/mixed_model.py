"""The mixed model of all judgements: systems apart from who judged them, and what."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.human import RaterEffects, rater_effects
from steelyard.inference import SettledPValues, UnitShares, detectable_range, t_quantiles
from steelyard.questions.compare.estimates import Estimates
from steelyard.questions.compare.plan import CustomTest, asymptotic_test
from steelyard.questions.human.answer import RaterRow
from steelyard.questions.human.method_text import mixed_model_sentence
from steelyard.ratings.counted_rows import counted_ratings
from steelyard.scored.pairs import Pair
from steelyard.types import Measurement, Ratings

__all__ = ["MIXED_MODEL", "MixedModel", "mixed_model"]

MIXED_MODEL = "mixed-model"
_CORRECTIONS = ("holm", "none")
_POWER = 0.8


@dataclass(frozen=True, slots=True)
class MixedModel:
    """What the model says of systems and of raters."""

    measurements: list[Measurement]  # of every scale, signed
    test: CustomTest  # of every pair of systems on every scale
    estimated: Estimates  # adjusted means and their intervals
    lenience: dict[tuple[str, str], float]  # by (scale, rater) how lenient each rater is, in the unit of the scale

    def of_raters(self, rows: Sequence[RaterRow]) -> list[RaterRow]:
        """Say of each rater how lenient he is."""
        return [replace(row, lenience=self.lenience.get((row.scale, row.rater))) for row in rows]


def mixed_model(
    ratings: Ratings,
    measurements: Sequence[Measurement],
    pairs: Sequence[Pair],
    correction: str,
    alpha: float,
    *,
    lower_is_better: bool,
) -> MixedModel:
    """Fit a mixed model to all judgements, scale by scale; its test is of the adjusted means.

    The correction, ``"holm"`` or ``"none"``, is over all pairs and scales. Judgements must name their raters.
    """
    if correction not in _CORRECTIONS:
        raise unknown_name("correction of the mixed model", correction, _CORRECTIONS)
    counted = counted_ratings(ratings)
    if (counted.raters.codes < 0).any():
        raise SpecError(
            "--test mixed-model needs the rater of every judgement: add a column rater, or use another test."
        )
    models: list[tuple[RaterEffects, list[int]]] = []
    lenience: dict[tuple[str, str], float] = {}
    for one in measurements:
        model, order, of_raters = _fitted(counted, one, -1.0 if lower_is_better else 1.0, 1 - alpha)
        models.append((model, order))
        lenience |= {(one.metric, rater): value for rater, value in of_raters.items()}
    contrasts = [model.contrast(order[a], order[b]) for model, order in models for a, b in pairs]
    deltas = np.array([contrast.difference for contrast in contrasts])
    errors = np.array([contrast.standard_error for contrast in contrasts])
    degrees = np.array([contrast.degrees_of_freedom for contrast in contrasts])
    half = np.array([contrast.p_value for contrast in contrasts]) / 2
    tails = np.where(deltas > 0, half, 1 - half), np.where(deltas < 0, half, 1 - half)
    outcome = SettledPValues.from_tails(deltas, *tails, measurements[0].statistics.n_units)
    told = {
        "interval": "student",
        "interval_of_differences": "student",
        "detectable_range": detectable_range(1 + float(np.median(degrees))),
        "variances": {one.metric: dict(model.variances) for one, (model, _) in zip(measurements, models, strict=True)},
    }
    return MixedModel(
        [replace(one, signature=f"{one.signature}|model:mixed") for one in measurements],
        CustomTest(
            test=asymptotic_test(MIXED_MODEL, outcome), correction=correction, sentence=mixed_model_sentence, told=told
        ),
        _estimated(models, deltas, errors, degrees, alpha),
        lenience,
    )


def _fitted(
    ratings: Ratings, measurement: Measurement, sign: float, confidence_level: float
) -> tuple[RaterEffects, list[int], dict[str, float]]:
    """Fit one scale; return the model, the place of each system in it, and the lenience of each rater."""
    named, scale = ratings.scales.names, measurement.metric
    rows = np.flatnonzero(ratings.scales.codes == named.index(scale)) if scale in named else np.arange(len(ratings))
    systems, by_system = np.unique(ratings.systems.codes[rows], return_inverse=True)
    raters, by_rater = np.unique(ratings.raters.codes[rows], return_inverse=True)
    segments = np.unique(ratings.segments[rows], return_inverse=True)[1]
    tastes = np.unique(by_rater * len(systems) + by_system, return_inverse=True)[1]
    effects = {"segment": segments, "rater and system": tastes}
    model = rater_effects(
        sign * ratings.scores[rows], by_system, by_rater, random=effects, confidence_level=confidence_level
    )
    place = {ratings.systems.names[code]: i for i, code in enumerate(systems)}
    of_raters = {ratings.raters.names[code]: float(model.effects["rater"][i]) for i, code in enumerate(raters)}
    return model, [place[name] for name in measurement.systems], of_raters


def _estimated(
    models: Sequence[tuple[RaterEffects, list[int]]],
    deltas: NDArray[np.float64],
    errors: NDArray[np.float64],
    degrees: NDArray[np.float64],
    alpha: float,
) -> Estimates:
    """Lay out adjusted means and differences with intervals by Student's t; what units show is unknown."""
    unknown = float("nan")
    half, all_at_once = (t_quantiles(1 - alpha / 2 / n, degrees) * errors for n in (1, len(deltas)))
    return Estimates(
        scores=[[(float(low), float(high)) for low, high in model.intervals[order]] for model, order in models],
        differences=list(zip((deltas - half).tolist(), (deltas + half).tolist(), strict=True)),
        simultaneous=list(zip((deltas - all_at_once).tolist(), (deltas + all_at_once).tolist(), strict=True)),
        standard_errors=errors.tolist(),
        standardised=[unknown] * len(deltas),
        unit_shares=[UnitShares(unknown, unknown, unknown)] * len(deltas),
        shares_best=[None] * len(models),
        left_out=[],
        n_effective=unknown,
        values=[model.means[order] for model, order in models],
        detectable=(all_at_once + t_quantiles(_POWER, degrees) * errors).tolist(),
    )
