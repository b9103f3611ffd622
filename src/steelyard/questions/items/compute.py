"""Look at the items of a board, one by one and as a whole."""

from dataclasses import dataclass, replace
from math import erfc, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import (
    FEW_SYSTEMS,
    FEW_UNITS,
    ITEM_CHOICES,
    ItemCurves,
    benjamini_hochberg,
    choose_items,
    fit_item_curves,
    item_mean_intervals,
    item_rest_correlations,
    item_rest_intervals,
    seed_of,
    short_boards,
    spread_quantile,
)
from steelyard.questions.items.answer import (
    AbilityRow,
    ItemAnalysis,
    ItemAnalysisMethod,
    ItemFigures,
    KeptItem,
    LinkedRow,
    LinkRow,
    ShortBoardRow,
)
from steelyard.questions.items.link import link_rows, read_older
from steelyard.questions.items.method_text import items_sentence
from steelyard.questions.items.question import AUTO, CLASSICAL, ItemsQuestion
from steelyard.results.factors import Factors
from steelyard.results.numbers import finite
from steelyard.scored import Counted
from steelyard.scored.single_segments import item_names, item_scores
from steelyard.scored.threads import working_threads
from steelyard.types import Measurement

__all__ = ["compute"]

Array = NDArray[np.float64]
_FEWEST_VARYING = 3  # items, for curves


@dataclass(frozen=True, slots=True)
class _Asked:
    """A metric, the scores of systems on items by it, and what is asked."""

    measurement: Measurement
    scores: Array
    names: list[str]
    question: ItemsQuestion

    @property
    def is_whole(self) -> bool:
        """Whether no score is missing."""
        return bool(np.isfinite(self.scores).all())


def compute(counted: Counted, question: ItemsQuestion) -> ItemAnalysis:
    """Look at the items under every metric whose scores on items add up to those of systems."""
    question = replace(question, rng=seed_of(question.rng))
    asked = [one for m in range(len(counted.measurements)) if (one := _asked(counted, m, question)) is not None]
    _check(counted, asked)
    rows: list[ItemFigures] = []
    abilities: list[AbilityRow] = []
    short: list[ShortBoardRow] = []
    kept: list[KeptItem] = []
    links: list[LinkRow] = []
    linked: list[LinkedRow] = []
    curves: dict[str, ItemCurves] = {}
    reasons: dict[str, str] = {}
    older = read_older(counted, question)
    if older is not None and question.model == CLASSICAL:
        raise SpecError("--link needs item curves: leave out --model classical.")
    with working_threads(counted.n_threads):
        for one in asked:
            metric = one.measurement.metric
            fitted = _curves(one, reasons)
            if fitted is not None:
                curves[metric] = fitted
                abilities += _ability_rows(one, fitted)
            if older is not None:
                if fitted is None:
                    raise SpecError(f"--link needs item curves: {reasons[metric]}.")
                link, systems = link_rows(one.measurement, one.names, fitted, older, question)
                links.append(link)
                linked += systems
            rows += _item_rows(one, fitted)
            if question.shorten:
                short += _short_rows(one)
                kept += _kept(one)
    method = _method(counted, question, asked, curves, reasons)
    return ItemAnalysis(tuple(rows), method, tuple(abilities), tuple(short), tuple(kept), tuple(links), tuple(linked))


def _asked(counted: Counted, m: int, question: ItemsQuestion) -> _Asked | None:
    measurement = counted.measurements[m]
    scores = item_scores(measurement, None if counted.best is None else counted.best.measurements[m])
    if scores is None:
        return None
    return _Asked(measurement, scores, item_names(counted.test_set, scores.shape[1]), question)


def _check(counted: Counted, asked: list[_Asked]) -> None:
    """Refuse what has no items, or nothing to look at them with."""
    systems = counted.test_set.system_names
    if not asked:
        raise SpecError(
            f"{counted.measurements[0].label} is not a mean of item scores: give a file of scores of single items "
            "(SCORES)."
        )
    if len(systems) < 2:
        raise SpecError(
            f"Items need the scores of two systems or more, and there is {systems[0]} alone: give another system."
        )
    if counted.test_set.n_segments < 2:
        raise SpecError("There is one item alone: give two or more.")


def _curves(one: _Asked, reasons: dict[str, str]) -> ItemCurves | None:
    """Fit curves where they are wanted, and where they can be had; or say why not."""
    question, measurement = one.question, one.measurement
    if question.model == CLASSICAL:
        return None
    low, high = question.score_range
    known = one.scores[np.isfinite(one.scores)]
    n_varying = int((np.nanmax(one.scores, axis=0) > np.nanmin(one.scores, axis=0)).sum())
    why = ""
    if len(one.scores) < FEW_SYSTEMS and question.model == AUTO:
        why = f"{FEW_SYSTEMS} systems are needed (use --model curves to fit them all the same)"
    elif known.min() < low or known.max() > high:
        why = (
            f"scores go from {known.min():g} to {known.max():g}, outside the range {low:g} to {high:g} (give the range "
            "of scores: --score-range)"
        )
    elif len(one.scores) < 3 or n_varying < _FEWEST_VARYING:
        why = f"three systems and {_FEWEST_VARYING} items on which they differ are needed"
    if why and question.model != AUTO:
        raise SpecError(f"{measurement.label}: {why}.")
    if why:
        reasons[measurement.metric] = why
        return None
    passes = (one.scores - low) / (high - low)
    return fit_item_curves(passes if measurement.higher_is_better else 1 - passes)


def _item_rows(one: _Asked, curves: ItemCurves | None) -> list[ItemFigures]:
    level = 1 - one.question.alpha
    is_there = np.isfinite(one.scores)
    n = is_there.sum(axis=0)
    means = np.nanmean(one.scores, axis=0)
    is_dead = np.nanmax(one.scores, axis=0) == np.nanmin(one.scores, axis=0)
    r = item_rest_correlations(one.scores)
    of_mean, of_r = item_mean_intervals(one.scores, level), item_rest_intervals(r, n, level)
    is_backwards = _backwards(r, n, one.question.alpha)
    found = [
        ItemFigures(
            one.measurement.metric,
            one.measurement.label,
            name,
            int(n[i]),
            float(means[i]),
            _pair(of_mean[0][i], of_mean[1][i]),
            finite(r[i]),
            _pair(of_r[0][i], of_r[1][i]),
            bool(is_dead[i]),
            bool(is_backwards[i]),
        )
        for i, name in enumerate(one.names)
    ]
    return found if curves is None else _with_curves(found, curves, one.question.alpha)


def _with_curves(rows: list[ItemFigures], curves: ItemCurves, alpha: float) -> list[ItemFigures]:
    z = spread_quantile(1 - alpha / 2, FEW_UNITS)
    slopes, errors = curves.slopes, curves.slope_errors
    found = []
    for i, row in enumerate(rows):
        slope = _pair(slopes[i] - z * errors[i], slopes[i] + z * errors[i])
        is_steep = slope is not None and (slope[0] > 0 or slope[1] < 0)
        at, error = (curves.difficulties[i], curves.difficulty_errors[i]) if is_steep else (np.nan, np.nan)
        found.append(
            replace(
                row,
                slope=finite(slopes[i]),
                slope_interval=slope,
                difficulty=finite(at),
                difficulty_interval=_pair(at - z * error, at + z * error),
            )
        )
    return found


def _backwards(r: Array, n: NDArray[np.int64], alpha: float) -> NDArray[np.bool_]:
    """Find items on which better systems do worse; of those found, a share of alpha are found by chance."""
    found = np.zeros(len(r), dtype=np.bool_)
    tested = np.flatnonzero(np.isfinite(r) & (n > 3))
    if not len(tested):
        return found
    z = np.arctanh(np.clip(r[tested], -1 + 1e-12, 1 - 1e-12)) * np.sqrt(n[tested] - 3)
    p_values = np.array([0.5 * erfc(-value / sqrt(2)) for value in z.tolist()])
    found[tested] = benjamini_hochberg(p_values) <= alpha
    return found


def _ability_rows(one: _Asked, curves: ItemCurves) -> list[AbilityRow]:
    z = spread_quantile(1 - one.question.alpha / 2, FEW_UNITS)
    return [
        AbilityRow(
            one.measurement.metric, one.measurement.label, system, float(at), (float(at - z * e), float(at + z * e))
        )
        for system, at, e in zip(one.measurement.systems, curves.abilities, curves.ability_errors, strict=True)
    ]


def _short_rows(one: _Asked) -> list[ShortBoardRow]:
    if not one.is_whole:
        raise SpecError(
            "--shorten needs all scores, and some are missing: add --missing drop-item, or name systems without "
            "missing scores (--systems)."
        )
    found = short_boards(
        one.scores,
        one.question.shorten,
        rng=one.question.rng,
        n_splits=one.question.n_splits,
        confidence_level=1 - one.question.alpha,
    )
    names = one.measurement.metric, one.measurement.label
    return [
        ShortBoardRow(
            *names, row.choice, row.n_items, row.score_error, row.score_interval, row.pairs_turned, row.pairs_interval
        )
        for row in found
    ]


def _kept(one: _Asked) -> list[KeptItem]:
    names = one.measurement.metric, one.measurement.label
    return [
        KeptItem(*names, choice, length, one.names[i])
        for choice in ITEM_CHOICES
        for length in one.question.shorten
        for i in choose_items(one.scores, length, choice, one.question.rng).tolist()
    ]


def _method(
    counted: Counted,
    question: ItemsQuestion,
    asked: list[_Asked],
    curves: dict[str, ItemCurves],
    reasons: dict[str, str],
) -> ItemAnalysisMethod:
    errors = {}
    for one in asked:
        n = np.isfinite(one.scores).sum(axis=1)
        errors[one.measurement.metric] = float(
            np.median(np.nanstd(one.scores, axis=1, ddof=1)[n > 1] / np.sqrt(n[n > 1]))
        )
    method: Any = {
        **counted.provenance(question),
        "alpha": question.alpha,
        "confidence_level": 1 - question.alpha,
        "n_gaps": {one.measurement.metric: int(np.isnan(one.scores).sum()) for one in asked},
        "curves": {name: _told(found) for name, found in curves.items()},
        "no_curves": reasons,
        "few_systems": FEW_SYSTEMS,
        "full_error": errors,
        "lengths": list(question.shorten),
        "n_splits": question.n_splits,
        "seed": question.rng,
        "top": question.top,
        "older": None if question.link is None else question.link.path,
    }
    method = {
        **method,
        **Factors(("systems",), ("items",)).told(items_sentence([one.measurement for one in asked], method)),
    }
    method |= counted.recipe(question, {"rng": question.rng})
    told: ItemAnalysisMethod = method
    return told


def _told(curves: ItemCurves) -> dict[str, float]:
    return {
        "log_likelihood": curves.log_likelihood,
        "slope_centre": curves.slope_centre,
        "slope_spread": curves.slope_spread,
        "n_steps": curves.n_steps,
        "is_settled": curves.is_settled,
    }


def _pair(low: float, high: float) -> tuple[float, float] | None:
    return (float(low), float(high)) if np.isfinite(low) and np.isfinite(high) else None
