"""Fit the parameters of a metric to ratings, and say what that is worth on ratings it was not fitted to."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.method import provenance, score_input
from steelyard.counted.recipe import recipe
from steelyard.counted.threads import check_jobs
from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.lines import TextFile
from steelyard.meta import CORRELATIONS, STEPS, Coefficient, hill_climb
from steelyard.metrics import Metric, package_version, parse
from steelyard.questions.tune.agreement import LEVELS, Judge, Level
from steelyard.questions.tune.answer import Tuning, TuningFold
from steelyard.questions.tune.parameters import choose_parameters, with_parameters
from steelyard.text import Corpus
from steelyard.types import TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Rng

__all__ = ["tune"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Point = tuple[float, ...]
LeaveOut = Literal["system", "segments", "none"]

_LEAVING = {"system": "leaving one system out", "segments": "leaving a part of the segments out", "none": ""}


def tune(
    test_set: TestSet,
    metric: str | Metric,
    human: Mapping[str, Sequence[float]],
    *,
    parameters: Sequence[str] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    objective: Coefficient = "pearson",
    level: Level = "segment",
    leave_out: LeaveOut | None = None,
    n_folds: int = 3,
    steps: Sequence[float] = STEPS,
    n_restarts: int = 0,
    rng: "Rng" = 12345,
    lower_is_better: bool = False,
    human_file: TextFile | None = None,
    n_jobs: int = 1,
) -> Tuning:
    """Find the parameters of a metric that agree best with ratings, by hill climbing.

    A climb begins at the metric's own parameters and sees all ratings but a part that is left out; there is one for
    each part, and the result is the mean of where they end. Every point is scored exactly as the metric with these
    parameters scores: words are aligned and counted once, and with several references the best is chosen anew.

    Parameters
    ----------
    test_set : TestSet
        The texts that were rated.
    metric : str or Metric
        Where the climbs begin.
    human : mapping of str to sequence of float
        For each system of the test set one rating a segment, NaN where there is none. Where raters differ in how they
        use their scale, take each rater's mean away and divide by the standard deviation before.
    parameters : sequence of str, optional
        Names of options that are numbers; ``weights.2`` is the second entry of ``weights``. By default all single
        numbers.
    bounds : mapping of str to (float, float), optional
        Least and greatest value of a parameter, within what the metric itself allows.
    objective : {"pearson", "spearman", "kendall"}, default "pearson"
        Correlation to make high; `steelyard.meta.correlate` has the details.
    level : {"segment", "sentence", "system"}, default "segment"
        ``segment``: over all segments of all systems together. ``sentence``: over the systems within each segment, and
        the mean over segments; those whose ratings do not differ are skipped, and where only the scores do not differ
        the correlation is 0. ``system``: between the scores of systems on the segments that were rated and their mean
        ratings.
    leave_out : {"system", "segments", "none"}, optional
        What each climb does not see: one system, one of `n_folds` parts of the segments (documents stay whole), or
        nothing. By default a system for the level of segments, as W07-0734 does, else segments, as W08-0312 does.
    n_folds : int, default 3
        Parts of the segments.
    steps : sequence of float, default (0.32, 0.16, 0.08, 0.04, 0.02, 0.01)
        Of the climb, largest first, each a multiple of the last. The mean is rounded to two decimals more than these.
    n_restarts : int, default 0
        Further climbs in each fold, from points drawn around the start.
    rng : int or numpy.random.Generator, default 12345
        For restarts.
    lower_is_better : bool, default False
        Of the ratings: such as counts of errors.
    human_file : TextFile, optional
        The file that the ratings came from, for provenance.
    n_jobs : int, default 1
        Threads for counting.

    Returns
    -------
    Tuning
        The tuned metric, the folds, and correlations before and after. A correlation is positive where the metric
        agrees with the ratings, whatever their directions.

    Raises
    ------
    SpecError
        A parameter or option does not exist, or the metric refuses the mean.
    AlignmentError
        Ratings do not fit the systems and segments.
    DataError
        The ratings that a climb sees do not differ.

    References
    ----------
    Lavie and Agarwal 2007, W07-0734, section 4.2; Agarwal and Lavie 2008, W08-0312.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(
    ...     references=[["the ferry leaves at nine", "bring a warm coat"]],
    ...     systems={"x": ["the ferry leaves", "bring a coat"], "y": ["leaves the ferry at nine", "a warm coat bring"]},
    ... )
    >>> tuning = sy.tune(data, "meteor-2007(without=synonym)", {"x": [4, 3], "y": [2, 1]}, parameters=["gamma"])
    >>> tuning.before < tuning.after, tuning.tuned
    (True, 'meteor-2007(gamma=0.44, without=(synonym))')
    """
    from steelyard.inference import seed_of

    check_jobs(n_jobs)
    begin = parse(metric) if isinstance(metric, str) else metric
    start = choose_parameters(begin, parameters)
    lower, upper = _limits(start, bounds or {})
    leaving = leave_out or ("system" if level == "segment" else "segments")
    _check_names(objective, level, leaving)
    ratings = _ratings(test_set, human)
    at_start = tuple(start.values())
    judge = Judge(
        Corpus(test_set, n_jobs),
        lambda point: with_parameters(begin, dict(zip(start, point, strict=True))),
        at_start,
        -ratings if lower_is_better else ratings,
        objective,
        level,
    )
    seed = seed_of(rng)
    generator = np.random.default_rng(seed)
    folds = []
    n_points = 0
    for name, is_left_out in _parts(test_set, leaving, n_folds):
        seen, unseen = judge.is_rated & ~is_left_out, judge.is_rated & is_left_out
        before = judge.agreement(at_start, seen)
        if np.isnan(before):
            raise DataError(
                f"Without {name}, the ratings do not differ {LEVELS[level]}: nothing agrees with them."
                if name
                else f"The ratings do not differ {LEVELS[level]}: nothing agrees with them."
            )
        climb = hill_climb(
            partial(judge.agreement, part=seen),
            at_start,
            lower=lower,
            upper=upper,
            steps=steps,
            n_restarts=n_restarts,
            rng=generator,
        )
        n_points += climb.n_evaluations
        folds.append(
            TuningFold(
                left_out=name,
                n_ratings=int(seen.sum()),
                parameters=dict(zip(start, climb.parameters, strict=True)),
                before=before,
                after=climb.value,
                left_out_before=_known(judge.agreement(at_start, unseen)),
                left_out_after=_known(judge.agreement(climb.parameters, unseen)),
            )
        )
    mean = _mean_point([tuple(fold.parameters.values()) for fold in folds], steps[-1])
    tuned = judge.variant(mean)
    method = provenance(test_set, [score_input("human", human, human_file)]) | {
        "objective": objective,
        "level": level,
        "leave_out": leaving,
        "n_folds": len(folds),
        "n_ratings": int(judge.is_rated.sum()),
        "steps": list(steps),
        "bounds": {name: list(limits) for name, limits in (bounds or {}).items()},
        "n_restarts": n_restarts,
        "seed": seed,
        "n_points": n_points,
    }
    method["sentence"] = _sentence(str(begin), tuple(start), method)
    arguments = {
        "metric": str(begin),
        "parameters": None if parameters is None else list(parameters),
        **{key: method[key] for key in ("bounds", "objective", "level", "leave_out", "steps", "n_restarts")},
        "n_folds": n_folds,
        "lower_is_better": lower_is_better,
        "rng": seed,
    }
    method |= recipe("tune", test_set, (), (), arguments)
    return Tuning(
        folds=tuple(folds),
        metric=str(begin),
        tuned=str(tuned),
        label=begin.label,
        signature=tuned.signature(judge.corpus.reference_count),
        start=start,
        parameters=dict(zip(start, mean, strict=True)),
        method=method,
        before=judge.agreement(at_start, judge.is_rated),
        after=judge.agreement(mean, judge.is_rated),
    )


def _known(correlation: float) -> float | None:
    return None if np.isnan(correlation) else correlation


def _mean_point(points: Sequence[Point], step: float) -> Point:
    """Average, and round to two decimals more than the step has: the numbers are there to be written down."""
    decimals = max(0, int(np.ceil(-np.log10(step)))) + 2
    return tuple(round(float(value), decimals) for value in np.mean(points, axis=0))


def _parts(test_set: TestSet, leave_out: str, n_folds: int) -> list[tuple[str, Mask]]:
    """Name the parts that are left out in turn, with masks of shape (S, N)."""
    shape = (len(test_set.systems), test_set.n_segments)
    if leave_out == "none":
        return [("", np.zeros(shape, dtype=np.bool_))]
    if leave_out == "system":
        if shape[0] < 2:
            raise SpecError("To leave a system out there must be two at least: give more, or leave out segments.")
        return [
            (name, np.broadcast_to((np.arange(shape[0]) == s)[:, None], shape))
            for s, name in enumerate(test_set.system_names)
        ]
    codes = test_set.document_codes()
    units = np.arange(shape[1]) if codes is None else codes
    n_units = int(units.max()) + 1
    if isinstance(n_folds, bool) or not isinstance(n_folds, int) or not 2 <= n_folds <= n_units:
        noun = "segments" if codes is None else "documents"
        raise SpecError(f"The folds must be from 2 to the number of {noun}, {n_units}, not {n_folds!r}.")
    fold = units * n_folds // n_units
    return [(f"part {f + 1} of {n_folds}", np.broadcast_to(fold == f, shape)) for f in range(n_folds)]


def _ratings(test_set: TestSet, human: Mapping[str, Sequence[float]]) -> Array:
    rows = []
    for system in test_set.system_names:
        if system not in human:
            raise unknown_name("system (it has no ratings):", system, human)
        row = np.asarray(human[system], dtype=np.float64)
        if row.shape != (test_set.n_segments,):
            raise AlignmentError(
                f"There are {row.size} ratings of system {system!r}, but {test_set.n_segments} segments: give one "
                "each, NaN where there is none."
            )
        if np.isinf(row).any():
            raise DataError(f"Segment {int(np.isinf(row).argmax()) + 1} of system {system!r} has an infinite rating.")
        rows.append(row)
    if not rows:
        raise SpecError("There is no system: give the outputs that were rated.")
    return np.stack(rows)


def _limits(start: Mapping[str, float], bounds: Mapping[str, tuple[float, float]]) -> tuple[list[float], list[float]]:
    for name, (low, high) in bounds.items():
        if name not in start:
            raise unknown_name("parameter with bounds:", name, start)
        if not low <= start[name] <= high:
            raise SpecError(
                f"The climb begins at {name} = {start[name]:g}, outside its bounds {low:g} and {high:g}: give the "
                "metric another value to begin at, or widen the bounds."
            )
    limits = [bounds.get(name, (float("-inf"), float("inf"))) for name in start]
    return [low for low, _ in limits], [high for _, high in limits]


def _check_names(objective: str, level: str, leave_out: str) -> None:
    choices = (
        ("objective", objective, CORRELATIONS),
        ("level", level, LEVELS),
        ("part to leave out:", leave_out, _LEAVING),
    )
    for kind, name, known in choices:
        if name not in known:
            raise unknown_name(kind, name, known)


def _sentence(metric: str, names: Sequence[str], method: Mapping[str, Any]) -> str:
    """Say in words what was done."""
    leaving = (
        f", {_LEAVING[method['leave_out']]} in each of {method['n_folds']} climbs" if method["n_folds"] > 1 else ""
    )
    mean = "; the parameters are the mean of where these ended" if method["n_folds"] > 1 else ""
    restarts = f" and {method['n_restarts']} restarts" if method["n_restarts"] else ""
    return (
        f"We tuned {', '.join(names)} of {metric} with Steelyard {package_version()} by hill climbing (steps "
        f"{', '.join(f'{step:g}' for step in method['steps'])}{restarts}) to the highest "
        f"{CORRELATIONS[method['objective']]} {LEVELS[method['level']]}, with {method['n_ratings']:,} ratings of "
        f"{method['n_systems']} systems{leaving}{mean}."
    )
