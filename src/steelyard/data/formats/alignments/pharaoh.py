"""Word alignments as pairs of numbers, one segment a line: the format of Pharaoh, Moses and most aligners."""

import os
import re

from steelyard.data.resemblance import resembles_at
from steelyard.errors import DataError
from steelyard.files.reading import read_lines
from steelyard.types.annotations import Alignment, AnnotationFile

__all__ = ["read_pharaoh"]

_LINK = re.compile(r"(\d+)-(\d+)", re.ASCII)


def read_pharaoh(
    path: str | os.PathLike[str], *, first_number: int = 0, encoding: str = "utf-8"
) -> AnnotationFile[Alignment]:
    """Read lines such as ``0-0 1-2 2-1``: pairs of a source word and a word of the text.

    Parameters
    ----------
    path : path-like
        One segment a line, empty where nothing is linked; ``.gz``, ``.bz2`` and ``.xz`` work.
    first_number : int, default 0
        The number of the first word: 0 in Pharaoh's format, 1 in some hand-made alignments.
    encoding : str, default "utf-8"
        Of the file.

    Returns
    -------
    AnnotationFile
        Of each segment its links, counted from 0, without doubles.

    Raises
    ------
    DataError
        A line holds something else; the message names it.
    """
    file = read_lines(path, encoding)
    return AnnotationFile(
        file.path,
        tuple(_links(line, f"{file.path}, line {n}", first_number) for n, line in enumerate(file.lines, 1)),
        file.sha256,
    )


def _links(line: str, place: str, first_number: int) -> Alignment:
    links: dict[tuple[int, int], None] = {}
    for text in line.split():
        pair = _LINK.fullmatch(text)
        if pair is None:
            raise DataError(
                f"{place}: {text!r} is no link. Write source-target pairs such as 0-0 1-2, separated by blanks; leave "
                f"out what is only possible (1p2), or write it as 1-2.{resembles_at(place, 'read_pharaoh')}"
            )
        source, target = int(pair[1]) - first_number, int(pair[2]) - first_number
        if min(source, target) < 0:
            raise DataError(f"{place}: {text!r} has a number below {first_number}, that of the first word.")
        links[source, target] = None
    return tuple(links)
