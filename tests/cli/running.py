"""Run `steelyard` in this process, and sacreBLEU's own command line as the oracle beside it."""

import functools
import io
import os
import re
import signal
import sys
import warnings
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from tempfile import TemporaryFile
from types import SimpleNamespace
from typing import Any
from unittest import mock

from sacrebleu.sacrebleu import main as sacrebleu_command

import steelyard as sy
from steelyard.cli.app import FAULT, main
from tests.conftest import EXAMPLES, SYSTEMS

# Its command line, once imported, lets a closed pipe end the process: that of these tests writes to processes, too.
if hasattr(signal, "SIGPIPE"):  # Windows has none
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)

REFERENCE, REFERENCE_2 = str(EXAMPLES / "reference.1.en"), str(EXAMPLES / "reference.2.en")
DOCUMENTS, SOURCE = str(EXAMPLES / "documents.txt"), str(EXAMPLES / "source.de")
PATHS = {name: str(EXAMPLES / "systems" / f"{name}.en") for name in SYSTEMS}
HARBOUR, LANTERN, SPARROW, TANGLE, ORATOR = PATHS.values()


HOW_FAR = re.compile(
    r"steelyard: ([\d,]+ of [\d,]+ steps \(\d+%\) after \d+ s, about \d+ s left|working for \d+ s)"
)  # every ten seconds


@dataclass(frozen=True)
class Outcome:
    """How a command ended: exit status, standard output, standard error, and what it said of how files were read."""

    status: int
    out: str
    err: str
    told: str = ""

    @property
    def said(self) -> list[str]:
        """The lines of standard error, but for how far a slow machine has come."""
        return without_progress(self.err).splitlines()


def without_progress(err: str) -> str:
    """Leave out of standard error how far a slow machine has come."""
    return "".join(line for line in err.splitlines(keepends=True) if not HOW_FAR.fullmatch(line.rstrip("\n")))


def run(*argv: object, stdin: bytes = b"", is_whole: bool = True) -> Outcome:
    """Run the command; a fault of the program, which no test here expects, is an error with its traceback.

    Its text is the whole page, as with --details, --method and --legend; or what it prints without them.
    """
    out, err = io.StringIO(), io.StringIO()
    standard_input = SimpleNamespace(buffer=io.BytesIO(stdin), isatty=lambda: False)
    told: list[str] = []
    telling = mock.patch("steelyard.cli.app.tell_how_read", told.extend)
    looks: dict[str, Any] = {"_first_look": lambda _: None, "_MOST_PAIRS": None} if is_whole else {}
    looking = mock.patch.multiple("steelyard.cli.formats", **looks) if looks else nullcontext()
    with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", standard_input), telling, looking:
        try:
            main([str(argument) for argument in argv])
        except SystemExit as leaving:
            if leaving.code == FAULT:
                raise AssertionError(err.getvalue()) from leaving.__context__
            return Outcome(int(leaving.code or 0), out.getvalue(), err.getvalue(), "".join(f"{one}.\n" for one in told))
    raise AssertionError("main came back without leaving")


def with_flags(words: Sequence[object], *flags: object) -> tuple[object, ...]:
    """Add flags to a command line, in place of those of the same name that it has: no flag can be given twice."""
    new = {str(flag) for flag in flags if str(flag).startswith("-")}
    kept, is_dropped = [], False
    for word in words:
        if str(word).startswith("-"):
            is_dropped = str(word) in new
        if not is_dropped:
            kept.append(word)
    return (*kept, *flags)


def output(*argv: object, stdin: bytes = b"", is_whole: bool = True) -> str:
    """Run a command that must work, and say no more on standard error than what files were read as; return the rest."""
    outcome = run(*argv, stdin=stdin, is_whole=is_whole)
    assert (outcome.status, outcome.said) == (0, [])
    assert outcome.out.endswith("\n")
    return outcome.out[:-1]


def is_verified(shown: str) -> bool:
    """Say whether `steelyard check result` computed the same values again, however long the path in its line is."""
    return "is verified" in " ".join(shown.split())


@functools.cache
def sacrebleu(*argv: str, stdin: bytes = b"") -> str:
    """Return what sacreBLEU 2.6 prints for these arguments; in this process, as it takes long to import."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SACREBLEU")}
    with TemporaryFile() as given, TemporaryFile() as printed:
        given.write(stdin)
        given.seek(0)
        # It opens the numbers of both files anew, and leaves all that it reads open.
        stdin_like = SimpleNamespace(fileno=lambda: os.dup(given.fileno()))
        stdout_like = SimpleNamespace(fileno=lambda: os.dup(printed.fileno()))
        with (
            mock.patch.multiple(sys, argv=["sacrebleu", *argv], stdin=stdin_like, stdout=stdout_like),
            mock.patch.dict(os.environ, environment | {"NO_COLOR": "1"}, clear=True),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore", ResourceWarning)
            try:
                sacrebleu_command()
            except SystemExit as leaving:
                assert not leaving.code
            sys.stdin.close()
            sys.stdout.close()
        printed.seek(0)
        return printed.read().decode().rstrip("\n")


def as_sacrebleu(text: str) -> str:
    """Replace our version by sacreBLEU's: the only part of a signature that may differ."""
    for key in ("version", "v", '"version"'):
        text = text.replace(f"{key}:sy.{sy.__version__}", f"{key}:2.6.0")
    return text


def shape(value: Any) -> Any:
    """Replace every leaf by its type, so that only keys, order and nesting are left."""
    if isinstance(value, dict):
        return [(key, shape(item)) for key, item in value.items()]
    return [shape(item) for item in value] if isinstance(value, list) else type(value).__name__
