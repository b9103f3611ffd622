"""Fit the parameters of a metric to ratings, and say what that is worth on ratings it was not fitted to."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.doors import asks, question_from
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.files.reading import TextFile
from steelyard.lab.questions.tune.agreement import Judge
from steelyard.lab.questions.tune.answer import Tuning, TuningFold, TuningMethod
from steelyard.lab.questions.tune.held_out import compare_held_out
from steelyard.lab.questions.tune.method_text import tuning_sentence, tuning_warnings
from steelyard.lab.questions.tune.parameters import choose_parameters, with_parameters
from steelyard.lab.questions.tune.question import LEVELS, Level, TuneQuestion
from steelyard.lab.questions.tune.rated_texts import RatedTexts, rate_texts
from steelyard.meta import Climb, hill_climb
from steelyard.metrics import Metric, fit
from steelyard.scored.provenance import provenance
from steelyard.scored.recipe import recipe
from steelyard.scored.threads import check_jobs
from steelyard.text import Corpus
from steelyard.types import TestSet

if TYPE_CHECKING:
    pass

__all__ = ["compute", "tune"]

Mask = NDArray[np.bool_]
Point = tuple[float, ...]
Search = Callable[[Callable[[Point], float], Point], Climb]


@asks("lab tune")
def tune(
    test_set: TestSet,
    metric: str | Metric,
    human: Mapping[str, Sequence[float]],
    *,
    human_file: TextFile | None = None,
    n_jobs: int = 1,
    **options: Any,
) -> Tuning:
    """Find the parameters of a metric that agree best with ratings, by hill climbing.

    A climb begins at the metric's own parameters and sees all ratings but a part that is left out; there is one for
    each part, and the result is the mean of where they end. Every point is scored exactly as the metric with these
    parameters scores: words are aligned and counted once, and with several references the best is chosen anew.

    Parameters
    ----------
    test_set : TestSet
        The texts that were rated.
    human : mapping of str to sequence of float
        For each system of the test set one rating per segment, NaN where there is none. Where raters differ in how they
        use their scale, take each rater's mean away and divide by the standard deviation before.
    human_file : TextFile, optional
        The file that the ratings came from, for provenance.
    n_jobs : int, default 1
        Threads for counting.
    {options}

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
    >>> tuning = sy.lab.tune(data, "meteor-2007(without=synonym)", {"x": [4, 3], "y": [2, 1]}, parameters=["gamma"])
    >>> tuning.before < tuning.after, tuning.tuned
    (True, 'meteor-2007(gamma=0.44, without=(synonym))')
    """
    check_jobs(n_jobs)
    rated = rate_texts(test_set, human, human_file, n_threads=n_jobs)
    return compute(rated, question_from(TuneQuestion, {**options, "metric": metric}))


def compute(rated: RatedTexts, question: TuneQuestion) -> Tuning:
    """Climb once for each part that is left out, and take the mean of where the climbs end."""
    from steelyard.inference import seed_of

    [begin] = fit([question.metric], rated.test_set.references).said().metrics
    start = choose_parameters(begin, question.parameters)
    lower, upper = _limits(start, question.bounds or {})
    leaving = question.leave_out or ("system" if question.level == "segment" else "segments")
    seed = seed_of(question.rng)
    search: Search = partial(
        hill_climb,
        lower=lower,
        upper=upper,
        steps=question.steps,
        n_restarts=question.n_restarts,
        rng=np.random.default_rng(seed),
    )
    judge = _judge(rated, begin, start, question)
    parts = _parts(rated.test_set, leaving, question.n_folds)
    climbed = [_fold(judge, search, start, name, is_left_out, question.level) for name, is_left_out in parts]
    folds = tuple(fold for fold, _ in climbed)
    mean = _mean_point([tuple(fold.parameters.values()) for fold in folds], question.steps[-1])
    tuned, at_start = judge.variant(mean), tuple(start.values())
    settled: dict[str, str | int] = {"metric": str(begin), "leave_out": leaving, "rng": seed}
    n_points = sum(climb.n_evaluations for _, climb in climbed)
    left_out = [(climb.parameters, mask & judge.is_rated) for (_, climb), (_, mask) in zip(climbed, parts, strict=True)]
    held_out, why_not = compare_held_out(judge, rated, question, at_start, left_out, seed)
    answer = Tuning(
        folds=folds,
        metric=str(begin),
        tuned=str(tuned),
        label=begin.label,
        signature=tuned.signature(judge.corpus.reference_count),
        start=start,
        parameters=dict(zip(start, mean, strict=True)),
        method=_method(rated, question, settled, len(folds), n_points),
        before=judge.agreement(at_start, judge.is_rated),
        after=judge.agreement(mean, judge.is_rated),
        held_out=held_out,
    )
    answer.method["warnings"] = [why_not] if why_not else tuning_warnings(answer)
    answer.method["sentence"] = tuning_sentence(answer)
    return answer


def _judge(rated: RatedTexts, begin: Metric, start: Mapping[str, float], question: TuneQuestion) -> Judge:
    """Say how well the metric agrees with the ratings at any point of its parameters."""
    return Judge(
        Corpus(rated.test_set, rated.n_threads),
        lambda point: with_parameters(begin, dict(zip(start, point, strict=True))),
        tuple(start.values()),
        -rated.ratings if question.lower_is_better else rated.ratings,
        question.objective,
        question.level,
    )


def _fold(
    judge: Judge, search: Search, start: Mapping[str, float], name: str, is_left_out: Mask, level: Level
) -> tuple[TuningFold, Climb]:
    """Climb on all ratings but those of a part, and look at what that is worth on both."""
    at_start = tuple(start.values())
    seen, unseen = judge.is_rated & ~is_left_out, judge.is_rated & is_left_out
    before = judge.agreement(at_start, seen)
    if np.isnan(before):
        raise DataError(
            f"Without {name}, the ratings do not differ {LEVELS[level]}: nothing agrees with them."
            if name
            else f"The ratings do not differ {LEVELS[level]}: nothing agrees with them."
        )
    climb = search(partial(judge.agreement, part=seen), at_start)
    fold = TuningFold(
        left_out=name,
        n_ratings=int(seen.sum()),
        parameters=dict(zip(start, climb.parameters, strict=True)),
        before=before,
        after=climb.value,
        left_out_before=_known(judge.agreement(at_start, unseen)),
        left_out_after=_known(judge.agreement(climb.parameters, unseen)),
    )
    return fold, climb


def _method(
    rated: RatedTexts, question: TuneQuestion, settled: Mapping[str, str | int], n_folds: int, n_points: int
) -> TuningMethod:
    bounds = {name: list(limits) for name, limits in (question.bounds or {}).items()}
    return {
        **provenance(rated.test_set, [rated.source]),
        "objective": question.objective,
        "level": question.level,
        "leave_out": str(settled["leave_out"]),
        "n_folds": n_folds,
        "n_ratings": int((~np.isnan(rated.ratings)).sum()),
        "steps": list(question.steps),
        "bounds": bounds,
        "n_restarts": question.n_restarts,
        "seed": int(settled["rng"]),
        "n_points": n_points,
        "warnings": [],
        "sentence": "",
        **recipe("lab tune", rated.test_set, (), (), {**question.recipe(), "bounds": bounds, **settled}),
    }


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


def _limits(start: Mapping[str, float], bounds: Mapping[str, tuple[float, float]]) -> tuple[list[float], list[float]]:
    """Return the least and greatest values of the parameters."""
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
