"""Two directions made one: a slow twin over the whole grid, which the published files of an aligner check."""

from pathlib import Path

import numpy as np
import pytest

from steelyard.analysis import symmetrise
from steelyard.errors import AlignmentError, SpecError
from steelyard.reading.formats import read_word_alignments
from tests.analysis.links import Links, links_of, sets_of
from tests.twins.word_alignments import grow_diag

FINAL = {"grow-diag": "", "grow-diag-final": "or", "grow-diag-final-and": "and"}


def twin(one: list[Links], other: list[Links], final: str, grow: str = "or") -> list[Links]:
    found = []
    for a, b in zip(one, other, strict=True):
        n, m = (1 + max((link[side] for link in a | b), default=-1) for side in (0, 1))
        found.append(grow_diag(a, b, n, m, final=final, grow=grow))
    return found


@pytest.mark.parametrize("method", FINAL)
def test_growing_is_that_of_the_slow_twin(method: str) -> None:
    rng = np.random.default_rng(2)
    one, other = (
        [{(int(i), int(j)) for i, j in rng.integers(0, 6, (rng.integers(0, 14), 2))} for _ in range(60)]
        for _ in range(2)
    )
    wanted = twin(one, other, FINAL[method])
    assert sets_of(symmetrise(links_of(one), links_of(other), method)) == wanted
    assert sum(map(len, wanted)) > sum(len(a & b) for a, b in zip(one, other, strict=True))


def test_intersection_and_union_are_those_of_sets() -> None:
    one, other = links_of([{(0, 0), (1, 1)}, set()]), links_of([{(1, 1)}, {(2, 3)}])
    assert sets_of(symmetrise(one, other, "intersection")) == [{(1, 1)}, set()]
    assert sets_of(symmetrise(one, other, "union")) == [{(0, 0), (1, 1)}, {(2, 3)}]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(SpecError, match="symmetrisation"):
        symmetrise(links_of([set()]), links_of([set()]), "grow")
    with pytest.raises(AlignmentError, match="One direction has 1 sentence pairs, the other 2"):
        symmetrise(links_of([set()]), links_of([set(), set()]), "union")


@pytest.mark.real_data
def test_the_twin_makes_the_files_of_a_program_that_wants_both_words_free(test_data: Path) -> None:
    """lilt/alignment-scripts takes neighbours in the order of a set, which changes one sentence pair of 447."""
    folder = test_data / "data" / "word-align-outputs" / "enfr"
    forward = read_word_alignments(folder / "giza.forward.talp").links
    reverse = read_word_alignments(folder / "giza.reverse.talp", is_turned=True).links
    for method in ("intersection", "union"):
        stored = read_word_alignments(folder / f"giza.{method}.talp").links
        assert symmetrise(forward, reverse, method).keys.tolist() == stored.keys.tolist()
    for name, final in (("grow-diagonal", ""), ("grow-diagonal-final", "and")):
        stored = read_word_alignments(folder / f"giza.{name}.talp").links
        made = twin(sets_of(forward), sets_of(reverse), final, grow="and")
        assert sum(a != b for a, b in zip(made, sets_of(stored), strict=True)) <= 1
