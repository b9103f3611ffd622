"""CDER against the worked examples, the whole table, and the laws of its paper."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from steelyard.errors import SpecError
from steelyard.metrics import Cder, measure
from steelyard.types import Measurement, TestSet
from tests.golden import load_golden
from tests.twins import jumps
from tests.twins.corpora import Texts, texts
from tests.twins.edits import distance as levenshtein

# Words that are spelled alike in different ways, some outside ASCII.
ALIKE = ("talk", "talks", "walk", "usual", "unusual", "été", "ete", "😀")
costs = st.sampled_from(sorted(jumps.COSTS))


def measured(data: TestSet, metric: Cder, n_threads: int = 1) -> Measurement:
    [measurement] = measure(data, [metric], n_threads=n_threads)
    return measurement


def one(hypothesis: list[str], reference: list[str], **options: Any) -> np.ndarray:
    """Return the statistics of one pair."""
    data = TestSet(references=[[" ".join(reference)]], systems={"x": [" ".join(hypothesis)]})
    statistics = measured(data, Cder(tokenize="none", **options)).statistics
    return statistics.scaled(statistics.totals())[0]


@pytest.mark.parametrize("case", load_golden("cder"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    result = Cder(**case["options"]).corpus_score(case["hypotheses"], case["references"])
    for key, value in case["expected"].items():
        assert getattr(result, key) == pytest.approx(value, abs=5e-7, rel=0), key


@given(drawn=texts(), n_threads=st.sampled_from([1, 3]))
def test_distances_are_those_of_the_table(drawn: Texts, n_threads: int) -> None:
    stats = measured(drawn.test_set(), Cder(), n_threads).statistics
    assert stats.bits.tolist() == [0, 0]
    for s, system in enumerate(drawn.systems):
        for i, hypothesis in enumerate(system):
            present = [reference[i].split() for reference in drawn.references if reference[i] is not None]
            pairs = [(jumps.cover_distance(hypothesis.split(), words), len(words)) for words in present]
            rates = [(d / n if n else min(d, 1), d) for d, n in pairs]
            assert stats.values[s, i].tolist() == list(pairs[rates.index(min(rates))])


@given(
    hypothesis=st.lists(st.sampled_from(ALIKE), max_size=5),
    reference=st.lists(st.sampled_from(ALIKE), max_size=5),
    cost=costs,
    per_cost=costs,
)
def test_costs_penalties_and_directions_are_those_of_the_table(
    hypothesis: list[str], reference: list[str], cost: str, per_cost: str
) -> None:
    penalties, distances = {}, {}
    for direction, free, covered in (("normal", hypothesis, reference), ("reversed", reference, hypothesis)):
        distances[direction] = jumps.cover_distance(free, covered, jumps.COSTS[cost])
        penalties[direction] = (max(len(free) - len(covered), 0), jumps.miscoverage(free, covered, jumps.COSTS[cost]))
        length, coverage = penalties[direction]
        added = {"none": 0, "length": length, "coverage": coverage, "mean": Fraction(length + coverage, 2)}
        for penalty, value in added.items():
            got = one(hypothesis, reference, substitution=cost, direction=direction, penalty=penalty)
            assert got[0] == pytest.approx(float(distances[direction] + value), abs=1e-9)
    got = one(
        hypothesis,
        reference,
        substitution=cost,
        direction="maximum",
        penalty="length",
        per_weight=0.4,
        per_substitution=per_cost,
    )
    assert got[0] == pytest.approx(float(max(distances[way] + penalties[way][0] for way in distances)), abs=1e-9)
    assert got[2] == pytest.approx(float(jumps.bag_distance(hypothesis, reference, jumps.COSTS[per_cost])), abs=1e-9)


@pytest.mark.parametrize("length", [1, 63, 64, 65, 128, 129])
@pytest.mark.parametrize("n_words", [1, 3, 1000])
def test_texts_of_several_machine_words_join_without_a_seam(length: int, n_words: int) -> None:
    rng = np.random.default_rng(length * 1000 + n_words)
    words = [f"w{i}" for i in rng.integers(0, n_words, length)]
    cut = length // 2
    others = [words, words[cut:] + words[:cut], [*words, "w0"], [w if rng.random() < 0.7 else "z" for w in words]]
    for other in others:
        for hypothesis, reference in ((words, other), (other, words)):
            assert one(hypothesis, reference)[0] == jumps.cover_distance(hypothesis, reference)


@pytest.mark.parametrize("substitution", ["levenshtein", "prefix"])
@pytest.mark.parametrize("size", [1, 30, 90])
def test_the_cheapest_pairing_is_scipys(size: int, substitution: str) -> None:
    rng = np.random.default_rng(size)
    stems, endings = ["walk", "talk", "stalk", "w", "sleep", "slept"], ["", "s", "ed", "ing", "er"]
    a, b = (
        [stems[i] + endings[j] for i, j in rng.integers(0, 5, (n, 2))] for n in (size, size + int(rng.integers(0, 9)))
    )
    cost = jumps.COSTS[substitution]
    table = np.array([[float(cost(x, y)) for y in b] for x in a])
    expected = table[linear_sum_assignment(table)].sum() + len(b) - len(a)
    for hypothesis, reference in ((a, b), (b, a)):
        got = one(hypothesis, reference, per_weight=1, per_substitution=substitution)
        assert got[2] == pytest.approx(expected, abs=1e-8)


def test_costs_do_not_depend_on_what_was_computed_before() -> None:
    # more pairs than the table of costs holds, each met twice
    words = [f"{i:x}" for i in range(260)]
    data = TestSet(references=[[" ".join(words)] * 2], systems={"x": [" ".join(reversed(words))] * 2})
    statistics = measured(data, Cder(substitution="prefix", tokenize="none")).statistics
    expected = float(jumps.cover_distance(words[::-1], words, jumps.prefix_cost))
    assert statistics.scaled(statistics.values)[0, :, 0].tolist() == pytest.approx([expected] * 2, abs=1e-8)


few_words = st.lists(st.sampled_from("abcx"), max_size=6)


@given(hypothesis=few_words, reference=few_words)
def test_the_bounds_of_the_paper_hold_as_far_as_they_do(hypothesis: list[str], reference: list[str]) -> None:
    distance = one(hypothesis, reference)[0]
    exact = jumps.long_jump_distance(hypothesis, reference)
    assert distance <= levenshtein(hypothesis, reference)
    assert max(distance, len(hypothesis) - len(reference)) <= exact  # the paper's sum of the two is too large
    assert exact <= one(hypothesis, reference, penalty="coverage")[0]
    assert exact == jumps.long_jump_distance(reference, hypothesis)
    assert one(hypothesis, reference, per_weight=1)[2] <= levenshtein(hypothesis, reference)


def test_the_lower_bound_that_the_paper_prints_is_false() -> None:
    # one deletion of the exact path is one jump of the other: d_CD + lp_len = 2 > d_LJ = 1
    assert one(["a", "x", "b"], ["a", "b"])[0] + 1 == 2
    assert jumps.long_jump_distance(["a", "x", "b"], ["a", "b"]) == 1


@pytest.mark.parametrize(
    "options",
    [{}, {"substitution": "prefix", "per_weight": 0.5}, {"penalty": "coverage"}, {"direction": "maximum"}],
    ids=str,
)
def test_long_and_repetitive_texts_are_measured(options: dict[str, Any]) -> None:
    n = 100_000 if not options else 1000
    assert one(["a"] * n, ["a"] * (n - 10), **options)[0] <= n
    assert one(["a"] * n, ["b"] * n, **options)[0] == n


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"per_weight": 1.5}, "per_weight must be a number from 0 to 1, not 1.5"),
        ({"per_weight": float("nan")}, "per_weight must be"),
        ({"per_substitution": "prefix"}, "per_substitution needs a per_weight"),
        ({"substitution": "soundex"}, "Unknown substitution 'soundex'"),
        ({"tokenize": "13"}, "Unknown tokenizer"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Cder(**options)


def test_the_signature_shows_what_is_not_the_default() -> None:
    assert Cder().signature("1").startswith("nrefs:1|case:mixed|tok:13a|version:")
    metric = Cder(substitution="prefix", direction="reversed", penalty="mean", per_weight=0.4, per_substitution="equal")
    assert "|sub:prefix|dir:reversed|penalty:mean|per:0.4|persub:equal|" in metric.signature("1")
    assert "|reflen:average|" in Cder(reference_length="average").signature("2")
