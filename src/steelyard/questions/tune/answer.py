"""Parameters of a metric, fitted to ratings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from steelyard.questions.meta.answer import MetaEvaluation, MetricPairRow
from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["BEFORE", "TUNED", "Tuning", "TuningFold", "TuningMethod"]

TUNED, BEFORE = "tuned", "before"
_LINE = 100


@dataclass(frozen=True, slots=True)
class TuningFold:
    """One climb, on all ratings but a part that was left out.

    Attributes
    ----------
    left_out : str
        Name of the system, or of the part of the segments; empty where nothing was.
    n_ratings : int
        That the climb saw.
    parameters : mapping of str to float
        Where it ended.
    before, after : float
        Correlation on the ratings that it saw, with the parameters of the start and of the end.
    left_out_before, left_out_after : float or None
        The same on the ratings that it did not see; None where these have no correlation of their own, as a single
        system has none at the level of systems.

    Examples
    --------
    >>> from steelyard.results import TuningFold
    >>> TuningFold("x", 100, {"alpha": 0.8}, 0.30, 0.35, 0.29, 0.33).left_out_after
    0.33
    """

    left_out: str
    n_ratings: int
    parameters: Mapping[str, float]
    before: float
    after: float
    left_out_before: float | None
    left_out_after: float | None

    __repr__ = short_repr


class TuningMethod(Provenance, Told):
    """How the parameters were found.

    Attributes
    ----------
    objective : str
        Correlation that was made high.
    level : str
        Over what it was taken.
    leave_out : str
        What each climb did not see.
    n_folds, n_ratings : int
        Climbs, and ratings in all.
    steps : list of float
        Of each climb, largest first.
    bounds : dict of str to list of float
        Least and greatest values that were set.
    n_restarts, seed : int
        Further climbs, and what drew where they began.
    n_points : int
        Points that were tried.
    warnings : list of str
        What to know before the parameters are used.
    sentence : str
        The same for the paper.
    """

    objective: str
    level: str
    leave_out: str
    n_folds: int
    n_ratings: int
    steps: list[float]
    bounds: dict[str, list[float]]
    n_restarts: int
    seed: int
    n_points: int
    warnings: list[str]
    sentence: str


@dataclass(frozen=True)
class Tuning(Result):
    """A metric whose parameters were fitted to ratings, and what that is worth on ratings it was not fitted to.

    Attributes
    ----------
    folds : tuple of TuningFold
        One for each part that was left out.
    metric, tuned : str
        Spelling of the metric before and after; `steelyard.metrics.parse` reads both.
    label : str
        The metric's short name.
    signature : str
        Of the tuned metric.
    start, parameters : mapping of str to float
        The parameters before, and after: the mean over the folds.
    method : mapping
        Objective, level, search, seed, sizes, versions and the SHA-256 of every input.
    before, after : float
        Correlation with all ratings. The tuned metric has seen them: what to expect of other ratings, the folds say.
    held_out : MetaEvaluation or None
        Scores of outputs by parameters that have not seen them, and by those of the start, compared as two metrics are;
        None where nothing was left out, or nothing can be tested.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f g", "h i"]], systems={"x": ["a b d", "f e", "h i j"]})
    >>> tuning = sy.lab.tune(data, "aile", {"x": [3, 1, 2]}, parameters=["delta"], leave_out="none")
    >>> tuning.start, list(tuning.parameters), str(tuning).partition(":")[0]
    ({'delta': 2.0}, ['delta'], 'Tuning')
    """

    schema: ClassVar[str] = "steelyard.tuning/1"
    tables: ClassVar[tuple[str, ...]] = ("folds",)

    folds: tuple[TuningFold, ...]
    metric: str
    tuned: str
    label: str
    signature: str
    start: Mapping[str, float]
    parameters: Mapping[str, float]
    method: TuningMethod
    before: float = 0.0
    after: float = 0.0
    held_out: MetaEvaluation | None = None

    def __str__(self) -> str:
        """Return two lines: how much the parameters gained, and the tuned metric, cut where it is long."""
        rest = self.left_out_before, self.left_out_after
        gain = f"{self.before:.4f} before, {self.after:.4f} after"
        if None not in rest:
            gain += f"; {rest[0]:.4f} and {rest[1]:.4f} where left out"
        return f"Tuning: {gain}\n{self.tuned if len(self.tuned) <= _LINE else self.tuned[: _LINE - 3] + '...'}"

    @property
    def gain(self) -> MetricPairRow | None:
        """The comparison of tuned and first parameters where they were not fitted; A is whichever agrees better."""
        return None if self.held_out is None else self.held_out.pairs[0]

    @property
    def left_out_before(self) -> float | None:
        """Mean over folds of the correlation on the part left out, with the parameters of the start."""
        return _mean([fold.left_out_before for fold in self.folds])

    @property
    def left_out_after(self) -> float | None:
        """Mean over folds of the correlation on the part left out, with the parameters that never saw it."""
        return _mean([fold.left_out_after for fold in self.folds])


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
