"""An input of a stored result, as it was and as it is."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["InputCheck"]

InputState = Literal["as it was", "changed", "missing", "no file"]


@dataclass(frozen=True, slots=True)
class InputCheck:
    """One input of a stored result.

    Attributes
    ----------
    role, name : str
        What it was, and its path or name as stored.
    path : str
        Where it was looked for.
    sha256 : str
        As stored.
    sha256_found : str or None
        Of what is there; None where nothing is.
    state : {"as it was", "changed", "missing", "no file"}
        ``no file``: it came as a list or from standard input, or is a part of a file.

    Examples
    --------
    >>> from steelyard.results import InputCheck
    >>> InputCheck("reference 1", "ref.txt", "ref.txt", "ab12", "cd34", "changed").state
    'changed'
    """

    role: str
    name: str
    path: str
    sha256: str
    sha256_found: str | None
    state: InputState
