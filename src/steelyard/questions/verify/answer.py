"""Whether a stored result comes out the same once more."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypedDict

from steelyard.results.base import Result
from steelyard.results.input_check import InputCheck

__all__ = ["NumberCheck", "Verification", "VerificationMethod", "VersionCheck"]

VerificationOutcome = Literal["equal", "differs", "cannot be verified"]


@dataclass(frozen=True, slots=True)
class VersionCheck:
    """One program that a stored result rests on.

    Attributes
    ----------
    program : str
        Such as ``"numpy"``.
    stored, here : str or None
        Its versions.

    Examples
    --------
    >>> from steelyard.results import VersionCheck
    >>> VersionCheck("numpy", "2.1.0", "2.2.0").here
    '2.2.0'
    """

    program: str
    stored: str | None
    here: str | None


@dataclass(frozen=True, slots=True)
class NumberCheck:
    """One stored value that came out otherwise.

    Attributes
    ----------
    table : str
        Part of the result, such as ``"pairs"`` or ``"method"``.
    row : str
        Which row, by its names.
    field : str
        Such as ``"p_value"``; of an interval ``"interval.0"`` and ``"interval.1"``.
    stored, recomputed : object
        As JSON holds them; None where there is no such value.

    Examples
    --------
    >>> from steelyard.results import NumberCheck
    >>> NumberCheck("scores", "bleu, mine", "score", 31.4, 31.5).recomputed
    31.5
    """

    table: str
    row: str
    field: str
    stored: Any
    recomputed: Any


class VerificationMethod(TypedDict):
    """What was compared, and how.

    Attributes
    ----------
    path, schema : str
        Of the stored result.
    n_segments : int or None
        Of its test set.
    n_values : int
        Values that were compared.
    tolerance : float
        How far they might be apart.
    reason : str
        Why it could not be computed again, else empty.
    """

    path: str
    schema: str
    n_segments: int | None
    n_values: int
    tolerance: float
    reason: str


@dataclass(frozen=True)
class Verification(Result):
    """What became of a stored result: its inputs, versions and numbers.

    Attributes
    ----------
    differences : tuple of NumberCheck
        Values that came out otherwise.
    inputs : tuple of InputCheck
        In the stored order.
    versions : tuple of VersionCheck
        Programs of another version than then.
    method : mapping
        What was compared, and how.

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

    differences: tuple[NumberCheck, ...]
    inputs: tuple[InputCheck, ...]
    versions: tuple[VersionCheck, ...]
    method: VerificationMethod

    @property
    def outcome(self) -> VerificationOutcome:
        """Say how it went; a changed input is a difference, another version is not."""
        if self.differences or any(check.state == "changed" for check in self.inputs):
            return "differs"
        return "cannot be verified" if self.method["reason"] else "equal"
