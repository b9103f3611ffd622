"""Dependency F against worked examples and lists of triples."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.metrics import DependencyF, measure
from steelyard.metrics.parts.dependencies import match_synonyms, triples_of
from steelyard.reading.formats import read_conllu
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.oracles.real_sets import lines_of
from tests.twins import dependency_f as twin
from tests.twins.parses import annotated_set, measured, parse, score, short_parses

FEATURES = ("Number", "Person", "Tense")
flags = st.fixed_dictionaries({name: st.booleans() for name in ("labelled", "partial", "once")})
DOGS = "dogs/dog//2/nsubj/Number=Plur bark/bark//0/root/Tense=Pres"


def sets_of(classes: dict[str, set[int]]) -> Callable[[str], frozenset[int]]:
    return lambda word: frozenset(classes.get(word, ()))


@pytest.mark.parametrize("case", load_golden("dependency_f"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    found = measured(DependencyF(**case["options"]), [case["hypotheses"]], case["references"])
    assert found.statistics.values[0].sum(axis=0).tolist() == case["expected"]["counts"]
    assert found.scores(found.statistics.totals())[0] == pytest.approx(case["expected"]["score"], abs=5.1e-7)


@given(hypothesis=short_parses(), references=st.lists(short_parses(), min_size=2, max_size=4), once=st.booleans())
def test_the_jackknife_averages_over_references_left_out(hypothesis: str, references: list[str], once: bool) -> None:
    def recall(kept: list[str], kind: Any) -> float:
        metric = DependencyF(references=kind, measure="recall", average="segment", once=once)
        return score(metric, [hypothesis], [[text] for text in kept])

    left_out = [recall(references[:r] + references[r + 1 :], "union") for r in range(len(references))]
    assert recall(references, "jackknife") == pytest.approx(sum(left_out) / len(left_out), abs=1e-9)
    assert recall(references[:1], "jackknife") == recall(references[:1], "union")


@given(
    options=flags,
    measure_name=st.sampled_from(["f", "precision", "recall"]),
    features=st.sampled_from([(), FEATURES]),
    n_best=st.sampled_from([1, 3]),
    hypotheses=st.lists(short_parses(max_parses=3), min_size=2, max_size=2),
    references=st.lists(st.lists(short_parses(max_parses=2), min_size=2, max_size=2), min_size=1, max_size=3),
)
def test_counts_are_those_of_the_best_pair(
    options: dict[str, bool],
    measure_name: Any,
    features: tuple[str, ...],
    n_best: int,
    hypotheses: list[str],
    references: list[list[str | None]],
) -> None:
    if len(references) > 1:
        references[0][0] = None
    metric = DependencyF(**options, features=features, n_best=n_best, measure=measure_name)
    found = measured(metric, [hypotheses], references).statistics.values[0].tolist()
    for i, hypothesis in enumerate(hypotheses):
        lists = [
            [twin.triples(parse(one), features, **options) for one in (text or "").split(" || ")[:n_best]]
            for text in (hypothesis, *(reference[i] for reference in references if reference[i] is not None))
        ]
        expected = twin.best_counts(lists[0], [bag for bags in lists[1:] for bag in bags], measure_name)
        assert tuple(found[i]) == expected


@given(options=flags, references=st.lists(short_parses(), min_size=1, max_size=3), hypothesis=short_parses())
def test_the_union_puts_the_triples_of_all_references_together(
    options: dict[str, bool], references: list[str], hypothesis: str
) -> None:
    metric = DependencyF(**options, references="union", measure="recall")
    [found] = measured(metric, [[hypothesis]], [[text] for text in references]).statistics.values[0].tolist()
    union = [triple for text in references for triple in twin.triples(parse(text), FEATURES, **options)]
    union = list(dict.fromkeys(union)) if options["once"] else union
    ours = twin.triples(parse(hypothesis), FEATURES, **options)
    assert found == [twin.n_matched(ours, union), len(ours), len(union)]


@given(
    options=flags,
    texts=st.tuples(short_parses(max_length=4), short_parses(max_length=4)),
    classes=st.dictionaries(st.sampled_from("abcd"), st.sets(st.integers(0, 2)), max_size=4),
)
def test_with_synonyms_as_many_triples_as_possible_match(
    options: dict[str, bool], texts: tuple[str, str], classes: dict[str, set[int]]
) -> None:
    bags = [triples_of(parse(text), str.lower, features=FEATURES, **options) for text in texts]
    lists = [twin.triples(parse(text), FEATURES, **options) for text in texts]
    pairs = match_synonyms(*bags, sets_of(classes))

    def is_same(one: str, other: str) -> bool:
        return one == other or bool(classes.get(one, set()) & classes.get(other, set()))

    assert len(pairs) == twin.most_matched(*lists, is_same)
    for side, bag in enumerate(bags):
        assert Counter(pair[side] for pair in pairs) <= bag  # none is used more often than it is there


def test_synonyms_change_the_score_and_the_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fake:
        signature = "tsv-1234"
        sets_of = staticmethod(sets_of({"quit": {1, 2}, "resign": {2}}))

    monkeypatch.setattr("steelyard.metrics.parsed.dependency_f.read_synonyms", lambda path: Fake())
    texts = ["John/john//2/nsubj quit/quit//0/root"], [["John/john//2/nsubj resigned/resign//0/root"]]
    plain, wide = DependencyF(), DependencyF(synonyms="words.tsv")
    assert (score(plain, *texts), score(wide, *texts)) == (0.0, 1.0)
    assert "|syn:tsv-1234|" in wide.signature("1")
    explained = wide.explain_segment(Corpus(annotated_set([texts[0]], texts[1])))
    assert explained.notes == ("matched: nsubj(quit, john) with nsubj(resign, john)",)


def test_an_explanation_shows_matched_and_unmatched_triples() -> None:
    reference = "the/the//2/det dogs/dog//3/nsubj/Number=Plur bark/bark//0/root/Tense=Past"
    explained = DependencyF().explain_segment(Corpus(annotated_set([[DOGS]], [[None], [reference]])))
    assert (explained.hypothesis, explained.reference) == (("dogs", "bark"), ("the", "dogs", "bark"))
    assert explained.reference_number == 2
    assert explained.notes == (
        "matched: Number(dog, Plur)",
        "matched: nsubj(bark, dog)",
        "output only: Tense(bark, Pres)",
        "reference only: Tense(bark, Past)",
        "reference only: det(dog, the)",
    )
    assert explained.score == score(DependencyF(), [DOGS], [[None], [reference]]) == 4 / 7


def test_segments_can_be_averaged() -> None:
    texts = [DOGS, "a/a//0/root"], [[DOGS, "a/a//0/root b/b//1/obj"]]
    assert score(DependencyF(), *texts) == 6 / 7
    assert score(DependencyF(average="segment"), *texts) == 0.5
    assert DependencyF(average="segment").is_mean
    assert not DependencyF().is_mean


def test_two_texts_without_triples_are_perfect() -> None:
    assert score(DependencyF(), ["yes/yes//0/root"], [["yes/yes//0/root"]]) == 1.0
    assert score(DependencyF(), [""], [[""]]) == 1.0


def test_words_that_are_removed_take_their_triples_along() -> None:
    texts = [DOGS + " «/«//2/dep"], [[DOGS]]
    assert score(DependencyF(), *texts) == 6 / 7
    assert score(DependencyF(remove_punctuation=True), *texts) == 1.0


def test_without_parses_the_message_says_how_to_give_them() -> None:
    with pytest.raises(DataError, match=r"dependency-f needs parses of reference 1\. Give CoNLL-U files .* --parses"):
        DependencyF().corpus_score(["a"], [["a"]])
    with pytest.raises(DataError, match=r"needs dependencies, but parses of system s0, segment 1 has words without"):
        score(DependencyF(), ["a/a/NOUN"], [["a/a//0/root"]])


def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(SpecError, match="n_best must be 1 or more, not 0"):
        DependencyF(n_best=0)


@pytest.mark.real_data
@pytest.mark.parametrize("options", [{}, {"partial": True, "labelled": False}], ids=str)
def test_a_treebank_equals_itself_and_not_its_neighbours(test_data: Path, options: dict[str, Any]) -> None:
    folder = test_data / "data" / "ud-pud"
    text, parses = lines_of(folder / "en_pud.text.en"), read_conllu(folder / "en_pud.conllu.gz").segments
    moved = {"same": (text, parses), "next": (text[1:] + text[:1], parses[1:] + parses[:1])}
    data = TestSet(
        references=[text],
        systems={name: lines for name, (lines, _) in moved.items()},
        parses={"reference 1": parses, **{f"system {name}": trees for name, (_, trees) in moved.items()}},
    )
    [found] = measure(data, [DependencyF(**options)])
    same, neighbour = found.scores(found.statistics.totals())
    assert same == 1.0
    assert 0.01 < neighbour < 0.5
