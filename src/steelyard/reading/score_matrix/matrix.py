"""Scores of systems on items, without any text: files of any layout as one set, with what is missing and why."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.files.columns import split_column, split_name
from steelyard.files.names import default_names, first_double, some_of
from steelyard.files.reading import TextFile, read_content, read_lines
from steelyard.files.records import Records, read_records
from steelyard.files.told import Taken, tell
from steelyard.reading.directions import Directions
from steelyard.reading.growing_columns import Spellings, told_spellings
from steelyard.reading.joined_scores import mixed_items
from steelyard.reading.logged_scores import NothingScoredError
from steelyard.reading.roles import find_column
from steelyard.reading.score_folders import files_of_folder
from steelyard.reading.score_matrix.blocks import (
    ScoreBlock,
    blocks_of_layout,
    blocks_of_tables,
    is_table,
    taken_of_files,
)
from steelyard.reading.score_matrix.cells import Samples, check_repeats, fill_matrix, ratings_on, tries_of
from steelyard.reading.score_matrix.doubts import check_same_items, check_scales, without_marks
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.reading.score_matrix.same_items import check_same_texts
from steelyard.reading.score_matrix.tables import ItemTable, by_metric, read_item_table
from steelyard.types import Ratings
from steelyard.types.document_ids import MANY_IDS, read_document_ids

__all__ = ["ItemScores", "groups_of_items", "read_item_scores"]


@dataclass(frozen=True, slots=True, eq=False)
class ItemScores:
    """What one or more metrics, judges or tests say of every system on every item, in the order of the files."""

    items: tuple[str, ...]
    systems: tuple[str, ...]  # in the order of the files, or as they were asked for
    values: dict[str, NDArray[np.float64]]  # by metric, shape (S, N); NaN where there is none
    reasons: dict[str, dict[tuple[int, int], str]]  # by metric: why the score of a system on an item is missing
    documents: tuple[str, ...] | None = None  # of each item
    files: tuple[tuple[str, str], ...] = ()  # path and SHA-256 of the files of scores
    has_ids: bool = True  # whether items have names; else they are numbered
    lower_is_better: tuple[str, ...] = ()  # metrics of which lower scores are better
    taken: Mapping[str, Taken] = field(default_factory=dict)  # what columns were taken for, by the path of the file
    notes: tuple[str, ...] = ()  # what one should know, a sentence each without its full stop
    subsets: tuple[str, ...] | None = None  # of each item
    group_files: tuple[tuple[str, str, str], ...] = ()  # "documents" or "subsets", path and SHA-256
    samples: Mapping[str, Samples] = field(default_factory=dict)  # by metric, how scores vary whose means were taken
    ratings: Mapping[str, Ratings] = field(default_factory=dict)  # by metric, with who gave each, on places of items
    texts: tuple[str, ...] = ()  # FILE or NAME=FILE, of all files that were read

    def take(self, kept: NDArray[np.int64]) -> "ItemScores":
        """Keep these items, in this order."""
        place = {int(item): i for i, item in enumerate(kept)}
        return replace(
            self,
            items=tuple(self.items[i] for i in kept),
            values={name: values[:, kept] for name, values in self.values.items()},
            reasons={
                name: {(row, place[item]): why for (row, item), why in found.items() if item in place}
                for name, found in self.reasons.items()
            },
            documents=None if self.documents is None else tuple(self.documents[i] for i in kept),
            subsets=None if self.subsets is None else tuple(self.subsets[i] for i in kept),
            samples={name: Samples(one.counts[:, kept], one.variances[:, kept]) for name, one in self.samples.items()},
            ratings={name: ratings_on(found, kept, len(self.items)) for name, found in self.ratings.items()},
        )


def read_item_scores(
    texts: Sequence[str | tuple[str, Records]], how: HowScores | None = None, *, needs_direction: bool = True
) -> ItemScores:
    """Read scores without texts, of ``FILE`` or ``NAME=FILE``, or of NAME and a frame's columns: NAME is the metric's.

    Files of a folder in which nothing is scored are left out and told, as nobody named them one by one. Without
    `needs_direction` higher is better where nothing says which way a metric goes; else that is asked.
    """
    how = how or HowScores()
    check_repeats(how.repeats)
    named = [split_name(text) if isinstance(text, str) else text for text in texts]
    given = [(name, one) for name, of in named for one in (files_of_folder(of, name) if isinstance(of, str) else [of])]
    if not given:
        raise SpecError("There is no file of scores.")
    files = [(name, path) for name, path in given if isinstance(path, str)]
    paths = [path for _, path in files]
    if twice := next((path for i, (name, path) in enumerate(files) if not name and path in paths[:i]), ""):
        raise SpecError(f"{twice} is given twice.")
    asked = {one for _, one in named if isinstance(one, str)}
    tables, blocks, left_out = _read_all(given, paths, how, {*paths} - asked)
    of_tables, one_per_file = blocks_of_tables(tables, how)
    blocks = _of_metrics([*blocks, *of_tables], how.metrics, how.repeats)
    blocks = _tasks_apart(without_marks(blocks, how.no_answer))
    check_same_items(blocks)
    scores = _joined(blocks, how.systems or (not one_per_file and how.names) or (), how.repeats)
    if paths and len(scores.items) == 1 and not any(block.has_ids for block in blocks):
        raise DataError(
            f"{paths[0]} holds one score, of a whole test set: a comparison needs one for every item, as there is "
            "nothing to resample. Most tools write them, too (comet-score: --to_json FILE)."
        )
    if not how.systems:
        check_scales(scores.systems, scores.values)
    directions = Directions(
        how.lower_is_better, how.higher_is_better, may_assume=not needs_direction,
        of_files={block.metric: False for block in blocks if not block.higher_is_better},
        unnamed={block.metric for block in blocks if not block.is_named},
    )  # fmt: skip
    lower, why = directions.settle({name: rows.ravel().tolist() for name, rows in scores.values.items()})
    documents, of_documents = groups_of_items("document", how.documents, scores.items, blocks, how)
    subsets, of_subsets = groups_of_items("subset", how.subsets, scores.items, blocks, how)
    sums = {table.path: table.records.sha256 for table in tables}
    read = [(name, path) for name, path in files if path not in left_out]
    inputs = [(path, sums.get(path) or read_content(path).sha256) for path in dict.fromkeys(path for _, path in read)]
    for name, one in given:
        if not isinstance(one, str):  # there is no file, but these numbers
            numbers = json.dumps(one.columns, default=str).encode()
            inputs.append((name or "score", hashlib.sha256(numbers).hexdigest()))
    taken = taken_of_files(tables, blocks, one_per_file, lower, why)
    for said in taken.values():
        tell(said)
    told = [f"left out: {str(error).rstrip('.')}" for error in left_out.values()]
    notes = (*told, *dict.fromkeys(note for block in blocks for note in block.notes))
    return replace(
        scores, texts=tuple(f"{name}={path}" if name else path for name, path in read), files=tuple(inputs),
        documents=documents, subsets=subsets, group_files=(*of_documents, *of_subsets),
        has_ids=all(block.has_ids for block in blocks), lower_is_better=tuple(lower), taken=taken, notes=notes,
    )  # fmt: skip


def _of_metrics(blocks: list[ScoreBlock], metrics: Sequence[str] | None, repeats: str) -> list[ScoreBlock]:
    """Keep the scores of these metrics, in this order; of several tries a metric has another name."""
    if metrics is not None:
        known = list(dict.fromkeys(block.metric for block in blocks))
        if odd := [metric for metric in metrics if metric not in known]:
            raise unknown_name("metric among the scores (metrics of text need REF and -i):", odd[0], known)
        blocks = [block for metric in metrics for block in blocks if block.metric == metric]
    return [replace(one, metric=f"{one.metric} {repeats}") for one in blocks] if tries_of(repeats) else blocks


def _tasks_apart(blocks: list[ScoreBlock]) -> list[ScoreBlock]:
    """Keep the tasks of logs as subsets, and say so; one task is none."""
    tasks = list(dict.fromkeys(name for block in blocks if block.table is None for name in block.subsets or ()))
    if len(tasks) < 2:
        return [replace(block, subsets=None) if block.table is None else block for block in blocks]
    tell(
        f"items are of {len(tasks)} tasks ({some_of(tasks)}), and a mean over all counts each item once: `steelyard "
        "board` says what holds on each of them"
    )
    return blocks


def _read_all(
    given: Sequence[tuple[str, str | Records]], paths: Sequence[str], how: HowScores, may_lack: Collection[str]
) -> tuple[list[ItemTable], list[ScoreBlock], dict[str, NothingScoredError]]:
    """Read every file as a table or in another layout, and say which had nothing that is scored."""
    every = list(dict.fromkeys(paths))
    unnamed = dict(zip(every, default_names(every), strict=True))
    tables, blocks, left_out = list[ItemTable](), list[ScoreBlock](), dict[str, NothingScoredError]()
    for name, path in given:
        if not isinstance(path, str) or how.columns or how.items_in_columns or is_table(path):
            tables += by_metric(read_item_table(path, how, name), how)
            continue
        try:
            blocks += blocks_of_layout(name, path, how.encoding, unnamed[path])
        except NothingScoredError as error:
            if path not in may_lack:
                raise
            left_out[path] = error
    if left_out and not (blocks or tables):
        raise next(iter(left_out.values()))
    return tables, blocks, left_out


def _joined(blocks: Sequence[ScoreBlock], chosen: Sequence[str], repeats: str) -> ItemScores:
    """Make a matrix of systems and items for every metric."""
    _check_kinds(blocks)
    check_same_texts({(block.path, id(block.texts)): (block.path, block.texts) for block in blocks}.values())
    known = dict.fromkeys(chain.from_iterable(block.systems for block in blocks))
    if odd := [system for system in chosen if system not in known]:
        raise unknown_name("system among the scores:", odd[0], list(known))
    if (double := first_double(chosen)) is not None:
        raise SpecError(f"The system {double!r} is asked for twice.")
    systems = {system: i for i, system in enumerate(chosen or known)}
    items = {item: i for i, item in enumerate(dict.fromkeys(chain.from_iterable(block.items for block in blocks)))}
    _check_spellings(blocks, items)
    cells = {
        metric: fill_matrix([block for block in blocks if block.metric == metric], systems, items, repeats)
        for metric in dict.fromkeys(block.metric for block in blocks)
    }
    return ItemScores(
        tuple(items), tuple(systems), {metric: one.values for metric, one in cells.items()},
        {metric: one.reasons for metric, one in cells.items()},
        samples={metric: one.samples for metric, one in cells.items() if one.samples is not None},
        ratings={metric: one.ratings for metric, one in cells.items() if one.ratings is not None},
    )  # fmt: skip


def _check_spellings(blocks: Sequence[ScoreBlock], items: Collection[str]) -> None:
    """Say that 1 and 001 are two items; refuse them where no system has both, as they are one then."""
    spellings = Spellings()
    pairs = [(other, item) for item in items if (other := spellings.other(item))]
    if not pairs or not any(block.has_ids for block in blocks):
        return
    owners: dict[str, dict[str, str]] = {item: {} for pair in pairs for item in pair}  # file by system
    for block in blocks:
        for system, item in zip(block.systems, block.items, strict=True):
            if item in owners:
                owners[item][system] = block.path
    one, other = pairs[0]
    said = told_spellings(next(iter(owners[other].values())), one, other)
    if all(owners[one].keys().isdisjoint(owners[other]) for one, other in pairs):
        raise AlignmentError(f"{said}, and no system has a score on both: they are one number. Spell ids alike.")
    tell(said)


def _check_kinds(blocks: Sequence[ScoreBlock]) -> None:
    """Refuse to number rows of files that differ in length or of which some have ids, and to take tasks for items."""
    lengths = {block.path: len(block.items) for block in blocks if not block.has_ids}
    first = next(iter(lengths), "")
    if first and (named := [block.path for block in blocks if block.path not in lengths]):
        raise AlignmentError(f"{named[0]} names its items and {first} does not: they cannot be joined.")
    if odd := next((path for path, n in lengths.items() if n != lengths[first]), ""):
        raise AlignmentError(
            f"{first} has {lengths[first]:,} rows and {odd} {lengths[odd]:,}, and no column names items: give both a "
            "column with ids (item), by which rows meet."
        )
    kinds = {block.of_tasks: block.path for block in reversed(blocks)}
    if len(kinds) > 1:
        raise mixed_items(kinds[True], kinds[False])


def groups_of_items(
    what: str, given: str | Sequence[str] | None, items: Sequence[str], blocks: Sequence[ScoreBlock], how: HowScores
) -> tuple[tuple[str, ...] | None, tuple[tuple[str, str, str], ...]]:
    """Return the document or the subset of each item, and the file of its own that says so, if there is one."""
    file: TextFile | None = None
    if isinstance(given, str):
        found, file = _groups_of_file(given, items, how, what)
    elif given is None:
        found = _groups_of_blocks(blocks, what)
        if not found:
            return None, ()
    elif len(given) == len(items):
        found = dict(zip(items, map(str, given), strict=True))
    else:
        raise AlignmentError(f"There are {len(given):,} {what}s for {len(items):,} items: give one for each.")
    if lacking := [item for item in items if item not in found]:
        raise DataError(f"{len(lacking):,} of {len(items):,} items have no {what}, {lacking[0]!r} among them.")
    groups = tuple(found[item] for item in items)
    is_asked = what == "document" and (given is not None or what in how.columns)
    if is_asked and MANY_IDS <= len(groups) == len(set(groups)):
        raise DataError(
            f"The documents of the {len(groups):,} items are all different, as ids of items are: items of one "
            "document must have the same. Leave them out if no two items share a document: tests are the same then."
        )
    return groups, () if file is None else ((f"{what}s", file.path, file.sha256),)


def _groups_of_blocks(blocks: Sequence[ScoreBlock], what: str) -> dict[str, str]:
    """Return the document or the subset of each item, where files say it; an item is in one."""
    found: dict[str, str] = {}
    for block in blocks:
        groups = block.documents if what == "document" else block.subsets
        for row, (item, group) in enumerate(() if groups is None else zip(block.items, groups, strict=True)):
            if found.setdefault(item, group) != group:
                raise DataError(
                    f"{block.place(row)}: item {item!r} is of {what} {group!r} here and of {found[item]!r} above."
                )
    return found


def _groups_of_file(given: str, items: Sequence[str], how: HowScores, what: str) -> tuple[dict[str, str], TextFile]:
    """Return the document or the subset of each item, and the file; ``FILE:COLUMN`` is a column."""
    path, asked = split_column(given)
    file = read_lines(path)
    if not (asked or (file.lines and any(mark in file.lines[0] for mark in "\t,{["))):
        lines = read_document_ids(path).lines
        if len(lines) != len(items):
            raise AlignmentError(
                f"{path} has {len(lines):,} lines, but there are {len(items):,} items: give one {what} for each, in "
                f"the order in which items first stand; or a table with the columns item and {what}."
            )
        return dict(zip(items, lines, strict=True)), file
    table = read_records(path, how.encoding)
    own = how.columns.get("item")
    ids = find_column(table.columns, "item", {"item": own} if own in table.columns else None)
    column = asked or find_column(table.columns, what)
    if ids is None or column is None:
        what = "ids of items (item)" if ids is None else f"{what}s: name it by FILE:COLUMN"
        raise DataError(f"{path} has no column with {what}. It has {table.names()}.")
    found: dict[str, str] = {}
    for row, (item, group) in enumerate(zip(table.column(ids), table.column(column), strict=True)):
        if found.setdefault(str(item), str(group)) != str(group):
            raise DataError(f"{table.place(row)}: item {item!r} stands in two {what}s.")
    return found, file
