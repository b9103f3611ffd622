"""What each file of scores holds: by which metric, of which systems, on which items; and what was taken for what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from steelyard.choices import SCORE_FORMATS
from steelyard.errors import AlignmentError, AskError, DataError, SpecError, unknown_name
from steelyard.files.names import default_names, first_double
from steelyard.files.told import Taken, column_said, columns_said, tell
from steelyard.reading.formats.output_scores import read_output_scores
from steelyard.reading.resemblance import first_lines, json_keys, score_layout
from steelyard.reading.roles import GROUPS, plain_name, why_no_score
from steelyard.reading.scores_alone.same_items import Texts, check_one_set, texts_of_columns
from steelyard.reading.scores_alone.score_columns import ScoreColumns
from steelyard.reading.scores_alone.tables import ItemTable

__all__ = [
    "ScoreBlock",
    "blocks_of_layout",
    "blocks_of_tables",
    "is_system_per_file",
    "is_table",
    "scores_text",
    "taken_of_files",
]

_MOST = 4  # names that a line lists
_ROLES = {
    "item": "item",
    "system": "system",
    "document": "clusters",
    "subset": "subsets",
    "reason": "reason",
    "metric": "metric",
}


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
    if {"columns", "data"} <= set(json_keys(lines)):  # as pandas splits a frame
        return True
    has_records = lines[0].rstrip().endswith("}") and len(lines) > 1
    return has_records or _lists_numbers_of_no_system("".join(lines[:2]))


def _lists_numbers_of_no_system(start: str) -> bool:
    """Whether JSON begins with an object of plain values, a record, and not with lists by system."""
    return "[" not in start.partition(",")[0]


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
        for system, row in zip(metric.systems, metric.values.tolist(), strict=True):
            found.append(
                ScoreBlock(
                    metric.name or ("score" if metric.systems == (unnamed,) else default_names([path])[0]),
                    [system] * len(items),
                    items,
                    row,
                    path=path,
                    documents=metric.documents,
                    has_ids=metric.items is not None,
                    higher_is_better=metric.higher_is_better,
                    notes=metric.notes,
                    of_tasks=metric.of_tasks,
                    is_named=bool(name),
                    texts=metric.texts,
                    subsets=None if tasks is None else [tasks.get(item, "") for item in items],
                )
            )
    return found


def is_system_per_file(tables: Sequence[tuple[str, ItemTable]], columns: ScoreColumns) -> bool:
    """Whether each table without systems is one system's: columns are metrics, or one of the same name in all."""
    wide = [table for _, table in tables if table.systems is None]
    if any(table.records.is_frame for table in wide):
        return False  # nothing calls a system by the name of a frame
    if not wide or "score" in columns.given or all(table.are_metrics for table in wide):
        return bool(wide)
    names = {tuple(table.scores) for table in wide}
    return len(wide) > 1 and len(names) == 1 and len(next(iter(names))) == 1


def blocks_of_tables(
    tables: Sequence[tuple[str, ItemTable]], of_files: bool, names: Sequence[str] | None
) -> list[ScoreBlock]:
    """Say of every column whose scores it holds, and by which metric."""
    wide = [table for _, table in tables if table.systems is None]
    own = _names_of_files([table.path for table in wide], names) if of_files else {}
    if not of_files:
        _check_columns_are_systems(tables)
    blocks = []
    for name, table in tables:
        if table.is_board:
            blocks += _blocks_of_board(name, table)
            continue
        items = _items(table)
        taken = {*table.roles.values(), *table.scores}
        check_one_set(table.records, items, taken)
        texts = texts_of_columns(table.records, items, table.systems, {*taken, *table.not_used})
        for column, scores in _named_columns(table, name if table.systems is not None else "").items():
            metric, systems = column, table.systems
            if systems is None and of_files:
                metric, systems = name or column, [own[table.path]] * len(items)
            elif systems is None:
                metric = name or (_name_of(table) if len(wide) == 1 else "score")
                systems = [column] * len(items)
            blocks.append(
                ScoreBlock(
                    metric,
                    systems,
                    items,
                    scores,
                    path=table.path,
                    reasons=table.reasons,
                    documents=table.documents,
                    has_ids=table.items is not None,
                    table=table,
                    notes=table.notes,
                    subsets=table.subsets,
                    is_named=bool(name) or of_files or table.systems is not None,
                    reason_of_errors="error" in table.roles.get("reason", "").lower(),
                    texts=texts,
                )
            )
    return blocks


def _blocks_of_board(name: str, table: ItemTable) -> list[ScoreBlock]:
    """Take each column as an item on which every row's system has a score."""
    systems = table.systems or []
    double = first_double(systems)
    if double is not None:
        raise DataError(f"{table.path} has several rows for the system {double!r}: where items are columns, give one.")
    return [
        ScoreBlock(
            name or _name_of(table),
            systems,
            [item] * len(systems),
            scores,
            path=table.path,
            table=table,
            notes=table.notes,
            is_named=bool(name),
        )
        for item, scores in table.scores.items()
    ]


def _name_of(table: ItemTable) -> str:
    """Name a metric after its file."""
    return "score" if table.records.is_frame else default_names([table.path])[0]


def _named_columns(table: ItemTable, name: str) -> dict[str, list[float]]:
    """Return the columns of scores of a table with systems: the one that is named, or the only one by its new name."""
    if not name or name in table.scores:
        return {name: table.scores[name]} if name else table.scores
    if len(table.scores) > 1:
        raise unknown_name(f"column of scores in {table.path}:", name, list(table.scores))
    [scores] = table.scores.values()
    return {name: scores}


def _names_of_files(paths: Sequence[str], names: Sequence[str] | None) -> dict[str, str]:
    if names is not None and len(names) != len(paths):
        raise AlignmentError(f"There are {len(names)} names (--names) for {len(paths)} files of scores.")
    return dict(zip(paths, names or default_names(paths), strict=True))


def _check_columns_are_systems(tables: Sequence[tuple[str, ItemTable]]) -> None:
    wide = [(name, table) for name, table in tables if table.systems is None]
    unnamed = [table for name, table in wide if not name]
    for i, table in enumerate(unnamed):
        same = next((other for other in unnamed[:i] if set(other.scores) & set(table.scores)), None)
        if same is not None:
            raise SpecError(
                f"{same.path} and {table.path} have the same columns ({', '.join(map(repr, table.scores))}), and "
                "nothing says what they are. If a file is a system, name its scores by --columns score=COLUMN; if a "
                "column is a system, name each file's metric: --scores NAME=FILE NAME=FILE."
            )


def _items(table: ItemTable) -> list[str]:
    """Return the item of each row; rows of a column per system are numbered where they have no ids."""
    if table.items is not None:
        return _told_apart(table, table.items)
    if table.systems is not None:
        if len(set(table.systems)) == len(table.systems) > 1:
            raise _whole_systems(table, len(table.systems))
        raise DataError(
            f"{table.path}: no column says which item a row scores. It has {table.records.names()}. Name it by "
            "--columns item=COLUMN."
        )
    return [str(i + 1) for i in range(len(table.records))]


def _told_apart(table: ItemTable, items: list[str]) -> list[str]:
    """Return ids that are counted anew in each subset or document together with it."""
    rows = items if table.systems is None else list(zip(table.systems, items, strict=True))
    n = len(set(rows))
    if n == len(rows):
        return items
    for role, groups in (("subset", table.subsets), ("document", table.documents)):
        if groups is not None and len(set(zip(rows, groups, strict=True))) == len(rows):
            tell(f"ids of items come again in each {table.roles[role]}, and are told apart by it", table.path)
            return [f"{group}:{item}" for group, item in zip(groups, items, strict=True)]
    return items


def _whole_systems(table: ItemTable, n_systems: int) -> DataError:
    """Say of a row for each system that there is nothing to test, or ask whether its columns are items."""
    said = f"{table.path} has one row for each of {n_systems:,} systems"
    wanted = (
        "there is nothing to test: give a row for every system and item, with a column that names the item (--columns "
        "item=COLUMN)."
    )
    n = len(table.scores)
    if n == 1:
        return DataError(f"{said}. If it is of whole systems, {wanted}")
    return AskError(
        f"{said}, and {n:,} columns of numbers. If these are of whole systems, {wanted} If each of them is an item or "
        "a task, say so.",
        [["--items-in-columns"]],
    )


def taken_of_files(
    tables: Sequence[tuple[str, ItemTable]],
    blocks: Sequence[ScoreBlock],
    of_files: bool,
    lower_is_better: Sequence[str],
    why: Mapping[str, str],
) -> dict[str, Taken]:
    """Say by its path what the columns of every file were taken for; logs of the same metrics are taken together."""
    found = {table.path: _of_table(table, blocks, of_files, lower_is_better, why) for _, table in tables}
    logs: dict[str, list[ScoreBlock]] = {}
    for path in dict.fromkeys(block.path for block in blocks if block.path not in found):
        own = [block for block in blocks if block.path == path]
        logs.setdefault(scores_text(list(dict.fromkeys(one.metric for one in own)), lower_is_better, why), []).extend(
            own
        )
    for scores, own in logs.items():
        systems = list(dict.fromkeys(system for block in own for system in block.systems))
        role = "systems" if len(systems) > 1 else "system"
        what = f"{role} = {_listed(systems, 'systems')}, {scores}"
        found |= {block.path: Taken(what, block.path, {role: systems}) for block in own}
    return found


def _of_table(
    table: ItemTable,
    blocks: Sequence[ScoreBlock],
    of_files: bool,
    lower_is_better: Sequence[str],
    why: Mapping[str, str],
) -> Taken:
    roles = {_ROLES[role]: [name] for role, name in table.roles.items() if role in _ROLES}
    parts = [f"{_ROLES[role]} = {column_said(name)}" for role, name in table.roles.items() if role in _ROLES]
    columns = list(table.scores)
    metrics = list(dict.fromkeys(block.metric for block in blocks if block.path == table.path))
    roles["items" if table.is_board else "scores" if table.systems or of_files else "systems"] = columns
    if table.is_board:
        parts.append(f"items = {_listed(columns, 'columns')}")
    elif table.systems is None and of_files:
        more = f" (if columns are systems, say --systems {' '.join(columns[:_MOST])})" if len(columns) > 1 else ""
        parts.append(f"system = the file{more}")
    elif table.systems is None:
        parts.append(f"systems = {_listed(columns, 'columns')}")
    if metrics:
        parts.append(scores_text(metrics, lower_is_better, why))
    taken = {*table.roles.values(), *columns, *table.not_used}
    others = {name: why_no_score(name) if plain_name(name) in GROUPS else "" for name in table.records.columns}
    why_not = {**table.not_used, **{name: kind for name, kind in others.items() if name not in taken}}
    return Taken(columns_said(parts, why_not), table.path, roles, why_not)


def scores_text(metrics: Sequence[str], lower_is_better: Sequence[str], why: Mapping[str, str]) -> str:
    """Name the scores, each with its direction."""
    by_way: dict[str, list[str]] = {}
    for metric in metrics:
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
