"""What a self-test found."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Told
from steelyard.short_repr import short_repr

__all__ = ["SelfTest", "SelfTestMethod", "SelfTestRow"]


@dataclass(frozen=True, slots=True)
class SelfTestRow:
    """One number that is known.

    Attributes
    ----------
    part : {"metrics", "tests", "levels"}
        What it is of.
    name : str
        Spelling of the metric, name of the test, or what is held.
    system : str
        Whose score it is; empty elsewhere.
    expected : float
        The known number; of levels the share of false alarms that the test promises.
    found : float
        What this machine computes.
    source : str
        Where the known number comes from.
    is_right : bool
        The two are equal but for rounding (1e-9); of levels, the share is not above the promise beyond doubt.

    Examples
    --------
    >>> from steelyard.results import SelfTestRow
    >>> SelfTestRow("metrics", "bleu", "first", 51.7, 51.7, "sacreBLEU 2.6.0", True).is_right
    True
    """

    part: str
    name: str
    system: str
    expected: float
    found: float
    source: str
    is_right: bool

    __repr__ = short_repr


class SelfTestMethod(Told):
    """What was tested, and where.

    Attributes
    ----------
    n_segments : int
        Of the texts with known scores.
    inputs : list
        Empty: the texts are part of the package.
    versions : dict of str to str
        Of Steelyard, Python, NumPy and SciPy.
    machine : dict
        Platform, processor features that NumPy uses, and the libraries of linear algebra with their threads.
    extras : dict of str to (str or None)
        By package of an optional extra, its version; None where it is not installed.
    seconds : float
        How long it took.
    sentence : str
        What was found.
    """

    n_segments: int
    inputs: list[dict[str, str]]
    versions: dict[str, str]
    machine: dict[str, Any]
    extras: dict[str, str | None]
    seconds: float
    sentence: str


@dataclass(frozen=True)
class SelfTest(Result):
    """Whether an installation computes what it should.

    Attributes
    ----------
    rows : tuple of SelfTestRow
        One for each known number.
    method : mapping
        What was tested, and where.

    Examples
    --------
    >>> from steelyard.questions.selftest.compute import compute
    >>> from steelyard.questions.selftest.question import SelftestQuestion
    >>> compute(SelftestQuestion(n_repetitions=20)).is_right
    True
    """

    schema: ClassVar[str] = "steelyard.selftest/1"
    tables: ClassVar[tuple[str, ...]] = ("rows",)

    rows: tuple[SelfTestRow, ...]
    method: SelfTestMethod

    @property
    def is_right(self) -> bool:
        """Whether every number is right."""
        return all(row.is_right for row in self.rows)
