"""Parses of candidates: each is found by its words, and a candidate without one is named."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from steelyard.data.candidate_parses import read_candidate_parses
from steelyard.errors import AlignmentError, DataError
from steelyard.types import NBestLists

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
