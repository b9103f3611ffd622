"""The command line: parse, run one command, print its result, turn errors into one sentence."""

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from steelyard import __version__
from steelyard.cli import (
    calibrate,
    compare,
    dependence,
    diff,
    explain,
    explain_signature,
    human,
    influence,
    learning_curve,
    lint,
    meta,
    metrics,
    paraphrase,
    plan,
    plan_ratings,
    replicate,
    score,
    stats,
    tune,
    verify,
)
from steelyard.errors import SteelyardError

__all__ = ["build_parser", "main", "run_process"]

_COMMANDS = (
    lint,
    score,
    compare,
    stats,
    human,
    meta,
    plan_ratings,
    calibrate,
    plan,
    learning_curve,
    dependence,
    diff,
    influence,
    replicate,
    explain,
    verify,
    explain_signature,
    tune,
    paraphrase,
    metrics,
)
_BAD_INPUT, _INTERRUPTED = 2, 130
_WIDEST = 100


class _Formatter(argparse.HelpFormatter):
    """Argparse's own, with a width that does not take half the standard library to find out."""

    def __init__(self, prog: str) -> None:
        try:
            columns = os.get_terminal_size().columns
        except OSError:
            columns = _WIDEST
        super().__init__(prog, max_help_position=28, width=max(min(columns, _WIDEST) - 2, 40))


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage dump."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(formatter_class=_Formatter, **kwargs)

    def error(self, message: str) -> NoReturn:
        """Exit with status 2."""
        self.exit(_BAD_INPUT, f"{self.prog}: {message}. See `{self.prog} --help`.\n")


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Build the parser; the reference page is generated from it.

    Parameters
    ----------
    only : str, optional
        Add the flags of this command alone: what a single run needs.

    Returns
    -------
    argparse.ArgumentParser
        With one sub-parser a command.
    """
    parser = _Parser(
        prog="steelyard",
        description="Weighs translations: scores, honest significance tests, and what they mean.",
        epilog="`steelyard COMMAND --help` describes a command. Flags are sacreBLEU's where it has them.",
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"steelyard {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        subparser = commands.add_parser(command.NAME, help=command.HELP, allow_abbrev=False, **command.TEXTS)
        if only in (None, command.NAME):
            command.add_arguments(subparser)
    return parser


def run_process() -> NoReturn:
    """Run the command of this process: what `steelyard` and `python -m steelyard` start."""
    gc.disable()  # the process is short and makes few cycles: looking for them takes longer than all imports of ours
    main()


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 fine, 1 stopped by a gate or a check, 2 bad input, 130 interrupted.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; by default those of the process.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    arguments = build_parser(next((word for word in words if not word.startswith("-")), "")).parse_args(words)
    prog = f"steelyard {arguments.command}"
    _limit_threads(getattr(arguments, "jobs", 1))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, io.TextIOWrapper
        ):  # the same bytes whatever the locale; a name that is no text is escaped
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        output = arguments.run(arguments)
    except SteelyardError as error:
        _fail(f"{prog}: {error}")
    except MemoryError:
        _fail(f"{prog}: there is not enough memory for this many systems, segments and resamples.")
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        sys.exit(_INTERRUPTED)
    _write(prog, output)
    sys.exit(getattr(arguments, "status", 0))


def _fail(message: str) -> NoReturn:
    """Say in one line what is wrong, whatever a file's name holds."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in message)
    sys.stderr.write(f"{shown}\n")
    sys.exit(_BAD_INPUT)


def _write(prog: str, output: str) -> None:
    if sys.stdout is None:
        _fail(f"{prog}: cannot write the result: standard output is closed.")
    try:
        sys.stdout.write(output + "\n" if output else "")
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        _silence_stdout()
    except OSError as error:
        _silence_stdout()
        _fail(f"{prog}: cannot write the result: {error.strerror or error}.")


def _silence_stdout() -> None:
    """Keep the interpreter from flushing, and failing, once more as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _limit_threads(n_jobs: int) -> None:
    """Keep BLAS from starting threads that nobody asked for: it does so, and spins, as NumPy is imported."""
    if "numpy" not in sys.modules:
        for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
            os.environ[variable] = str(min(max(n_jobs, 1), 1024))
