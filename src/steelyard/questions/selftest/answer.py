"""What a self-test found."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import WithRecipe

__all__ = ["SelfTest", "SelfTestMethod", "SelfTestRow"]


@row
class SelfTestRow:
    """One number that is known."""

    part: str = column('what it is of: "metrics", "tests" or "levels"', "part")
    name: str = column("spelling of the metric, name of the test, or what is held", "what")
    system: str = column("whose score it is; empty elsewhere", "system")
    expected: float = column(
        "the known number; of levels the share of false alarms that the test promises", ">expected", ".12g"
    )
    found: float = column("what this machine computes", ">found", ".12g")
    source: str = column("where the known number comes from", "known from")
    is_right: bool = column(
        "the two are equal but for rounding (1e-9); of levels, the share is not above the promise beyond doubt"
    )


@documented
class SelfTestMethod(WithRecipe):
    """What was tested, and where."""

    n_segments: Annotated[int, "of the texts with known scores"]
    inputs: Annotated[list[dict[str, str]], "empty: the texts are part of the package"]
    versions: Annotated[dict[str, str], "of Steelyard, Python, NumPy and SciPy"]
    machine: Annotated[
        dict[str, Any],
        "platform, processor features that NumPy uses, and the libraries of linear algebra with their threads",
    ]
    extras: Annotated[
        dict[str, str | None], "by package of an optional extra, its version; None where it is not installed"
    ]
    seconds: Annotated[float, "how long it took"]
    sentence: Annotated[str, "what was found"]


@documented
@dataclass(frozen=True)
class SelfTest(Result):
    """Whether an installation computes what it should.

    Examples
    --------
    >>> from steelyard.questions.selftest.compute import compute
    >>> from steelyard.questions.selftest.question import SelftestQuestion
    >>> compute(SelftestQuestion(n_repetitions=20)).is_right
    True
    """

    schema: ClassVar[str] = "steelyard.selftest/1"
    tables: ClassVar[tuple[str, ...]] = ("rows",)

    rows: Annotated[tuple[SelfTestRow, ...], "one for each known number"]
    method: Annotated[SelfTestMethod, "what was tested, and where"]

    @property
    def is_right(self) -> bool:
        """Whether every number is right."""
        return all(row.is_right for row in self.rows)
