"""The same id, the same item: where files say what an item is, they are held against each other before they are joined.

Ids such as 1, 2, 3 fit any test set, and scores of other items under them give a wrong answer that looks right.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from steelyard.errors import AlignmentError, AskError
from steelyard.files.names import some_of
from steelyard.files.records import Records
from steelyard.files.told import tell
from steelyard.reading.numbers import is_missing_score
from steelyard.reading.roles import ITEM_TEXTS, SETS, plain_name

__all__ = ["MAY_DIFFER", "Texts", "check_one_set", "check_same_texts", "columns_of_texts", "texts_of_columns"]

Texts = Mapping[str, Mapping[str, str]]
"""By what it is, such as its source, the text of each item by its id."""

MAY_DIFFER = ("target", "input")  # the output in some tables, and what a model was given in its own words
_SHOWN = 50  # characters of a text


def columns_of_texts(names: Iterable[str], taken: Collection[str]) -> dict[str, str]:
    """Return the columns without another role that say what an item is, by what they say of it."""
    by_name = {plain_name(name): name for name in reversed([*names]) if name not in taken}
    found = {kind: next((by_name[one] for one in called if one in by_name), "") for kind, called in ITEM_TEXTS.items()}
    return {kind: column for kind, column in found.items() if column}


def texts_of_columns(
    table: Records, items: Sequence[str], systems: Sequence[str] | None, taken: Collection[str]
) -> Texts:
    """Return what columns without another role say of the items of each row; refuse one id of two items."""
    rows = list(items) if systems is None else list(zip(systems, items, strict=True))
    columns = columns_of_texts(table.columns, taken)
    if not columns or len(set(rows)) < len(rows):
        return {}  # of several rows of one item each may be another
    found: dict[str, dict[str, str]] = {}
    for kind, column in columns.items():
        of_kind = found[kind] = {}
        for row, (item, cell) in enumerate(zip(items, table.columns[column], strict=True)):
            if is_missing_score(cell) or _same(text := of_kind.setdefault(item, str(cell)), str(cell)):
                continue
            if kind not in MAY_DIFFER:
                first = next(i for i in range(row) if items[i] == item and str(table.columns[column][i]) == text)
                raise _other_items(table.place(row), item, kind, str(cell), table.place(first), text)
            del found[kind]
            break
    return found


def check_same_texts(parts: Iterable[tuple[str, Texts]], *, but: Collection[str] = ()) -> None:
    """Refuse files, or systems of one file, of which an item is another under the same id; the first is named.

    What `but` names may differ: metrics may have had references of their own.
    """
    parts = list(parts)
    for kind in dict.fromkeys(kind for _, texts in parts for kind in texts if kind not in but):
        first: dict[str, tuple[str, str]] = {}
        for place, texts in parts:
            own = texts.get(kind, {})
            odd = next((item for item, text in own.items() if item in first and not _same(first[item][1], text)), None)
            shared = (text for item, text in own.items() if item in first)
            if odd is None:
                first |= {item: (place, text) for item, text in own.items() if item not in first}
            elif kind in MAY_DIFFER and {text for _, text in first.values()}.isdisjoint(shared):
                tell(f"{place} and {first[odd][0]} have no {kind} in common, though they have the same ids")
            else:
                raise _other_items(place, odd, kind, own[odd], *first[odd])


def _other_items(place: str, item: str, kind: str, text: str, there: str, other: str) -> AlignmentError:
    why = "the same id stands for other items. Give scores of the same items, under the same ids."
    if kind == "baseline":
        why = "scores against different baselines are not on one scale."
    return AlignmentError(
        f"{place}: item {item!r} has the {kind} {_shown(text)}, but in {there} {_shown(other)}: {why}"
    )


def check_one_set(table: Records, items: Sequence[str], taken: Collection[str]) -> None:
    """Ask what becomes of items of several language pairs, test sets or tasks: a mean over all of them is of none."""
    for column in table.columns:
        what = SETS.get(plain_name(column))
        if what is None or column in taken:
            continue
        names = dict.fromkeys(str(cell) for cell in table.columns[column] if not is_missing_score(cell))
        if 1 < len(names) <= len(set(items)) // 2:  # where each item has its own, it is a name of it
            raise AskError(
                f"{table.path} has items of {len(names)} {what} ({some_of(list(names))}), as {column!r} says: one "
                "mean over all of them is of none. Keep them apart, in one file for each or as subsets; or take them "
                "for groups that stand for others.",
                [("--columns", f"subset={column}"), ("--columns", f"document={column}")],
            )


def _same(one: str, other: str) -> bool:
    return one == other or one.split() == other.split()


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
