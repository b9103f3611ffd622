"""What people said, from a file of any format that Steelyard knows, told by its first lines."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import RATING_FORMATS
from steelyard.data.collecting import COLUMN_NAMES, Lines
from steelyard.data.formats.appraise import read_appraise
from steelyard.data.formats.esa import read_esa
from steelyard.data.formats.mqm import read_mqm
from steelyard.data.formats.mt_metrics_eval import read_seg_rating, read_seg_scores
from steelyard.data.formats.ratings import read_ratings
from steelyard.data.formats.relative_rankings import read_relative_rankings
from steelyard.data.formats.segment_scores import read_segment_scores
from steelyard.data.line_files import LineIds
from steelyard.data.resemblance import resembles
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.lines import TextFile, read_content
from steelyard.types import ErrorMarks, Labels, Rankings, Ratings

__all__ = ["FORMATS", "Judgements", "read_judgements"]

_ROLES = frozenset(name for names in COLUMN_NAMES.values() for name in names) | {"score", "index", "mean", "z"}
Joined = Literal["split", "keep"]
Judged = TypeVar("Judged", Ratings, ErrorMarks)


@dataclass(frozen=True, slots=True, eq=False)
class Judgements:
    """What a file of judgements holds: scores, marked errors, or both; or rankings.

    Attributes
    ----------
    format : str
        One of `FORMATS`.
    ratings : Ratings or None
        Scores of outputs.
    marks : ErrorMarks or None
        Errors marked in outputs.
    rankings : Rankings or None
        Outputs put in order.
    as_judged : Rankings or None
        The same with systems of the same output as one: `rankings` may have ties that nobody judged.
    reading : mapping or None
        How the file was read, as JSON can hold it; ``lines`` and ``documents`` are ``"file"`` where they came from one.
    further : tuple of dict
        Role, name and SHA-256 of the files of lines and documents.

    Examples
    --------
    >>> from steelyard.data import read_judgements
    >>> found = read_judgements("examples/ratings.tsv")
    >>> found.format, len(found.ratings), found.ratings.raters.names
    ('ratings', 982, ('ann', 'ben', 'cleo', 'dev'))
    """

    format: str
    ratings: Ratings | None = None
    marks: ErrorMarks | None = None
    rankings: Rankings | None = None
    as_judged: Rankings | None = None
    reading: Mapping[str, object] | None = None
    further: tuple[dict[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Options:
    """What only some formats ask for."""

    scales: Sequence[str] | None
    columns: Mapping[str, str] | None
    lines: Lines | None
    documents: Sequence[str] | None
    languages: tuple[str, str] | None
    joined: Joined
    strict: bool
    encoding: str


def _ratings(path: str, options: _Options) -> Judgements:
    found = read_ratings(
        path,
        scores=options.scales,
        columns=options.columns,
        lines=options.lines,
        may_miss=True,
        keep_doubles=not options.strict,
        encoding=options.encoding,
    )
    return Judgements("ratings", ratings=found)


def _mqm(path: str, options: _Options) -> Judgements:
    return Judgements(
        "mqm", marks=read_mqm(path, lines=options.lines, strict=options.strict, encoding=options.encoding)
    )


def _esa(path: str, options: _Options) -> Judgements:
    ratings, marks = read_esa(path, keep_doubles=not options.strict, encoding=options.encoding)
    return Judgements("esa", ratings=ratings, marks=marks)


def _appraise(path: str, options: _Options) -> Judgements:
    if options.documents is None:
        raise SpecError(
            f"{path} is an export of Appraise, which does not say which line of the test set an item is: give the "
            "document of every line (--documents)."
        )
    ratings, marks = read_appraise(path, options.documents, whole_documents_only=True, encoding=options.encoding)
    return Judgements("appraise", ratings=ratings, marks=marks)


def _spans(path: str, options: _Options) -> Judgements:
    return Judgements("seg-rating", marks=read_seg_rating(path))


def _scores(path: str, options: _Options) -> Judgements:
    return Judgements("seg-score", ratings=_as_ratings(path, read_seg_scores(path), "score"))


def _columns(path: str, options: _Options) -> Judgements:
    scores, _ = read_segment_scores(path, may_miss=True)
    if all(name.strip().lower() in _ROLES for name in scores):
        raise DataError(f"{path}, line 1: no column names the system; the file has {', '.join(map(repr, scores))}.")
    arrays = {system: np.asarray(column, np.float64) for system, column in scores.items()}
    return Judgements("columns", ratings=_as_ratings(path, arrays, "score"))


def _rankings(path: str, options: _Options) -> Judgements:
    def read(joined: Joined) -> Rankings:
        return read_relative_rankings(path, languages=options.languages, joined=joined, encoding=options.encoding)

    rankings = read(options.joined)
    is_split = options.joined == "split"
    return Judgements("rankings", rankings=rankings, as_judged=read("keep") if is_split else rankings)


_READERS = (_ratings, _mqm, _esa, _appraise, _spans, _scores, _rankings, _columns)
FORMATS: Mapping[str, Callable[[str, _Options], Judgements]] = dict(zip(RATING_FORMATS, _READERS, strict=True))
"""How each format is read."""

_OF_READER = {
    "read_ratings": "ratings",
    "read_mqm": "mqm",
    "read_esa": "esa",
    "read_appraise": "appraise",
    "read_seg_rating": "seg-rating",
    "read_seg_scores": "seg-score",
    "read_relative_rankings": "rankings",
}


def read_judgements(
    path: str | os.PathLike[str],
    *,
    file_format: str | None = None,
    scales: Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
    lines: Lines | LineIds | None = None,
    documents: Sequence[str] | TextFile | None = None,
    languages: tuple[str, str] | None = None,
    joined: Joined = "split",
    strict: bool = True,
    encoding: str = "utf-8",
) -> Judgements:
    """Read a file of judgements, whatever its format.

    Parameters
    ----------
    path : path-like
        ``.gz``, ``.bz2`` and ``.xz`` work.
    file_format : str, optional
        One of `FORMATS`; by default the first that the file's first lines look like.
    scales : sequence of str, optional
        Of named columns: those that hold scores, by default the only one with a usual name.
    columns : mapping of str to str, optional
        Of named columns: the file's names for ``system``, ``line``, ``document``, ``rater``, ``kind`` and ``scale``.
    lines : mapping, LineIds or "number", optional
        The line, from 0, of each id, or of each (document, id), where ids are not lines; ``"number"`` counts segments
        as they come, which is enough to compare systems, but not to hold them against texts.
    documents : sequence of str or TextFile, optional
        The document of each line of the test set. Appraise's exports need it; any other format takes it where the
        file names no documents.
    languages : (str, str), optional
        Of rankings: source and target, where the file has several.
    joined : {"split", "keep"}, default "split"
        Of rankings: a name such as ``A+B`` is two systems with the same output, or one system.
    strict : bool, default True
        Refuse rows that stand twice and marked spans that do not close. Otherwise the rows stay, and the spans have no
        place.
    encoding : str, default "utf-8"
        Of the file.

    Returns
    -------
    Judgements
        Scores, marks or rankings.

    Raises
    ------
    DataError
        The file cannot be read, or is not what it looks like; the message names line and column.
    AlignmentError
        A row has another number of columns.
    SpecError
        There is no such format, or it needs something that was not given.

    Notes
    -----
    The format is told by the first lines: by the names of columns where there are any. Rows of named columns whose
    score is empty or ``NA`` are left out and counted.

    Examples
    --------
    >>> from steelyard.data import read_judgements
    >>> read_judgements("examples/human.tsv").ratings.systems.names
    ('harbour', 'lantern', 'sparrow', 'tangle', 'orator')
    """
    name = os.fspath(path)
    chosen = file_format or ("ratings" if scales or columns else _recognised(name))
    if chosen not in FORMATS:
        raise unknown_name("format", str(chosen), FORMATS)
    ids = lines.lines if isinstance(lines, LineIds) else lines
    names = documents.lines if isinstance(documents, TextFile) else documents
    options = _Options(scales, columns, ids, names, languages, joined, strict, encoding)
    reading = {"path": name, **_reading(chosen, options), "lines": _source(lines), "documents": _source(documents)}
    given = {"line ids": lines, "document ids": documents}
    further = tuple(
        {"role": role, "name": file.path, "sha256": file.sha256}
        for role, file in given.items()
        if isinstance(file, LineIds | TextFile)
    )
    found = replace(FORMATS[chosen](name, options), reading=reading, further=further)
    if names is None or chosen == "rankings":
        return found
    return replace(
        found,
        ratings=None if found.ratings is None else _placed(found.ratings, names, name),
        marks=None if found.marks is None else _placed(found.marks, names, name),
    )


def _source(given: object) -> str | None:
    """Say where lines or documents came from: a file, a list or mapping, numbering, or nowhere."""
    if given is None or given == "number":
        return given
    return "file" if isinstance(given, LineIds | TextFile) else "list"


def _reading(file_format: str, options: _Options) -> dict[str, object]:
    """Say how a file is read, so that it can be read so again."""
    return {
        "file_format": file_format,
        "scales": None if options.scales is None else list(options.scales),
        "columns": None if options.columns is None else dict(options.columns),
        "languages": None if options.languages is None else list(options.languages),
        "joined": options.joined,
        "strict": options.strict,
        "encoding": options.encoding,
    }


def _recognised(path: str) -> str:
    """Return the first format that fits; ratings come from files that every reader refuses, with its own words."""
    readers = [name[name.rindex("(") + 1 : -1] for name in resembles(path)]
    found = next((_OF_READER[reader] for reader in readers if reader in _OF_READER), None)
    if found is not None:
        return found
    if readers and readers[0] in ("read_samples", "read_wmt_xml", "read_wmt_sgml", "read_conllu", "read_pharaoh"):
        rest = f"it looks like {resembles(path)[0]}"
        raise DataError(f"{path} holds no judgements that could be read: {rest}.")
    return "columns"


def _placed(judged: Judged, documents: Sequence[str], path: str) -> Judged:
    """Name the documents of a file that names none."""
    if (judged.documents.codes >= 0).any() and any(judged.documents.names):
        return judged
    last = int(judged.segments.max(initial=-1))
    if last >= len(documents):
        raise DataError(f"{path} judges line {last + 1}, but there are {len(documents)} lines with a document.")
    of_line = Labels.of(documents)
    return replace(judged, documents=Labels(of_line.names, of_line.codes[judged.segments]))


def _as_ratings(path: str, scores: Mapping[str, NDArray[np.float64]], scale: str) -> Ratings:
    """Turn a column a system into a judgement a row."""
    values = np.stack(list(scores.values()))
    rows, lines = np.nonzero(np.isfinite(values))
    n = len(rows)
    file = read_content(path)
    return Ratings(
        systems=Labels(tuple(scores), rows.astype(np.int32)),
        segments=lines.astype(np.int64),
        documents=Labels.all_of("", n),
        raters=Labels.all_of("", n),
        scales=Labels.all_of(scale, n),
        scores=values[rows, lines],
        kinds=Labels.all_of("system", n),
        n_missing=values.size - n,
        files=((file.path, file.sha256),),
        n_lines=values.shape[1],
    )
