"""What each file of scores holds: by which metric, of which systems, on which items; and what was taken for what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from typing import NoReturn

from steelyard.choices import SCORE_FORMATS
from steelyard.errors import AlignmentError, AskError, DataError, SpecError, unknown_name
from steelyard.files.names import default_names, first_double
from steelyard.files.told import Taken, column_said, columns_said, tell
from steelyard.reading.formats.output_scores import read_output_scores
from steelyard.reading.resemblance import first_lines, json_keys, score_layout
from steelyard.reading.roles import GROUPS, plain_name, why_no_score
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.reading.score_matrix.same_items import Texts, check_one_set, texts_of_columns
from steelyard.reading.score_matrix.tables import ItemTable

__all__ = ["ScoreBlock", "blocks_of_layout", "blocks_of_tables", "is_table", "scores_text", "taken_of_files"]

_MOST = 4  # names that a line lists
_SAID = {"document": "clusters", "subset": "subsets"}  # roles that a line calls otherwise


@dataclass(frozen=True, slots=True, eq=False)
class ScoreBlock:
    """Scores of one metric, of a system per row or of one system."""

    metric: str
    systems: Sequence[str]
    items: Sequence[str]
    scores: Sequence[float]
    path: str
    reasons: Sequence[str] | None = None
    documents: Sequence[str] | None = None
    has_ids: bool = True
    higher_is_better: bool = True
    table: ItemTable | None = None
    notes: Sequence[str] = ()
    of_tasks: bool = False
    subsets: Sequence[str] | None = None
    is_named: bool = True  # whether its metric has a name, and not that of its file
    reason_of_errors: bool = False  # whether reasons are of errors, beside a score or not
    texts: Texts = field(default_factory=dict)  # what its items are
    raters: Sequence[str] | None = None  # who gave each score, where there are several

    def place(self, row: int) -> str:
        """Say where a row stands."""
        return self.path if self.table is None else self.table.records.place(row)


def is_table(path: str) -> bool:
    """Tell tables from the layouts of metrics and harnesses."""
    layout = score_layout(path)
    if layout in SCORE_FORMATS or layout in ("task", "pairs"):
        return False
    lines = [line for line in first_lines(path) if line.strip()]
    if layout != "lists" or not lines or not lines[0].lstrip().startswith("{"):
        return True
    is_split = {"columns", "data"} <= set(json_keys(lines))  # as pandas splits a frame
    has_records = lines[0].rstrip().endswith("}") and len(lines) > 1
    has_lists = "[" in "".join(lines[:2]).partition(",")[0]  # by system, and no plain values
    return is_split or has_records or not has_lists


def blocks_of_layout(name: str, path: str, encoding: str, unnamed: str) -> list[ScoreBlock]:
    """Read what is no table: COMET's JSON, lines of system and score, logs of harnesses and judges.

    What names no system is of the one called `unnamed`, after the file; the metric cannot be called so, too.
    """
    found = []
    for metric in read_output_scores(path, name=name, unnamed=unnamed, encoding=encoding):
        if not metric.n_segments:
            raise DataError(f"{path} has scores of whole systems alone: a comparison needs one for every item.")
        items = metric.items or tuple(str(i + 1) for i in range(metric.n_segments))
        tasks = metric.texts.get("task")
        called = metric.name or ("score" if metric.systems == (unnamed,) else default_names([path])[0])
        found += [
            ScoreBlock(
                called, [system] * len(items), items, row, path, documents=metric.documents,
                has_ids=metric.items is not None, higher_is_better=metric.higher_is_better, notes=metric.notes,
                of_tasks=metric.of_tasks, is_named=bool(name), texts=metric.texts,
                subsets=None if tasks is None else [tasks.get(item, "") for item in items],
            )
            for system, row in zip(metric.systems, metric.values.tolist(), strict=True)
        ]  # fmt: skip
    return found


def _are_systems(wide: Sequence[ItemTable], has_score: bool) -> bool:
    """Whether each table without systems is one system's: columns are metrics, or one of the same name in all."""
    if not wide or any(table.records.is_frame for table in wide):
        return False  # nothing calls a system by the name of a frame
    names = {tuple(table.scores) for table in wide}
    is_one = len(wide) > 1 and len(names) == 1 == len(next(iter(names)))
    return has_score or is_one or all(table.are_metrics for table in wide)


def blocks_of_tables(tables: Sequence[ItemTable], how: HowScores) -> tuple[list[ScoreBlock], bool]:
    """Say of every column whose scores it holds, and by which metric; and whether each file is a system's."""
    wide = [table for table in tables if table.systems is None]
    of_files = _are_systems(wide, "score" in how.columns)
    own, blocks = _systems_of_files(wide, of_files, how.names), []
    for table in tables:
        name, is_long = table.name, table.systems is not None
        of_file = name or ("score" if table.records.is_frame else default_names([table.path])[0])
        if table.is_board:
            blocks.append(_of_board(table, of_file))
            continue
        items = _items(table)
        taken = {*table.roles.values(), *table.scores}
        check_one_set(table.records, items, taken)
        block = ScoreBlock(
            of_file, table.systems or (), items, (), table.path, table.reasons, table.documents,
            has_ids=table.items is not None, table=table, notes=table.notes, subsets=table.subsets,
            is_named=bool(name) or of_files or is_long,
            reason_of_errors="error" in table.roles.get("reason", "").lower(),
            raters=table.raters, texts=texts_of_columns(table.records, items, table.systems, {*taken, *table.not_used}),
        )  # fmt: skip
        for column, scores in _named_columns(table).items() if is_long else table.scores.items():
            metric = column if is_long else name or (column if of_files else of_file if len(wide) == 1 else "score")
            systems = block.systems if is_long else [own.get(table.path, column)] * len(items)
            blocks.append(replace(block, metric=metric, systems=systems, scores=scores))
    return blocks, of_files


def _systems_of_files(wide: Sequence[ItemTable], of_files: bool, names: Sequence[str] | None) -> dict[str, str]:
    """Return the system of each file, where each is one's; else refuse columns of which nothing says what they are."""
    paths = [table.path for table in wide]
    if of_files and names is not None and len(names) != len(paths):
        raise AlignmentError(f"There are {len(names)} names (--names) for {len(paths)} files of scores.")
    if of_files:
        return dict(zip(paths, names or default_names(paths), strict=True))
    for one, other in combinations([table for table in wide if not table.name], 2):
        if set(one.scores) & set(other.scores):
            raise SpecError(
                f"{one.path} and {other.path} have the same columns ({', '.join(map(repr, other.scores))}), and "
                "nothing says what they are. If a file is a system, name its scores by --columns score=COLUMN; if a "
                "column is a system, name each file's metric: --scores NAME=FILE NAME=FILE."
            )
    return {}


def _of_board(table: ItemTable, metric: str) -> ScoreBlock:
    """Take each column as an item on which every row's system has a score."""
    systems = table.systems or []
    if (double := first_double(systems)) is not None:
        raise DataError(f"{table.path} has several rows for the system {double!r}: where items are columns, give one.")
    return ScoreBlock(
        metric, systems * len(table.scores), [item for item in table.scores for _ in systems],
        [*chain(*table.scores.values())], table.path, table=table, notes=table.notes, is_named=bool(table.name),
    )  # fmt: skip


def _named_columns(table: ItemTable) -> dict[str, list[float]]:
    """Return the columns of scores of a table with systems: the one that is named, or the only one by its new name."""
    if not table.name:
        return table.scores
    if table.name not in table.scores and len(table.scores) > 1:
        raise unknown_name(f"column of scores in {table.path}:", table.name, list(table.scores))
    return {table.name: table.scores.get(table.name) or next(iter(table.scores.values()))}


def _items(table: ItemTable) -> list[str]:
    """Return the item of each row, with the group in which ids are counted anew; rows without ids are numbered."""
    items, n = table.items, len(table.records)
    if items is None:
        return [str(i + 1) for i in range(n)] if table.systems is None else _refuse_without_items(table)
    rows = items if table.systems is None else list(zip(table.systems, items, strict=True))
    if len(set(rows)) < n:
        for role, groups in (("subset", table.subsets), ("document", table.documents)):
            if groups is not None and len(set(zip(rows, groups, strict=True))) == n:
                tell(f"the same ids of items occur in each {table.roles[role]}, which distinguishes them", table.path)
                return [f"{group}:{item}" for group, item in zip(groups, items, strict=True)]
    return items


def _refuse_without_items(table: ItemTable) -> NoReturn:
    """Say of a row for each system that there is nothing to test, or ask whether its columns are items."""
    n_systems, n = len(table.records), len(table.scores)
    if len(set(table.systems or ())) < n_systems or n_systems == 1:
        raise DataError(
            f"{table.path}: no column says which item a row scores. It has {table.records.names()}. Name it by "
            "--columns item=COLUMN."
        )
    said = f"{table.path} has one row for each of {n_systems:,} systems"
    row = "a row for every system and item, with a column that names the item (--columns item=COLUMN)"
    wanted = f"there is nothing to test: give {row}."
    if n == 1:
        raise DataError(f"{said}. If it is of whole systems, {wanted}")
    raise AskError(
        f"{said}, and {n:,} columns of numbers. If these are of whole systems, {wanted} If each of them is an item or "
        "a task, say so.",
        [["--items-in-columns"]],
    )


def taken_of_files(
    tables: Sequence[ItemTable],
    blocks: Sequence[ScoreBlock],
    of_files: bool,
    lower_is_better: Sequence[str],
    why: Mapping[str, str],
) -> dict[str, Taken]:
    """Say by its path what the columns of every file were taken for; logs of the same metrics are taken together."""
    by_path: dict[str, list[ScoreBlock]] = {}
    for block in blocks:
        by_path.setdefault(block.path, []).append(block)
    scores = {path: scores_text([one.metric for one in own], lower_is_better, why) for path, own in by_path.items()}
    found = {table.path: _of_table(table, scores.get(table.path, ""), of_files) for table in tables}
    logs: dict[str, list[ScoreBlock]] = {}
    for path, own in by_path.items():
        logs.setdefault(scores[path], []).extend(own if path not in found else ())
    for said, own in logs.items():
        systems = list(dict.fromkeys(system for block in own for system in block.systems))
        role = "systems" if len(systems) > 1 else "system"
        what = f"{role} = {_listed(systems, 'systems')}, {said}"
        found |= {block.path: Taken(what, block.path, {role: systems}) for block in own}
    return found


def _of_table(table: ItemTable, scores: str, of_files: bool) -> Taken:
    columns = list(table.scores)
    said = {_SAID.get(role, role): name for role, name in table.roles.items()}
    parts = [f"{role} = {column_said(name)}" for role, name in said.items()]
    whole = "items" if table.is_board else "scores" if table.systems or of_files else "systems"
    if table.systems is None and of_files:
        more = f" (if columns are systems, say --systems {' '.join(columns[:_MOST])})" if len(columns) > 1 else ""
        parts.append(f"system = the file{more}")
    elif whole != "scores":
        parts.append(f"{whole} = {_listed(columns, 'columns')}")
    taken = {*table.roles.values(), *columns, *table.not_used}
    others = [name for name in table.records.columns if name not in taken]
    why_not = {**table.not_used, **{one: why_no_score(one) if plain_name(one) in GROUPS else "" for one in others}}
    roles = {**{role: [name] for role, name in said.items()}, whole: columns}
    return Taken(columns_said([*parts, *filter(None, [scores])], why_not), table.path, roles, why_not)


def scores_text(metrics: Sequence[str], lower_is_better: Sequence[str], why: Mapping[str, str]) -> str:
    """Name the scores, each with its direction."""
    by_way: dict[str, list[str]] = {}
    for metric in dict.fromkeys(metrics):
        way = "lower is better" if metric in lower_is_better else "higher is better"
        reason = why.get(metric, "")
        by_way.setdefault(f"{way} ({reason})" if reason else way, []).append(metric)
    return "; ".join(
        f"score{'s' if len(names) > 1 else ''} = {_listed(names, 'metrics')}, {way}" for way, names in by_way.items()
    )


def _listed(names: Sequence[str], what: str) -> str:
    if len(names) <= _MOST:
        return ", ".join(names)
    return f"{len(names)} {what} ({', '.join(names[: _MOST - 1])}, ...)"
