"""Paraphrases from word alignments: phrase pairs by trying every stretch, and rewriting as the paper has it."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.text import learn_paraphrases, phrase_pairs, rewrite_once

links = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=9, unique=True).map(tuple)


def all_pairs(alignment: tuple[tuple[int, int], ...], max_length: int) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Try every pair of stretches: linked at their ends, and no link from within to without."""
    spans = [(a, b) for a in range(6) for b in range(a + 1, 7) if b - a <= max_length]
    linked_source, linked_text = {i for i, _ in alignment}, {j for _, j in alignment}
    found = set()
    for source, text in product(spans, spans):
        inside = [(source[0] <= i < source[1], text[0] <= j < text[1]) for i, j in alignment]
        ends = {source[0], source[1] - 1} <= linked_source and {text[0], text[1] - 1} <= linked_text
        if ends and (True, True) in inside and (True, False) not in inside and (False, True) not in inside:
            found.add((source, text))
    return found


@given(alignment=links, max_length=st.integers(1, 4))
def test_phrase_pairs_are_all_that_no_link_leaves(alignment: tuple[tuple[int, int], ...], max_length: int) -> None:
    found = list(phrase_pairs(alignment, max_length))
    assert len(set(found)) == len(found)
    assert set(found) == all_pairs(alignment, max_length)


SOURCES = [
    line.split()
    for line in ("la question est simple", "la question reste", "des citoyens", "la population", "des citoyens")
]
TEXTS = [
    line.split() for line in ("the question is simple", "the issue remains", "of people", "the people", "of citizens")
]
STRAIGHT = [tuple((i, i) for i in range(len(text))) for text in TEXTS]


def test_phrases_that_translate_the_same_phrase_are_paraphrases() -> None:
    found = learn_paraphrases(SOURCES, TEXTS, STRAIGHT, max_length=1)
    # p(citoyens | people) is 1/2, since population is people too; p(citizens | citoyens) is 1/2
    assert found == {
        ("question",): ((("issue",), 0.5),),
        ("issue",): ((("question",), 0.5),),
        ("people",): ((("citizens",), 0.25),),
        ("citizens",): ((("people",), 0.5),),
    }
    likely = learn_paraphrases(SOURCES, TEXTS, STRAIGHT, max_length=1, min_probability=0.3)
    assert set(likely) == {("question",), ("issue",), ("citizens",)}


def test_equivalents_of_equivalents_are_not_equivalent() -> None:
    sources, texts = [["f"], ["f"], ["g"], ["g"]], [["sure"], ["certain"], ["certain"], ["some"]]
    found = learn_paraphrases(sources, texts, [((0, 0),)] * 4)
    assert [phrase for phrase, _ in found[("sure",)]] == [("certain",)]
    assert [phrase for phrase, _ in found[("certain",)]] == [("some",), ("sure",)]


def test_rare_and_excluded_phrases_and_marks_are_left_out() -> None:
    sources = [["f"]] * 5 + [["g"]] * 2
    texts = [["at"], ["in"], ["on"], ["on"], ["near"], ["."], ["dot"]]
    found = learn_paraphrases(sources, texts, [((0, 0),)] * 7, stop_words=["at", "in"])
    assert found == {("on",): ((("near",), 0.2),), ("near",): ((("on",), 0.4),)}
    assert learn_paraphrases(sources, texts, [((0, 0),)] * 7, min_count=2) == {}


# W06-3112 section 3.3, with words of ours: three phrases can be replaced, so there are three new texts, not seven.
def test_one_phrase_is_replaced_at_a_time() -> None:
    found = {("answer",): ((("reply",), 1),), ("but",): ((("however",), 1),), ("it",): ((("that",), 1),)}
    variants = rewrite_once(["we", "like", "the", "answer", "but", "nobody", "heard", "it"], found)
    assert [" ".join(variant.words) for variant in variants] == [
        "we like the reply but nobody heard it",
        "we like the answer however nobody heard it",
        "we like the answer but nobody heard that",
    ]
    assert [(variant.start, variant.end) for variant in variants] == [(3, 4), (4, 5), (7, 8)]


def test_lengths_are_kept_unless_asked_otherwise() -> None:
    found = {("depends", "on"): ((("hinges", "on"), 1), (("is", "about"), 1), (("needs",), 3))}
    text = ["all", "depends", "on", "you"]
    assert [len(variant.words) for variant in rewrite_once(text, found)] == [4, 4]
    assert [len(variant.words) for variant in rewrite_once(text, found, keep_length=False)] == [4, 4, 3]


def test_occurrences_are_replaced_each_by_itself_or_the_first_alone() -> None:
    found = {("a",): ((("b",), 1),)}
    assert [" ".join(variant.words) for variant in rewrite_once(["a", "a"], found)] == ["b a", "a b"]
    assert [" ".join(variant.words) for variant in rewrite_once(["a", "a"], found, first_only=True)] == ["b a"]


@pytest.mark.parametrize(("limit", "kept"), [(0, []), (1, ["a y"]), (2, ["x b", "a y"]), (9, ["x b", "a y", "a z"])])
def test_a_limit_keeps_the_likeliest(limit: int, kept: list[str]) -> None:
    found = {("a",): ((("x",), 0.2),), ("b",): ((("y",), 0.3), (("z",), 0.1))}
    assert [" ".join(variant.words) for variant in rewrite_once(["a", "b"], found, limit=limit)] == kept


def test_no_text_is_made_twice() -> None:
    found = {("a",): ((("b",), 1),), ("a", "a"): ((("b", "a"), 1), (("a", "a"), 1))}
    assert [" ".join(variant.words) for variant in rewrite_once(["a", "a"], found)] == ["b a", "a b"]


def test_no_text_is_made_twice_and_none_is_left_out() -> None:
    """Whole texts told that once: 22 GB for one line of 16,000 words."""
    draw, n_repeated = random.Random(1), 0

    def phrase() -> tuple[str, ...]:
        return tuple(draw.choice("ab") for _ in range(draw.randrange(1, 4)))

    for _ in range(500):
        text = [draw.choice("ab") for _ in range(draw.randrange(8))]
        paraphrases = {phrase(): tuple((phrase(), 0.5) for _ in range(3)) for _ in range(4)}
        made = [
            (*text[:start], *other, *text[end:])
            for start in range(len(text))
            for end in range(start + 1, len(text) + 1)
            for other, _ in paraphrases.get(tuple(text[start:end]), ())
        ]
        expected = [other for other in dict.fromkeys(made) if other != tuple(text)]
        assert [variant.words for variant in rewrite_once(text, paraphrases, keep_length=False)] == expected
        n_repeated += len(made) - len(expected)
    assert n_repeated > 100
