"""The words of references and outputs, their tags, and how often words stand in training data."""

from collections.abc import Callable, Sequence

from steelyard.errors import DataError
from steelyard.files.parsing import is_whole
from steelyard.files.reading import TextFile
from steelyard.questions.diff.exchange import A, B
from steelyard.types import TestSet

__all__ = ["Words", "read_word_counts", "tagged_words", "words_of"]

Words = tuple[list[list[list[str]]], list[list[str]], list[list[str]]]  # of the references, of A and of B


def words_of(test_set: TestSet, tokenize: Callable[[Sequence[str]], list[list[str]]]) -> Words:
    """Return the words of the references, of A and of B; none where a reference is missing."""
    references = [
        [words if line is not None else [] for words, line in zip(tokenize([x or "" for x in text]), text, strict=True)]
        for text in test_set.references
    ]
    a, b = (tokenize(list(test_set.systems[test_set.system_names[place]])) for place in (A, B))
    return references, a, b


def tagged_words(test_set: TestSet) -> Words | None:
    """Return words with their tags, which must be the same for a match; None unless all texts have them."""
    parses = test_set.parses or {}
    keys = [f"reference {i}" for i in range(1, len(test_set.references) + 1)]
    keys += [f"system {test_set.system_names[place]}" for place in (A, B)]
    if any(key not in parses for key in keys):
        return None
    texts = [
        [
            [f"{word.form}\t{word.upos or word.xpos}" for word in analyses[0].words] if analyses else []
            for analyses in parses[key]
        ]
        for key in keys
    ]
    if all(word.endswith("\t") for text in texts for line in text for word in line):
        return None
    return texts[:-2], texts[-2], texts[-1]


def read_word_counts(file: TextFile) -> dict[str, int]:
    """Read lines of a word, a tab and its count; no word may stand twice."""
    counts: dict[str, int] = {}
    for number, line in enumerate(file.lines, 1):
        word, _, count = line.rpartition("\t")
        if not word or not is_whole(count):
            raise DataError(f"{file.path}, line {number}: write a word, a tab and its count, not {line[:80]!r}.")
        if word in counts:
            raise DataError(f"{file.path}, line {number}: the word {word!r} stands twice. Give each word once.")
        counts[word] = int(count)
    return counts
