"""Whether a stored result comes out the same once more."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypedDict

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.input_check import InputCheck
from steelyard.results.table import clean

__all__ = ["LedgerFault", "LookRow", "NumberCheck", "TestSetRow", "Verification", "VerificationMethod", "VersionCheck"]

VerificationOutcome = Literal["equal", "differs", "cannot be verified"]


def _value_text(value: Any) -> str:
    return clean(repr(value) if isinstance(value, float) else str(value))


@row
class VersionCheck:
    """One program that a stored result rests on."""

    program: str = column('such as "numpy"')
    stored: str | None = column("its version when the result was stored")
    here: str | None = column("its version now")


@row
class NumberCheck:
    """One stored value that came out otherwise."""

    table: str = column('part of the result, such as "pairs" or "method"', "table")
    row: str = column("which row, by its names", "row")
    field: str = column('such as "p_value"; of an interval "interval.0" and "interval.1"', "value")
    stored: Any = column("as JSON holds them; None where there is no such value", "stored", _value_text)
    recomputed: Any = column("the same, computed again", "computed again", _value_text)


def _short(sha256: str) -> str:
    return clean(sha256[:8])


@row
class LookRow:
    """A look of a ledger of gates; a look stands after the earlier ones that it names."""

    test_set: str = column("SHA-256 of its references, in any order", "test set", _short)
    number: int = column("its number on this test set, from 1; looks on separate branches can share one", ">look")
    date: str = column("as it was written", "date")
    verdict: str = column("``failed``, or ``open`` where nothing was shown", "gate")
    level: float = column("its share of alpha", ">level", ".3g", True)
    p: str = column("on which side of the level p was; the number where scores were shown", "p")
    scores: str = column("whether scores were ``hidden`` or ``shown``", "scores")
    is_guaranteed: bool = column("whether the level holds", "level holds", lambda holds: "yes" if holds else "no")
    question: str = column("what was asked beside the defaults, as JSON", "question", spare=1)
    line: int = column("of the file", ">line")


@row
class TestSetRow:
    """What all looks at a test set add up to."""

    __test__ = False  # pytest: not a test class

    test_set: str = column("SHA-256 of its references, in any order", "test set", _short)
    n_looks: int = column("looks at it", ">looks", "d")
    n_failed: int = column("gates that failed", ">failed", "d")
    n_guaranteed: int = column("looks at which the level holds", ">level holds", "d")
    alpha: float = column("chance of a wrong failure that the looks share", ">alpha", "g")
    spent: float = column(
        "levels of all looks but failed gates, whose levels go to the looks after them", ">spent", ".3g", True
    )
    bound: float = column(
        "largest chance of a wrong failure; above alpha where separate branches spent the same share",
        ">at most",
        ".3g",
        True,
    )


@row
class LedgerFault:
    """What shows that a ledger was changed."""

    line: int = column("of the file", ">line", "d")
    what: str = column("is wrong with it", "what is wrong")


@documented
class VerificationMethod(TypedDict):
    """What was compared, and how."""

    path: Annotated[str, "of the stored result"]
    schema: Annotated[str, "of the stored result"]
    n_segments: Annotated[int | None, "of its test set"]
    n_values: Annotated[int, "values that were compared"]
    tolerance: Annotated[float, "how far they might be apart"]
    reason: Annotated[str, "why it could not be computed again, else empty"]


@documented
@dataclass(frozen=True)
class Verification(Result):
    """What became of a stored result: its inputs, versions and numbers.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import steelyard as sy
    >>> data = sy.TestSet.from_files(
    ...     references=["examples/reference.1.en"], systems={"harbour": "examples/systems/harbour.en"}
    ... )
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "scores.json")
    ...     sy.evaluate(data).scores().save(path)
    ...     sy.verify(path).outcome
    'equal'
    """

    schema: ClassVar[str] = "steelyard.verification/1"
    tables: ClassVar[tuple[str, ...]] = ("differences", "inputs", "versions")

    differences: Annotated[tuple[NumberCheck, ...], "values that came out otherwise"]
    inputs: Annotated[tuple[InputCheck, ...], "in the stored order"]
    versions: Annotated[tuple[VersionCheck, ...], "programs of another version than then"]
    method: Annotated[VerificationMethod, "what was compared, and how"]
    test_sets: Annotated[tuple[TestSetRow, ...], "of a ledger of gates, in the order of first looks"] = ()
    looks: Annotated[tuple[LookRow, ...], "of a ledger, each after the earlier ones that it names"] = ()
    faults: Annotated[tuple[LedgerFault, ...], "of a ledger that was changed"] = ()

    @property
    def outcome(self) -> VerificationOutcome:
        """Say how it went; a changed input is a difference, another version is not."""
        if self.differences or self.faults or any(check.state == "changed" for check in self.inputs):
            return "differs"
        return "cannot be verified" if self.method["reason"] else "equal"
