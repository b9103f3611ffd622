"""How sure curves of items are: the observed information of all of them together."""

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.item_response.parts.curves import Answers, Grid, Slopes, passing

__all__ = ["covariance_along", "covariances"]

Array = NDArray[np.float64]

_LEAST_WEIGHT = 1e-9  # of an ability, of all that a system may have
_LEAST_SIZE = 1e-14  # of a direction's square, of the largest
_MOST_COLUMNS = 3000  # for which the inverse is taken by outer products


def covariances(
    answers: Answers, weights: Array, slopes: Array, intercepts: Array, grid: Grid, drawn_to: Slopes
) -> Array:
    """Return the covariance of every item's slope and intercept, shape (N, 2, 2).

    The information is what it would be if abilities were known, which is a matrix of two by two for each item, less the
    covariance of the scores (first derivatives) over what is left open of each system's ability, which ties all items.
    """
    known, parts, signs = _parts(answers, weights, slopes, intercepts, grid, drawn_to)
    n = len(known)
    if sum(part.shape[2] for part in parts) < min(2 * n, _MOST_COLUMNS):
        return _by_low_rank(known, np.concatenate(parts, axis=2), np.concatenate(signs))
    inverse = _inverse(_whole(known, parts, signs)).reshape(n, 2, n, 2)
    found: Array = np.asarray(inverse[np.arange(n), :, np.arange(n), :], dtype=np.float64)
    return found


def covariance_along(
    directions: Array, answers: Answers, weights: Array, slopes: Array, intercepts: Array, grid: Grid, drawn_to: Slopes
) -> Array:
    """Return the covariance of sums over all slopes and intercepts, weighted by directions (N, 2, K): (K, K)."""
    known, parts, signs = _parts(answers, weights, slopes, intercepts, grid, drawn_to)
    flat = directions.reshape(2 * len(known), -1)
    found: Array = flat.T @ _inverse(_whole(known, parts, signs)) @ flat
    return found


def _parts(
    answers: Answers, weights: Array, slopes: Array, intercepts: Array, grid: Grid, drawn_to: Slopes
) -> tuple[Array, list[Array], list[Array]]:
    """Return the information if abilities were known, and what is taken off and added, with signs."""
    nodes, n = grid.nodes, len(slopes)
    passes = passing(np.multiply.outer(slopes, nodes) + intercepts[:, None])
    spread = (answers.is_there.T @ weights) * passes * (1 - passes)
    known = np.empty((n, 2, 2))
    known[:, 0, 0] = spread @ nodes**2 + drawn_to.precision
    known[:, 0, 1] = known[:, 1, 0] = spread @ nodes
    known[:, 1, 1] = spread.sum(axis=1)
    # Louis 1982: the observed information is that of known abilities less the variance of their scores over the
    # posterior. Each system adds one such variance, as outer products.
    parts = [_scores_of(answers, s, row, passes, nodes) for s, row in enumerate(weights)]
    signs: list[Array] = [np.ones(part.shape[2]) for part in parts]
    if drawn_to.precision:
        parts.append(_free_scale(slopes, drawn_to))
        signs.append(np.array([1.0, -1.0], dtype=np.float64))
    return known, parts, signs


def _whole(known: Array, parts: list[Array], signs: list[Array]) -> Array:
    """Put the information of all items together, (2 N, 2 N)."""
    n = len(known)
    full = np.zeros((n, 2, n, 2))
    full[np.arange(n), :, np.arange(n), :] = known
    whole = full.reshape(2 * n, 2 * n)
    for part, sign in zip(parts, signs, strict=True):
        flat = part.reshape(2 * n, -1)
        whole -= (flat * sign) @ flat.T
    return whole


def _inverse(matrices: Array) -> Array:
    """Invert; NaN where few systems leave nothing to invert."""
    try:
        found: Array = np.asarray(np.linalg.inv(matrices), dtype=np.float64)
        return found
    except np.linalg.LinAlgError:
        return np.full(matrices.shape, np.nan)


def _free_scale(slopes: Array, drawn_to: Slopes) -> Array:
    """Return what the pull on slopes lacks to be one on their ratios alone, (N, 2, 2); the second column is added.

    The pull is the derivative of ``N^2 sum(a^2) / (2 k^2 sum(a)^2)``, with k the spread in means, which does not change
    where all slopes are multiplied by one number.
    """
    n, total, squares = len(slopes), float(slopes.sum()), float(slopes @ slopes)
    found = np.zeros((n, 2, 2))
    found[:, 0, 0] = slopes * np.sqrt(4 / (3 * squares))
    found[:, 0, 1] = np.sqrt(3 * squares) / total - slopes * np.sqrt(4 / (3 * squares))
    found *= np.sqrt(drawn_to.precision)
    return found


def _scores_of(answers: Answers, s: int, weights: Array, passes: Array, nodes: Array) -> Array:
    """Return a system's first derivatives at each ability minus their mean, times the root of its weight, (N, 2, K)."""
    counts = weights > _LEAST_WEIGHT
    left = answers.scores[s][:, None] - answers.is_there[s][:, None] * passes[:, counts]
    derivatives = np.stack([left * nodes[counts], left], axis=1)
    share = weights[counts] / weights[counts].sum()
    found: Array = (derivatives - (derivatives @ share)[..., None]) * np.sqrt(share)
    # What is left open of an ability lies close together, where curves are nearly parabolas: a few directions have it
    # all, however fine the grid.
    flat = found.reshape(2 * len(found), -1)
    sizes, directions = np.linalg.eigh(flat.T @ flat)
    fewer: Array = found @ directions[:, sizes > _LEAST_SIZE * sizes[-1]]
    return fewer


def _by_low_rank(known: Array, open_: Array, signs: Array) -> Array:
    """Invert a block matrix less few outer products (Woodbury); those with a negative sign are added."""
    n, _, width = open_.shape
    inverse = _inverse(known)
    half = np.einsum("nij,njk->nik", inverse, open_)
    flat, other = open_.reshape(2 * n, width), half.reshape(2 * n, width)
    # (K - U S U')^-1 = K^-1 + K^-1 U (S - U' K^-1 U)^-1 U' K^-1 for signs S. K has blocks of 2 x 2, so nothing of size
    # 2 N is inverted.
    middle = _inverse(np.diag(signs) - flat.T @ other)
    found: Array = inverse + np.einsum("nik,kl,njl->nij", half, middle, half, optimize=True)
    return found
