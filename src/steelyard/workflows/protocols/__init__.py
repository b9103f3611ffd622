"""Experiments of papers, to be run on any test set and systems: one protocol, one file."""

from steelyard.workflows.protocols.koehn2004 import KOEHN2004
from steelyard.workflows.protocols.registry import Protocol, get_protocol, register, registered_protocols

__all__ = ["KOEHN2004", "Protocol", "get_protocol", "register", "registered_protocols"]
