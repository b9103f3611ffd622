"""A metric on rewritten references: each system has its own, and the metric does not know."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.metrics import Bleu, Chrf, Paraphrased, measure, parse
from steelyard.text import Corpus
from steelyard.types import TestSet


@pytest.fixture
def synonyms(tmp_path: Path) -> str:
    path = tmp_path / "synonyms.tsv"
    path.write_text("difficult\thard\nhome\tplace\n", "utf-8")
    return str(path)


@pytest.fixture
def contexts(tmp_path: Path) -> str:
    path = tmp_path / "contexts.txt"
    hard = [f"It is hard to say w{i}." for i in range(20)]
    other = [f"Far from w{i}, we went." for i in range(20)]
    place = [f"They take place at w{i}." for i in range(20)]
    path.write_text("\n".join(hard + other + place) + "\n", "utf-8")
    return str(path)


DATA = TestSet(
    references=[["Far from home, it is difficult to say.", "a b"], [None, "b a"]],
    systems={"near": ["It is hard to take place.", "a b"], "far": ["It is simple.", "b"]},
)
REWRITTEN = "Far from place, it is hard to say."


@pytest.mark.parametrize("inner", ["bleu(tokenize=none)", "chrf(word_order=2)", "ter", "homola", "nist"])
def test_each_system_is_compared_with_its_own_references(synonyms: str, inner: str) -> None:
    [found] = measure(DATA, [Paraphrased(metric=inner, synonyms=synonyms)])
    for system, first in (("near", REWRITTEN), ("far", DATA.references[0][0])):
        own = TestSet(references=[[first, "a b"], [None, "b a"]], systems={system: DATA.systems[system]})
        [expected] = measure(own, [parse(inner)])
        s = DATA.system_names.index(system)
        np.testing.assert_allclose(
            found.statistics.scaled(found.statistics.values[s].astype(float)),
            expected.statistics.scaled(expected.statistics.values[0].astype(float)),
            atol=1e-8,
        )
        assert found.scores(found.statistics.totals())[s] == pytest.approx(
            expected.scores(expected.statistics.totals())[0]
        )


def test_words_are_put_in_where_a_text_says_that_they_fit(synonyms: str, contexts: str) -> None:
    metric = Paraphrased(metric="wer", synonyms=synonyms, contexts=contexts, min_occurrences=10)
    corpus = Corpus(DATA.select([0], systems=["near"]))
    explained = metric.explain_segment(corpus)
    # "place" never follows "from" in the text, "hard" always follows "is"
    assert " ".join(explained.reference).lower() == "far from home, it is hard to say."
    assert explained.notes[-1] == "reference 1: hard for difficult"
    strict = Paraphrased(metric="wer", synonyms=synonyms, contexts=contexts)
    assert "hard" not in strict.explain_segment(corpus).reference  # 20 sentences are too few by default


def test_without_a_dictionary_it_is_the_metric() -> None:
    with_it, without = (measure(DATA, [metric])[0].statistics for metric in (Paraphrased(), Bleu()))
    assert np.array_equal(with_it.values, without.values)


def test_what_is_said_of_it_is_what_is_said_of_the_metric(synonyms: str, contexts: str) -> None:
    metric = Paraphrased(metric="ter(normalized=True)", synonyms=synonyms, contexts=contexts)
    inner = parse("ter(normalized=True)")
    assert (metric.higher_is_better, metric.bounds, metric.scale, metric.stat_names) == (
        inner.higher_is_better,
        inner.bounds,
        inner.scale,
        inner.stat_names,
    )
    assert metric.label == "TER-para"
    signature = metric.signature("1")
    assert "|of:ter(normalized=True)|" in signature
    assert "|norm:yes|" in signature
    assert "|syn:synonyms.tsv#" in signature
    assert "|contexts:" in signature
    assert parse(str(metric)) == metric
    assert Paraphrased(metric="bleu").segment_metric() == Paraphrased(metric=str(Bleu().segment_metric()))


def test_options_that_every_metric_has_reach_the_metric_inside() -> None:
    outside = Paraphrased(metric="chrf", unicode_form="NFC", remove_punctuation=True)
    inside = Chrf(unicode_form="NFC", remove_punctuation=True)
    assert outside.inner == inside


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metric": "blue"}, "Unknown metric 'blue'"),
        ({"metric": "paraphrased"}, "wraps a metric that scores by itself, not paraphrased"),
        ({"contexts": "some.txt"}, "needs synonyms=FILE"),
        ({"min_occurrences": 0}, "min_occurrences must be at least 1"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Paraphrased(**options)


def test_without_synonyms_nothing_is_rewritten_or_noted() -> None:
    metric = Paraphrased(metric="bleu")
    assert metric.changed(Corpus(DATA)) is None and metric.change_notes(Corpus(DATA)) == ()
