"""How often tests raise false alarms and find differences, measured."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, NotRequired, TypedDict

from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe

__all__ = ["Calibration", "CalibrationMethod", "Corrections", "RejectionRow"]


@row
class RejectionRow(MetricRow):
    """How often one test called a difference significant in one situation."""

    test: str = column("name of the test")
    situation: str = column(
        "how the data sets were made: ``exchanged`` or ``equal scores``, without a difference; ``difference``; of more "
        "than two systems also ``one apart``, where all but one have equal scores"
    )
    drawn: str = column("what was exchanged or drawn to make them: ``segment`` or ``document``")
    difference: float = column(
        "the second system's score less the first's, in the population that data sets are drawn from; 0 where they are "
        "exchanged"
    )
    alpha: float = column("level of the test")
    n_rejected: int = column(
        "significant results; of more than two systems, families in which any pair was called different that is not, "
        "after the correction over all pairs"
    )
    n_repetitions: int = column("data sets, or families")
    rate: float = column("share of the rejected ones")
    low: float = column("lower end of its 95 % interval (Wilson)")
    high: float = column("upper end of its 95 % interval (Wilson)")
    verdict: str = column(
        "``too many`` where the rate is significantly above alpha (of calibrations of tests that hold their level at "
        "most one in twenty says so of any); else ``by construction`` or ``holds``; empty for a difference"
    )


@documented
class Corrections(TypedDict):
    """What keeps the level of tests of all pairs, of more than two systems."""

    corrections: NotRequired[Annotated[dict[str, str], 'by test, ``"maxt"`` or ``"holm"``; missing for two systems']]


@documented
class CalibrationMethod(Provenance, MethodOfUnits, Corrections, WithRecipe):
    """How error rates were measured."""

    tests: Annotated[list[str], "their names"]
    n_repetitions: Annotated[int, "data sets of each situation"]
    n_resamples: Annotated[int, "draws of each test"]
    seed: Annotated[int, "of the draws"]
    systems: Annotated[list[str], "names, the baseline first"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class Calibration(Result):
    """Measured false-alarm rates and power of tests, on systems of one's own.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> options = {"n_repetitions": 20, "n_resamples": 9, "shares": [1.0]}
    >>> calibration = sy.evaluate(data, metrics=["wer"]).calibrate(["randomization"], **options)
    >>> sorted({row.situation for row in calibration.false_alarms}), len(calibration.power)
    (['equal scores', 'exchanged'], 3)
    """

    schema: ClassVar[str] = "steelyard.calibration/1"
    tables: ClassVar[tuple[str, ...]] = ("false_alarms", "power")

    false_alarms: Annotated[tuple[RejectionRow, ...], "false positive rates, without a true difference"]
    power: Annotated[tuple[RejectionRow, ...], "power for differences of known size; empty for more than two systems"]
    method: Annotated[
        CalibrationMethod,
        "unit, numbers of repetitions and draws, seed, sizes, versions and the SHA-256 of every input",
    ]
