"""Which systems of a test set people rated, best first, and what they conclude of every pair."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.errors import AlignmentError, SpecError
from steelyard.questions.test_accuracy.human_verdicts import HumanVerdicts, verdicts_of_judgements, verdicts_of_means
from steelyard.ratings.counted_rows import is_kind
from steelyard.ratings.line_checks import check_lengths
from steelyard.ratings.shared_systems import shared_systems
from steelyard.scored import Sampling
from steelyard.types import CountedSet, OutputScores, Ratings, TestSet

__all__ = ["RatedSystems", "rated_systems"]


@dataclass(frozen=True, slots=True, eq=False)
class RatedSystems:
    """People's verdicts on systems of the test set."""

    systems: tuple[str, ...]  # those that people rated, best first
    verdicts: HumanVerdicts  # in this order
    left_out: tuple[str, ...]  # systems of the test set without a rating


def rated_systems(
    test_set: TestSet | CountedSet,
    ratings: Sequence[OutputScores] | Ratings,
    sampling: Sampling,
    *,
    unit: str | None = None,
    scales: Sequence[str] | None = None,
    correction: str = "none",
) -> RatedSystems:
    """Take verdicts from mean ratings by randomization, or from single judgements by rank-sum tests.

    Mean ratings are one per segment on one or two scales, the one that decides first before the other; by default all,
    ``adequacy`` before others. A system without a rating is left out; the others come best first by people's mean. The
    unit of randomization is the document where the test set has them. The correction is over the pairs of a scale,
    within each direction.
    """
    names = test_set.system_names
    if isinstance(ratings, Ratings):
        systems = _judged_systems(ratings, test_set)
        left_out = tuple(name for name in names if name not in systems)
    else:
        ratings = _chosen(ratings, scales)
        check_lengths(ratings, (), None, test_set.n_segments)
        systems, others = shared_systems(ratings, among=names)
        left_out = tuple(name for name, _ in others)
    if len(systems) < 2:
        raise SpecError(
            f"People rated {len(systems)} of the systems {', '.join(names)}: verdicts need two. "
            f"Rated are {', '.join(_rated(ratings)) or 'none'}; name the systems so (--names)."
        )

    def test(names: Sequence[str]) -> HumanVerdicts:
        if isinstance(ratings, Ratings):
            return verdicts_of_judgements(ratings, names, scales=scales, correction=correction)
        return verdicts_of_means(
            ratings, names, None if unit == "segment" else test_set.document_codes(), sampling, correction=correction
        )

    verdicts = test(systems)
    order = np.argsort(-verdicts.means, kind="stable")
    ordered = replace(
        verdicts,
        p_values=tuple(matrix[np.ix_(order, order)] for matrix in verdicts.p_values),
        means=verdicts.means[order],
    )
    return RatedSystems(tuple(systems[i] for i in order), ordered, left_out)


def _judged_systems(ratings: Ratings, test_set: TestSet | CountedSet) -> list[str]:
    """Find the systems of the test set that single judgements are about."""
    last = int(ratings.segments.max(initial=-1)) + 1
    if last > test_set.n_segments:
        raise AlignmentError(f"People rated line {last:,}, but the test set has {test_set.n_segments:,} lines.")
    rated = _rated(ratings)
    return [name for name in test_set.system_names if name in rated]


def _rated(ratings: Sequence[OutputScores] | Ratings) -> list[str]:
    """Name the systems that were rated, on every scale, in order of their names."""
    if isinstance(ratings, Ratings):
        of_outputs = is_kind(ratings, ("system",))
        return sorted({ratings.systems.names[code] for code in np.unique(ratings.systems.codes[of_outputs])})
    return sorted(shared_systems(ratings)[0]) if ratings else []


def _chosen(people: Sequence[OutputScores], scales: Sequence[str] | None) -> Sequence[OutputScores]:
    """Return the scales that were asked for, in that order; adequacy before others where nobody asked."""
    if scales is None:
        return sorted(people, key=lambda scores: scores.name != "adequacy")
    by_name = {scores.name: scores for scores in people}
    for name in scales:
        if name not in by_name:
            raise SpecError(f"There is no scale {name!r} in the ratings. They have: {', '.join(by_name)}.")
    return [by_name[name] for name in scales]
