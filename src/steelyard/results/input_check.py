"""An input of a stored result, as it was and as it is."""

from typing import Literal

from steelyard.results.columns import column, row

__all__ = ["InputCheck"]

InputState = Literal["as it was", "changed", "missing", "no file"]


@row
class InputCheck:
    """One input of a stored result."""

    role: str = column("what it was")
    name: str = column("its path or name, as stored")
    path: str = column("where it was looked for")
    sha256: str = column("as stored")
    sha256_found: str | None = column("of what is there; None where nothing is")
    state: InputState = column("``no file``: it came as a list or from standard input, or is a part of a file")
