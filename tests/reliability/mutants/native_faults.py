"""The faults that can be planted in a file of C++: by its words, as clang-format puts spaces around signs alone."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT
from tests.reliability.mutants.base import ARITHMETIC, COMPARISONS, LARGE, Mutant, other_number

# What is no code is written over with spaces first, so that places stay: comments, texts, words for the compiler.
_NO_CODE = re.compile(
    rb'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*(?:#|template|using|static_assert)[^\n]*',
    re.DOTALL | re.MULTILINE,
)
_OTHERS = {**COMPARISONS, "&&": "||", "||": "&&"}
_CHANGED = {**ARITHMETIC, "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+="}
_STATEMENT = re.compile(
    rb"^ +((?:[\w.\[\]>*-]+ [-+*/|&^]= [^;{}\n]+|\+\+[\w.]+|[\w.]+(?:->\w+)?\([^;{}\n]*\)"
    rb"|break|continue|throw [^;{}\n]+);)$",
    re.MULTILINE,
)
_FUNCTION = re.compile(
    rb"^ {0,2}(?! *(?:for|if|while|return|else|switch)\b)[\w:<>,*&\[\] ]*?\b([\w:~]+)\([^;]*$", re.MULTILINE
)


def faults(path: Path) -> list[Mutant]:
    """Return every fault of a file, in the order of its text."""
    source = path.read_bytes()
    code = _NO_CODE.sub(lambda found: re.sub(rb"[^\n]", b" ", found[0]), source)
    names = [(found.start(), found[1].decode()) for found in _FUNCTION.finditer(code)]
    return [
        Mutant(
            str(path.relative_to(ROOT)),
            next((name for at, name in reversed(names) if at <= start), ""),
            kind,
            source.count(b"\n", 0, start) + 1,
            start,
            end,
            text,
        )
        for kind, start, end, text in sorted(_places(code), key=lambda place: place[1:])
    ]


def _places(code: bytes) -> Iterator[tuple[str, int, int, str]]:
    for sign, other in (_OTHERS | _CHANGED).items():
        kind = "comparison" if sign in COMPARISONS else "boolean" if sign in _OTHERS else "arithmetic"
        for found in re.finditer(rb"(?<= )%b(?=[ \n])" % re.escape(sign.encode()), code):
            yield kind, *found.span(), other
    for found in re.finditer(rb"(?<![\w.'<])(?:\d+\.\d+(?:e-?\d+)?|\d+e-?\d+|\d[\d']*)(?=[^\w.'>])", code):
        number = float(found[0].replace(b"'", b""))
        if b"." in found[0] or b"e" in found[0]:
            yield "constant", *found.span(), other_number(number)
        elif number < LARGE:
            yield "constant", *found.span(), other_number(int(number))
    for found in re.finditer(rb"(?<=[(\s])!(?=[\w(])", code):
        yield "boolean", *found.span(), ""
    for found in re.finditer(rb"\breturn ([^;\n]* (?:<|<=|>|>=|==|!=|&&|\|\|) [^;\n?]*);", code):
        yield "return", *found.span(1), f"!({found[1].decode()})"
    for found in _STATEMENT.finditer(code):
        if b"reserve(" in found[1]:  # memory alone
            continue
        yield "statement", *found.span(1), ";"
    for found in re.finditer(rb"std::(?:min|max)(?:<[\w:]+>)?\(", code):
        first, second, end = _two_arguments(code, found.end())
        if end:
            yield "guard", found.start(), end, f"({first})"
            yield "guard", found.start(), end, f"({second})"
    for found in re.finditer(rb"std::abs\(", code):
        first, _, end = _two_arguments(code, found.end())
        if end:
            yield "guard", found.start(), end, f"({first})"


def _two_arguments(code: bytes, start: int) -> tuple[str, str, int]:
    """Return the arguments behind an open bracket, of one or two, and where its bracket is closed; 0 for more."""
    depth, cuts = 1, [start]
    for at in range(start, len(code)):
        character = code[at : at + 1]
        depth += (character in b"([{") - (character in b")]}")
        if depth == 1 and character == b",":
            cuts.append(at + 1)
        if depth == 0:
            parts = [code[a:b].decode().strip(" ,\n") for a, b in zip(cuts, [*cuts[1:], at], strict=True)]
            return (parts[0], parts[-1], at + 1) if len(parts) <= 2 and "{" not in parts[0] else ("", "", 0)
    return "", "", 0
