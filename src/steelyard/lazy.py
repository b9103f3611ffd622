"""Names that are imported when they are first used, so that a run pays only for what it needs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

__all__ = ["LazyMapping", "from_homes"]

V_co = TypeVar("V_co", covariant=True)


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


class LazyMapping(Mapping[str, V_co]):
    """Values by name, each imported when it is first looked up: names can be listed without any.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    homes : mapping of str to str
        By name, a module of the package and what the module calls the value, with a dot between.

    Examples
    --------
    >>> from steelyard.lazy import LazyMapping
    >>> kinds = LazyMapping("json", {"reader": "decoder.JSONDecoder", "writer": "encoder.JSONEncoder"})
    >>> list(kinds), kinds["reader"].__module__
    (['reader', 'writer'], 'json.decoder')
    """

    def __init__(self, package: str, homes: Mapping[str, str]) -> None:
        self._package = package
        self._homes = homes

    def __getitem__(self, name: str) -> V_co:
        """Import a value; KeyError where there is no such name."""
        module, _, variable = self._homes[name].partition(".")
        from importlib import import_module

        value: V_co = getattr(import_module(f"{self._package}.{module}"), variable)
        return value

    def __iter__(self) -> Iterator[str]:
        """Yield the names, in the order in which they were given."""
        return iter(self._homes)

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._homes)
