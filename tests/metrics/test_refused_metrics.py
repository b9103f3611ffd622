"""Metrics that cannot be, and texts that they cannot score: every sentence says what was given, and what would do."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import SteelyardError
from steelyard.metrics import Bleu, Learned, Meteor15, parse
from steelyard.metrics.parts.treebank import read_treebank
from steelyard.types import LearnedModel, LinearPredictor


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (lambda: Bleu().corpus_score(["a"], 3), "references must be a list of lists of strings, not int."),  # type: ignore[arg-type]
        (lambda: parse("meteor-2005(language=xx)"), "Unknown language of meteor-2005 'xx'. Valid: en."),
        (lambda: parse("meteor-2008(without=paraphrase)"), "Unknown stage 'paraphrase'. Valid: exact, stem, synonym."),
        (
            lambda: parse("meteor-2007(without=(exact, stem, synonym))"),
            "No stage is left that could match words: leave out less.",
        ),
        (lambda: parse("gap-bigram(gap=-1)"), "gap must be 0 or more words, not -1."),
        (lambda: parse("byte-ratio(mean=0)"), "mean and deviation must be above 0, not 0 and 0.2."),
        (lambda: parse("byte-ratio(deviation=0)"), "mean and deviation must be above 0, not 1.0 and 0."),
        (lambda: parse("byte-ratio").sentence_score("a", ["b"]), "byte-ratio needs the source text."),
        (
            lambda: parse("seen").sentence_score("a", ["b"]),
            "seen needs a corpus to look units up in: write seen(corpus=",
        ),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(made: Callable[[], object], wanted: str) -> None:
    with pytest.raises(SteelyardError) as refused:
        made()
    assert wanted in str(refused.value)


def test_a_treebank_without_a_tree_is_none(tmp_path: Path) -> None:
    path = tmp_path / "trees.conllu"
    path.write_text("# nothing but this\n\n", encoding="utf-8")
    with pytest.raises(SteelyardError, match=r"trees\.conllu holds no tree: a treebank in CoNLL-U is needed\.$"):
        read_treebank(str(path))


def test_a_learned_metric_needs_one_thing_beside_references(tmp_path: Path) -> None:
    two = LinearPredictor(np.ones(2), 0.0)
    model = LearnedModel("ridge", ("byte-ratio", "head-chain"), (True, True), np.zeros(2), np.ones(2), two)
    path = tmp_path / "model.json"
    path.write_text(json.dumps({"schema": "steelyard.training/1", "model": model.to_dict()}), encoding="utf-8")
    with pytest.raises(SteelyardError, match="needs parses and sources: apply it with `steelyard lab train apply`"):
        Learned(model=str(path))


def test_parameters_that_are_all_given_are_those_that_count() -> None:
    published = Meteor15(without="paraphrase synonym", function_words="none", tokenize="13a")
    given = Meteor15(
        without="paraphrase synonym", function_words="none", tokenize="13a", **published.parameters._asdict()
    )
    assert given.parameters == published.parameters
    pair = ("the old dogs bark", ["the dogs barked loudly"])
    assert given.sentence_score(*pair).score == published.sentence_score(*pair).score > 0
