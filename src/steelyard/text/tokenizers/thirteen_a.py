"""The tokenizer of mteval-v13a, WMT's and sacreBLEU's default."""

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["THIRTEEN_A"]

# Exactly sacreBLEU 2.6's `13a`, held so by tests/oracles/test_tokenizers.py. Also undone before cutting: the escapes
# &quot; &amp; &lt; &gt;, the mark <skipped>, and a hyphen at a line break inside a segment.
THIRTEEN_A = Tokenizer(
    name="13a",
    summary="splits off ASCII punctuation, but neither periods and commas between digits nor hyphens inside words",
    native="13a",
)
