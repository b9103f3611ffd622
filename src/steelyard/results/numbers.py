"""How numbers are stored in rows, and look in cells, wherever they stand."""

import math
from collections.abc import Sequence
from typing import Any, SupportsFloat

__all__ = ["finite", "interval_text", "number_text", "p_text", "ranks_text", "significant_text"]


def finite(value: SupportsFloat) -> float | None:
    """Return a number as JSON can hold it; None where there is none."""
    number = float(value)
    return number if math.isfinite(number) else None


def number_text(value: float | None, decimals: int, sign: str = "") -> str:
    """Show a number, or nothing where there is none."""
    return "" if value is None else f"{value:{sign}.{decimals}f}"


def interval_text(interval: tuple[float, float] | None, decimals: int, *, sign: str = "") -> str:
    """Show an interval, or nothing where there is none."""
    return "" if interval is None else f"[{interval[0]:{sign}.{decimals}f}, {interval[1]:{sign}.{decimals}f}]"


def ranks_text(ranks: tuple[int, int] | None) -> str:
    """Show a range of ranks, or the one rank, or nothing where there is none."""
    return "" if ranks is None else str(ranks[0]) if ranks[0] == ranks[1] else f"{ranks[0]}-{ranks[1]}"


def p_text(p_value: float) -> str:
    """Show four decimals, or one digit where they would say too little: a p-value is never 0."""
    return f"{p_value:.4f}" if p_value >= 0.00095 or p_value == 0 else f"{p_value:.1g}"


def significant_text(pairs: Sequence[Any], alpha: float) -> str:
    """Say in a further line how many pairs a test told apart; nothing where there are none."""
    n = sum(pair.verdict in ("better", "worse") for pair in pairs)
    return f"\n{n} of {len(pairs)} differences are significant at {alpha:g}" if pairs else ""
