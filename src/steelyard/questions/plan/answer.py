"""How large a test set must be to find a difference, measured."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, NotRequired

from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe

__all__ = ["PowerMethod", "PowerPlan", "PowerRow"]


@row
class PowerRow(MetricRow):
    """How often a test finds a difference of known size in test sets of known size."""

    difference: float = column("score of the second system minus that of the first, in the population of the test sets")
    n_units: int = column("segments or documents of each test set")
    n_rejected: int = column("repetitions with a significant result")
    n_repetitions: int = column("repetitions")
    power: float = column("share of significant results")
    low: float = column("lower end of its 95 % interval (Wilson)")
    high: float = column("upper end of its 95 % interval")
    n_needed: int | None = column(
        "units for a power of 80 % by normal theory, from the spread of the difference; the same for every size. None"
        " where no number is enough, or there is no difference",
        default=None,
    )
    interval_needed: tuple[int, int] | None = column(
        "its 95 % interval: the spread is known from these units only", default=None
    )
    system: str = column("the second system of the pair; empty in older results", default="")
    against: str = column("the earlier system of the pair; empty in older results", default="")
    wanted: float | None = column(
        "the difference that was asked for, without a sign; `difference` is as near as whole units and counts allow",
        default=None,
    )
    made: str = column(
        "how the population came about: ``as is``; ``shifted``, what the system's units contribute being moved until "
        "the systems were as far apart as wanted; or ``mixed``, units changing sides until they were",
        default="mixed",
    )


@documented
class PowerMethod(Provenance, MethodOfUnits, WithRecipe):
    """How power was measured. Results of before lack some of this."""

    test: Annotated[str, "name of the test"]
    alpha: Annotated[float, "its level; of several pairs that of all together"]
    n_effective: NotRequired[Annotated[float, "as many units of equal size as there are in effect"]]
    sizes: Annotated[list[int], "units of the test sets, from small to large"]
    n_repetitions: Annotated[int, "test sets of each kind"]
    n_resamples: Annotated[int, "draws of each test where it is at level alpha"]
    seed: Annotated[int, "of these draws"]
    systems: Annotated[list[str], "names, the baseline first"]
    n_pairs: NotRequired[Annotated[int, "of systems"]]
    test_levels: NotRequired[Annotated[dict[str, float], "by metric, the level of each single test"]]
    test_draws: NotRequired[Annotated[dict[str, int], "by metric, its draws"]]
    has_joint_null: NotRequired[Annotated[bool, "whether max-T set these levels, and not Bonferroni"]]
    made: NotRequired[Annotated[list[str], "how populations came about, as in the rows"]]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class PowerPlan(Result):
    """Measured power over differences and sizes of the test set.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> plan = sy.evaluate(data, metrics=["wer"]).plan(sizes=[3, 30], shares=[1.0], n_repetitions=20, n_resamples=19)
    >>> [(row.n_units, row.n_repetitions) for row in plan.rows]
    [(3, 20), (30, 20)]
    """

    schema: ClassVar[str] = "steelyard.power-plan/1"
    tables: ClassVar[tuple[str, ...]] = ("rows",)

    rows: Annotated[tuple[PowerRow, ...], "metric by metric, difference by difference, sizes from small to large"]
    method: Annotated[
        PowerMethod,
        "test, level, unit, numbers of repetitions and draws, seed, versions and the SHA-256 of every input",
    ]

    def needed(
        self, metric: str, difference: float, power: float = 0.8, *, pair: tuple[str, str] | None = None
    ) -> int | None:
        """Return the smallest size from which on every measured power is at least the wanted one, or None.

        Parameters
        ----------
        metric : str
            Spelling.
        difference : float
            That of a row, or the one that was asked for.
        power : float, default 0.8
            Wanted.
        pair : (str, str), optional
            The system and that which it is compared with; by default what is enough for every pair.

        Returns
        -------
        int or None
            Of the sizes that were measured.
        """
        found = None
        rows = [
            one
            for one in self.rows
            if one.metric == metric
            and difference in (one.difference, one.wanted)
            and pair in (None, (one.system, one.against))
        ]
        for one in sorted(rows, key=lambda one: (-one.n_units, one.power)):  # of each size the weakest first
            if one.power < power:
                break
            found = one.n_units
        return found
