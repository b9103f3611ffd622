"""Checks of a test set before it is scored: a file a family, a function a check, registered by name."""

# ruff: noqa: I001  # imported in the order of the report: each file registers its checks
from steelyard.text.inspection import (  # noqa: F401
    files,
    alignment,
    exchanged,
    copies,
    lengths,
    scripts,
    languages,
    writing,
    characters,
    documents,
)
from steelyard.text.inspection.base import CHECKS, Check, InspectedSet, InspectedText, Observation

__all__ = ["CHECKS", "Check", "InspectedSet", "InspectedText", "Observation"]
