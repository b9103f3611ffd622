"""CoNLL-U: words, n-best lists, segments of several sentences, and what each mistake is told."""

from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import read_conllu
from steelyard.types import Parse, Word
from tests.oracles.real_sets import lines_of


def row(number: int | str, form: str, head: int | str = 0, deprel: str = "root", **columns: str) -> str:
    """Return a line of CoNLL-U."""
    names = ("lemma", "upos", "xpos", "feats")
    lemma, upos, xpos, feats = (columns.get(name, "_") for name in names)
    return "\t".join([str(number), form, lemma, upos, xpos, feats, str(head), deprel, "_", columns.get("misc", "_")])


DOGS = (row(1, "dogs", 2, "nsubj"), row(2, "bark"))
CATS = (row(1, "cats", 2, "nsubj"), row(2, "sleep"))


def write(folder: Path, *lines: str) -> Path:
    path = folder / "text.conllu"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def forms(parse: Parse) -> list[str]:
    return [word.form for word in parse.words]


def test_a_sentence_is_a_segment(tmp_path: Path) -> None:
    file = read_conllu(write(tmp_path, "# sent_id = 1", *DOGS, "", "# text = cats sleep", *CATS))  # no last empty line
    assert [[forms(parse) for parse in segment] for segment in file.segments] == [
        [["dogs", "bark"]],
        [["cats", "sleep"]],
    ]
    assert file.segments[0][0].words[0] == Word("dogs", head=2, deprel="nsubj")


def test_columns_are_kept(tmp_path: Path) -> None:
    line = row(1, "_", 0, "root", lemma="_", upos="SYM", xpos="NFP", feats="A=1,2|B", misc="SpaceAfter=No")
    [[parse]] = read_conllu(write(tmp_path, line)).segments
    assert parse.words == (Word("_", "_", "SYM", "NFP", (("A", "1,2"), ("B", "")), 0, "root", (("SpaceAfter", "No"),)),)


def test_tokens_of_several_words_and_empty_nodes_are_no_words(tmp_path: Path) -> None:
    lines = [row("1-2", "am", "_", "_"), row(1, "an", 3, "case"), row(2, "dem", 3, "det"), row("2.1", "x", "_", "_")]
    [[parse]] = read_conllu(write(tmp_path, *lines, row(3, "Montag"))).segments
    assert forms(parse) == ["an", "dem", "Montag"]


def test_tagged_text_has_no_heads(tmp_path: Path) -> None:
    [[parse]] = read_conllu(write(tmp_path, row(1, "dogs", "_", "_", upos="NOUN"))).segments
    assert (parse.words[0].head, parse.is_parsed) == (None, False)


def test_numbered_segments_have_several_sentences_or_none(tmp_path: Path) -> None:
    path = write(tmp_path, "# segment = 2", *DOGS, "", *CATS, "", "# segment = 4", *CATS)
    segments = read_conllu(path, n_segments=5).segments
    assert [forms(segment[0]) for segment in segments] == [
        [],
        ["dogs", "bark", "cats", "sleep"],
        [],
        ["cats", "sleep"],
        [],
    ]
    assert [word.head for word in segments[1][0].words] == [2, 0, 4, 0]
    assert len(read_conllu(path).segments) == 4


def test_ranks_make_lists_of_the_best(tmp_path: Path) -> None:
    other = (row(1, "dogs"), row(2, "bark", 1, "dep"))
    path = write(tmp_path, "# parse_score = -1.5", *DOGS, "", "# parse_rank = 2", "# parse_score = -2", *other)
    [segment] = read_conllu(path).segments
    assert [(parse.rank, parse.score, [word.head for word in parse.words]) for parse in segment] == [
        (1, -1.5, [2, 0]),
        (2, -2.0, [0, 1]),
    ]


def test_the_last_parse_stands_for_those_a_sentence_lacks(tmp_path: Path) -> None:
    other = (row(1, "dogs"), row(2, "bark", 1, "dep"))
    path = write(tmp_path, "# segment = 1", *DOGS, "", "# parse_rank = 2", *other, "", "# parse_rank = 1", *CATS)
    [segment] = read_conllu(path).segments
    assert [[word.head for word in parse.words] for parse in segment] == [[2, 0, 4, 0], [0, 1, 4, 0]]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["1\tdogs"], r"text\.conllu, line 1 has 2 columns separated by tabs, but CoNLL-U has 10\."),
        ([row(1, "a"), row(3, "b", 1)], r"line 2: the word's number is '3', but 2 comes next"),
        ([row("x", "a")], r"line 1: the word's number is 'x', but 1 comes next"),
        ([row(1, "a", "-1")], r"line 1: the head is '-1'\. Give the number of a word"),
        (["", row(1, "a", 2)], r"sentence at line 2: Word 1 has head 2, but there are 1 words\. Give"),
        ([row(1, "a", 2), row(2, "b", 1)], r"line 1: Word 1 depends on itself, through 2 heads"),
        (["# segment = 0", row(1, "a")], r"sentence at line 1: segment is '0', but a number from 1"),
        (["# segment = 2", row(1, "a"), "", "# segment = 1", row(1, "a")], r"line 4: segment 1 comes after segment 2"),
        ([row(1, "a"), "", "# segment = 2", row(1, "a")], r'line 1: others say .* Write "# segment = 1" above it'),
        (["# parse_rank = 2", row(1, "a")], r"line 1: parse_rank is 2, but 0 parses of the sentence stand before it"),
        (["# parse_score = good", row(1, "a")], r"line 1: parse_score is 'good', no number"),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_conllu(write(tmp_path, *lines))


@pytest.mark.real_data
@pytest.mark.parametrize(("language", "n_words"), [("en", 21180), ("de", 21332), ("cs", 18609), ("zh", 21415)])
def test_treebanks_are_read(test_data: Path, language: str, n_words: int) -> None:
    folder = test_data / "data" / "ud-pud"
    segments = read_conllu(folder / f"{language}_pud.conllu.gz").segments
    assert len(segments) == len(lines_of(folder / f"{language}_pud.text.{language}")) == 1000
    assert sum(len(best.words) for [best] in segments) == n_words
    assert all(best.is_parsed and sum(word.head == 0 for word in best.words) == 1 for [best] in segments)
