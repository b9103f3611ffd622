"""What people said, from a file of any format that Steelyard knows, told by its first lines."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from steelyard.choices import RATING_FORMATS
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.files.names import default_names
from steelyard.files.reading import TextFile
from steelyard.files.sheets import split_sheet
from steelyard.files.told import Taken, listening, tell
from steelyard.reading.growing_columns import Lines, Numbering
from steelyard.reading.joined_judgements import join_marks, join_rankings, join_ratings, judgements_of_folder, rated_by
from steelyard.reading.joined_scores import join_texts
from steelyard.reading.line_files import LineIds
from steelyard.reading.ratings.annotation_tools import export_of_tool
from steelyard.reading.ratings.language_pairs import refuse_other_pairs
from steelyard.reading.resemblance import first_lines, format_named, resembles
from steelyard.reading.score_matrix.same_items import Texts, check_same_texts
from steelyard.reprs import describe
from steelyard.types import ErrorMarks, Labels, Rankings, Ratings
from steelyard.types.reading import value_of

__all__ = ["HowRead", "Joined", "Judgements", "read_judgements"]

_WHAT = {
    "appraise": "an export of Appraise: rater, system, item, type of item, languages and score in columns 1 to 7",
    "seg-rating": "spans that people marked (.seg.rating), items as lines",
    "seg-score": "a system and its score a line (.seg.score), items in their order",
    "columns": "a column of scores for each system, items in rows",
    "rankings": "rankings of outputs, with a column or two for each rank",
    "svmlight": "rows of features with a rating (SVMlight)",
}
Joined = Literal["split", "keep"]
Judged = TypeVar("Judged", Ratings, ErrorMarks)


@dataclass(frozen=True, slots=True, eq=False)
class Judgements:
    """What a file of judgements holds: scores, marked errors, or both; or rankings.

    Examples
    --------
    >>> from steelyard.reading import read_judgements
    >>> found = read_judgements("examples/ratings.tsv")
    >>> found.format, len(found.ratings), found.ratings.raters.names
    ('ratings', 982, ('ann', 'ben', 'cleo', 'dev'))
    """

    format: str  # one of `steelyard.choices.RATING_FORMATS`
    ratings: Ratings | None = None  # scores of outputs
    marks: ErrorMarks | None = None  # errors marked in outputs
    rankings: Rankings | None = None  # outputs put in order
    # The same with systems of the same output as one: `rankings` may have ties that nobody judged.
    as_judged: Rankings | None = None
    # How the file was read, as JSON can hold it; ``lines`` and ``documents`` are ``"file"`` where they came from one.
    reading: Mapping[str, object] | None = None
    further: tuple[dict[str, str], ...] = ()  # role, name and SHA-256 of the files of lines and documents
    # What the columns of each file were taken for, by its path.
    taken: Mapping[str, Taken] = field(default_factory=dict)
    # By what it is, such as ``"source"``, what the file says of the lines of the test set, which count from 1.
    texts: Texts = field(default_factory=dict)

    def __repr__(self) -> str:
        return describe(
            self, self.format, *(f"{part!r}" for part in (self.ratings, self.marks, self.rankings) if part is not None)
        )


@dataclass(frozen=True, slots=True)
class HowRead:
    """What only some formats ask for."""

    scales: Sequence[str] | None
    columns: Mapping[str, str] | None
    lines: Lines | None
    documents: Sequence[str] | None
    languages: tuple[str, str] | None
    joined: Joined
    strict: bool
    encoding: str
    are_joined: bool = False  # whether there are several files, whose outputs are held against each other


def read_judgements(
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
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
    """Read a file of judgements, whatever its format; or several files of one campaign.

    Parameters
    ----------
    path : path-like or sequence of path-like
        ``.gz``, ``.bz2`` and ``.xz`` work. Several files of one format are put together: one for each rater, who is
        called after the file where it names none, or one for each wave. A folder stands for its files.
    file_format : str, optional
        One of `steelyard.choices.RATING_FORMATS`; by default the first that the file's first lines look like.
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
        A file cannot be read, is not what it looks like, or stands twice; the message names line and column.
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
    >>> from steelyard.reading import read_judgements
    >>> read_judgements("examples/human.tsv").ratings.systems.names
    ('harbour', 'lantern', 'sparrow', 'tangle', 'orator')
    """
    ids = lines.lines if isinstance(lines, LineIds) else Numbering() if isinstance(lines, str) else lines
    names = documents.lines if isinstance(documents, TextFile) else documents
    options = HowRead(scales, columns, ids, names, languages, joined, strict, encoding)
    further = tuple(
        {"role": role, "name": file.path, "sha256": file.sha256}
        for role, file in {"line ids": lines, "document ids": documents}.items()
        if isinstance(file, LineIds | TextFile)
    )
    sources = {"lines": _source(lines), "documents": _source(documents)}
    path = value_of(path, "ratings")
    if isinstance(path, Judgements):
        return path
    given = [path] if isinstance(path, str | os.PathLike) else path
    paths = [file for one in given for file in judgements_of_folder(os.fspath(one))]
    if not paths:
        raise SpecError("There is no file of judgements.")
    options = replace(options, are_joined=len(paths) > 1)
    parts = [replace(_read(one, file_format, options, sources), further=further) for one in paths]
    if len(parts) == 1:
        return parts[0]
    return _joined(parts, paths)


def _read(name: str, file_format: str | None, options: HowRead, sources: Mapping[str, object]) -> Judgements:
    """Read one file."""
    scales, columns, names = options.scales, options.columns, options.documents
    chosen = file_format or ("ratings" if scales or columns else _recognised(name))
    if chosen not in RATING_FORMATS:
        raise unknown_name("format", str(chosen), RATING_FORMATS)
    reading = {"path": name, **_reading(chosen, options), **sources}
    with listening() as told:
        judged: Judgements = format_named(chosen).judgements(name, options)
    taken = next((one for one in told if one.roles), None)
    if taken is None:
        taken = Taken(f"read as {_WHAT.get(chosen, chosen)}", name, {"format": [chosen]})
        tell(taken)
    for one in told:
        tell(one)
    found = replace(judged, reading=reading, taken={name: taken})
    for part in (found.ratings, found.marks, found.rankings):
        for note in () if part is None else part.notes:
            tell(note.removeprefix(f"{name}: "), name)
    if names is None or found.rankings is not None:
        return found
    return replace(
        found,
        ratings=None if found.ratings is None else _placed(found.ratings, names, name),
        marks=None if found.marks is None else _placed(found.marks, names, name),
    )


def _joined(parts: Sequence[Judgements], paths: Sequence[str]) -> Judgements:
    """Put judgements of one format together; a file that names no rater is one rater's, called after the file."""
    first = parts[0]
    for part, path in zip(parts, paths, strict=True):
        if part.format != first.format or _holds(part) != _holds(first):
            raise DataError(
                f"{paths[0]} holds {_told(first)}, but {path} holds {_told(part)}: judgements of one kind are joined."
            )
    _check_different(parts, paths)
    refuse_other_pairs(paths)
    check_same_texts(((path, part.texts) for path, part in zip(paths, parts, strict=True)), but=("reference",))
    names = default_names(list(paths))
    named = list(zip(parts, names, strict=True))
    ratings = [rated_by(part.ratings, name) for part, name in named if part.ratings is not None]
    marks = [rated_by(part.marks, name) for part, name in named if part.marks is not None]
    rankings = [rated_by(part.rankings, name) for part, name in named if part.rankings is not None]
    as_judged = [rated_by(part.as_judged, name) for part, name in named if part.as_judged is not None]
    reading = {key: value for key, value in (first.reading or {}).items() if key != "path"}
    return replace(
        first,
        ratings=join_ratings(ratings) if ratings else None,
        marks=join_marks(marks) if marks else None,
        rankings=join_rankings(rankings) if rankings else None,
        as_judged=join_rankings(as_judged) if as_judged else None,
        reading={"paths": list(paths), **reading},
        taken={path: one for part in parts for path, one in part.taken.items()},
        texts=join_texts(part.texts for part in parts),
    )


def _holds(part: Judgements) -> tuple[bool, ...]:
    return tuple(one is not None for one in (part.ratings, part.marks, part.rankings))


def _told(part: Judgements) -> str:
    return f"judgements in the format {part.format}"


def _check_different(parts: Sequence[Judgements], paths: Sequence[str]) -> None:
    seen: dict[tuple[str, ...], str] = {}
    for part, path in zip(parts, paths, strict=True):
        held = (part.ratings, part.marks, part.rankings)
        sheets = (split_sheet(path)[1],)  # of one workbook
        sums = sheets + tuple(dict.fromkeys(sha256 for one in held if one is not None for _, sha256 in one.files))
        if sums in seen:
            raise DataError(f"{seen[sums]} and {path} are the same file: give each once.")
        seen[sums] = path


def _source(given: object) -> str | None:
    """Say where lines or documents came from: a file, a list or mapping, numbering, or nowhere."""
    if given is None or isinstance(given, str):
        return given
    return "file" if isinstance(given, LineIds | TextFile) else "list"


def _reading(file_format: str, options: HowRead) -> dict[str, object]:
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
    lines = first_lines(path)
    tool = export_of_tool(lines)
    if lines and lines[0].strip():
        for name in RATING_FORMATS:
            if any(fits(lines) for _, _, fits in format_named(name).RESEMBLES):
                return name
    if tool:
        raise DataError(f"{path} {tool}")
    readers = [name[name.rindex("(") + 1 : -1] for name in resembles(path)]
    if readers and readers[0] in (
        "read_samples",
        "read_texts",
        "read_wmt_xml",
        "read_wmt_sgml",
        "read_conllu",
        "read_word_alignments",
    ):
        raise DataError(f"{path} holds no judgements that could be read: it looks like {resembles(path)[0]}.")
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
