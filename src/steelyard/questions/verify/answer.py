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
    """One program that a stored result depends on."""

    program: str = column('name of the program, such as "numpy"')
    stored: str | None = column("version when the result was stored")
    here: str | None = column("version now")


@row
class NumberCheck:
    """One stored value that differs."""

    table: str = column('part of the result, such as "pairs" or "method"', "table")
    row: str = column("names of the row", "row")
    field: str = column('name of the value, such as "p_value"; of an interval "interval.0" and "interval.1"', "value")
    stored: Any = column("stored value; None if there is none", "stored", _value_text)
    recomputed: Any = column("value now; None if there is none", "recomputed", _value_text)


def _short(sha256: str) -> str:
    return clean(sha256[:8])


@row
class LookRow:
    """A look of a ledger of gates; a look stands after the earlier ones that it names."""

    test_set: str = column("SHA-256 of its references, in any order", "test set", _short)
    number: int = column(
        "number of the look on this test set, from 1; looks on separate branches can have the same", ">look"
    )
    date: str = column("date and time of the look", "date")
    verdict: str = column("``failed``, or ``open`` if no verdict was shown", "gate")
    level: float = column("share of alpha that the look uses", ">level", ".3g", True)
    p: str = column("p-value if scores were shown; else whether it was below the level", "p")
    scores: str = column("whether scores were ``hidden`` or ``shown``", "scores")
    is_guaranteed: bool = column(
        "whether the level is guaranteed", "guaranteed", lambda holds: "yes" if holds else "no"
    )
    question: str = column("options that are not defaults, as JSON", "question", spare=1)
    line: int = column("number of the line in the file", ">line")


@row
class TestSetRow:
    """What all looks at a test set add up to."""

    __test__ = False  # pytest: not a test class

    test_set: str = column("SHA-256 of its references, in any order", "test set", _short)
    n_looks: int = column("number of looks", ">looks", "d")
    n_failed: int = column("number of gates that failed", ">failed", "d")
    n_guaranteed: int = column("number of looks with a guaranteed level", ">guaranteed", "d")
    alpha: float = column("probability of a false failure, for all looks together", ">alpha", "g")
    spent: float = column(
        "sum of the levels used; the levels of failed gates are used again by later looks", ">spent", ".3g", True
    )
    bound: float = column(
        "upper bound of the probability of a false failure; above alpha if separate branches used the same level",
        ">at most",
        ".3g",
        True,
    )


@row
class LedgerFault:
    """What shows that a ledger was changed."""

    line: int = column("number of the line in the file", ">line", "d")
    what: str = column("fault of the line", "fault")


@documented
class VerificationMethod(TypedDict):
    """What was compared, and how."""

    path: Annotated[str, "path of the stored result"]
    schema: Annotated[str, "schema of the stored result"]
    n_segments: Annotated[int | None, "number of segments of its test set"]
    n_values: Annotated[int, "number of values that were compared"]
    tolerance: Annotated[float, "accepted relative difference"]
    reason: Annotated[str, "reason why it cannot be verified; else empty"]


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

    differences: Annotated[tuple[NumberCheck, ...], "values that differ"]
    inputs: Annotated[tuple[InputCheck, ...], "in the stored order"]
    versions: Annotated[tuple[VersionCheck, ...], "programs whose version differs"]
    method: Annotated[VerificationMethod, "what was compared, and how"]
    test_sets: Annotated[tuple[TestSetRow, ...], "test sets of a ledger of gates, in the order of first looks"] = ()
    looks: Annotated[tuple[LookRow, ...], "looks of a ledger, each after the earlier ones that it names"] = ()
    faults: Annotated[tuple[LedgerFault, ...], "faults of a ledger that was changed"] = ()

    @property
    def outcome(self) -> VerificationOutcome:
        """Say how it went; a changed input is a difference, another version is not."""
        if self.differences or self.faults or any(check.state == "changed" for check in self.inputs):
            return "differs"
        return "cannot be verified" if self.method["reason"] else "equal"
