"""The tokenizer of rouge-score, after Lin's ROUGE-1.5.5."""

from collections.abc import Sequence

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["ROUGE"]

_KEPT = b"abcdefghijklmnopqrstuvwxyz0123456789"
_TABLE = bytes(byte if byte in _KEPT else ord(" ") for byte in range(256))


def _rewrite(lines: Sequence[str]) -> list[str]:
    """Lower the case, and put a space for everything but the letters a to z and the digits."""
    return [line.lower().encode("ascii", "replace").translate(_TABLE).decode("ascii") for line in lines]


# Exactly rouge-score 0.1.2's, held so by tests/oracles/test_rouge_score.py.
ROUGE = Tokenizer(
    name="rouge",
    summary="lower-cases and keeps runs of a-z and 0-9 only: letters of other scripts and accented ones are dropped",
    rewrite=_rewrite,
)
