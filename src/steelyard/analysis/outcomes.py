"""What became of units in every output: credit of what there was to get, summed by category and group."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.reprs import describe, listed, n_of
from steelyard.types import Labels, Measurement, Statistics

__all__ = ["EVERYTHING", "Outcomes", "credit_rate", "outcome_measurements"]

EVERYTHING = "all"  # the name of all units together

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What became of units, such as check-points or items of a test suite, in the output of every system.

    Attributes
    ----------
    segments : array of int64, shape (P,)
        Where each unit stands, from 0.
    categories, groups : Labels
        Of every unit; a category is of one group, whose name may be empty.
    credit : array of float64, shape (S, P)
        What each system got: 1 for right and 0 for wrong, or n-grams found, or a share.
    whole : array of float64, shape (S, P)
        What there was to get; 0 where nothing is decided.

    Raises
    ------
    AlignmentError
        Shapes differ, or a category is of two groups.

    Examples
    --------
    Two units, two systems; the second unit is undecided for the second system:

    >>> import numpy as np
    >>> from steelyard.analysis import Outcomes
    >>> from steelyard.types import Labels
    >>> kinds, groups = Labels.of(["number", "name"]), Labels.of(["word", "word"])
    >>> Outcomes(np.array([0, 2]), kinds, groups, np.array([[1.0, 0], [1, 0]]), np.array([[1.0, 1], [1, 0]]))
    Outcomes(2 units of 2 systems, categories: number, name)
    """

    segments: Ints
    categories: Labels
    groups: Labels
    credit: Floats
    whole: Floats

    def __post_init__(self) -> None:
        """Refuse parts that do not fit each other."""
        n = len(self.segments)
        if not (len(self.categories) == len(self.groups) == n and self.credit.shape == self.whole.shape):
            raise AlignmentError("Segments, categories, groups, credit and whole must be of the same units.")
        if self.credit.ndim != 2 or self.credit.shape[1] != n:
            raise AlignmentError(f"Credit of {n} units needs shape (systems, {n}), not {self.credit.shape}.")
        of: dict[str, str] = {}
        for category, group in zip(self.categories.values, self.groups.values, strict=True):
            if of.setdefault(category, group) != group:
                raise AlignmentError(f"The category {category!r} is of two groups: {of[category]!r} and {group!r}.")

    def __repr__(self) -> str:
        size = f"{n_of(len(self.segments), 'unit')} of {n_of(len(self.credit), 'system')}"
        return describe(self, size, listed("categories", self.categories.names))

    def sums(self, is_in: NDArray[np.bool_], n_segments: int) -> Floats:
        """Sum credit and whole of some units by segment, shape (S, N, 2)."""
        n_systems = len(self.credit)
        rows = (np.arange(n_systems)[:, None] * n_segments + self.segments[is_in]).ravel()
        parts = [
            np.bincount(rows, values[:, is_in].ravel(), n_systems * n_segments).reshape(n_systems, n_segments)
            for values in (self.credit, self.whole)
        ]
        return np.stack(parts, axis=-1)


_LEAST = 2.0**-64  # below every sum that is not 0, however it is scaled


def credit_rate(sums: Floats) -> Floats:
    """Divide credit by what there was to get, and punish outputs that are longer than the references.

    Parameters
    ----------
    sums : array, shape (..., 2) or (..., 4)
        Credit and whole; then words of the reference and of the output.

    Returns
    -------
    array, shape (...)
        From 0 to 1; 0 where there was nothing to get.

    References
    ----------
    Zhou et al. 2008, C08-1141, formulas 3 to 5.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import credit_rate
    >>> credit_rate(np.array([[3.5, 6.0, 10, 10], [3.5, 6.0, 10, 20]])).round(7).tolist()
    [0.5833333, 0.2916667]
    """
    # Where a whole is 0 its part is 0, too, and so is the quotient by anything: this is asked for millions of sums.
    rate: Floats = np.asarray(sums[..., 0] / np.maximum(sums[..., 1], _LEAST))
    if sums.shape[-1] == 4:
        kept = np.asarray(sums[..., 2] / np.maximum(sums[..., 3], _LEAST))
        rate *= np.minimum(kept, 1.0, out=kept)
    return rate


def _point(whole: Floats) -> float | None:
    """Give the size of units of which as many are worth as much: the parts of one are right or wrong together."""
    total = float(whole.sum())
    return float(np.square(whole).sum()) / total if total else None


def outcome_measurements(
    outcomes: Outcomes,
    systems: Sequence[str],
    n_segments: int,
    *,
    lengths: Floats | None = None,
    signature: str = "",
    documents: Ints | None = None,
) -> dict[str, list[Measurement]]:
    """Make the credit rate of every category, of every group, and of all units measurements.

    Parameters
    ----------
    outcomes : Outcomes
        Of S systems.
    systems : sequence of str
        Names of the S systems.
    n_segments : int
        N.
    lengths : array of float, shape (S, N, 2), optional
        Words of the reference and of the output: longer outputs are punished.
    signature : str, default ""
        How credit was given.
    documents : array of int, shape (N,), optional
        Document of each segment, as `Statistics.from_values` takes them.

    Returns
    -------
    dict of str to list of Measurement
        ``"group"``, all units first, and then groups of several categories; ``"category"``.

    Raises
    ------
    AlignmentError
        A unit stands in a segment that there is not.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import Outcomes, outcome_measurements
    >>> from steelyard.types import Labels
    >>> one = np.array([[1.0, 0]])
    >>> outcomes = Outcomes(np.array([0, 0]), Labels.of(["a", "b"]), Labels.of(["", ""]), one, np.ones((1, 2)))
    >>> {m.label: m.scores(m.statistics.totals()).tolist() for m in outcome_measurements(outcomes, ["x"], 1)["group"]}
    {'all': [0.5]}
    """
    if len(outcomes.segments) and not 0 <= outcomes.segments.min() <= outcomes.segments.max() < n_segments:
        raise AlignmentError(f"A unit stands in a segment beyond the {n_segments} that there are: count from 0.")

    def measured(metric: str, label: str, is_in: NDArray[np.bool_]) -> Measurement:
        values = outcomes.sums(is_in, n_segments)
        if lengths is not None:
            values = np.concatenate([values, lengths], axis=-1)
        whole = values[..., 1]
        is_mean = lengths is None and bool((whole == whole[:1]).all())
        statistics = Statistics.from_values(values, documents)
        return Measurement(
            metric,
            label,
            signature,
            statistics,
            credit_rate,
            True,
            tuple(systems),
            is_mean,
            scale=1,
            bounds=(0.0, 1.0),
            trial=None if lengths is not None else _point(outcomes.whole[:, is_in]),
        )

    every = np.ones(len(outcomes.segments), bool)
    categories, groups = outcomes.categories, outcomes.groups
    found = {
        "group": [measured("checkpoints", EVERYTHING, every)],
        "category": [
            measured(f"checkpoints(category={name})", name, categories.codes == code)
            for code, name in enumerate(categories.names)
        ],
    }
    for code, name in enumerate(groups.names):
        is_in = groups.codes == code
        if name and not is_in.all() and len(np.unique(categories.codes[is_in])) > 1:
            found["group"].append(measured(f"checkpoints(group={name})", name, is_in))
    return found
