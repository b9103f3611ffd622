"""Figure 1 of Koehn (2004): what is chosen at each weight of a word, scored anew, and lists that cannot be swept."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.lab.candidates import decoder_output
from steelyard.reading.formats import read_moses_nbest
from steelyard.results import PaperTable
from steelyard.types import NBestLists
from tests.cli.running import output, run
from tests.conftest import EXAMPLES

LISTS, REFERENCE = EXAMPLES / "n-best.txt", EXAMPLES / "reference.1.en"


@pytest.fixture(scope="module")
def lists() -> NBestLists:
    return read_moses_nbest(LISTS)


@pytest.fixture(scope="module")
def evaluation(lists: NBestLists) -> sy.Evaluation:
    data = sy.TestSet.from_files([REFERENCE], {"decoder": decoder_output(lists).file})
    return sy.evaluate(data, ["bleu", "gtm"])


def chosen(lists: NBestLists, weight: float) -> list[str]:
    scores = lists.totals + weight * np.array([len(text.split()) for text in lists.texts])
    ends = zip(lists.offsets[:-1], lists.offsets[1:], strict=True)
    return [lists.texts[low + int(np.argmax(scores[low:high]))] for low, high in ends]


def test_every_row_is_what_its_weight_chooses(lists: NBestLists, evaluation: sy.Evaluation) -> None:
    found = sy.lab.replicate(evaluation, "koehn2004", nbest=lists)
    [table] = found.paper_tables
    assert isinstance(table, PaperTable)
    assert 10 < len(table.rows) < 14
    best: dict[str, float] = {point.name: max(point.y) for point in found.figures[0].series}
    for label, weight, ratio, bleu, gtm, of_bleu, of_gtm in table.rows:
        data = replace(evaluation.test_set, systems={"x": chosen(lists, weight)})
        scores = sy.evaluate(data, ["bleu", "gtm", "length-ratio"]).scores().scores
        assert (bleu, gtm) == pytest.approx((scores[0].score, scores[1].score))
        assert ratio == pytest.approx(scores[2].details["ratio"])
        assert (label == "as decoded") is (weight == 0)
        assert of_bleu <= 100 * bleu / best["BLEU"] + 1e-9  # of all points, of which the figure shows some
        assert max(of_bleu, of_gtm) <= 100
    ratios = [row[2] for row in table.rows]
    assert ratios == sorted(ratios)


def test_bleu_falls_with_short_output_and_gtm_does_not(lists: NBestLists, evaluation: sy.Evaluation) -> None:
    [figure] = sy.lab.replicate(evaluation, "koehn2004", nbest=lists).figures
    bleu, gtm = figure.series
    assert (bleu.name, gtm.name) == ("BLEU", "GTM")
    assert bleu.x == gtm.x == tuple(sorted(bleu.x))
    assert bleu.y[0] < 0.8 * max(bleu.y)
    assert gtm.y[0] > 0.95 * max(gtm.y)
    assert "BLEU 76%, GTM 96%" in figure.note


def test_lists_that_cannot_be_swept(lists: NBestLists, evaluation: sy.Evaluation) -> None:
    with pytest.raises(DataError, match="A candidate has no total"):
        sy.lab.replicate(evaluation, "koehn2004", nbest=replace(lists, totals=np.full(len(lists.texts), np.nan)))
    with pytest.raises(DataError, match="as many words"):
        sy.lab.replicate(evaluation, "koehn2004", nbest=replace(lists, texts=("same",) * len(lists.texts)))
    outside = sy.evaluate(evaluation.test_set, ["bleu"], segment_scores={"judge": {"decoder": [0.0] * 120}})
    with pytest.raises(SpecError, match="Outside scores are of given outputs"):
        sy.lab.replicate(outside, "koehn2004", nbest=lists)


def test_the_command_draws_it_and_verifies_it(tmp_path: Path) -> None:
    words = ("lab", "replicate", "koehn2004", REFERENCE, "--nbest", LISTS)
    assert "BLEU 76%, GTM 96%" in " ".join(output(*words).split())
    path = tmp_path / "figure.json"
    path.write_text(output(*words, "-f", "json"), encoding="utf-8")
    assert sy.verify(path).outcome == "equal"
    assert "Systems come from -i or are made from --nbest" in run(*words, "-i", EXAMPLES / "systems" / "harbour.en").err
    assert "--gold is a flag of riezler2005" in run(*words, "--gold", "bleu").err
