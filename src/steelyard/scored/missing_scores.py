"""Scores that are missing, by a rule that was declared: they are never read as 0."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import MISSING_RULES
from steelyard.errors import AskError, DataError, SpecError, unknown_name
from steelyard.reading.score_matrix.matrix import ItemScores
from steelyard.results.missing import gaps_text

__all__ = ["Filled", "MissingRule", "declared_ends", "end_by_metric", "fill"]


@dataclass(frozen=True, slots=True)
class MissingRule:
    """What becomes of missing scores."""

    # ``"worst"`` puts the worst score in their place, ``"drop-item"`` leaves out items that any system lacks,
    # ``"bounds"`` computes both extremes.
    rule: str = "refuse"
    # worst, best: the ends of the scale by metric, ``""`` for all others; where they are not declared, missing scores
    # are the worst and the best score that any system has
    worst: Mapping[str, float] = field(default_factory=dict)
    best: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse rules that do not exist, and ends of a scale that no rule looks at."""
        if self.rule not in MISSING_RULES:
            raise unknown_name("rule for missing scores:", self.rule, MISSING_RULES)
        if self.best and self.rule != "bounds" and (self.rule == "worst" or not self.worst):
            raise SpecError(
                f"--best needs --missing bounds (not {self.rule}) or --worst (in Python: best, missing, worst)."
            )


def end_by_metric(what: str, given: float | Mapping[str, float] | None) -> dict[str, float]:
    """Return an end of the scale by metric, ``""`` for all others."""
    ends = {"": given} if isinstance(given, int | float) else dict(given or {})
    for name, end in ends.items():
        if isinstance(end, bool) or not isinstance(end, int | float) or not abs(end) < float("inf"):
            raise SpecError(f"{what}{f' of {name}' if name else ''} must be a finite number, not {end!r}.")
    return {str(name): float(end) for name, end in ends.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """Scores without gaps."""

    scores: ItemScores  # with the worst score in the place of missing ones, or without their items
    # Shape (S, N): the same with the best scores, where both extremes are wanted.
    best: dict[str, NDArray[np.float64]] | None = None
    # What was missing and what became of it, as results keep it; None where nothing was.
    told: dict[str, Any] | None = None


def fill(scores: ItemScores, rule: MissingRule) -> Filled:
    """Do with missing scores what the rule says."""
    for end in (rule.worst, rule.best):
        for name in filter(None, end):
            if name not in scores.values:
                raise unknown_name("metric (--worst, --best):", name, list(scores.values))
    gaps = [gap for metric, values in scores.values.items() for gap in _gaps(metric, values, scores)]
    if not gaps:
        return Filled(scores)
    told: dict[str, Any] = {"rule": rule.rule, "n_items": len(scores.items), "systems": gaps}
    _check_some(scores, gaps)
    if rule.rule == "refuse":
        raise _refusal(scores, gaps)
    if rule.rule == "drop-item":
        kept = np.flatnonzero(_is_whole(scores))
        if not len(kept):
            raise DataError(
                f"--missing drop-item leaves no item: each of the {len(scores.items):,} items lacks the score of some "
                f"system. {gaps_text(gaps)}. Choose systems that share items (--systems)."
            )
        return Filled(scores.take(kept), told=told | {"n_kept": len(kept)})
    worst, told["worst"] = _ends(scores, rule.worst, is_best=False)
    if rule.rule == "worst":
        return Filled(replace(scores, values=worst), told=told)
    best, told["best"] = _ends(scores, rule.best, is_best=True)
    return Filled(replace(scores, values=worst), best, told)


def declared_ends(scores: ItemScores, rule: MissingRule) -> dict[str, tuple[float, float]]:
    """Return the least and greatest score that there can be, of metrics whose worst one was declared.

    The best is what was declared, or else 0 where no score is better; other metrics are left out.
    """
    found = {}
    for metric, values in scores.values.items():
        worst, best = (end.get(metric, end.get("")) for end in (rule.worst, rule.best))
        sign = -1.0 if metric in scores.lower_is_better else 1.0
        low, high = float(np.nanmin(sign * values)), float(np.nanmax(sign * values))
        if best is None and high <= 0:
            best = 0.0
        if worst is None:
            continue
        if best is None:
            if rule.rule in ("worst", "bounds"):
                continue
            raise SpecError(
                f"--worst is not enough: scores of {metric} are on both sides of 0. Give the best possible score, too "
                "(--best; in Python best)."
            )
        for what, end, seen, is_out in (
            ("worst", worst, low, sign * worst > low),
            ("best", best, high, sign * best < high),
        ):
            if is_out:
                raise DataError(
                    f"{end:g} (--{what}) is not the {what} score of {metric}: some system has {sign * seen:g}."
                )
        if worst != best:
            found[metric] = (min(worst, best), max(worst, best))
    return found


def _gaps(metric: str, values: NDArray[np.float64], scores: ItemScores) -> list[dict[str, Any]]:
    """Count by system what is missing, and why."""
    found = []
    for row in np.flatnonzero(np.isnan(values).any(axis=1)).tolist():
        missing = np.flatnonzero(np.isnan(values[row])).tolist()
        reasons = Counter(scores.reasons[metric].get((row, item), "no score") for item in missing)
        n_scored = len(scores.items) - len(missing)
        found.append(
            {
                "metric": metric,
                "system": scores.systems[row],
                "n_scored": n_scored,
                "n_missing": len(missing),
                "reasons": dict(reasons.most_common()),
            }
        )
    return found


def _is_whole(scores: ItemScores) -> NDArray[np.bool_]:
    """Say which items have the scores of all systems by all metrics."""
    lacking = np.stack([np.isnan(values).any(axis=0) for values in scores.values.values()])
    whole: NDArray[np.bool_] = np.logical_not(lacking.any(axis=0))
    return whole


def _check_some(scores: ItemScores, gaps: Sequence[Mapping[str, Any]]) -> None:
    """Refuse systems that have no score at all: no rule makes one of nothing."""
    empty = next((gap for gap in gaps if not gap["n_scored"]), None)
    if empty is not None:
        raise DataError(
            f"The system {empty['system']!r} has no score by {empty['metric']} on any of the {len(scores.items):,} "
            "items: leave out the system (--systems) or the metric (-m)."
        )


def _refusal(scores: ItemScores, gaps: Sequence[Mapping[str, Any]]) -> AskError:
    n, n_kept = len(scores.items), int(_is_whole(scores).sum())
    return AskError(
        f"Scores are missing, and a missing score is not 0: {gaps_text(gaps)}. Choose a rule with --missing (missing= "
        f"in Python and TOML). drop-item keeps {n_kept:,} of {n:,} items. worst counts missing scores as the worst "
        "score. bounds (compare, board) tests with missing scores at their worst and at their best.",
        [("--missing", rule) for rule in ("drop-item", "worst") if n_kept or rule == "worst"],
    )


def _ends(
    scores: ItemScores, declared: Mapping[str, float], *, is_best: bool
) -> tuple[dict[str, NDArray[np.float64]], dict[str, dict[str, Any]]]:
    """Put the end of each scale in the place of missing scores; also say what it is and where it comes from."""
    filled, told = {}, {}
    for metric, values in scores.values.items():
        is_highest = is_best != (metric in scores.lower_is_better)
        observed = float(np.nanmax(values) if is_highest else np.nanmin(values))
        end = declared.get(metric, declared.get(""))
        if end is not None and (end < observed if is_highest else end > observed):
            what, flag = ("best", "--best") if is_best else ("worst", "--worst")
            raise DataError(f"{end:g} ({flag}) is not the {what} score of {metric}: some system has {observed:g}.")
        used = observed if end is None else end
        filled[metric] = np.where(np.isnan(values), used, values)
        if np.isnan(values).any():
            told[metric] = {"score": used, "is_declared": end is not None}
    return filled, told
