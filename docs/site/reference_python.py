"""The pages of Python names: a list for each package; Sphinx makes the page of a name from its docstring."""

import importlib
import inspect
from types import ModuleType
from typing import get_args

from reference_layout import first_line, page, rst, toctree
from reference_metrics import our_metrics

__all__ = ["MODULES", "module_page", "python_page"]

MODULES = (
    "steelyard",
    "steelyard.metrics",
    "steelyard.inference",
    "steelyard.human",
    "steelyard.meta",
    "steelyard.analysis",
    "steelyard.lab",
    "steelyard.lab.choosing",
    "steelyard.lab.tuning",
    "steelyard.results",
    "steelyard.report",
    "steelyard.plot",
    "steelyard.types",
    "steelyard.text",
    "steelyard.errors",
)


def python_page() -> str:
    """List the packages."""
    rows = [f"- [`{name}`](python/{name}.md): {first_line(importlib.import_module(name))}" for name in MODULES]
    return page(
        "Python",
        "Every public name has a page with its types, units and an example; `help(steelyard.TestSet)` says the same. "
        "`steelyard.__version__` is the version as a string.",
        "\n".join(rows),
        toctree("", [f"python/{name}" for name in MODULES]),
    )


def module_page(module_name: str) -> str:
    """List the names of a package: those with a page of their own, then those that another package or page has."""
    module = importlib.import_module(module_name)
    metrics = {f"steelyard.metrics.{metric.class_name}": name for name, metric in our_metrics().items()}
    homes = homes_of_names()
    own, others = [], []
    for name in module.__all__:
        thing = getattr(module, name)
        home = homes[id(thing)]
        if home in metrics:
            others.append(f"- `{name}`: [{metrics[home]}](../metrics/{metrics[home]}.md)")
        elif home != f"{module_name}.{name}":
            others.append(f"- `{name}`: {{py:obj}}`{home}`")
        elif isinstance(thing, type) or inspect.isfunction(thing):
            own.append(f"   {name}")
        elif name != "__version__":
            others.append(f"- `{name}`{values_of(thing)}")
    listed = [
        f".. currentmodule:: {module_name}",
        "",
        ".. autosummary::",
        "   :toctree: names",
        "   :nosignatures:",
        "",
    ]
    return page(
        module_name,
        first_line(module),
        rst("\n".join(listed + own)),
        *(["## Also here", "\n".join(others)] if others else []),
    )


def homes_of_names() -> dict[int, str]:
    """Say of each public thing, by its identity, under which of its names it is described: the first."""
    homes: dict[int, str] = {}
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name in module.__all__:
            homes.setdefault(id(getattr(module, name)), f"{module_name}.{name}")
    return homes


def values_of(thing: object) -> str:
    """Say what a module is for, or which values a type or a mapping has."""
    if isinstance(thing, ModuleType):
        return f": {first_line(thing)}"
    shown = " or ".join(f"`{value!r}`" for value in get_args(thing))
    if isinstance(thing, dict):
        shown = ", ".join(f"`{key}`" for key in thing)
    return f": {shown}" if shown else ""
