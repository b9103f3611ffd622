"""The faults that can be planted in a module of Python: places by `ast`, changes to the text, so that lines stay."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tests.conftest import ROOT
from tests.reliability.mutants.base import ARITHMETIC, COMPARISONS, LARGE, Mutant, other_number

_SIGNS = {
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="},
    **{ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"},
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**"},
    **{ast.BitAnd: "&", ast.BitOr: "|", ast.And: "and", ast.Or: "or"},
}
_OTHERS = {**COMPARISONS, "in": "not in", "not in": "in", "is": "is not", "is not": "is", "and": "or", "or": "and"}
_GUARDS = {"min", "max", "abs", "minimum", "maximum", "clip", "absolute"}
# In these the first two arguments may change places, or mean something else than numbers.
_NOT_SWAPPED = _GUARDS | {"isinstance", "issubclass", "getattr", "hasattr", "cast", "zip", "TypeVar", "isclose", "gcd"}


def faults(path: Path) -> list[Mutant]:
    """Return every fault of a module, in the order of its text."""
    source = path.read_bytes()
    return sorted(_Faults(path, source).all(), key=lambda fault: (fault.start, fault.end, fault.text))


class _Faults:
    """Walks over a module."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.file, self.source, self.tree = str(path.relative_to(ROOT)), source, ast.parse(source)
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def all(self) -> Iterator[Mutant]:
        yield from self.inside(self.tree, "")

    def inside(self, node: ast.AST, function: str) -> Iterator[Mutant]:
        for child in ast.iter_child_nodes(node):
            if _is_left_alone(node, child):
                continue
            is_named = isinstance(child, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
            name = f"{function}.{child.name}".strip(".") if is_named else function
            for kind, start, end, text in self.of(child, is_in_function=bool(function)):
                line = self.source.count(b"\n", 0, start) + 1
                yield Mutant(self.file, name, kind, line, start, end, text)
            yield from self.inside(child, name)

    def of(self, node: ast.AST, *, is_in_function: bool) -> Iterator[tuple[str, int, int, str]]:
        """Yield the faults of one node alone: kind, bytes, and what stands there instead."""
        if isinstance(node, ast.Compare):
            for (left, right), op in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
                yield from self.sign("comparison", left, right, op)
        elif isinstance(node, ast.BoolOp):
            for left, right in pairwise(node.values):
                yield from self.sign("boolean", left, right, node.op)
        elif isinstance(node, ast.BinOp) and _is_arithmetic(node, is_in_function=is_in_function):
            yield from self.sign("arithmetic", node.left, node.right, node.op)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield "boolean", *self.span(node), f"({self.text(node.operand)})"
        elif isinstance(node, ast.If | ast.IfExp | ast.While) and isinstance(
            node.test, ast.Name | ast.Attribute | ast.Call
        ):
            yield "boolean", *self.span(node.test), f"(not {self.text(node.test)})"
        elif isinstance(node, ast.Constant):
            yield from self.constant(node)
        elif isinstance(node, ast.Call):
            yield from self.call(node)
        elif isinstance(node, ast.Slice):
            yield from self.slice(node)
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from self.returned(node.value)
        elif isinstance(node, ast.AugAssign):
            yield from self.sign("arithmetic", node.target, node.value, node.op)
            yield "statement", *self.span(node), "pass"
        elif isinstance(node, ast.Raise | ast.Break | ast.Continue) or _is_call(node):
            yield "statement", *self.span(node), "pass"

    def sign(self, kind: str, left: ast.AST, right: ast.AST, op: ast.AST) -> Iterator[tuple[str, int, int, str]]:
        """Yield another sign between two operands."""
        sign = _SIGNS.get(type(op), "")
        other = _OTHERS.get(sign, ARITHMETIC.get(sign))
        gap_start, gap_end = self.span(left)[1], self.span(right)[0]
        is_word = sign.replace(" ", "").isalpha()
        pattern = r"\b" + sign.replace(" ", r"\s+") + r"\b" if is_word else re.escape(sign)
        found = re.search(pattern.encode(), self.source[gap_start:gap_end])
        if other and found:
            yield kind, gap_start + found.start(), gap_start + found.end(), other

    def constant(self, node: ast.Constant) -> Iterator[tuple[str, int, int, str]]:
        if isinstance(node.value, bool):
            yield "constant", *self.span(node), str(not node.value)
        elif isinstance(node.value, float) or (isinstance(node.value, int) and node.value < LARGE):
            yield "constant", *self.span(node), other_number(node.value)

    def call(self, node: ast.Call) -> Iterator[tuple[str, int, int, str]]:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return
        texts = [self.text(argument) for argument in node.args]
        if name in _GUARDS and len(texts) == (1 if name.startswith("abs") else 2 if name != "clip" else 3):
            for text in texts[: 1 if name == "clip" else 2]:
                yield "guard", *self.span(node), f"({text})"
        if name not in _NOT_SWAPPED and len(texts) > 1 and texts[0] != texts[1]:
            between = self.source[self.span(node.args[0])[1] : self.span(node.args[1])[0]].decode()
            yield "arguments", self.span(node.args[0])[0], self.span(node.args[1])[1], f"{texts[1]}{between}{texts[0]}"

    def slice(self, node: ast.Slice) -> Iterator[tuple[str, int, int, str]]:
        for bound in filter(None, (node.lower, node.upper)):
            if not isinstance(bound, ast.Constant):
                yield "slice", *self.span(bound), f"({self.text(bound)}) + 1"

    def returned(self, value: ast.expr) -> Iterator[tuple[str, int, int, str]]:
        """Yield the opposite of what is returned, where it is a truth value or a number for sure."""
        if isinstance(value, ast.Compare | ast.BoolOp):
            yield "return", *self.span(value), f"not ({self.text(value)})"
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult | ast.Div | ast.Sub):
            yield "return", *self.span(value), f"-({self.text(value)})"

    def span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()


def _is_left_alone(parent: ast.AST, child: ast.AST) -> bool:
    """Say whether nothing runs there, as in types, or what is there has no place of its own, as in f-strings."""
    if isinstance(
        child, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.operator | ast.cmpop | ast.boolop | ast.unaryop
    ):
        return True
    if isinstance(child, ast.keyword) and child.arg == "strict":  # a check that never fails
        return True
    if isinstance(parent, ast.arg | ast.AnnAssign) and child is parent.annotation:
        return True
    if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and child is parent.returns:
        return True
    if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and child in parent.decorator_list:
        return True
    return isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def _is_arithmetic(node: ast.BinOp, *, is_in_function: bool) -> bool:
    """Say whether no text and no type is among the operands."""
    if isinstance(node.op, ast.BitOr | ast.BitAnd) and not is_in_function:
        return False
    operands = [part for part in ast.walk(node) if isinstance(part, ast.Constant | ast.JoinedStr)]
    return not any(isinstance(part, ast.JoinedStr) or isinstance(part.value, str | bytes | None) for part in operands)
