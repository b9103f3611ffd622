"""AER, precision and recall: the worked example, published figures to the digit, NLTK, and bad input."""

import json
from pathlib import Path

import numpy as np
import pytest

from steelyard.analysis import alignment_error_rate, alignment_f, count_links, is_among
from steelyard.errors import AlignmentError
from steelyard.reading.formats import read_word_alignments
from steelyard.types import WordLinks
from tests.analysis.links import links_of

GOLD = links_of([{(0, 0), (1, 1), (2, 2)}], [{(2, 1)}])
FOUND = links_of([{(0, 0), (1, 1), (2, 1), (3, 3)}])


def test_the_worked_example() -> None:
    sums = count_links(GOLD, FOUND).sum(axis=0).astype(float)
    assert sums.tolist() == [2, 3, 4, 3]
    assert alignment_error_rate(sums) == pytest.approx(0.285714, abs=5e-7)
    assert (sums[1] / sums[2], sums[0] / sums[3]) == (0.75, pytest.approx(0.666667, abs=5e-7))
    assert alignment_f(sums) == pytest.approx(2 / (1 / 0.75 + 3 / 2))
    assert (alignment_f(sums, 1.0), alignment_f(sums, 0.0)) == (0.75, pytest.approx(2 / 3))


def test_nothing_linked_is_no_error_and_one_side_alone_is_all_wrong() -> None:
    empty, one = links_of([set()]), links_of([{(0, 0)}])
    rates = [
        alignment_error_rate(count_links(*pair)[0].astype(float))
        for pair in ((empty, empty), (one, empty), (empty, one))
    ]
    assert rates == [0, 1, 1]
    assert alignment_f(count_links(one, empty)[0].astype(float)) == 0


def test_counts_are_those_of_sets() -> None:
    rng = np.random.default_rng(3)
    sure, possible, found = (
        [{(int(i), int(j)) for i, j in rng.integers(0, 5, (rng.integers(0, 9), 2))} for _ in range(40)]
        for _ in range(3)
    )
    wanted = [[len(a & s), len(a & (s | p)), len(a), len(s)] for s, p, a in zip(sure, possible, found, strict=True)]
    assert count_links(links_of(sure, possible), links_of(found)).tolist() == wanted


def test_nltk_agrees() -> None:
    nltk = pytest.importorskip("nltk.translate")
    rng = np.random.default_rng(5)
    for _ in range(20):
        sure, possible, found = ({(int(i), int(j)) for i, j in rng.integers(0, 6, (size, 2))} for size in (6, 5, 8))
        sums = count_links(links_of([sure], [possible]), links_of([found]))[0].astype(float)
        made = [nltk.Alignment(links) for links in (sure, found, sure | possible)]
        assert alignment_error_rate(sums) == pytest.approx(nltk.alignment_error_rate(*made))


def test_other_numbers_of_sentence_pairs_are_refused() -> None:
    with pytest.raises(AlignmentError, match="has 1 sentence pairs, the other 2"):
        count_links(GOLD, links_of([set(), set()]))


def test_nothing_is_among_nothing() -> None:
    assert is_among(np.array([1, 2]), np.zeros(0, np.int64)).tolist() == [False, False]


def percentages(gold: WordLinks, found: WordLinks) -> list[float]:
    sums = count_links(gold, found).sum(axis=0).astype(float)
    return [100 * float(alignment_error_rate(sums)), 100 * sums[1] / sums[2], 100 * sums[0] / sums[3]]


@pytest.mark.real_data
def test_published_figures_of_giza_come_out_to_the_digit(test_data: Path) -> None:
    outputs, of_gold = test_data / "data" / "word-align-outputs", test_data / "data" / "word-align-gold"
    gold = read_word_alignments(of_gold / "enfr" / "gold.align").links
    n_checked = 0
    for line in (outputs / "scores.tsv").read_text().splitlines()[1:]:
        pair, aligner, name, *published = line.split("\t")
        if (pair, aligner) != ("enfr", "giza"):
            continue
        file = read_word_alignments(outputs / pair / f"giza.{name}.talp", is_turned=name == "reverse")
        assert [f"{value:.1f}" for value in percentages(gold, file.links)] == published[:3]
        assert len(file.links.keys) == int(published[3])
        n_checked += 1
    assert n_checked == 6


@pytest.mark.real_data
def test_other_programs_print_the_same(test_data: Path) -> None:
    cases = json.loads((test_data / "golden" / "aer.json").read_text())["cases"]
    for case in cases:
        paths = {one["role"]: test_data / "data" / one["path"] for one in case["inputs"]}
        gold = read_word_alignments(paths["gold"], first_number=1).links
        is_turned = "--reverseHyp" in case["options"]["args"]
        found = read_word_alignments(paths["hyp"], first_number=0, is_turned=is_turned).links
        printed = case["expected"]["numbers"]
        assert [round(value, 1) for value in percentages(gold, found)] == printed[:3], case["id"]
