"""The command line: parse, run one command, print its result, turn errors into one sentence."""

import argparse
import gc
import math
import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, NoReturn

from steelyard.asking.registry import COMMANDS, QuestionEntry, load_part, split_command
from steelyard.cli.outputs import check_outputs
from steelyard.cli.parser import Parser
from steelyard.cli.streams import prepare_streams, say, write
from steelyard.cli.terminal import heartbeat, reading_bar
from steelyard.errors import AskError, SpecError, SteelyardError, TextWarning
from steelyard.files import keep_inputs
from steelyard.files.told import lines_told, listening
from steelyard.version import __version__

__all__ = ["answered", "commands", "main", "parse", "parser_of", "run_process"]

BAD_INPUT, FAULT, INTERRUPTED = 2, 3, 130
_MOST_SAID = 12_000  # characters of what is wrong: a cell of a file can hold all of it
_MOST_DECIMALS = 15


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Read the flags of a command line, `steelyard` itself left out; leave with help, or with what is wrong.

    The words before the first that is no name of ours say which command it is: `meta tests`, `lab rerank apply`.
    """
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    name, rest = split_command(words)
    if name in COMMANDS:
        return parser_of(COMMANDS[name]).parse_args(rest)
    if not name and not rest:
        _leave(import_module("steelyard.cli.help").start())
    if not name and all(not word.startswith("-") and os.path.exists(word) for word in rest):
        _leave(import_module("steelyard.cli.given_files").say_of_files(rest))
    _parser_of_words(name).parse_args(rest or ["--help"])
    raise AssertionError("a parser without a command leaves")  # pragma: no cover  # --help and errors both exit


def _leave(text: str) -> NoReturn:
    write(text)
    raise SystemExit(0)


def parser_of(entry: QuestionEntry) -> Parser:
    """Build the parser of one command. Its reference page and its completion are made from it."""
    parser = Parser(prog=f"steelyard {entry.name}")
    parser.add_help_flags()
    command = load_part(entry, "command")
    if command:
        command.add_arguments(parser)
    else:
        import_module("steelyard.cli.question_command").add_command(parser, entry)
    parser.add_argument(
        "--traceback", action="store_true", help="after a fault of the program, show where it came from"
    )
    parser.set_defaults(command=entry.name)
    return parser


@cache
def commands() -> dict[str, Parser]:
    """Return the parser of every command by name."""
    return {name: parser_of(entry) for name, entry in COMMANDS.items()}


def _parser_of_words(name: str) -> Parser:
    """Build the parser of `steelyard` alone, or of a topic: it lists commands, and refuses what is none."""
    parser = Parser(prog=f"steelyard {name}".rstrip(), is_list=True)
    parser.add_help_flags()
    if not name:
        parser.add_argument("-V", "--version", action="version", version=f"steelyard {__version__}", help="the version")
        parser.add_argument("--completion", action=_Completion, metavar="SHELL", help="complete bash, zsh, fish")
    return parser


class _Completion(argparse.Action):
    """Prints the script that completes commands in a shell, and exits."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Print it."""
        from steelyard.cli.completion import SHELLS, completion

        if values not in SHELLS:
            parser.error(f"there is completion for {', '.join(SHELLS)}, not for {values!r}")
        write(completion(values, commands()))
        parser.exit()


def run_process() -> NoReturn:
    """Run the command of this process: what `steelyard` and `python -m steelyard` start."""
    if not sys.warnoptions:  # numbers that overflow are refused by name; NumPy's words about them help nobody else
        warnings.simplefilter("ignore", RuntimeWarning)
    gc.disable()  # the process is short and makes few cycles: looking for them takes longer than all imports of ours
    try:
        main()
    finally:
        gc.freeze()  # Python looks for cycles once more as it ends; all that NumPy made need not be gone through


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 fine, 1 the gate failed, 2 bad input, 3 a fault of ours, 130 interrupted."""
    prepare_streams()
    sys.exit(_status(list(sys.argv[1:] if argv is None else argv)))


_OF_MANY = ("-m", "--metrics", "--systems", "--no-answer")  # flags of an answer that take several values
_READER = re.compile(r" \(read_\w+\)")  # the function that reads a file in Python: of no use on a command line


def _status(words: Sequence[str]) -> int:
    """Run a command, say what went wrong, and return the status."""
    prog = f"steelyard {split_command(words)[0]}".rstrip()
    try:
        return _run(words)
    except AskError as error:
        _tell(
            f"{prog}: {_READER.sub('', error.question)} {'Type' if len(error.answers) == 1 else 'Type one of these'}:"
        )
        import shlex

        for answer in error.answers:
            _tell(f"  {shlex.join(('steelyard', *answered(words, answer, error.replaces)))}")
        return BAD_INPUT
    except SteelyardError as error:
        _tell(f"{prog}: {_READER.sub('', str(error))}")
        return BAD_INPUT
    except MemoryError:
        _tell(f"{prog}: there is not enough memory for an input of this size.")
        return BAD_INPUT
    except KeyboardInterrupt:
        _tell(f"{prog}: interrupted.")
        return INTERRUPTED
    except SystemExit:  # argparse has said why
        raise
    except BaseException as error:  # noqa: BLE001  # some panics of native libraries are no Exception
        if isinstance(error, OSError) and error.filename:  # such as a name too long, where files are looked for
            _tell(f"{prog}: {error.filename}: {error.strerror or error}.")
            return BAD_INPUT
        from steelyard.cli.installation import broken_installation

        if broken := broken_installation(error):
            _tell(f"{prog}: {broken}")
            return BAD_INPUT
        if "--traceback" in words:
            say(_trace(error))
        _tell(f"{prog}: {_fault(error)}")
        return FAULT


def answered(words: Sequence[str], answer: Sequence[str], replaced: str) -> list[str]:
    """Return the command line with an answer: at its end, or in the place of a file, after NAME= too, or of all."""
    if replaced == "*":
        return list(answer)
    if not replaced:
        return [*_without(words, answer), *answer]
    return [
        word.removesuffix(replaced) + answer[0] if word == replaced or word.endswith(f"={replaced}") else word
        for word in words
    ]


def _without(words: Sequence[str], answer: Sequence[str]) -> list[str]:
    """Leave out flags that the answer gives anew, with their values; directions and columns have names, and add up."""
    flags = {word for word in answer if word.startswith("-") and not word.endswith("-is-better")} - {"--columns"}
    flags |= {"--metrics"} if "-m" in flags else set()
    kept, n_dropped = [], 0.0
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            flag, has_value, _ = word.partition("=")
            n_dropped = 0 if flag not in flags or has_value else math.inf if flag in _OF_MANY else 1
            if flag in flags:
                continue
        elif n_dropped:
            n_dropped -= 1
            continue
        kept.append(word)
    return kept


def _run(words: Sequence[str]) -> int:
    try:
        arguments = parse(words)
    except SystemExit:
        if sys.stdout is not None:
            write("")  # what --help said can still fail to arrive
        raise
    _limit_threads()
    if sys.stdout is None:
        write("")  # nothing is computed for nobody
    is_quiet = getattr(arguments, "quiet", False)
    with keep_inputs(), listening() as told, _said_warnings(is_quiet=is_quiet):
        _check(arguments)
        check_outputs(arguments)
        try:
            with heartbeat(arguments), reading_bar(arguments):
                result = arguments.run(arguments)
        finally:  # what a file was taken for is half of why it is refused
            if not is_quiet:
                tell_how_read(lines_told(told))
        write(result)
    status: int = getattr(arguments, "status", 0)
    return status


def _check(arguments: argparse.Namespace) -> None:
    """Refuse what no command takes, whichever it is: flags of other programs, decimals, tables and threads."""
    given = vars(arguments)
    if given.get("refused") is not None:
        raise SpecError(given["refused"])
    if given.get("width") is not None and not 0 <= given["width"] <= _MOST_DECIMALS:
        raise SpecError(f"--width must be from 0 to {_MOST_DECIMALS} decimals, not {given['width']}.")
    if given.get("csv_table") is not None and given["format"] != "csv":
        raise SpecError("--csv-table chooses what --format csv writes: the other formats have every table.")
    if given.get("executor") is not None:
        from steelyard.scored.threads import check_executor  # few ask for more than one

        check_executor(given["executor"])


@contextmanager
def _said_warnings(*, is_quiet: bool) -> Iterator[None]:
    """Say warnings about texts as the command's own, each once."""
    said: set[str] = set()
    show_others = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if not issubclass(category, TextWarning):
            show_others(message, category, *place, **more)
        elif not is_quiet and str(message) not in said:
            said.add(str(message))
            say(f"steelyard: warning: {message}.")

    with warnings.catch_warnings():
        warnings.simplefilter("always", TextWarning)
        warnings.showwarning = show
        yield


def tell_how_read(told: Sequence[str]) -> None:
    """Say on standard error how files were read, a line each."""
    for sentence in told:
        _tell(f"steelyard: {sentence}.")


def _tell(message: str) -> None:
    """Say in one line what is wrong, whatever a file's name holds, and however much its cells hold."""
    if len(message) > _MOST_SAID:
        message = f"{message[: _MOST_SAID // 2]} … {message[-_MOST_SAID // 2 :]}"
    say("".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in message))


def _fault(error: BaseException) -> str:
    """Say in a sentence what broke and how to report it."""
    place = next((f" ({where})" for where in reversed(_places(error))), "")
    what = f"{type(error).__name__}: {error}".rstrip(": .")
    return (
        f"this is a fault of Steelyard, not of the input: {what}{place}. Please report it to the maintainers with this "
        "command line, what `steelyard check installation --json` says, and what the command says with --traceback."
    )


def _places(error: BaseException) -> list[str]:
    """Return the lines of ours that an exception went through."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    places, step = [], error.__traceback__
    while step is not None:
        path = step.tb_frame.f_code.co_filename
        if path.startswith(root + os.sep):
            places.append(f"{os.path.relpath(path, root)}, line {step.tb_lineno}")
        step = step.tb_next
    return places


def _trace(error: BaseException) -> str:
    import traceback

    return "".join(traceback.format_exception(error)).rstrip()


def _limit_threads() -> None:
    """Keep BLAS from starting threads of its own: it does so, and they spin, as NumPy is imported."""
    if "numpy" not in sys.modules:
        for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
            os.environ[variable] = "1"
