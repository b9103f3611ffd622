"""SSCN, PRS, MPR and DUPP against worked examples and the figures of the paper."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.metrics import Dupp, Metric, Mpr, Prs, Sscn, available, measure
from steelyard.reading.formats import read_word_alignments
from steelyard.text import Corpus
from steelyard.types import Link, TestSet
from tests.golden import load_golden
from tests.oracles.real_sets import lines_of
from tests.twins import source_features as twin
from tests.twins.parses import annotated_set, parse, score, short_parses

HARDLY = "I must hardly not do this ||| 0-0 1-1 2-1 1-2 2-2 4-4 3-5"
MUST_NOT = "I must not do this ||| 0-0 1-1 2-1 1-2 2-2 4-3 3-4"
sources = st.shared(st.integers(1, 4), key="source words")
aligned = sources.flatmap(twin.aligned_texts)


def value_of(metric: Metric, data: TestSet) -> tuple[float, list[float]]:
    """Return the score of the first system and its sums."""
    [measured] = measure(data, [metric])
    totals = measured.statistics.totals()
    return float(measured.scores(totals)[0]), measured.statistics.scaled(totals)[0].tolist()


@pytest.mark.parametrize("case", load_golden("source_features"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    options = dict(case["options"])
    metric = available()[options.pop("metric")](**options)
    n_source = 5 if metric.name == "sscn" else 4
    found, sums = value_of(metric, twin.aligned_set([case["hypotheses"]], case["references"], n_source))
    assert found == pytest.approx(case["expected"]["score"], abs=5.1e-7)
    assert sums == case["expected"].get("sums", sums)


@given(
    n=st.integers(1, 3),
    constraint=st.sampled_from(["none", "forward", "backward", "either", "both"]),
    per_word=st.booleans(),
    n_source=sources,
    hypothesis=aligned,
    references=st.lists(aligned, min_size=1, max_size=3),
)
def test_sscn_counts_what_the_figure_counts(
    n: int, constraint: Any, per_word: bool, n_source: int, hypothesis: str, references: list[str]
) -> None:
    data = twin.aligned_set([[hypothesis]], [[text] for text in references], n_source)
    found, sums = value_of(Sscn(n, constraint, per_word), data)
    hits = twin.hits(hypothesis, references, n, constraint, per_word, lambda a, b: float(a == b))
    lengths = len(twin.words(hypothesis)), sum(len(twin.words(text)) for text in references) / len(references)
    assert sums == pytest.approx([hits, *lengths], abs=1e-9)
    if lengths[0]:
        assert found == pytest.approx(hits / lengths[0] * min(1, lengths[0] / (lengths[1] or 1)), abs=1e-9)


def test_similar_words_are_worth_their_similarity(tmp_path: Path) -> None:
    path = tmp_path / "similar.tsv"
    path.write_text("a\tb\t0.25\nb\tc\t0.5\n")
    table = {("a", "b"): 0.25, ("b", "c"): 0.5}
    texts = "a b x ||| 0-0 1-1 2-2", "b c a ||| 0-0 1-1 2-2"
    for n in (1, 2):
        metric = Sscn(n, similarity=str(path))
        _, sums = value_of(metric, twin.aligned_set([[texts[0]]], [[texts[1]]], 3))
        expected = twin.hits(
            texts[0], [texts[1]], n, "forward", False, lambda a, b: 1.0 if a == b else table.get((a, b), 0)
        )
        assert sums[0] == expected > 0
    assert metric.label == "pSSCN1(2)"
    assert "|similarity:" in metric.signature("1")


@given(
    pick=st.sampled_from(["first", "last", "mean"]),
    n_source=sources,
    hypothesis=aligned,
    references=st.lists(aligned, min_size=1, max_size=3),
)
def test_order_is_scored_as_in_the_figures(pick: Any, n_source: int, hypothesis: str, references: list[str]) -> None:
    data = twin.aligned_set([[hypothesis]], [[text] for text in references], n_source)
    assert value_of(Prs(pick), data)[0] == pytest.approx(
        twin.reordering(hypothesis, references, n_source, pick), abs=1e-9
    )
    assert value_of(Mpr(pick), data)[0] == pytest.approx(twin.monotonicity(hypothesis, n_source, pick), abs=1e-9)


@given(hypothesis=short_parses(), references=st.lists(short_parses(), min_size=1, max_size=3))
def test_classes_of_words_share_the_unigram_precision(hypothesis: str, references: list[str]) -> None:
    data = annotated_set([[hypothesis]], [[text] for text in references])
    sums = {pos: value_of(Dupp(pos), data)[1] for pos in ("", "NOUN", "VERB")}
    known = {word.form for text in references for word in parse(text).words}
    words = parse(hypothesis).words
    for pos, (match, hyp_len, ref_len) in sums.items():
        assert match == sum(word.form in known and word.upos.startswith(pos) for word in words)
        assert hyp_len == len(words)
        assert ref_len == pytest.approx(sum(len(parse(text).words) for text in references) / len(references), abs=1e-9)
    assert sums[""][0] == sums["NOUN"][0] + sums["VERB"][0]


def test_letters_of_a_tag_stand_for_a_class() -> None:
    texts = ["dogs//NNS bark//VBP loudly//RB"], [["dogs//NN run//VB loudly//RB"]]
    scores = [score(Dupp(pos, tags="xpos"), *texts) for pos in ("N", "V", "R", "")]
    assert scores == pytest.approx([1 / 3, 0, 1 / 3, 2 / 3])


def test_explanations_show_what_counted() -> None:
    data = twin.aligned_set([[HARDLY]], [[MUST_NOT]], 5)
    explained = Sscn(2).explain_segment(Corpus(data))
    assert explained.links[0] == Link((0, 2), (0, 2), "exact")
    assert explained.notes[1] == "must hardly with must not (reference 1, from word 2): 0.5"
    assert (len(explained.links), explained.score, explained.parts["hits"]) == (4, 0.5, 3.0)
    crossed = twin.aligned_set([["a b ||| 0-1 1-0"]], [["b a ||| 0-0 1-1"]], 3)
    order = Prs().explain_segment(Corpus(crossed))
    assert order.notes == (
        "f0: word 2",
        "f1: word 1",
        "f2: nowhere",
        "not kept: f0 before f1",
        "not kept: f0 before f2",
        "not kept: f1 before f2",
    )
    assert (order.score, order.parts) == (0.0, {"kept": 0.0, "pairs": 3.0})
    assert Mpr().explain_segment(Corpus(crossed)).notes == order.notes
    words = annotated_set([["dogs//NOUN bark//VERB"]], [["dogs//NOUN sleep//VERB"]])
    assert Dupp().explain_segment(Corpus(words)).notes == ("found: dogs", "not found: bark")
    assert Dupp("VERB").explain_segment(Corpus(words)).score == 0.0


def test_what_is_missing_is_named() -> None:
    for metric, message in {
        Sscn(): "sscn needs word alignments of reference 1 with the source. Give files of every reference and system",
        Prs(): "prs needs the source text. Give it with --sources",
        Dupp(): "dupp needs parses of reference 1",
    }.items():
        with pytest.raises(DataError, match=message):
            metric.corpus_score(["a"], [["a"]])
    data = TestSet(references=[["a"]], systems={"x": ["a"]}, alignments={"reference 1": [[]], "system x": [[]]})
    with pytest.raises(DataError, match=r"sscn needs backward word alignments of reference 1 .* --backward-alignments"):
        measure(data, [Sscn(constraint="both")])
    with pytest.raises(DataError, match=r"dupp needs tags, but system s0, segment 1 has .* UPOS\. .* tags=xpos"):
        score(Dupp("N"), ["a/a"], [["a/a"]])
    with pytest.raises(SpecError, match="n must be from 1 to 9, not 0"):
        Sscn(0)


@pytest.mark.parametrize(("links", "shown"), [([(2, 0)], "2-0"), ([(0, 0), (1, 1)], "1-1")])
def test_links_beyond_the_words_are_named(links: list[tuple[int, int]], shown: str) -> None:
    data = TestSet(
        references=[["a"]], systems={"x": ["a"]}, sources=["f g"], alignments={"reference 1": [[]], "system x": [links]}
    )
    with pytest.raises(DataError, match=rf"alignments of system x, segment 1: the link {shown} goes beyond the words"):
        measure(data, [Sscn()])


@pytest.mark.real_data
@pytest.mark.parametrize("pair", ["enfr", "zhen"])
def test_an_aligners_links_on_real_text(test_data: Path, pair: str) -> None:
    folder = test_data / "data" / "word-align-gold" / pair
    source, target = (lines_of(folder / name) for name in ("src.tok", "tgt.tok"))
    links = read_word_alignments(folder / "awesome-align.align").links.pairs()
    data = TestSet(
        references=[target],
        systems={"copy": target},
        sources=source,
        alignments={"reference 1": links, "system copy": links},
    )
    plain, _ = value_of(Sscn(constraint="none"), data)
    constrained, sums = value_of(Sscn(), data)
    assert sums[0] == sum(len({j for _, j in row}) for row in links)  # words without a link never match
    assert 0.5 < constrained < plain == 1.0
    assert 0.2 < value_of(Mpr(), data)[0] < value_of(Prs(), data)[0] < 1
