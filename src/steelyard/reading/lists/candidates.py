"""Candidates of every source, wherever they come from: lines, tables, n-best lists, outputs of systems."""

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.json_rows import as_object
from steelyard.files.names import default_names, first_double
from steelyard.files.reading import TextFile, read_lines
from steelyard.files.records import Records, read_records
from steelyard.files.structure import text_structure
from steelyard.reading.lists.tables import TableCandidates, candidates_of_table
from steelyard.reading.resemblance import first_lines
from steelyard.types import NBestLists
from steelyard.types.text_files import read_text

__all__ = ["Candidates", "lists_of_systems", "lists_of_texts", "read_candidates"]

Path = str | os.PathLike[str]
_PARQUET = "PAR1"
_STATISTICS = '{"format": "steelyard statistics"'  # how a file of them begins
_LINES_OF_JSON = r"\.(jsonl|ndjson)(\.(gz|bz2|xz|zst))?$"


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Candidates, and what stands beside them in a table."""

    lists: NBestLists  # the candidates of every source
    references: tuple[tuple[str | None, ...], ...] = ()  # by reference and source; empty where the file has none
    # sources, documents: of every source
    sources: tuple[str, ...] | None = None
    documents: tuple[str, ...] | None = None
    ids: tuple[str, ...] = ()  # of the sources; empty where they have none


def read_candidates(
    paths: Sequence[Path],
    *,
    per_source: int | None = None,
    n_sources: int | None = None,
    systems: Sequence[str] = (),
    reference: Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    names: Sequence[str] | None = None,
    encoding: str = "utf-8",
) -> Candidates:
    r"""Read what there is to choose from; what a file is shows in its content.

    `paths`: one file with k lines for each source, one after the other; or a file for each system, a line for each
    source; or Moses's n-best lists, such as the rounds of a tuning run; or one table (JSON Lines, JSON, CSV, TSV,
    Parquet) with a row for each source that holds a list of outputs, a row for each candidate, or a column for each
    system.
    `per_source`: k. Several files have k lines of each system then.
    `n_sources`: as many as there are references or sources, where these are known: gives k of one file.
    `systems`, `reference`: columns of a table that hold a system's outputs each, and columns of references.
    `columns`: column of other roles: ``output``, ``id``, ``source``, ``document``, ``system``, ``score``.
    `names`: of the systems, one per file; by default the names of the files.
    Returns: sources in the order of the file, and of each its candidates.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.lists.candidates import read_candidates
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "samples.jsonl")
    ...     _ = path.write_text('{"id": 1, "outputs": ["a b", "a"]}\n{"id": 2, "outputs": ["c"]}\n')
    ...     found = read_candidates([path]).lists
    >>> found.texts, found.sizes.tolist()
    (('a b', 'a', 'c'), [2, 1])
    """
    if not paths:
        raise SpecError("There is nothing to choose from: name a file of candidates.")
    if per_source is not None and per_source < 1:
        raise SpecError(f"A source has one candidate or more (--per-source), not {per_source}.")
    if per_source is not None and re.search(_LINES_OF_JSON, os.fspath(paths[0])):
        raise SpecError(
            f"{os.fspath(paths[0])} is JSON Lines: it says which candidates a source has, and --per-source is for "
            "lines of plain text."
        )
    starts = [[line for line in first_lines(path) if line.strip()] for path in paths]
    for path, lines in zip(paths, starts, strict=True):
        if lines and lines[0].startswith(_STATISTICS):
            raise DataError(f"{os.fspath(path)} is a statistics file, which has no text to choose: name the outputs.")
    if all(lines and lines[0].count("|||") >= 2 for lines in starts) and per_source is None:
        from steelyard.reading.formats import read_moses_nbest

        return Candidates(read_moses_nbest(paths, encoding=encoding))
    table = next((path for path, lines in zip(paths, starts, strict=True) if _is_table(path, lines)), None)
    if len(paths) == 1 and starts[0] and starts[0][0].startswith('{"'):
        table = paths[0]
    if systems or (table is not None and per_source is None):
        if len(paths) > 1:
            raise SpecError(f"Candidates in a table stand in one: {table or paths[0]} is not the only file.")
        found = candidates_of_table(
            _records(paths[0], starts[0], encoding), systems=systems, reference=reference, columns=columns or {}
        )
        return _of_table(found)
    if reference or columns:
        raise SpecError(f"{os.fspath(paths[0])} is no table: columns cannot be named.")
    files = [read_text(path, encoding, has_flags=False) for path in paths]
    if per_source is None and len(files) == 1:
        per_source = _inferred(files[0], n_sources)
    return Candidates(_of_lines(files, per_source or 1, _names(paths, names)))


def _is_table(path: Path, lines: list[str]) -> bool:
    """Whether a file is no plain text; JSON Lines with a broken line are none, so that the line is told."""
    if lines and lines[0].startswith(_PARQUET):
        return True
    if re.search(_LINES_OF_JSON, os.fspath(path)):
        return True
    found = text_structure(lines)
    return found is not None and found.is_table


def _records(path: Path, lines: list[str], encoding: str) -> Records:
    """Read a table; a single object of JSON is a source with its lists, and no frame of columns."""
    if len(lines) == 1 and lines[0].lstrip().startswith("{"):
        file = read_lines(path, encoding)
        with suppress(ValueError):
            return Records(file.path, file.sha256, {name: [cell] for name, cell in as_object(lines[0]).items()}, [1])
    return read_records(path, encoding)


def _inferred(file: TextFile, n_sources: int | None) -> int:
    """Divide the lines of one file among the sources."""
    n = len(file.lines)
    if not n:
        raise AlignmentError(f"{file.path} is empty: no source has candidates there.")
    if n_sources is None:
        raise SpecError(
            f"{file.path} has {n:,} lines: say how many are candidates of one source (--per-source K), or name a file "
            "for each system."
        )
    if n % n_sources:
        raise AlignmentError(
            f"{file.path} has {n:,} lines, which {n_sources:,} sources do not share equally: each needs the same "
            "number of candidates, one after the other."
        )
    return n // n_sources


def _names(paths: Sequence[Path], names: Sequence[str] | None) -> list[str]:
    found = default_names([os.fspath(path) for path in paths]) if names is None else list(names)
    if len(found) != len(paths):
        raise AlignmentError(f"--names has {len(found)} names for {len(paths)} files of candidates.")
    double = first_double(found)
    if double is not None:
        raise AlignmentError(f"The system {double!r} stands twice. Give each system once, and each its own name.")
    return found


def _of_lines(files: Sequence[TextFile], per_source: int, names: Sequence[str]) -> NBestLists:
    """Take k lines of every file for each source; several files are systems."""
    first = files[0]
    for file in files:
        if not file.lines:
            raise AlignmentError(f"{file.path} is empty: no source has candidates there.")
        if len(file.lines) % per_source:
            raise AlignmentError(
                f"{file.path} has {len(file.lines):,} lines, which is no multiple of {per_source} (--per-source): the "
                "last source has too few candidates."
            )
        if len(file.lines) != len(first.lines):
            raise AlignmentError(
                f"{file.path} has {len(file.lines):,} lines, but {first.path} has {len(first.lines):,}: every file "
                "needs the same sources."
            )
    of_files = tuple((file.path, file.sha256) for file in files)
    n = len(first.lines) // per_source
    texts = [line for i in range(n) for file in files for line in file.lines[i * per_source : (i + 1) * per_source]]
    writers = [name for name in names for _ in range(per_source)] * n if len(files) > 1 else []
    return lists_of_texts(texts, [per_source * len(files)] * n, systems=writers, files=of_files)


def _of_table(found: TableCandidates) -> Candidates:
    features = np.stack(list(found.numbers.values()), axis=1) if found.numbers else None
    lists = lists_of_texts(
        found.texts,
        found.sizes,
        systems=found.systems,
        totals=found.totals,
        features=features,
        feature_names=tuple(found.numbers),
        files=found.files,
    )
    return Candidates(lists, found.references, found.sources, found.documents, found.ids)


def lists_of_systems(outputs: Mapping[str, Sequence[str]]) -> NBestLists:
    """Make the outputs of systems on the same sources candidates of each.

    Examples
    --------
    >>> from steelyard.reading.lists.candidates import lists_of_systems
    >>> lists_of_systems({"x": ["a", "b"], "y": ["c", "d"]}).texts
    ('a', 'c', 'b', 'd')
    """
    names = list(outputs)
    lengths = {name: len(text) for name, text in outputs.items()}
    n = next(iter(lengths.values()), 0)
    other = next((name for name, length in lengths.items() if length != n), None)
    if other is not None:
        raise AlignmentError(
            f"The system {other!r} has {lengths[other]:,} outputs, but {names[0]!r} has {n:,}: every system needs the "
            "same sources."
        )
    texts = [text[i] for i in range(n) for text in outputs.values()]
    return lists_of_texts(texts, [len(names)] * n, systems=names * n)


def lists_of_texts(
    texts: Sequence[str],
    sizes: Sequence[int],
    *,
    systems: Sequence[str] = (),
    totals: Sequence[float] | None = None,
    features: "np.ndarray[tuple[int, int], np.dtype[np.float64]] | None" = None,
    feature_names: tuple[str, ...] = (),
    files: tuple[tuple[str, str], ...] = (),
) -> NBestLists:
    """Make lists of texts, as many for each source as its size says, and refuse a source without any.

    Examples
    --------
    >>> from steelyard.reading.lists.candidates import lists_of_texts
    >>> lists_of_texts(["a", "b", "c"], [2, 1]).offsets.tolist()
    [0, 2, 3]
    """
    if not sizes:
        raise DataError("There is nothing to choose from: no source has a candidate.")
    empty = next((i for i, size in enumerate(sizes, 1) if not size), None)
    if empty is not None:
        raise AlignmentError(f"Source {empty:,} has no candidates: each needs one or more.")
    return NBestLists(
        texts=tuple(texts),
        offsets=np.cumsum([0, *sizes], dtype=np.int64),
        features=np.zeros((len(texts), 0)) if features is None else features,
        feature_names=feature_names,
        totals=np.full(len(texts), np.nan) if totals is None else np.asarray(totals, np.float64),
        files=files,
        systems=tuple(systems),
    )
