"""Which protocols there are, and what one is."""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from steelyard.errors import SpecError, unknown_name
from steelyard.questions.replicate.answer import Replication

__all__ = ["Protocol", "get_protocol", "register", "registered_protocols"]

_SHARED = ("n_resamples", "unit", "rng", "progress")
_PROTOCOLS: dict[str, "Protocol"] = {}


@dataclass(frozen=True, slots=True)
class Protocol:
    """The experiment of one paper, to be run on any test set and systems.

    Attributes
    ----------
    name : str
        Author and year, such as ``"koehn2004"``: also the name of its file.
    source : str
        The paper, with its DOI or ACL id.
    run : callable
        ``run(counted, *, n_resamples, unit, rng, progress, ...)`` gives a `Replication`; what else it takes, by keyword
        and with a default, are the protocol's own options.
    """

    name: str
    source: str
    run: Callable[..., Replication]

    @property
    def option_names(self) -> tuple[str, ...]:
        """The protocol's own options."""
        parameters = inspect.signature(self.run).parameters.values()
        return tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in _SHARED)

    def check_options(self, names: Iterable[str]) -> None:
        """Raise SpecError for an option that the protocol does not take."""
        for name in names:
            if name not in self.option_names:
                raise SpecError(
                    f"The protocol {self.name} has no option {name!r}. Its own options are "
                    f"{', '.join(self.option_names) or 'none'}."
                )


def register(protocol: Protocol) -> Protocol:
    """Make a protocol known by its name.

    Raises
    ------
    SpecError
        The name is taken.
    """
    if protocol.name in _PROTOCOLS:
        raise SpecError(f"There is a protocol {protocol.name!r} already.")
    _PROTOCOLS[protocol.name] = protocol
    return protocol


def get_protocol(name: str) -> Protocol:
    """Find a protocol by its name.

    Raises
    ------
    SpecError
        There is none; the message names those there are.
    """
    if name not in _PROTOCOLS:
        raise unknown_name("protocol", name, sorted(_PROTOCOLS))
    return _PROTOCOLS[name]


def registered_protocols() -> dict[str, Protocol]:
    """Return all protocols by name, in order of their names."""
    return dict(sorted(_PROTOCOLS.items()))
