"""Constituents as brackets, such as ``(S (NP (DT The) (NN dog)) (VP (VBD ran)))``: a line for each segment."""

import os
import re
from collections.abc import Sequence

from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import read_lines
from steelyard.reading.resemblance import also_resembles
from steelyard.types import AnnotationFile, Constituent, Parse, Word

__all__ = ["is_brackets", "read_brackets", "tree_of"]

_TOKEN = re.compile(r"[()]|[^\s()]+")
_ESCAPED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
Lines = Sequence[str | None]


def tree_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Constituent, ...]]:
    """Read one tree, or several in a row: words, the tag over each, and all constituents.

    `text`: a bracket opens with a label, or without one, and holds brackets or a single word. Treebanks' names of
    brackets that are words (``-LRB-``) become brackets.
    Returns: words, the label of the constituent directly over each, and the constituents, outer ones first.

    Examples
    --------
    >>> from steelyard.reading.formats import tree_of
    >>> words, tags, constituents = tree_of("(S (NP (NNS Dogs)) (VP (VBP bark)))")
    >>> words, tags, [one.label for one in constituents]
    (('Dogs', 'bark'), ('NNS', 'VBP'), ['S', 'NP', 'NNS', 'VP', 'VBP'])
    """
    words: list[str] = []
    tags: list[str] = []
    found: list[list[int | str]] = []  # label, begin, end, parent
    opened: list[int] = []
    before = ""
    for token in _TOKEN.findall(text):
        if token == "(":  # noqa: S105  # a bracket, no password
            if opened and found[opened[-1]][2] == -2:
                raise DataError(f"A bracket opens beside the word {words[-1]!r}: give each word brackets of its own.")
            found.append(["", len(words), -1, opened[-1] if opened else -1])
            opened.append(len(found) - 1)
        elif token == ")":  # noqa: S105
            if not opened:
                raise DataError(f"A bracket closes behind {_last(words)} that none has opened: brackets must match.")
            place = opened.pop()
            if found[place][1] == len(words):
                raise DataError(f"The bracket of {found[place][0] or 'no label'} holds no word: leave it out.")
            found[place][2] = len(words)
        elif not opened:
            raise DataError(f"The word {token!r} stands outside of all brackets.")
        elif before == "(":
            found[opened[-1]][0] = token
        elif before in ("", ")") or found[opened[-1]][2] == -2:
            raise DataError(f"The word {token!r} stands beside others: give each word brackets of its own, with a tag.")
        else:
            words.append(_ESCAPED.get(token, token))
            tags.append(str(found[opened[-1]][0]))
            found[opened[-1]][2] = -2  # holds a word
        before = token if token in "()" else "word"  # noqa: S105
    if opened:
        raise DataError(
            f"{len(opened)} bracket{'s are' if len(opened) > 1 else ' is'} open at the end, behind {_last(words)}: "
            "brackets must match."
        )
    constituents = tuple(Constituent(str(one[0]), int(one[1]), int(one[2]), int(one[3])) for one in found)
    return tuple(words), tuple(tags), constituents


def is_brackets(line: str) -> bool:
    """Whether a line, such as the first of a file, is a tree; a tag or a word may begin with a bracket, too."""
    return re.match(r"\s*\(\s*[^\s()]*\s*\(", line) is not None and "\t" not in line


def _last(words: Sequence[str]) -> str:
    return f"the word {words[-1]!r}" if words else "no word"


def read_brackets(
    path: str | os.PathLike[str], text: Lines, *, encoding: str = "utf-8"
) -> AnnotationFile[tuple[Parse, ...]]:
    """Read the constituents of a text, a line for each segment; an empty line is an empty segment.

    `path`: a tree a line, or several for a segment of several sentences.
    `text`: the text that was parsed.
    Returns: of each segment one parse, whose words have a form and a language's tag, and no head.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_brackets
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "ref.brackets")
    ...     _ = path.write_text("(S (NP (NNS Dogs)) (VP (VBP bark)))")
    ...     [[parse]] = read_brackets(path, ["Dogs bark"]).segments
    >>> [word.xpos for word in parse.words], len(parse.constituents)
    (['NNS', 'VBP'], 5)
    """
    file = read_lines(path, encoding)
    if len(file.lines) != len(text):
        raise AlignmentError(
            f"{file.path} has trees of {len(file.lines)} lines, but the text has {len(text)} segments: give a line of "
            f"brackets for each, an empty one for an empty segment.{also_resembles(file.path, 'read_brackets')}"
        )
    segments = []
    for number, line in enumerate(file.lines, 1):
        try:
            words, tags, constituents = tree_of(line)
        except DataError as error:
            raise DataError(f"{file.path}, line {number}: {error}") from error
        given = tuple(Word(word, xpos=tag) for word, tag in zip(words, tags, strict=True))
        segments.append((Parse(given, constituents=constituents),))
    return AnnotationFile(file.path, tuple(segments), file.sha256)
