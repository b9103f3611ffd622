"""Hypothesis strategies: small test sets whose texts share words, so that n-grams match."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from steelyard.types import TestSet


@dataclass(frozen=True)
class Texts:
    """Texts of a test set, shaped as sacreBLEU takes them: references as [reference][segment]."""

    systems: list[list[str]]
    references: list[list[str | None]]

    def test_set(self) -> TestSet:
        return TestSet(references=self.references, systems={f"s{i}": text for i, text in enumerate(self.systems)})


# Few enough words that n-grams repeat and are clipped; one of them only hypotheses have.
WORDS = ("a", "b", "c")
# What the world writes: emoji with joiners, letters whose lower case is longer, numbers, escapes, abbreviations.
WILD_WORDS = (
    "the",
    "The",
    "cat",
    "U.S.",
    "3.5",
    "1,000",
    "x-1",
    "9-",
    "don't",
    "&amp;",
    "&quot;",
    "(",
    "中文",
    "😀",
    "👩‍🚀",
    "İstanbul",
    "STRASSE",
)


@cache
def lines(words: tuple[str, ...], separators: tuple[str, ...], max_length: int) -> st.SearchStrategy[str]:
    """Draw lines of up to `max_length` words.

    The words are drawn as one string of letters that stand for them: that costs a fifth of a list of words.
    """
    word_of = {chr(ord("a") + place): word for place, word in enumerate(words)}
    letters = st.text("".join(word_of), max_size=max_length)
    return st.builds(
        lambda drawn, separator: separator.join(word_of[letter] for letter in drawn),
        letters,
        st.sampled_from(separators),
    )


@st.composite
def texts(
    draw: st.DrawFn,
    words: Sequence[str] = WORDS,
    *,
    separators: Sequence[str] = (" ",),
    max_length: int = 9,
    max_systems: int = 3,
    max_references: int = 3,
    is_ragged: bool = True,
) -> Texts:
    """Draw 1-5 segments; where `is_ragged`, references may be missing, but each segment has one."""

    hypothesis_lines = lines((*words, "z"), tuple(separators), max_length)
    reference_lines = lines(tuple(words), tuple(separators), max_length)
    n_segments = draw(st.integers(1, 5))
    n_references = draw(st.integers(1, max_references))
    systems = [[draw(hypothesis_lines) for _ in range(n_segments)] for _ in range(draw(st.integers(1, max_systems)))]
    references: list[list[str | None]] = [
        [draw(reference_lines) for _ in range(n_segments)] for _ in range(n_references)
    ]
    if is_ragged:
        for segment in range(n_segments):
            kept = draw(st.integers(0, n_references - 1))
            for reference in range(n_references):
                if reference != kept and draw(st.booleans()):
                    references[reference][segment] = None
    return Texts(systems, references)


def segments_of(drawn: Texts, system: int) -> list[tuple[list[str], list[list[str] | None]]]:
    """Split the texts at spaces and line them up: (hypothesis, references) of each segment."""
    references = zip(*drawn.references, strict=True)
    return [
        (hypothesis.split(), [None if reference is None else reference.split() for reference in segment])
        for hypothesis, segment in zip(drawn.systems[system], references, strict=True)
    ]
