"""Oracles of characters."""

from functools import partial

from tests.reliability.oracles.base import Oracle
from tests.reliability.pairs import Lengths
from tests.twins import characters, chrf


def of_characters() -> list[Oracle]:
    """Return those of characters, and of words by their characters."""
    few = Lengths(usual=8, longest=40, share=0.02)
    return [
        Oracle("chrf", "twin", chrf_of, few),
        Oracle("chrf(word_order=2)", "twin", partial(chrf_of, word_order=2), few),
        Oracle("character-ter", "twin", characters.character_ter, Lengths(usual=6, longest=16, share=0.02)),
        Oracle(
            "eed", "twin", lambda h, r: characters.eed(*map(characters.prepare_english, (h, r))),
            Lengths(usual=4, longest=20, share=0.01, letters=150),
        ),
    ]  # fmt: skip


def chrf_of(hypothesis: str, reference: str, *, word_order: int = 0) -> float:
    """Return chrF of one segment by the twin."""
    return chrf.score(chrf.statistics(hypothesis, reference, word_order=word_order))
