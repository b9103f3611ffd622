"""What a result says of scores that were missing."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.results.plurals import counted

__all__ = ["gaps_text", "missing_text"]

_NAMED = 3  # systems, and reasons of each


def missing_text(method: Mapping[str, Any]) -> str:
    """Say in a line how many scores each system has, why others are missing, and what became of them.

    Parameters
    ----------
    method : mapping
        Of a result.

    Returns
    -------
    str
        Empty where nothing was missing.

    Examples
    --------
    >>> from steelyard.results import missing_text
    >>> gap = {"metric": "score", "system": "x", "n_scored": 480, "n_missing": 20, "reasons": {"timeout": 20}}
    >>> missing = {"rule": "drop-item", "n_items": 500, "n_kept": 480, "systems": [gap]}
    >>> print(missing_text({"missing": missing}))
    Missing scores: x lacks 20 of 500 scores (20 timeout). 20 items without the scores of all systems were left out; \
results are for the other 480 (--missing drop-item).
    """
    told = method.get("missing")
    if not told:
        return ""
    return f"Missing scores: {gaps_text(told['systems'])}. {_RULES[told['rule']](told)} (--missing {told['rule']})."


def gaps_text(gaps: Sequence[Mapping[str, Any]]) -> str:
    """Say of the systems that lack most how many scores are missing and why, and count the rest.

    Parameters
    ----------
    gaps : sequence of mapping
        Metric, system, ``n_scored``, ``n_missing`` and ``reasons``, the most frequent first.

    Returns
    -------
    str
        Without a full stop.

    Examples
    --------
    >>> from steelyard.results.missing import gaps_text
    >>> gap = {"metric": "score", "system": "x", "n_scored": 480, "n_missing": 20}
    >>> gaps_text([{**gap, "reasons": {"timeout": 12, "refused": 8}}])
    'x lacks 20 of 500 scores (12 timeout, 8 refused)'
    """
    most = sorted(gaps, key=lambda gap: -gap["n_missing"])
    has_several = len({gap["metric"] for gap in gaps}) > 1
    told = [
        f"{gap['system']} lacks {gap['n_missing']:,} of {gap['n_scored'] + gap['n_missing']:,} scores"
        f"{' by ' + gap['metric'] if has_several else ''} ({_reasons(gap['reasons'])})"
        for gap in most[:_NAMED]
    ]
    rest = most[_NAMED:]
    if rest:
        n = sum(gap["n_missing"] for gap in rest)
        of_whom = "" if has_several else f", of {counted(len(rest), 'other system')}"
        told.append(f"{counted(n, 'more score')} {'is' if n == 1 else 'are'} missing{of_whom}")
    return "; ".join(told)


def _reasons(reasons: Mapping[str, int]) -> str:
    shown = [f"{n:,} {reason}" for reason, n in list(reasons.items())[:_NAMED]]
    rest = sum(list(reasons.values())[_NAMED:])
    return ", ".join([*shown, *([f"{rest:,} for other reasons"] if rest else [])])


def _dropped(told: Mapping[str, Any]) -> str:
    n = told["n_items"] - told["n_kept"]
    return (
        f"{counted(n, 'item')} without the scores of all systems {'were' if n > 1 else 'was'} left out; results are "
        f"for the other {told['n_kept']:,}"
    )


def _worst(told: Mapping[str, Any]) -> str:
    return f"Missing scores count as the worst score, {_ends(told['worst'])}"


def _bounds(told: Mapping[str, Any]) -> str:
    return (
        "A difference counts only if it is significant in both extreme cases: missing scores of one system at their "
        f"worst ({_ends(told['worst'])}) and of the other at their best ({_ends(told['best'])}), and the reverse. "
        "Tables show scores with missing ones at their worst"
    )


def _ends(told: Mapping[str, Mapping[str, Any]]) -> str:
    several = len(told) > 1
    return "; ".join(
        f"{f'{metric} ' if several else ''}{end['score']:g}, {'declared' if end['is_declared'] else 'observed'}"
        for metric, end in told.items()
    )


_RULES = {"drop-item": _dropped, "worst": _worst, "bounds": _bounds}
