"""What each column was taken for, in one line for each kind of file."""

from collections.abc import Mapping, Sequence

from steelyard.files.told import Taken
from steelyard.reading.roles import GROUPS, plain_name, why_no_score
from steelyard.reading.said import column_said, columns_said
from steelyard.reading.scores_alone.blocks import ScoreBlock
from steelyard.reading.scores_alone.tables import ItemTable

__all__ = ["scores_text", "taken_of_files"]

_MOST = 4  # names that a line lists
_ROLES = {
    "item": "item",
    "system": "system",
    "document": "clusters",
    "subset": "subsets",
    "reason": "reason",
    "metric": "metric",
}


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
        what = f"system{'s' if len(systems) > 1 else ''} = {_listed(systems, 'systems')}, {scores}"
        found |= {block.path: Taken(what, block.path, {"system": systems}) for block in own}
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
