"""Tags of words, a line for each segment and a tag for each word, beside the words themselves."""

import os
from collections.abc import Sequence

from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import read_lines
from steelyard.reading.formats.brackets import is_brackets, read_brackets
from steelyard.reading.formats.conllu import read_conllu
from steelyard.types import AnnotationFile, Parse, Word

__all__ = ["read_parses", "read_tags"]

Path = str | os.PathLike[str]
Lines = Sequence[str | None]


def read_tags(path: Path, text: Lines, *, encoding: str = "utf-8") -> AnnotationFile[tuple[Parse, ...]]:
    """Read the tags of a text: line by line as many as there are words, spaces between them.

    `path`: such as ``ref.pos``;
    `text`: the text that was tagged, its words parted by spaces; None for a segment without one.
    Returns: of each segment one parse, whose words have a form and a language's tag, and no head.
    """
    file = read_lines(path, encoding)
    if all(line is None for line in text) and any(tags.strip() for tags in file.lines):
        raise DataError(f"{file.path} has tags alone: give the words, too, a text with a line for each of its lines.")
    if len(file.lines) != len(text):
        raise AlignmentError(
            f"{file.path} has tags of {len(file.lines)} lines, but the text has {len(text)} segments: give a line of "
            "tags for each; in CoNLL-U, columns are separated by tabs."
        )
    segments = []
    for number, (line, tags) in enumerate(zip(text, file.lines, strict=True), 1):
        words, found = (line or "").split(), tags.split()
        if len(words) != len(found):
            raise DataError(
                f"{file.path}, line {number}: {len(found)} tags, but the text has {len(words)} words there. Give the "
                "text as it was tagged, with spaces between words."
            )
        segments.append((Parse(tuple(Word(word, xpos=tag) for word, tag in zip(words, found, strict=True))),))
    return AnnotationFile(file.path, tuple(segments), file.sha256)


def read_parses(path: Path, text: Lines, *, encoding: str = "utf-8") -> AnnotationFile[tuple[Parse, ...]]:
    """Read the parses of a text, or its tags: what a file holds is known by its first line, as only CoNLL-U has tabs.

    `path`: CoNLL-U, lines of constituents in brackets, or lines of tags.
    `text`: the text that was parsed or tagged.
    """
    lines = read_lines(path, encoding).lines
    if is_brackets(next((line for line in lines if line.strip()), "")):
        return read_brackets(path, text, encoding=encoding)
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None and any((line or "").split() for line in text):
        raise DataError(f"{os.fspath(path)} is empty: it must have the parses or tags of a text that has words.")
    is_tags = (
        first is not None
        and not lines[first].startswith("# ")
        and "\t" not in lines[first]
        and lines[first].split()
        != (text[first] or "" if first < len(text) else "").split()  # the text itself, which was not tagged
    )
    if is_tags:
        return read_tags(path, text, encoding=encoding)
    return read_conllu(path, n_segments=len(text) or None, encoding=encoding)
