"""Texts that are too long for what looks at every word of an output beside every word of a reference."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError

__all__ = ["check_pairs", "check_table_size"]

_MOST_BYTES = 2**30
_ADVICE = "Split it into sentences, or leave this metric out."


def check_table_size(
    label: str,
    hypothesis_lengths: NDArray[np.int64],
    reference_lengths: NDArray[np.int64],
    systems: Sequence[str],
    bytes_per_cell: float,
    most_cells: int = 2**29,
    advice: str = _ADVICE,
) -> None:
    """Refuse a text that is so long that its table would take minutes, or more memory than there is.

    Parameters
    ----------
    label : str
        Of the metric, or of what else fills the table.
    hypothesis_lengths : array of int64, shape (S, N)
        Words of the outputs.
    reference_lengths : array of int64, shape (R, N)
        Words of the references.
    systems : sequence of S str
        Their names.
    bytes_per_cell : float
        What is kept of the table; 0 where that is a row.
    most_cells : int, default 2**29
        What two texts of 23,170 words have.
    advice : str
        What to do.

    Raises
    ------
    DataError
        An output and a reference have more pairs of words than that, or as many as take over 1 GiB.

    Examples
    --------
    >>> import steelyard as sy
    >>> text = ["word " * 30_000]
    >>> try:
    ...     sy.evaluate(sy.TestSet(references=[text], systems={"mine": text}), ["grr"])
    ... except ValueError as error:
    ...     print(error)
    System mine, segment 1 has 30,000 words, and a reference of it 30,000: the table of 4-GRR would have 900,000,000 \
cells, and 536,870,912 are the most. Split it into sentences, or leave this metric out.
    """
    longest = reference_lengths.max(axis=0, initial=0)
    cells = hypothesis_lengths * longest
    most = int(min(most_cells, _MOST_BYTES / max(bytes_per_cell, 1)))
    if not (cells > most).any():
        return
    system, segment = map(int, np.unravel_index(int(np.argmax(cells)), cells.shape))
    needed = bytes_per_cell * int(cells[system, segment]) / 2**30
    memory = f" of {needed:.1f} GiB" if bytes_per_cell else ""
    raise DataError(
        f"System {systems[system]}, segment {segment + 1} has {hypothesis_lengths[system, segment]:,} words, and a "
        f"reference of it {longest[segment]:,}: the table of {label} would have {cells[system, segment]:,} "
        f"cells{memory}, and {most:,} are the most. {advice}"
    )


def check_pairs(label: str, is_too_much: ArrayLike, most: int, systems: Sequence[str]) -> None:
    """Refuse a text of which too many words could be paired with words of a reference.

    Parameters
    ----------
    label : str
        Of the metric.
    is_too_much : array of bool, shape (S, N)
        What the kernel found.
    most : int
        Pairs that it takes.
    systems : sequence of S str
        Their names.

    Raises
    ------
    DataError
        There is such a text.

    Examples
    --------
    >>> from steelyard.text import check_pairs
    >>> try:
    ...     check_pairs("SIA", [[False, True]], 1_048_576, ["mine"])
    ... except ValueError as error:
    ...     print(error)
    System mine, segment 2 has more than 1,048,576 pairs of similar words with a reference: too many for SIA. Split it \
into sentences, or leave this metric out.
    """
    for system, segment in np.argwhere(is_too_much)[:1]:
        raise DataError(
            f"System {systems[system]}, segment {segment + 1} has more than {most:,} pairs of similar words with a "
            f"reference: too many for {label}. {_ADVICE}"
        )
