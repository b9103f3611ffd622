"""What a mutant is: one place of one file, and what stands there instead."""

from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

HOME = ROOT / "build" / "mutants"


@dataclass(frozen=True)
class Mutant:
    """One small fault.

    Attributes
    ----------
    file : str
        From the root of the checkout.
    function : str
        That it is in, with its class; empty outside of any.
    kind : str
        Of fault.
    line : int
        Of the first changed byte, from 1.
    start, end : int
        The bytes that are replaced.
    text : str
        What stands there instead.
    """

    file: str
    function: str
    kind: str
    line: int
    start: int
    end: int
    text: str

    @property
    def path(self) -> Path:
        return ROOT / self.file

    @property
    def room(self) -> str:
        """Return the room that it is in; `native` for the core."""
        return self.file.removeprefix("src/steelyard/").split("/")[0]

    def source(self) -> bytes:
        """Return the file with the fault in it."""
        old = self.path.read_bytes()
        return old[: self.start] + self.text.encode() + old[self.end :]

    @property
    def before(self) -> str:
        """Return the lines that it changes, as they are, without what is around them."""
        return _stripped(self._around(self.path.read_bytes()[self.start : self.end]))

    @property
    def after(self) -> str:
        """Return them as the fault makes them."""
        return _stripped(self._around(self.text.encode()))

    def _around(self, text: bytes) -> str:
        """Return a text in the place of this, up to the ends of its lines."""
        source = self.path.read_bytes()
        end = source.find(b"\n", self.end)
        return (source[source.rfind(b"\n", 0, self.start) + 1 : self.start] + text + source[self.end : end]).decode()

    @property
    def name(self) -> tuple[str, str, str, str]:
        """Return what it is known by, wherever its lines go."""
        return self.file, self.function, self.before, self.after

    def told(self) -> str:
        """Return it for readers."""
        signed = [
            f"{sign} {line}" for sign, lines in (("-", self.before), ("+", self.after)) for line in lines.split("\n")
        ]
        return "\n    ".join([f"{self.file}:{self.line} in {self.function or 'the module'} ({self.kind})", *signed])


def _stripped(text: str) -> str:
    return "\n".join(line.strip() for line in text.split("\n"))


# What becomes of what; the ends of a range are where most faults are, so `<` does not become `>`.
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "//": "*", "%": "*", "**": "*", "&": "|", "|": "&"}


# A whole number from here on is the size of a block or of a limit: one more changes no answer.
LARGE = 1000


def other_number(value: int | float) -> str:
    """Return one that means something else: the next whole one, twice a fraction, 0 in place of a tolerance."""
    if isinstance(value, int):
        return str(value + 1)
    if 0 < value < 1e-6:
        return "0.0"
    return repr(2 * value) if value else "1.0"
