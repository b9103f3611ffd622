"""Parameters of a metric, fitted to ratings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.questions.meta.answer import MetaEvaluation, MetricPairRow
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["BEFORE", "TUNED", "Tuning", "TuningFold", "TuningMethod"]

TUNED, BEFORE = "tuned", "before"
_LINE = 100


@row
class TuningFold:
    """One climb, on all ratings but a part that was left out."""

    left_out: str = column("name of the left-out system, or of the left-out segments; empty without", "left out")
    n_ratings: int = column("number of ratings of the climb")
    parameters: Mapping[str, float] = column("parameters at the end of the climb")
    before: float = column(
        "correlation on the ratings that it used, with the parameters of the start", ">tuning, before", "score"
    )
    after: float = column("the same with the parameters of the end", ">after", "score")
    left_out_before: float | None = column(
        "correlation on the ratings that it did not use, with the parameters of the start; None where these have none"
        " of their own, as for a single system at the level of systems",
        ">left out, before",
        "score",
    )
    left_out_after: float | None = column("the same with the parameters of the end", ">after", "score")


@documented
class TuningMethod(Provenance, WithRecipe):
    """How the parameters were found."""

    objective: Annotated[str, "correlation that was made high"]
    level: Annotated[str, "over what it was taken"]
    leave_out: Annotated[str, "what each climb did not see"]
    n_folds: Annotated[int, "climbs"]
    n_ratings: Annotated[int, "ratings in all"]
    steps: Annotated[list[float], "of each climb, largest first"]
    bounds: Annotated[dict[str, list[float]], "least and greatest values that were set"]
    n_restarts: Annotated[int, "further climbs"]
    seed: Annotated[int, "of the points where these began"]
    n_points: Annotated[int, "points that were tried"]
    warnings: Annotated[list[str], "cautions"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Tuning(Result):
    """A metric whose parameters were fitted to ratings, and what that is worth on ratings it was not fitted to.

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

    folds: Annotated[tuple[TuningFold, ...], "one for each part that was left out"]
    metric: Annotated[str, "spelling of the metric before; `steelyard.metrics.parse` reads it"]
    tuned: Annotated[str, "the same after"]
    label: Annotated[str, "the metric's short name"]
    signature: Annotated[str, "of the tuned metric"]
    start: Annotated[Mapping[str, float], "parameters before"]
    parameters: Annotated[Mapping[str, float], "parameters after: the mean over the folds"]
    method: Annotated[TuningMethod, "objective, level, search, seed, sizes, versions and the SHA-256 of every input"]
    before: Annotated[float, "correlation with all ratings before"] = 0.0
    after: Annotated[float, "the same after. The tuned metric has seen these ratings: for others, see the folds"] = 0.0
    held_out: Annotated[
        MetaEvaluation | None,
        "scores of outputs by parameters that have not seen them, and by those of the start, compared as two "
        "metrics are; None where nothing was left out, or nothing can be tested",
    ] = None

    def __str__(self) -> str:
        """Return two lines: how much the parameters gained, and the tuned metric, cut where it is long."""
        rest = self.left_out_before, self.left_out_after
        gain = f"{self.before:.4f} before, {self.after:.4f} after"
        if None not in rest:
            gain += f"; {rest[0]:.4f} and {rest[1]:.4f} where left out"
        return f"Tuning: {gain}\n{self.tuned if len(self.tuned) <= _LINE else self.tuned[: _LINE - 3] + '...'}"

    @property
    def gain(self) -> MetricPairRow | None:
        """The comparison of tuned and first parameters where they were not fitted, the better one first."""
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
