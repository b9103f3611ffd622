"""The doors to a metric: corpus_score, sentence_score and measure."""

import copy
import pickle

import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.metrics import Bleu, measure, package_version
from steelyard.types import TestSet

HYPOTHESES = ["a b c d", "b c d e", "c d e f"]
REFERENCES = [["a b c d", "b c d", "c d e f g"], ["a b", "b c d e f", "c"]]


def test_references_are_read_by_segment_where_that_is_the_only_way() -> None:
    by_segment = [list(segment) for segment in zip(*REFERENCES, strict=True)]
    assert Bleu().corpus_score(HYPOTHESES, by_segment) == Bleu().corpus_score(HYPOTHESES, REFERENCES)


def test_references_by_segment_may_be_ragged() -> None:
    by_segment = [["a b c d"], ["b c d", "b c d e f"], ["c d e f g", "c", "d"]]
    by_reference = [["a b c d", "b c d", "c d e f g"], [None, "b c d e f", "c"], [None, None, "d"]]
    one, other = (Bleu().corpus_score(HYPOTHESES, references) for references in (by_segment, by_reference))
    assert one == other
    assert one.signature.startswith("nrefs:var|")


def test_shapes_that_fit_neither_reading_are_told_with_both() -> None:
    with pytest.raises(AlignmentError) as caught:
        Bleu().corpus_score(HYPOTHESES, [["a", "b"], ["c", "d"]])
    assert str(caught.value) == (
        "There are 3 hypotheses and 2 lists of references of length 2. They can be read neither as "
        "[reference][segment] (every list would have length 3) nor as [segment][reference] (there would be 3 lists)."
    )


def test_many_different_lengths_are_cut_short() -> None:
    with pytest.raises(AlignmentError, match=r"of length 1, 2, 4, …\."):
        Bleu().corpus_score(HYPOTHESES, [["a"], ["a"] * 2, ["a"] * 4, ["a"] * 5])


@pytest.mark.parametrize("references", ["a reference", ["a", "b", "c"], [None, ["a"]]], ids=repr)
def test_references_that_are_no_lists_are_refused(references: object) -> None:
    with pytest.raises(AlignmentError, match=r"^references must be a list of lists of strings.* pass \[references\]"):
        Bleu().corpus_score(HYPOTHESES, references)


def test_a_bare_hypothesis_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"^hypotheses must be a list of strings.* pass \[hypothesis\]"):
        Bleu().corpus_score("a b c", [["a b c"]])
    with pytest.raises(AlignmentError, match=r"^hypothesis must be one string, not list"):
        Bleu().sentence_score(["a b c"], ["a b c"])
    with pytest.raises(AlignmentError, match=r"^references must be a list of strings.* pass \[reference\]"):
        Bleu().sentence_score("a b c", "a b c")


def test_nothing_to_score_is_refused() -> None:
    with pytest.raises(DataError, match="There is no segment"):
        Bleu().corpus_score([], [[]])
    with pytest.raises(DataError, match="There is no reference"):
        Bleu().corpus_score([], [])
    with pytest.raises(DataError, match="There is no reference"):
        Bleu().sentence_score("a", [])


def test_a_sentence_is_a_corpus_of_one() -> None:
    assert Bleu().sentence_score("a b c d", ["a b c", "b c d"]) == Bleu().corpus_score(
        ["a b c d"], [["a b c"], ["b c d"]]
    )


def test_details_can_be_read_as_attributes_and_a_wrong_one_names_them_all() -> None:
    result = Bleu(max_ngram_order=1).corpus_score(HYPOTHESES, REFERENCES)
    assert result.counts == result.details["counts"]
    with pytest.raises(
        AttributeError, match=r"^CorpusScore of BLEU has no 'brevity'; details: counts, totals, precisions, bp"
    ):
        _ = result.brevity


def test_a_score_can_be_copied_and_pickled() -> None:
    result = Bleu().corpus_score(HYPOTHESES, REFERENCES)
    assert copy.deepcopy(result) == pickle.loads(pickle.dumps(result)) == result  # noqa: S301


def test_metrics_are_measured_in_the_given_order_and_none_twice() -> None:
    data = TestSet(references=REFERENCES, systems={"x": HYPOTHESES})
    metrics = [Bleu(max_ngram_order=2), Bleu(), Bleu(lowercase=True)]
    assert [measured.metric for measured in measure(data, metrics)] == [str(metric) for metric in metrics]
    with pytest.raises(SpecError, match=r"^The metric 'bleu\(lowercase=True\)' is given twice"):
        measure(data, [*metrics, Bleu(lowercase=True)])


def test_signatures_tell_our_own_options_where_they_are_used() -> None:
    def fields(metric: Bleu) -> list[str]:
        return metric.signature("2").split("|")

    end = f"version:sy.{package_version()}"
    assert fields(Bleu()) == ["nrefs:2", "case:mixed", "eff:no", "tok:13a", "smooth:exp", end]
    assert fields(Bleu(smooth_method="floor"))[4] == "smooth:floor[0.10]"
    assert fields(Bleu(smooth_method="add-k", smooth_value=0.5))[4] == "smooth:add-k[0.50]"
    assert fields(Bleu(smooth_method="exp", smooth_value=0.5))[4] == "smooth:exp"
    ours = Bleu(max_ngram_order=2, weights=(0.25, 0.75), reference_length="average")
    assert fields(ours)[5:] == ["order:2", "weights:0.25/0.75", "reflen:average", end]


def test_the_segment_metric_is_the_one_with_effective_order() -> None:
    assert Bleu(lowercase=True).segment_metric() == Bleu(lowercase=True, effective_order=True)


def test_the_target_language_chooses_a_tokenizer_only_where_none_is_given() -> None:
    assert Bleu(trg_lang="de").tokenizer_name == "13a"
    assert Bleu(trg_lang="zh", tokenize="char").tokenizer_name == "char"
