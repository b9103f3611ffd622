"""Words as the metric's tokenizer gives them."""

from steelyard.text.views.base import View, ViewKind

__all__ = ["WORDS"]

WORDS = ViewKind("words", "the words that the metric's tokenizer gives", lambda _: View("words"))
