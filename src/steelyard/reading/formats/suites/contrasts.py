"""Contrastive pairs as ACES and DEMETR give them out, and tables of the same."""

import json
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard.errors import DataError
from steelyard.files.records import read_records
from steelyard.reading.delimited import open_table
from steelyard.reading.resemblance import also_resembles, first_lines
from steelyard.types import ContrastivePairs

__all__ = ["read_contrasts"]

# By column of `ContrastivePairs`, what files call it: ACES's name first, then DEMETR's.
_NAMES = {
    "good": ("good-translation", "mt_sent", "good"),
    "wrong": ("incorrect-translation", "pert_sent", "incorrect", "wrong", "bad"),
    "references": ("reference", "eng_sent", "ref"),
    "sources": ("source", "src_sent", "src"),
    "phenomena": ("phenomena", "pert_name", "phenomenon"),
    "categories": ("category", "severity"),
    "langpairs": ("langpair", "lang_tag", "language_pair"),
    "groups": ("group", "document"),
    "ids": ("ID",),
    "applied": ("pert_check", "applied"),
}
_GOOD, _WRONG = "-good", "-bad"  # ends of ACES's columns of scores
_YES, _NO = ("true", "1", "yes"), ("false", "0", "no")

Columns = dict[str, list[Any]]


def read_contrasts(
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *, encoding: str = "utf-8"
) -> ContrastivePairs:
    r"""Read contrastive pairs: a good and a wrong translation of each item, and what is wrong.

    `path`: files in the layout of ACES (a table with the columns source, good-translation, incorrect-translation,
    reference, phenomena and langpair; columns such as ``COMET-good`` and ``COMET-bad`` are scores) or of DEMETR (a list
    of objects with src_sent, eng_sent, mt_sent, pert_sent, pert_name, severity, pert_check). Tables may be TSV without
    quotes, CSV, JSON Lines, a JSON list or Parquet;
    Returns: the items of all files; a column that a file lacks is left out.

    References
    ----------
    Amrhein, Moghe and Guillou 2022, 2022.wmt-1.44; Karpinska et al. 2022, "DEMETR: Diagnosing Evaluation Metrics for
    Translation", 2022.emnlp-main.649.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_contrasts
    >>> table = "good-translation\tincorrect-translation\treference\tphenomena\ntwo\tthree\t2\tnumber\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "pairs.tsv")
    ...     _ = file.write_text(table)
    ...     pairs = read_contrasts(file)
    >>> pairs.wrong, pairs.phenomena, pairs.sources
    (('three',), ('number',), None)
    """
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    if not paths:
        raise DataError("There is no file of contrastive pairs.")
    parts = [_read(one, encoding) for one in paths]
    files = [(name, sha256) for name, sha256, _, _ in parts]
    columns, scores = dict(parts[0][2]), dict(parts[0][3])
    for name, _, more, more_scores in parts[1:]:
        odd = sorted({*columns} ^ {*more}) or sorted({*scores} ^ {*more_scores})
        if odd:
            raise DataError(f"{name} and {files[0][0]} do not have the same columns: {odd[0]} is in one of them alone.")
        columns = {key: columns[key] + more[key] for key in columns}
        scores = {key: (scores[key][0] + more_scores[key][0], scores[key][1] + more_scores[key][1]) for key in scores}
    return ContrastivePairs(**columns, scores=scores, files=files)


def _read(
    path: str | os.PathLike[str], encoding: str
) -> tuple[str, str, Columns, dict[str, tuple[list[float], list[float]]]]:
    """Return name and hash of a file, its columns by our names, and its scores."""
    name, sha256, table, lines, what = _table(path, encoding)
    by_lower = {column.lower(): column for column in table}
    found = {
        ours: next((by_lower[one.lower()] for one in theirs if one.lower() in by_lower), "")
        for ours, theirs in _NAMES.items()
    }
    for role, ours in (("good translation", "good"), ("wrong translation", "wrong")):
        if not found[ours]:
            raise DataError(
                f"{name}, {what} {lines[0] if what == 'record' else 1}: no column holds the {role}. Expected "
                f"{' or '.join(map(repr, _NAMES[ours]))}; the file has {', '.join(map(repr, table))}."
                f"{also_resembles(name)}"
            )
    columns: Columns = {
        ours: [_text(cell) for cell in table[theirs]] for ours, theirs in found.items() if theirs and ours != "applied"
    }
    if found["applied"]:
        places = (f"{name}, {what} {line}, column {found['applied']!r}" for line in lines)
        columns["applied"] = [_flag(cell, place) for cell, place in zip(table[found["applied"]], places, strict=True)]
    scores = {}
    for column in table:
        metric = column.removesuffix(_GOOD).rstrip(".")
        other = column.removesuffix(_GOOD) + _WRONG
        if column.endswith(_GOOD) and metric and other in table:
            sides = [_numbers(table[one], lines, f"{name}, {what} {{}}, column {one!r}") for one in (column, other)]
            scores[metric] = (sides[0], sides[1])
    return name, sha256, columns, scores


def _table(path: str | os.PathLike[str], encoding: str) -> tuple[str, str, Columns, Sequence[int], str]:
    """Read a list of objects, or any table; return name, hash, columns, places and what a place is called."""
    if "".join(first_lines(path)[:1]).lstrip().startswith("["):
        read = read_records(path, encoding)
        if not read.places:
            raise DataError(f"{read.path} holds no item.")
        return read.path, read.sha256, dict(read.columns), read.places, read.kind
    table = open_table(path, encoding=encoding)
    columns: Columns = {name: [] for name in table.names}
    lines: list[int] = []
    for block in table.blocks:
        for name in table.names:
            columns[name] += block.columns[name]
        lines += block.lines
    if not lines:
        raise DataError(f"{table.path} holds no item below its header.")
    return table.path, table.sha256, columns, lines, "line"


def _text(cell: object) -> str:
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)


def _flag(cell: object, place: str) -> bool:
    word = _text(cell).strip().lower()
    if word not in _YES + _NO:
        raise DataError(f"{place}: {word!r} is neither true nor false.")
    return word in _YES


def _numbers(cells: Sequence[object], lines: Sequence[int], place: str) -> list[float]:
    found = []
    for cell, line in zip(cells, lines, strict=True):
        try:
            number = float(_text(cell))
        except ValueError:
            number = np.nan
        if not np.isfinite(number):
            raise DataError(f"{place.format(line)}: {_text(cell)!r} is no finite number.")
        found.append(number)
    return found
