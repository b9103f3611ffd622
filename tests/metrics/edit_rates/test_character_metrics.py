"""CharacTER and EED against worked examples and their slow twins."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import CharacterTer, Eed
from steelyard.metrics.base import MeanMetric
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import characters
from tests.twins.corpora import WILD_WORDS, Texts, texts

METRICS = {"character-ter": CharacterTer, "eed": Eed}


def scores_of(metric: MeanMetric, hypotheses: list[str], references: list[str], n_threads: int = 1) -> list[float]:
    data = TestSet(references=[references], systems={"x": hypotheses})
    scores: list[float] = metric.segment_scores(Corpus(data, n_threads))[0].tolist()
    return scores


@pytest.mark.parametrize("case", load_golden("characters"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    options = dict(case["options"])
    metric = METRICS[options.pop("metric")](**options)
    [references] = case["references"]
    expected = case["expected"]
    scores = scores_of(metric, case["hypotheses"], references)
    if "segments" in expected:
        assert scores == pytest.approx(expected["segments"], abs=expected["abs"], rel=0)
    assert sum(scores) / len(scores) == pytest.approx(expected["score"], abs=expected["abs"], rel=0)


WORDS = ("a", "bb", "ccc", "ab", "Z", "é")
lines = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)


@given(pairs=st.lists(st.tuples(lines, lines), min_size=1, max_size=3), n_threads=st.sampled_from([1, 3]))
def test_characters_are_edited_after_shifts_as_in_the_twin(pairs: list[tuple[str, str]], n_threads: int) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    expected = [characters.character_ter(*pair) for pair in pairs]
    assert scores_of(CharacterTer(), hypotheses, references, n_threads) == expected


@given(lines, st.permutations("abcdefgh").map(" ".join), st.permutations("abcdefghi").map(" ".join))
def test_words_in_other_orders_are_shifted_as_in_the_twin(inserted: str, hypothesis: str, reference: str) -> None:
    hypothesis = f"{hypothesis[:7]} {inserted} {hypothesis[7:]}"
    assert scores_of(CharacterTer(), [hypothesis], [reference]) == [characters.character_ter(hypothesis, reference)]


eed_lines = st.lists(st.sampled_from([*WILD_WORDS, *"ab .,1 "]), max_size=12).map(" ".join) | st.text(
    "ab .", max_size=30
)


@given(hypothesis=eed_lines, reference=eed_lines, is_exact=st.booleans())
def test_extended_edits_are_those_of_the_twin(hypothesis: str, reference: str, is_exact: bool) -> None:
    expected = characters.eed(*map(characters.prepare_english, (hypothesis, reference)), is_exact=is_exact)
    metric = Eed(implementation="python" if is_exact else "native")
    assert scores_of(metric, [hypothesis], [reference]) == [expected]


cost = st.sampled_from([0.0, 0.1, 0.5, 1.0, 3.0])


@given(hypothesis=eed_lines, reference=eed_lines, alpha=cost, rho=cost, deletion=cost, insertion=cost)
def test_other_costs_are_those_of_the_twin(hypothesis: str, reference: str, **costs: float) -> None:
    expected = characters.eed(*map(characters.prepare_english, (hypothesis, reference)), **costs)
    assert scores_of(Eed(**costs), [hypothesis], [reference]) == [expected]


@pytest.mark.parametrize("metric", [CharacterTer(), Eed()], ids=str)
@given(drawn=texts(("a", "bb", "é ."), max_length=5))
def test_of_several_references_the_lowest_score_counts(metric: MeanMetric, drawn: Texts) -> None:
    together = metric.segment_scores(Corpus(drawn.test_set()))
    for s, system in enumerate(drawn.systems):
        for i, hypothesis in enumerate(system):
            present = [reference[i] for reference in drawn.references if reference[i] is not None]
            single = [scores_of(metric, [hypothesis], [reference])[0] for reference in present]
            assert together[s, i] == min(single)


@pytest.mark.parametrize("metric", [CharacterTer(), Eed()], ids=str)
def test_long_and_repetitive_texts_are_scored(metric: MeanMetric) -> None:
    n = 5000
    rows = [("a " * n, "a " * (n - 7)), ("a" * n, "b" * n), ("\u200b" * n, "\u0301" * n), ("\u05d0 " * 9, "b " * n)]
    scores = np.array(scores_of(metric, *map(list, zip(*rows, strict=True))))
    assert ((scores > 0) & (scores <= 1)).all()


@pytest.mark.parametrize("metric", [CharacterTer(lowercase=True), Eed(lowercase=True)], ids=str)
def test_case_can_be_lowered(metric: MeanMetric) -> None:
    assert metric.sentence_score("The CAT", ["the cat"]).score == 0
    assert type(metric)().sentence_score("The CAT", ["the cat"]).score > 0


@pytest.mark.parametrize("option", ["alpha", "rho", "deletion", "insertion"])
@pytest.mark.parametrize("value", [-0.1, float("nan"), float("inf"), 2e6])
def test_costs_out_of_range_are_refused(option: str, value: float) -> None:
    with pytest.raises(SpecError, match=f"{option} must be a number from 0 to 1000000"):
        Eed(**{option: value})


def test_signatures_show_what_is_not_the_default() -> None:
    assert Eed().signature("1").startswith("nrefs:1|case:mixed|tok:eed-en|version:")
    metric = Eed(language="ja", alpha=1.5, rho=0, implementation="python")
    assert "|tok:eed-ja|alpha:1.5|rho:0|impl:python|" in metric.signature("1")
    assert CharacterTer(lowercase=True).signature("1").startswith("nrefs:1|case:lc|tok:none|version:")
