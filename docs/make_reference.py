"""Write docs/reference from the code: the command line, the JSON, the metrics, the Python names and the tests.

Usage: python docs/make_reference.py
"""

import argparse
import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

from reference_json import json_page
from reference_layout import code, first_line, page, table

from steelyard.cli.app import commands
from steelyard.cli.pages_of_help import flags_by_group
from steelyard.inference import CORRECTIONS, PROCEDURES, Alternative, registered_tests
from steelyard.metrics import available
from steelyard.questions.metrics.answer import MetricPage
from steelyard.questions.metrics.compute import catalogue, tokenizers, views

FOLDER = Path(__file__).resolve().parent / "reference"
MODULES = (
    "steelyard",
    "steelyard.metrics",
    "steelyard.inference",
    "steelyard.human",
    "steelyard.meta",
    "steelyard.tuning",
    "steelyard.results",
    "steelyard.report",
    "steelyard.plot",
    "steelyard.types",
    "steelyard.text",
    "steelyard.errors",
)
VALIDITY = {
    "exact": "The level holds by construction, for any number of units, under the test's assumption.",
    "asymptotic": "The level holds as the number of units grows.",
    "reproduction": "Exists only to reproduce what another tool prints; its level does not hold.",
}


# The command line, from the parser's own actions: argparse lays its help out differently from version to version.


def flags_of(action: argparse.Action) -> str:
    """Spell the flags of an action, or its name where it is positional."""
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`"
    return ", ".join(f"`{flag}`" for flag in action.option_strings)


def value_of(action: argparse.Action) -> str:
    """Spell what follows a flag."""
    if action.nargs == 0:
        return ""
    name = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.metavar or action.dest.upper()
    return f"`{name} ...`" if action.nargs in ("+", "*") else f"`{name}`"


def default_of(action: argparse.Action) -> str:
    """Spell a default that is a value."""
    default = action.default
    if default in (None, False, argparse.SUPPRESS) or default == []:
        return ""
    return f"`{' '.join(map(str, default)) if isinstance(default, list) else default}`"


def command_text(name: str, parser: argparse.ArgumentParser) -> str:
    """Describe one command: what it is for, its flags by group, and the flags it refuses."""
    parts = [f"## steelyard {name}", parser.description or ""]
    if parser.epilog:
        parts.append(f"```sh\n{parser.epilog}\n```")
    refused = []
    for title, actions in flags_by_group(parser):
        rows = []
        for action in actions:
            text = (action.help or "").replace("%%", "%")
            rows.append((flags_of(action), value_of(action), default_of(action), text))
        parts += [f"### {name}: {title}", table(("flag", "value", "default", "meaning"), rows)]
    for action in parser._actions:  # noqa: SLF001  # argparse has no public way to list flags
        if action.help is argparse.SUPPRESS:
            refused.append((flags_of(action), code(getattr(action, "sentence", "")) + "."))
    if refused:
        sentence = "Each of these is refused with status 2 and the sentence beside it."
        parts += [f"### {name}: sacreBLEU's flags that are refused", sentence, table(("flag", "answer"), refused)]
    return "\n\n".join(part for part in parts if part)


def cli_page() -> str:
    """Describe the command line."""
    parsers = commands()
    summary = "\n".join(f"- [`steelyard {name}`](#steelyard-{name})" for name in parsers)
    statuses = table(
        ("status", "meaning"),
        [
            ("0", "fine"),
            (
                "1",
                "the gate is closed, and nothing else: `compare --gate` found a regression, `lint` found something "
                "wrong, `verify` found another number, `explain-signature` two scores that may not be compared",
            ),
            ("2", "bad input, or nowhere to write to: one sentence on standard error"),
            ("3", "a fault of the program: one sentence with what to report; `--traceback` shows where it came from"),
            ("130", "interrupted"),
        ],
    )
    return page(
        "The command line",
        summary,
        "Results go to standard output, everything else to standard error. "
        "`steelyard COMMAND --help` shows the flags of a first run, `--help-all` those of this page.",
        statuses,
        "A file that a command writes is whole or stays as it was. Inputs of the same command, devices, FIFOs and "
        "folders are refused before any work, symbolic links are followed, and a file that is replaced keeps its mode.",
        *(command_text(name, parser) for name, parser in parsers.items()),
    )


# Metrics, from their docstrings.


def metric_text(metric: MetricPage) -> str:
    """Describe one metric under its fixed headings."""
    name = metric.name
    parts = [f"## {name}", f"`steelyard.metrics.{metric.class_name}`. {code(metric.summary)}"]
    if metric.aliases:
        parts.append("Also called: " + ", ".join(f"`{other}` = `{spelling}`" for other, spelling in metric.aliases))
    for heading, text in metric.headings.items():
        parts += [f"### {name}: {heading}", code(text)]
    options = [(f"`{option}`", code(kind), code(meaning)) for option, kind, meaning in metric.own_options]
    if options:
        parts += [f"### {name}: Parameters", table(("name", "type", "meaning"), options)]
    parts += [f"### {name}: References", "\n".join(f"- {reference}" for reference in metric.references)]
    parts += [f"### {name}: Example", f"```python\n{metric.examples}\n```"]
    return "\n\n".join(parts)


def metrics_page() -> str:
    """Describe every metric, tokenizer and view that comes with the package."""
    ours = [page for page in catalogue() if available()[page.name].__module__.startswith("steelyard.")]
    shared = [(f"`{option}`", code(kind), code(meaning)) for option, kind, meaning in ours[0].shared_options]
    return page(
        "Metrics",
        "A metric is spelled `name` or `name(option=value, ...)`, on the command line (`-m`) and in Python "
        "(`steelyard.metrics.parse`). `steelyard metrics` lists them, `steelyard metrics NAME` prints one's page.",
        "\n".join(f"- [`{metric.name}`](#{metric.name.replace('.', '')}): {code(metric.summary)}" for metric in ours),
        "## Options of every metric",
        table(("name", "type", "meaning"), shared),
        *(metric_text(metric) for metric in ours),
        "## Tokenizers",
        table(("name", "what it does"), [(f"`{name}`", code(summary)) for name, summary in tokenizers()]),
        "## Views",
        "A view is what a metric looks at in place of words. A metric of characters looks at the characters of what is "
        "seen of the words that `13a` gives. Scores under different views are not on one scale.",
        table(("view", "what is seen"), [(f"`{name}`", code(summary)) for name, summary in views()]),
    )


# Python names, from signatures and docstrings.


def signature_of(thing: Callable[..., object]) -> str:
    """Spell a signature by names and defaults; the types stand in the docstrings."""
    if isinstance(thing, type) and issubclass(thing, Exception | dict):
        return ""
    signature = inspect.signature(thing)
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for name, parameter in signature.parameters.items()
        if not name.startswith("_")
    ]
    text = str(signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    return re.sub(r"<factory>|<function [^>]*>", "...", text).replace("(self, ", "(").replace("(self)", "()")


def members_of(cls: type) -> Iterator[tuple[str, str]]:
    """Yield public methods and properties that a class of ours defines or inherits from ours."""
    seen: set[str] = set()
    for owner in cls.__mro__:
        if not owner.__module__.startswith("steelyard"):
            continue
        for name, member in vars(owner).items():
            function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            if name.startswith("_") or name in seen:
                continue
            if isinstance(member, property):
                yield f"`.{name}`", first_line(member)
            elif inspect.isfunction(function):
                shown = signature_of(function).replace("(cls, ", "(").replace("(cls)", "()")
                yield f"`.{name}{shown}`", first_line(function)
            else:
                continue
            seen.add(name)


def name_text(module: ModuleType, name: str, homes: dict[int, str]) -> str:
    """Describe one public name; `homes` says where a thing was described before."""
    thing = getattr(module, name)
    home = homes.setdefault(id(thing), f"{module.__name__}.{name}")
    if home != f"{module.__name__}.{name}":
        return f"- **`{name}`**: see `{home}`."
    if isinstance(thing, ModuleType):
        return f"- **`{name}`**: {first_line(thing)}"
    if not (isinstance(thing, type) or inspect.isfunction(thing)):
        shown = " or ".join(map(repr, get_args(thing))) or (", ".join(thing) if isinstance(thing, dict) else "")
        return f"- **`{name}`**" + (f": {shown}" if shown else "")
    lines = [f"- **`{name}{signature_of(thing)}`**: {first_line(thing)}"]
    if isinstance(thing, type):
        lines += [f"  - {spelling}: {summary}" for spelling, summary in members_of(thing)]
    return "\n".join(lines)


def python_page() -> str:
    """List every public name with its signature and the first line of its docstring."""
    parts = []
    homes: dict[int, str] = {}
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        names = [name for name in module.__all__ if name != "__version__"]
        parts += [f"## {module_name}", first_line(module)]
        parts.append("\n".join(name_text(module, name, homes) for name in names))
    return page(
        "Python",
        "Types, units and examples stand in each docstring: `help(steelyard.TestSet)`. "
        "`steelyard.__version__` is the version as a string.",
        *parts,
    )


def tests_page() -> str:
    """List the significance tests and the corrections."""
    tests = [(f"`{name}`", test.summary, test.validity) for name, test in sorted(registered_tests().items())]
    return page(
        "Significance tests and corrections",
        "## Tests",
        "`steelyard compare --test NAME`, `Evaluation.compare(test=NAME)`.",
        table(("name", "what it does", "validity"), tests),
        table(("validity", "meaning"), [(f"`{name}`", meaning) for name, meaning in VALIDITY.items()]),
        "## Alternatives",
        "`--alternative NAME`: " + ", ".join(f"`{name}`" for name in get_args(Alternative)) + ". "
        "`better` and `worse` speak of system A, the later one of a pair, in the metric's direction.",
        "## Corrections",
        "`--correction NAME`, `Evaluation.compare(correction=NAME)`.",
        table(("name", "what it does"), [(f"`{name}`", text) for name, text in CORRECTIONS.items()]),
        "These take the place of the test, too:",
        table(
            ("name", "what it does", "assumes"),
            [(f"`{name}`", procedure.summary, procedure.assumes) for name, procedure in PROCEDURES.items()],
        ),
    )


PAGES: dict[str, Callable[[], str]] = {
    "cli.md": cli_page,
    "json.md": json_page,
    "metrics.md": metrics_page,
    "python.md": python_page,
    "tests.md": tests_page,
}


def main() -> None:
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
