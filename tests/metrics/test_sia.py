"""SIA against worked examples, every chain there is, and its definition."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.metrics import Sia, measure
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import sia as twin
from tests.twins.corpora import Texts, segments_of, texts

TABLE = {("a", "b"): 0.5, ("b", "a"): 0.25, ("a", "c"): 0.125, ("z", "c"): 1.0, ("d", "a"): 0.3, ("e", "a"): 0.7}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("sia") / "similar.tsv"
    lines = ["# output, reference, similarity", "", "a\ta\t0.2", "q\ta\t0.9"]
    path.write_text("\n".join([*lines, *(f"{a}\t{b}\t{value}" for (a, b), value in TABLE.items())]) + "\n", "utf-8")
    return str(path)


@pytest.mark.parametrize("case", load_golden("sia"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    result = Sia(**case["options"]).corpus_score(case["hypotheses"], case["references"])
    assert result.score == pytest.approx(case["expected"]["score"], abs=1e-6)


@given(
    drawn=texts(("a", "b", "c", "d", "e"), max_length=8),
    decay=st.sampled_from([0.6, 1.0, 0.01]),
    schedule=st.sampled_from(["power", "square"]),
    is_soft=st.booleans(),
    n_threads=st.sampled_from([1, 3]),
)
def test_scores_are_those_of_the_definition(
    table: str, drawn: Texts, decay: float, schedule: Any, is_soft: bool, n_threads: int
) -> None:
    for iterative in (True, False) if schedule == "power" else (True,):
        options: dict[str, Any] = {"decay": decay, "schedule": schedule, "iterative": iterative}
        metric = Sia(tokenize="none", similarity=table if is_soft else "none", **options)
        [measured] = measure(drawn.test_set(), [metric], n_threads=n_threads)
        found = measured.statistics.scaled(measured.statistics.values.astype(np.float64))
        for system in range(len(drawn.systems)):
            expected = [
                twin.score(
                    hypothesis, [text for text in references if text is not None], TABLE if is_soft else {}, **options
                )
                for hypothesis, references in segments_of(drawn, system)
            ]
            np.testing.assert_allclose(found[system, :, 0], expected, rtol=0, atol=1e-8)


@given(drawn=texts(("a", "b", "c"), max_length=6, max_systems=1, max_references=1), is_soft=st.booleans())
def test_no_chain_is_worth_more_than_the_first_round(table: str, drawn: Texts, is_soft: bool) -> None:
    hypothesis, reference = drawn.systems[0][0].split(), drawn.references[0][0].split()
    similar = TABLE if is_soft else {}
    pairs = [
        (i, j)
        for i, word in enumerate(hypothesis, 1)
        for j, other in enumerate(reference, 1)
        if twin.similarity(word, other, similar)
    ]
    best = max(twin.value(chain, hypothesis, reference, similar) for chain in twin.chains(pairs))
    metric = Sia(tokenize="none", iterative=False, similarity=table if is_soft else "none")
    score = metric.sentence_score(" ".join(hypothesis), [" ".join(reference)]).score
    if hypothesis and reference:
        assert score == pytest.approx(best / len(hypothesis) * min(1, len(hypothesis) / len(reference)), abs=1e-8)


@given(drawn=texts(("a", "b", "c"), max_length=8, max_systems=1, is_ragged=False), is_soft=st.booleans())
def test_the_explanation_shows_the_rounds_of_the_definition(table: str, drawn: Texts, is_soft: bool) -> None:
    metric = Sia(tokenize="none", similarity=table if is_soft else "none")
    hypothesis, references = drawn.systems[0][0], [reference[0] for reference in drawn.references]
    data = TestSet(references=[[reference] for reference in references], systems={"x": [hypothesis]})
    explained = metric.explain_segment(Corpus(data))
    assert explained.score == metric.sentence_score(hypothesis, references).score
    similar = TABLE if is_soft else {}
    expected = twin.rounds(hypothesis.split(), [reference.split() for reference in references], similar)
    assert len(explained.notes) == len(expected)
    if expected:
        shown = expected[0][0]
        assert explained.reference_number == shown + 1
        pairs = sorted((i - 1, j - 1, n) for n, (r, _, chain) in enumerate(expected) if r == shown for i, j in chain)
        assert [(link.hypothesis[0], link.reference[0], link.chunk) for link in explained.links] == pairs


@pytest.mark.parametrize("seed", range(3))
def test_longer_texts_with_repeated_words_are_those_of_the_definition(seed: int) -> None:
    rng = np.random.default_rng(seed)
    hypothesis, reference, other = ([f"w{i}" for i in rng.integers(0, 5, n)] for n in (40, 35, 45))
    score = Sia(tokenize="none").sentence_score(" ".join(hypothesis), [" ".join(reference), " ".join(other)]).score
    expected = twin.score(hypothesis, [reference, other], {}, 0.6, "power", iterative=True)
    assert score == pytest.approx(expected, abs=1e-8)


def test_200_equal_words_are_aligned_at_once() -> None:
    assert Sia().sentence_score("a " * 200, ["a " * 200]).score == 1
    assert Sia().sentence_score("a " * 200, ["a " * 100]).score == 0.5


def test_outputs_with_too_many_pairs_are_refused_by_name() -> None:
    data = TestSet(references=[["x", "a " * 1025]], systems={"short": ["x", "a"], "long": ["x", "a " * 1025]})
    with pytest.raises(DataError, match="System long, segment 2 has more than 1,048,576 pairs"):
        measure(data, [Sia()])


@pytest.mark.parametrize(
    ("hypothesis", "references", "score"),
    [("", [""], 1.0), ("", ["a"], 0.0), ("a", [""], 0.0), ("", ["a b", ""], 1.0), ("a", ["", ""], 0.0)],
)
def test_empty_texts(hypothesis: str, references: list[str], score: float) -> None:
    assert Sia().sentence_score(hypothesis, references).score == score


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"decay": 0}, "decay must be a number above 0 and at most 1"),
        ({"decay": 1.5}, "decay must be"),
        ({"schedule": "square", "iterative": False}, "needs iterative=True"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Sia(**options)


@pytest.mark.parametrize("line", ["a\tb", "a\tb\tmany", "a\tb\t0", "a\tb\t1.5", "a\t\t0.5", "a\tb\tnan"])
def test_a_table_that_is_none_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "similar.tsv"
    path.write_text(f"a\tc\t0.5\n{line}\n", "utf-8")
    with pytest.raises(DataError, match=r"similar.tsv, line 2: expected a word"):
        Sia(similarity=str(path))


def test_a_pair_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "similar.tsv"
    path.write_text("a\tc\t0.5\na\tc\t0.4\n", "utf-8")
    with pytest.raises(DataError, match="line 2: the pair of 'a' and 'c' is there twice"):
        Sia(similarity=str(path))


def test_the_signature_names_the_content_of_the_table(tmp_path: Path) -> None:
    signatures = []
    for name, value in (("one.tsv", "0.5"), ("two.tsv", "0.5"), ("three.tsv", "0.4")):
        path = tmp_path / name
        path.write_text(f"a\tc\t{value}\n", "utf-8")
        signatures.append(Sia(similarity=str(path)).signature("1"))
    assert signatures[0] == signatures[1] != signatures[2]
    assert "|sim:" in signatures[0]
