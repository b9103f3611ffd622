"""Severities of marked errors, in the spellings of the field."""

import re

__all__ = ["SEVERITIES", "severity_named"]

SEVERITIES = ("no-error", "neutral", "trivial", "minor", "major", "critical", "undecided")
_KNOWN = {name.replace("-", ""): name for name in SEVERITIES}


def severity_named(cell: object) -> str | None:
    """Return the severity that a cell names, whatever its case, blanks and hyphens; None for a word that is none."""
    return _KNOWN.get(re.sub(r"[\s_-]+", "", str(cell)).lower())
