"""Judgements and scores of several language pairs: one is taken, or asked for, and they are never put together."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from steelyard.errors import AlignmentError, AskError, DataError
from steelyard.files.told import tell
from steelyard.reading.delimited import Block, Table
from steelyard.reading.roles import LANGUAGE_PAIRS, SOURCE_LANGUAGES, TARGET_LANGUAGES, TEST_SETS, plain_name

__all__ = ["of_one_pair", "only_pair", "refuse_other_pairs"]

Row = TypeVar("Row")

_SOURCE = [*SOURCE_LANGUAGES, "Input.src", "from", "src"]
_TARGET = [*TARGET_LANGUAGES, "Input.trg", "to", "tgt", "trg", "target"]
_ONE = ["target_lang", "tgt_lang", "trg_lang", "target_language", "language", "lang", "source_lang", "src_lang"]
_CODE = re.compile("[A-Za-z]{2,3}(?:[_-][A-Za-z]{2,4})?")  # a column called so may hold texts
_NAMED = re.compile("(?<![a-z])([a-z]{2})[-_2]([a-z]{2})(?![a-z])")
_CODES = (  # of ISO 639-1
    "aa ab af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cs cu cv cy da de dv dz ee el en eo "
    "es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi hr ht hu hy ia id ig ii ik io is it iu ja jv ka kg ki "
    "kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn "
    "no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv "
    "sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "
)
_LANGUAGES = frozenset(_CODES.split())


def of_one_pair(
    table: Table, languages: tuple[str, str] | str | None, taken: Collection[str] = (), *, may_be_of_texts: bool = False
) -> tuple[Table, list[str]]:
    """Return a table with the rows of one language pair, and the columns that say which one.

    `table`: whose blocks nobody has read.
    `taken`: columns that have another role.
    `may_be_of_texts`: whether rows of several languages may be pooled, as votes on answers are; not those of several
    pairs.
    """
    wanted = languages if isinstance(languages, str) or languages is None else "-".join(filter(None, languages))
    table = _of_one_set(table, taken)
    columns = _pair_columns(table, taken, may_be_of_texts)
    first = next(table.blocks, None) if columns else None
    if first is None or _pairs_of(first, columns) is None:
        if wanted is not None and "-" not in wanted:
            _pair_of_all(table.path, [], wanted)
        if wanted is not None:
            tell("its columns name no languages, so all its rows are read", table.path)
        return replace(table, blocks=chain(() if first is None else (first,), table.blocks)), []
    blocks = _blocks_of_pair(chain((first,), table.blocks), columns, wanted, table.path)
    return replace(table, blocks=blocks, rows=None), columns


def _pair_columns(table: Table, taken: Collection[str], may_be_of_texts: bool) -> list[str]:
    """Return the columns that name the languages of each row: one of pairs, source and target, or one of languages."""

    def named(names: Sequence[str]) -> str:
        found = table.column("language", names, is_needed=False)
        return "" if found in taken else found

    both = [named(_SOURCE), named(_TARGET)]
    one = "" if may_be_of_texts else next(filter(None, map(named, ([name] for name in _ONE))), "")
    return [pair] if (pair := named(LANGUAGE_PAIRS)) else both if all(both) else [one] if one else []


def _pairs_of(block: Block, columns: Sequence[str]) -> list[str] | None:
    """Return the language pair of each row, such as ``en-de``; None where the columns hold texts."""
    cells = [block.columns[name] for name in columns]
    if len(columns) == 1:
        spelled = {cell: "-".join(re.findall(r"\w+", cell.replace("_", "-"))) for cell in dict.fromkeys(cells[0])}
        return [spelled[cell] for cell in cells[0]]
    if not all(_CODE.fullmatch(cell) for column in cells for cell in dict.fromkeys(column)):
        return None
    return [f"{source}-{target}" for source, target in zip(*cells, strict=True)]


def _blocks_of_pair(blocks: Iterator[Block], columns: Sequence[str], wanted: str | None, path: str) -> Iterator[Block]:
    known: dict[str, None] = {}
    for block in blocks:
        pairs = _pairs_of(block, columns) or [""] * len(block)
        known |= dict.fromkeys(pairs)
        if wanted is None and len(known) > 1:
            rest = (pair for further in blocks for pair in _pairs_of(further, columns) or ())
            _pair_of_all(path, [*known, *rest], None)
        rows = [row for row, pair in enumerate(pairs) if wanted in (None, pair)]
        if len(rows) == len(block):
            yield block
        elif rows:
            of_pair = {name: [cells[row] for row in rows] for name, cells in block.columns.items()}
            yield replace(block, columns=of_pair, lines=[block.lines[row] for row in rows])
    if wanted is not None:
        _pair_of_all(path, [*known], wanted)


def _of_one_set(table: Table, taken: Collection[str]) -> Table:
    """Refuse rows of several test sets as they come."""
    column = next((name for name in table.names if plain_name(name) in TEST_SETS and name not in taken), None)
    if column is None:
        return table

    def checked() -> Iterator[Block]:
        known: dict[str, int] = {}
        for block in table.blocks:
            for cell, line in zip(block.columns[column], block.lines, strict=True):
                known.setdefault(cell, line)
            if len(known) > 1:
                (first, _), (other, line), *_ = known.items()
                raise DataError(
                    f"{table.path}, line {line}, column {column!r}: here starts the test set {other!r}, after "
                    f"{first!r}. Sets are not put together: keep the rows of one in a file of its own."
                )
            yield block

    return replace(table, blocks=checked(), rows=None)


def refuse_other_pairs(paths: Sequence[str], others: Sequence[Sequence[str]] = ()) -> None:
    """Refuse files of one call whose names or folders name different language pairs, as is-en.tsv and ja-en.tsv do.

    `others` are files of other kinds, such as outputs beside ratings: one of a kind that names the pair is enough, as
    what a system is called may look like a pair.
    """
    named = {path: pair for path in paths if (pair := _named(path))}
    first = next(iter(named), "")
    for path, pair in named.items():
        if pair != named[first]:
            raise AlignmentError(
                f"{first} is of {named[first]} and {path} of {pair}, by their names. Give the files of one language "
                "pair at a time; `steelyard board tasks --help` shows how to average over several."
            )
    for files in others if named else ():
        beside = {path: pair for path in files if (pair := _named(path))}
        if beside and named[first] not in beside.values():
            refuse_other_pairs([first, next(iter(beside))])


def _named(path: str) -> str:
    """Return the language pair in the name of a file, or else of the nearest folder that names one."""
    for part in reversed(path.split("/")):
        found = {f"{a}-{b}" for a, b in _NAMED.findall(part.lower()) if a != b and {a, b} <= _LANGUAGES}
        if len(found) == 1:
            return found.pop()
    return ""


def only_pair(rows: Sequence[Row], pairs: Sequence[str], wanted: tuple[str, str] | None, path: str) -> list[Row]:
    """Keep the rows of a language pair, as `of_one_pair` does with a table.

    Examples
    --------
    >>> from steelyard.reading.ratings.language_pairs import only_pair
    >>> only_pair([70, 80], ["en-de", "en-is"], ("en", "is"), "ratings.csv")
    [80]
    """
    spelled = _pair_of_all(path, pairs, None if wanted is None else "-".join(filter(None, wanted)))
    return [row for row, pair in zip(rows, pairs, strict=True) if pair == spelled]


def _pair_of_all(path: str, pairs: Sequence[str], wanted: str | None) -> str:
    """Return the pair that is read: the only one, or the one that was asked for."""
    known = [pair for pair in dict.fromkeys(pairs) if pair]
    if wanted is None and len(known) > 1:
        what = "language pairs" if any("-" in pair for pair in known) else "languages"
        raise AskError(f"{path} has rows of {len(known)} {what}.", [("--languages", one) for one in known])
    if wanted is not None and wanted not in known:
        has = f"It has {', '.join(known)}" if known else "Its columns name no languages"
        raise DataError(f"{path} has no row of {wanted}. {has}.")
    return wanted or next(iter(known), "")
