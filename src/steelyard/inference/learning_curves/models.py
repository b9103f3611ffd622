"""How a score grows with size: as the logarithm, without end, or as a power, towards a ceiling."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, unknown_name
from steelyard.inference.learning_curves.points import check_sizes
from steelyard.reprs import short_repr

__all__ = ["CURVE_MODELS", "CurveFit", "fit_curve"]

CURVE_MODELS: tuple[Literal["log", "power"], ...] = ("log", "power")
_STRAIGHTEST = 1e-3  # exponent times the logarithm of the span: below, a power is a logarithm to four digits
_SHARPEST = 14.0  # exponent times the logarithm of the first step: above, all gain lies in that step
_LARGEST_EXPONENT = 10.0
_N_GRID, _N_STEPS = 200, 60
_GOLDEN = (math.sqrt(5) - 1) / 2
_ROUNDING = 1e-9  # of a score: residuals below it say nothing

_Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CurveModel(ABC):
    """A family of curves; parameters of many fits lie along the last axis, shape (..., p)."""

    name: ClassVar[str]
    n_parameters: ClassVar[int]

    origin: float  # the smallest size; powers are of multiples of it, so that nothing overflows
    sign: float  # 1 where scores should rise, -1 where they should fall

    @abstractmethod
    def estimate(self, sizes: _Array, scores: _Array, weights: _Array) -> tuple[_Array, _Array]:
        """Fit scores of shape (..., n) at n sizes; return parameters and weighted residual sums of squares."""

    @abstractmethod
    def scores(self, parameters: _Array, sizes: _Array) -> _Array:
        """Return the curve's score at m sizes, shape (..., m)."""

    @abstractmethod
    def size_for(self, parameters: _Array, score: float) -> float | None:
        """Return the size at which one curve has a score, or None where it never does."""

    @abstractmethod
    def named(self, parameters: _Array) -> dict[str, float]:
        """Return the parameters of one curve by their names, for sizes in the caller's unit."""

    @abstractmethod
    def fault(self, parameters: _Array, sizes: _Array) -> str:
        """Say why one fit is no curve of this family, or nothing."""


class _Log(CurveModel):
    """y = a + b log2 x; held as the score at the smallest size, and b."""

    name = "log"
    n_parameters = 2

    def estimate(self, sizes: _Array, scores: _Array, weights: _Array) -> tuple[_Array, _Array]:
        level, slope, rss = _line(np.log2(sizes / self.origin), scores, weights)
        return np.stack([level, slope], axis=-1), rss

    def scores(self, parameters: _Array, sizes: _Array) -> _Array:
        return parameters[..., :1] + parameters[..., 1:2] * np.log2(sizes / self.origin)

    def size_for(self, parameters: _Array, score: float) -> float | None:
        level, slope = parameters.tolist()
        exponent = (score - level) / slope if slope else math.inf
        # Within the range of float64, whatever the origin.
        return self.origin * 2.0**exponent if abs(exponent) < 900 else None

    def named(self, parameters: _Array) -> dict[str, float]:
        level, slope = parameters.tolist()
        return {"a": level - slope * math.log2(self.origin), "b": slope}

    def fault(self, parameters: _Array, sizes: _Array) -> str:
        return ""


class _Power(CurveModel):
    """y = c - A x^-B, or c + A x^-B where scores should fall; held as c, A times origin^-B, and B."""

    name = "power"
    n_parameters = 3

    def estimate(self, sizes: _Array, scores: _Array, weights: _Array) -> tuple[_Array, _Array]:
        """Search the exponent; level and gain of each are a line, fitted in closed form."""
        # For each exponent the best level and gain are a weighted line, so that one parameter is searched, not three
        # (variable projection). A grid finds the valley; 60 golden sections shrink it by 3e-13.
        steps, y = np.log(sizes / self.origin), self.sign * scores
        least, most = self._range(steps)
        grid = np.geomspace(least, most, _N_GRID)
        found = np.stack([self._line(np.asarray(exponent), steps, y, weights)[2] for exponent in grid])
        best = found.argmin(axis=0)
        low, high = grid[np.maximum(best - 1, 0)], grid[np.minimum(best + 1, _N_GRID - 1)]
        for _ in range(_N_STEPS):
            left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
            is_left = self._line(left, steps, y, weights)[2] <= self._line(right, steps, y, weights)[2]
            low, high = np.where(is_left, low, left), np.where(is_left, right, high)
        exponent = (low + high) / 2
        level, gain, rss = self._line(exponent, steps, y, weights)
        # level + gain (1 - u^-B) = (level + gain) - gain u^-B.
        return np.stack([self.sign * (level + gain), gain, exponent], axis=-1), rss

    @staticmethod
    def _range(steps: _Array) -> tuple[float, float]:
        return _STRAIGHTEST / float(steps.max()), min(_SHARPEST / float(steps[steps > 0].min()), _LARGEST_EXPONENT)

    @staticmethod
    def _line(exponent: _Array, steps: _Array, y: _Array, weights: _Array) -> tuple[_Array, _Array, _Array]:
        """Fit y = level + gain (1 - u^-B) with a gain of at least 0."""
        # expm1: for small exponents 1 - u^-B would cancel.
        return _line(-np.expm1(-exponent[..., None] * steps), y, weights, least_slope=0.0)

    def scores(self, parameters: _Array, sizes: _Array) -> _Array:
        powers = np.exp(-parameters[..., 2:] * np.log(sizes / self.origin))
        return parameters[..., :1] - self.sign * parameters[..., 1:2] * powers

    def size_for(self, parameters: _Array, score: float) -> float | None:
        ceiling, gain, exponent = parameters.tolist()
        left = self.sign * (ceiling - score) / gain if gain else 0.0
        steps = -math.log(left) / exponent if left > 0 else math.inf
        return self.origin * math.exp(steps) if abs(steps) < 600 else None

    def named(self, parameters: _Array) -> dict[str, float]:
        ceiling, gain, exponent = parameters.tolist()
        return {"c": ceiling, "A": gain * self.origin**exponent, "B": exponent}

    def fault(self, parameters: _Array, sizes: _Array) -> str:
        _, gain, exponent = parameters.tolist()
        least, most = self._range(np.log(sizes / self.origin))
        rise, fall = ("rise", "rising") if self.sign > 0 else ("fall", "falling")
        if gain <= 0:
            return f"the scores do not {rise} with size"
        # At an end of the range the search found no valley, only a slope towards it.
        if exponent < 1.01 * least:
            return f"the scores do not bend towards a {'ceiling' if self.sign > 0 else 'floor'}"
        if exponent > 0.99 * most:
            return f"the scores stop {fall} right after the smallest sizes"
        return ""


_MODELS: Mapping[str, type[CurveModel]] = {"log": _Log, "power": _Power}


def curve_model(name: str, sizes: _Array, *, lower_is_better: bool = False) -> CurveModel:
    """Return the family of curves of this name, for these sizes."""
    if name not in _MODELS:
        raise unknown_name("model of learning curves", name, CURVE_MODELS)
    return _MODELS[name](float(sizes.min()), -1.0 if lower_is_better else 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class CurveFit:
    """A curve laid through the means.

    Attributes
    ----------
    model : CurveModel
        Its family.
    estimates : array, shape (p,)
        Parameters as the family holds them.
    rss : float
        Weighted sum of squared residuals; weights have a mean of 1.
    aicc : float
        ``n log(RSS / n) + 2 k + 2 k (k + 1) / (n - k - 1)``, k counting the variance; smaller is better, and only
        differences between models of the same points mean something.
    n_sizes : int
        n.

    Examples
    --------
    >>> from steelyard.inference import fit_curve
    >>> fit = fit_curve("log", [1, 2, 4, 8, 16, 32], [20.1, 22.0, 23.6, 24.9, 26.1, 27.0])
    >>> {name: round(value, 3) for name, value in fit.parameters.items()}, round(fit.aicc, 3)
    ({'a': 20.514, 'b': 1.374}, 3.365)
    >>> round(fit.size_for(28.76), 1)
    64.0
    """

    model: CurveModel
    estimates: _Array
    rss: float
    aicc: float
    n_sizes: int

    __repr__ = short_repr

    @property
    def parameters(self) -> dict[str, float]:
        """Parameters by name: a and b of ``a + b log2 x``, or c, A and B of ``c - A x^-B``."""
        return self.model.named(self.estimates)

    def score_at(self, size: float) -> float:
        """Return the curve's score at a size."""
        return float(self.model.scores(self.estimates, np.array([size]))[0])

    def size_for(self, score: float) -> float | None:
        """Return the size at which the curve has a score, or None where it never does."""
        return self.model.size_for(self.estimates, score)

    def gain_from(self, size: float) -> float:
        """Return what doubling this size adds to the score."""
        return self.score_at(2 * size) - self.score_at(size)


def fit_curve(
    model: str, sizes: ArrayLike, means: ArrayLike, weights: ArrayLike | None = None, *, lower_is_better: bool = False
) -> CurveFit:
    """Fit one model to the mean scores of a learning curve by weighted least squares.

    Parameters
    ----------
    model : {"log", "power"}
        ``y = a + b log2 x``, or ``y = c - A x^-B`` (``c + A x^-B`` where lower is better) with A, B > 0.
    sizes, means : array, shape (n,)
        Each size once.
    weights : array, shape (n,), optional
        As `curve_weights` gives them; equal by default.
    lower_is_better : bool, default False
        The power falls to a floor c.

    Returns
    -------
    CurveFit
        Parameters, residuals and AICc.

    Raises
    ------
    SpecError
        There is no such model.
    DataError
        There are fewer than k + 2 sizes, k being the parameters and the variance (5 for log, 6 for power), or the
        scores have no such shape: they do not rise, do not bend, or stop rising right after
        the smallest sizes.

    Notes
    -----
    The logarithm grows without end, past the largest score that a bounded metric has. The power's ceiling is a guess
    about sizes that nobody has seen: beyond a few times the largest size trust neither. Six points pay heavily for one
    parameter more, so that AICc can be near even where one RSS is a hundred times the other.

    References
    ----------
    Turchi, De Bie and Cristianini 2008, "Learning performance of a machine translation system", W08-0305 (curves).
    Hurvich and Tsai 1989, "Regression and time series model selection in small samples", Biometrika 76,
    doi:10.1093/biomet/76.2.297 (AICc).

    Examples
    --------
    >>> from steelyard.inference import fit_curve
    >>> sizes, scores = [1, 2, 4, 8, 16, 32], [20.1, 22.0, 23.6, 24.9, 26.1, 27.0]
    >>> power = fit_curve("power", sizes, scores)
    >>> {name: round(value, 3) for name, value in power.parameters.items()}
    {'c': 32.055, 'A': 11.953, 'B': 0.249}
    >>> round(power.score_at(64), 3), round(fit_curve("log", sizes, scores).score_at(64), 3)
    (27.813, 28.76)
    """
    x, y = check_sizes(sizes, means)
    if len(np.unique(x)) != len(x):
        raise DataError("A size stands twice: a curve is laid through one mean a size.")
    w = np.ones_like(y) if weights is None else np.asarray(weights, np.float64)
    family = curve_model(model, x, lower_is_better=lower_is_better)
    n, k = len(x), family.n_parameters + 1
    if n < k + 2:
        raise DataError(f"{k + 2} sizes are needed, and there {'are' if n > 1 else 'is'} {n}")
    estimates, rss = family.estimate(x, y, w)
    fault = family.fault(estimates, x)
    if fault:
        raise DataError(fault)
    # a curve that meets every point is held to be off by rounding: no model is infinitely better than another
    least = max(float(rss), n * (_ROUNDING * float(np.abs(y).max())) ** 2, 1e-300)
    aicc = n * math.log(least / n) + 2 * k + 2 * k * (k + 1) / (n - k - 1)
    return CurveFit(family, estimates, float(rss), aicc, n)


def _line(z: _Array, y: _Array, weights: _Array, *, least_slope: float = -math.inf) -> tuple[_Array, _Array, _Array]:
    """Fit y = level + slope z by weighted least squares along the last axis."""
    total = weights.sum(axis=-1, keepdims=True)
    mean_z = (weights * z).sum(axis=-1, keepdims=True) / total
    mean_y = (weights * y).sum(axis=-1, keepdims=True) / total
    # Centred before squaring: sums of raw squares less a product of sums would cancel.
    off_z, off_y = z - mean_z, y - mean_y
    slope = np.maximum((weights * off_z * off_y).sum(axis=-1) / (weights * off_z**2).sum(axis=-1), least_slope)
    rss = (weights * (off_y - slope[..., None] * off_z) ** 2).sum(axis=-1)
    return mean_y[..., 0] - slope * mean_z[..., 0], slope, rss
