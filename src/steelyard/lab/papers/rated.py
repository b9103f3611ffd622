"""The systems of a test set that people rated on every scale, with one score an output, as papers correlate them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.human import Judges
from steelyard.ratings.outputs import output_scores
from steelyard.types import OutputScores, Ratings, TestSet

__all__ = ["RatedOutputs", "rated_outputs"]

_FEWEST_SYSTEMS = 3


@dataclass(frozen=True, slots=True, eq=False)
class RatedOutputs:
    """The systems that people rated, as rows of all, and what people gave: larger is better."""

    kept: TestSet  # with these systems alone
    rows: list[int]  # their places in the whole test set
    people: list[OutputScores]  # one entry per scale, of these systems and all segments
    is_rated: NDArray[np.bool_]  # (S, N): whether an output has a rating on some scale
    judges: str | None  # what counts of several judgements of an output; None where there is one score each


def rated_outputs(
    test_set: TestSet, ratings: Sequence[OutputScores] | Ratings, protocol: str, *, judges: Judges | None = None
) -> RatedOutputs:
    """Keep the systems that people rated on every scale; of several judgements of an output the median by default."""
    given, how = _one_an_output(ratings, judges, test_set.n_segments)
    systems = _rated(test_set, given, protocol)
    people = [_filled(scores.select(systems), test_set.n_segments) for scores in given]
    return RatedOutputs(
        test_set.select(range(test_set.n_segments), systems),
        [test_set.system_names.index(name) for name in systems],
        people,
        np.any([np.isfinite(scores.values) for scores in people], axis=0),
        how,
    )


def _one_an_output(
    ratings: Sequence[OutputScores] | Ratings, judges: Judges | None, n_segments: int
) -> tuple[Sequence[OutputScores], str | None]:
    """Take one score per output from single judgements, the median as the papers do, and say how."""
    if isinstance(ratings, Ratings):
        how = judges or "median"
        return output_scores(ratings, n_segments=n_segments, judges=how), how
    if judges is not None and ratings:
        raise SpecError(f"The {judges} of judges is of single judgements: give Ratings, not one score per output.")
    return ratings, None


def _rated(test_set: TestSet, ratings: Sequence[OutputScores], protocol: str) -> tuple[str, ...]:
    """Return the systems of the test set that people rated on every scale."""
    if not ratings:
        raise SpecError(f"The protocol {protocol} compares metrics with people: give ratings (--ratings FILE).")
    longest = max(scores.n_segments for scores in ratings)
    if longest > test_set.n_segments:
        raise AlignmentError(f"People rated line {longest:,}, but the test set has {test_set.n_segments:,} lines.")
    rated = [
        {name for name, n in zip(scores.systems, np.isfinite(scores.values).sum(axis=1), strict=True) if n}
        for scores in ratings
    ]
    systems = tuple(name for name in test_set.system_names if all(name in some for some in rated))
    if len(systems) < _FEWEST_SYSTEMS:
        raise SpecError(
            f"A rank correlation of systems needs {_FEWEST_SYSTEMS} of them; people rated {len(systems)} of "
            f"{', '.join(test_set.system_names)}. Rated are {', '.join(sorted(set.union(*rated)))}."
        )
    return systems


def _filled(scores: OutputScores, n_segments: int) -> OutputScores:
    """Turn scores so that larger is better, and add the segments after the last that was rated."""
    values = np.full((len(scores.systems), n_segments), np.nan)
    values[:, : scores.n_segments] = scores.better_is_more()
    return OutputScores(scores.name, scores.systems, values)
