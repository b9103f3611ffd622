"""Features of words and trees, against enumeration of every candidate; how much they vary within lists."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.tuning import SparseFeatures, list_spread, ngram_features, tree_features
from steelyard.types import Parse, Trees, Vocabulary, Word
from tests.lab.tuning.test_grafting import dense, random_data

Array = NDArray[np.float64]


def relative(has: Array, offsets: NDArray[np.int64]) -> Array:
    """What a feature is told as: 1 less in lists where most candidates have it."""
    told = has.copy()
    for low, high in pairwise(offsets):
        told[low:high] -= 2 * has[low:high].sum(axis=0) > high - low
    return told


@pytest.mark.parametrize("seed", range(5))
def test_the_spread_is_that_about_the_means_of_lists(seed: int) -> None:
    data = random_data(seed)
    array = dense(data)
    centred = np.concatenate(
        [array[a:b] - array[a:b].mean(axis=0) for a, b in zip(data.offsets[:-1], data.offsets[1:], strict=True)]
    )
    assert list_spread(data.features, data.offsets) == pytest.approx(np.sqrt((centred**2).mean(axis=0)), abs=1e-12)
    assert list_spread(data.features, data.offsets)[0] == 0


def named(texts: list[str], offsets: list[int], **options: int) -> dict[str, list[float]]:
    vocabulary = Vocabulary()
    features, ngrams = ngram_features(vocabulary.encode(texts), np.array(offsets), **options)
    words = vocabulary.words()
    names = [" ".join(words[i] for i in ngram) for ngram in ngrams]
    return dict(zip(names, features.dense().T.tolist(), strict=True))


def test_ngrams_of_candidates() -> None:
    texts, offsets = ["a b a b", "b a", "", "c a b"], [0, 2, 4]
    assert named(texts, offsets, max_order=2) == {
        "a": [0, 0, 0, 1], "b": [0, 0, 0, 1], "c": [0, 0, 0, 1], "a b": [1, 0, 0, 1], "b a": [0, 0, 0, 0],
        "c a": [0, 0, 0, 1],
    }  # fmt: skip
    assert set(named(texts, offsets, max_order=3, fewest_lists=2)) == {"a", "b", "a b"}
    assert set(named(texts, offsets, max_order=3)) > {"a b a", "b a b", "c a b"}
    assert named(texts, offsets, max_order=1, fewest_lists=3) == {}
    nothing, none = ngram_features(Vocabulary().encode(["", ""]), np.array([0, 2]))
    assert (nothing.n_features, none) == (0, ())
    with pytest.raises(SpecError, match="longest n-gram"):
        ngram_features(Vocabulary().encode(["a"]), np.array([0, 1]), max_order=0)


@given(
    lists=st.lists(st.lists(st.text("abc", max_size=6), min_size=1, max_size=5), min_size=1, max_size=4),
    max_order=st.integers(1, 4),
    fewest_lists=st.integers(1, 3),
)
def test_ngrams_are_those_that_enumeration_finds(lists: list[list[str]], max_order: int, fewest_lists: int) -> None:
    texts = [" ".join(text) for one in lists for text in one]
    offsets = np.cumsum([0, *map(len, lists)])
    has: dict[str, Array] = {}
    for row, text in enumerate(texts):
        words = text.split()
        for order in range(1, max_order + 1):
            for start in range(len(words) - order + 1):
                has.setdefault(" ".join(words[start : start + order]), np.zeros(len(texts)))[row] = 1.0
    wanted = {
        name: relative(column[:, None], offsets)[:, 0].tolist()
        for name, column in has.items()
        if (np.add.reduceat(column, offsets[:-1]) > 0).sum() >= fewest_lists
    }
    assert named(texts, offsets.tolist(), max_order=max_order, fewest_lists=fewest_lists) == wanted


def random_tree(generator: np.random.Generator, n: int) -> Parse:
    """Heads stand at random before their words, the first word is the root."""
    heads = [0][:n] + [int(generator.integers(1, i + 1)) for i in range(1, n)]
    forms, labels = generator.choice(list("xyz"), n), generator.choice(["nsubj", "obj"], n)
    return Parse(tuple(Word(str(f), head=h, deprel=str(d)) for f, h, d in zip(forms, heads, labels, strict=True)))


@pytest.mark.parametrize("relations", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_chains_are_those_that_climbing_each_tree_finds(seed: int, relations: bool) -> None:
    generator = np.random.default_rng(seed)
    parses = [random_tree(generator, int(n)) for n in generator.integers(0, 7, size=6)]
    rows, offsets = generator.integers(0, 6, size=9), np.array([0, 4, 9])  # texts that stand twice, and in two lists
    trees = Trees.of(parses)
    options = {"min_order": 2, "max_order": 3, "fewest_lists": 1}
    features, chains = tree_features(trees, rows, offsets, relations=relations, **options)
    symbols = trees.labels if relations else trees.forms
    found = {tuple(symbols[i] for i in chain): column for chain, column in zip(chains, features.dense().T, strict=True)}
    has: dict[tuple[str, ...], Array] = {}
    for candidate, row in enumerate(rows):
        words = parses[row].words
        for word in words:
            chain = [word]
            while chain[-1].head and len(chain) < 3:
                chain.append(words[chain[-1].head - 1])
                name = tuple(one.deprel if relations else one.form for one in chain)
                has.setdefault(name, np.zeros(9))[candidate] = 1.0
    assert found.keys() == has.keys()
    for name, column in has.items():
        assert found[name].tolist() == relative(column[:, None], offsets)[:, 0].tolist()


def test_what_a_whole_list_shares_is_not_stored() -> None:
    features, ngrams = ngram_features(Vocabulary().encode(["a b", "a c", "a d", "a"]), np.array([0, 3, 4]), max_order=1)
    assert dict(zip(ngrams, np.diff(features.starts), strict=True))[(0,)] == 0
    assert isinstance(features, SparseFeatures)


def test_many_numbers_are_told_apart_by_sorting(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, offsets = ["a b a b", "b a", "", "c a b"], [0, 2, 4]
    flagged = named(texts, offsets, max_order=3)
    monkeypatch.setattr("steelyard.lab.tuning.features._MOST_FLAGS", 1)
    assert named(texts, offsets, max_order=3) == flagged


def test_features_that_no_candidate_has_do_not_vary() -> None:
    nothing = SparseFeatures.from_dense(np.zeros((3, 2)))
    assert list_spread(nothing, np.array([0, 2, 3])).tolist() == [0.0, 0.0]
