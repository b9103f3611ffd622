"""Tasks whose scores several raters gave: all that is said holds for raters like these, in place of the exchanges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import Alternative
from steelyard.fixed_order import product
from steelyard.inference import NullDistribution, SettledPValues, TwoWay
from steelyard.questions.campaign.joined import Joined
from steelyard.ratings.of_raters import JudgedParts, parts_of_items

__all__ = ["JudgedTasks", "like_these"]

Array = NDArray[np.float64]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class JudgedTasks:
    """What each judgement of a task adds to the scores of the campaign's systems; codes are those of all tasks."""

    joined: Joined  # without errors and p-values of raters like these
    parts: Mapping[Pair, JudgedParts]  # by task and metric. A task without raters has one for each of its units.

    def on_tasks(self) -> Joined:
        """Return tasks with the errors and p-values of their differences for raters like these."""
        tested, errors = [], []
        for task, (null, places) in enumerate(zip(self.joined.nulls, self.joined.places, strict=True)):
            found = [self._variances(metric, [pair], [task]) for metric, pair in places]
            both = TwoWay(*(np.concatenate(rows) for rows in zip(*found, strict=True)))
            tested.append(settled(null.observed, null.orientation, both, null.n_units))
            errors.append(both.errors)
        return replace(self.joined, tested=tested, errors=errors, judged=self.shared_errors)

    def of_averages(self) -> TwoWay:
        """Return the variances of the averages of every metric and pair, over the tasks that have it."""
        table = self.joined.table()
        n_pairs = len(self.joined.pairs)
        variances, degrees = np.zeros(table.shape[1]), np.zeros(table.shape[1])
        places: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for place in range(table.shape[1]):
            places.setdefault((place // n_pairs, tuple(np.flatnonzero(table[:, place] >= 0).tolist())), []).append(
                place
            )
        for (metric, tasks), members in places.items():
            pairs = [place % n_pairs for place in members]
            variances[members], degrees[members] = self._variances(metric, pairs, tasks)
        return TwoWay(variances, degrees)

    def _variances(self, metric: int, pairs: Sequence[int], tasks: Sequence[int]) -> tuple[Array, Array]:
        """Return variances and degrees of freedom of differences on average over some tasks."""
        weights = np.array([self.joined.tasks[task].weight for task in tasks])
        weights = weights / weights.sum()
        parts = [self.parts[task, metric] for task in tasks]
        whole = JudgedParts(
            *(np.concatenate([getattr(one, name) for one in parts]) for name in ("systems", "units", "raters")),
            *(
                np.concatenate([weight * getattr(one, name) for one, weight in zip(parts, weights, strict=True)])
                for name in ("added", "weights")
            ),
        )
        _, both = whole.sums(len(self.joined.systems)).of_pairs([self.joined.pairs[pair] for pair in pairs])
        return both.variances, both.degrees_of_freedom

    def shared_errors(self, metric: int, pair: int, tasks: Sequence[int]) -> tuple[Array | None, float]:
        """Return the covariances of a difference's errors on tasks with raters or units in common, and the clusters."""
        parts = [self.parts[task, metric] for task in tasks]
        shared, fewest = np.zeros((len(tasks), len(tasks))), np.inf
        for sign, codes in zip((1, 1, -1), _codes(parts), strict=True):
            n_codes = 1 + max(int(one.max()) for one in codes)
            rows = np.stack([self._sums(one, code, pair, n_codes) for one, code in zip(parts, codes, strict=True)])
            shared += sign * product(rows, rows.T)
            n_clusters = np.count_nonzero((rows != 0).sum(axis=0) > 1)
            if sign > 0 and n_clusters > 1:
                fewest = min(fewest, float(n_clusters))
        return (shared, fewest) if np.isfinite(fewest) else (None, fewest)

    def _sums(self, parts: JudgedParts, codes: NDArray[np.int64], pair: int, n_codes: int) -> Array:
        """Sum up by cluster what is added to a difference on a task."""
        a, b = self.joined.pairs[pair]
        signed = parts.added * ((parts.systems == a).astype(np.float64) - (parts.systems == b))
        found: Array = np.bincount(codes, signed, n_codes).astype(np.float64)
        return found


def _codes(parts: Sequence[JudgedParts]) -> list[list[NDArray[np.int64]]]:
    """Return the units of each task, its raters, and both together."""
    base = 1 + max(int(one.raters.max()) for one in parts)
    cells = [one.units * base + one.raters for one in parts]
    names = np.unique(np.concatenate(cells))
    return [[one.units for one in parts], [one.raters for one in parts], [np.searchsorted(names, one) for one in cells]]


@dataclass(frozen=True, slots=True, eq=False)
class Oriented:
    """p-values of differences, and which sign of each is the better one."""

    observed: Array
    orientation: Array
    settled: SettledPValues

    def p_values(self, alternative: Alternative) -> Array:
        """Return the p-value of each difference alone."""
        return self.settled.p_values(alternative)


def like_these(
    joined: Joined, roles: Sequence[Mapping[str, str]], family: NullDistribution, mean: NullDistribution
) -> tuple[Joined, Oriented, Oriented]:
    """Put errors and p-values for raters like these in the place of those of exchanges: on tasks, and on average."""
    judged = judged_tasks(joined, roles)
    joined = judged.on_tasks()
    two_sided = np.concatenate([one.p_values("two-sided") for one in joined.tested])
    of_family = SettledPValues(family.observed, {"two-sided": two_sided}, family.n_units)
    return (
        joined,
        Oriented(family.observed, family.orientation, of_family),
        settled(mean.observed, mean.orientation, judged.of_averages(), mean.n_units),
    )


def settled(observed: Array, orientation: Array, both: TwoWay, n_units: int) -> Oriented:
    """Test differences by Student's t."""
    tails = both.tails(orientation * observed)
    return Oriented(observed, orientation, SettledPValues.from_tails(observed, *tails, n_units))


def judged_tasks(joined: Joined, roles: Sequence[Mapping[str, str]]) -> JudgedTasks:
    """Say who judged what, on every task; `roles` are those of `roles_of_items`."""
    parts: dict[Pair, JudgedParts] = {}
    raters: dict[str, int] = {}
    n_units = 0
    first_unit: dict[str, int] = {}
    n_raters = sum(len(one.raters.names) for task in joined.tasks for one in task.counted.ratings.values())
    for number, (task, units) in enumerate(zip(joined.tasks, joined.units, strict=True)):
        start = first_unit.setdefault(task.shares or f"\0{task.name}", n_units)
        n_units = max(n_units, start + units.n)
        place = np.array([joined.systems.index(name) for name in task.systems], dtype=np.int64)
        for metric in range(len(joined.metrics)):
            name = joined.measurement(number, metric).metric
            if roles[number].get(name) == "sampled":
                ratings = task.counted.ratings[name]
                one = parts_of_items(ratings, task.counted.test_set.system_names, start + units.of_segments)
                whose = np.array([raters.setdefault(rater, len(raters)) for rater in ratings.raters.names])
                parts[number, metric] = replace(one, systems=place[one.systems], raters=whose[one.raters])
            else:
                parts[number, metric] = _without_raters(joined.contributions[number][metric], place, start, n_raters)
    return JudgedTasks(joined, parts)


def _without_raters(contributions: Array, systems: NDArray[np.int64], start: int, first_rater: int) -> JudgedParts:
    """Take each unit of a task for judged by somebody of its own: then units alone vary."""
    n_systems, n = contributions.shape
    units = np.tile(start + np.arange(n), n_systems)
    # `Clustered` multiplies squares by n / (n - 1), which contributions of the jackknife have in them.
    added = contributions.ravel() * np.sqrt((n - 1) / n)
    return JudgedParts(np.repeat(systems, n), units, first_rater + units, added, np.full(n_systems * n, 1 / n))
