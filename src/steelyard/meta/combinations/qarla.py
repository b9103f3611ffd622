"""QARLA: does a set of metrics know a human translation from an automatic one? QUEEN, KING and JACK."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import jackknife_interval
from steelyard.meta.shared_docs import SCORES
from steelyard.reprs import short_repr

__all__ = ["King", "jack", "king", "queen"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class King:
    """How often a reference looks at least as human as the best automatic output.

    Attributes
    ----------
    value : float
        KING, from 0 to 1: the mean over test cases and over the reference held out.
    by_case : array, shape (T,)
        Mean over the references of each test case.
    share_all_zero : float
        Share of these trials in which the reference and every output had QUEEN 0, each of which counts as a success.
    strict_value : float
        KING with these counted as failures.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import King
    >>> [round(end, 3) for end in King(0.75, np.array([1.0, 0.5, 0.75]), 0.25, 0.5).interval()]
    [0.129, 1.371]
    """

    value: float
    by_case: Array
    share_all_zero: float
    strict_value: float

    __repr__ = short_repr

    def interval(self, confidence_level: float = 0.95) -> tuple[float, float] | None:
        """Return the jackknife interval over test cases; None for one case."""
        n = len(self.by_case)
        without = (self.by_case.sum() - self.by_case) / max(n - 1, 1)
        return jackknife_interval(self.value, without, confidence_level)


@SCORES
def queen(to_references: ArrayLike, among_references: ArrayLike) -> Array:
    """Return how close outputs are to references, compared with references to each other, under all metrics at once.

    QUEEN of an output a is the share of ordered triples (r, r', r'') of distinct references for which every metric x
    says x(a, r) >= x(r', r'').

    Parameters
    ----------
    to_references : array, shape (..., X, A, R)
        Similarity of A outputs to each of R references by X metrics; larger is closer.
    among_references : array, shape (..., X, R, R)
        Similarity of the references to each other; the diagonal is not looked at.

    Returns
    -------
    array, shape (..., A)
        From 0 to 1; multiples of 1 / (R (R - 1) (R - 2)).

    Raises
    ------
    DataError
        A similarity is missing, or there are fewer than three references.

    Notes
    -----
    Only comparisons within a metric count, so that metrics of any scale go together, and a metric given twice counts
    once. Each further metric can only lower the value: with many metrics it is 0 almost everywhere.

    References
    ----------
    Amigó, Gonzalo, Peñas and Verdejo 2005, "QARLA: a framework for the evaluation of text summarization systems",
    P05-1035. Giménez and Màrquez 2008, "Heterogeneous automatic MT evaluation through non-parametric metric
    combinations", I08-1042. That the three references are distinct follows from the three that are asked for.

    Examples
    --------
    >>> from steelyard.meta import queen
    >>> among = [[[1, 0.5, 0.4], [0.5, 1, 0.3], [0.4, 0.3, 1]]]
    >>> queen([[[0.45, 0.55, 0.3], [0.2, 0.45, 0.1]]], among).round(4).tolist()
    [0.6667, 0.3333]
    """
    outputs, references = _similarities(to_references, among_references)
    n = outputs.shape[-1]
    found: Array = _triples(outputs, references) / (n * (n - 1) * (n - 2))
    return found


@SCORES
def king(to_references: ArrayLike, among_references: ArrayLike) -> King:
    """Return how often a reference has at least the QUEEN of every automatic output.

    Each reference in turn is held out and judged against the others, as the outputs are.

    Parameters
    ----------
    to_references : array, shape (T, X, A, R)
        Similarity of the A outputs of T test cases to their R references by X metrics; larger is closer.
    among_references : array, shape (T, X, R, R)
        Similarity of the references to each other, the first to the second.

    Returns
    -------
    King
        The value by test case, and how much of it is the trap: trials in which everything has QUEEN 0.

    Raises
    ------
    DataError
        A similarity is missing, there are fewer than four references, or no test case.

    Notes
    -----
    Misleads for large sets of metrics: QUEEN is then 0 for all, and 0 >= 0 counts as telling people from machines. Read
    the value beside `King.share_all_zero`. It asks for likeness to people, not for quality: a good output unlike any
    reference counts as bad.

    References
    ----------
    Amigó et al. 2005, P05-1035; Giménez and Màrquez 2008, I08-1042.

    Examples
    --------
    >>> from steelyard.meta import king
    >>> among = [[[[1, 0.5, 0.4, 0.6], [0.5, 1, 0.3, 0.45], [0.4, 0.3, 1, 0.35], [0.6, 0.45, 0.35, 1]]]]
    >>> found = king([[[[0.45, 0.55, 0.3, 0.4]]]], among)
    >>> found.value, found.share_all_zero
    (0.75, 0.0)
    """
    outputs, references = _similarities(to_references, among_references)
    if outputs.ndim != 4 or not len(outputs):
        raise AlignmentError(f"to_references must have shape (T, X, A, R) with a test case, not {outputs.shape}.")
    n = outputs.shape[-1]
    if n < 4:
        raise DataError(f"KING needs four references, one to hold out and three to judge by; there are {n}.")
    if not outputs.shape[2]:
        raise DataError("KING compares references with automatic outputs, and there is none.")
    is_won = np.empty((len(outputs), n), dtype=bool)
    is_zero = np.empty_like(is_won)
    for held_out in range(n):
        others = np.delete(np.arange(n), held_out)
        # The reference held out is compared with the others among themselves, so that it and the outputs face the same
        # bar.
        among = references[..., others[:, None], others]
        of_reference = _triples(references[..., held_out, :][..., None, others], among)[..., 0]
        of_outputs = _triples(outputs[..., others], among).max(axis=-1)
        is_won[:, held_out] = of_reference >= of_outputs
        is_zero[:, held_out] = (of_reference == 0) & (of_outputs == 0)
    by_case = is_won.mean(axis=1)
    strict = float((is_won & ~is_zero).mean())
    return King(float(by_case.mean()), by_case, float(is_zero.mean()), strict)


@SCORES
def jack(to_references: ArrayLike, among_outputs: ArrayLike) -> Array:
    """Return the share of references around which the outputs are spread, and not all on one side.

    A reference r counts if there are two outputs a and a' that are both at least as close to r as to each other, under
    every metric: x(a', a) <= x(a, r) and x(a', a) <= x(a', r).

    Parameters
    ----------
    to_references : array, shape (..., X, A, R)
        Similarity of A outputs to each of R references by X metrics; larger is closer.
    among_outputs : array, shape (..., X, A, A)
        Similarity of the outputs to each other, the first to the second; the diagonal is not looked at.

    Returns
    -------
    array, shape (...)
        From 0 to 1 for each test case. Low: the outputs resemble each other more than people, and say little about the
        metrics.

    Raises
    ------
    DataError
        A similarity is missing, or there is no reference.
    SpecError
        There are fewer than two outputs.

    Notes
    -----
    A measure of the test bed more than of the metrics: it rises with the number of different systems, and falls with
    the number of metrics, all of which must agree.

    References
    ----------
    Amigó et al. 2005, P05-1035.

    Examples
    --------
    >>> from steelyard.meta import jack
    >>> jack([[[0.6, 0.2], [0.5, 0.3]]], [[[1.0, 0.4], [0.4, 1.0]]]).tolist()
    0.5
    """
    outputs = _finite("to_references", to_references)
    among = _finite("among_outputs", among_outputs, diagonal=True)
    if outputs.ndim < 3 or among.shape != (*outputs.shape[:-1], outputs.shape[-2]):
        raise AlignmentError(
            f"to_references must have shape (..., X, A, R) and among_outputs (..., X, A, A), not {outputs.shape} and "
            f"{among.shape}."
        )
    if outputs.shape[-2] < 2:
        raise SpecError("JACK looks for pairs of outputs: give at least two.")
    if not outputs.shape[-1]:
        raise DataError("There is no reference.")
    is_between = np.zeros((*outputs.shape[:-3], outputs.shape[-1]), dtype=bool)
    for a, b in combinations(range(outputs.shape[-2]), 2):
        nearer = np.minimum(outputs[..., a, :], outputs[..., b, :])  # of both, the one farther from the reference
        for one, other in ((a, b), (b, a)):
            is_between |= (among[..., one, other, None] <= nearer).all(axis=-2)
    return np.asarray(is_between.mean(axis=-1))


def _triples(outputs: Array, references: Array) -> NDArray[np.int64]:
    """Count the triples of distinct references at which every metric finds an output as close as the references."""
    n = outputs.shape[-1]
    place = np.arange(n)
    apart = place[:, None] != place
    distinct = apart[:, :, None] & apart[:, None, :] & apart
    is_close = np.broadcast_to(distinct, (*outputs.shape[:-3], outputs.shape[-2], n, n, n)).copy()
    # Every metric must agree on the same triple: the conjunction is inside the count (P05-1035).
    for metric in range(outputs.shape[-3]):
        own, among = outputs[..., metric, :, :], references[..., metric, :, :]
        is_close &= own[..., None, None] >= among[..., None, None, :, :]
    counts: NDArray[np.int64] = is_close.sum(axis=(-3, -2, -1))
    return counts


def _similarities(to_references: ArrayLike, among_references: ArrayLike) -> tuple[Array, Array]:
    outputs = _finite("to_references", to_references)
    references = _finite("among_references", among_references, diagonal=True)
    if outputs.ndim < 3 or references.shape != (*outputs.shape[:-2], outputs.shape[-1], outputs.shape[-1]):
        raise AlignmentError(
            f"to_references must have shape (..., X, A, R) and among_references (..., X, R, R), not {outputs.shape} "
            f"and {references.shape}."
        )
    if outputs.shape[-3] < 1:
        raise DataError("There is no metric.")
    if outputs.shape[-1] < 3:
        raise DataError(f"QUEEN needs three references or more; there are {outputs.shape[-1]}.")
    return outputs, references


def _finite(name: str, values: ArrayLike, *, diagonal: bool = False) -> Array:
    """Refuse what is no number, but for a diagonal that is not looked at."""
    array = np.asarray(values, dtype=np.float64)
    is_bad = ~np.isfinite(array)
    if diagonal and array.ndim >= 2 and array.shape[-1] == array.shape[-2]:
        is_bad &= ~np.eye(array.shape[-1], dtype=bool)
    if is_bad.any():
        raise DataError(f"{name}: a similarity is missing or infinite. Leave such test cases or metrics out.")
    return array
