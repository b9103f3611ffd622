"""How often tests raise false alarms and find differences, measured."""

from dataclasses import dataclass
from typing import ClassVar, NotRequired, TypedDict

from steelyard.results.base import Result
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["Calibration", "CalibrationMethod", "Corrections", "RejectionRow"]


@dataclass(frozen=True, slots=True)
class RejectionRow:
    """How often one test called a difference significant in one situation.

    Attributes
    ----------
    metric, label : str
        Spelling and short name of the metric.
    test : str
        Name of the test.
    situation : str
        How the data sets were made: ``exchanged`` or ``equal scores``, where there is no difference; ``difference``. Of
        more than two systems also ``one apart``, where all but one have equal scores.
    drawn : str
        What was exchanged or drawn to make them: ``segment`` or ``document``.
    difference : float
        The second system's score less the first's, in the population that data sets are drawn from; 0 where they are
        exchanged.
    alpha : float
        Level of the test.
    n_rejected, n_repetitions : int
        Significant results, of how many. Of more than two systems: families in which any pair was called different that
        is not, after the correction over all pairs.
    rate, low, high : float
        Their share, and its 95 % interval (Wilson).
    verdict : str
        ``too many`` where the rate is above alpha beyond doubt: of calibrations of tests that hold their level at most
        one in twenty says so of any. Otherwise ``by construction`` or ``holds``; empty for a difference.

    Examples
    --------
    >>> from steelyard.results import RejectionRow
    >>> row = RejectionRow("bleu", "BLEU", "moses", "exchanged", "segment", 0.0, 0.05, 90, 1000, 0.09, 0.07, 0.11, "")
    >>> row.rate
    0.09
    """

    metric: str
    label: str
    test: str
    situation: str
    drawn: str
    difference: float
    alpha: float
    n_rejected: int
    n_repetitions: int
    rate: float
    low: float
    high: float
    verdict: str

    __repr__ = short_repr


class Corrections(TypedDict):
    """What keeps the level of tests of all pairs, of more than two systems."""

    corrections: NotRequired[dict[str, str]]


class CalibrationMethod(Provenance, MethodOfUnits, Corrections, Told):
    """How error rates were measured.

    Attributes
    ----------
    tests : list of str
        Their names.
    n_repetitions : int
        Data sets of each situation.
    n_resamples, seed : int
        Draws of each test, and of what seed.
    systems : list of str
        Names, the baseline first.
    corrections : dict of str to str
        By test, ``"maxt"`` or ``"holm"``; missing for two systems.
    sentence : str
        The same for the paper.
    """

    tests: list[str]
    n_repetitions: int
    n_resamples: int
    seed: int
    systems: list[str]
    sentence: str


@dataclass(frozen=True)
class Calibration(Result):
    """Measured false-alarm rates and power of tests, on systems of one's own.

    Attributes
    ----------
    false_alarms : tuple of RejectionRow
        Where there is no difference: a rate above alpha is a broken promise.
    power : tuple of RejectionRow
        Where there is one, of known size; empty for more than two systems.
    method : mapping
        Unit, numbers of repetitions and draws, seed, sizes, versions and the SHA-256 of every input.

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

    false_alarms: tuple[RejectionRow, ...]
    power: tuple[RejectionRow, ...]
    method: CalibrationMethod
