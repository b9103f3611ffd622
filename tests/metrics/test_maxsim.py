"""MAXSIM against worked examples and all ways to match."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.metrics import Maxsim
from steelyard.text import Corpus
from tests.golden import load_golden
from tests.twins import maxsim as twin
from tests.twins.parses import annotated_set, measured, parse, score, short_parses


class Fake:
    """Synonyms written as one=other."""

    def __init__(self, text: str) -> None:
        self.words = text.split("=")
        self.signature = "fake"

    def sets_of(self, word: str) -> frozenset[int]:
        return frozenset({1} if word in self.words else ())

    def same(self, one: str, other: str) -> bool:
        return one in self.words and other in self.words


@pytest.fixture(autouse=True)
def fake_synonyms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.metrics.maxsim.read_synonyms", Fake)


@pytest.mark.parametrize("case", load_golden("maxsim"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    metric = Maxsim(**case["options"])
    data = annotated_set([case["hypotheses"]], case["references"])
    explained = metric.explain_segment(Corpus(data))
    assert explained.score == pytest.approx(case["expected"]["score"], abs=5.1e-7)
    for n, weight in enumerate(case["expected"]["weights"], 1):
        weights = [float(note.rpartition(", ")[2]) for note in explained.notes if note.startswith(f"{n}-gram: ")]
        assert sum(weights) == pytest.approx(weight, abs=1e-5)
    assert score(metric, case["hypotheses"], case["references"]) == pytest.approx(explained.score, abs=1e-9)


@given(
    synonyms=st.sampled_from(["none", "a=b", "b=c=d"]),
    order=st.integers(1, 4),
    alpha=st.sampled_from([0.9, 0.5, 0.0]),
    strict=st.booleans(),
    hypothesis=short_parses(max_length=5),
    references=st.lists(short_parses(max_length=6), min_size=1, max_size=2),
)
def test_scores_are_those_of_the_best_matching(
    synonyms: str, order: int, alpha: float, strict: bool, hypothesis: str, references: list[str]
) -> None:
    metric = Maxsim(synonyms=synonyms, max_ngram_order=order, alpha=alpha, strict=strict, relations=("nsubj", "obl"))
    same = Fake(synonyms).same

    def relations(text: str) -> list[tuple[str, str, str]]:
        words = parse(text).words
        found = [(w.lemma, w.deprel.split(":")[0], w.head) for w in words if w.head]
        return [(child, kind, words[head - 1].lemma) for child, kind, head in found if kind in ("nsubj", "obl")]

    def alike(one: Any, other: Any) -> float:
        if one[1] != other[1]:
            return 0.0
        return (1 + sum(one[place] == other[place] or same(one[place], other[place]) for place in (0, 2))) / 3

    def expected(reference: str) -> float:
        ours, theirs = ([(w.lemma, w.upos) for w in parse(text).words] for text in (hypothesis, reference))
        components: list[float | None] = []
        for n in range(1, order + 1):
            sizes = [max(len(text) - n + 1, 0) for text in (ours, theirs)]
            total = twin.matched(ours, theirs, n, same) if all(sizes) else 0.0
            components.append(twin.f_mean(total, *sizes, alpha) if any(sizes) else None)
        left, right = relations(hypothesis), relations(reference)
        total = twin.best_total(left, right, alike)
        components.append(twin.f_mean(total, len(left), len(right), alpha) if left or right else None)
        return twin.average(components, strict=strict)

    found = score(metric, [hypothesis], [[text] for text in references])
    assert found == pytest.approx(sum(map(expected, references)) / len(references), abs=1e-9)


def test_relations_know_equal_words_without_a_resource() -> None:
    texts = ["dogs/dog/NOUN/2/nsubj bark/bark/VERB/0/root"], [["dogs/dog/NOUN/2/nsubj howl/howl/VERB/0/root"]]
    explained = Maxsim(relations=("nsubj", "obj")).explain_segment(Corpus(annotated_set([texts[0]], texts[1])))
    assert "relation: nsubj(bark, dog) with nsubj(howl, dog), 0.666667" in explained.notes
    assert explained.parts["relation"] == pytest.approx(2 / 3)
    assert (explained.hypothesis, explained.reference_number) == (("dogs", "bark"), 1)


def test_references_are_averaged() -> None:
    texts = ["a/a/NOUN"], [["a/a/NOUN"], ["b/b/VERB"], [None]]
    assert score(Maxsim(), *texts) == 0.5


def test_tokens_without_letters_or_digits_are_left_out() -> None:
    assert score(Maxsim(), ["a/a/NOUN ,/,/PUNCT"], [["«/«/PUNCT a/a/NOUN"]]) == 1.0


def test_tags_and_casing_are_options() -> None:
    texts = ["A/A/NOUN"], [["a/a/NOUN"]]
    assert (score(Maxsim(), *texts), score(Maxsim(lowercase=False), *texts)) == (1.0, 0.5)
    assert (
        Maxsim(tags="xpos", synonyms="a=b", relations=("obj",))
        .signature("1")
        .startswith("nrefs:1|case:lc|tags:xpos|syn:fake|relations:obj|")
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 1.5}, "alpha must be from 0 to 1, not 1.5"),
        ({"max_ngram_order": 0}, "max_ngram_order must be from 1"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Maxsim(**options)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(DataError, match=r"maxsim needs parses of reference 1\."):
        Maxsim().corpus_score(["a"], [["a"]])
    with pytest.raises(
        DataError, match=r"needs tags, but reference 1, segment 1 has words without UPOS\. .* tags=xpos"
    ):
        measured(Maxsim(), [["a/a"]], [["a/a"]])
