"""Semantic roles in the last column of CoNLL-U: ``SR=3:A0,7:A1`` where word 3 is one predicate, and 7 another."""

import re
from typing import NamedTuple

from steelyard.errors import DataError

__all__ = ["ROLES", "Role", "roles_of", "shifted"]

ROLES = "SR"
_ROLE = re.compile(r"(\d+):(?:([BI])-)?([^\s:,|]+)")


class Role(NamedTuple):
    """What a word is a part of.

    Examples
    --------
    >>> from steelyard.types.parses.roles import Role
    >>> Role(3, "A0", False).label
    'A0'
    """

    predicate: int  # number of the word whose role it is, from 1
    label: str  # such as ``"A0"``
    is_begin: bool  # whether a filler of the role begins here though the same stands before; written ``3:B-A0``


def roles_of(value: str) -> list[Role]:
    """Read the roles of a word.

    Examples
    --------
    >>> from steelyard.types.parses.roles import roles_of
    >>> [role.label for role in roles_of("3:B-A0,7:A1")]
    ['A0', 'A1']
    """
    found = []
    for part in value.split(","):
        match = _ROLE.fullmatch(part)
        if match is None:
            raise DataError(
                f"Cannot read the roles {value!r}: write {ROLES}=3:A0, the number of the predicate and the role, "
                "with commas between several."
            )
        found.append(Role(int(match[1]), match[3], match[2] == "B"))
    return found


def shifted(value: str, n_before: int) -> str:
    """Count predicates from further before.

    Examples
    --------
    >>> from steelyard.types.parses.roles import shifted
    >>> shifted("3:B-A0,7:A1", 10)
    '13:B-A0,17:A1'
    """
    return re.sub(r"(^|,)(\d+):", lambda match: f"{match[1]}{int(match[2]) + n_before}:", value)
