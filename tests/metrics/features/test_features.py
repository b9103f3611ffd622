"""Parts of metrics as features: the figures of Kulesza and Shieber's nine, gaps, and texts in place of references."""

import math
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, SpecError
from steelyard.lab.questions.train.feature_sets import FEATURE_SETS

HYPOTHESIS = "the cat sat on mat"
REFERENCES = ["the cat sat on the mat", "a cat was sitting on the mat"]


def test_features_of_kulesza_and_shieber() -> None:
    names = FEATURE_SETS["kulesza-shieber"]
    found = [sy.metrics.parse(name).segment_metric().sentence_score(HYPOTHESIS, REFERENCES).score for name in names]
    assert found[:5] == pytest.approx([1, 3 / 4, 2 / 3, 1 / 2, 0])
    assert found[5:7] == pytest.approx([5 / 7, 5 / 6])  # the least and the greatest over the references
    assert found[7:] == pytest.approx([1 / 6, 1 / 6])


@pytest.mark.parametrize(("gap", "expected"), [(1, 2 / 3), (2, 1 / 2), (3, 0), (4, 0), (5, 0)])
def test_gaps_are_exact(gap: int, expected: float) -> None:
    metric = sy.metrics.parse(f"gap-bigram(gap={gap}, tokenize=none)")
    assert metric.sentence_score(HYPOTHESIS, REFERENCES[:1]).score == pytest.approx(expected)


def test_a_gap_of_none_is_a_bigram() -> None:
    gaps = sy.metrics.parse("gap-bigram(gap=0)").corpus_score([HYPOTHESIS, "a dog"], [[*REFERENCES[:1], "the dog"]])
    bigrams = sy.metrics.parse("part(metric=bleu, of=match_2, over=total_2)")
    assert gaps.score == bigrams.corpus_score([HYPOTHESIS, "a dog"], [[*REFERENCES[:1], "the dog"]]).score


def test_a_part_that_is_not_there_is_refused() -> None:
    with pytest.raises(SpecError, match="match_1"):
        sy.metrics.parse("part(metric=bleu, of=matches)")


def test_a_label_of_a_part_is_taken_with_the_options_of_its_metric() -> None:
    metric = sy.metrics.parse("part(metric='bleu(max_ngram_order=5, tokenize=none)', of=match_5, over=total_5)")
    assert metric.label == "match_5/total_5 of bleu(tokenize=none, max_ngram_order=5)"
    assert sy.metrics.parse(metric.label) == metric


def test_a_logarithm_has_a_floor_and_a_label_that_is_taken() -> None:
    metric = sy.metrics.parse("part(metric='bleu(tokenize=none)', of=match_4, over=total_4, log=True)")
    assert metric.sentence_score(HYPOTHESIS, REFERENCES[:1]).score == pytest.approx(math.log(1 / 2))
    assert metric.sentence_score("a dog ran off now", REFERENCES[:1]).score == pytest.approx(math.log(0.5 / 2))
    assert metric.sentence_score("the cat", REFERENCES[:1]).score == pytest.approx(math.log(0.5))
    assert sy.metrics.parse(metric.label) == metric


def test_another_text_takes_the_place_of_the_references(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text("a b c d\nx y z\n", encoding="utf-8")
    data = sy.TestSet(references=[["q", "q"]], systems={"s": ["a b c d", "x y"], "t": ["a", "z"]})
    other = sy.TestSet(references=[["a b c d", "x y z"]], systems=dict(data.systems))
    for name in ("bleu", "chrf", "ter", "meteor-2005(without=synonym)"):
        against = sy.evaluate(data, metrics=[f"against(metric='{name}', references='{path}')"]).scores()
        assert [row.score for row in against.scores] == [
            row.score for row in sy.evaluate(other, [name]).scores().scores
        ]
    path.write_text("a\n", encoding="utf-8")
    with pytest.raises(AlignmentError, match="has 1 lines, but there are 2 segments"):
        sy.evaluate(data, metrics=[f"against(references='{path}')"])


def test_scores_and_penalties_of_segments_are_parts_as_by_hand() -> None:
    """BLEU's penalty is exp(1 - 5/3) where 3 of 5 words stand; NIST's log2 5 bits a word go without theirs."""
    output, references = "the cat sat", ["the cat sat on mat"]
    penalty = sy.metrics.parse("part(metric=bleu, of=penalty, over=segments)")
    assert penalty.sentence_score(output, references).score == pytest.approx(math.exp(1 - 5 / 3))
    two = penalty.corpus_score([output, references[0]], [[references[0]] * 2])
    assert two.score == pytest.approx((1 + math.exp(1 - 5 / 3)) / 2)  # of segments, and not of their sums
    alone = sy.metrics.parse("part(metric=nist, of=score, over=penalty)").sentence_score(output, references)
    assert alone.score == pytest.approx(math.log2(5))
    smoothed = sy.metrics.parse("part(metric=bleu, of=match_2+segments, over=total_2+segments)")
    assert smoothed.sentence_score("the dog sat", references).score == pytest.approx(1 / 3)
    with pytest.raises(SpecError, match="penalty"):
        sy.metrics.parse("part(metric=ter, of=penalty, over=ref_length)")
