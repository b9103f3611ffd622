"""Tasks lined up: which metrics and pairs each has, and the joint null distribution of all differences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import Alternative
from steelyard.errors import AlignmentError, SpecError
from steelyard.files.names import first_double
from steelyard.fixed_order import product
from steelyard.inference import NullDistribution, jackknife_scores, randomization, standard_error, swap_draws
from steelyard.questions.campaign.question import CampaignQuestion
from steelyard.questions.campaign.tasks import Task, with_shares
from steelyard.scored.pairs import choose_pairs
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["Differences", "Joined", "Place", "join_tasks", "named_measurements"]

Shared = tuple[NDArray[np.float64] | None, float]  # covariances of errors on tasks, and the clusters behind them
Place = tuple[int, int]  # a metric and a pair, by their numbers in the campaign
_Drawn = tuple[Units, list[Place], NullDistribution, NDArray[np.float64], list[NDArray[np.float64]]]


class Differences(Protocol):
    """What rows need of tested differences: a `NullDistribution` has it."""

    @property
    def observed(self) -> NDArray[np.float64]:
        """As they are: system minus the one it is compared with."""

    @property
    def orientation(self) -> NDArray[np.float64]:
        """1 where a higher score is better, else -1."""

    def p_values(self, alternative: Alternative) -> NDArray[np.float64]:
        """Return the p-value of each alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Tasks lined up, each with the null distribution of its differences."""

    tasks: Sequence[Task]
    units: Sequence[Units]  # of each task
    metrics: Sequence[str]  # names of those that every task has
    systems: Sequence[str]  # all, in the order in which tasks name them
    pairs: Sequence[tuple[int, int]]  # pairs of systems that some task has both of, by their places in `systems`
    places: Sequence[Sequence[Place]]  # for each task, metric and pair of each of its differences
    nulls: Sequence[NullDistribution]  # of each task
    errors: Sequence[NDArray[np.float64]]  # standard errors of each task's differences
    # by task and metric: what each unit contributes to the spread of each system's score, shape (S, N), so that
    # sums of products are covariances
    contributions: Sequence[Sequence[NDArray[np.float64]]]
    left_out: Sequence[str]  # metrics that some tasks lack
    # what `shared_errors` are where raters were sampled: `errors` are those of raters like these then
    judged: Callable[[int, int, Sequence[int]], Shared] | None = None
    tested: Sequence[Differences] = ()  # of each task: `nulls`, or where raters were sampled Student's t

    def measurement(self, task: int, metric: int) -> Measurement:
        """Find a metric of a task, over its segments."""
        return named_measurements(self.tasks[task])[self.metrics[metric]]

    def table(self) -> NDArray[np.int64]:
        """Return which difference of each task belongs to which metric and pair, -1 for none: (tasks, M * P)."""
        found = np.full((len(self.tasks), len(self.metrics) * len(self.pairs)), -1, dtype=np.int64)
        for task, places in enumerate(self.places):
            for number, (metric, pair) in enumerate(places):
                found[task, metric * len(self.pairs) + pair] = number
        return found

    def shared_errors(self, metric: int, pair: int, tasks: Sequence[int]) -> Shared:
        """Return the covariances of a difference's errors on tasks of the same segments, and the units behind them.

        None where no two of the tasks share segments, or raters that were sampled.
        """
        if self.judged is not None:
            return self.judged(metric, pair, tasks)
        shares = [self.tasks[task].shares for task in tasks]
        found, fewest = np.zeros((len(tasks), len(tasks))), np.inf
        for group in dict.fromkeys(shares):
            members = [i for i, one in enumerate(shares) if one == group]
            if not group or len(members) < 2:
                continue
            rows = np.stack([self._spread(tasks[i], metric, pair) for i in members])
            found[np.ix_(members, members)] = product(rows, rows.T)
            fewest = min(fewest, *(self.units[tasks[i]].n_effective() for i in members))
        return (found, fewest) if np.isfinite(fewest) else (None, fewest)

    def _spread(self, task: int, metric: int, pair: int) -> NDArray[np.float64]:
        a, b = (self.tasks[task].systems.index(self.systems[one]) for one in self.pairs[pair])
        of_systems = self.contributions[task][metric]
        found: NDArray[np.float64] = of_systems[a] - of_systems[b]
        return found


def _metric_name(measurement: Measurement) -> str:
    """Return what a metric is called whatever its options, which may differ between languages."""
    return measurement.metric.partition("(")[0]


def named_measurements(task: Task) -> dict[str, Measurement]:
    """Name the metrics of a task: without options where that keeps them apart."""
    measurements = task.counted.measurements
    names = [_metric_name(one) for one in measurements]
    return {one.metric if names.count(name) > 1 else name: one for name, one in zip(names, measurements, strict=True)}


def join_tasks(
    tasks: Sequence[Task],
    question: CampaignQuestion,
    seed: int,
    n_threads: int,
    progress: Callable[[int, int], None] | None,
) -> Joined:
    """Line tasks up, and draw the null distribution of all differences."""
    _check(tasks)
    tasks = with_shares(tasks, question.unit)
    every = [list(named_measurements(task)) for task in tasks]
    metrics = [name for name in every[0] if all(name in of_task for of_task in every)]
    if not metrics:
        told = "; ".join(f"{task.name} has {', '.join(names)}" for task, names in zip(tasks, every, strict=True))
        raise SpecError(
            f"The tasks have no metric in common: {told}. Scores are called as their files are; scores = "
            "{NAME = 'file'} names them."
        )
    systems = list(dict.fromkeys(name for task in tasks for name in task.systems))
    pairs = _pairs(tasks, systems, question)
    left_out = list(dict.fromkeys(name for names in every for name in names if name not in metrics))
    joined = Joined(tasks, [], metrics, systems, pairs, [], [], [], [], left_out)
    found: list[_Drawn] = []
    seeds = _seeds(tasks, seed)
    for number, task in enumerate(tasks):
        found.append(_drawn(joined, task, question, seeds[number], n_threads))
        if progress is not None:
            progress(number + 1, len(tasks))
    _check_shared(tasks, [units for units, *_ in found])
    units, places, nulls, errors, contributions = zip(*found, strict=True)
    return Joined(tasks, units, metrics, systems, pairs, places, nulls, errors, contributions, left_out, tested=nulls)


def _check(tasks: Sequence[Task]) -> None:
    if len(tasks) < 2:
        raise SpecError("Give two tasks or more; for one task, use `steelyard compare`.")
    for task in tasks:
        double = first_double(task.systems)
        if double is not None:
            raise SpecError(f"Task {task.name}: two systems have the name {double!r}: give them different names.")


def _pairs(tasks: Sequence[Task], systems: Sequence[str], question: CampaignQuestion) -> list[tuple[int, int]]:
    """Choose the pairs of which some task has both systems."""
    if len(systems) < 2:
        raise SpecError(f"There is one system, {systems[0]!r}: give two or more.")
    chosen = choose_pairs(systems, question.pairs)
    is_there = [any(systems[a] in task.systems and systems[b] in task.systems for task in tasks) for a, b in chosen]
    if not isinstance(question.pairs, str) and list(question.pairs) not in (["all"], ["baseline"]):
        for (a, b), is_found in zip(chosen, is_there, strict=True):
            if not is_found:
                raise SpecError(f"No task has both {systems[a]!r} and {systems[b]!r}.")
    pairs = [pair for pair, is_found in zip(chosen, is_there, strict=True) if is_found]
    shared = [name for name in tasks[0].systems if all(name in task.systems for task in tasks)]
    if not pairs or not (shared or _is_connected(tasks)):
        told = "; ".join(f"{task.name}: {', '.join(task.systems[:4])}" for task in tasks[:3])
        raise AlignmentError(
            f"Tasks have no system in common ({told}): where systems are called otherwise, say so by names = "
            "{their = 'ours'} in the campaign's file."
        )
    compared = [{systems[a], systems[b]} for a, b in pairs]
    for task in tasks:
        there = set(task.systems)
        if not any(pair <= there for pair in compared):
            has = (
                f"one system, {task.systems[0]!r}" if len(there) == 1 else f"none of the {len(pairs):,} pairs compared"
            )
            raise AlignmentError(
                f"Task {task.name} has {has}, so that nothing is compared on it: give it the outputs of more systems, "
                "or leave it out."
            )
    return pairs


def _is_connected(tasks: Sequence[Task]) -> bool:
    """Say whether every task has a system that some other task has."""
    return all(any(set(task.systems) & set(other.systems) for other in tasks if other is not task) for task in tasks)


def _seeds(tasks: Sequence[Task], seed: int) -> list[int]:
    """Draw each task from a seed of its own, but those of the same segments from one."""
    groups = list(dict.fromkeys(task.shares or f"\0{task.name}" for task in tasks))
    return [(seed + groups.index(task.shares or f"\0{task.name}")) % 2**64 for task in tasks]


def _drawn(joined: Joined, task: Task, question: CampaignQuestion, seed: int, n_threads: int) -> _Drawn:
    """Draw the null distribution of a task's differences, with their standard errors."""
    units = task.counted.units(question.unit)
    if units.n < 2:
        raise AlignmentError(
            f"Task {task.name} has a single {units.name}, which says nothing about chance: leave it out, or take "
            "segments (--unit segment)."
        )
    by_name = {name: units.measurements[i] for i, name in enumerate(named_measurements(task))}
    measured = [by_name[name] for name in joined.metrics]
    there = {name: place for place, name in enumerate(task.systems)}
    mine = [
        (number, (there[joined.systems[a]], there[joined.systems[b]]))
        for number, (a, b) in enumerate(joined.pairs)
        if joined.systems[a] in there and joined.systems[b] in there
    ]
    pairs = [pair for _, pair in mine]
    draws = swap_draws(units.n, question.n_resamples, rng=seed, n_threads=n_threads, may_enumerate=False)
    null = randomization(measured, pairs, n_resamples=question.n_resamples, rng=seed, draws=draws)
    errors, contributions = [], []
    for one in measured:
        left_out = jackknife_scores(one)
        errors += [standard_error(left_out[a] - left_out[b]) for a, b in pairs]
        deviations = left_out.mean(axis=1, keepdims=True) - left_out
        contributions.append(deviations * np.sqrt((units.n - 1) / units.n))
    places = [(metric, number) for metric in range(len(measured)) for number, _ in mine]
    return units, places, null, np.array(errors), contributions


def _check_shared(tasks: Sequence[Task], units: Sequence[Units]) -> None:
    """Refuse tasks that are said to share segments and have other numbers of units."""
    seen: dict[str, tuple[str, int]] = {}
    for task, of_task in zip(tasks, units, strict=True):
        if not task.shares:
            continue
        name, n = seen.setdefault(task.shares, (task.name, of_task.n))
        if n != of_task.n:
            raise AlignmentError(
                f"Tasks {name} and {task.name} are said to share {task.shares!r}, but have {n:,} and {of_task.n:,} "
                f"{of_task.name}s."
            )
