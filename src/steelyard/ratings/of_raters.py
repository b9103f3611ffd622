"""How far scores of systems would be off with other documents and other raters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.inference import Clustered, ClusterProducts, TwoWay, two_way
from steelyard.ratings.counted_rows import counted_ratings, named_raters
from steelyard.results.method import MethodOfGold
from steelyard.scored import Counted
from steelyard.types import CountedSet, OutputScores, Ratings

__all__ = [
    "JudgedParts",
    "RaterSums",
    "nested_systems",
    "parts_of_items",
    "rater_sums",
    "role_of_raters",
    "roles_of_items",
    "told_of_gold",
]

Array = NDArray[np.float64]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class RaterSums:
    """What units (documents, say), raters, and both together add to the score of each system."""

    units: ClusterProducts
    raters: ClusterProducts
    cells: ClusterProducts

    def of_pairs(self, pairs: Sequence[Pair]) -> tuple[Clustered, TwoWay]:
        """Return the variances of differences: for these raters, and for raters like these."""
        first = self.units.of_differences(pairs)
        return first, two_way(first, self.raters.of_differences(pairs), self.cells.of_differences(pairs))

    def of_systems(self) -> TwoWay:
        """Return the variances of the scores, for raters like these."""
        return two_way(self.units.of_scores(), self.raters.of_scores(), self.cells.of_scores())


@dataclass(frozen=True, slots=True, eq=False)
class JudgedParts:
    """What each judgement adds to the deviation of a system's score, and counts for in it, shape (J,)."""

    systems: NDArray[np.int64]
    units: NDArray[np.int64]
    raters: NDArray[np.int64]
    added: Array
    weights: Array

    def sums(self, n_systems: int) -> RaterSums:
        """Sum up by unit, by rater, and by both."""
        cells = np.unique(self.units * (int(self.raters.max()) + 1) + self.raters, return_inverse=True)[1]
        return RaterSums(
            *(
                ClusterProducts.of(self.added, self.weights, self.systems, codes, n_systems)
                for codes in (self.units, self.raters, cells)
            )
        )


def rater_sums(
    ratings: Ratings,
    scores: OutputScores,
    segments: NDArray[np.int64],
    unit_codes: NDArray[np.int64],
    *,
    is_micro: bool,
) -> RaterSums:
    """Split the score of each system by who judged, and what.

    `ratings`: judgements, those of other scales among them.
    `scores`: their means, larger is better, on the segments that count; in the order of systems that is wanted.
    `segments`, shape (N,): line in the test set of each segment that counts, rising.
    `unit_codes`, shape (N,): unit of each segment, from 0.
    `is_micro`: scores are means over judgements, rather than over segments.
    Returns: of deviations from the score, which a judgement's weight multiplies.
    """
    rows = _rows(counted_ratings(ratings), scores, segments)
    n_systems = len(scores.systems)
    return _parts(*rows, unit_codes, n_systems, is_micro=is_micro).sums(n_systems)


def parts_of_items(ratings: Ratings, systems: Sequence[str], unit_codes: NDArray[np.int64]) -> JudgedParts:
    """Split the scores of systems that are means over items, all of whose scores are given with their raters."""
    named = {name: i for i, name in enumerate(systems)}
    system = np.array([named.get(name, -1) for name in ratings.systems.names], dtype=np.int64)[ratings.systems.codes]
    is_in = system >= 0
    raters = ratings.raters.codes[is_in].astype(np.int64)
    return _parts(system[is_in], ratings.segments[is_in], raters, ratings.scores[is_in], unit_codes, len(systems))


def _parts(
    system: NDArray[np.int64],
    place: NDArray[np.int64],
    raters: NDArray[np.int64],
    values: Array,
    unit_codes: NDArray[np.int64],
    n_systems: int,
    *,
    is_micro: bool = False,
) -> JudgedParts:
    counts = np.zeros((n_systems, len(unit_codes)))
    np.add.at(counts, (system, place), 1.0)
    n_of = counts.sum(axis=1) if is_micro else np.count_nonzero(counts, axis=1)
    weights = 1 / n_of[system] if is_micro else 1 / (counts[system, place] * n_of[system])
    means = np.bincount(system, weights * values, n_systems)
    return JudgedParts(system, unit_codes[place], raters, weights * (values - means[system]), weights)


def _rows(
    counted: Ratings, scores: OutputScores, segments: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Array]:
    """Return system, segment, rater and value of each judgement of this scale on a segment that counts."""
    place = np.minimum(np.searchsorted(segments, counted.segments), len(segments) - 1)
    named = {name: i for i, name in enumerate(scores.systems)}
    system = np.array([named.get(name, -1) for name in counted.systems.names], dtype=np.int64)[counted.systems.codes]
    is_in = (segments[place] == counted.segments) & (system >= 0)
    if scores.name in counted.scales.names:
        is_in &= counted.scales.codes == counted.scales.names.index(scores.name)
    is_in[is_in] &= np.isfinite(scores.values[system[is_in], place[is_in]])
    return system[is_in], place[is_in], counted.raters.codes[is_in].astype(np.int64), counted.scores[is_in]


def role_of_raters(asked: str | None, ratings: Ratings, *, is_needed: bool = False) -> str:
    """Say for whom an answer holds: ``"sampled"``, ``"fixed"`` or ``"unknown"`` raters.

    They are sampled where several are named, unless they are said to be fixed; `is_needed` insists on it.
    """
    codes = ratings.raters.codes
    n_named = 0 if (codes < 0).any() else len({ratings.raters.names[code] for code in np.unique(codes)} - {""})
    is_needed = is_needed or asked == "sampled"
    if asked == "fixed" or (n_named < 2 and not is_needed):
        return "fixed" if n_named else "unknown"
    if n_named < 2:
        has = "one rater" if n_named else "judgements without a rater"
        raise SpecError(f"Raters like these need two of them at least, and names: the file has {has}.")
    if nested := nested_systems(ratings):
        named = ", ".join(map(repr, nested[:3])) + (f" and {len(nested) - 3:,} more" if len(nested) > 3 else "")
        raise DataError(
            f"The raters of {named} rated no other system, so that differences of systems may be differences of "
            "raters. Add --raters fixed for results about these raters alone."
        )
    return "sampled"


def roles_of_items(asked: str | None, counted: Counted) -> dict[str, str]:
    """Say as `role_of_raters` does for whom answers hold, by metric of scores alone that several raters gave."""
    if asked == "sampled" and not counted.ratings:
        raise SpecError(
            "Raters like these (--raters sampled) need two of them at least, and names: a column such as rater or "
            "judge says who gave each score."
        )
    found = {metric: role_of_raters(asked, ratings) for metric, ratings in counted.ratings.items()}
    gaps = counted.test_set.missing if isinstance(counted.test_set, CountedSet) else None
    if "sampled" in found.values() and gaps is not None and gaps["rule"] != "drop-item":
        raise SpecError(
            "A score that is missing has no rater: leave its item out (--missing drop-item), or say --raters fixed."
        )
    return found


def told_of_gold(asked: str | None, people: Sequence[OutputScores] | Ratings) -> MethodOfGold:
    """Say for a method that metrics were held against these raters, and how many they are where they are known."""
    if asked == "sampled":
        raise SpecError(
            "Metrics are compared with the mean of these raters, and how far that would move with others is not "
            "estimated: leave --raters sampled out. `steelyard human` says how far scores of systems would move."
        )
    n_raters = len(named_raters(people)) if isinstance(people, Ratings) else max(one.n_raters for one in people)
    return {"raters": "fixed", "n_raters": n_raters} if n_raters else {}


def nested_systems(ratings: Ratings) -> list[str]:
    """Return the systems whose raters judged no other system."""
    counted = counted_ratings(ratings)
    both = np.unique(np.stack([counted.systems.codes, counted.raters.codes]).astype(np.int64), axis=1)
    n_judged = np.bincount(both[1], minlength=1)
    most = np.zeros(len(counted.systems.names), dtype=np.int64)
    np.maximum.at(most, both[0], n_judged[both[1]])
    return [counted.systems.names[code] for code in np.flatnonzero(most == 1)]
