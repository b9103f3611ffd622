"""Judgements of several language pairs: one is taken, or asked for, and they are never put together."""

import re
from collections.abc import Sequence
from typing import TypeVar

from steelyard.errors import AskError, DataError
from steelyard.reading.delimited import Block, Table
from steelyard.reading.roles import LANGUAGE_PAIRS, SOURCE_LANGUAGES, TARGET_LANGUAGES

__all__ = ["only_pair", "pair_columns", "pairs_of", "refuse_other_pairs"]

Row = TypeVar("Row")

_SOURCE = [*SOURCE_LANGUAGES, "Input.src", "from", "src"]
_TARGET = [*TARGET_LANGUAGES, "Input.trg", "to", "tgt", "trg", "target"]
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


def pair_columns(table: Table) -> list[str]:
    """Return the columns that name the languages of each row: none, one of pairs, or source and target."""
    pair = table.column("language pair", LANGUAGE_PAIRS, is_needed=False)
    both = [table.column("language", names, is_needed=False) for names in (_SOURCE, _TARGET)]
    return [pair] if pair else both if all(both) else []


def pairs_of(block: Block, columns: Sequence[str]) -> list[str] | None:
    """Return the language pair of each row, such as ``en-de``; None where the columns hold texts."""
    cells = [block.columns[name] for name in columns]
    if len(columns) == 1:
        spelled = {cell: "-".join(re.findall(r"\w+", cell.replace("_", "-"))) for cell in dict.fromkeys(cells[0])}
        return [spelled[cell] for cell in cells[0]]
    if not all(_CODE.fullmatch(cell) for column in cells for cell in dict.fromkeys(column)):
        return None
    return [f"{source}-{target}" for source, target in zip(*cells, strict=True)]


def refuse_other_pairs(paths: Sequence[str]) -> None:
    """Refuse files of one call whose names or folders name different language pairs.

    Raises
    ------
    DataError
        Such as for ``is-en.tsv`` and ``ja-en.tsv``.
    """
    named = {path: pair for path in paths if (pair := _named(path))}
    first = next(iter(named), "")
    for path, pair in named.items():
        if pair != named[first]:
            raise DataError(
                f"{first} is of {named[first]} and {path} of {pair}, by their names: languages are not compared with "
                "each other. Give the files of one pair at a time."
            )


def _named(path: str) -> str:
    """Return the language pair in the name of a file, or else of the nearest folder that names one."""
    for part in reversed(path.split("/")):
        found = {f"{a}-{b}" for a, b in _NAMED.findall(part.lower()) if a != b and {a, b} <= _LANGUAGES}
        if len(found) == 1:
            return found.pop()
    return ""


def only_pair(rows: Sequence[Row], pairs: Sequence[str], wanted: tuple[str, str] | None, path: str) -> list[Row]:
    """Keep the rows of a language pair.

    Parameters
    ----------
    rows, pairs : sequences
        What was judged, and the language pair of each, such as ``en-de``, as the file spells languages.
    wanted : (str, str), optional
        The pair that was asked for; needed where there are several.
    path : str
        For messages.

    Raises
    ------
    AskError
        There are several, and none was asked for.
    DataError
        There is not the one that was.

    Examples
    --------
    >>> from steelyard.reading.ratings.language_pairs import only_pair
    >>> only_pair([70, 80], ["en-de", "en-is"], ("en", "is"), "ratings.csv")
    [80]
    """
    known = list(dict.fromkeys(pairs))
    if wanted is None:
        if len(known) > 1:
            raise AskError(
                f"{path} has judgements of {len(known)} language pairs.", [("--languages", one) for one in known]
            )
        return list(rows)
    if "-".join(wanted) not in known:
        has = f"It has {', '.join(known)}" if known else "Its columns name no languages"
        raise DataError(f"{path} has no judgement of {'-'.join(wanted)}. {has}.")
    return [row for row, pair in zip(rows, pairs, strict=True) if pair == "-".join(wanted)]
