"""Word alignments: each format is known by its content, and each mistake is told with its place."""

import re
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import read_word_alignments
from steelyard.types import WordLinks
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


def test_lines_are_read_as_an_expression_does(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    rows = [[tuple(rng.integers(0, 4, 3)) for _ in range(rng.integers(0, 8))] for _ in range(60)]
    text = "".join(" ".join(f"{i}{'-sSpP?'[k]}{j}" for i, j, k in row) + "\n" for row in rows)
    found = read_word_alignments(written(tmp_path, text), first_number=0).links
    links = [re.findall(r"(\d+)([-sSpP?])(\d+)", line) for line in text.splitlines()]
    assert sets_of(found) == [{(int(i), int(j)) for i, _, j in line} for line in links]
    assert sets_of(found.sure()) == [{(int(i), int(j)) for i, mark, j in line if mark in "-sS"} for line in links]
    again = WordLinks.of_text(found.to_text(), 60)
    assert again is not None and again.keys.tolist() == found.keys.tolist()
    assert again.is_sure.tolist() == found.is_sure.tolist()


@pytest.mark.real_data
def test_links_of_real_sentences_are_the_same_in_every_format(tmp_path: Path, test_data: Path) -> None:
    folder = test_data / "data"
    talp = read_word_alignments(folder / "word-align-outputs" / "enfr" / "giza.forward.talp").links
    sources, targets = (
        [line.split() for line in (folder / "word-align-gold" / "enfr" / name).read_text("utf-8").splitlines()]
        for name in ("src.tok", "tgt.tok")
    )
    naacl, giza = [], []
    for n, (links, source, target) in enumerate(zip(sets_of(talp), sources, targets, strict=True), 1):
        naacl += [f"{n:04} {i + 1} {j + 1}\n" for i, j in sorted(links)]
        words = [
            f"{word} ({{ {''.join(f'{j + 1} ' for k, j in sorted(links) if k == i)}}})" for i, word in enumerate(source)
        ]
        giza.append(f"# Sentence pair ({n})\n{' '.join(target)}\nNULL ({{ }}) {' '.join(words)}\n")
    for kind, text in (("naacl", "".join(naacl)), ("giza", "".join(giza)), ("links", talp.to_text().decode())):
        found = read_word_alignments(written(tmp_path, text))
        assert (found.format, found.links.keys.tolist()) == (kind, talp.keys.tolist())


def test_extents_are_those_of_sets(tmp_path: Path) -> None:
    links = read_word_alignments(written(tmp_path, "0-0 0-4 2-1\n\n3-1 1-1\n")).links
    assert links.extents.tolist() == [[3, 5, 2, 3], [0, 0, 0, 0], [4, 2, 2, 1]]


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
