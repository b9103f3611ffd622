"""The agreement of metrics with people by one statistic: its values, and its resamples."""

from dataclasses import dataclass, replace
from typing import Literal, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.inference import Draws
from steelyard.meta import (
    LINEAR_STATISTICS,
    AgreementSpread,
    BootstrapCorrelations,
    bootstrap_clear_pairs,
    bootstrap_correlations,
    bootstrap_item_pairs,
    bootstrap_pairwise_accuracy,
    bootstrap_soft_accuracy,
    bootstrap_tie_accuracy,
    calibrate_ties,
    correlate_groups,
    correlate_level,
    fisher_interval,
    kendall_like,
    left_out_draws,
    outlying_systems,
    output_draws,
    pair_decisions,
    robust_pearson,
    soft_pairwise_accuracy,
    tie_accuracy,
)
from steelyard.questions.meta.levels import LevelData
from steelyard.questions.meta.question import FISHER, Resampled
from steelyard.questions.meta.statistics import AVERAGES, Statistic
from steelyard.scored import Sampling

__all__ = ["Agreement", "agreement", "agreement_of_outputs"]

Array = NDArray[np.float64]

_MOST_UNDEFINED = 0.05
_AROUND_0 = (*FISHER, "tau_a", "tau_c", "tau_13")  # what chance gives, however many ties there are


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """One statistic of all metrics."""

    statistic: Statistic
    values: Array  # shape (M,); NaN where it is not defined
    thresholds: Array | None = None  # of tie calibration, shape (M,)
    guess: float | None = None  # what a metric that knows nothing gets; None where it depends on its ties

    def resampled(self, data: LevelData, resample: Resampled, sampling: Sampling) -> BootstrapCorrelations:
        """Take the statistic again on resamples of systems, of segments (or documents), or of both."""
        return self.again(data, _Resamples(data, resample, sampling), sampling)

    def spread(self, data: LevelData, resample: Resampled, sampling: Sampling) -> AgreementSpread:
        """Say how far the statistic varies with systems, with segments (or documents), or with both."""

        def without(left_out: Resampled) -> Array:
            return self.again(data, _LeftOut(data, left_out), sampling).values

        n_items = data.ratings.shape[1] if data.documents is None else int(data.documents.max()) + 1
        systems = without("systems") if resample != "inputs" else None
        items = self.resampled(data, "inputs", sampling).values if resample != "systems" else None
        if systems is None or items is None:
            return AgreementSpread(self.values, systems, None, items, n_items)
        return AgreementSpread(self.values, systems, without("both").reshape(*systems.shape, -1), items, n_items)

    def again(self, data: LevelData, draws: "_Drawn", sampling: Sampling) -> BootstrapCorrelations:
        """Take the statistic again on these draws of systems and segments."""
        is_known = np.isfinite(self.values)
        if not is_known.all():  # a metric that is constant, say, leaves the others their resamples
            return self._where_known(is_known, data, draws, sampling)
        statistic = self.statistic
        name, level = statistic.name, AVERAGES.get(statistic.average, "system")
        if name.startswith("soft-accuracy"):
            found = bootstrap_soft_accuracy(data.scores, data.ratings, draws(), self.values)
        elif name == "pairwise-accuracy":
            found = bootstrap_pairwise_accuracy(data.moved_scores, data.moved_ratings, draws())
        elif name == "calibrated-accuracy" and self.thresholds is not None:
            found = bootstrap_tie_accuracy(data.scores, data.ratings, draws(), thresholds=self.thresholds)
        elif name == "darr":
            found = bootstrap_clear_pairs(data.scores, data.ratings, draws())
        elif level == "item" and (name == "kendall" or name in LINEAR_STATISTICS):
            plain = "tau_b" if name == "kendall" else name
            found = bootstrap_item_pairs(data.scores, data.ratings, draws(), statistic=plain)
        else:
            x, y = (data.moved_scores, data.moved_ratings) if level == "system" else (data.scores, data.ratings)
            if name == "robust-pearson":
                kept = ~outlying_systems(data.system_ratings)
                x, y = x[:, kept], y[kept]
            is_ranked_again = name != "pearson" and level in ("global", "within-system")
            found = bootstrap_correlations(
                x,
                y,
                resample="both",
                level=level,
                statistic="pearson" if name == "robust-pearson" else name,
                n_resamples=sampling.n_resamples,
                rng=sampling.seed,
                draws=draws(n_systems=len(y), by_document=not is_ranked_again),
            )
        if (np.isnan(found.values).mean(axis=1) > _MOST_UNDEFINED).any():
            raise DataError(f"Too many resamples do not have {statistic}: there are too few systems or segments.")
        return replace(found, observed=self.values)

    def _where_known(
        self, is_known: NDArray[np.bool_], data: LevelData, draws: "_Drawn", sampling: Sampling
    ) -> BootstrapCorrelations:
        """Take some metrics again; the others are NaN throughout."""
        if not is_known.any():
            return BootstrapCorrelations(self.values, np.full((len(is_known), 1), np.nan), np.ones(len(is_known), int))
        some = replace(
            data,
            scores=data.scores[is_known],
            moved_scores=data.moved_scores[is_known],
            system_scores=data.system_scores[is_known],
        )
        thresholds = None if self.thresholds is None else self.thresholds[is_known]
        part = Agreement(self.statistic, self.values[is_known], thresholds).again(some, draws, sampling).values
        values = np.full((len(is_known), part.shape[1]), np.nan)
        values[is_known] = part
        return BootstrapCorrelations(self.values, values, np.isnan(values).sum(axis=1))

    def fisher(self, n_systems: int, confidence_level: float) -> list[tuple[float, float] | None]:
        """Return Fisher's intervals of the metrics, for the statistics that have them."""
        name = self.statistic.name
        coefficient = cast(Literal["pearson", "spearman", "kendall"], name)
        return [
            fisher_interval(value, n_systems, coefficient=coefficient, confidence_level=confidence_level)
            if np.isfinite(value)
            else None
            for value in self.values.tolist()
        ]


class _Drawn(Protocol):
    """Draws of a level, the same for all its statistics."""

    def __call__(self, *, n_systems: int | None = None, by_document: bool = True) -> tuple[Draws, Draws]: ...


@dataclass(frozen=True, slots=True)
class _Resamples:
    """Systems, segments or both drawn with replacement."""

    data: LevelData
    resample: Resampled
    sampling: Sampling

    def __call__(self, *, n_systems: int | None = None, by_document: bool = True) -> tuple[Draws, Draws]:
        n, n_items = self.data.ratings.shape
        return output_draws(
            n if n_systems is None else n_systems,
            n_items,
            resample=self.resample,
            n_resamples=self.sampling.n_resamples,
            rng=self.sampling.seed,
            documents=self.data.documents if by_document else None,
        )


@dataclass(frozen=True, slots=True)
class _LeftOut:
    """One system, a group of segments, or both left out."""

    data: LevelData
    left_out: Resampled

    def __call__(self, *, n_systems: int | None = None, by_document: bool = True) -> tuple[Draws, Draws]:
        n, n_items = self.data.ratings.shape
        documents = self.data.documents if by_document else None
        return left_out_draws(
            n if n_systems is None else n_systems, n_items, left_out=self.left_out, documents=documents
        )


def agreement(statistic: Statistic, data: LevelData, sampling: Sampling) -> Agreement:
    """Compute a statistic for all metrics."""
    name = statistic.name
    if name.startswith("soft-accuracy"):
        ties: Literal["mid", ">="] = ">=" if name.endswith("published") else "mid"
        found = soft_pairwise_accuracy(
            data.scores, data.ratings, n_resamples=sampling.n_resamples, rng=sampling.seed, ties=ties
        )
        return Agreement(statistic, found.values, guess=0.5)
    if name == "pairwise-accuracy":
        return Agreement(statistic, pair_decisions(data.system_scores, data.system_ratings).accuracy, guess=0.5)
    if name == "robust-pearson":
        return Agreement(statistic, robust_pearson(data.system_scores, data.system_ratings)[0], guess=0.0)
    if name == "calibrated-accuracy":
        fitted = [calibrate_ties(metric.T, data.ratings.T) for metric in data.scores]
        values, thresholds = (np.array([getattr(part, key) for part in fitted]) for key in ("accuracy", "threshold"))
        tied = tie_accuracy(np.zeros_like(data.ratings.T), data.ratings.T, 0.0)  # calling all outputs equal
        return Agreement(statistic, values, thresholds, max(tied, (1 - tied) / 2))  # or ordering at random
    if name == "darr":
        return Agreement(statistic, np.array([kendall_like(x.T, data.ratings.T)[0] for x in data.scores]))
    if statistic.level == "system":
        values = correlate_groups(data.system_scores, data.system_ratings, name)
    else:
        level = AVERAGES[statistic.average]
        values = correlate_level(data.scores, data.ratings, level=level, statistic=name).values
    return Agreement(statistic, values, guess=0.0 if name in _AROUND_0 else None)


def agreement_of_outputs(statistic: Statistic, scores: Array, ratings: Array, sampling: Sampling) -> float:
    """Let one metric's scores of outputs agree with people: arrays (S, N); NaN where it is not defined."""
    is_rated = np.isfinite(ratings)
    kept = is_rated.any(axis=1)
    x, y, n = scores[kept], ratings[kept], is_rated[kept].sum(axis=1)
    means = [np.where(is_rated[kept], values, 0.0).sum(axis=1) / n for values in (x, y)]
    data = LevelData(x[None], y, x[None], y, means[0][None], means[1], None)
    try:
        return float(agreement(statistic, data, sampling).values[0])
    except DataError:
        return float("nan")
