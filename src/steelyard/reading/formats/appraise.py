"""Exports of the annotation tool Appraise: a row for each item judged, with a score and maybe marked errors.

Its campaigns export seven columns that they all have, then the document and whether the row is about all of it, marked
errors, times, and on demand the batch: which of them a row has shows in what stands there.
"""

import csv
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import is_computable
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.parsing import is_whole
from steelyard.files.reading import decode_lines, read_content
from steelyard.files.separators import quoted_rows, separator_of
from steelyard.reading.growing_columns import Lines, Numbering, lines_of_ids
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.ratings.language_pairs import only_pair
from steelyard.reading.resemblance import also_resembles
from steelyard.reading.spans import MarkTable, read_marks
from steelyard.reprs import n_of
from steelyard.types import ErrorMarks, Labels, Ratings

__all__ = ["RESEMBLES", "judgements", "read_appraise"]

_TYPE_KINDS = {"TGT": "system", "CHK": "repeat", "BAD": "degraded", "REF": "reference"}
_SUFFIXES = {"bad": "degraded", "dup": "repeat", "duplicate": "repeat", "incomplete": "incomplete"}
_FEWEST = 9  # columns
_ONE_AGAIN, _MANY_AGAIN = "an item that its rater judged again", "items that their raters judged again"
_NUMBER = re.compile(r"-?\d+(\.\d*)?", re.ASCII)
_TYPE = re.compile("[A-Z]{3}")


def _is_row(cells: Sequence[str]) -> bool:
    is_long = len(cells) >= _FEWEST and all(cells[:2])
    return is_long and is_whole(cells[2]) and bool(_TYPE.fullmatch(cells[3]) and _NUMBER.fullmatch(cells[6]))


def _is_export(lines: Sequence[str]) -> bool:
    """Whether the first lines are rows of an export, the very first perhaps a header."""
    try:
        rows = list(csv.reader([line for line in lines[:20] if line], delimiter=separator_of(lines[0])))
    except csv.Error:
        return False
    return all(map(_is_row, rows[0 if len(rows) == 1 or _is_row(rows[0]) else 1 :]))


RESEMBLES = (("an export of Appraise", "read_appraise", _is_export),)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    rater: str
    system: str
    item: int
    kind: str
    score: float
    languages: str = ""
    document: str = ""
    suffix: str = ""
    is_whole_document: bool = False
    spans: str = "[]"
    end: float = 0.0
    batch: tuple[str, ...] = ()


def read_appraise(
    path: str | os.PathLike[str],
    documents: Sequence[str] | None = None,
    *,
    lines: Lines | None = "number",
    languages: tuple[str, str] | None = None,
    whole_documents_only: bool = False,
    encoding: str = "utf-8",
) -> tuple[Ratings, ErrorMarks]:
    """Read rows such as ``ann,wmt.Sys,97,TGT,eng,deu,87,doc#Sys,False,[],start,end`` with quotes where needed.

    `path`: of the export, with or without a header: rater, system, item, type of item, two languages and score; of
    campaigns with documents the document and whether the row judges all of it; of those with marked errors these; start
    and end; and with ``--batch-info`` the batch.
    `documents`: the document of each line of the test set. The export numbers items within a task, so an item's place
    in its document is what tells its line.
    `lines`: without `documents`: the line, from 0, of each item, or of each (document, item), or they are numbered as
    they come. An item is its id where all systems of a document have the same ids, and its place in the document where
    tasks count on.
    `whole_documents_only`: leave documents out of which the task holds another number of items than the test set has
    lines, as their places are not known. By default they are refused.
    Returns: in the order of the file, without items of the introduction; ``n_missing`` counts what is left out, and
    ``notes`` say why.
    Of the marks the ``judgements`` are rows of the ratings.

    What follows the system in a document's name tells control items: ``#bad`` is degraded, ``#dup`` and ``#duplicate``
    a repeat, ``#incomplete`` such; so do the types BAD, CHK and REF. Scores of whole documents are left out, as
    Appraise keeps them apart. Of an item that a rater judged again the later score holds. Ends of spans that people
    marked are the last character in the export, and those that a program had filled in are one further; here no end is
    included.
    """
    file = read_content(path)
    text = "\n".join(decode_lines(file.content, file.path, encoding))
    rows, n_practice = _rows(text, file.path)
    rows = only_pair(rows, [row.languages for row in rows], languages, file.path)
    judged = [row for row in rows if not row.is_whole_document]
    kept = _latest(judged)
    notes = [
        (len(rows) - len(judged), "score of a whole document is", "scores of whole documents are"),
        (len(judged) - len(kept), f"earlier score of {_ONE_AGAIN} is", f"earlier scores of {_MANY_AGAIN} are"),
    ]
    if documents is None:
        placed, ids = _with_ids(kept)
        segments = lines_of_ids(ids, Labels.of([row.document for row in placed]), file.path, lines)
    else:
        placed, segments = _in_documents(kept, documents, file.path, whole_documents_only)
    one, several = "item of a document judged in part is", "items of documents judged in part are"
    notes.append((len(kept) - len(placed), one, several))
    n_left_out = n_practice + len(rows) - len(placed)
    told = tuple(f"{file.path}: {n_of(n, one, several)} left out" for n, one, several in notes if n)
    return _made(placed, segments, n_left_out, told, (file.path, file.sha256))


def _rows(text: str, path: str) -> tuple[list[_Row], int]:
    """Return the rows, and how many there are of the introduction."""
    found, n_practice = [], 0
    for line, cells in quoted_rows(text, path, separator_of(text.partition("\n")[0])):
        is_header = line == 1 and len(cells) >= _FEWEST and not (is_whole(cells[2]) or _NUMBER.fullmatch(cells[6]))
        if is_header or not cells:
            continue
        row = _row(cells, line, path)
        if row is None:
            n_practice += 1
        else:
            found.append(row)
    return found, n_practice


def _row(cells: Sequence[str], line: int, path: str) -> _Row | None:
    """Read a row; None for one of the introduction, whose document is called as its system."""
    place = f"{path}, line {line}"
    if len(cells) < _FEWEST:
        hint = also_resembles(path, "read_appraise") if line == 1 else ""
        raise AlignmentError(f"{place} has {len(cells)} columns, but a row of Appraise has {_FEWEST} or more.{hint}")
    rater, system, item, kind, source, target, score, *rest = cells
    if kind not in _TYPE_KINDS:
        known = ", ".join(sorted(_TYPE_KINDS))
        hint = also_resembles(path, "read_appraise")
        raise DataError(f"{place}, column 4: unknown type of item {kind!r}. Known: {known}.{hint}")
    if not is_whole(item):
        raise DataError(f"{place}, column 'item': {item!r} where a whole number from 0 should be.")
    if not _NUMBER.fullmatch(score) or not is_computable(float(score)):
        raise DataError(f"{place}, column 'score': {score!r} where a finite number (1e60 at most) should be.")
    row = _Row(line, rater, system, int(item), _TYPE_KINDS[kind], float(score), f"{source}-{target}")
    if rest[1] in ("True", "False"):
        document, is_whole_document, *rest = rest
        if document == system or "tutorial" in document.lower():
            return None
        row = _of_document(replace(row, is_whole_document=is_whole_document == "True"), document, place)
    if rest and rest[0][:1] in ("[", "{"):
        row, rest = replace(row, spans=rest[0]), rest[1:]
    times, batch = rest[:2], tuple(rest[2:])
    end = float(times[-1]) if times and _NUMBER.fullmatch(times[-1]) else 0.0
    return replace(row, end=end, batch=batch)


def _of_document(row: _Row, document: str, place: str) -> _Row:
    """Part a document's name from what it says of system and control items."""
    name, *words = document.split("#")
    suffixes = [word for word in words if re.sub(r"\d+$", "", word) in _SUFFIXES]
    outputs = [word for word in words if word not in suffixes]
    if len(outputs) > 1 or "" in words:
        raise DataError(f"{place}, column 8: unknown kind of document {document!r}.")
    if outputs and not row.system.endswith(outputs[0]):
        raise DataError(f"{place}: the system is {row.system!r}, but the document {document!r}.")
    found = [row.kind, *(_SUFFIXES[re.sub(r"\d+$", "", word)] for word in suffixes)]
    kind = min((one for one in found if one != "system"), default="system")  # degraded before all others
    return replace(row, system=(outputs or [row.system])[0], document=name, suffix="#".join(suffixes), kind=kind)


def _latest(rows: Sequence[_Row]) -> list[_Row]:
    """Keep of each rater's scores of one item the last, in the place of the first."""
    found: dict[tuple[object, ...], _Row] = {}
    for row in rows:
        key = (row.rater, row.system, row.document, row.suffix, row.kind, row.item, row.batch)
        known = found.get(key)
        found[key] = row if known is None or row.end >= known.end else known
    return list(found.values())


def _groups(rows: Iterable[_Row]) -> dict[tuple[str, ...], list[_Row]]:
    """Put together what a rater saw of one document at once."""
    groups: dict[tuple[str, ...], list[_Row]] = {}
    for row in rows:
        groups.setdefault((row.rater, row.system, row.document, row.suffix, row.kind, *row.batch[:1]), []).append(row)
    return groups


def _run(rows: Sequence[_Row]) -> list[int]:
    """Return the items of a group, each once; nothing where some between them are missing."""
    items = sorted({row.item for row in rows})
    return items if items[-1] - items[0] + 1 == len(items) else []


def _with_ids(rows: Sequence[_Row]) -> tuple[list[_Row], Labels]:
    """Say which segment each row is about, where the test set's documents are not known; others are left out."""
    by_document: dict[str, list[list[_Row]]] = {}
    for group in _groups(rows).values():
        by_document.setdefault(group[0].document, []).append(group)
    ids: dict[int, str] = {}
    for document, groups in by_document.items():
        together = {row.item for group in groups for row in group}
        n = max(len({row.item for row in group}) for group in groups)
        if not document or len(together) == n:
            ids |= {row.line: str(row.item) for group in groups for row in group}
            continue
        for group in groups:
            items = _run(group)
            if len(items) == n:
                ids |= {row.line: f"place {row.item - items[0] + 1}" for row in group}
    placed = [row for row in rows if row.line in ids]
    return placed, Labels.of([ids[row.line] for row in placed])


def _in_documents(
    rows: Sequence[_Row], documents: Sequence[str], path: str, whole_documents_only: bool
) -> tuple[list[_Row], NDArray[np.int64]]:
    """Find the line of each row by its place in its document."""
    home: dict[str, list[int]] = {}
    for line, name in enumerate(documents):
        home.setdefault(name, []).append(line)
    found: dict[int, int] = {}
    for group in _groups(rows).values():
        first = group[0]
        lines = home.get(first.document)
        if not first.document:
            raise DataError(
                f"{path}, line {first.line} names no document: give no documents (--documents), and items are known by "
                "their ids."
            )
        if lines is None:
            raise DataError(f"{path}, line {first.line}: no line of the test set is of document {first.document!r}.")
        items = _run(group)
        if len(items) == len(lines):
            found |= {row.line: lines[row.item - items[0]] for row in group}
        elif not whole_documents_only:
            n = len({row.item for row in group})
            name = f"{first.document}#{first.suffix}"
            raise DataError(
                f"{path}, line {first.line}: {first.rater} judged {n} items of document {name!r}, which has "
                f"{len(lines)} lines, so their lines are not known. With whole_documents_only=True such documents are "
                "left out."
            )
    placed = [row for row in rows if row.line in found]
    return placed, np.array([found[row.line] for row in placed], np.int64)


def _made(
    rows: list[_Row], segments: NDArray[np.int64], n_left_out: int, notes: tuple[str, ...], file: tuple[str, str]
) -> tuple[Ratings, ErrorMarks]:
    documents = [row.document for row in rows]
    ratings = Ratings(
        systems=Labels.of([row.system for row in rows]),
        segments=segments,
        documents=Labels.of(documents) if any(documents) else Labels.all_of("", len(rows)),
        raters=Labels.of([row.rater for row in rows]),
        scales=Labels.all_of("score", len(rows)),
        scores=np.array([row.score for row in rows], np.float64),
        kinds=Labels.of([row.kind for row in rows]),
        n_missing=n_left_out,
        files=(file,),
        notes=notes,
    )
    marks = MarkTable()
    for number, row in enumerate(rows):
        marks.add(number, read_marks(row.spans, f"{file[0]}, line {row.line}, column 10"))
    return ratings, marks.table(
        ratings.systems, ratings.segments, ratings.documents, ratings.raters, ratings.kinds, ratings.files
    )


def judgements(path: str, options: HowRead) -> Judgements:
    """Read scores with marks, whole documents only."""
    if options.documents is None and options.lines is None:
        raise SpecError(
            f"{path} is an export of Appraise, which does not say which line of the test set an item is: give the "
            "document of every line (--documents)."
        )
    ratings, marks = read_appraise(
        path,
        options.documents,
        lines=options.lines if options.lines is not None else Numbering(),
        languages=options.languages,
        whole_documents_only=True,
        encoding=options.encoding,
    )
    return Judgements("appraise", ratings=ratings, marks=marks)
