"""Ratings as a table with named columns: a judgement per row, in TSV, CSV, JSON Lines or Parquet."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.files.parsing import MOST_LINES, is_whole
from steelyard.files.separators import folded_name
from steelyard.files.told import tell
from steelyard.reading.delimited import Block, Table, check_no_doubles, combined, numbers, open_table
from steelyard.reading.growing_columns import (
    COLUMN_NAMES,
    GrowingLabels,
    Lines,
    first_of_lines,
    joined,
    kinds_of,
    lines_of_ids,
    segments_of_lines,
)
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.ratings.columns_told import tell_columns
from steelyard.reading.ratings.language_pairs import of_one_pair
from steelyard.reading.resemblance import column_names
from steelyard.reading.roles import COLUMN_ROLES, ITEM_TEXTS, plain_name
from steelyard.reading.score_matrix.same_items import Texts
from steelyard.reading.writing import write_table
from steelyard.types import Labels, Ratings

__all__ = ["RESEMBLES", "judgements", "read_ratings", "write_ratings"]

_SCORES = (
    *("score", "raw", "z", "mqm", "mqm_penalty", "da", "da_z", "esa", "human", "rating", "adequacy", "fluency"),
    *("raw.scr", "z.scr", "mqm_avg_score"),  # as WMT's direct assessment and Google's MQM were published
)
_RATED = frozenset(_SCORES)
_FOLDED = frozenset(map(folded_name, ("score", "rating", "human_score", "human_scores", "da_score", "esa_score")))


def _is_rating(lines: Sequence[str]) -> bool:
    names = column_names(lines)
    folded = set(map(folded_name, names))
    has = [not folded.isdisjoint(map(folded_name, COLUMN_NAMES[role])) for role in ("system", "line")]
    return all(has) and not (names.isdisjoint(_RATED) and folded.isdisjoint(_FOLDED))


RESEMBLES = (("ratings with named columns", "read_ratings", _is_rating),)


def read_ratings(
    path: str | os.PathLike[str],
    *,
    scores: str | Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
    counts_from: int = 1,
    lines: Lines | None = None,
    languages: tuple[str, str] | None = None,
    may_miss: bool = False,
    keep_doubles: bool = False,
    encoding: str = "utf-8",
) -> Ratings:
    """Read scores of people, of single judgements or averaged, whatever order the columns have.

    `path`: tabs without quotes, commas with quotes where needed, an object per line, or Parquet; the first line names
    the columns.
    `scores`: the columns of scores; each becomes a scale. By default the only one with a usual name, such as ``score``,
    ``raw`` or ``z``; where several are there, one must be named. Where a column names the scale of each row, scales may
    be chosen by these names.
    `columns`: the file's names of ``system``, ``line``, ``document``, ``rater``, ``kind`` and ``scale``, where they are
    not usual ones.
    `counts_from`: the number of the first line of the test set.
    `lines`: the line, from 0, of each id in the column of lines, or of each (document, id); ``"number"`` counts
    segments as they come.
    `may_miss`: leave rows out whose score is empty, ``NA``, ``NaN`` or null.
    `keep_doubles`: keep rows that stand twice.
    Returns: in the order of the file, scale after scale.

    Kinds of items are SYSTEM or TGT, REPEAT, REF, and BAD_REF or BAD; without such a column all are system items. Lines
    are those of the text files. In campaigns such as WMT21 and WMT22, published segment numbers count the segments of
    sorted documents: turn them into lines with `lines`.
    """
    return read_rated(path, scores, columns, counts_from, lines, languages, may_miss, keep_doubles, encoding)[0]


def read_rated(
    path: str | os.PathLike[str],
    scores: str | Sequence[str] | None,
    columns: Mapping[str, str] | None,
    counts_from: int,
    lines: Lines | None,
    languages: tuple[str, str] | None,
    may_miss: bool,
    keep_doubles: bool,
    encoding: str,
    with_outputs: bool = False,
) -> tuple[Ratings, Texts]:
    """Read ratings, and what the table says of the lines of the test set, and perhaps of outputs there."""
    table = open_table(path, encoding=encoding)
    name = _columns_of_roles(table, columns or {})
    named = _named_scales(table, scores, name["scale"])
    score_names = _score_columns(table, None if named else scores)
    table, of_pairs = of_one_pair(table, languages, (*name.values(), *score_names))
    labels = {role: GrowingLabels() for role in ("system", "document", "rater", "kind", "scale", "id")}
    others = [one for one in table.names if one not in (*name.values(), *score_names, *of_pairs)]
    source = next((one for one in others if plain_name(one) in ITEM_TEXTS["source"]), "")
    called = (*COLUMN_ROLES["output"], *ITEM_TEXTS["target"], "tgt", "target_text") if with_outputs else ()
    output = next((one for one in others if plain_name(one) in called), "")
    sources, outputs = GrowingLabels(), GrowingLabels()
    segments, file_lines, rows = [], [], GrowingLabels()
    values: dict[str, list[NDArray[np.float64]]] = {column: [] for column in score_names}
    for block in table.blocks:
        _add_labels(labels, block, name, table.path)
        if lines is None:
            segments.append(segments_of_lines(block, name["line"], table.path, counts_from))
        else:
            ids = block.columns[name["line"]]
            if name["line"].lower() == "line":
                _check_lines(ids, block, table.path)
            labels["id"].add(ids)
        for column in score_names:
            values[column].append(_numbers(block, column, table.path, may_miss))
        file_lines.append(np.asarray(block.lines, np.int64))
        if source:
            sources.add(block.columns[source])
        if output:
            outputs.add(block.columns[output])
        rows.add(["\t".join(cells) for cells in zip(*block.columns.values(), strict=True)])
    made = {role: growing.labels for role, growing in labels.items()}
    where, places, seen = joined(segments, np.int64), joined(file_lines, np.int64), rows.labels.codes
    numbers_of = {column: joined(pieces, np.float64) for column, pieces in values.items()}
    _tell_roles(table, name, score_names, of_pairs)
    if lines is not None:
        where = lines_of_ids(made["id"], made["document"], table.path, lines)
    _tell_of_rows(table.path, name["line"], made["system"], where)
    if not keep_doubles:
        key = seen if name["rater"] else combined(made["system"].codes, where, made["kind"].codes, made["scale"].codes)
        _check_doubles(np.asarray(key, np.int64), places, table.path)
    found = _stacked(table, made, where, numbers_of, name)
    found = _of_scales(found, named, table.path)
    lists_unrated = bool(found.n_missing) and lines is None and len(np.unique(where)) == where.max() + 1
    found = replace(found, n_lines=int(where.max()) + 1) if lists_unrated else found
    texts = {"source": first_of_lines(sources.labels, where)} if source else {}
    is_plain = np.isin(made["kind"].codes, [i for i, kind in enumerate(made["kind"].names) if kind == "system"])
    said = outputs.labels
    for code, system in enumerate(made["system"].names if output else ()):
        own = np.flatnonzero(is_plain & (made["system"].codes == code))
        texts[f"output of {system}"] = first_of_lines(said.take(own), where[own])
    return found, texts


def _columns_of_roles(table: Table, asked: Mapping[str, str]) -> dict[str, str]:
    unknown = sorted(set(asked) - set(COLUMN_NAMES))
    if unknown:
        raise SpecError(f"columns names {unknown[0]!r}. Valid: {', '.join(COLUMN_NAMES)}.")
    return {
        role: table.column(
            role, [asked[role]] if role in asked else usual, is_needed=role in asked or role in ("system", "line")
        )
        for role, usual in COLUMN_NAMES.items()
    }


def _tell_roles(table: Table, name: Mapping[str, str], scores: Sequence[str], of_pairs: Sequence[str]) -> None:
    scored = {"score" if len(scores) == 1 else f"score {i}": column for i, column in enumerate(scores, 1)}
    spoken = dict(
        zip(("language",) if len(of_pairs) == 1 else ("source language", "target language"), of_pairs, strict=False)
    )
    tell_columns(table.path, {**name, **scored, **spoken}, table.names)


def _tell_of_rows(path: str, column: str, systems: Labels, segments: NDArray[np.int64]) -> None:
    """Tell where every item is of one system: then it may be none."""
    outputs = combined(systems.codes, segments)
    if len(systems.names) > 1 and len(np.unique(segments)) == len(np.unique(outputs)):
        tell(
            f"no item was rated for two systems, so they are compared on different items, unless {column} is a "
            "number of rows",
            path,
        )


def _named_scales(table: Table, scores: str | Sequence[str] | None, column: str) -> tuple[str, ...]:
    """Return what was asked for where it names cells of the column of scales, and no columns of scores."""
    wanted = () if scores is None else (scores,) if isinstance(scores, str) else tuple(scores)
    known = {name.lower() for name in table.names}
    return wanted if column and not any(name.lower() in known for name in wanted) else ()


def _of_scales(ratings: Ratings, wanted: tuple[str, ...], path: str) -> Ratings:
    """Keep the scales that were asked for, in their order; all where none was."""
    if not wanted:
        return ratings
    names = ratings.scales.names
    for name in wanted:
        if name not in names:
            raise DataError(
                f"{path} has no scale {name!r} in its column of scales, but {', '.join(filter(None, names))}."
            )
    place = np.array([wanted.index(name) if name in wanted else -1 for name in names], np.int32)
    codes = place[ratings.scales.codes]
    return replace(ratings, scales=Labels(wanted, codes)).take(codes >= 0)


def _score_columns(table: Table, scores: str | Sequence[str] | None) -> list[str]:
    if scores is not None:
        wanted = [scores] if isinstance(scores, str) else list(scores)
        return [table.column("score", [column]) for column in wanted]
    found = [name for name in table.names if name.lower() in _RATED or folded_name(name) in _FOLDED]
    if len(found) > 1:
        raise DataError(
            f"{table.path} has several columns of scores: {', '.join(found)}. Say which to read (scores, --scale)."
        )
    return found or [table.column("score", _SCORES)]


def _check_lines(cells: Sequence[str], block: Block, path: str) -> None:
    """Refuse numbers of lines that no file has; what is no number may be an id."""
    beyond = next((cell for cell in dict.fromkeys(cells) if cell.isdigit() and not is_whole(cell, 0, MOST_LINES)), None)
    if beyond is not None:
        raise DataError(
            f"{path}, line {block.lines[cells.index(beyond)]}, column 'line': there is no line {beyond:.30}."
        )


def _numbers(block: Block, column: str, path: str, may_miss: bool) -> NDArray[np.float64]:
    try:
        return numbers(block, column, path, may_miss=may_miss)
    except DataError as error:
        hint = "" if may_miss else " Rows without a score can be left out with may_miss=True."
        raise DataError(f"{error}{hint}") from error


def _add_labels(labels: Mapping[str, GrowingLabels], block: Block, name: Mapping[str, str], path: str) -> None:
    systems = block.columns[name["system"]]
    if "" in systems:
        raise DataError(
            f"{path}, line {block.lines[systems.index('')]}, column {name['system']!r}: no system is named."
        )
    labels["system"].add(systems)
    for role in ("document", "rater", "scale"):
        if name[role]:
            labels[role].add(block.columns[name[role]])
        else:
            labels[role].add_unknown(len(block))
    labels["kind"].add(kinds_of(block, name["kind"], path) if name["kind"] else ["system"] * len(block))


def _check_doubles(key: NDArray[np.int64], file_lines: NDArray[np.int64], path: str) -> None:
    def twice(first: int, second: int) -> str:
        return (
            f"{path}, line {file_lines[second]}: the row repeats the judgement of line {file_lines[first]}. Add "
            "--lenient (in Python keep_doubles=True) to read both."
        )

    check_no_doubles(key, twice)


def _stacked(
    table: Table,
    made: Mapping[str, Labels],
    segments: NDArray[np.int64],
    values: Mapping[str, NDArray[np.float64]],
    name: Mapping[str, str],
) -> Ratings:
    """Put the scales below each other, without the rows that have no score."""
    kept = [np.flatnonzero(~np.isnan(column)) for column in values.values()]
    rows = np.concatenate(kept)
    if name["scale"] and len(values) > 1:
        raise DataError(f"{table.path} has a column of scales: read one column of scores.")
    scales = np.concatenate([np.full(len(part), i, np.int32) for i, part in enumerate(kept)])
    is_named = bool(name["scale"])
    return Ratings(
        systems=made["system"].take(rows),
        segments=segments[rows],
        documents=made["document"].take(rows),
        raters=made["rater"].take(rows),
        scales=made["scale"].take(rows) if is_named else Labels(tuple(values), scales),
        scores=np.concatenate([column[part] for column, part in zip(values.values(), kept, strict=True)]),
        kinds=made["kind"].take(rows),
        n_missing=sum(len(column) for column in values.values()) - len(rows),
        files=((table.path, table.sha256),),
    )


def write_ratings(path: str | os.PathLike[str], ratings: Ratings, *, counts_from: int = 1) -> None:
    r"""Write a judgement per row, as `read_ratings` reads it.

    `path`: its ending says how: ``.tsv``, ``.csv``, ``.jsonl`` or ``.parquet``. Written anew.
    `ratings`: the judgements. Columns that say nothing, of documents or raters, are left out.
    `counts_from`: the number of the first line of the test set.

    Several judgements of one output that no rater tells apart are read again with ``keep_doubles=True``.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_ratings, write_ratings
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.tsv")
    ...     _ = path.write_text("sid\tscore\tsys\n2\t70\tx\n")
    ...     write_ratings(pathlib.Path(folder, "b.csv"), read_ratings(path))
    ...     pathlib.Path(folder, "b.csv").read_text()
    'system,line,kind,scale,score\nx,2,system,score,70.0\n'
    """
    columns: dict[str, Sequence[str | int | float]] = {
        "system": ratings.systems.values,
        "line": (ratings.segments + counts_from).tolist(),
        "document": ratings.documents.values,
        "rater": ratings.raters.values,
        "kind": ratings.kinds.values,
        "scale": ratings.scales.values,
        "score": ratings.scores.tolist(),
    }
    for name, labels in (("document", ratings.documents), ("rater", ratings.raters), ("scale", ratings.scales)):
        if not labels.names:
            del columns[name]
    write_table(path, columns)


def judgements(path: str, options: HowRead) -> Judgements:
    """Read scores from named columns."""
    found, texts = read_rated(
        path, options.scales, options.columns, 1, options.lines, options.languages, True, not options.strict,
        options.encoding, options.are_joined,
    )  # fmt: skip
    return Judgements("ratings", ratings=found, texts=texts)
