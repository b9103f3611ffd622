"""What fewer items would do to a board: scores and order of systems that took no part in choosing the items."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.fixed_order import product
from steelyard.inference.distributions import t_quantile
from steelyard.inference.draws.checks import Rng
from steelyard.inference.item_analysis import item_rest_correlations

__all__ = ["ITEM_CHOICES", "ShortBoard", "choose_items", "short_boards"]

Array = NDArray[np.float64]

ITEM_CHOICES = ("random", "stratified", "discriminating", "discriminating-by-stratum")
_FEWEST_SYSTEMS = 6  # three that choose, and three that do not


@dataclass(frozen=True, slots=True)
class ShortBoard:
    """A board of fewer items, and how far it is from the whole one.

    Attributes
    ----------
    choice : str
        How items are chosen.
    n_items : int
        How many.
    score_error : float
        Root mean square of what a system's score is off from its score on all items.
    score_interval : (float, float) or None
        Of it, over systems.
    pairs_turned : float
        Share of pairs of systems in another order than on all items; one that is tied on one board counts as half.
    pairs_interval : (float, float) or None
        Of it, over systems.

    Examples
    --------
    >>> from steelyard.inference import ShortBoard
    >>> ShortBoard("random", 50, 0.03, (0.02, 0.04), 0.05, (0.03, 0.07)).pairs_turned
    0.05
    """

    choice: str
    n_items: int
    score_error: float
    score_interval: tuple[float, float] | None
    pairs_turned: float
    pairs_interval: tuple[float, float] | None


def choose_items(scores: ArrayLike, n_items: int, choice: str, rng: Rng) -> NDArray[np.int64]:
    """Choose items by what systems score on them.

    Parameters
    ----------
    scores : array, shape (S, N)
        Of systems on items.
    n_items : int
        How many to choose.
    choice : str
        ``"random"``; ``"stratified"``, every so many by difficulty, from a random start;
        ``"discriminating"``, those that agree most with the rest; ``"discriminating-by-stratum"``, the one of each
        stratum that does.
    rng : int or numpy.random.Generator
        The same value chooses the same items.

    Returns
    -------
    array of int, shape (n_items,)
        In ascending order.

    Examples
    --------
    >>> from steelyard.inference import choose_items
    >>> scores = [[1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 0, 0], [0, 0, 0, 1]]
    >>> choose_items(scores, 2, "discriminating", 1).tolist()
    [0, 1]
    """
    array = np.asarray(scores, dtype=np.float64)
    generator = np.random.default_rng(rng)
    n = array.shape[1]
    if choice not in ITEM_CHOICES:
        raise SpecError(f"Items are chosen by {', '.join(ITEM_CHOICES)}, not {choice!r}.")
    if not 1 <= n_items <= n:
        raise SpecError(f"Cannot choose {n_items:,} of {n:,} items.")
    shuffled = generator.permutation(n)
    if choice == "random":
        return np.sort(shuffled[:n_items])
    worth = np.nan_to_num(item_rest_correlations(array), nan=-2.0)
    if choice == "discriminating":
        return np.sort(shuffled[np.argsort(-worth[shuffled], kind="stable")[:n_items]])
    by_difficulty = shuffled[np.argsort(array.mean(axis=0)[shuffled], kind="stable")]
    if choice == "stratified":
        return np.sort(
            by_difficulty[np.floor((np.arange(n_items) + generator.random()) * n / n_items).astype(np.int64)]
        )
    edges = np.arange(n_items + 1) * n // n_items  # strata of unequal size lie everywhere, or scores would be off
    strata = [by_difficulty[low:high] for low, high in pairwise(edges.tolist())]
    return np.sort([stratum[np.argmax(worth[stratum])] for stratum in strata])


def short_boards(
    scores: ArrayLike, lengths: Sequence[int], *, rng: Rng, n_splits: int = 20, confidence_level: float = 0.95
) -> list[ShortBoard]:
    """Shorten a board in several ways, and hold each against the whole board.

    Parameters
    ----------
    scores : array, shape (S, N)
        Of systems on items.
    lengths : sequence of int
        Items to keep.
    rng : int or numpy.random.Generator
        The same value repeats the result.
    n_splits : int, default 20
        How often systems are split into halves, each of which judges what the other chose.
    confidence_level : float, default 0.95
        Of intervals, over systems.

    Returns
    -------
    list of ShortBoard
        Choice by choice, length by length; the random one alone where fewer than six systems leave no halves.

    Notes
    -----
    One half of the systems chooses the items, and a line through their scores says what a score on these means for
    all items; the other half tells how far that is off. So no choice is judged by the systems that it was made for: on
    these, items that discriminate look far better than they are. Systems that are versions of one another on both
    sides still flatter it. Items that are kept are part of all items, so that with all of them nothing is off.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import short_boards
    >>> rng = np.random.default_rng(1)
    >>> scores = (rng.random((12, 100)) < np.linspace(0.2, 0.8, 12)[:, None]).astype(float)
    >>> [round(board.score_error, 3) for board in short_boards(scores, [10, 90], rng=1) if board.choice == "random"]
    [0.141, 0.019]
    """
    array = np.asarray(scores, dtype=np.float64)
    if array.ndim != 2 or not np.isfinite(array).all():
        raise AlignmentError("Shortening a board needs the score of every system on every item.")
    n_systems, n = array.shape
    for length in lengths:
        if not 1 <= length <= n:
            raise SpecError(f"Cannot keep {length:,} of {n:,} items: lengths must be from 1 to {n:,}.")
    if n_systems < 2:
        raise SpecError("One system says nothing of what a shorter board would do: it takes two or more.")
    generator = np.random.default_rng(rng)
    choices = ITEM_CHOICES if n_systems >= _FEWEST_SYSTEMS else ITEM_CHOICES[:1]
    splits = [_halves(n_systems, generator) for _ in range(n_splits)]
    return [
        _judged(array, choice, length, splits, generator, confidence_level) for choice in choices for length in lengths
    ]


def _halves(n: int, generator: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Split systems; all of them on both sides where they are too few for halves, as no system then chooses."""
    order = generator.permutation(n)
    return (order, order) if n < _FEWEST_SYSTEMS else (order[: n // 2], order[n // 2 :])


def _judged(
    scores: Array,
    choice: str,
    length: int,
    splits: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]],
    generator: np.random.Generator,
    confidence_level: float,
) -> ShortBoard:
    n = len(scores)
    whole = scores.mean(axis=1)
    squares, turned, of_score, of_pairs = (np.zeros(n) for _ in range(4))
    for first, second in splits:
        for choosing, judging in ((first, second), (second, first)):
            kept = choose_items(scores[choosing], length, choice, generator)
            short = scores[:, kept].mean(axis=1)
            found = _on_the_line(short, whole, choosing, judging) if choosing is not judging else short[judging]
            squares[judging] += np.square(found - whole[judging])
            of_score[judging] += 1
            order, known = np.sign(np.subtract.outer(found, found)), np.sign(_differences(whole[judging]))
            turned[judging] += (np.abs(order - known) / 2).sum(axis=1)
            of_pairs[judging] += len(judging) - 1
    error = float(np.sqrt((squares / of_score).mean()))
    share = turned / of_pairs
    quantile = t_quantile((1 + confidence_level) / 2, n - 1)
    spread = float((squares / of_score).std(ddof=1) / np.sqrt(n))
    wider = float(np.exp(quantile * spread / (2 * error**2))) if error > 0 else 1.0
    half = quantile * 2 * float(share.std(ddof=1)) / np.sqrt(n)  # a pair belongs to two systems
    return ShortBoard(
        choice=choice,
        n_items=length,
        score_error=error,
        score_interval=(error / wider, error * wider),
        pairs_turned=float(share.mean()),
        pairs_interval=(max(0.0, float(share.mean() - half)), min(1.0, float(share.mean() + half))),
    )


def _differences(whole: Array) -> Array:
    """Return differences of scores on all items; such as are there by rounding alone are none."""
    found: Array = np.subtract.outer(whole, whole)
    found[np.abs(found) < 1e-12] = 0.0
    return found


def _on_the_line(short: Array, whole: Array, choosing: NDArray[np.int64], judging: NDArray[np.int64]) -> Array:
    """Say what scores on the kept items mean for all, by the line through the systems that chose."""
    x, y = short[choosing], whole[choosing]
    centre = x - x.mean()
    squares = float(product(centre, centre))
    slope = float(product(centre, y)) / squares if squares > 0 else 0.0
    found: Array = y.mean() + slope * (short[judging] - x.mean())
    return found
