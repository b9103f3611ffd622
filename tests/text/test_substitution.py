"""Rewriting references towards outputs: which words, where, and whether they fit."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.text import (
    context_features,
    contexts,
    learn_contexts,
    rewrite_towards,
    split_words,
    substitution_candidates,
)


class Sets:
    """A dictionary of sets that are given."""

    def __init__(self, *sets: str) -> None:
        self._sets = [set(words.split()) for words in sets]

    def sets_of(self, word: str) -> frozenset[int]:
        return frozenset(i for i, words in enumerate(self._sets) if word in words)


HARD = Sets("difficult hard", "home place", "hard rough")


# N06-1058 section 3, in words of ours: both pairs are candidates, and one of them does not fit.
def test_candidates_are_synonyms_that_only_one_text_has() -> None:
    reference = split_words("Far from home, it is difficult to believe such changes.")
    hypothesis = split_words("It is hard to believe that changes took place, to believe!")
    assert substitution_candidates(reference, hypothesis, HARD) == [(2, "place"), (5, "hard")]
    assert substitution_candidates(reference, [*hypothesis, "difficult"], HARD) == [(2, "place")]


def test_every_synonym_fits_unless_it_is_judged() -> None:
    reference, hypothesis = "Far from Home, it is difficult.", "it is hard to take place"
    assert rewrite_towards(reference, hypothesis, HARD).text == "Far from Place, it is hard."

    def judge(word: str, words: Sequence[str], place: int) -> float | None:
        assert words == split_words(reference)
        assert words[place] in ("home", "difficult")
        return {"place": -0.5, "hard": 2.0}[word]

    rewriting = rewrite_towards(reference, hypothesis, HARD, judge)
    assert rewriting.text == "Far from Home, it is hard."
    assert [(put.place, put.word, put.replacement, put.score) for put in rewriting.substitutions] == [
        (5, "difficult", "hard", 2.0)
    ]


def test_the_best_word_is_taken_and_each_is_used_once() -> None:
    sets = Sets("a x y", "b x")
    scores = {"x": 1.0, "y": 3.0}
    assert rewrite_towards("a b a", "x y", sets, lambda word, _, __: scores[word]).text == "y x a"
    assert rewrite_towards("a b a", "x y", sets, lambda *_: 1.0).text == "x b y"  # equally good: the output's first
    assert rewrite_towards("a b", "x", sets, lambda *_: None).text == "a b"


def test_what_is_not_replaced_stays_as_it_is() -> None:
    assert rewrite_towards("  It's, well - DIFFICULT;\tno?", "hard", HARD).text == "  It's, well - Hard;\tno?"
    assert rewrite_towards("", "hard", HARD).text == ""


@given(text=st.text(alphabet="aB'-. é\u2019_1", max_size=12))
def test_without_synonyms_nothing_changes(text: str) -> None:
    assert rewrite_towards(text, "a b c", Sets()).text == text


def test_context_features_leave_the_word_out() -> None:
    features = context_features(["a", "b", "WORD", "c", "d", "e"], 2)
    assert all("WORD" not in feature for feature in features)
    unplaced = {feature for feature in features if isinstance(feature[0], str)}
    assert unplaced == {("a",), ("b",), ("a", "b"), ("c",), ("d",), ("e",), ("c", "d"), ("d", "e")}
    placed = features - unplaced
    # positions -2 ... 2 without e: sequences of 1 to 4 of "a b _ c d", but not "_" alone
    assert placed == {
        (start, *["a", "b", "", "c", "d"][start + 2 : start + 2 + length])
        for start in range(-2, 3)
        for length in range(1, min(4, 3 - start) + 1)
        if (start, length) != (0, 1)
    }


SENTENCES = [
    *(["they", "sat", "on", "the", "river", "bank", f"w{i}"] for i in range(30)),
    *(["they", "sat", "on", "the", "old", "chair", f"w{i}"] for i in range(30)),
]


def test_words_fit_where_they_stand_in_a_text() -> None:
    fits = learn_contexts(SENTENCES, ["bank"], min_occurrences=30)["bank"]
    assert fits.n_examples == 60
    assert fits.decide(["we", "saw", "the", "river", "shore", "again"], 4) > 0
    assert fits.decide(["we", "saw", "the", "old", "shore", "again"], 4) < 0


def test_rare_words_are_not_learned() -> None:
    assert learn_contexts(SENTENCES, ["bank", "unseen"], min_occurrences=31) == {}


def test_a_word_is_learned_the_same_alone_and_among_others() -> None:
    options = {"min_occurrences": 5, "max_examples": 10}
    alone = learn_contexts(SENTENCES, ["bank"], **options)["bank"]
    among = learn_contexts(SENTENCES, ["chair", "bank", "river"], **options)["bank"]
    assert (alone.weights, alone.bias, alone.n_examples) == (among.weights, among.bias, 20)
    other = learn_contexts(SENTENCES, ["bank"], seed=1, n_rounds=3, **options)["bank"]
    assert len(other.weights) <= 3


def drawn_sentences(seed: int) -> list[list[str]]:
    """Return sentences of six words, one of which has "it" after one of them more often than after others."""
    rng = np.random.default_rng(seed)
    sentences = [[f"w{i}" for i in rng.integers(0, 6, 4)] for _ in range(60)]
    for sentence in sentences:
        if rng.random() < (0.8 if sentence[1] == "w1" else 0.3):
            sentence.insert(2, "it")
    return sentences


@pytest.mark.parametrize("seed", range(5))
def test_the_first_stump_has_the_least_z_and_the_votes_of_the_definition(seed: int) -> None:
    sentences = drawn_sentences(seed)
    options = {"min_occurrences": 1, "max_examples": 1000, "seed": seed}
    fits = learn_contexts(sentences, ["it"], n_rounds=1, **options)["it"]
    with_it = [i for i, sentence in enumerate(sentences) if "it" in sentence]
    examples = contexts._draw_examples(sentences, "it", with_it, 1000, seed)
    n = len(examples)
    assert n == fits.n_examples == 2 * min(len(with_it), 60 - len(with_it))

    def share(feature: object, has: bool, label: bool) -> float:
        return sum((feature in features) is has and of is label for features, of in examples) / n

    def z(feature: object) -> float:
        return 2 * sum((share(feature, has, True) * share(feature, has, False)) ** 0.5 for has in (True, False))

    names = {feature for features, _ in examples for feature in features}
    [(chosen, weight)] = fits.weights.items()
    assert (
        z(chosen)
        <= min(z(name) for name in names if share(name, True, True) + share(name, True, False) > 1.5 / n) + 1e-12
    )
    votes = [
        0.5 * np.log((share(chosen, has, True) + 1 / n) / (share(chosen, has, False) + 1 / n)) for has in (True, False)
    ]
    assert (weight, fits.bias) == pytest.approx((votes[0] - votes[1], votes[1]))


@pytest.mark.parametrize("seed", range(3))
def test_every_further_stump_lowers_the_loss(seed: int) -> None:
    sentences = drawn_sentences(seed)
    with_it = [i for i, sentence in enumerate(sentences) if "it" in sentence]
    examples = contexts._draw_examples(sentences, "it", with_it, 1000, seed)
    losses = []
    for n_rounds in (1, 2, 3, 5, 10, 40):
        options = {"min_occurrences": 1, "max_examples": 1000, "seed": seed}
        fits = learn_contexts(sentences, ["it"], n_rounds=n_rounds, **options)["it"]
        votes = [fits.bias + sum(fits.weights.get(feature, 0) for feature in features) for features, _ in examples]
        losses.append(
            np.mean([np.exp(-vote if label else vote) for vote, (_, label) in zip(votes, examples, strict=True)])
        )
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.5 * losses[0]
