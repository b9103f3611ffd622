"""Where Steelyard runs: what a report of a fault has to say."""

import platform
import re
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

import numpy as np

from steelyard.metrics import package_version
from steelyard.scored.threads import blas_libraries

__all__ = ["extras", "machine", "versions"]

_FOR_DEVELOPERS = ("dev", "docs", "test")


def versions() -> dict[str, str]:
    """Return versions of what every installation has."""
    needed = {name: version(name) for name in ("numpy", "scipy", "jinja2", "rich", "threadpoolctl")}
    return {"steelyard": package_version(), "python": sys.version.split()[0], **needed}


def machine() -> dict[str, Any]:
    """Say what platform and processor this is, and what does its linear algebra."""
    features = np.show_config(mode="dicts")["SIMD Extensions"]
    return {
        "platform": platform.platform(),
        "implementation": platform.python_implementation(),
        "processor_features": features.get("found", []),
        "libraries": blas_libraries(),
    }


def extras() -> dict[str, str | None]:
    """Return the version of each package that an extra for users brings; None where it is not installed."""
    found: dict[str, str | None] = {}
    for line in _required():
        match = re.match(r"([\w.-]+).*; *extra == ['\"]([\w-]+)['\"]$", line)
        if match and match[2] not in _FOR_DEVELOPERS:
            found[match[1]] = _version(match[1])
    return found


def _required() -> list[str]:
    try:
        return requires("steelyard") or []
    except PackageNotFoundError:  # run from its sources, which were never installed
        return []


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
