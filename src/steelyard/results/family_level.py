"""Whether verdicts hold together: only then do they make groups."""

from collections.abc import Mapping
from typing import Any

__all__ = ["WITHOUT_FAMILY_LEVEL", "has_family_level"]

WITHOUT_FAMILY_LEVEL = ("none", "bh", "by")  # corrections that leave the chance of any false claim open; held by a test


def has_family_level(method: Mapping[str, Any]) -> bool:
    """Say whether the chance of any false claim is kept: groups and ranges of ranks are made of many claims at once.

    Parameters
    ----------
    method : mapping
        Of a comparison.

    Returns
    -------
    bool
        False of several tests without a correction, or with one of the false discovery rate: a share of its claims may
        be false, and one false claim is enough for a group that is none.

    Examples
    --------
    >>> from steelyard.results import has_family_level
    >>> [has_family_level({"correction": correction, "family_size": 3}) for correction in ("holm", "bh", "none")]
    [True, False, False]
    """
    return method.get("correction") not in WITHOUT_FAMILY_LEVEL or method.get("family_size", 2) == 1
