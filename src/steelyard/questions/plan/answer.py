"""How large a test set must be to find a difference, measured."""

from dataclasses import dataclass
from typing import ClassVar, NotRequired

from steelyard.results.base import Result
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["PowerMethod", "PowerPlan", "PowerRow"]


@dataclass(frozen=True, slots=True)
class PowerRow:
    """How often a test finds a difference of known size in test sets of known size.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric.
    difference : float
        The second system's score less the first's, in the population that test sets are drawn from.
    n_units : int
        Segments or documents of each test set.
    n_rejected, n_repetitions : int
        Significant results, of how many.
    power, low, high : float
        Their share, and its 95 % interval (Wilson).
    n_needed : int or None
        Units for a power of 80 % by normal theory, from the spread of the difference; the same for every size. None
        where no number would do, or there is no difference.
    interval_needed : (int, int) or None
        Its 95 % interval: the spread is known from these units only.
    system_a, system_b : str
        The pair: A is the second, B the earlier one. Empty in results of before.
    wanted : float or None
        The difference that was asked for, without a sign; `difference` is as near as whole units and counts allow.
    made : str
        How the population came about: ``as is``; ``shifted``, what A's units contribute being moved until the systems
        were as far apart as wanted; or ``mixed``, units changing sides until they were.

    Examples
    --------
    >>> from steelyard.results import PowerRow
    >>> PowerRow("bleu", "BLEU", 0.8, 1000, 420, 500, 0.84, 0.805, 0.869).power
    0.84
    """

    metric: str
    label: str
    difference: float
    n_units: int
    n_rejected: int
    n_repetitions: int
    power: float
    low: float
    high: float
    n_needed: int | None = None
    interval_needed: tuple[int, int] | None = None
    system_a: str = ""
    system_b: str = ""
    wanted: float | None = None
    made: str = "mixed"

    __repr__ = short_repr


class PowerMethod(Provenance, MethodOfUnits, Told):
    """How power was measured. Results of before lack some of this.

    Attributes
    ----------
    test : str
        Name of the test.
    alpha : float
        Its level; of several pairs that of all together.
    n_effective : float
        As many units of equal size as there are in effect.
    sizes : list of int
        Units of the test sets, from small to large.
    n_repetitions : int
        Test sets of each kind.
    n_resamples, seed : int
        Draws of each test where it is at level alpha, and of what seed.
    systems : list of str
        Names, the baseline first.
    n_pairs : int
        Of systems.
    test_levels : dict of str to float
        By metric, the level of each single test.
    test_draws : dict of str to int
        By metric, its draws.
    has_joint_null : bool
        Whether max-T set these levels, and not Bonferroni.
    made : list of str
        How populations came about, as in the rows.
    sentence : str
        The same for the paper.
    """

    test: str
    alpha: float
    n_effective: NotRequired[float]
    sizes: list[int]
    n_repetitions: int
    n_resamples: int
    seed: int
    systems: list[str]
    n_pairs: NotRequired[int]
    test_levels: NotRequired[dict[str, float]]
    test_draws: NotRequired[dict[str, int]]
    has_joint_null: NotRequired[bool]
    made: NotRequired[list[str]]
    sentence: str


@dataclass(frozen=True)
class PowerPlan(Result):
    """Measured power over differences and sizes of the test set.

    Attributes
    ----------
    rows : tuple of PowerRow
        Metric by metric, difference by difference, sizes from small to large.
    method : mapping
        Test, level, unit, numbers of repetitions and draws, seed, versions and the SHA-256 of every input.

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

    rows: tuple[PowerRow, ...]
    method: PowerMethod

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
            Systems A and B; by default what is enough for every pair.

        Returns
        -------
        int or None
            Of the sizes that were measured.
        """
        found = None
        rows = [
            row
            for row in self.rows
            if row.metric == metric
            and difference in (row.difference, row.wanted)
            and pair in (None, (row.system_a, row.system_b))
        ]
        for row in sorted(rows, key=lambda row: (-row.n_units, row.power)):  # of each size the weakest first
            if row.power < power:
                break
            found = row.n_units
        return found
