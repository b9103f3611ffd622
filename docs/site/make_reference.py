"""The reference, as the code gives it: the command line, the JSON, the metrics, the Python names and the tests."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import get_args

from reference_cli import cli_page, command_page, commands, path_of
from reference_json import json_page
from reference_layout import page, table
from reference_metrics import metric_page, metrics_page, our_metrics
from reference_python import MODULES, module_page, python_page

from steelyard.inference import CORRECTIONS, PROCEDURES, Alternative, registered_tests

__all__ = ["PAGES", "write_reference"]

VALIDITY = {
    "exact": "The level holds by construction, for any number of units, under the test's assumption.",
    "asymptotic": "The level holds as the number of units grows.",
    "reproduction": "Exists only to reproduce what another tool prints; its level does not hold.",
}


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
        "`better` and `worse` speak of the later system of a pair, against the earlier one, in the metric's direction.",
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
    **{f"{path_of(name)}.md": partial(command_page, name) for name in commands()},
    **{f"metrics/{name}.md": partial(metric_page, name) for name in our_metrics()},
    **{f"python/{name}.md": partial(module_page, name) for name in MODULES},
}


def write_reference(folder: Path) -> None:
    """Write every page below a folder."""
    for name, make in PAGES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(make(), encoding="utf-8")
