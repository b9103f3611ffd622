"""Pairs of texts that metrics might differ on: random, adversarial, and mutated lines of real texts."""

import os
import random
from pathlib import Path

from tests.oracles.fuzz import fuzz_lines
from tests.twins.corpora import WILD_WORDS

Pair = tuple[str, str]
_ALPHABETS = (("a",), ("a", "b"), ("a", "b", "c", "d"), tuple("abcdefghij"), ("the", "cat", "a", "The", "cats", "."))
_ALPHABETS += (WILD_WORDS, ("ab", "abc", "abcd", "b", "bc", "cab"), tuple(f"w{i}" for i in range(200)))
_POINTS = ".,!?;:'\"()-%$&/…“”’«»—"


def draw_pairs(n: int, rng: random.Random, longest: int, *, is_wild: bool) -> list[Pair]:
    """Draw pairs of an output and a reference; the wild ones have any character, white space and punctuation."""
    lines = real_lines() if longest > 20 else []
    found = []
    while len(found) < n:
        kind = rng.random()
        if is_wild and kind < 0.2:
            reference, other = fuzz_lines(2, rng.randrange(2**32))
            reference, other = (" ".join(text.split()[:longest]) for text in (reference, other))
            found.append((other if rng.random() < 0.3 else mutated(reference, rng, longest, _POINTS), reference))
        elif lines and kind < 0.4:
            words = rng.choice(lines).split()[:longest]
            found.append((mutated(" ".join(words), rng, longest, words), " ".join(words)))
        else:
            alphabet = rng.choice(_ALPHABETS)
            size = longest if rng.random() < 0.05 else min(longest, 12)
            reference = " ".join(rng.choices(alphabet, k=rng.randint(0, size)))
            output = " ".join(rng.choices(alphabet, k=rng.randint(0, size)))
            found.append((output if rng.random() < 0.4 else mutated(reference, rng, longest, alphabet), reference))
    return found


def mutated(text: str, rng: random.Random, longest: int, others: "tuple[str, ...] | list[str] | str") -> str:
    """Return a text as it is, or with words permuted, repeated, moved, replaced, left out or added."""
    words = text.split()
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        first, last = sorted((rng.randint(0, len(words)), rng.randint(0, len(words))))
        block = words[first:last]
        rest = words[:first] + words[last:]
        place = rng.randint(0, len(rest))
        words = rng.choice((
            rest[:place] + block + rest[place:],
            rest,
            rng.sample(words, len(words)),
            words[:first] + block + block + words[last:],
            [*words[:first], rng.choice(others or "a"), *words[first + 1 :]],
            [*words[:first], rng.choice(others or "a"), *words[first:]],
        ))  # fmt: skip
    return " ".join(words[:longest])


def real_lines() -> list[str]:
    """Return lines of a real test set, where STEELYARD_TEST_DATA names its folder."""
    global _LINES  # noqa: PLW0603
    if _LINES is None:
        folder = os.environ.get("STEELYARD_TEST_DATA")
        files = sorted(Path(folder, "data").glob("*/ref*"))[:3] if folder else []
        _LINES = [line for file in files if file.is_file() for line in file.read_text(encoding="utf-8").splitlines()]
    return _LINES


_LINES: list[str] | None = None
