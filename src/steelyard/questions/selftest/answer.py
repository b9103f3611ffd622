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

    part: str = column('part: "metrics", "tests" or "levels"', "part")
    name: str = column("spelling of the metric, or name of the test", "what")
    system: str = column("name of the system; empty for tests", "system")
    expected: float = column("expected number; of levels, the nominal false positive rate", ">expected", ".12g")
    found: float = column("number on this machine", ">found", ".12g")
    source: str = column("source of the expected number", "known from")
    is_right: bool = column(
        "whether both are equal within 1e-9; of levels, whether the rate is not significantly above the nominal one"
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
    seconds: Annotated[float, "duration in seconds"]
    sentence: Annotated[str, "the result in a sentence"]


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
