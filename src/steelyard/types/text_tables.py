"""Find the texts of a test set in tables: a column per system, a row per output, or a table per system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import AlignmentError, AskError, DataError, SpecError
from steelyard.files.names import first_double
from steelyard.files.reading import TextFile
from steelyard.files.records import Records
from steelyard.files.told import columns_taken, tell
from steelyard.types.bilingual import translation_column
from steelyard.types.table_columns import ROLES, Columns, is_missing, labels, shown, string, strings

__all__ = ["TableTexts", "fields_of_tables", "listed", "texts_of_tables"]


_ELSEWHERE = {"segment": "segment id"}  # names of columns that mean something else in a test set's metadata


@dataclass(frozen=True, slots=True)
class TableTexts:
    """The texts that tables hold, by segment, and the columns that they stand in."""

    references: list[list[str | None]]  # ``[reference][segment]``; None where a segment has fewer than others
    systems: dict[str, list[str]]  # outputs by system
    # sources, documents: where there is a column of them
    sources: list[str] | None
    documents: list[str] | None
    metadata: dict[str, list[object]]  # all other columns
    # The table with the column of each text, and the file's SHA-256, by the text's role in a test set.
    origins: dict[str, tuple[str, str]]


def texts_of_tables(
    tables: Sequence[Records],
    names: Sequence[str],
    *,
    reference: Sequence[str] = (),
    systems: Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    has_references: bool = True,
) -> TableTexts:
    """Find references, outputs and what goes with them.

    `names`: of the systems, one per table, where each table is a system's.
    `reference`: columns of references; by default those whose name says so.
    `systems`: columns that hold a system's outputs each.
    `columns`: column of other roles: ``source``, ``document``, ``id``, ``system``, ``output``.
    `has_references`: whether references stand in the tables; if not, columns that are called so are metadata.
    Returns: segments in the order of the first table.
    """
    for role in columns or {}:
        if role not in ROLES or role == "reference":
            raise SpecError(f"Columns have the roles {', '.join(r for r in ROLES if r != 'reference')}, not {role!r}.")
    first, given = tables[0], dict(columns or {})
    taken = [*systems, *([given["output"]] if "output" in given else [])]
    _refuse_twice(reference, given, taken)
    if not (taken or reference) and (pair := translation_column(list(first.columns))) is not None:
        given["output"], taken = pair[1], [pair[1]]
    known = Columns(tuple(reference), given, has_references, tuple(taken))
    for table in tables:
        if not len(table):
            raise DataError(f"{table.path} has no record: only names of columns.")
    if systems:
        if len(tables) > 1:
            raise SpecError(f"Columns of systems stand in one table, but there are {len(tables)}.")
        return _wide(first, list(systems), known)
    output = known.find(first, "output")
    if len(tables) == 1 and output is not None and known.find(first, "system") is not None:
        return _long(first, output, known)
    if output is None:
        raise _which_systems(first, known)
    return _table_per_system(tables, names, known)


def fields_of_tables(
    tables: Sequence[Records],
    names: Sequence[str],
    *,
    reference: str | Sequence[str] = (),
    systems: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    files: Sequence[TextFile] = (),
) -> dict[str, Any]:
    """Return the fields of the test set that tables hold; references that stand in files are not looked for in them."""
    texts = texts_of_tables(
        tables, names, reference=listed(reference), systems=listed(systems), columns=columns, has_references=not files
    )
    origins = texts.origins | {f"reference {i}": (file.path, file.sha256) for i, file in enumerate(files, 1)}
    return {
        "references": [file.lines for file in files] or texts.references,
        "systems": texts.systems,
        "sources": texts.sources,
        "documents": texts.documents,
        "metadata": texts.metadata,
        "names": {role: name for role, (name, _) in origins.items()},
        "hashes": {role: sha256 for role, (_, sha256) in origins.items() if sha256},
    }


def _refuse_twice(reference: Sequence[str], given: Mapping[str, str], outputs: Sequence[str]) -> None:
    """Refuse a column that was given two roles: a text is no reference of itself."""
    named = [("a reference", name) for name in reference] + [("an output", name) for name in outputs]
    named += [(f"the {role}", name) for role, name in given.items() if role != "output"]
    roles: dict[str, str] = {}
    for role, name in named:
        if roles.setdefault(name, role) != role:
            raise SpecError(f"The column {name!r} is named as {roles[name]} and as {role}: it can be one of them.")


def listed(names: str | Sequence[str]) -> list[str]:
    """Return a name, or several, as a list."""
    return [names] if isinstance(names, str) else list(names)


def _which_systems(table: Records, known: Columns) -> SpecError:
    """Ask which columns are systems: those of texts that have no other role, all of them or each as the only one."""
    roles = {known.find(table, role) for role in ROLES} | set(known.references(table))
    rest = [name for name, cells in table.columns.items() if name not in roles and _are_texts(cells)][:5]
    asked = (
        f"Which columns of {table.path} hold the systems' outputs? Name them with --systems, or the one column of "
        f"outputs with --field. The table has {table.names()}."
    )
    return AskError(asked, [("--systems", *rest)]) if len(rest) > 1 else SpecError(asked)


def _are_texts(cells: Sequence[object]) -> bool:
    """Whether a column is of texts, and not of numbers or objects."""
    there = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
    return 2 * sum(any(map(str.isalpha, cell)) for cell in there) > len(cells)


def _wide(table: Records, systems: list[str], known: Columns) -> TableTexts:
    """A row is a segment, and each system has a column."""
    double = first_double(systems)
    if double is not None:
        raise AlignmentError(f"The system {double!r} is named twice. Give each system once.")
    _unique_ids(table, known.find(table, "id"))
    outputs = {name: strings(table, name) for name in systems}
    return _texts(table, known, outputs, {name: (table, name) for name in systems}, range(len(table)))


def _table_per_system(tables: Sequence[Records], names: Sequence[str], known: Columns) -> TableTexts:
    """Each table holds the outputs of one system; rows meet by their ids, or by their order where there are none."""
    first = tables[0]
    ids = [_ids(table, known) for table in tables]
    has_ids = all(one is not None for one in ids)
    rows: list[Sequence[int]] = [range(len(first))]
    for table, own in zip(tables[1:], ids[1:], strict=True):
        if has_ids:
            rows.append(_joined(first, ids[0] or [], table, own or []))
        elif len(table) != len(first):
            raise AlignmentError(
                f"{table.path} has {len(table)} records but {first.path} has {len(first)}, and no column holds their "
                "ids: name it with --id-field, or give the same segments in every table."
            )
        else:
            rows.append(range(len(table)))
    outputs, origins = {}, {}
    for name, table, order in zip(names, tables, rows, strict=True):
        column = known.find(table, "output")
        if column is None:
            raise SpecError(f"{table.path} has no column of outputs: name it with --field. It has {table.names()}.")
        cells = strings(table, column)
        outputs[name], origins[name] = [cells[row] for row in order], (table, column)
        _same_texts(first, table, order, known)
    return _texts(first, known, outputs, origins, range(len(first)))


def _long(table: Records, output: str, known: Columns) -> TableTexts:
    """A row is an output: of the segment and the system that it names."""
    system_column, id_column = known.find(table, "system") or "", known.find(table, "id")
    if id_column is None:
        raise SpecError(
            f"{table.path} has a row per output, but no column says of which segment: name it with --id-field. It has "
            f"{table.names()}."
        )
    cells, names = strings(table, output), labels(table, system_column)
    ids = labels(table, id_column)
    document = known.find(table, "document")
    if document is not None and document != id_column:  # segments may be counted within each document
        ids = [f"{one}\t{own}" for one, own in zip(labels(table, document), ids, strict=True)]
    order: dict[str, int] = {}
    found: dict[str, dict[str, int]] = {}
    for row, (name, segment) in enumerate(zip(names, ids, strict=True)):
        order.setdefault(segment, row)
        if segment in found.setdefault(name, {}):
            raise AlignmentError(
                f"{table.place(row)}: the system {name!r} has a second output of the segment {shown(segment)}; the "
                f"first is at {table.kind} {table.places[found[name][segment]]}."
            )
        found[name][segment] = row
    outputs = {}
    for name, rows in found.items():
        missing = [segment for segment in order if segment not in rows]
        if missing:
            raise AlignmentError(
                f"{table.path}: the system {name!r} has outputs of {len(rows)} of {len(order)} segments; the first "
                f"that it lacks is {shown(missing[0])}."
            )
        outputs[name] = [cells[rows[segment]] for segment in order]
    for rows in found.values():
        _same_texts(table, table, [rows[segment] for segment in order], known, list(order.values()))
    return _texts(table, known, outputs, dict.fromkeys(outputs, (table, output)), list(order.values()))


def _texts(
    table: Records,
    known: Columns,
    outputs: dict[str, list[str]],
    origins: Mapping[str, tuple[Records, str]],
    rows: Sequence[int],
) -> TableTexts:
    """Take what every segment has from its row of the table."""
    references, all_origins = _references(table, known), {f"system {name}": one for name, one in origins.items()}
    for i, name in enumerate(known.references(table)[: len(references)], 1):
        all_origins[f"reference {i}"] = (table, name)
    chosen = {role: known.find(table, role) for role in ("source", "document")}
    texts: dict[str, list[str] | None] = {}
    for role, column in chosen.items():
        cells = None if column is None else (strings if role == "source" else labels)(table, column)
        texts[role] = None if cells is None else [cells[row] for row in rows]
        if column is not None:
            all_origins[f"{role}s"] = (table, column)
    of_systems = {column: None for one, column in origins.values() if one is table}
    roles = {"id": known.find(table, "id"), "reference": known.references(table), "system": known.find(table, "system")}
    is_wide = len(of_systems) > 1
    tell(
        columns_taken(
            table.path,
            {**{k: v or "" for k, v in (roles | chosen).items()}, "systems" if is_wide else "output": [*of_systems]},
            list(table.columns),
        )
    )
    used = {*known.references(table), *chosen.values(), known.find(table, "output"), roles["system"], *of_systems}
    return TableTexts(
        [[reference[row] for row in rows] for reference in references],
        outputs,
        texts["source"],
        texts["document"],
        {
            _ELSEWHERE.get(name, name): [cells[row] for row in rows]
            for name, cells in table.columns.items()
            if name not in used
        },
        {role: (f"{one.path}, column {column}", one.sha256) for role, (one, column) in all_origins.items()},
    )


def _references(table: Records, known: Columns) -> list[list[str | None]]:
    """Return the references of all rows; a cell with a list holds several."""
    found: list[list[str | None]] = []
    for name in known.references(table):
        cells = table.column(name)
        if not any(isinstance(cell, list) for cell in cells):
            found.append(
                [None if is_missing(cell) else string(table, row, name, cell) for row, cell in enumerate(cells)]
            )
            continue
        lists = [cell if isinstance(cell, list) else [cell] for cell in cells]
        for i in range(max(map(len, lists))):
            found.append(
                [
                    None if i >= len(one) or one[i] is None else string(table, row, name, one[i])
                    for row, one in enumerate(lists)
                ]
            )
    return found


def _same_texts(
    first: Records, other: Records, rows: Sequence[int], known: Columns, of_first: Sequence[int] | None = None
) -> None:
    """Refuse tables that give one segment other references or sources: joined wrongly, or of different sets."""
    if first is other and of_first is None:
        return
    where = range(len(first)) if of_first is None else of_first
    pairs = [("references", *pair) for pair in zip(known.references(first), known.references(other), strict=False)]
    for what, name, other_name in (*pairs, ("sources", known.find(first, "source"), known.find(other, "source"))):
        if name is None or other_name is None:
            continue
        own, theirs = first.column(name), other.column(other_name)
        for i, (a, b) in enumerate(zip(where, rows, strict=True)):
            if own[a] != theirs[b]:
                raise AlignmentError(
                    f"Segment {i + 1} has two {what}: {shown(own[a])} at {first.place(a)}, and {shown(theirs[b])} at "
                    f"{other.place(b)}. Do ids (--id-field) say which records belong together?"
                )


def _joined(first: Records, ids: list[str], other: Records, own: list[str]) -> list[int]:
    """Say in which row of the other table each segment of the first one stands."""
    place = {one: row for row, one in enumerate(own)}
    missing = [one for one in ids if one not in place]
    extra = set(place) - set(ids)
    if missing or extra:
        what = f"lacks {len(missing)} of them, the first {shown(missing[0])}" if missing else "has all of them"
        more = f" and has {len(extra)} others, such as {shown(min(extra))}" if extra else ""
        raise AlignmentError(f"{first.path} tells of {len(ids)} segments; {other.path} {what}{more}.")
    return [place[one] for one in ids]


def _ids(table: Records, known: Columns) -> list[str] | None:
    column = known.find(table, "id")
    _unique_ids(table, column)
    return None if column is None else labels(table, column)


def _unique_ids(table: Records, column: str | None) -> None:
    seen: dict[str, int] = {}
    for row, one in enumerate(labels(table, column) if column else ()):
        if one in seen:
            raise AlignmentError(
                f"{table.place(row)}: the id {shown(one)} (column {column!r}) stands a second time; the first is at "
                f"{table.kind} {table.places[seen[one]]}. Name the column of ids with --id-field."
            )
        seen[one] = row
