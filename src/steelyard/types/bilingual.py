"""Files that hold a source and its translation: which column is the text, whose units meet, and their sources."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from steelyard.errors import AlignmentError, SteelyardError
from steelyard.files.columns import split_column
from steelyard.files.reading import TextFile, Units
from steelyard.files.structure import Structure
from steelyard.files.told import columns_taken, tell

__all__ = ["meet_by_ids", "read_bilingual", "sources_beside", "translation_column"]

_SHOWN = 60  # characters of a source that a message shows


def translation_column(names: Sequence[str]) -> tuple[str, str] | None:
    """Return the columns of a source and of its one translation; None where others may hold texts as well."""
    from steelyard.reading.roles import COLUMN_ROLES, plain_name, why_no_score  # most inputs are no tables

    roles = {name: [role for role, known in COLUMN_ROLES.items() if plain_name(name) in known] for name in names}
    sources = [name for name, own in roles.items() if "source" in own]
    targets = [name for name, own in roles.items() if "reference" in own or "output" in own]
    others = [name for name in names if name not in (*sources, *targets)]
    beside = {"id", "item", "document", "reason"}
    if len(sources) != 1 or len(targets) != 1:
        return None
    return (
        (sources[0], targets[0])
        if all(beside.intersection(roles[one]) or why_no_score(one) for one in others)
        else None
    )


def read_bilingual(path: str, found: Structure, side: str, encoding: str) -> TextFile | None:
    """Read a side of a table that holds a source and its translation; None for another table."""
    if not found.is_table or path == "-":
        return None
    if found.names and translation_column(found.names) is None:
        return None
    from steelyard.files.records import read_records
    from steelyard.types.table_columns import Columns, labels, strings

    table = None
    with suppress(SteelyardError):  # the refusal says what it is
        table = read_records(path, encoding)
    columns = None if table is None else translation_column(list(table.columns))
    if table is None or columns is None:
        return None
    if any(isinstance(cell, list | dict) for name in columns for cell in table.column(name)):
        return None
    column = columns[side == "target"]
    id_column = Columns((), {}).find(table, "id")
    ids = () if id_column is None else tuple(labels(table, id_column))
    texts = {name: tuple(strings(table, name)) for name in columns}
    tell(columns_taken(path, {f"{side} texts": column, "id": id_column or ""}, list(table.columns)))
    known = ids if len(set(ids)) == len(ids) else ()
    units = Units("table", known, texts[columns[0]], "", columns[0] if side == "target" else "")
    return TextFile(path, texts[column], table.sha256, table.sha256, units)


def sources_beside(files: Mapping[str, TextFile]) -> TextFile | None:
    """Return the sources that stand beside a text in its file, where some do."""
    for file in sorted(files.values(), key=lambda one: one is files.get("reference 1")):  # outputs before it
        units = file.units
        if units is not None and units.source and file.path != "-":
            name = split_column(file.path)[0]
            tell("its source texts are the sources", name)
            return TextFile(f"{name}:{units.source}", units.sources, file.sha256, file.content_sha256)
    return None


def meet_by_ids(files: Mapping[str, TextFile]) -> dict[str, TextFile]:
    """Bring the units of all files into the order of the first, by their ids."""
    found = dict(files)
    texts = {role: file for role, file in files.items() if role != "documents"}
    firsts: dict[str, TextFile] = {}
    for role, file in texts.items():
        if file.units is None:
            continue
        first = firsts.setdefault(file.units.kind, file)
        if first is not file:
            plain = next((one.path for one in texts.values() if one.units is None or not one.units.ids), "")
            found[role] = _in_order(file, first, plain if len(firsts) == 1 else next(iter(firsts.values())).path)
    return found


def _in_order(file: TextFile, first: TextFile, plain: str) -> TextFile:
    """Return the units of a file in the order of the first."""
    own, wanted = file.units or Units(""), first.units or Units("")
    if own.ids and wanted.ids and own.ids != wanted.ids:
        place = {one: row for row, one in enumerate(own.ids)}
        _same_ids(file.path, place, first.path, wanted.ids)
        if plain:
            number = next(n for n, pair in enumerate(zip(own.ids, wanted.ids, strict=True), 1) if pair[0] != pair[1])
            raise AlignmentError(
                f"{file.path} has the units of {first.path} in another order, the first of them unit {number} "
                f"({own.ids[number - 1]!r} for {wanted.ids[number - 1]!r}), and {plain} cannot be joined to them by "
                "ids: give all texts in one order, or all with ids."
            )
        rows = [place[one] for one in wanted.ids]
        own = own._replace(ids=wanted.ids, sources=tuple(own.sources[row] for row in rows) if own.sources else ())
        file = replace(file, lines=tuple(file.lines[row] for row in rows), units=own)
        tell(f"units are in another order than in {first.path}, and were joined by their ids", file.path)
    if own.language == wanted.language and own.sources and wanted.sources:
        _same_sources(file.path, own, first.path, wanted)
    return file


def _same_ids(path: str, place: Mapping[str, int], first: str, wanted: Sequence[str]) -> None:
    missing, known = [one for one in wanted if one not in place], set(wanted)
    extra = [one for one in place if one not in known]
    if missing or extra:
        lacks = has = ""
        if missing:
            lacks = f"lacks {len(missing)} of the {len(wanted)} units of {first}, the first {missing[0]!r}"
        if extra:
            has = f"has {len(extra)} that {'it' if missing else first} has not, the first {extra[0]!r}"
        what = " and ".join(filter(None, (lacks, has)))
        raise AlignmentError(f"{path} {what}: give files of the same units.")


def _same_sources(path: str, own: Units, first: str, wanted: Units) -> None:
    """Refuse a file that translates something else: the first source that differs is named."""
    for row, (a, b) in enumerate(zip(own.sources, wanted.sources, strict=False)):
        if a != b and a.split() != b.split():
            name = repr(own.ids[row]) if own.ids else str(row + 1)
            raise AlignmentError(
                f"{path} translates another source than {first}: in unit {name} it is {a[:_SHOWN]!r}, and there "
                f"{b[:_SHOWN]!r}."
            )
