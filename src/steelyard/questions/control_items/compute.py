"""Damage outputs, line by line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.asking.doors import asks, question_from
from steelyard.human import DegradedOutput, degrade
from steelyard.questions.control_items.question import ControlItemsQuestion
from steelyard.types.checks import as_segments

if TYPE_CHECKING:
    pass

__all__ = ["compute", "control_items"]


@asks("human control-items")
def control_items(outputs: Sequence[str], **options: Any) -> tuple[DegradedOutput | None, ...]:
    """Damage outputs, so that it shows who rates without reading.

    Parameters
    ----------
    outputs : sequence of str
        Of one system, or of several one after the other.
    {options}

    Returns
    -------
    tuple of DegradedOutput or None
        One per output, in their order; None of an empty one.

    Raises
    ------
    AlignmentError
        The outputs are no list of strings.
    DataError
        No other output has as many words that differ.

    References
    ----------
    Graham, Baldwin, Moffat and Zobel 2017, "Can machine translation systems be evaluated by the crowd alone",
    doi:10.1017/S1351324915000339.

    Examples
    --------
    >>> import steelyard as sy
    >>> texts = ["the ferry leaves at nine tomorrow", "", "please bring a warm coat and boots"]
    >>> [item and item.text for item in sy.control_items(texts, rng=1)]
    ['the bring a warm nine tomorrow', None, 'please ferry leaves at coat and boots']
    """
    return compute(as_segments(outputs, "outputs"), question_from(ControlItemsQuestion, options))


def compute(outputs: Sequence[str], question: ControlItemsQuestion) -> tuple[DegradedOutput | None, ...]:
    """Damage every output that is not empty."""
    damaged = iter(degrade([text for text in outputs if text.strip()], unit=question.unit, rng=question.rng))
    return tuple(next(damaged) if text.strip() else None for text in outputs)
