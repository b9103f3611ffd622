"""Verdicts of a mixed model in place of those of exchanges: systems apart from who judged them, and what."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import Any

import numpy as np

from steelyard.errors import SpecError, unknown_name
from steelyard.human import RaterEffects, rater_effects
from steelyard.inference import holm
from steelyard.metrics import package_version
from steelyard.results import Comparison, PairRow, RaterRow, ScoreRow, Verdict
from steelyard.types import Ratings
from steelyard.workflows.decided_anew import method_of_another_test, ranks_of_pairs
from steelyard.workflows.rating_rows import counted_ratings

__all__ = ["MIXED_MODEL", "by_mixed_model", "with_lenience"]

MIXED_MODEL = "mixed-model"
_CORRECTIONS = ("holm", "none")


def by_mixed_model(
    found: Comparison, ratings: Ratings, correction: str, alpha: float, *, lower_is_better: bool
) -> tuple[Comparison, dict[tuple[str, str], float]]:
    """Decide pairs anew by a mixed model of all judgements, scale by scale.

    Parameters
    ----------
    found : Comparison
        By another test, of the same ratings; its scores and pairs say which systems and scales there are.
    ratings : Ratings
        Every judgement, with its rater.
    correction : {"holm", "none"}
        Over all pairs and scales.
    alpha : float
        Level.
    lower_is_better : bool
        Scores are penalties.

    Returns
    -------
    (Comparison, dict of (str, str) to float)
        Scores are adjusted means; and by (scale, rater) how lenient each rater is, in the unit of the scale.

    Raises
    ------
    SpecError
        There is no such correction, judgements name no raters, or effects cannot be told apart.
    """
    if correction not in _CORRECTIONS:
        raise unknown_name("correction of the mixed model", correction, _CORRECTIONS)
    counted = counted_ratings(ratings)
    if (counted.raters.codes < 0).any():
        raise SpecError("A mixed model (--test mixed-model) needs the rater of every judgement, which the file lacks.")
    models: dict[str, tuple[RaterEffects, dict[str, int]]] = {}
    lenience: dict[tuple[str, str], float] = {}
    for name in dict.fromkeys(row.metric for row in found.scores):
        models[name], of_raters = _fitted(counted, name, -1.0 if lower_is_better else 1.0)
        lenience |= {(name, rater): value for rater, value in of_raters.items()}
    contrasts = [
        model.contrast(place[pair.system_a], place[pair.system_b])
        for pair in found.pairs
        for model, place in [models[pair.metric]]
    ]
    p_values = np.array([contrast.p_value for contrast in contrasts])
    adjusted = holm(p_values) if correction == "holm" else p_values
    all_at_once = NormalDist().inv_cdf(1 - alpha / 2 / len(contrasts))
    pairs = [
        _decided(pair, contrast.difference, contrast.standard_error, float(p), float(q), all_at_once, alpha)
        for pair, contrast, p, q in zip(found.pairs, contrasts, p_values, adjusted, strict=True)
    ]
    method = method_of_another_test(found.method, MIXED_MODEL, correction) | {
        "interval": "normal",
        "variances": {name: dict(model.variances) for name, (model, _) in models.items()},
    }
    scores: list[ScoreRow] = []
    for name, (model, place) in models.items():
        rows = [row for row in found.scores if row.metric == name]
        adjusted_rows = [
            replace(
                row,
                score=float(model.means[place[row.system]]),
                interval=(float(model.intervals[place[row.system], 0]), float(model.intervals[place[row.system], 1])),
                signature=f"{row.signature}|model:mixed",
                share_best=None,
                interval_rank=None,
            )
            for row in rows
        ]
        scores += ranks_of_pairs(adjusted_rows, [pair for pair in pairs if pair.metric == name], method)
    method["sentence"] = _sentence(scores, method)
    return Comparison(tuple(pairs), tuple(scores), method), lenience


def _fitted(ratings: Ratings, scale: str, sign: float) -> tuple[tuple[RaterEffects, dict[str, int]], dict[str, float]]:
    """Fit one scale; return the model, the place of each system in it, and the lenience of each rater."""
    named = ratings.scales.names
    rows = np.flatnonzero(ratings.scales.codes == named.index(scale)) if scale in named else np.arange(len(ratings))
    systems, by_system = np.unique(ratings.systems.codes[rows], return_inverse=True)
    raters, by_rater = np.unique(ratings.raters.codes[rows], return_inverse=True)
    segments = np.unique(ratings.segments[rows], return_inverse=True)[1]
    tastes = np.unique(by_rater * len(systems) + by_system, return_inverse=True)[1]
    effects = {"segment": segments, "rater and system": tastes}
    model = rater_effects(sign * ratings.scores[rows], by_system, by_rater, random=effects)
    place = {ratings.systems.names[code]: i for i, code in enumerate(systems)}
    of_raters = {ratings.raters.names[code]: float(model.effects["rater"][i]) for i, code in enumerate(raters)}
    return (model, place), of_raters


def _decided(
    pair: PairRow, delta: float, error: float, p_value: float, p_adjusted: float, all_at_once: float, alpha: float
) -> PairRow:
    is_significant = p_adjusted <= alpha and delta != 0
    verdict: Verdict = "cannot tell" if not is_significant else "better" if delta > 0 else "worse"
    half = NormalDist().inv_cdf(1 - alpha / 2) * error
    return replace(
        pair,
        delta=delta,
        interval=(delta - half, delta + half),
        interval_simultaneous=(delta - all_at_once * error, delta + all_at_once * error),
        p_value=p_value,
        p_adjusted=p_adjusted,
        monte_carlo_error=0.0,
        verdict=verdict,
        reason="",
        minimum_detectable=None,
        effect_size=None,
        shares=None,
    )


def with_lenience(rows: Sequence[RaterRow], lenience: Mapping[tuple[str, str], float]) -> list[RaterRow]:
    """Say of each rater how lenient the model finds him."""
    return [replace(row, lenience=lenience.get((row.scale, row.rater))) for row in rows]


def _sentence(scores: Sequence[ScoreRow], method: Mapping[str, Any]) -> str:
    names = "; ".join(dict.fromkeys(f"{row.label} ({row.signature})" for row in scores))
    how = (
        "adjusted by Holm's step-down Bonferroni over all pairs and scales"
        if method["correction"] == "holm"
        else "not corrected"
    )
    return (
        f"We compared systems on {method['n_segments']:,} segments with Steelyard {package_version()}: {names}. Scores "
        "are means adjusted by a mixed model, fitted by restricted maximum likelihood to every judgement: systems are "
        "fixed effects; raters, segments, and raters together with systems are random ones. Differences were tested by "
        f"the normal distribution, p-values {how}, and a difference counts as significant at {method['alpha']:g}; with "
        "few raters it is too sure of itself. Intervals of differences cover the whole family at once (Bonferroni)."
    )
