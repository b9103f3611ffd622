"""TER against the slow twins, its worked examples, and what its alignments claim."""

from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, SpecError
from steelyard.metrics import Ter, measure, parse
from steelyard.metrics.edit_rates.ter import TerVariant
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import edits
from tests.twins import ter as twin
from tests.twins.corpora import Texts, texts

VARIANTS = get_args(TerVariant)
each_variant = pytest.mark.parametrize("variant", VARIANTS)


def words_of(n: int, size: int, rng: np.random.Generator) -> list[str]:
    return [f"w{i}" for i in rng.integers(0, n, size)]


def shuffled_blocks(words: list[str], n_moves: int, rng: np.random.Generator) -> list[str]:
    """Move blocks about, as a translation in another order has them."""
    for _ in range(n_moves if words else 0):
        start, length = int(rng.integers(len(words))), int(rng.integers(1, 14))
        words = twin.moved(words, start, min(length, len(words) - start), int(rng.integers(-start, len(words))))
    return words


@st.composite
def pairs(draw: st.DrawFn, longest: int) -> tuple[list[str], list[str]]:
    """Draw a hypothesis and a reference, related or not; 60 words are where both beams bind."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    shapes = [(1, 12), (2, 8), (2, 16), (4, 20), (12, 30), (40, 60), (90, 90)]
    n_words, most = draw(st.sampled_from([shape for shape in shapes if shape[1] <= longest]))
    reference = words_of(n_words, draw(st.integers(0, most)), rng)
    if draw(st.booleans()):
        hypothesis = shuffled_blocks(list(reference), draw(st.integers(0, 4)), rng)
        hypothesis = [word if rng.random() < 0.8 else "new" for word in hypothesis if rng.random() < 0.9]
    else:
        hypothesis = words_of(n_words, draw(st.integers(0, most)), rng)
    return hypothesis, reference


def edits_of(hypothesis: list[str], reference: list[str], variant: str) -> float:
    metric = Ter(case_sensitive=True, variant=variant)
    return metric.sentence_score(" ".join(hypothesis), [" ".join(reference)]).num_edits


@each_variant
@given(pair=pairs(longest=30))
@settings(deadline=None, max_examples=10)
def test_edits_are_those_of_the_plain_search(variant: TerVariant, pair: tuple[list[str], list[str]]) -> None:
    assert edits_of(*pair, variant) == twin.VARIANTS[variant](*pair)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "n_edits"),
    [("aabbbbab", "abbababb", 2), ("bdaeb", "aabebee", 5), ("cbaccb", "cabcbc", 2)],
)
def test_tercom_shifts_no_block_whose_words_all_match(hypothesis: str, reference: str, n_edits: int) -> None:
    """One such shift would make the first pair equal; one in the last would spoil the two that do."""
    pair = list(hypothesis), list(reference)
    assert edits_of(*pair, "tercom") == twin.tercom_ter(*pair) == n_edits


@pytest.mark.slow
@each_variant
@given(pair=pairs(longest=90))
def test_edits_of_many_more_pairs_are_those_of_the_plain_search(
    variant: TerVariant, pair: tuple[list[str], list[str]]
) -> None:
    assert edits_of(*pair, variant) == twin.VARIANTS[variant](*pair)


SIZES = [(1, 30), (1, 49), (1, 50), (1, 51), (3, 131), (2, 140), (60, 3), (24, 24)]
LARGE_SIZES = [pytest.param(*sizes, marks=pytest.mark.slow) for sizes in [(63, 64), (64, 65), (70, 129)]]


@each_variant
@pytest.mark.parametrize(("hypothesis_size", "reference_size"), [*SIZES, *LARGE_SIZES])
def test_edits_do_not_jump_where_another_table_takes_over(
    variant: TerVariant, hypothesis_size: int, reference_size: int
) -> None:
    rng = np.random.default_rng(hypothesis_size * 1000 + reference_size)
    hypothesis, reference = words_of(60, hypothesis_size, rng), words_of(60, reference_size, rng)
    assert edits_of(hypothesis, reference, variant) == twin.VARIANTS[variant](hypothesis, reference)


@each_variant
@pytest.mark.parametrize("n_words", [2, 4, 6])
def test_shifts_are_found_beside_a_reference_more_than_fifty_times_as_long(variant: TerVariant, n_words: int) -> None:
    names = [f"n{i}" for i in range(n_words)]
    reference = words_of(9, 52 * n_words, np.random.default_rng(n_words))
    reference[0] = names[0]
    reference[60::52] = names[1:]  # where the beam has them before the shift of the first word, and after
    last_first = [*names[1:], names[0]]
    for hypothesis in (last_first, names[::-1], names[n_words // 2 :] + names[: n_words // 2]):
        assert edits_of(hypothesis, reference, variant) == twin.VARIANTS[variant](hypothesis, reference)
    if variant == "sacrebleu":
        assert edits_of(last_first, reference, variant) == len(reference) - n_words + 1


@given(drawn=texts(max_length=12), n_threads=st.sampled_from([1, 3]))
def test_the_reference_with_fewest_edits_counts_and_the_mean_length(drawn: Texts, n_threads: int) -> None:
    [measured] = measure(drawn.test_set(), [Ter()], n_threads=n_threads)
    stats = measured.statistics.scaled(measured.statistics.values.astype(float))
    for s, system in enumerate(drawn.systems):
        for i, hypothesis in enumerate(system):
            present = [reference[i].split() for reference in drawn.references if reference[i] is not None]
            assert stats[s, i, 0] == min(twin.sacrebleu_ter(hypothesis.split(), words) for words in present)
            assert stats[s, i, 1] == pytest.approx(np.mean([len(words) for words in present]), abs=2.0**-32)


@each_variant
@given(pair=pairs(longest=90))
def test_shifts_and_operations_give_the_reference(variant: TerVariant, pair: tuple[list[str], list[str]]) -> None:
    hypothesis, reference = pair
    metric = Ter(variant=variant, case_sensitive=True)
    found = metric.align(" ".join(hypothesis), ["some words that are far off", None, " ".join(reference)])
    words = list(found.hypothesis)
    for shift in found.shifts:
        assert 0 < shift.length <= 10
        assert shift.start != shift.target
        words = shift.apply(words)
    assert tuple(words) == found.shifted_hypothesis
    assert tuple(twin.replay(words, found.operations, found.reference_words)) == found.reference_words
    assert found.num_edits == metric.sentence_score(" ".join(hypothesis), [" ".join(found.reference_words)]).num_edits
    assert found.reference == (
        2 if edits_of(hypothesis, reference, variant) < edits_of(hypothesis, FAR, variant) else 0
    )


FAR = ["some", "words", "that", "are", "far", "off"]


@each_variant
@given(drawn=texts(max_systems=1, max_references=1, max_length=20))
def test_shifts_never_cost_more_than_they_save(variant: TerVariant, drawn: Texts) -> None:
    for hypothesis, reference in zip(drawn.systems[0], drawn.references[0], strict=True):
        one, other = hypothesis.split(), (reference or "").split()
        n_shared = sum(min(one.count(word), other.count(word)) for word in set(one))
        n_edits = edits_of(one, other, variant)
        assert max(len(one), len(other)) - n_shared <= n_edits <= edits.distance(one, other)


@each_variant
def test_long_and_repetitive_segments_end(variant: TerVariant) -> None:
    rng = np.random.default_rng(1)
    same, other = ["a"] * 100_000, ["a"] * 50_000 + ["b"] + ["a"] * 49_000
    assert edits_of(same, same[:50_000], variant) == 50_000
    assert edits_of(other, ["b", *same[:99_000]], variant) == 2
    assert edits_of(["a"], ["b"] * 100_000 + ["a"], variant) == 100_000
    assert edits_of(words_of(3, 5000, rng), ["c"] * 5000, variant) == 5000


def test_systems_with_equal_output_share_the_search() -> None:
    references = [["a b c d", "b c"], ["d a b", "x"]]
    data = TestSet(references=references, systems={"x": ["d a b c", "c b"], "y": ["d", "c b"], "z": ["d a b c", "b c"]})
    [measured] = measure(data, [Ter()])
    assert measured.statistics.values[..., 0].tolist() == [[1, 1], [2, 1], [1, 0]]


@pytest.mark.parametrize("case", load_golden("ter"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    result = Ter(**case["options"]).corpus_score(case["hypotheses"], case["references"])
    assert (result.num_edits, result.ref_length) == (case["expected"]["num_edits"], case["expected"]["ref_length"])
    assert round(result.score, 2) == case["expected"]["score"]


def test_tercom_reads_text_as_java_does() -> None:
    tercom, sacrebleu = Ter(variant="tercom"), Ter()
    assert tercom.align("a\u00a0b", ["a b"]).num_edits == 2  # a no-break space is no white space there
    assert sacrebleu.align("a\u00a0b", ["a b"]).num_edits == 0
    assert Ter(variant="tercom", normalized=True).align("<skipped>a", ["a"]).num_edits == 0
    assert Ter(normalized=True).align("<skipped>a", ["a"]).num_edits == 3
    without = Ter(variant="tercom", no_punct=True)
    assert without.sentence_score("a", ["."]).ref_length == 1  # a word of no letters
    assert without.sentence_score(". a", ["a"]).num_edits == 1
    assert Ter(no_punct=True).sentence_score(". a", ["a"]).num_edits == 0
    kana = Ter(variant="tercom", normalized=True, asian_support=True)
    assert len(kana.align("わたしはアメリカ人です", ["x"]).hypothesis) == 4
    assert len(Ter(normalized=True, asian_support=True).align("わたしはアメリカ人です", ["x"]).hypothesis) == 3


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(SpecError, match="tercom"):
        Ter(variant="terp")
    with pytest.raises(AlignmentError, match="list of strings"):
        Ter().align("a", "b")
    with pytest.raises(AlignmentError):
        Ter().align("a", [None])
    assert parse("ter(variant=tercom, normalized=True)") == Ter(variant="tercom", normalized=True)


@settings(max_examples=60)
@given(pair=pairs(20), seed=st.integers(0, 2**32))
def test_edits_with_costs_are_the_cheapest_of_the_orders_on_the_way(
    pair: tuple[list[str], list[str]], seed: int
) -> None:
    """Over the shifts that the search makes; what turns the text into the reference is a plain table's."""
    prices = np.random.default_rng(seed).integers(0, 9, 4) / 4
    words, reference = pair
    data = TestSet(references=[[" ".join(reference)]], systems={"x": [" ".join(words)]})
    [found] = measure(data, [Ter(costs=tuple(prices.tolist()))])
    cost, ref_length, *counts = found.statistics.scaled(found.statistics.values.astype(float))[0, 0].tolist()
    orders = [words]
    for shift in Ter().align(" ".join(words), [" ".join(reference)]).shifts:
        orders.append(shift.apply(orders[-1]))
    insertion, deletion, substitution, of_shift = prices.tolist()
    least = min(
        twin.cheapest(order, reference, insertion, deletion, substitution) + k * of_shift
        for k, order in enumerate(orders)
    )
    assert (cost, ref_length) == (least, len(reference))
    assert np.dot(counts, prices) == cost
    assert counts[0] - counts[1] == len(words) - len(reference)


@settings(max_examples=60)
@given(drawn=texts())
def test_edits_that_all_cost_one_are_those_of_ter(drawn: Texts) -> None:
    plain, counted = (
        found.statistics.scaled(found.statistics.values.astype(float))
        for found in measure(drawn.test_set(), [Ter(), Ter(costs=(1, 1, 1, 1))])
    )
    assert (counted[..., :2] == plain).all()
    assert (counted[..., 2:].sum(axis=-1) == plain[..., 0]).all()


def test_edits_with_costs_as_by_hand() -> None:
    """Words too many for nothing; and a block that stays where a shift is dear."""
    free = parse("ter(costs=(0, 1, 1, 1))").corpus_score(["so the cat sat down"], [["the cat sat"]])
    assert (free.score, free.cost, free.insertions) == (0, 0, 2)
    swapped, reference = ["on the mat the cat sat"], [["the cat sat on the mat"]]
    assert parse("ter(costs=(1, 1, 1, 0.5))").corpus_score(swapped, reference).cost == 0.5
    dear = parse("ter(costs=(0.25, 1, 2, 9))").corpus_score(swapped, reference)
    assert (dear.shifts, dear.insertions, dear.deletions, dear.cost) == (0, 3, 3, 3.75)
    with pytest.raises(SpecError, match="leave costs out"):
        Ter(costs=(1, 1, 1, 2)).align("a", ["b"])
    for wrong in ((1, 1, 1), (1, 1, 1, -1), (1, 1, 1, float("nan"))):
        with pytest.raises(SpecError, match="costs must be four numbers from 0 to 1,000"):
            Ter(costs=wrong)
