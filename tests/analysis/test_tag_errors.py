"""Errors by part of speech: the worked example of W07-0707, and what the definitions promise."""

from collections import Counter

import numpy as np
import pytest

from steelyard.analysis import AnalysedWords, find_aligned_errors, find_errors, find_tag_edits
from steelyard.types import Vocabulary

REFERENCE = (
    "Mister/N Commissioner/N ,/PUN twenty-four/NUM hours/N sometimes/ADV can/V be/V too/ADV much/PRON time/N ./PUN"
)
OUTPUT = "Mrs/N Commissioner/N ,/PUN twenty-four/NUM hours/N is/V sometimes/ADV too/ADV much/PRON time/N ./PUN"
TAGS = ["N", "PUN", "NUM", "ADV", "V", "PRON"]


def example() -> tuple[list[list[str]], list[list[str]], list[AnalysedWords], list[np.ndarray]]:
    pairs = [[token.rpartition("/")[::2] for token in text.split()] for text in (REFERENCE, OUTPUT)]
    words, tags = ([[one[k] for one in text] for text in pairs] for k in (0, 1))
    known = Vocabulary()
    texts = [known.encode([" ".join(text)]) for text in words]
    bases = [known.encode([" ".join({"is": "be"}.get(w, w) for w in text)]).values.astype(np.int64) for text in words]
    sides = [AnalysedWords(text, base) for text, base in zip(texts, bases, strict=True)]
    return words, tags, sides, [np.array([TAGS.index(tag) for tag in text]) for text in tags]


def test_the_papers_example_is_decomposed_as_in_the_paper() -> None:
    words, tags, sides, _ = example()
    found = find_aligned_errors(*sides)
    wrong = [tag for tag, is_one in zip(tags[0], found.reference, strict=True) if is_one]
    wrong += [tag for tag, is_one in zip(tags[1], found.hypothesis, strict=True) if is_one]
    assert Counter(wrong) == {"N": 1, "ADV": 1, "V": 2}  # of 12 words: WER 4/12
    assert [word for word, is_one in zip(words[0], found.is_missing, strict=True) if is_one] == ["can"]
    assert not found.is_extra.any()
    errors = find_errors(*sides)
    lone = [word for word, is_one in zip(words[0], errors.reference_is_alone, strict=True) if is_one]
    assert lone == ["Mister", "can", "be"]
    lone = [word for word, is_one in zip(words[1], errors.hypothesis_is_alone, strict=True) if is_one]
    assert lone == ["Mrs", "is"]
    inflected = [words[0][i] for i in np.flatnonzero(errors.reference == 0)]
    inflected += [words[1][i] for i in np.flatnonzero(errors.hypothesis == 0)]
    assert inflected == ["be", "is"]  # IFPER(V) = 2/23


def test_words_of_one_tag_alone_have_the_rates_of_the_spec() -> None:
    _, _, sides, tags = example()
    found = find_tag_edits(*sides, *tags, len(TAGS))
    by_tag = {name: (found.wer[0, k], found.per[0, k], found.base_per[0, k]) for k, name in enumerate(TAGS)}
    assert by_tag["N"] == (1, 1, 1)  # of 4 nouns
    assert by_tag["V"] == (2, 2, 1)  # "can be" against "is", and "can be" against "be"
    assert by_tag["ADV"] == (0, 0, 0)


@pytest.mark.parametrize("seed", range(3))
def test_tags_alone_are_texts_of_their_own(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, 9, (2, 30))
    lines = [[list(rng.choice(list("abcdef"), n)) for n in row] for row in sizes]
    tags = [rng.integers(0, 3, sum(row)) for row in sizes]
    known = Vocabulary()
    sides = []
    for text in lines:
        encoded = known.encode([" ".join(line) for line in text])
        sides.append(AnalysedWords(encoded, encoded.values.astype(np.int64) % 4))
    found = find_tag_edits(*sides, *tags, 3)
    for tag in range(3):
        for row in range(30):
            first, second = (
                [int(v) for v in side.words.values[(side.rows == row) & (of == tag)]]
                for side, of in zip(sides, tags, strict=True)
            )
            assert found.wer[row, tag] == distance(first, second)
            shared = sum((Counter(first) & Counter(second)).values())
            assert found.per[row, tag] == max(len(first), len(second)) - shared


def distance(first: list[int], second: list[int]) -> int:
    row = list(range(len(second) + 1))
    for i, one in enumerate(first, 1):
        before, row = row, [i]
        for j, two in enumerate(second, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (one != two)))
    return row[-1]
