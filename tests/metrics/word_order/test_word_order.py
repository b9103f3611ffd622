"""Order distances against worked examples and their definition."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import _native
from steelyard.errors import DataError, SpecError
from steelyard.metrics import HammingOrder, KendallOrder, measure, parse
from steelyard.metrics.parts.source_permutations import source_permutation
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import word_order as twin
from tests.twins.corpora import Texts, segments_of, texts

KINDS = {"hamming": HammingOrder, "kendall": KendallOrder}
MANY = ("a", "b", "c", "d", "e", "f")


@pytest.mark.parametrize("case", load_golden("word_order"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    options = dict(case["options"])
    kind = type(parse(options.pop("metric")))
    result = kind(**options).corpus_score(case["hypotheses"], case["references"])
    assert result.score == pytest.approx(case["expected"]["score"], abs=5.1e-7)


@pytest.mark.parametrize("distance", KINDS)
@given(
    drawn=texts(MANY, max_length=12),
    max_order=st.sampled_from([1, 2, 4]),
    penalty=st.booleans(),
    n_threads=st.sampled_from([1, 3]),
)
def test_scores_are_those_of_the_definition(
    distance: str, drawn: Texts, max_order: int, penalty: bool, n_threads: int
) -> None:
    for choice, choose in (("best", max), ("average", np.mean)):
        options: dict[str, Any] = {"max_ngram_order": max_order, "brevity_penalty": penalty, "reference_choice": choice}
        metric = KINDS[distance](tokenize="none", **options)
        [measured] = measure(drawn.test_set(), [metric], n_threads=n_threads)
        found = measured.statistics.scaled(measured.statistics.values.astype(np.float64))
        for system in range(len(drawn.systems)):
            expected = [
                choose(
                    [
                        twin.score(hypothesis, reference, max_order, distance, brevity_penalty=penalty)
                        for reference in references
                        if reference is not None
                    ]
                )
                for hypothesis, references in segments_of(drawn, system)
            ]
            np.testing.assert_allclose(found[system, :, 0], expected, rtol=0, atol=1e-8)


@given(permutations=st.lists(st.integers(0, 9).flatmap(lambda n: st.permutations(range(n))), min_size=1, max_size=4))
def test_permutations_are_counted_pair_by_pair(permutations: list[list[int]]) -> None:
    counts = np.empty((len(permutations), 3), dtype=np.int64)
    offsets = np.cumsum([0, *map(len, permutations)], dtype=np.int64)
    values = np.array([item for permutation in permutations for item in permutation], dtype=np.int32)
    _native.permutation_counts(values, offsets, counts)
    assert counts.tolist() == [
        [
            len(items),
            sum(item != i for i, item in enumerate(items)),
            sum(items[i] > items[j] for j in range(len(items)) for i in range(j)),
        ]
        for items in permutations
    ]


@given(drawn=texts(MANY, max_length=12, max_systems=1, max_references=1))
def test_the_explanation_shows_the_links_of_the_definition(drawn: Texts) -> None:
    hypothesis, reference = drawn.systems[0][0], drawn.references[0][0]
    metric = KendallOrder(tokenize="none")
    explained = metric.explain_segment(Corpus(TestSet(references=[[reference]], systems={"x": [hypothesis]})))
    assert explained.score == metric.sentence_score(hypothesis, [reference]).score
    links = twin.links(hypothesis.split(), reference.split(), 4)
    assert [(link.hypothesis[0], link.reference[0]) for link in explained.links] == sorted(links.items())
    assert explained.parts["linked_words"] == len(links)


def test_the_explanation_says_that_references_were_averaged() -> None:
    metric = HammingOrder(reference_choice="average")
    data = TestSet(references=[["a b c d"], ["a b d c"]], systems={"x": ["a b d c"]})
    explained = metric.explain_segment(Corpus(data))
    assert (explained.score, explained.reference_number) == (0.75, 0)
    assert explained.reference == ("a", "b", "d", "c")
    assert len(explained.notes) == 1


@pytest.mark.parametrize("kind", KINDS.values())
@pytest.mark.parametrize(
    ("hypothesis", "reference", "score"),
    [("", "", 1.0), ("", "a", 0.0), ("a", "", 0.0), ("a", "a", 1.0), ("a x", "a", 1.0), ("a x", "a y", 0.0)],
)
def test_texts_with_one_word_in_common_or_none(kind: Any, hypothesis: str, reference: str, score: float) -> None:
    assert kind().sentence_score(hypothesis, [reference]).score == score


def test_the_order_of_n_grams_is_limited() -> None:
    with pytest.raises(SpecError, match="max_ngram_order must be from 1 to 100"):
        HammingOrder(max_ngram_order=0)


def aligned(system: Any, reference: Any, *, source: str = "s0 s1 s2 s3", hypothesis: str = "a b c d") -> TestSet:
    return TestSet(
        references=[["a b c d"]],
        systems={"x": [hypothesis]},
        sources=[source],
        alignments={"system x": [system], "reference 1": [reference]},
    )


# By hand after Moses' scorer, which is by an author of the paper: words without links follow the one before them, of
# several links the first counts, and source words with one place keep their order.
@pytest.mark.parametrize(
    ("links", "n", "permutation"),
    [
        (((0, 8), (1, 0), (3, 3), (3, 2), (4, 5), (5, 5), (6, 5), (7, 7)), 8, [7, 0, 1, 2, 3, 4, 5, 6]),
        ((), 3, [0, 1, 2]),
        (((2, 0),), 3, [0, 1, 2]),
        (((1, 3), (2, 1)), 4, [0, 3, 1, 2]),
        ((), 0, []),
    ],
)
def test_source_words_stand_where_their_first_words_do(links: Any, n: int, permutation: list[int]) -> None:
    assert source_permutation(links, n).tolist() == permutation


@given(data=st.data())
def test_source_orders_are_compared_word_by_word_and_pair_by_pair(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 6))
    link = st.tuples(st.integers(0, n - 1), st.integers(0, 3))
    one, other = (tuple(data.draw(st.lists(link, max_size=8))) for _ in range(2))
    test_set = aligned(one, other, source=" ".join(["s"] * n))
    x, y = source_permutation(one, n).tolist(), source_permutation(other, n).tolist()
    crossed = sum((x[i] < x[j]) != (y[i] < y[j]) for i in range(n) for j in range(i))
    [hamming, kendall] = measure(test_set, [HammingOrder(items="source"), KendallOrder(items="source")])
    scores = [float(found.scores(found.statistics.totals())[0]) for found in (hamming, kendall)]
    equal = sum(a == b for a, b in zip(x, y, strict=True)) / n
    assert scores == pytest.approx([equal, 1 - (crossed / (n * (n - 1) / 2)) ** 0.5], abs=1e-8)


def test_the_brevity_penalty_counts_words_of_the_text() -> None:
    links = ((0, 0), (1, 1), (2, 2), (3, 3))
    [measured] = measure(aligned(links[:2], links, hypothesis="a b"), [KendallOrder(items="source")])
    assert measured.scores(measured.statistics.totals())[0] == pytest.approx(np.exp(1 - 4 / 2), abs=1e-9)


def test_the_explanation_of_a_source_order_has_no_links() -> None:
    data = aligned(((0, 1), (1, 0), (2, 2), (3, 3)), ((0, 0), (1, 1), (2, 2), (3, 3)))
    explained = HammingOrder(items="source").explain_segment(Corpus(data))
    assert (explained.score, explained.links) == (0.5, ())
    assert explained.parts == {"source_words": 4.0, "displaced_words": 2.0, "discordant_pairs": 1.0}


def test_a_source_order_needs_sources_and_links_to_them() -> None:
    metric = KendallOrder(items="source")
    with pytest.raises(DataError, match="needs the sources"):
        metric.sentence_score("a", ["a"])
    with pytest.raises(DataError, match="kendall-order needs word alignments of reference 1"):
        measure(TestSet(references=[["a"]], systems={"x": ["a"]}, sources=["s"]), [metric])
    with pytest.raises(DataError, match="system x, segment 1: the link 4-0 goes beyond the words: the source has 4"):
        measure(aligned(((4, 0),), ()), [metric])
    with pytest.raises(SpecError, match="needs items=words"):
        KendallOrder(items="source", max_ngram_order=2)
