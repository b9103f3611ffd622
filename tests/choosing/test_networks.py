"""Confusion networks: the votes of P07-1040, all paths of small networks, and what is at the edges."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.choosing import ConfusionNetwork, best_path, build_network, skeleton_priors
from steelyard.errors import AlignmentError, SpecError
from steelyard.metrics import pairwise_scores, parse

# P07-1040's example, with the skeleton "cat sat the mat".
WORKED = ConfusionNetwork(
    (
        ("cat", "cat", "hat"),
        ("sat", "sitting", ""),
        ("", "on", "on"),
        ("the", "the", "a"),
        ("mat", "mat", "mat"),
    ),
    0,
)
MOVED = ConfusionNetwork(  # the skeleton's NULL stands before "sat"
    (
        ("cat", "cat", "hat"),
        ("", "sitting", ""),
        ("sat", "on", "on"),
        ("the", "the", "a"),
        ("mat", "mat", "mat"),
    ),
    0,
)


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
    found = best_path([WORKED], is_log=True, null_weight=0.5)
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
    found = best_path([network], weights, is_log=is_log, null_weight=null_weight, word_weight=word_weight)
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
    texts = [["sat", "down"], ["down", "sitting"]]
    alike = {frozenset(("sat", "sitting")): 0.1}
    plain = build_network([["x", "sat"], ["sitting"]])
    assert plain.columns == (("x", ""), ("sat", "sitting"))
    stems = build_network(
        [["sat", "x"], ["sitting"]],
        matches=lambda a, b: 0.0 if a == b else alike.get(frozenset((a, b)), 1.0),
    )
    assert stems.columns == (("sat", "sitting"), ("x", ""))
    assert build_network(texts).n_hypotheses == 2


def test_edges() -> None:
    same = ["the", "cat"]
    assert best_path([build_network([same, same, same])], is_log=True) == best_path(
        [build_network([same])], is_log=True
    )
    assert best_path([build_network([same])]).words == ("the", "cat")
    assert best_path([build_network([same, []])]).words == ("the", "cat")  # of words and NULLs alike the words
    assert best_path([build_network([[], []])]).words == ()
    network = build_network([["a"], ["b"]])
    found = best_path([network], [1.0, 0.0], is_log=True)
    assert (found.words, found.score) == (("a",), 0.0)
    several = [build_network([["a", "b"], ["b", "a"], ["b", "a"]], skeleton) for skeleton in range(3)]
    assert best_path(several).words == ("b", "a")
    assert best_path(several, priors=[1.0, 1.0, 3.0]).skeleton == 2
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
    with pytest.raises(SpecError, match="prior above 0"):
        best_path([WORKED], priors=[0.0])
    with pytest.raises(SpecError, match="a row and a column per hypothesis"):
        skeleton_priors(np.zeros((2, 3)))
    with pytest.raises(AlignmentError, match="words of \\[1, 2\\] hypotheses"):
        ConfusionNetwork((("a",), ("a", "b")), 0)
