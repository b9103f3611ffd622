"""Word alignments: each format is known by its content, and each mistake is told with its place."""

from pathlib import Path

import pytest

from steelyard.data.formats import read_word_alignments
from steelyard.errors import DataError
from tests.analysis.links import sets_of

WANTED = [{(0, 0), (1, 2)}, set(), {(2, 1)}]
GIZA = """# Sentence pair (1) source length 2 target length 3 alignment score : 0.01
a b c
NULL ({ 2 }) x ({ 1 }) y ({ 3 })
# Sentence pair (2) source length 1 target length 1 alignment score : 0.01
a
NULL ({ }) x ({ })
# Sentence pair (3) source length 3 target length 2 alignment score : 0.01
a b
NULL ({ 1 }) x ({ }) y ({ }) z ({ 2 })
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "a.align"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("text", "kind", "first"),
    [
        ("0-0 1-2\n\n2-1\n", "links", 0),
        ("1-2\t0-0 1-2\r\n\r\n2-1", "links", 0),
        ("1-1 2-3\n\n3-2\n", "links", 1),
        ("1 1 1 S\n0001 2 3 S 0.5\n1 0 2 S\n3 3 2\n", "naacl", 1),
        (GIZA, "giza", 1),
    ],
)
def test_formats_are_known_by_their_content(tmp_path: Path, text: str, kind: str, first: int) -> None:
    found = read_word_alignments(written(tmp_path, text))
    assert (found.format, found.first_number, sets_of(found.links)) == (kind, first, WANTED)
    assert found.links.is_sure.all()


@pytest.mark.parametrize("text", ["1-1 1p2 2?3 2P2\n", "1 1 1 S\n1 1 2 P\n1 2 3 P\n1 2 2 P\n"])
def test_possible_links_are_marked_and_sure_ones_win(tmp_path: Path, text: str) -> None:
    links = read_word_alignments(written(tmp_path, text)).links
    assert sets_of(links.sure()) == [{(0, 0)}] and sets_of(links) == [{(0, 0), (0, 1), (1, 1), (1, 2)}]
    both = read_word_alignments(written(tmp_path, "0p0 0-0 0p0\n")).links
    assert both.is_sure.tolist() == [True]


def test_the_first_number_and_the_direction_may_be_said(tmp_path: Path) -> None:
    path = written(tmp_path, "1-2\n")
    assert sets_of(read_word_alignments(path, first_number=0).links) == [{(1, 2)}]
    assert sets_of(read_word_alignments(path, is_turned=True).links) == [{(1, 0)}]


def test_long_files_are_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.data.formats.alignments.word_alignments._LINES", 2)
    assert sets_of(read_word_alignments(written(tmp_path, "0-0 1-2\n\n2-1\n")).links) == WANTED
    with pytest.raises(DataError, match=r"a\.align, line 3: '2-' is no link"):
        read_word_alignments(written(tmp_path, "0-0\n\n2-\n"))


@pytest.mark.parametrize("link", ["1-", "0-0:0.5", "a-b", "-1-2", "²-1", "1--2", "1-2-3", "12"])
def test_what_is_no_link_is_named(tmp_path: Path, link: str) -> None:
    with pytest.raises(DataError, match=r"a\.align, line 2: .* is no link: write source-target pairs"):
        read_word_alignments(written(tmp_path, f"0-0\n1-1 {link}\n"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0-0 16384-0\n", r"line 1: '16384-0' is beyond the 16,384 words that a sentence may have"),
        ("0-0 0-99999999\n", "line 1: '0-99999999' is beyond"),
        ("1 1 1\n1 1 x\n", "line 2: '1 1 x' is no link: write sentence, source and target word"),
        ("1 1 1\n0 1 1\n", "line 2: '0 1 1' is no link"),
        (GIZA.replace("({ 3 })", "({ 4 })"), "line 3: there is no word 4 of 3"),
        (GIZA.replace("(3)", "(2)"), "line 7: there are two sentence pairs 2"),
        (GIZA.replace("# Sentence pair (2)", "# Sentence"), "line 4: a sentence pair of GIZA"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        read_word_alignments(written(tmp_path, text))


def test_a_zero_where_words_count_from_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 2: a link has word 0, but words are said to count from 1"):
        read_word_alignments(written(tmp_path, "1-1\n0-1\n"), first_number=1)


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"line 1: '\{' is no link.* The file resembles JSON"):
        read_word_alignments(written(tmp_path, '{ "a": 1 }\n'))


def test_empty_files_have_no_links(tmp_path: Path) -> None:
    assert read_word_alignments(written(tmp_path, "\n\n")).links.n_segments == 2
    assert read_word_alignments(written(tmp_path, "")).links.n_segments == 0
