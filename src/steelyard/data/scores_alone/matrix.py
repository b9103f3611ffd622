"""Scores of systems on items, without any text: files of any layout as one set, with what is missing and why."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import REPEATS
from steelyard.data.joined_scores import mixed_items
from steelyard.data.score_files import split_name
from steelyard.data.scores_alone.blocks import (
    ScoreBlock,
    blocks_of_layout,
    blocks_of_tables,
    documents_of_blocks,
    is_system_per_file,
    is_table,
)
from steelyard.data.scores_alone.documents import item_documents
from steelyard.data.scores_alone.tables import ItemTable, ScoreColumns, read_item_table
from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.files.names import default_names
from steelyard.files.reading import read_content
from steelyard.files.records import Records
from steelyard.types.document_ids import MANY_IDS

__all__ = ["ItemScores", "read_item_scores"]

NO_ROW, NO_SCORE = "no row", "no score"  # why a score is missing, where no column says it


@dataclass(frozen=True, slots=True, eq=False)
class ItemScores:
    """What one or more metrics, judges or tests say of every system on every item.

    Attributes
    ----------
    items, systems : tuple of str
        In the order of the files, or as they were asked for.
    values : dict of str to array of float64, shape (S, N)
        By metric; NaN where there is none.
    reasons : dict of str to dict of (int, int) to str
        By metric: why the score of a system on an item is missing.
    documents : tuple of str or None
        Of each item.
    files : tuple of (str, str)
        Path and SHA-256 of the files of scores.
    documents_file : (str, str) or None
        Path and SHA-256 of the file of documents.
    has_ids : bool
        Whether items have names; else they are numbered.
    lower_is_better : tuple of str
        Metrics of which the files say so.
    notes : tuple of str
        What one should know, a sentence each without its full stop.
    """

    items: tuple[str, ...]
    systems: tuple[str, ...]
    values: dict[str, NDArray[np.float64]]
    reasons: dict[str, dict[tuple[int, int], str]]
    documents: tuple[str, ...] | None = None
    files: tuple[tuple[str, str], ...] = ()
    documents_file: tuple[str, str] | None = None
    has_ids: bool = True
    lower_is_better: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def take(self, kept: NDArray[np.int64]) -> "ItemScores":
        """Keep these items, in this order; reasons are left behind."""
        return replace(
            self,
            items=tuple(self.items[i] for i in kept),
            values={name: values[:, kept] for name, values in self.values.items()},
            reasons={name: {} for name in self.reasons},
            documents=None if self.documents is None else tuple(self.documents[i] for i in kept),
        )


def read_item_scores(
    texts: Sequence[str | tuple[str, Records]],
    *,
    columns: Mapping[str, str] | None = None,
    names: Sequence[str] | None = None,
    systems: Sequence[str] | None = None,
    metrics: Sequence[str] | None = None,
    documents: str | Sequence[str] | None = None,
    repeats: str = "refuse",
    items_in_columns: bool = False,
    encoding: str = "utf-8",
) -> ItemScores:
    r"""Read scores without texts.

    Parameters
    ----------
    texts : sequence of str or (str, Records)
        ``"FILE"`` or ``"NAME=FILE"``, or NAME and the columns of a frame: CSV, TSV, JSON, JSON Lines or Parquet with a
        row per item and system, with a row per item and a column per system, or with a row per item of one system,
        whose name is that of the file; also the layouts of metrics that `read_output_scores` tells. NAME is the
        metric's.
    columns : mapping of str to str, optional
        Column by role (item, system, document, reason, score), where names do not say it.
    names : sequence of str, optional
        Of the systems, where each has a file; else those to keep.
    systems : sequence of str, optional
        Those to keep, in this order.
    metrics : sequence of str, optional
        Those to keep, in this order.
    documents : str or sequence of str, optional
        File of documents: one per line, in the order of items; or a table with ids of items, ``FILE:COLUMN`` where the
        column is not called document; or the document of each item itself.
    repeats : {"refuse", "first", "last", "mean"}, default "refuse"
        What becomes of a second score of a system on an item.
    items_in_columns : bool, default False
        Whether each row of a table is a system, and each column of numbers an item.
    encoding : str, default "utf-8"
        Of tables.

    Returns
    -------
    ItemScores
        Items in the order in which they first stand.

    Raises
    ------
    DataError
        A cell is no number, or a score stands twice.
    AlignmentError
        Files without ids differ in length.
    SpecError
        A system or metric is not there, or nothing tells whether columns are systems or metrics.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.data.scores_alone.matrix import read_item_scores
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "judge.csv")
    ...     _ = path.write_text("item,a,b\nq1,1,0\nq2,,1\n")
    ...     scores = read_item_scores([str(path)])
    >>> scores.systems, scores.values["judge"].tolist(), scores.reasons["judge"]
    (('a', 'b'), [[1.0, nan], [0.0, 1.0]], {(0, 1): 'no score'})
    """
    if repeats not in REPEATS:
        raise unknown_name("rule for repeated scores:", repeats, REPEATS)
    given = [split_name(text) if isinstance(text, str) else text for text in texts]
    if not given:
        raise SpecError("There is no file of scores.")
    paths = [one for _, one in given if isinstance(one, str)]
    for i, (name, path) in enumerate(given):
        if isinstance(path, str) and not name and path in [other for _, other in given[:i]]:
            raise SpecError(f"{path} is given twice.")
    wanted = ScoreColumns(columns or {})
    chosen = systems or names or ()
    unnamed = dict(zip(dict.fromkeys(paths), default_names([*dict.fromkeys(paths)]), strict=True))
    blocks: list[ScoreBlock] = []
    tables: list[tuple[str, ItemTable]] = []
    for name, path in given:
        if not isinstance(path, str) or wanted.given or items_in_columns or is_table(path):
            table = read_item_table(
                path,
                wanted,
                systems=chosen,
                metrics=metrics or (),
                items_in_columns=items_in_columns,
                encoding=encoding,
            )
            tables.append((name, table))
        else:
            blocks += blocks_of_layout(name, path, encoding, unnamed[path])
    of_files = is_system_per_file(tables, wanted)
    blocks += blocks_of_tables(tables, of_files, names)
    if of_files and not systems:
        chosen = ()
    if metrics is not None:
        known = list(dict.fromkeys(block.metric for block in blocks))
        for metric in metrics:
            if metric not in known:
                raise unknown_name("metric among the scores (metrics of text need REF and -i):", metric, known)
        blocks = [block for metric in metrics for block in blocks if block.metric == metric]
    scores = _joined(blocks, chosen, repeats)
    documents_file = None
    by_item = documents_of_blocks(blocks)
    if isinstance(documents, str):
        by_item, documents_file = item_documents(documents, scores.items, wanted, encoding)
    elif documents is not None:
        by_item = _given_documents(documents, scores.items)
    if documents is not None or "document" in wanted.given:
        _check_shared(by_item or {})
    files = [(path, read_content(path).sha256) for path in dict.fromkeys(paths)]
    files += [(name or "score", _hash(one)) for name, one in given if not isinstance(one, str)]
    return replace(
        scores,
        documents=None if by_item is None else _in_order(by_item, scores.items),
        files=tuple(files),
        documents_file=documents_file,
        has_ids=all(block.has_ids for block in blocks),
        lower_is_better=tuple(dict.fromkeys(block.metric for block in blocks if not block.higher_is_better)),
        notes=tuple(dict.fromkeys(note for block in blocks for note in block.notes)),
    )


def _given_documents(documents: Sequence[str], items: Sequence[str]) -> dict[str, str]:
    if len(documents) != len(items):
        raise AlignmentError(f"There are {len(documents):,} documents for {len(items):,} items: give one for each.")
    return {item: str(document) for item, document in zip(items, documents, strict=True)}


def _check_shared(by_item: Mapping[str, str]) -> None:
    """Refuse documents that were asked for and hold an item each."""
    if len(by_item) >= MANY_IDS and len(set(by_item.values())) == len(by_item):
        raise DataError(
            f"The documents of the {len(by_item):,} items are all different, as ids of items are: items of one "
            "document must have the same. Leave them out if no two items share a document: tests are the same then."
        )


def _hash(table: Records) -> str:
    """Say which numbers these are, where there is no file."""
    return hashlib.sha256(json.dumps(table.columns, default=str).encode()).hexdigest()


def _joined(blocks: Sequence[ScoreBlock], chosen: Sequence[str], repeats: str) -> ItemScores:
    """Make a matrix of systems and items for every metric."""
    _check_lengths(blocks)
    _check_items(blocks)
    known = dict.fromkeys(system for block in blocks for system in block.systems)
    for system in chosen:
        if system not in known:
            raise unknown_name("system among the scores:", system, list(known))
    for i, system in enumerate(chosen):
        if system in chosen[:i]:
            raise SpecError(f"The system {system!r} is asked for twice.")
    systems = {system: i for i, system in enumerate(chosen or known)}
    items = {item: i for i, item in enumerate(dict.fromkeys(item for block in blocks for item in block.items))}
    values: dict[str, NDArray[np.float64]] = {}
    reasons: dict[str, dict[tuple[int, int], str]] = {}
    for metric in dict.fromkeys(block.metric for block in blocks):
        own = [block for block in blocks if block.metric == metric]
        values[metric], reasons[metric] = _matrix(own, systems, items, repeats)
    return ItemScores(tuple(items), tuple(systems), values, reasons)


def _check_lengths(blocks: Sequence[ScoreBlock]) -> None:
    """Refuse to number the rows of files that differ in length, or of which some have ids."""
    lengths = {block.path: len(block.items) for block in blocks if not block.has_ids}
    if lengths and len({block.path for block in blocks}) > len(lengths):
        named = next(block.path for block in blocks if block.path not in lengths)
        raise AlignmentError(f"{named} names its items and {next(iter(lengths))} does not: they cannot be joined.")
    if len(set(lengths.values())) > 1:
        first, *others = lengths
        odd = next(path for path in others if lengths[path] != lengths[first])
        raise AlignmentError(
            f"{first} has {lengths[first]:,} rows and {odd} {lengths[odd]:,}, and no column names items: give both a "
            "column with ids (item), by which rows meet."
        )


def _check_items(blocks: Sequence[ScoreBlock]) -> None:
    """Refuse to take a task for one more item."""
    tasks = next((block.path for block in blocks if block.of_tasks), None)
    items = next((block.path for block in blocks if not block.of_tasks), None)
    if tasks is not None and items is not None:
        raise mixed_items(tasks, items)


def _matrix(
    blocks: Sequence[ScoreBlock], systems: Mapping[str, int], items: Mapping[str, int], repeats: str
) -> tuple[NDArray[np.float64], dict[tuple[int, int], str]]:
    cells: dict[tuple[int, int], list[float]] = {}
    why: dict[tuple[int, int], str] = {}
    for block in blocks:
        reasons = block.reasons or [""] * len(block.items)
        for row, (system, item, score, reason) in enumerate(
            zip(block.systems, block.items, block.scores, reasons, strict=True)
        ):
            if system not in systems:
                continue
            key = systems[system], items[item]
            if key in cells and repeats == "refuse":
                raise DataError(_twice(block, row, system, item))
            cells.setdefault(key, []).append(score)
            if score != score:
                why[key] = reason or NO_SCORE
    values = np.full((len(systems), len(items)), np.nan)
    for key, found in cells.items():
        values[key] = found[0] if len(found) == 1 else _settled(found, repeats)
    gaps = map(tuple, np.argwhere(np.isnan(values)).tolist())
    return values, {(s, i): why.get((s, i), NO_ROW) for s, i in gaps}


def _twice(block: ScoreBlock, row: int, system: str, item: str) -> str:
    if block.table is not None and block.table.systems is None:
        columns = list(block.table.scores)
        taken = f", so that {', '.join(map(repr, columns))} were taken for systems" if len(columns) > 1 else ""
        chosen = f"--columns score={columns[0]} says which column is its score, " if taken else ""
        return (
            f"{block.place(row)} is a second row of item {item!r}, and no column names systems{taken}. If these are "
            f"runs of one system, {chosen}--repeats mean averages them, and another system is another file: --scores "
            "OURS THEIRS. If a column names systems, say --columns system=COLUMN."
        )
    return (
        f"{block.place(row)}: the system {system!r} has a second score on item {item!r}. Say which holds: --repeats "
        "first, last or mean; or which columns name items and systems: --columns item=COLUMN system=COLUMN."
    )


def _settled(found: Sequence[float], repeats: str) -> float:
    """Choose among scores of one system on one item; one that is missing does not count."""
    there = [score for score in found if score == score]
    if not there:
        return float("nan")
    return {"first": there[0], "last": there[-1], "mean": sum(there) / len(there)}[repeats]


def _in_order(by_item: Mapping[str, str], items: Sequence[str]) -> tuple[str, ...]:
    lacking = [item for item in items if item not in by_item]
    if lacking:
        raise DataError(f"{len(lacking):,} of {len(items):,} items have no document, {lacking[0]!r} among them.")
    return tuple(by_item[item] for item in items)
