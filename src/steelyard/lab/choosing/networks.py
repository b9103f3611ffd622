"""Confusion networks: several outputs of a source, word under word."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.lab.choosing.word_order import Alignment, align_by_edits
from steelyard.reprs import short_repr

__all__ = ["NULL", "ConfusionNetwork", "build_network", "skeleton_priors"]

NULL = ""  # what stands in a column for a hypothesis that has no word there


@dataclass(frozen=True, slots=True)
class ConfusionNetwork:
    """What each hypothesis has in each column.

    Attributes
    ----------
    columns : tuple of tuple of str
        By column the word of each hypothesis, ``""`` where it has none.
    skeleton : int
        The hypothesis that gave the order of words.

    Raises
    ------
    AlignmentError
        Columns have words of another number of hypotheses, or the skeleton is none of them.

    Examples
    --------
    >>> from steelyard.lab.choosing import ConfusionNetwork
    >>> ConfusionNetwork((("a", "the"), ("cat", "cat")), 0).n_hypotheses
    2
    """

    columns: tuple[tuple[str, ...], ...]
    skeleton: int

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Refuse columns that do not fit."""
        sizes = {len(column) for column in self.columns}
        if len(sizes) > 1 or (sizes and not 0 <= self.skeleton < next(iter(sizes))):
            raise AlignmentError(
                f"Columns have words of {sorted(sizes)} hypotheses, and the skeleton is {self.skeleton}."
            )

    @property
    def n_hypotheses(self) -> int:
        """How many stand under each other; 0 without columns."""
        return len(self.columns[0]) if self.columns else 0


def build_network(
    hypotheses: Sequence[Sequence[str]], skeleton: int = 0, *, alignments: Sequence[Alignment] | None = None
) -> ConfusionNetwork:
    """Set hypotheses word under word, each aligned with the skeleton.

    Parameters
    ----------
    hypotheses : sequence of sequence of str
        Words of each output of one source, split by the same tokenizer.
    skeleton : int, default 0
        Which of them gives the order.
    alignments : sequence of sequence of (int or None, int or None), optional
        How each hypothesis, the skeleton too, stands under the skeleton: places in the skeleton and in the hypothesis,
        those of the skeleton rising, and None where one has no word. By default those of `align_by_edits`.

    Returns
    -------
    ConfusionNetwork
        With the skeleton's words, and columns for words that stand between them. Hypotheses that insert at the same
        place share columns from the left.

    Raises
    ------
    SpecError
        There is no such hypothesis.
    AlignmentError
        An alignment leaves a word out, or has one twice.

    Notes
    -----
    By edits words keep their order: what TER would shift is a deletion and an insertion then. An alignment by TER
    puts words where its shifts put them, and gives their places so.

    References
    ----------
    Bangalore, Bordel and Riccardi 2001, "Computing consensus translation from multiple machine translation systems";
    Rosti et al. 2007, "Combining outputs from multiple machine translation systems", N07-1029; P07-1040.

    Examples
    --------
    >>> from steelyard.lab.choosing import build_network
    >>> build_network([["the", "cat", "sat"], ["a", "cat", "sat", "down"]]).columns
    (('the', 'a'), ('cat', 'cat'), ('sat', 'sat'), ('', 'down'))
    """
    if not 0 <= skeleton < len(hypotheses):
        raise SpecError(f"The skeleton must be one of {len(hypotheses)} hypotheses, from 0, not {skeleton}.")
    order = list(hypotheses[skeleton])
    given = [align_by_edits(order, words) for words in hypotheses] if alignments is None else alignments
    under = [[NULL] * len(hypotheses) for _ in order]
    between: list[list[list[str]]] = [[] for _ in range(len(order) + 1)]  # columns before each word, and at the end
    for h, (words, pairs) in enumerate(zip(hypotheses, given, strict=True)):
        _check(pairs, len(order), len(words))
        gap, n_here = 0, 0
        for i, j in pairs:
            if i is not None:
                under[i][h] = NULL if j is None else words[j]
                gap, n_here = i + 1, 0
            elif j is not None:
                if n_here == len(between[gap]):
                    between[gap].append([NULL] * len(hypotheses))
                between[gap][n_here][h] = words[j]
                n_here += 1
    columns = [column for i in range(len(order)) for column in (*between[i], under[i])] + between[-1]
    return ConfusionNetwork(tuple(map(tuple, columns)), skeleton)


def _check(pairs: Alignment, n_first: int, n_second: int) -> None:
    """Refuse an alignment that loses words, or words of the skeleton in another order."""
    ours, theirs = [i for i, _ in pairs if i is not None], sorted(j for _, j in pairs if j is not None)
    if ours != list(range(n_first)) or theirs != list(range(n_second)):
        raise AlignmentError(f"An alignment does not have each of {n_first} and {n_second} words once, in order.")


def skeleton_priors(errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each hypothesis a prior as the skeleton, by how far the others are from it.

    Parameters
    ----------
    errors : array, shape (H, H)
        Error of each hypothesis (row) with each as its reference (column), such as TER as a share; 0 with itself.

    Returns
    -------
    array, shape (H,)
        Adds up to 1, as the exponential of minus the mean error. The highest is the hypothesis of least risk.

    Raises
    ------
    SpecError
        The array is not square, or not finite.

    References
    ----------
    Rosti, Matsoukas and Schwartz 2007, P07-1040, section 4.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import skeleton_priors
    >>> skeleton_priors(np.array([[0.0, 0.5], [0.25, 0.0]])).round(4).tolist()
    [0.5312, 0.4688]
    """
    if errors.ndim != 2 or errors.shape[0] != errors.shape[1] or not errors.size or not np.isfinite(errors).all():
        raise SpecError(
            f"Errors must be finite numbers, a row and a column per hypothesis, not of shape {errors.shape}."
        )
    risk = errors.mean(axis=0)
    shares = np.exp(-(risk - risk.min()))
    priors: NDArray[np.float64] = shares / shares.sum()
    return priors
