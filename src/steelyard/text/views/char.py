"""The characters of words."""

from steelyard.text.views.base import View, ViewKind

__all__ = ["CHAR"]

CHAR = ViewKind("char", "every code point of every word", lambda _: View("char", of_word=" ".join, makes_words=True))
