"""Parses of candidates: each is found by its words, and a candidate without one is named."""

import hashlib
from array import array
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_conllu
from steelyard.reading.lists.parses import read_candidate_parses
from steelyard.types import NBestLists, Parse, Trees, Word

LISTS = NBestLists(("dogs bark", "a dog can not", "dogs bark"), np.array([0, 2, 3]), np.zeros((3, 0)), (), np.zeros(3))


def conllu(*sentences: str) -> str:
    """Every word depends on the first."""
    blocks = [
        "".join(
            f"{i}\t{word}\t_\t_\t_\t_\t{min(i - 1, 1)}\t{'dep' if i > 1 else 'root'}\t_\t_\n"
            for i, word in enumerate(sentence.split(), 1)
        )
        for sentence in sentences
    ]
    return "\n".join(blocks)


def write(folder: Path, text: str) -> Path:
    path = folder / "candidates.conllu"
    path.write_text(text, encoding="utf-8")
    return path


def test_parses_are_found_by_their_words_in_any_order(tmp_path: Path) -> None:
    parsed = read_candidate_parses(write(tmp_path, conllu("a dog cannot", "dogs bark", "no candidate")), LISTS)
    assert parsed.rows.tolist() == [1, 0, 1]
    assert [parsed.trees.forms[i] for i in parsed.trees.words[:5]] == ["a", "dog", "cannot", "dogs", "bark"]
    assert parsed.trees.heads.tolist() == [-1, 0, 0, -1, 0, -1, 0]
    assert [len(best.words) for best, *_ in parsed.parses] == [3, 2, 2]


def test_the_very_same_words_come_before_others_of_the_same_letters(tmp_path: Path) -> None:
    parsed = read_candidate_parses(write(tmp_path, conllu("a dog cannot", "a dog can not", "dogs bark")), LISTS)
    assert parsed.rows.tolist() == [2, 1, 2]


def test_a_candidate_without_a_parse_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        AlignmentError, match=r"no parse of candidate 2 of segment 0, 'a dog can not', and lacks 1 of 2"
    ):
        read_candidate_parses(write(tmp_path, conllu("dogs bark")), LISTS)
    with pytest.raises(AlignmentError, match="candidate 1 of segment 1"):
        read_candidate_parses(
            write(tmp_path, conllu("dogs bark", "a dog cannot")),
            replace(LISTS, texts=("dogs bark", "a dog can not", "x")),
        )


def test_tags_without_heads_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "1\tdogs\t_\tNOUN\t_\t_\t_\t_\t_\t_\n")
    with pytest.raises(DataError, match="segment 1 has words without a head"):
        read_candidate_parses(path, LISTS)


def test_parses_are_those_of_the_reader(tmp_path: Path) -> None:
    """Held as numbers, and objects when they are asked for: several sentences, ranks, scores, annotation."""
    rows = (
        "# segment = 1", "1\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\tNE=O",
        "2\tbark\t_\t_\t_\t_\t0\troot\t_\t_",
        "", "1\ta\t_\t_\t_\t_\t2\tdet\t_\t_", "2\tdog\t_\t_\t_\t_\t0\troot\t_\t_", "", "# parse_rank = 2",
        "# parse_score = -2", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_", "2\tdog\t_\t_\t_\t_\t1\tdet\t_\t_", "",
        "# segment = 3", "1\ta\t_\t_\t_\t_\t2\tdet\t_\t_", "2\tdog\t_\t_\t_\t_\t0\troot\t_\t_", "",
    )  # fmt: skip
    path = write(tmp_path, "\n".join(rows))
    lists = replace(LISTS, texts=("dogs bark a dog", "adog", ""))
    parsed = read_candidate_parses(path, lists)
    assert parsed.rows.tolist() == [0, 2, 1]
    assert tuple(parsed.parses) == read_conllu(path).segments
    assert parsed.parses[:2] == read_conllu(path).segments[:2]
    assert list(parsed.parses.others) == [0]
    assert parsed.files == ((str(path), hashlib.sha256(path.read_bytes()).hexdigest()),)


@pytest.mark.parametrize(
    ("heads", "sentence"),
    [
        ((2, 1), "line 6: Word 1 depends on itself, through 2 heads"),
        ((0, 3), "line 6: Word 2 has head 3, but there are 2"),
    ],
)
def test_heads_that_are_no_trees_are_named(heads: tuple[int, int], sentence: str, tmp_path: Path) -> None:
    rows = "".join(f"{i}\tx\t_\t_\t_\t_\t{head}\tdep\t_\t_\n" for i, head in enumerate(heads, 1))
    with pytest.raises(DataError, match=sentence):
        read_candidate_parses(write(tmp_path, conllu("dogs bark", "") + "\n\n" + rows), LISTS)


def is_tree(heads: list[int]) -> bool:
    """Say what the type of a single parse says: it refuses heads that form no trees."""
    try:
        Parse(tuple(Word("x", head=head) for head in heads))
    except DataError:
        return False
    return True


@pytest.mark.parametrize("at_once", [1, 2**20])
def test_trees_are_told_from_what_is_none(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.types.trees._AT_ONCE", at_once)
    generator = np.random.default_rng(2)
    told = []
    for _ in range(300):
        lengths = generator.integers(0, 4, size=2)
        heads = [generator.integers(0, n + 1 + (generator.random() < 0.1), size=n).tolist() for n in lengths]
        flat = array("i", [head - 1 for some in heads for head in some])
        offsets = array("q", [0, *np.cumsum(lengths).tolist()])
        words = [Word("x", deprel="dep")]
        trees = Trees.of_arrays(offsets, array("i", [0] * len(flat)), flat, words)
        told.append(trees.are_trees())
        assert told[-1] == all(is_tree(some) for some in heads)
    assert 50 < sum(told) < 250
