"""Confusion networks: the votes of P07-1040, all paths of small networks, and what is at the edges."""

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, SpecError
from steelyard.lab.choosing import (
    ConfusionNetwork,
    NetworkPath,
    PathWeights,
    align_by_edits,
    best_paths,
    build_network,
    skeleton_priors,
)
from steelyard.metrics import pairwise_scores, parse
from steelyard.types import NgramModel

# P07-1040's example, with the skeleton "cat sat the mat".
WORKED = ConfusionNetwork(
    (("cat", "cat", "hat"), ("sat", "sitting", ""), ("", "on", "on"), ("the", "the", "a"), ("mat", "mat", "mat")), 0
)
MOVED = ConfusionNetwork(  # the skeleton's NULL stands before "sat"
    (("cat", "cat", "hat"), ("", "sitting", ""), ("sat", "on", "on"), ("the", "the", "a"), ("mat", "mat", "mat")), 0
)


def best_path(networks: list[ConfusionNetwork], weights: "list[float] | None" = None, **options: Any) -> NetworkPath:
    return best_paths(networks, 1, weights, **options)[0]


def paths(network: ConfusionNetwork) -> "list[tuple[str, ...]]":
    """Every choice of a word per column."""
    return [tuple(choice) for choice in product(*(dict.fromkeys(column) for column in network.columns))]


def votes_of(network: ConfusionNetwork, choice: tuple[str, ...], weights: list[float]) -> list[float]:
    return [
        sum(weight for word, weight in zip(column, weights, strict=True) if word == chosen)
        for column, chosen in zip(network.columns, choice, strict=True)
    ]


def test_the_worked_votes_of_the_paper() -> None:
    totals: dict[str, float] = {}
    for choice in paths(WORKED):
        totals[" ".join(filter(None, choice))] = sum(votes_of(WORKED, choice, [1.0] * 3))
    assert {text for text, total in totals.items() if total == 10} == {
        "cat sat on the mat", "cat sitting on the mat", "cat on the mat",
    }  # fmt: skip
    assert max(totals.values()) == 10
    found = best_path([WORKED])
    assert (" ".join(found.words), found.score, found.n_nulls) == ("cat sat on the mat", 10.0, 0)  # the tie rule
    found = best_path([MOVED])
    assert (" ".join(found.words), found.score) == ("cat on the mat", 11.0)


def test_the_log_form_and_its_weights() -> None:
    found = best_path([WORKED], is_log=True)
    assert (" ".join(found.words), found.score) == ("cat sat on the mat", pytest.approx(-2.315008, abs=1e-6))
    found = best_path([WORKED], is_log=True, by=PathWeights(null=0.5))
    assert (" ".join(found.words), found.score) == ("cat on the mat", pytest.approx(-1.815008, abs=1e-6))
    found = best_path([WORKED], [0.5, 0.3, 0.2], is_log=True)
    assert (" ".join(found.words), found.score) == ("cat sat on the mat", pytest.approx(-1.832581, abs=1e-6))
    [without] = [choice for choice in paths(WORKED) if " ".join(filter(None, choice)) == "cat sat the mat"]
    assert np.log(votes_of(WORKED, without, [0.5, 0.3, 0.2])).sum() == pytest.approx(-1.832581, abs=1e-6)


def test_skeletons_by_their_mean_ter() -> None:
    """The second sentence has the least risk, not the one that the paper takes for its illustration."""
    texts = ["cat sat the mat", "cat sitting on the mat", "hat on a mat"]
    errors = pairwise_scores(parse("ter"), texts, texts) / 100
    assert errors.mean(axis=0) == pytest.approx([0.416667, 0.333333, 0.5], abs=1e-6)
    assert skeleton_priors(errors) == pytest.approx([0.332563, 0.361464, 0.305973], abs=1e-6)


def test_texts_aligned_by_edits_vote_for_what_two_have() -> None:
    """By edits alone "on" of the third stands under "sat", and not under the other's "on" as in the paper."""
    texts = [text.split() for text in ("cat sat the mat", "cat sitting on the mat", "hat on a mat")]
    found = best_path([build_network(texts)])
    assert (found.words, found.score) == (("cat", "on", "the", "mat"), 11.0)


@given(
    columns=st.lists(st.tuples(*[st.sampled_from(["", "a", "b", "c"])] * 3), min_size=1, max_size=4),
    weights=st.lists(st.integers(1, 4), min_size=3, max_size=3),
    is_log=st.booleans(),
    null_weight=st.sampled_from([-0.5, 0.0, 0.25]),
    word_weight=st.sampled_from([0.0, 0.5]),
)
def test_no_path_is_better(
    columns: list[tuple[str, ...]], weights: list[int], is_log: bool, null_weight: float, word_weight: float
) -> None:
    """Enumerate all paths: none scores higher, and none as high has fewer NULLs."""
    network = ConfusionNetwork(tuple(columns), 1)
    shares = [weight / sum(weights) for weight in weights] if is_log else [float(weight) for weight in weights]
    scored = []
    for choice in paths(network):
        votes = votes_of(network, choice, shares)
        n_nulls = choice.count("")
        more = null_weight * n_nulls + word_weight * (len(choice) - n_nulls)
        scored.append(((np.log(votes) if is_log else np.array(votes)).sum() + more, n_nulls))
    highest = max(score for score, _ in scored)
    found = best_path([network], weights, is_log=is_log, by=PathWeights(null_weight, word_weight))
    assert found.score == pytest.approx(highest, abs=1e-9)
    assert found.n_nulls == min(n for score, n in scored if score >= highest - 1e-9)


@given(
    st.lists(st.lists(st.sampled_from("abcd"), max_size=5), min_size=1, max_size=4).flatmap(
        lambda texts: st.tuples(st.just(texts), st.integers(0, len(texts) - 1))
    )
)
def test_a_network_holds_every_hypothesis_in_its_order(drawn: "tuple[list[list[str]], int]") -> None:
    texts, skeleton = drawn
    network = build_network(texts, skeleton)
    for h, words in enumerate(texts):
        assert [column[h] for column in network.columns if column[h]] == words
    assert all(any(column) for column in network.columns)


@given(first=st.lists(st.sampled_from("abc"), max_size=5), second=st.lists(st.sampled_from("abc"), max_size=5))
def test_the_alignment_has_the_fewest_edits(first: list[str], second: list[str]) -> None:
    def edits(a: list[str], b: list[str]) -> int:  # straight from the definition
        if not a or not b:
            return len(a) + len(b)
        return min(edits(a[1:], b[1:]) + (a[0] != b[0]), edits(a[1:], b) + 1, edits(a, b[1:]) + 1)

    network = build_network([first, second])
    assert sum(a != b for a, b in network.columns) == edits(first, second)


def test_words_that_match_share_a_column_rather_than_others() -> None:
    texts = [["sat", "x"], ["sitting"]]
    assert build_network([["x", "sat"], ["sitting"]]).columns == (("x", ""), ("sat", "sitting"))
    costs = np.array([[0.1], [1.0]])
    alignments = [align_by_edits(texts[0], texts[0]), align_by_edits(*texts, costs)]
    assert build_network(texts, alignments=alignments).columns == (("sat", "sitting"), ("x", ""))


def test_words_stand_where_an_alignment_puts_them() -> None:
    texts = [["he", "left", "us", "yesterday"], ["yesterday", "then", "he", "left"]]
    crossing = [(0, 2), (1, 3), (2, None), (3, 0), (None, 1)]
    network = build_network(texts, alignments=[align_by_edits(texts[0], texts[0]), crossing])
    assert network.columns == (("he", "he"), ("left", "left"), ("us", ""), ("yesterday", "yesterday"), ("", "then"))
    idle = [*crossing, (None, None)]  # of no word of either
    assert build_network(texts, alignments=[align_by_edits(texts[0], texts[0]), idle]).columns == network.columns
    for wrong in ([(0, 2), (1, 3), (2, None), (3, 0)], [*crossing, (None, 1)], [(1, 0), (0, 1), (2, 2), (3, 3)]):
        with pytest.raises(AlignmentError, match="once, in order"):
            build_network(texts, alignments=[align_by_edits(texts[0], texts[0]), wrong])
    with pytest.raises(AlignmentError, match=r"shape \(1, 1\) are not of 2 and 1 words"):
        align_by_edits(["a", "b"], ["c"], np.zeros((1, 1)))


def test_edges() -> None:
    same = ["the", "cat"]
    agreed, alone = (best_path([build_network(texts)], is_log=True) for texts in ([same, same, same], [same]))
    assert (agreed.words, agreed.score) == (alone.words, alone.score)
    assert best_path([build_network([same])]).words == ("the", "cat")
    assert best_path([build_network([same, []])]).words == ("the", "cat")  # of words and NULLs alike the words
    assert best_path([build_network([[], []])]).words == ()
    network = build_network([["a"], ["b"]])
    found = best_path([network], [1.0, 0.0], is_log=True)
    assert (found.words, found.score) == (("a",), 0.0)
    several = [build_network([["a", "b"], ["b", "a"], ["b", "a"]], skeleton) for skeleton in range(3)]
    assert best_path(several).words == ("b", "a")
    assert best_path(several, priors=[1.0, 1.0, 3.0]).skeleton == 2
    assert best_path(several, priors=[0.0, 1.0, 1.0]).skeleton == 1
    log = best_path(several[:1], priors=[0.5], is_log=True)
    assert log.score == pytest.approx(best_path(several[:1], is_log=True).score + np.log(0.5))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(SpecError, match="one of 2 hypotheses, from 0, not 2"):
        build_network([["a"], ["b"]], 2)
    with pytest.raises(SpecError, match="no network"):
        best_path([])
    with pytest.raises(SpecError, match="2 weights, but networks of another number"):
        best_path([WORKED], [1.0, 2.0])
    with pytest.raises(SpecError, match="not all of them 0"):
        best_path([WORKED], [0.0, 0.0, 0.0])
    for priors in ([0.0], [-1.0], [1.0, 1.0]):
        with pytest.raises(SpecError, match="prior from 0"):
            best_path([WORKED], priors=priors)
    with pytest.raises(SpecError, match="One path or more"):
        best_paths([WORKED], 0)
    with pytest.raises(SpecError, match="finite"):
        PathWeights(null=np.nan)
    with pytest.raises(SpecError, match="a row and a column per hypothesis"):
        skeleton_priors(np.zeros((2, 3)))
    with pytest.raises(AlignmentError, match="words of \\[1, 2\\] hypotheses"):
        ConfusionNetwork((("a",), ("a", "b")), 0)


MODEL = NgramModel(
    2,
    {
        words: math.log(chance)
        for words, chance in {
            ("<s>",): 1e-99, ("</s>",): 0.2, ("cat",): 0.2, ("sat",): 0.1, ("on",): 0.1, ("the",): 0.2, ("mat",): 0.1,
            ("<unk>",): 0.1, ("<s>", "cat"): 0.5, ("cat", "sat"): 0.6, ("sat", "on"): 0.5, ("the", "mat"): 0.4,
        }.items()
    },
    {("cat",): math.log(0.5), ("on",): math.log(0.7)},
)  # fmt: skip


def all_paths(
    networks: list[ConfusionNetwork], weights: list[float], is_log: bool, priors: list[float], by: PathWeights
) -> "dict[tuple[str, ...], tuple[float, int]]":
    """Score every path straight from equations 5 and 6; of each wording the best."""
    shares = [weight / sum(weights) for weight in weights] if is_log else weights
    found: dict[tuple[str, ...], tuple[float, int]] = {}
    for network, prior in zip(networks, priors, strict=True):
        for choice in paths(network):
            votes = np.array(votes_of(network, choice, shares))
            words, n_nulls = tuple(filter(None, choice)), choice.count("")
            score = np.log(np.maximum(votes, 1e-10)).sum() + np.log(prior) if is_log else votes.sum() * prior
            score += by.null * n_nulls + by.word * len(words)
            if by.model is not None:
                score += by.model_weight * by.model.text_log_probability(words)
            if words not in found or (score, -n_nulls) > (found[words][0] + 1e-9, -found[words][1]):
                found[words] = score, n_nulls
    return found


@settings(max_examples=60)
@given(
    columns=st.lists(st.tuples(*[st.sampled_from(["", "cat", "sat", "on"])] * 3), min_size=1, max_size=4),
    others=st.lists(st.tuples(*[st.sampled_from(["", "cat", "the"])] * 3), min_size=1, max_size=3),
    weights=st.lists(st.integers(1, 4), min_size=3, max_size=3),
    form=st.sampled_from(["votes", "log", "model"]),
    n=st.integers(1, 6),
)
def test_the_best_paths_are_those_of_all(
    columns: "list[tuple[str, ...]]", others: "list[tuple[str, ...]]", weights: list[int], form: str, n: int
) -> None:
    networks = [ConfusionNetwork(tuple(columns), 0), ConfusionNetwork(tuple(others), 2)]
    votes, priors = [float(weight) for weight in weights], [0.6, 0.4]
    by = PathWeights(0.25, -0.1, MODEL if form == "model" else None, 0.5)
    wanted = all_paths(networks, votes, form != "votes", priors, by)
    found = best_paths(networks, n, votes, priors=priors, is_log=form != "votes", by=by)  # the beam holds them all
    scores = sorted((score for score, _ in wanted.values()), reverse=True)
    assert [path.score for path in found] == pytest.approx(scores[:n], abs=1e-7)
    assert len({path.words for path in found}) == len(found)
    for path in found:
        assert path.score == pytest.approx(wanted[path.words][0], abs=1e-7)
        network = networks[path.skeleton // 2]
        parts = path.votes + path.prior + by.null * path.n_nulls + by.word * len(path.words)
        assert path.score == pytest.approx(parts + by.model_weight * path.language_model)
        if form == "votes":
            prior = priors[path.skeleton // 2]
            assert path.votes == pytest.approx(prior * np.dot(votes, path.agreement))
        assert len(path.words) + path.n_nulls == len(network.columns)


def test_a_language_model_chooses_among_equal_votes() -> None:
    plain = best_paths([WORKED], 3, is_log=True)
    assert {" ".join(path.words) for path in plain} == {
        "cat sat on the mat", "cat sitting on the mat", "cat on the mat",
    }  # fmt: skip
    by = PathWeights(model=MODEL, model_weight=0.5)
    found = best_path([WORKED], is_log=True, by=by)
    chance = 0.5 * 0.6 * 0.5 * (0.7 * 0.2) * 0.4 * 0.2  # "on the" and "mat </s>" back off
    assert (" ".join(found.words), found.language_model) == ("cat sat on the mat", pytest.approx(math.log(chance)))
    assert found.score == pytest.approx(-2.315008 + 0.5 * math.log(chance), abs=1e-6)
