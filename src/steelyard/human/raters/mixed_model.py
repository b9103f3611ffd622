"""Fixed groups and crossed or nested random effects: the restricted likelihood, and where it is highest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.human.checks import size_of

__all__: list[str] = []  # pieces for this room

Array = NDArray[np.float64]
Codes = NDArray[np.int64]

_MOST_CELLS = 2**27  # of the products that are held, 1 GB
_NONE = 1e-8  # a smaller ratio of variances is none
_FLAT = 1e-4  # by so little a point nearby may be better: a hundredth of what would matter to a test
_PERFECT = 1e-9  # a smaller share of the spread is rounding
_ROUNDING = 1e-9  # the same for products of counts


class Profile:
    """The restricted likelihood in the ratios of each effect's variance to the residual's; the rest is profiled out.

    The largest effect is eliminated first, as its own products are diagonal; what is left is dense and small.
    """

    def __init__(self, values: Array, by_system: Codes, factors: dict[str, Codes]) -> None:
        self.names = tuple(factors)
        self.order = sorted(range(len(factors)), key=lambda k: -size_of("", factors[self.names[k]]))
        columns = [factors[self.names[k]] for k in self.order]
        self.sizes = [size_of("", codes) for codes in columns]
        self.n, self.n_systems = len(values), size_of("", by_system)
        self.middle = float(values.mean())
        y = values - self.middle  # so that squares lose nothing
        self.total = float(np.square(y).sum())
        first, dense = columns[0], [*columns[1:], by_system]
        self.counts = np.bincount(first).astype(np.float64)
        self.across = np.column_stack([*(_table(first, codes) for codes in dense), np.bincount(first, y)])
        rows = [[_table(one, other) for other in dense] + [np.bincount(one, y)[:, None]] for one in dense]
        last = [*(np.bincount(codes, y)[None] for codes in dense), np.array([[y @ y]])]
        self.inner: Array = np.block([*rows, last])

    def deviance(self, ratios: Array) -> float:
        """Minus twice the restricted log-likelihood, with the best residual variance put in."""
        found = self.solve(np.asarray(ratios, dtype=np.float64))
        df = self.n - self.n_systems
        # log |V| + log |X'V^-1 X| + df (1 + log(2 pi s^2)), where s^2 = squares / df is the best residual variance.
        return found.log_determinants + df * (1 + float(np.log(2 * np.pi * found.squares / df)))

    def effects(self, found: "Solution") -> dict[str, Array]:
        """Return the predictions by name of the effect, in the order given."""
        of_rest = np.split(found.rest, np.cumsum(self.sizes[1:])[:-1]) if self.sizes[1:] else []
        by_name = {self.names[k]: effect for k, effect in zip(self.order, [found.first, *of_rest], strict=True)}
        return {name: by_name[name] for name in self.names}

    def solve(self, ratios: Array) -> "Solution":
        """Return the best fixed and random effects for ratios of variances."""
        ratios = np.maximum(ratios, 0.0)
        first = ratios[self.order[0]]
        # (I + r Z Z')^-1 = I - Z diag(r / (1 + r n)) Z', as Z'Z of one effect is the diagonal of its counts n.
        shrink = first / (1 + first * self.counts)
        left = self.inner - self.across.T @ (shrink[:, None] * self.across)
        q, s = sum(self.sizes[1:]), self.n_systems
        scale = np.sqrt(np.repeat(ratios[self.order[1:]], self.sizes[1:]))
        # With S the roots of the ratios: I + S Z'V1^-1 Z S is positive definite even where a ratio is 0.
        lower = np.linalg.cholesky(np.eye(q) + scale[:, None] * left[:q, :q] * scale)
        taken = np.linalg.solve(lower, scale[:, None] * left[:q, q:])
        # [X y]' V^-1 [X y] of the systems and the ratings: from it the means, their covariance and the residual
        # squares.
        kept = left[q:, q:] - taken.T @ taken
        inverse = np.linalg.inv(kept[:s, :s])
        means = inverse @ kept[:s, s]
        rest = scale * np.linalg.solve(lower.T, taken[:, s] - taken[:, :s] @ means)
        remainder = self.across[:, -1] - self.across[:, :q] @ rest - self.across[:, q : q + s] @ means
        squares = float(kept[s, s] - kept[s, :s] @ means)
        if not squares > _PERFECT * self.total:
            raise DataError("The scores do not vary beyond what the effects explain: there is nothing to estimate.")
        # log |V|, factor by factor: of the first effect, and of the dense ones given the first.
        logs = np.log1p(first * self.counts).sum() + 2 * np.log(np.diag(lower)).sum()
        return Solution(
            means, inverse, shrink * remainder, rest, squares, float(logs + np.linalg.slogdet(kept[:s, :s])[1])
        )


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Best fixed and random effects for given ratios of variances."""

    means: Array
    inverse: Array
    first: Array
    rest: Array
    squares: float
    log_determinants: float


def most_likely(deviance: Callable[[Array], float], n_effects: int) -> Array:
    """Find the ratios of variances, none below 0, with the least deviance, and see that nothing nearby is better."""
    from scipy.optimize import minimize  # imported where needed: 0.3 s

    best, lowest = np.full(n_effects, 0.1), np.inf
    for method in ("L-BFGS-B", "Nelder-Mead", "L-BFGS-B"):
        options = {"xatol": 1e-7, "fatol": 1e-7, "maxiter": 2000} if method == "Nelder-Mead" else {"ftol": 1e-14}
        found = minimize(deviance, best, method=method, bounds=[(0, None)] * n_effects, options=options)
        if found.fun <= lowest:
            best, lowest = np.asarray(found.x, dtype=np.float64), float(found.fun)
        if _is_lowest(deviance, best, lowest):
            best[best < _NONE] = 0.0
            return best
    raise DataError(
        "The likelihood of the mixed model has no clear maximum: the effects cannot be separated with these ratings. "
        "Leave one of them out."
    )


def _is_lowest(deviance: Callable[[Array], float], at: Array, lowest: float) -> bool:
    for k in range(len(at)):
        for factor in (0.9, 1.1):
            near = at.copy()
            near[k] = max(at[k], 0.001) * factor if at[k] > _NONE else 0.001 * factor
            if deviance(near) < lowest - _FLAT:
                return False
    return True


def check_size(by_system: Codes, factors: Sequence[Codes]) -> None:
    """Refuse effects whose products cannot be held."""
    largest, *others = sorted((size_of("", codes) for codes in factors), reverse=True)
    width = sum(others) + size_of("", by_system)
    if width * (largest + width) > _MOST_CELLS:
        raise SpecError(
            f"The model has {largest:,} levels of its largest effect and {width:,} others, which is too much to hold: "
            "leave an effect out, or take a part of the ratings."
        )


def is_separable(by_system: Codes, factors: Sequence[Codes]) -> bool:
    """Say whether ratings can tell the variances of effects from each other, from the systems and from the rest.

    They can where the squares that carry the variances, what the systems explain taken away, are independent: the
    Frobenius products of P Z Z' P of all effects, and of P itself, have full rank (P projects off the systems).
    """
    n, n_each = len(by_system), np.bincount(by_system)
    shares = [_table(codes, by_system) / np.sqrt(n_each) for codes in factors]
    products = np.empty((len(factors) + 1,) * 2)
    products[-1, -1] = n - len(n_each)
    for k, (one, share) in enumerate(zip(factors, shares, strict=True)):
        counts = np.bincount(one).astype(np.float64)
        # ||Z'PZ||^2, where Z'PZ is the diagonal of the counts less S S' and S holds what systems explain of the effect.
        own = np.square(counts).sum() - 2 * (counts @ np.square(share)).sum() + np.square(share.T @ share).sum()
        products[k, k] = own if own > _ROUNDING * np.square(counts).sum() else 0.0
        products[k, -1] = products[-1, k] = n - np.square(share).sum()
        for m in range(k):
            products[k, m] = products[m, k] = np.square(_table(one, factors[m]) - share @ shares[m].T).sum()
    size = np.sqrt(np.diag(products))
    if not size.all():
        return False
    return bool(np.linalg.eigvalsh(products / np.outer(size, size))[0] > _ROUNDING)


def _table(one: Codes, other: Codes) -> Array:
    """Count how often two codes meet."""
    shape = size_of("", one), size_of("", other)
    return np.bincount(one * shape[1] + other, minlength=shape[0] * shape[1]).reshape(shape).astype(np.float64)
