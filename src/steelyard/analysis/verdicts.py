"""Outputs of test suites, judged by lists of outputs that people judged and by patterns."""

import re
from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.regex_timeout import limited_patterns
from steelyard.types import SuiteItem

__all__ = ["VERDICT_REASONS", "judge_outputs", "judge_text"]

VERDICT_REASONS = ("listed", "pattern", "both", "neither")
"""What decides an output, or leaves it open: people's list, a pattern, both sides of either, or nothing."""

_LISTED, _PATTERN, _BOTH, _NEITHER = range(4)
_OF_NEITHER = {"undecided": 0, "right": 1, "wrong": -1}


def judge_text(item: SuiteItem, output: str, *, use_lists: bool = True) -> tuple[int, str]:
    """Say whether an output is right.

    Parameters
    ----------
    item : SuiteItem
        Of a test suite.
    output : str
        A translation of its source.
    use_lists : bool, default True
        Whether outputs that people judged count, or patterns alone.

    Returns
    -------
    verdict : {1, 0, -1}
        1 for right, -1 for wrong, 0 for undecided.
    reason : str
        One of `VERDICT_REASONS`.

    Notes
    -----
    Where people have judged this very output, up to blanks at its ends, their verdict holds. Otherwise an output is
    right or wrong where patterns of one side alone are found in it; where those of both sides are, or it is listed as
    right and as wrong, it is undecided. It misleads where a pattern is found in a translation that is wrong otherwise:
    an item asks about its phenomenon alone.

    References
    ----------
    Macketanz et al. 2022, "A linguistically motivated test suite to semi-automatically evaluate German-English machine
    translation output", 2022.lrec-1.99.

    Examples
    --------
    >>> from steelyard.analysis import judge_text
    >>> from steelyard.types import SuiteItem
    >>> item = SuiteItem(1, "negation", right=["not"], wrong=["came"], listed_right={"He stayed away."})
    >>> [judge_text(item, text) for text in ("He stayed away.", "He did not come.", "He came.", "He went.")]
    [(1, 'listed'), (1, 'pattern'), (-1, 'pattern'), (0, 'neither')]
    """
    verdict, reason = _judge(item, output, use_lists=use_lists)
    return verdict, VERDICT_REASONS[reason]


def judge_outputs(
    items: Sequence[SuiteItem], outputs: Sequence[str], *, use_lists: bool = True
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Judge the output of every item, as `judge_text` does.

    Parameters
    ----------
    items : sequence of SuiteItem
        P of them.
    outputs : sequence of str
        A line for every segment.
    use_lists : bool, default True
        Whether outputs that people judged count, or patterns alone.

    Returns
    -------
    verdicts : array of int8, shape (P,)
        1, 0 or -1.
    reasons : array of int8, shape (P,)
        Places in `VERDICT_REASONS`.

    Raises
    ------
    AlignmentError
        An item is of a segment that there is not.

    Examples
    --------
    >>> from steelyard.analysis import judge_outputs
    >>> from steelyard.types import SuiteItem
    >>> verdicts, reasons = judge_outputs([SuiteItem(2, "number", wrong=["ten"])], ["one cat", "ten cats"])
    >>> verdicts.tolist(), reasons.tolist()
    ([-1], [1])
    """
    beyond = next((item for item in items if not 1 <= item.segment <= len(outputs)), None)
    if beyond is not None:
        raise AlignmentError(
            f"{beyond.place or beyond.id or 'An item'} is of line {beyond.segment:,}, but outputs have "
            f"{len(outputs):,} lines."
        )
    found = []
    with limited_patterns() as begin:
        for number, item in enumerate(items, 1):
            begin(f"{item.place or item.id or f'Item {number}'}: a pattern, on line {item.segment:,} of the outputs,")
            found.append(_judge(item, outputs[item.segment - 1], use_lists=use_lists))
    table = np.array(found, np.int8).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _judge(item: SuiteItem, output: str, *, use_lists: bool) -> tuple[int, int]:
    if use_lists:
        text = output.strip()
        is_right, is_wrong = text in item.listed_right, text in item.listed_wrong
        if is_right or is_wrong:
            return (0, _BOTH) if is_right and is_wrong else (1 if is_right else -1, _LISTED)
    is_right, is_wrong = _is_found(item.right, output), _is_found(item.wrong, output)
    if is_right != is_wrong:
        return (1 if is_right else -1), _PATTERN
    return (0, _BOTH) if is_right else (_OF_NEITHER[item.neither], _NEITHER)


def _is_found(patterns: Sequence[str | re.Pattern[str]], output: str) -> bool:
    compiled = cast("Sequence[re.Pattern[str]]", patterns)
    return any(pattern.search(output) for pattern in compiled)
