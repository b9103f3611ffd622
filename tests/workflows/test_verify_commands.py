"""No kind of result and no command is forgotten: each can be computed again, or says why not."""

import importlib
import pkgutil

import steelyard.results
from steelyard.cli.app import _COMMANDS as CLI
from steelyard.results import Result
from steelyard.workflows.verify_commands import COMMANDS, EXCEPTIONS

WITHOUT_RESULTS = {
    "metrics": "a catalogue of what is installed: it has no inputs, and its JSON no schema",
    "stats": "writes a statistics file, which keeps its scores and is checked when it is read",
    "paraphrase": "writes texts",
    "verify": "is the check itself",
}


def kinds_of_result() -> set[type[Result]]:
    for module in pkgutil.iter_modules(steelyard.results.__path__):
        importlib.import_module(f"steelyard.results.{module.name}")
    return {kind for kind in Result.__subclasses__() if kind.__module__.startswith("steelyard.results.")}


def test_every_kind_of_result_is_computed_again_or_says_why_not() -> None:
    again = {kind for kind, _ in COMMANDS.values()}
    assert again | set(EXCEPTIONS) == kinds_of_result()
    assert not again & set(EXCEPTIONS)
    assert all(len(reason.split()) > 5 for reason in EXCEPTIONS.values())


def test_every_command_makes_a_result_that_is_computed_again() -> None:
    own = {name.partition(" ")[0] for name in COMMANDS}
    assert own | set(WITHOUT_RESULTS) == {command.NAME for command in CLI}
    assert not own & set(WITHOUT_RESULTS)
