"""What the modules of a source tree import, read with `ast`, and what rooms and files of a question they are in."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "steelyard"


@dataclass(frozen=True)
class Import:
    """One imported module, with the name taken from it, if any."""

    module: str
    name: str | None
    line: int
    is_top_level: bool
    level: int = 0


def module_name(path: Path, package: Path) -> str:
    parts = ["steelyard", *path.relative_to(package).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_lab(module: str) -> bool:
    """Whether a module lies in the laboratory."""
    return module.split(".")[1:2] == ["lab"]


def parts_of(module: str) -> list[str]:
    """Return the parts of a module's name; the rooms of the laboratory are named as those of the core."""
    parts = module.split(".")
    return [parts[0], *parts[2:]] if is_lab(module) and len(parts) > 2 and parts[2] != "registry" else parts


def room_of(module: str, path: Path | None = None) -> str:
    """Return the first part under the package, or under the laboratory; the package's own file is `__init__`."""
    parts = parts_of(module)
    if folder_of(module) is not None:
        return role_of(parts[3])
    if parts[1:] in (["questions", "registry"], ["lab", "registry"]):
        return "list"
    if parts[1:3] == ["metrics", "table"]:  # written, and asked where no metric may be loaded
        return "metrics.table"
    if parts[1:2] == ["reading"] and parts[2:3] in (["roles"], ["directions"]):  # so are these
        return "reading.roles"
    if parts[1:2] == ["papers"] and parts[-1] in ("question", "registry"):
        return "question"
    return parts[1] if len(parts) > 1 else (path.stem if path is not None else "__init__")


def folder_of(module: str) -> str | None:
    """Return the question whose folder a module lies in."""
    parts = parts_of(module)
    return parts[2] if parts[1:2] == ["questions"] and len(parts) > 3 else None


def role_of(file: str) -> str:
    """Return what a file of a question's folder does: options, answer and pages, the command, or computing."""
    roles = {"page": "answer", "figures": "answer", "html": "answer", "recompute": "recompute"}
    first = file.partition("_")[0]
    return roles.get(first, first if first in ("question", "answer", "command") else "compute")


def is_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


def imports_of(tree: ast.AST) -> Iterator[Import]:
    """Yield every import, those in functions and under TYPE_CHECKING too; neither of these two is top-level."""

    def walk(node: ast.AST, is_top_level: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, None, node.lineno, is_top_level) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module, level = node.module or "", node.level
            yield from (Import(module, alias.name, node.lineno, is_top_level, level) for alias in node.names)
        elif isinstance(node, ast.Call):
            yield from (Import(name, None, node.lineno, False) for name in named_in(node))
        is_deferred = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for field, value in ast.iter_fields(node):
            is_deferred_here = is_deferred or (
                isinstance(node, ast.If) and field == "body" and is_type_checking(node.test)
            )
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from walk(child, is_top_level and not is_deferred_here)

    return walk(tree, True)


def named_in(call: ast.Call) -> Iterator[str]:
    """Yield the modules of ours that a call names by strings: those that it imports, or will when a name is used.

    What an f-string names, it looks up in a list of its room or of `asking`, which knows all folders of questions.
    """
    function = getattr(call.func, "attr", getattr(call.func, "id", ""))
    given: list[ast.expr | None] = []
    if function in ("import_module", "__import__"):
        given = list(call.args[:1])
    elif function == "from_homes":
        given = [key for one in call.args[1:] if isinstance(one, ast.Dict) for key in one.keys]
    for one in given:
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.startswith("steelyard."):
            yield one.value


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_native"


class Package:
    """The modules of a source tree and what each imports."""

    def __init__(self, folder: Path) -> None:
        self.paths = {module_name(path, folder): path for path in sorted(folder.rglob("*.py"))}
        self.imports = {
            module: list(imports_of(ast.parse(path.read_text(encoding="utf-8")))) for module, path in self.paths.items()
        }

    def target(self, found: Import) -> str:
        """Return the module of ours that an import reaches: a submodule where the name is one."""
        inner = f"{found.module}.{found.name}"
        if inner in self.paths or inner == "steelyard._native":
            return inner
        return found.module

    def cycles(self) -> Iterator[list[str]]:
        """Yield the circles that imports go in."""
        edges = {
            module: {self.target(entry) for entry in imports if not entry.level} & self.paths.keys() - {"steelyard"}
            for module, imports in self.imports.items()
            if module != "steelyard"
        }
        done: set[str] = set()

        def visit(module: str, path: list[str]) -> Iterator[list[str]]:
            if module in path:
                yield [*path[path.index(module) :], module]
            elif module not in done:
                for other in sorted(edges[module]):
                    yield from visit(other, [*path, module])
                done.add(module)

        for module in edges:
            yield from visit(module, [])
