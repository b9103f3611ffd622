"""Exports of the annotation tool Appraise: a row for each item judged, with a score and maybe marked errors."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.data.delimited import Table, numbers, open_table, whole_numbers
from steelyard.data.judgements import HowRead, Judgements
from steelyard.data.resemblance import also_resembles, every_line
from steelyard.data.spans import MarkTable, read_marks
from steelyard.errors import DataError, SpecError
from steelyard.types import ErrorMarks, Labels, Ratings

__all__ = ["RESEMBLES", "judgements", "read_appraise"]

_LINE = re.compile(r"[^,]+,[^,]+,\d+,[A-Z]+,[^,]+,[^,]+,[^,]+,[^,]+,(?:True|False),.*")
RESEMBLES = (("an export of Appraise", "read_appraise", every_line(_LINE)),)

_NAMES = ("rater", "system", "item", "type", "from", "to", "score", "document", "flag", "errors", "start", "end")
_SUFFIXES = {"bad": "degraded", "dup": "repeat", "duplicate": "repeat", "incomplete": "incomplete"}
_TYPE_KINDS = {"TGT": "system", "BAD": "degraded", "REF": "reference"}


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    rater: str
    system: str
    item: int
    kind: str
    score: float
    document: str
    spans: str


def read_appraise(
    path: str | os.PathLike[str],
    documents: Sequence[str],
    *,
    whole_documents_only: bool = False,
    encoding: str = "utf-8",
) -> tuple[Ratings, ErrorMarks]:
    """Read rows such as ``ann,wmt.Sys,97,TGT,eng,deu,87,doc#Sys,False,[],start,end`` with quotes where needed.

    Parameters
    ----------
    path : path-like
        Of the export: twelve columns separated by commas, and no header.
    documents : sequence of str
        The document of each line of the test set. The export numbers items within a task, so an item's place in its
        document is what tells its line.
    whole_documents_only : bool, default False
        Leave documents out of which the task holds another number of items than the test set has lines, as their
        places are not known. By default they are refused.
    encoding : str, default "utf-8"
        Of the file.

    Returns
    -------
    ratings : Ratings
        In the order of the file, without items of the introduction; ``n_missing`` counts what is left out.
    marks : ErrorMarks
        Their ``judgements`` are rows of the ratings.

    Raises
    ------
    DataError
        The file is no such export, a document is unknown, or a document is judged in part; the message names the line.
    AlignmentError
        A row has another number of columns.

    Notes
    -----
    What follows the system in a document's name tells control items: ``#bad`` is degraded, ``#dup`` and ``#duplicate``
    a repeat, ``#incomplete`` such. An item that a rater judged again stands there twice. Ends of spans that people
    marked are the last character in the export, and those that a program had filled in are one further; here no end is
    included.
    """
    table = open_table(path, encoding=encoding, names=_NAMES)
    rows, n_left_out = _rows(table)
    home: dict[str, list[int]] = {}
    for line, name in enumerate(documents):
        home.setdefault(name, []).append(line)
    groups: dict[tuple[str, str, str, str], list[int]] = {}
    for number, row in enumerate(rows):
        groups.setdefault((row.rater, row.system, row.document, row.kind), []).append(number)
    segments = np.full(len(rows), -1, np.int64)
    for members in groups.values():
        first = rows[members[0]]
        lines = home.get(first.document.split("#")[0])
        if lines is None:
            raise DataError(
                f"{table.path}, line {first.line}: no line of the test set is of document "
                f"{first.document.split('#')[0]!r}."
            )
        items = sorted({rows[member].item for member in members})
        is_run = items[-1] - items[0] + 1 == len(items)
        if is_run and len(items) == len(lines):
            segments[members] = [lines[rows[member].item - items[0]] for member in members]
        elif not whole_documents_only:
            raise DataError(
                f"{table.path}, line {first.line}: {first.rater} judged {len(items)} items of document "
                f"{first.document!r}, which has {len(lines)} lines, so their lines are not known. With "
                "whole_documents_only=True such documents are left out."
            )
    kept = [number for number in range(len(rows)) if segments[number] >= 0]
    return _made(table, [rows[number] for number in kept], segments[kept], n_left_out + len(rows) - len(kept))


def _rows(table: Table) -> tuple[list[_Row], int]:
    rows, n_practice = [], 0
    for block in table.blocks:
        scores = numbers(block, "score", table.path)
        items = whole_numbers(block, "item", table.path, least=0)
        cells = (block.columns[name] for name in ("rater", "system", "type", "document", "errors"))
        for line, item, score, rater, system, kind, document, spans in zip(
            block.lines, items, scores, *cells, strict=True
        ):
            if kind not in _TYPE_KINDS:
                known = ", ".join(sorted(_TYPE_KINDS))
                raise DataError(
                    f"{table.path}, line {line}, column 4: unknown type of item {kind!r}. Known: {known}."
                    f"{also_resembles(table.path, 'read_appraise')}"
                )
            name, _, rest = document.partition("#")
            if not rest:
                n_practice += 1
                continue
            output, _, suffix = rest.partition("#")
            found = [_SUFFIXES.get(re.sub(r"\d+$", "", word)) for word in suffix.split("#") if word]
            if None in found or not output:
                raise DataError(f"{table.path}, line {line}, column 8: unknown kind of document {document!r}.")
            if not system.endswith(output):
                raise DataError(f"{table.path}, line {line}: the system is {system!r}, but the document {document!r}.")
            made = min((word for word in found if word), default=_TYPE_KINDS[kind])  # degraded before all others
            rows.append(_Row(line, rater, output, int(item), made, float(score), f"{name}#{suffix}", spans))
    return rows, n_practice


def _made(table: Table, rows: list[_Row], segments: NDArray[np.int64], n: int) -> tuple[Ratings, ErrorMarks]:
    ratings = Ratings(
        systems=Labels.of([row.system for row in rows]),
        segments=segments,
        documents=Labels.of([row.document.split("#")[0] for row in rows]),
        raters=Labels.of([row.rater for row in rows]),
        scales=Labels.all_of("score", len(rows)),
        scores=np.array([row.score for row in rows], np.float64),
        kinds=Labels.of([row.kind for row in rows]),
        n_missing=n,
        files=((table.path, table.sha256),),
    )
    marks = MarkTable()
    for number, row in enumerate(rows):
        marks.add(number, read_marks(row.spans, f"{table.path}, line {row.line}, column 10"))
    return ratings, marks.table(
        ratings.systems, ratings.segments, ratings.documents, ratings.raters, ratings.kinds, ratings.files
    )


def judgements(path: str, options: HowRead) -> Judgements:
    """Read scores with marks, whole documents only."""
    if options.documents is None:
        raise SpecError(
            f"{path} is an export of Appraise, which does not say which line of the test set an item is: give the "
            "document of every line (--documents)."
        )
    ratings, marks = read_appraise(path, options.documents, whole_documents_only=True, encoding=options.encoding)
    return Judgements("appraise", ratings=ratings, marks=marks)
