"""Formulas as a person writes them, such as ``N(8 S + 400)``: one text for the page and for the sum."""

import re
from collections.abc import Mapping

__all__ = ["value_of"]

_PART = re.compile(r"\s*(\d[\d,]*|[A-Z]|[()+])")


def value_of(formula: str, symbols: Mapping[str, float]) -> float:
    """Return the value of a formula of sums, products (side by side), whole numbers and letters."""
    parts = _PART.findall(formula)
    if "".join(parts) != formula.replace(" ", ""):
        raise ValueError(f"Not a formula: {formula}")
    value, rest = _sum(parts, symbols)
    if rest:
        raise ValueError(f"A parenthesis too many: {formula}")
    return value


def _sum(parts: list[str], symbols: Mapping[str, float]) -> tuple[float, list[str]]:
    value, parts = _product(parts, symbols)
    while parts[:1] == ["+"]:
        more, parts = _product(parts[1:], symbols)
        value += more
    return value, parts


def _product(parts: list[str], symbols: Mapping[str, float]) -> tuple[float, list[str]]:
    value, parts = _factor(parts, symbols)
    while parts and parts[0] not in "+)":
        more, parts = _factor(parts, symbols)
        value *= more
    return value, parts


def _factor(parts: list[str], symbols: Mapping[str, float]) -> tuple[float, list[str]]:
    if not parts:
        raise ValueError("A formula ends too early.")
    first, *rest = parts
    if first == "(":
        value, rest = _sum(rest, symbols)
        if rest[:1] != [")"]:
            raise ValueError("A parenthesis is not closed.")
        return value, rest[1:]
    return (symbols[first] if first.isalpha() else float(first.replace(",", ""))), rest
