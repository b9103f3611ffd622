"""Write what editors and type checkers are shown of the functions that ask questions: their options, with types.

Usage: python tools/door_stubs.py [--check]; `make doors` formats what it writes.

The functions take their options from their questions when they are imported: whoever reads sources alone does not see
them. `--check` writes nothing, and fails where a stub is not what the questions say.
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

from steelyard.asking import entry_named, question_class
from steelyard.asking.doors import spelled
from steelyard.asking.registry import QUESTIONS, functions

SOURCE = Path(__file__).resolve().parents[1] / "src" / "steelyard"
HEAD = '"""What editors and type checkers are shown: written by tools/door_stubs.py from the questions."""'
EVERYWHERE = {
    "Rng": "steelyard.inference.draws.checks",
    "Progress": "steelyard.inference.draws.resample",
    "Executor": "concurrent.futures",
    "PathLike": "os",
    "Metric": "steelyard.metrics",
    "TextFile": "steelyard.files.reading",
    "Any": "typing",
    "Literal": "typing",
    **dict.fromkeys(("Callable", "Collection", "Iterable", "Mapping", "Sequence"), "collections.abc"),
}


class Names:
    """Where the names in annotations come from, and the imports that they need."""

    def __init__(self) -> None:
        self.needed: set[tuple[str, str]] = set()

    def note(self, text: str, modules: list[str]) -> None:
        """Find every name in an annotation: in the modules that use it, or where it always is."""
        for name in re.findall(r"(?<![\w.'\"])[A-Z]\w*", re.sub(r"Literal\[[^]]*\]", "Literal", text)):
            if name == "None":
                continue
            homes = [home for module in modules if (home := _imported(module).get(name)) is not None]
            self.needed.add((homes[0] if homes else EVERYWHERE[name], name))

    def imports(self) -> list[str]:
        """Write them."""
        return [f"from {module} import {name}" for module, name in sorted(self.needed)]


def _imported(module: str) -> dict[str, str]:
    """Say where a module has its names from; what it assigns or defines is its own."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(Path(import_module(module).__file__ or "").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {alias.asname or alias.name: node.module for alias in node.names}
        elif isinstance(node, ast.Assign):
            found |= {target.id: module for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.ClassDef):
            found[node.name] = module
    return found


def definition(name: str, function: Callable[..., Any], modules: list[str], names: Names) -> str:
    """Write a function without its body."""
    signature = inspect.signature(function)
    shown, has_star = [], False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not has_star:
            shown.append("*")
            has_star = True
        text = "" if one.annotation is one.empty else spelled(one.annotation).replace("os.PathLike", "PathLike")
        names.note(text, modules)
        default = "" if one.default is one.empty else f" = {one.default!r}"
        stars = {one.VAR_KEYWORD: "**", one.VAR_POSITIONAL: "*"}.get(one.kind, "")
        shown.append(f"{stars}{one.name}{f': {text}' if text else ''}{default}")
    answer = spelled(signature.return_annotation)
    names.note(answer, modules)
    return f"def {name}({', '.join(shown)}) -> {answer}: ..."


def modules_of(function: Callable[..., Any]) -> list[str]:
    """Say in which modules names of a function's annotations are found: its own, and those of its question."""
    asked = next((entry for entry in QUESTIONS if f"{entry.home}.compute" == function.__module__), None)
    return [function.__module__, *(_questions(asked.name) if asked else ())]


def _questions(name: str) -> Iterator[str]:
    for kind in question_class(entry_named(name)).__mro__:
        if kind.__module__.startswith("steelyard."):
            yield kind.__module__


def of_package(package: str, *, of_lab: bool) -> str:
    """Write the stub of a package that imports its names when they are first used."""
    root = import_module(package)
    names, lines, doors = Names(), [], []
    homes = {} if of_lab else {f"{package}.{home}": listed for home, listed in vars(root)["_HOMES"].items()}
    for home, listed in homes.items():
        lines += [f"from {home} import {name} as {name}" for name in listed]
    rooms = sorted(vars(root)["_ROOMS" if of_lab else "_MODULES"])
    lines += [f"from {package} import {room} as {room}" for room in rooms]
    for module, listed in functions(of_lab=of_lab).items():
        for name in listed:
            function = getattr(import_module(module), name)
            doors.append(definition(name, function, modules_of(function), names))
    lines += [] if of_lab else ["from steelyard.version import __version__ as __version__"]
    names.needed -= {(home, name) for home, listed in homes.items() for name in listed}
    return "\n".join([HEAD, "", *names.imports(), *lines, "", "__all__: list[str]", "", *doors, ""])


def of_evaluation() -> str:
    """Write the stub of `Evaluation`: its methods with their options, without bodies."""
    from steelyard.evaluation import Evaluation

    names, methods = Names(), []
    home = Evaluation.__module__
    for one in fields(Evaluation):
        methods.append(f"    {one.name}: {spelled(one.type)}")
        names.note(spelled(one.type), [home])
    for name, thing in vars(Evaluation).items():
        if name.startswith("_") and name != "__init__":
            continue
        function = thing.fget if isinstance(thing, property) else thing
        if not inspect.isfunction(function):
            continue
        asked = re.search(r"^    @asks\(\"([^\"]+)\".*\n(?:.*\n)??    def " + name, _text(home), re.MULTILINE)
        modules = [home, *(_questions(asked[1]) if asked else ())]
        decorator = ["    @property"] if isinstance(thing, property) else []
        methods += [*decorator, f"    {definition(name, function, modules, names)}"]
    return "\n".join(
        [HEAD, "", *names.imports(), "", '__all__ = ["Evaluation"]', "", "class Evaluation:", *methods, ""]
    )


def _text(module: str) -> str:
    return Path(import_module(module).__file__ or "").read_text(encoding="utf-8")


def stubs() -> dict[Path, str]:
    """Write every stub, by its file."""
    return {
        SOURCE / "__init__.pyi": of_package("steelyard", of_lab=False),
        SOURCE / "lab" / "__init__.pyi": of_package("steelyard.lab", of_lab=True),
        SOURCE / "evaluation.pyi": of_evaluation(),
    }


def shape(text: str) -> tuple[set[tuple[str | None, str, str | None]], list[str]]:
    """Return what a stub says, however it is formatted: its imports, in any order, and its definitions."""
    imports, others = set(), []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            imports |= {(node.module, alias.name, alias.asname) for alias in node.names}
        else:
            others.append(ast.dump(node))
    return imports, others


if __name__ == "__main__":
    for path, text in stubs().items():
        if sys.argv[1:] != ["--check"]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or shape(text) != shape(path.read_text(encoding="utf-8")):
            sys.exit(f"{path} is stale: run `make doors`.")
