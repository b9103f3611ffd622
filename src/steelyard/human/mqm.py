"""MQM: what marked errors cost, by weight schemes that are data."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.choices import MQM_WEIGHTINGS
from steelyard.errors import DataError, SpecError
from steelyard.human.checks import code_column, distinct_rows, number_column, size_of
from steelyard.human.shared_docs import COLUMNS
from steelyard.reprs import short_repr

__all__ = ["MQM_WEIGHTS", "CategoryTable", "MqmWeights", "RaterPenalties", "category_table", "rater_penalties"]


@dataclass(frozen=True, slots=True)
class MqmWeights:
    """What an error costs, by severity and category.

    Attributes
    ----------
    weights : mapping of str to float
        Keys are ``severity``, ``severity/category`` or ``severity/category/subcategory``, in any case; ``*`` stands for
        every severity. An error costs what the longest key that fits says, a named severity before ``*``. Where none
        does it costs 0 if a key names its severity, or it is ``neutral`` or ``no-error``; any other has no cost (NaN).

    Examples
    --------
    >>> from steelyard.human import MqmWeights
    >>> scheme = MqmWeights({"major": 5, "minor": 1, "minor/fluency/punctuation": 0.1, "*/source error": 0})
    >>> [scheme.weight(*error) for error in [("Minor", "Fluency/Punctuation"), ("Major", "Source error")]]
    [0.1, 0.0]
    """

    weights: Mapping[str, float]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Check the weights, and hold their keys in lower case."""
        for key, weight in self.weights.items():
            if not np.isfinite(weight):
                raise SpecError(f"The weight of {key!r} must be a finite number, not {weight}.")
        folded = {_folded(key): float(weight) for key, weight in self.weights.items()}
        object.__setattr__(self, "weights", MappingProxyType(folded))

    def weight(self, severity: str, category: str) -> float:
        """Return the cost of one error; NaN where the scheme does not know its severity."""
        parts, known = _folded(category).split("/"), _folded(severity)
        for length in range(len(parts), -1, -1):
            for name in (known, "*"):
                found = self.weights.get("/".join([name, *parts[:length]]))
                if found is not None:
                    return found
        return 0.0 if self.knows(severity) else float("nan")

    def knows(self, severity: str) -> bool:
        """Say whether a key names a severity, or it is one that costs nothing by the standard."""
        known = _folded(severity)
        return known in _FREE or any(key.partition("/")[0] == known for key in self.weights)

    def table(self, severities: Sequence[str], categories: Sequence[str]) -> NDArray[np.float64]:
        """Return the cost of every combination, shape (severities, categories), to be indexed by columns of codes."""
        costs = [[self.weight(severity, category) for category in categories] for severity in severities]
        return np.array(costs, dtype=np.float64).reshape(len(severities), len(categories))


def _folded(name: str) -> str:
    """Spell a name as keys are: lower case, one blank for ``_``, ``-`` and blanks, without Google's final ``!``."""
    return "/".join(" ".join(re.split(r"[\s_-]+", part.strip(" \t_-!"))) for part in name.casefold().split("/"))


_FREE = frozenset(map(_folded, ("neutral", "no-error")))


_GOOGLE = {"major": 5.0, "minor": 1.0, "neutral": 0.0, "major/non-translation": 25.0, "minor/fluency/punctuation": 0.1}

# As the averages that come with WMT21's marks: a non-translation costs 25 whatever its severity, and an error of the
# source nothing.
_GOOGLE_WMT21 = {key: weight for key, weight in _GOOGLE.items() if key != "major/non-translation"} | {
    "*/non-translation": 25.0,
    "*/source error": 0.0,
}

_WEIGHTINGS = (
    MqmWeights(_GOOGLE),
    MqmWeights(_GOOGLE_WMT21),
    # As the weights that stand in WMT23's marks.
    MqmWeights(_GOOGLE_WMT21 | {"*/source issue": 0.0, "*/accuracy/creative reinterpretation": 0.0}),
    MqmWeights({"minor": 1.0, "major": 5.0, "critical": 10.0}),
    MqmWeights({"minor": 1.0, "major": 5.0, "critical": 25.0}),
)
MQM_WEIGHTS: Mapping[str, MqmWeights] = MappingProxyType(dict(zip(MQM_WEIGHTINGS, _WEIGHTINGS, strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class RaterPenalties:
    """What each rater found wrong with each output.

    Attributes
    ----------
    systems, segments, raters : array of int, shape (P,)
        Who looked at what, in this order; what a rater did not see has no row.
    penalties : array of float, shape (P,)
        Sum of the costs of the rater's marks; lower is better, 0 where there was no error.
    n_marks : array of int, shape (P,)
        Rows behind each sum, those that say "no error" too.

    Examples
    --------
    >>> from steelyard.human import rater_penalties
    >>> rater_penalties([5, 1, 0], [0, 0, 0], [0, 0, 1], [0, 0, 0]).penalties.tolist()
    [6.0, 0.0]
    """

    systems: NDArray[np.int64]
    segments: NDArray[np.int64]
    raters: NDArray[np.int64]
    penalties: NDArray[np.float64]
    n_marks: NDArray[np.int64]

    __repr__ = short_repr


@COLUMNS
def rater_penalties(costs: ArrayLike, systems: ArrayLike, segments: ArrayLike, raters: ArrayLike) -> RaterPenalties:
    """Add up what each rater marked in each output.

    Parameters
    ----------
    costs : array, shape (n,)
        Cost of each mark: ``MQM_WEIGHTS["google"].table(severities, categories)[severity, category]`` with columns of
        codes. A row that says "no error" costs 0 and must be there.
    systems, segments, raters : array of int, shape (n,)
        Of each mark, as codes from 0.

    Returns
    -------
    RaterPenalties
        One entry per rater and output. ``segment_means(-found.penalties, found.systems, found.segments)`` is their mean
        over raters, higher is better, and `system_means` of that the score of each system.

    Raises
    ------
    DataError
        A cost is not finite or a code is none.

    Notes
    -----
    A rater without a row for an output did not look at it: absent, not without errors. Raters were asked to mark at
    most five errors per segment, and one non-translation in place of all others; a sum of 30 or more is a sign that
    they were not held to that.

    References
    ----------
    Freitag, Foster, Grangier, Ratnakar, Tan, Macherey 2021, "Experts, errors, and context", doi:10.1162/tacl_a_00437.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import MQM_WEIGHTS, rater_penalties, segment_means
    >>> table = MQM_WEIGHTS["google"].table(["Major", "Minor"], ["Accuracy/Mistranslation", "Fluency/Punctuation"])
    >>> costs = table[np.array([0, 1, 1]), np.array([0, 1, 0])]
    >>> found = rater_penalties(costs, [0, 0, 0], [0, 0, 0], [0, 0, 1])
    >>> found.penalties.tolist(), segment_means(-found.penalties, found.systems, found.segments).means.tolist()
    ([5.1, 1.0], [[-3.05]])
    """
    values = number_column("costs", costs)
    columns = [
        code_column(name, codes, len(values))
        for name, codes in (("systems", systems), ("segments", segments), ("raters", raters))
    ]
    numbers, (by_system, by_segment, by_rater) = distinct_rows(*columns)
    sums: NDArray[np.float64] = np.bincount(numbers, weights=values, minlength=len(by_system)).astype(np.float64)
    return RaterPenalties(by_system, by_segment, by_rater, sums, np.bincount(numbers, minlength=len(by_system)))


@dataclass(frozen=True, slots=True, eq=False)
class CategoryTable:
    """How much of each system's penalty each kind of error makes up.

    Attributes
    ----------
    counts : array of int, shape (S, C)
        Marks of each kind, of all raters.
    penalties : array of float, shape (S, C)
        Share of the system's mean penalty; rows add up to it. Lower is better.

    Examples
    --------
    >>> from steelyard.human import category_table
    >>> category_table([5, 1], [0, 1], [0, 0], [0, 1], [0, 0]).counts.tolist()
    [[1, 1]]
    """

    counts: NDArray[np.int64]
    penalties: NDArray[np.float64]

    __repr__ = short_repr


@COLUMNS
def category_table(
    costs: ArrayLike,
    categories: ArrayLike,
    systems: ArrayLike,
    segments: ArrayLike,
    raters: ArrayLike,
    *,
    n_categories: int | None = None,
) -> CategoryTable:
    """Split the penalty of each system by kinds of error.

    Parameters
    ----------
    costs : array, shape (n,)
        Cost of each mark, as for `rater_penalties`.
    categories : array of int, shape (n,)
        Kind of each mark, as codes from 0: categories, their first parts, or severities.
    systems, segments, raters : array of int, shape (n,)
        Of each mark, as codes from 0.
    n_categories : int, optional
        C; by default one more than the largest code.

    Returns
    -------
    CategoryTable
        Each mark is divided by the raters of its output and by the rated segments of its system, so that the kinds of
        a system add up to its mean penalty.

    Raises
    ------
    DataError
        A cost is not finite or a code is none.

    Examples
    --------
    >>> from steelyard.human import category_table
    >>> category_table([5, 1, 0], [0, 1, 2], [0, 0, 0], [0, 0, 1], [0, 1, 0]).penalties.tolist()
    [[1.25, 0.25, 0.0]]
    """
    values = number_column("costs", costs)
    kinds = code_column("categories", categories, len(values))
    n_kinds = size_of("categories", kinds, n_categories)
    found = rater_penalties(values, systems, segments, raters)
    by_system = np.asarray(systems, dtype=np.int64)
    n_systems, n_segments = size_of("systems", found.systems), size_of("segments", found.segments)
    if n_systems == 0:
        raise DataError("There is no mark: give at least one row.")
    n_raters = np.bincount(found.systems * n_segments + found.segments, minlength=n_systems * n_segments)
    n_rated = (n_raters.reshape(n_systems, n_segments) > 0).sum(axis=1)
    # What a mean over segments of means over raters divides by, so that rows add up to the system's mean.
    of_mark = n_raters[by_system * n_segments + np.asarray(segments, dtype=np.int64)] * n_rated[by_system]
    cells = by_system * n_kinds + kinds
    shape = n_systems, n_kinds
    return CategoryTable(
        np.bincount(cells, minlength=n_systems * n_kinds).reshape(shape),
        np.bincount(cells, values / of_mark, n_systems * n_kinds).astype(np.float64).reshape(shape),
    )
