"""Texts that metrics might differ on: random, adversarial, and mutated lines of real texts."""

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.oracles.fuzz import fuzz_lines
from tests.twins.corpora import WILD_WORDS

Case = tuple[str, ...]  # an output and its references
_ALPHABETS = (("a",), ("a", "b"), ("a", "b", "c", "d"), tuple("abcdefghij"), ("the", "cat", "a", "The", "cats", "."))
_ALPHABETS += (WILD_WORDS, ("ab", "abc", "abcd", "b", "bc", "cab"), tuple(f"w{i}" for i in range(200)))
_POINTS = ".,!?;:'\"()-%$&/…“”’«»—"


@dataclass(frozen=True)
class Lengths:
    """How long texts are, by what their oracle costs.

    Attributes
    ----------
    usual : int
        Words of a text, at most.
    longest : int
        The same, of a share of the cases.
    share : float
        Of cases whose texts may be so long.
    letters : int
        Characters of a text, at most: where time grows with their square.
    """

    usual: int = 12
    longest: int = 60
    share: float = 0.05
    letters: int = 10_000


def draw_cases(
    n: int, rng: random.Random, lengths: Lengths, *, is_wild: bool, n_references: int = 1, words: Sequence[str] = ()
) -> list[Case]:
    """Draw outputs and references; the wild ones have any character, white space and punctuation.

    `words` are drawn from, too, as are `_ALPHABETS`.
    """
    lines = real_lines()
    alphabets = (*_ALPHABETS, *[tuple(words)] * len(_ALPHABETS)) if words else _ALPHABETS
    wild = fuzz_lines(2 + n // 10, rng.randrange(2**32)) if is_wild else []
    found = []
    while len(found) < n:
        longest = lengths.longest if rng.random() < lengths.share else lengths.usual
        kind = rng.random()
        if wild and kind < 0.2:
            reference, other = (_cut(text, longest) for text in rng.choices(wild, k=2))
            case = [other if rng.random() < 0.3 else mutated(reference, rng, longest, _POINTS), reference]
            others: Sequence[str] = _POINTS
        elif lines and kind < 0.4:
            line = rng.choice(lines).split()
            first = rng.randint(0, max(len(line) - longest, 0))
            others = line[first : first + longest]
            reference = " ".join(others)
            case = [mutated(reference, rng, longest, others), reference]
        else:
            others = rng.choice(alphabets)
            reference, other = (" ".join(rng.choices(others, k=rng.randint(0, longest))) for _ in range(2))
            case = [other if rng.random() < 0.4 else mutated(reference, rng, longest, others), reference]
        case += [mutated(rng.choice(case), rng, longest, others) for _ in range(n_references - 1)]
        found.append(tuple(text[: lengths.letters] for text in case))
    return found


def _cut(text: str, longest: int) -> str:
    """Return no more than so many words, else the text as it is with all its white space."""
    words = text.split(maxsplit=longest)
    return text if len(words) <= longest else " ".join(words[:longest])


def mutated(text: str, rng: random.Random, longest: int, others: Sequence[str]) -> str:
    """Return a text as it is, or with words permuted, repeated, moved, replaced, left out or added."""
    words = text.split()
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        first, last = sorted((rng.randint(0, len(words)), rng.randint(0, len(words))))
        block = words[first:last]
        rest = words[:first] + words[last:]
        way = rng.randrange(6)
        if way == 0:
            place = rng.randint(0, len(rest))
            words = rest[:place] + block + rest[place:]
        elif way == 1:
            words = rest
        elif way == 2:
            rng.shuffle(words)
        elif way == 3:
            words = words[:first] + block + block + words[last:]
        else:  # one word for another, or one more
            words = [*words[:first], rng.choice(others or "a"), *words[first + (way == 4) :]]
    return " ".join(words[:longest])


@cache
def real_lines() -> list[str]:
    """Return lines of a real test set, where STEELYARD_TEST_DATA names its folder."""
    folder = os.environ.get("STEELYARD_TEST_DATA")
    files = sorted(Path(folder, "data").glob("*/ref*"))[:3] if folder else []
    return [line for file in files if file.is_file() for line in file.read_text(encoding="utf-8").splitlines()]
