"""Compare all metrics by one statistic: which test fits it, and what may be claimed."""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import Draws, NullDistribution, holm, max_t, swap_draws
from steelyard.meta import (
    MetricRanking,
    correlate,
    decision_null,
    permutation_null,
    rank_by_null,
    rank_by_p_values,
    shifted_null,
    williams_test,
)
from steelyard.questions.meta.agreement import Agreement
from steelyard.questions.meta.levels import LevelData
from steelyard.questions.meta.question import WILLIAMS, MetaQuestion, Resampled, Swap
from steelyard.questions.meta.statistics import AVERAGES
from steelyard.scored import Sampling

__all__ = ["Compared", "compare_metrics"]

_NOT_EXCHANGED = ("soft-accuracy", "soft-accuracy-published", "pairwise-accuracy", "robust-pearson", "darr")


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The metrics of a level, compared."""

    ranking: MetricRanking  # with p-values for all pairs together
    test: str  # of `TESTS`
    sentence: str  # how it was done, as part of a sentence
    scope: str  # what it speaks of: other systems, other segments, or both
    n_draws: int  # of the test; 0 where nothing is drawn
    is_exact: bool  # all outcomes were enumerated
    # shape (M, M): what the difference of a pair had to reach to be significant among all pairs; NaN where
    # nothing would do
    least_significant: NDArray[np.float64] | None = None


def compare_metrics(found: Agreement, data: LevelData, question: MetaQuestion, sampling: Sampling) -> Compared:
    """Test all pairs of two metrics or more together by the statistic that decides at a level.

    Where the question names no test, or Williams' and it is not for this statistic, that is the exchange of decisions
    for tie-calibrated accuracy, the exchange of scores for correlations, and the bootstrap for the rest. Where it does
    not say what is exchanged, these are systems at the system level, both at the others. At the system level, where the
    bootstrap is to draw ``"both"``, it draws systems here.
    """
    alpha, resample, statistic = question.alpha, question.resample, found.statistic
    test = None if question.test == "williams" and str(statistic) not in WILLIAMS else question.test
    is_of_systems = statistic.level == "system"
    chosen = test or ("bootstrap" if _needs_bootstrap(found) else "exchange")
    if chosen == "williams":
        return _williams(found, data, alpha)
    if chosen == "bootstrap":
        drawn: Resampled = "systems" if is_of_systems and resample == "both" else resample
        resampled = found.resampled(data, drawn, sampling)
        n_units = data.ratings.shape[0 if drawn == "systems" else 1]
        how = f"a bootstrap of {_units(drawn, _exchanged(found, data))}, shifted to zero"
        return _by_null(
            found,
            shifted_null(resampled, n_units=n_units),
            "bootstrap",
            how,
            _scope(drawn, _exchanged(found, data)),
            alpha,
        )
    if statistic.name in _NOT_EXCHANGED:
        raise SpecError(f"The test exchange is not possible for {statistic.name}: use --test bootstrap.")
    if found.thresholds is not None:
        null = decision_null(
            data.scores.swapaxes(1, 2),
            data.ratings.T,
            found.thresholds,
            n_resamples=sampling.n_resamples,
            rng=sampling.seed,
            draws=_of_documents(data, "inputs", sampling),
        )
        how = f"exchanges of two metrics' decisions on all pairs of a {_exchanged(found, data)} (thresholds as fitted)"
        return _by_null(found, null, "exchange", how, _scope("inputs", _exchanged(found, data)), alpha)
    swapped: Swap = question.swap or ("systems" if is_of_systems else "both")
    x, y = (data.moved_scores, data.moved_ratings) if is_of_systems else (data.scores, data.ratings)
    null = permutation_null(
        x,
        y,
        swap=swapped,
        level=AVERAGES.get(statistic.average, "system"),
        statistic=statistic.name,
        n_resamples=sampling.n_resamples,
        rng=sampling.seed,
        draws=_of_documents(data, swapped, sampling),
    )
    unit = _exchanged(found, data)
    single = "single scores" if data.documents is None else "scores of a system on a document"
    of = {"systems": "all scores of a system", "inputs": f"all scores of a {unit}", "both": single}
    how = f"exchanges of two metrics' standardised scores, {of[swapped]} at a time"
    scope = _scope("systems" if swapped == "systems" else "inputs", unit)
    return _by_null(found, null, "exchange", how, scope, alpha)


def _needs_bootstrap(found: Agreement) -> bool:
    """Say whether no exchange fits the statistic, or it would rank all outputs again for every pair of metrics."""
    statistic = found.statistic
    if statistic.name in _NOT_EXCHANGED:
        return True
    return statistic.level != "system" and statistic.name not in ("pearson", "calibrated-accuracy")


def _by_null(found: Agreement, null: NullDistribution, test: str, how: str, scope: str, alpha: float) -> Compared:
    ranking = rank_by_null(found.values, null, alpha=alpha)
    least = np.full((len(found.values),) * 2, np.nan)
    first, second = np.triu_indices(len(found.values), 1)
    least[first, second] = least[second, first] = max_t(null, alpha=alpha).critical_value * null.scales()
    return Compared(ranking, test, how, scope, null.n_draws, null.is_exact, least)


def _williams(found: Agreement, data: LevelData, alpha: float) -> Compared:
    """Compare correlations of systems, or of all outputs, which the test takes for independent."""
    if found.statistic.level == "system":
        scores, scope = data.system_scores, "other systems like these"
    else:
        scores, scope = data.scores[:, np.isfinite(data.ratings)], "other independent outputs like these"
    n = scores.shape[1]
    pairs = list(combinations(range(len(found.values)), 2))
    p_values = [
        williams_test(float(found.values[a]), float(found.values[b]), correlate(scores[a], scores[b]), n).p_value
        for a, b in pairs
    ]
    if not np.isfinite(p_values).all():
        raise SpecError(f"Williams' test needs four {found.statistic.level}s or more; there are {n}.")
    differences = [found.values[a] - found.values[b] for a, b in pairs]
    adjusted = holm(np.array(p_values))
    ranking = rank_by_p_values(found.values, p_values, adjusted, differences=differences, alpha=alpha)
    return Compared(ranking, "williams", "Williams' test", scope, 0, False)


def _of_documents(data: LevelData, swap: Swap, sampling: Sampling) -> Draws | None:
    """Draw exchanges of whole documents, spread over their segments; None where the unit is another."""
    if data.documents is None or swap == "systems":
        return None
    n_systems, codes, n_documents = len(data.ratings), data.documents, int(data.documents.max()) + 1
    if swap == "both":
        codes = (np.arange(n_systems)[:, None] * n_documents + codes).ravel()
        n_documents *= n_systems
    of_documents = swap_draws(n_documents, sampling.n_resamples, rng=sampling.seed)
    drawn: Any = np.concatenate([keeps.copy() for _, keeps in of_documents.blocks()])

    def fill(first: int, out: Any) -> None:
        out[...] = drawn[first : first + len(out), codes]

    return replace(of_documents, n_units=len(codes), fill=fill)


def _exchanged(found: Agreement, data: LevelData) -> str:
    """Name what is exchanged, or resampled, as a whole beside systems."""
    return "document" if data.documents is not None else _item(found)


def _item(found: Agreement) -> str:
    return "document" if found.statistic.level == "document" else "segment"


def _units(drawn: Resampled, item: str) -> str:
    return {"systems": "systems", "inputs": f"{item}s", "both": f"systems and {item}s"}[drawn]


def _scope(drawn: str, item: str) -> str:
    """Say for what the test holds."""
    return {
        "systems": "other systems like these",
        "inputs": f"these systems on other {item}s",
        "both": f"other systems and other {item}s",
    }[drawn]
