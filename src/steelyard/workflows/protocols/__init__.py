"""Experiments of papers, to be run on any test set and systems: one protocol, one file."""

from steelyard.workflows.protocols.aile2013 import AILE2013
from steelyard.workflows.protocols.graham2014 import GRAHAM2014
from steelyard.workflows.protocols.koehn2004 import KOEHN2004
from steelyard.workflows.protocols.registry import Protocol, get_protocol, register, registered_protocols
from steelyard.workflows.protocols.riezler2005 import RIEZLER2005

__all__ = [
    "AILE2013",
    "GRAHAM2014",
    "KOEHN2004",
    "RIEZLER2005",
    "Protocol",
    "get_protocol",
    "register",
    "registered_protocols",
]
