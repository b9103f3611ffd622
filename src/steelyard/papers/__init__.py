"""Experiments of papers, to be run on any test set and systems: one protocol, one file."""

from steelyard.papers.aile2013.protocol import AILE2013
from steelyard.papers.graham2014.protocol import GRAHAM2014
from steelyard.papers.koehn2004.protocol import KOEHN2004
from steelyard.papers.registry import Protocol, get_protocol, register, registered_protocols
from steelyard.papers.riezler2005.protocol import RIEZLER2005

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
