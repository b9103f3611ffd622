"""How large the house is: a figure may fall, and never rise. Who makes one fall writes the lower number here."""

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.imports import PACKAGE, Package

_METHOD_KEY = re.compile(r"""\bmethod(?:\[["']\w+["']\]|\.get\(["']\w+["'])""")


@cache
def sources(of: str) -> dict[Path, str]:
    """Return the text of every Python file of the package, of its core, or of the tests."""
    folder = ROOT / "tests" if of == "tests" else PACKAGE
    paths = (path for path in sorted(folder.rglob("*.py")) if of != "core" or PACKAGE / "lab" not in path.parents)
    return {path: path.read_text(encoding="utf-8") for path in paths}


def lines(of: str) -> int:
    return sum(text.count("\n") for text in sources(of).values())


def share_of_imports() -> float:
    """Return the share of imports and ``__all__`` among lines of code: no blank lines, comments and docstrings."""
    n_imports = n_code = 0
    for text in sources("package").values():
        tree = ast.parse(text)
        for node in ast.walk(tree):
            is_all = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"
            if isinstance(node, ast.Import | ast.ImportFrom) or is_all:
                n_imports += (node.end_lineno or node.lineno) - node.lineno + 1
        of_code = set()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
                of_code.update(range(token.start[0], token.end[0] + 1))
        n_code += len(of_code - set(_docstring_lines(tree)))
    return n_imports / n_code


def _docstring_lines(tree: ast.AST) -> list[int]:
    found: list[int] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found += range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return found


def arrows_up() -> int:
    """Count pairs of rooms that import each other: one of the two arrows climbs."""
    arrows = set()
    package = Package(PACKAGE)
    for module, imports in package.imports.items():
        for one in imports:
            target = package.target(one)
            ends = [name.split(".")[1] for name in (module, target) if name.count(".") > 1]
            if target in package.paths and len(set(ends)) == 2:
                arrows.add(tuple(ends))
    return sum((b, a) in arrows for a, b in arrows if a < b)


FIGURES = {
    "lines of Python in src": (lambda: lines("package"), 152_231),
    "of them outside the laboratory": (lambda: lines("core"), 124_756),
    "files": (lambda: len(sources("package")), 1_267),
    "lines of the longest file": (lambda: max(text.count("\n") for text in sources("package").values()), 504),
    "percent of the code that are imports": (lambda: round(100 * share_of_imports(), 1), 14.1),
    "reads of a method by a literal key": (
        lambda: sum(len(_METHOD_KEY.findall(text)) for text in sources("package").values()), 900,
    ),
    "pairs of rooms that import each other": (arrows_up, 1),
    "lines of tests": (lambda: lines("tests"), 91_063),
}  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_of_the_house_does_not_rise(name: str) -> None:
    measure, most = FIGURES[name]
    assert measure() <= most, (
        f"{name}: {measure()}, and at most {most} before: make it smaller, or say why it must grow"
    )
