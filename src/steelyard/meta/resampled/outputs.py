"""Resamples of systems and of items at once: what intervals of agreement are made of."""

from collections.abc import Iterator
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError, unknown_name
from steelyard.inference import Draws, bootstrap_draws, check_resamples, seed_of
from steelyard.inference.draws.checks import Rng
from steelyard.inference.shared_docs import SHARED

__all__ = ["Resampled", "output_draws", "paired_blocks"]

Resampled = Literal["systems", "inputs", "both"]
Array = NDArray[np.float64]


@SHARED
def output_draws(
    n_systems: int, n_items: int, *, resample: Resampled, n_resamples: int, rng: Rng, documents: ArrayLike | None = None
) -> tuple[Draws, Draws]:
    """Draw systems, items (segments), or both with replacement.

    Parameters
    ----------
    n_systems, n_items : int
        S and N.
    resample : {"systems", "inputs", "both"}
        BOOT-SYSTEMS, BOOT-INPUTS, or both, independently (BOOT-BOTH); what is not resampled has weights of one.
    documents : array of int, shape (N,), optional
        Document of each item, from 0: documents are drawn then, with all their items. The items of a resample may be
        more or fewer than N.

    Returns
    -------
    (Draws, Draws)
        Weights of the systems and of the items.

    Raises
    ------
    AlignmentError
        There is not one document per item.
    SpecError
        There is no such resampling.

    Examples
    --------
    >>> from steelyard.meta import output_draws
    >>> systems, items = output_draws(3, 4, resample="inputs", n_resamples=2, rng=1, documents=[0, 0, 1, 1])
    >>> next(systems.blocks())[1].tolist(), next(items.blocks())[1].tolist()
    ([[1, 1, 1], [1, 1, 1]], [[0, 0, 2, 2], [1, 1, 1, 1]])
    """
    if resample not in get_args(Resampled):
        raise unknown_name("resampling", resample, get_args(Resampled))
    check_resamples(n_resamples)
    seed = seed_of(rng)
    rows = _ones(n_systems, n_resamples) if resample == "inputs" else bootstrap_draws(n_systems, n_resamples, rng=seed)
    if resample == "systems":
        return rows, _ones(n_items, n_resamples)
    other = (seed + 2**63) % 2**64  # another key, or the same words would choose the systems and the items
    if documents is None:
        return rows, bootstrap_draws(n_items, n_resamples, rng=other)
    codes = np.asarray(documents, dtype=np.int64)
    if codes.shape != (n_items,):
        raise AlignmentError(f"documents must have shape ({n_items},), one per item, not {codes.shape}.")
    of_documents = bootstrap_draws(int(codes.max(initial=-1)) + 1, n_resamples, rng=other)
    drawn: Any = np.concatenate([weights.copy() for _, weights in of_documents.blocks()])

    def fill(first: int, out: NDArray[np.int8]) -> None:
        out[...] = drawn[first : first + len(out), codes]

    return rows, Draws(n_resamples, n_items, fill, of_documents.largest_weight)


def paired_blocks(rows: Draws, columns: Draws, shape: tuple[int, int], step: int) -> Iterator[tuple[int, Array, Array]]:
    """Yield the first row and the weights of systems and items, at most `step` draws at a time.

    `rows`, `columns`: over the systems and over the items, as many.
    `shape`: systems and items that there are.
    `step`: draws at a time; no result depends on it.
    Yields: first draw; weights of shape (b, S) and (b, N).
    """
    if (rows.n_units, columns.n_units) != shape or rows.n_resamples != columns.n_resamples:
        raise SpecError(f"The draws must be as many for the systems as for the items, over {shape} of them.")
    for first in range(0, rows.n_resamples, step):
        size = min(step, rows.n_resamples - first)
        weights = []
        for draws in (rows, columns):
            out = np.empty((size, draws.n_units), dtype=np.int8 if draws.largest_weight <= 127 else np.float32)
            draws.fill(first, out)
            weights.append(out.astype(np.float64))
        yield first, weights[0], weights[1]


def _ones(n_units: int, n_resamples: int) -> Draws:
    return Draws(n_resamples, n_units, lambda _, out: out.fill(1), largest_weight=1)
