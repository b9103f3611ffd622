"""Flags that do not go with others are refused, where they would be passed over in silence."""

import argparse
from collections.abc import Mapping
from typing import Any

from steelyard.errors import SpecError

__all__ = ["refuse_misfits"]


def refuse_misfits(arguments: argparse.Namespace, defaults: Mapping[str, Any], why: str) -> None:
    """Raise a sentence about the first flag that was given and has no say; flags are named by their defaults."""
    for name, default in defaults.items():
        if getattr(arguments, name, default) != default:
            raise SpecError(f"--{name.replace('_', '-')} {why}.")
