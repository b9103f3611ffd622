"""Names that are imported when they are first used, so that a run pays only for what it needs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["from_homes"]


def from_homes(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """Make the ``__getattr__`` of a package (PEP 562).

    Parameters
    ----------
    package : str
        Its ``__name__``.
    homes : mapping of str to sequence of str
        By module of the package, or by the whole name of another of ours, the names that it has.

    Returns
    -------
    callable
        Imports the module of a name and returns what it calls so; AttributeError for any other name.

    Examples
    --------
    >>> from steelyard.lazy import from_homes
    >>> from_homes("json", {"decoder": ["JSONDecoder"]})("JSONDecoder").__module__
    'json.decoder'
    """
    modules = {name: module for module, names in homes.items() for name in names}

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        home = modules[name]
        return getattr(import_module(home if home.startswith("steelyard.") else f"{package}.{home}"), name)

    return get
