"""The command of a question on texts: its flags follow from its options, and what it prints from its answer."""

import argparse
from dataclasses import Field, fields, replace
from functools import partial
from typing import Any, TypeVar

from steelyard.asking import Question, QuestionEntry, entry_named, load_part, question_class
from steelyard.asking.question import REQUIRED, option_of
from steelyard.cli.arguments import REFERENCES, add_input, add_look, add_plots, add_report, add_statistics
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import check_one_end, read_counted, warn
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.parser import add_first
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.reports import PAGE, check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.threads import add_threads

__all__ = ["add_command", "add_option", "add_options", "describe", "help_of", "question_of_arguments"]

Asked = TypeVar("Asked", bound=Question)


def add_command(parser: argparse.ArgumentParser, entry: QuestionEntry, first: tuple[str, str] = REFERENCES) -> None:
    """Add what a question on texts takes: inputs, metrics, its own options, and how the answer looks."""
    asked = question_class(entry)
    describe(parser, asked)
    has_unit = any(one.name == "unit" for one in fields(asked))
    add_input(parser, has_unit=has_unit, may_lack_texts="stats" in asked.takes, first=first)
    if "stats" in asked.takes:
        add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group(entry.name)
    add_options(group, asked)
    threads = "threads" if "threads" in asked.takes else "threads for counting"
    add_threads(group, threads)
    add_formats(parser, *(("github",) if "github" in asked.takes else ()))
    add_look(parser, has_width="width" in asked.takes)
    if "plots" in asked.takes:
        add_plots(parser)
    if "report" in asked.takes:
        add_report(parser)
    parser.set_defaults(run=partial(run, entry), refused=None, needs_no_reference="no references" in asked.takes)


def describe(parser: argparse.ArgumentParser, asked: type[Question]) -> None:
    """Say what the command does and how it is typed, and add the options that stand without a flag."""
    parser.description, parser.epilog = asked.description, "\n".join(asked.command_lines)
    for one in fields(asked):
        known = option_of(one)
        if known.flags == (one.name,):
            details = _details(one)
            if one.default is not REQUIRED:
                details["nargs"] = "*" if known.is_list else "?"
            parser.add_argument(one.name, **details)


def run(entry: QuestionEntry, arguments: argparse.Namespace) -> str:
    """Ask the question of what the arguments name, and return what the command prints."""
    asked = question_class(entry)
    if "plots" in asked.takes:
        check_plots(arguments)
    if "report" in asked.takes:
        check_page(arguments)
    question, counted = question_of_arguments(arguments, asked), read_counted(arguments)
    if asked.without_texts and arguments.stats and getattr(counted.test_set, "has_texts", True):
        warn(arguments, f"statistics files hold no text: {asked.without_texts}")
    if "bounds" not in asked.takes:
        check_one_end(arguments, counted)
    with progress_bar(arguments) as progress:
        answer = load_part(entry, "compute").compute(replace(counted, progress=progress), question)
    if "plots" in asked.takes and arguments.plots is not None:
        write_plots(arguments, load_part(entry, "figures").draw(answer))
    if "report" in asked.takes and arguments.report is not None:
        write_page(arguments, _with_segments(arguments, counted, answer) if "segments" in asked.takes else answer)
    return write_result(arguments, answer, width=getattr(arguments, "width", None))


def _with_segments(arguments: argparse.Namespace, counted: Any, answer: Any) -> Any:
    """Collect the segments that a page shows beside its answer."""
    page = entry_named(PAGE)
    shown: Any = {"languages": arguments.language_pair}
    return load_part(page, "compute").compute(counted, answer, question_class(page)(**shown))


def add_options(group: argparse._ActionsContainer, asked: type[Question]) -> None:
    """Add a flag for every option that has one of its own."""
    for one in fields(asked):
        if option_of(one).flags not in ((), (one.name,)) and not option_of(one).is_shared:
            add_option(group, one)


def add_option(
    group: argparse._ActionsContainer, one: "Field[Any]", *, may_be_first: bool = True, **instead: Any
) -> None:
    """Add the flag of an option, with what argparse is told otherwise; --help need not show it in every command."""
    known = option_of(one)
    details = _details(one)
    if one.default is REQUIRED:
        details["required"] = True
    else:
        details["default"] = None if known.is_list or known.file else one.default
    flags = (f"--{one.name.replace('_', '-')}",) if known.flags is None else known.flags
    add = partial(add_first, group) if known.is_first and may_be_first else group.add_argument
    add(*flags, dest=known.dest or one.name, **(details | instead))


def help_of(one: "Field[Any]", more: str = "") -> str:
    """Say what an option is, with its default and what is to be said beside it."""
    known = option_of(one)
    shown = f"{known.shown or _shown(one.default)}{more}"
    text = f"{known.help}{known.on_command_line}"
    return f"{text} ({shown})" if shown else text


def _details(one: "Field[Any]") -> dict[str, Any]:
    """Say how argparse reads the values of an option."""
    known, default = option_of(one), one.default
    details: dict[str, Any] = {"help": help_of(one)}
    if known.kind is bool:
        return details | {"action": "store_false" if default else "store_true"}
    details |= {"type": known.kind, "metavar": known.metavar or ("FILE" if known.file else None)}
    if known.choices:
        details["choices"] = known.choices
    if not known.is_list:
        return details
    details["nargs"] = "*" if known.may_be_empty else "+"
    return details | {"action": "extend"} if known.adds_up else details


def _shown(default: Any) -> str:
    if isinstance(default, tuple):
        return " ".join(map(_shown, default))
    if default in (None, REQUIRED) or isinstance(default, bool):
        return ""
    return f"{default:g}" if isinstance(default, float) else str(default)


def question_of_arguments(arguments: argparse.Namespace, asked: type[Asked]) -> Asked:
    """Ask what the flags say; files of lines are read."""
    from steelyard.files.reading import read_lines

    given: dict[str, Any] = {}
    for one in fields(asked):
        known = option_of(one)
        value = vars(arguments).get(known.dest or one.name)
        if value is not None:
            read = known.read or (partial(read_lines, encoding=arguments.encoding) if known.file else None)
            given[one.name] = read(value) if read else value
    return asked(**given)
