"""Constituents in brackets and in CoNLL-U's comments, and what is wrong with them."""

from pathlib import Path

import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_brackets, read_conllu, read_parses, tree_of
from steelyard.types import Constituent, Parse, Word

TREE = "(S (NP (DT The) (NN dog)) (VP (VBD ran)))"
SENTENCE = (
    "1\tThe\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tdog\t_\t_\t_\t_\t3\tnsubj\t_\tSR=3:A0\n3\tran\t_\t_\t_\t_\t0\troot\t_\t_\n"
)


def test_words_tags_and_nested_constituents_are_read() -> None:
    words, tags, constituents = tree_of("( (S (NP (-LRB- -LRB-) (NN dog)) (VP (VBD ran))))")
    assert (words, tags) == (("(", "dog", "ran"), ("-LRB-", "NN", "VBD"))
    assert [(one.label, one.begin, one.end, one.parent) for one in constituents] == [
        ("", 0, 3, -1),
        ("S", 0, 3, 0),
        ("NP", 0, 2, 1),
        ("-LRB-", 0, 1, 2),
        ("NN", 1, 2, 2),
        ("VP", 2, 3, 1),
        ("VBD", 2, 3, 5),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(S (NN dog)", "1 bracket is open at the end, behind the word 'dog'"),
        ("(S (NN dog)))", "A bracket closes behind the word 'dog' that none has opened"),
        ("dog", "The word 'dog' stands outside of all brackets"),
        ("(NP the dog)", "The word 'dog' stands beside others"),
        ("(NP (DT the) dog)", "The word 'dog' stands beside others"),
        ("(NP dog (DT the))", "A bracket opens beside the word 'dog'"),
        ("(S (NN dog) (NP))", "The bracket of NP holds no word"),
    ],
)
def test_brackets_that_do_not_match_are_named(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        tree_of(text)
    path = tmp_path / "a.brackets"
    path.write_text(f"{TREE}\n{text}\n")
    with pytest.raises(DataError, match=r"a\.brackets, line 2: "):
        read_brackets(path, ["The dog ran", "dog"])


def test_a_file_of_brackets_is_known_by_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.brackets"
    path.write_text(f"\n{TREE} {TREE}\n")
    empty, [two] = read_parses(path, ["", "The dog ran The dog ran"]).segments
    assert empty == (Parse(),)
    assert [(one.label, one.begin, one.parent) for one in two.constituents[6:8]] == [("S", 3, -1), ("NP", 3, 6)]
    with pytest.raises(AlignmentError, match="has trees of 2 lines, but the text has 3 segments"):
        read_parses(path, ["", "The dog ran", ""])


def test_tags_that_begin_with_a_bracket_stay_tags(tmp_path: Path) -> None:
    path = tmp_path / "a.tags"
    path.write_text("( NN )\n")
    [[parse]] = read_parses(path, ["( dog )"]).segments
    assert [word.xpos for word in parse.words] == ["(", "NN", ")"]


def test_comments_of_conllu_hold_trees_and_sentences_move_roles_and_trees(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(f"# segment = 1\n# constituency = {TREE}\n{SENTENCE}\n# constituency = {TREE}\n{SENTENCE}\n")
    [[parse]] = read_conllu(path).segments
    assert [one.begin for one in parse.constituents if one.label == "VP"] == [2, 5]
    assert [dict(word.misc).get("SR") for word in parse.words if word.misc] == ["3:A0", "6:A0"]
    path.write_text(f"# constituency = (S (NN dog))\n{SENTENCE}")
    with pytest.raises(DataError, match=r"sentence at line 1: The tree of constituents has 1 words, the sentence 3"):
        read_conllu(path)


@pytest.mark.parametrize(
    "wrong", [Constituent("NP", 0, 0, -1), Constituent("NP", 1, 3, -1), Constituent("NP", 0, 1, 5)]
)
def test_constituents_that_are_no_trees_are_refused(wrong: Constituent) -> None:
    with pytest.raises(DataError, match=r"Constituent 1 \(NP\)"):
        Parse((Word("a"), Word("b")), constituents=(wrong,))
