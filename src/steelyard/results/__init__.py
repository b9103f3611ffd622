"""What a computation returns: frozen values that can be stored, read back and rendered without the texts.

Here live what all answers share; each answer lives with its question. Every name of both can be had from this room.
"""

from importlib import import_module
from typing import Any

from steelyard.asking import load_answers

_LOOKS = ("columns", "numbers", "table", "terms")  # how values look: for files that declare them or lay them out

__all__: list[str]  # derived below: mypy cannot see names that are imported when they are first used


def __getattr__(name: str) -> Any:
    """Import a name when it is first used, from this room or from the question that it answers."""
    if name == "__all__":
        return __dir__()
    if name in _LOOKS:  # `from steelyard.results import terms` asks here first
        return import_module(f"{__name__}.{name}")
    for module in _modules():
        if name in module.__all__:
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({name for module in _modules() for name in module.__all__})


def _modules() -> list[Any]:
    from pkgutil import iter_modules  # needed for listing only

    own = [module.name for module in iter_modules(__path__) if module.name not in _LOOKS]
    return [*(import_module(f"{__name__}.{name}") for name in own), *load_answers()]
