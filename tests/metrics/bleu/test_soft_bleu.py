"""Soft BLEU: BLEU where nothing is similar, a slow twin where something is, figures by hand, and bad options."""

from collections import Counter
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Bleu, SoftBleu
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.twins.corpora import Texts, texts

WORDS = ("ab", "abc", "ac", "b", "bd")
TABLE = {("ab", "ac"): 0.9, ("ac", "b"): 0.3, ("b", "bd"): 0.6}  # of output and reference


def similarity(one: str, other: str, base: float) -> float:
    if one == other:
        return 1.0
    return max(TABLE.get((one, other), 0.0), base if one[:2] == other[:2] else 0.0)


def twin(output: list[str], references: list[list[str]], base: float, combine: str) -> list[float]:
    """Compare all n-grams with all n-grams, the best pairs first."""
    found = []
    for n in range(1, 5):
        ours = Counter(tuple(output[i : i + n]) for i in range(len(output) - n + 1))
        theirs: Counter[tuple[str, ...]] = Counter()
        places = []
        for reference in references:
            grams = [tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)]
            theirs |= Counter(grams)
            places += [(tuple(output[i : i + n]), gram) for i, gram in product(range(len(output) - n + 1), grams)]
        values = {
            pair: (min if combine == "min" else prod)([similarity(a, b, base) for a, b in zip(*pair, strict=True)])
            for pair in places
        }
        total = 0.0
        for (one, other), value in sorted(values.items(), key=lambda entry: (-entry[1], entry[0][0] != entry[0][1])):
            count = min(ours[one], theirs[other]) if value else 0
            ours[one] -= count
            theirs[other] -= count
            total += count * value
        found.append(total)
    return found


@given(drawn=texts(), method=st.sampled_from(["none", "exp", "add-k"]), order=st.integers(1, 5))
def test_without_similar_words_it_is_bleu(drawn: Texts, method: Any, order: int) -> None:
    options: dict[str, Any] = {"tokenize": "none", "smooth_method": method, "max_ngram_order": order}
    data = TestSet(references=drawn.references, systems={f"s{i}": text for i, text in enumerate(drawn.systems)})
    plain = Bleu(**options).statistics(Corpus(data)).values
    for more in ({}, {"base": "prefix:99"}, {"base": "prefix:1", "base_similarity": 0.0}):
        assert (SoftBleu(**options, **more).statistics(Corpus(data)).values == plain).all()


@given(
    drawn=texts(WORDS, separators=(" ",)),
    base=st.sampled_from([0.0, 0.5, 1.0]),
    combine=st.sampled_from(["min", "product"]),
)
@settings(deadline=None)
def test_matches_are_those_of_the_twin(drawn: Texts, base: float, combine: Any, tmp_path_factory: Any) -> None:
    path = Path(tmp_path_factory.getbasetemp(), "similar.tsv")
    path.write_text("".join(f"{one}\t{other}\t{value}\n" for (one, other), value in TABLE.items()))
    metric = SoftBleu(tokenize="none", similarity=str(path), base="prefix:2", base_similarity=base, combine=combine)
    data = TestSet(references=drawn.references, systems={f"s{i}": text for i, text in enumerate(drawn.systems)})
    statistics = metric.statistics(Corpus(data))
    values = statistics.scaled(statistics.values.astype(np.float64))[..., 2:6]
    for s, text in enumerate(drawn.systems):
        for i, line in enumerate(text):
            references = [one[i].split() for one in drawn.references if one[i] is not None]
            assert values[s, i] == pytest.approx(twin(line.split(), references, base, combine), abs=1e-8)


def test_by_hand() -> None:
    metric = SoftBleu(tokenize="none", base="prefix:3", base_similarity=0.8, combine="product")
    score = metric.corpus_score(["the old dogs bark"], [["the old dog bark"]])
    assert score.counts == pytest.approx((3.8, 2.6, 1.6, 0.8))
    two = metric.corpus_score(["the dogs barking"], [["the dog bark"]])  # two similar words in a row
    assert two.counts == pytest.approx((2.6, 1.44, 0.64, 0))
    least = SoftBleu(tokenize="none", base="prefix:3", base_similarity=0.8).corpus_score(
        ["the dogs barking"], [["the dog bark"]]
    )
    assert least.counts == pytest.approx((2.6, 1.6, 0.8, 0))


def test_an_ngram_of_a_reference_is_used_once() -> None:
    metric = SoftBleu(tokenize="none", base="prefix:3")
    assert metric.corpus_score(["dogs dogged dog"], [["dog"]]).counts[0] == 1
    assert metric.corpus_score(["dogs dogged"], [["dog"]]).counts[0] == 0.5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"base_similarity": 1.5}, "base_similarity must be from 0 to 1"),
        ({"base": "words"}, "gives no base form of a word"),
        ({"combine": "sum"}, "combine"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        SoftBleu(**options)


def test_the_signature_names_the_table_of_similar_words(tmp_path: Path) -> None:
    path = tmp_path / "similar.tsv"
    path.write_text("dog\thound\t0.5\n")
    with_table, without = (SoftBleu(**more).signature_fields() for more in ({"similarity": str(path)}, {}))
    assert without.keys() == with_table.keys() - {"similarity"} and with_table["similarity"]


def test_words_without_a_base_form_are_similar_to_none() -> None:
    metric = SoftBleu(tokenize="none", base="factor:2")
    assert metric.corpus_score(["went|go"], [["goes|go"]]).counts[0] == 0.5
    assert metric.corpus_score(["went|"], [["goes|"]]).counts[0] == 0
