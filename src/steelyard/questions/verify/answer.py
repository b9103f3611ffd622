"""Whether a stored result comes out the same once more."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypedDict

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.input_check import InputCheck
from steelyard.results.table import clean

__all__ = ["NumberCheck", "Verification", "VerificationMethod", "VersionCheck"]

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

    @property
    def outcome(self) -> VerificationOutcome:
        """Say how it went; a changed input is a difference, another version is not."""
        if self.differences or any(check.state == "changed" for check in self.inputs):
            return "differs"
        return "cannot be verified" if self.method["reason"] else "equal"
