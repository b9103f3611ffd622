"""Word alignments with sure and possible links: Pharaoh, talp, NAACL's shared tasks, and GIZA++."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from steelyard.errors import DataError
from steelyard.files.parsing import is_whole
from steelyard.files.reading import TextFile, read_lines
from steelyard.reading.resemblance import also_resembles
from steelyard.reprs import describe
from steelyard.types.annotations import Alignment, AnnotationFile
from steelyard.types.word_links import MOST_WORDS, WordLinks

__all__ = ["WordAlignments", "read_word_alignments"]

_LINK = re.compile(r"(\d{1,18})[-sSpP?](\d{1,18})", re.ASCII)
_ROW = re.compile(r"(\d{1,18})\s+(\d{1,18})\s+(\d{1,18})(?:\s+([SPsp]))?(?:\s+[-+.\deE]+)?", re.ASCII)
_GIZA = re.compile(r"# Sentence pair \((\d{1,18})\)")
_GIZA_WORD = re.compile(r"\S+ \(\{((?: \d+)*) \}\)", re.ASCII)


@dataclass(frozen=True, slots=True, eq=False)
class WordAlignments:
    r"""Links of a file, counted from 0, and how they were read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_word_alignments
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "gold.talp")
    ...     _ = path.write_text("1-1 2p3\n")
    ...     read_word_alignments(path).links.targets.tolist()
    [0, 2]
    """

    # path, sha256: of the file
    path: str
    sha256: str
    links: WordLinks  # source-target
    format: str  # what the file was known as
    first_number: int  # of the first word, in the file
    is_turned: bool = False  # whether the file has target-source links, which were turned round

    def __repr__(self) -> str:
        return describe(self, self.path, f"{self.links!r}")

    def annotation(self, n_segments: int) -> AnnotationFile[Alignment]:
        """Return the links of each segment, of a text that has so many; what is only possible is a link, too.

        Formats that number their sentence pairs may leave out those without links, also the last ones.
        """
        links = self.links
        if self.format != "links" and links.n_segments < n_segments:
            links = links.of_length(n_segments)
        return AnnotationFile(self.path, links.pairs(), self.sha256)

    def place(self, segment: int) -> str:
        """Say where a sentence pair stands."""
        return f"{self.path}, {'line' if self.format == 'links' else 'sentence pair'} {segment + 1:,}"


def read_word_alignments(
    path: str | os.PathLike[str], *, first_number: int | None = None, is_turned: bool = False, encoding: str = "utf-8"
) -> WordAlignments:
    r"""Read word alignments; the format is known by the content.

    - Pharaoh and talp: a sentence pair a line, links such as ``0-0 1-2``, what is only possible as ``1p2`` or ``1?2``.
    - NAACL's shared tasks (WPT): a link a line, ``sentence source target [S|P] [score]``, counted from 1, where word 0
      is the empty word and left out.
    - GIZA++'s ``A3`` files: three lines a sentence pair, the last of which has the source and its links.

    `first_number`: the number of the first word in lines of links. By default 0, or 1 where no link of the file has a
    0.
    `is_turned`: the file has target-source links.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_word_alignments
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "gold.naacl")
    ...     _ = path.write_text("0001 1 1 S\n0001 2 3 P\n0002 1 1 S\n")
    ...     found = read_word_alignments(path)
    >>> found.format, found.links.n_segments, found.links.is_sure.tolist()
    ('naacl', 2, [True, False, True])
    """
    file = read_lines(path, encoding)
    kind = _format(file.lines)
    links = {"links": _read_links, "naacl": _read_naacl, "giza": _read_giza}[kind](file)
    first = 1
    if kind == "links":
        zero = links.first_zero()
        first = int(len(links.keys) > 0 and zero is None) if first_number is None else first_number
        if first and zero is not None:
            raise DataError(f"{file.path}, line {zero + 1:,}: a link has word 0, but words are said to count from 1.")
    links = links.from_zero() if first else links
    return WordAlignments(file.path, file.sha256, links.turned() if is_turned else links, kind, first, is_turned)


def _format(lines: Sequence[str]) -> str:
    """Tell by the first line that is not empty."""
    first = next((line.strip() for line in lines if line.strip()), "")
    if _GIZA.match(first):
        return "giza"
    return "naacl" if _ROW.fullmatch(first) else "links"


def _read_links(file: TextFile) -> WordLinks:
    """Read lines of links, as they are numbered."""
    found = WordLinks.of_text("\n".join(file.lines).encode("utf-8", "surrogateescape"), len(file.lines))
    return _refuse(file) if found is None else found


def _refuse(file: TextFile) -> NoReturn:
    """Say which token is no link, or has a number that no sentence has words for."""
    for n, line in enumerate(file.lines, 1):
        for token in line.split():
            pair = _LINK.fullmatch(token)
            if pair is None:
                more = also_resembles(file.path, "read_word_alignments") if n == 1 else ""
                raise DataError(
                    f"{file.path}, line {n:,}: {token!r} is no link: write source-target pairs such as 0-0 1-2, and "
                    f"1p2 or 1?2 for what is only possible.{more}"
                )
            if max(int(pair[1]), int(pair[2])) >= MOST_WORDS:
                raise DataError(
                    f"{file.path}, line {n:,}: {token!r} is beyond the {MOST_WORDS:,} words that a sentence may have."
                )
    raise DataError(f"{file.path} has something that is no link.")


def _read_naacl(file: TextFile) -> WordLinks:
    rows = []
    for n, line in enumerate(file.lines, 1):
        if not line.strip():
            continue
        row = _ROW.fullmatch(line.strip())
        if row is None or int(row[1]) == 0 or max(int(row[2]), int(row[3])) >= MOST_WORDS:
            raise DataError(
                f"{file.path}, line {n:,}: {line.strip()!r} is no link: write sentence, source and target word as "
                "numbers from 1, then S or P where it is known."
            )
        if row[2] != "0" and row[3] != "0":  # the empty word
            rows.append((int(row[1]) - 1, int(row[2]), int(row[3]), (row[4] or "S") in "Ss"))
    table = np.array(rows, np.int64).reshape(-1, 4)
    return WordLinks.of(table[:, 0], table[:, 1], table[:, 2], table[:, 3] > 0, int(table[:, 0].max(initial=-1)) + 1)


def _read_giza(file: TextFile) -> WordLinks:
    rows: list[tuple[int, int, int]] = []
    seen: set[int] = set()
    lines = file.lines
    for at in range(0, len(lines), 3):
        head = _GIZA.match(lines[at])
        words = _GIZA_WORD.findall(lines[at + 2]) if at + 2 < len(lines) else []
        if head is None or not words or not lines[at + 2].startswith("NULL ({"):
            raise DataError(
                f"{file.path}, line {at + 1:,}: a sentence pair of GIZA++ has three lines, '# Sentence pair (1) ...', "
                "the target, and the source with links as in NULL ({ }) word ({ 1 2 })."
            )
        segment, n_targets = int(head[1]) - 1, len(lines[at + 1].split())
        if segment in seen or segment < 0:
            raise DataError(f"{file.path}, line {at + 1:,}: there are two sentence pairs {segment + 1}.")
        seen.add(segment)
        for source, places in enumerate(words):
            for cell in places.split():
                if not is_whole(cell, 1, n_targets):
                    raise DataError(f"{file.path}, line {at + 3:,}: there is no word {cell[:20]} of {n_targets}.")
                place = int(cell)
                if source:  # 0 is the empty word
                    rows.append((segment, source, place))
    table = np.array(rows, np.int64).reshape(-1, 3)
    return WordLinks.of(table[:, 0], table[:, 1], table[:, 2], np.ones(len(table), bool), max(seen, default=-1) + 1)
