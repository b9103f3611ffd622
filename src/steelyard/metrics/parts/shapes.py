"""Which way lists of references lie."""

from collections.abc import Sequence

from steelyard.errors import AlignmentError

__all__ = ["by_reference"]


def by_reference(
    hypotheses: Sequence[str], references: Sequence[Sequence[str | None] | str]
) -> list[Sequence[str | None]]:
    """Settle which way references are given; sacreBLEU's reading, ``[reference][segment]``, wins where both fit.

    The other is ``[segment][reference]``. Returns the former.

    Examples
    --------
    >>> from steelyard.metrics.parts.shapes import by_reference
    >>> by_reference(["a", "b", "c"], [["x"], ["y", "z"], ["w"]])
    [['x', 'y', 'w'], [None, 'z', None]]
    """
    if isinstance(hypotheses, str) or not isinstance(hypotheses, Sequence):
        raise AlignmentError("hypotheses must be a list of strings: for a single segment pass [hypothesis].")
    if not isinstance(references, Sequence):
        raise AlignmentError(f"references must be a list of lists of strings, not {type(references).__name__}.")
    if isinstance(references, str) or any(isinstance(inner, str) or inner is None for inner in references):
        raise AlignmentError("references must be a list of lists of strings: for a single reference pass [references].")
    lists: list[Sequence[str | None]] = [inner for inner in references if not isinstance(inner, str)]
    n = len(hypotheses)
    if not lists or all(len(inner) == n for inner in lists):
        return lists
    if len(lists) == n:
        most = max(len(inner) for inner in lists)
        return [[inner[r] if r < len(inner) else None for inner in lists] for r in range(most)]
    lengths = sorted({len(inner) for inner in lists})
    shown = ", ".join(map(str, lengths[:3])) + (", …" if len(lengths) > 3 else "")
    raise AlignmentError(
        f"There are {n} hypotheses and {len(lists)} lists of references of length {shown}. They can be read neither as "
        f"[reference][segment] (every list would have length {n}) nor as [segment][reference] (there would be {n} "
        "lists)."
    )
