"""ORANGE of metrics on lists made of the example's systems, and on the lists of Moses's tests."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import rankdata

import steelyard as sy
from steelyard.errors import AlignmentError, SpecError
from steelyard.lab.papers.orange2004.ranks import rank_oracles
from steelyard.reading.formats import read_moses_nbest
from steelyard.types import NBestLists
from tests.lab.papers.nbest import N_SEGMENTS, write_lists


@pytest.fixture
def lists(tmp_path: Path) -> NBestLists:
    return read_moses_nbest(write_lists(tmp_path))


@pytest.fixture
def references(example: sy.TestSet) -> sy.TestSet:
    return sy.TestSet(
        references=[reference[:N_SEGMENTS] for reference in example.references],
        systems={},
        documents=None if example.documents is None else example.documents[:N_SEGMENTS],
    )


def score(metric: str, text: str, references: list[str]) -> float:
    """Score one output, as a test set of one segment."""
    found = sy.metrics.measure(
        sy.TestSet(references=[[reference] for reference in references], systems={"one": [text]}),
        [sy.metrics.parse(metric).segment_metric()],
    )[0]
    value = float(found.scores(found.statistics.totals().astype(float))[0])
    return value if found.higher_is_better else -value


def distinct(lists: NBestLists, segment: int) -> list[str]:
    return list(dict.fromkeys(lists.texts[lists.offsets[segment] : lists.offsets[segment + 1]]))


@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_references_take_turns(lists: NBestLists, references: sy.TestSet, metric: str) -> None:
    found = rank_oracles(lists, references, metric)
    for segment in range(0, N_SEGMENTS, 6):
        texts = distinct(lists, segment)
        assert found.sizes[segment] == len(texts)
        both = [reference[segment] for reference in references.references]
        for own, other in ((0, 1), (1, 0)):
            scores = [score(metric, text, [both[other]]) for text in (both[own], *texts)]
            assert found.ranks[own, segment] == rankdata(-np.round(scores, 9))[0]


def test_a_metric_as_the_oracle(lists: NBestLists, references: sy.TestSet) -> None:
    found = rank_oracles(lists, references, "chrf", oracle="bleu", ties="worst")
    for segment in range(0, N_SEGMENTS, 6):
        texts, both = distinct(lists, segment), [reference[segment] for reference in references.references]
        gold, own = (np.round([score(metric, text, both) for text in texts], 9) for metric in ("bleu", "chrf"))
        expected = rankdata(-own, method="max")[gold == gold.max()]
        assert found.by_list[segment] == pytest.approx(expected.mean() / len(texts))
    itself = rank_oracles(lists, references, "bleu", oracle="bleu", ties="worst")
    n_best = (~np.isnan(itself.ranks)).sum(axis=0)
    assert np.nanmax(itself.ranks, axis=0).tolist() == n_best.tolist()


def test_documents_are_left_out_together(lists: NBestLists, references: sy.TestSet) -> None:
    singly = rank_oracles(lists, sy.TestSet(references=references.references, systems={}), "chrf")
    together = rank_oracles(lists, references, "chrf")
    assert together.value == singly.value
    assert together.interval != singly.interval


def test_what_is_refused(lists: NBestLists, references: sy.TestSet) -> None:
    one = sy.TestSet(references=references.references[:1], systems={})
    with pytest.raises(SpecError, match="one reference"):
        rank_oracles(lists, one, "bleu")
    assert rank_oracles(lists, one, "bleu", oracle="chrf").value > 0
    with pytest.raises(AlignmentError, match="n-best lists of 24"):
        rank_oracles(lists, references.select(range(5)), "bleu")
    with pytest.raises(SpecError, match="blue"):
        rank_oracles(lists, references, "blue")


def test_segments_with_fewer_references(lists: NBestLists, references: sy.TestSet) -> None:
    third = [None, *references.references[0][1:]]
    found = rank_oracles(lists, sy.TestSet(references=[*references.references, third], systems={}), "chrf")
    assert np.isnan(found.ranks[2, 0])
    assert not np.isnan(found.ranks[:2]).any()


@pytest.mark.real_data
def test_lists_of_moses(test_data: Path) -> None:
    """Where chrF and TER put the outputs that BLEU finds best: high, and far above chance."""
    folder = test_data / "data" / "moses-nbest-mert"
    lists = read_moses_nbest([folder / f"nbest.{number}.txt.gz" for number in range(1, 6)])
    references = sy.TestSet.from_files(references=[folder / "reference.en"], systems={})
    found = {metric: rank_oracles(lists, references, metric, oracle="bleu") for metric in ("bleu", "chrf", "ter")}
    assert found["bleu"].value < found["chrf"].value < 0.25
    assert found["ter"].value < 0.25
