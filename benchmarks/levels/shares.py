"""Shares in %, each with its 95 % interval (Wilson), rounded so that nothing looks better than it was measured."""

from math import ceil, floor

from steelyard.inference import wilson_interval

__all__ = ["Share", "down", "found", "shown", "wrong"]

Share = tuple[str, str, str]
"""The share, and the lower and upper end of its interval."""


def wrong(count: int, n: int) -> Share:
    """Return a share that should be small, rounded up."""
    return (_up(count / n), *_interval(count, n))


def found(count: int, n: int) -> Share:
    """Return a share that should be large, rounded down."""
    return (down(count / n), *_interval(count, n))


def shown(share: Share) -> str:
    """Lay out a share as a cell of a page."""
    return f"{share[0]} [{share[1]}, {share[2]}]"


def _interval(count: int, n: int) -> tuple[str, str]:
    low, high = wilson_interval(count, n)
    return down(low), _up(high)


def _up(share: float) -> str:
    return f"{ceil(share * 1000 - 1e-9) / 10:.1f}"


def down(share: float) -> str:
    """Return a share in %, rounded down."""
    return f"{floor(share * 1000 + 1e-9) / 10:.1f}"
