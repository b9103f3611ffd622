"""Orders of equal BLEU: the paper's 40,320, all orders by hand, and ratings of outputs that BLEU scores alike."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.lab.papers.callisonburch2006.permutations import count_orders, reordered
from steelyard.metrics import Bleu
from steelyard.results import PaperTable, Replication
from steelyard.text import Corpus, Reading
from steelyard.types import OutputScores
from tests.golden import load_golden

METRICS = ["bleu", "chrf", "ter"]
WORDS = st.lists(st.sampled_from("abcd"), min_size=0, max_size=7).map(" ".join)


def table(found: Replication, name: str) -> PaperTable:
    return next(one for one in found.paper_tables if one.name == name)


def paper_hypothesis() -> tuple[list[list[str]], str]:
    case = next(case for case in load_golden("bleu") if case["id"] == "E06-1032-table-1-closest")
    return case["references"], case["hypotheses"][0]


def test_the_papers_hypothesis_has_40320_orders() -> None:
    references, hypothesis = paper_hypothesis()
    data = sy.TestSet(references, {"theirs": [hypothesis], "other": ["Orejuela appeared calm"]})
    found = sy.lab.replicate(sy.evaluate(data, ["bleu(lowercase=True)"]), "callisonburch2006")
    marked, other = table(found, "Variants").rows
    assert marked[:2] == (1, "40,320") and sorted(marked[2].replace("| ", "").split()) == sorted(other[2].split())
    [orders] = [row for row in table(found, "Section 3.1").rows if row[0] == "theirs"]
    assert 10 ** orders[3] == pytest.approx(40_320) and orders[2] == 7 and orders[5] == 0.0
    assert orders[7] == pytest.approx(100 * 2 / 18)  # when and taken
    scores = {row[1]: row[3] for row in table(found, "Equal BLEU, other texts").rows[:3]}
    assert scores == dict.fromkeys(("as given", "reordered", "and blanked"), pytest.approx(41.8372, abs=1e-4))


def test_its_phrases_are_those_that_the_paper_marks() -> None:
    references, hypothesis = paper_hypothesis()
    corpus = Corpus(sy.TestSet(references, {"theirs": [hypothesis]}))
    orders = count_orders(corpus.encode(Reading("13a", lowercase=True)))
    words = corpus.vocabulary.words()
    phrases = [" ".join(words[i] for i in phrase) for phrase in orders.phrases[0]]
    assert phrases == [
        "appeared calm", "when", "he was", "taken", "to the american plane", ",", "which will", "to miami , florida .",
    ]  # fmt: skip


def bleu_counts(text: str, references: list[str]) -> list[int]:
    data = sy.TestSet([[one] for one in references], {"x": [text]})
    [measured] = sy.metrics.measure(data, [Bleu(tokenize="none")])
    counts: list[int] = measured.statistics.values[0, 0].tolist()
    return counts


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
def test_no_order_of_the_phrases_loses_a_match(text: str, references: list[str]) -> None:
    corpus = Corpus(sy.TestSet([[one] for one in references], {"x": [text]}))
    encoded = corpus.encode(Reading())
    orders, words = count_orders(encoded), corpus.vocabulary.words()
    phrases = [tuple(words[i] for i in phrase) for phrase in orders.phrases[0]]
    assert " ".join(itertools.chain.from_iterable(phrases)) == text
    counts = bleu_counts(text, references)
    length, matched = counts[0], counts[3]
    assert orders.log_orders[0, 0] == pytest.approx(math.log(math.factorial(length - matched)))
    if len(phrases) > 5:
        return
    texts = set(itertools.permutations(phrases))
    assert orders.log_texts[0, 0] == pytest.approx(math.log(len(texts)))
    for order in texts:
        found = bleu_counts(" ".join(itertools.chain.from_iterable(order)), references)
        assert all(now >= then for now, then in zip(found, counts, strict=True))
    [drawn] = reordered(encoded, orders, 1)
    assert bleu_counts(" ".join(words[i] for i in drawn[0]), references) == counts


def test_drawn_orders_differ_by_seed_and_not_by_other_systems(example: sy.TestSet) -> None:
    whole = sy.lab.replicate(sy.evaluate(example, METRICS), "callisonburch2006", examples=3)
    alone = sy.evaluate(example.select(range(example.n_segments), example.system_names[:2]), METRICS)
    name = "Equal BLEU, other texts"
    assert table(whole, name).rows[:6] == table(sy.lab.replicate(alone, "callisonburch2006"), name).rows
    assert table(whole, name).rows[:6] != table(sy.lab.replicate(alone, "callisonburch2006", rng=2), name).rows
    rows = iter(table(whole, name).rows)
    for given_, other, blanked in zip(rows, rows, rows, strict=True):
        assert given_[3] == other[3] == blanked[3]
        assert other[2] > 50 and other[4] < given_[4] and blanked[4] < other[4]  # chrF sees it
        assert other[5] > given_[5]  # and TER
    assert len(table(whole, "Variants").rows) == 6


@pytest.fixture(scope="module")
def rated(example: sy.TestSet) -> tuple[OutputScores, ...]:
    rng = np.random.default_rng(4)
    values = rng.integers(1, 6, size=(5, 120)).astype(float)
    values[:, 100:] = np.nan
    fluency = rng.normal(size=(5, 110))
    names = example.system_names
    return OutputScores("adequacy", names, values), OutputScores("fluency", names, fluency)


@pytest.fixture(scope="module")
def held(example: sy.TestSet, rated: tuple[OutputScores, ...]) -> Replication:
    return sy.lab.replicate(
        sy.evaluate(example, ["bleu"]), "callisonburch2006", ratings=rated, unit="segment", n_resamples=300
    )


def test_r2_is_scipys_with_all_systems_and_without_one(
    example: sy.TestSet, rated: tuple[OutputScores, ...], held: Replication
) -> None:
    bleu = np.array([row.score for row in sy.evaluate(example, ["bleu"]).scores().scores])
    for one, row in zip(rated, table(held, "Section 4").rows, strict=True):
        mean = np.nanmean(one.values, axis=1)
        assert row[2] == pytest.approx(stats.pearsonr(bleu, mean).statistic ** 2)
        without = [stats.pearsonr(np.delete(bleu, i), np.delete(mean, i)).statistic ** 2 for i in range(5)]
        assert row[4] == pytest.approx(max(without)) and row[3] == example.system_names[int(np.argmax(without))]


def test_pairs_of_outputs_are_sorted_by_text_and_counts(
    example: sy.TestSet, rated: tuple[OutputScores, ...], held: Replication
) -> None:
    counts = Corpus(example)
    statistics = Bleu().statistics(counts).values
    texts = list(example.systems.values())
    apart: dict[str, list[float]] = {"the same text": [], "equal counts": [], "other counts": []}
    for a, b in itertools.combinations(range(5), 2):
        for i in range(100):
            if texts[a][i] == texts[b][i]:
                kind = "the same text"
            else:
                kind = "equal counts" if (statistics[a, i] == statistics[b, i]).all() else "other counts"
            apart[kind].append(abs(rated[0].values[a, i] - rated[0].values[b, i]))
    for kind, n, mean, *_ in table(held, "Table 4").rows:
        assert n == len(apart[kind]) and (not n or mean == pytest.approx(np.mean(apart[kind])))


def test_equal_pairs_are_those_that_compare_does_not_tell_apart(example: sy.TestSet, held: Replication) -> None:
    compared = sy.evaluate(example, ["bleu"]).compare(
        test="randomization", n_resamples=300, unit="segment", correction="none"
    )
    expected = {(row.system, row.against): row.p_value for row in compared.pairs if row.p_value > 0.05}
    found = {(row[0], row[1]): row[3] for row in table(held, "Equal BLEU, other ratings").rows}
    assert found == pytest.approx(expected) and found


def test_bad_input_is_refused(example: sy.TestSet, rated: tuple[OutputScores, ...]) -> None:
    with pytest.raises(SpecError, match="is about BLEU: name it among the metrics"):
        sy.lab.replicate(sy.evaluate(example, ["ter"]), "callisonburch2006")
    with pytest.raises(SpecError, match="whole number from 0 to 1,000"):
        sy.lab.replicate(sy.evaluate(example, ["bleu"]), "callisonburch2006", examples=-1)
    with pytest.raises(SpecError, match="people rated 2 of"):
        sy.lab.replicate(
            sy.evaluate(example, ["bleu"]),
            "callisonburch2006",
            ratings=[one.select(example.system_names[:2]) for one in rated],
        )
    with pytest.raises(SpecError, match="give ratings"):
        sy.lab.replicate(sy.evaluate(example, ["bleu"]), "callisonburch2006", ratings=[])


def test_systems_that_nobody_rated_are_named(example: sy.TestSet, rated: tuple[OutputScores, ...]) -> None:
    *kept, left = example.system_names
    found = sy.lab.replicate(
        sy.evaluate(example, ["bleu"]),
        "callisonburch2006",
        ratings=[one.select(kept) for one in rated],
        unit="segment",
        n_resamples=20,
    )
    assert found.method["left_out"] == [left]
    assert f"Without ratings, and left out beside people: {left}." in found.method["notes"]
