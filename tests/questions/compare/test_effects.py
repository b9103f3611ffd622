"""Effect sizes in comparisons, against NumPy on scores of single segments."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.inference import shares_of_pairs, unit_shares
from tests.cli.running import DOCUMENTS, HARBOUR, REFERENCE, SPARROW, TANGLE, output, run

THREE = ("compare", REFERENCE, "-i", TANGLE, HARBOUR, SPARROW, "--documents", DOCUMENTS, "-m", "bleu", "ter")


def test_of_a_mean_they_are_cohens_d_and_counts() -> None:
    rng = np.random.default_rng(8)
    a, b = rng.integers(0, 5, (2, 200)) / 4 + np.array([[0.2], [0.0]])
    data = sy.TestSet(references=[["x"] * 200], systems={"b": ["x"] * 200, "a": ["x"] * 200})
    for lower in ([], ["judge"]):
        scores = {"judge": {"b": b.tolist(), "a": a.tolist()}}
        found = sy.evaluate(data, metrics=[], segment_scores=scores, lower_is_better=lower).compare(n_resamples=99)
        [pair] = found.pairs
        d = a - b
        assert pair.effect_size == pytest.approx(d.mean() / d.std(ddof=1), rel=1e-6)
        gain = -d if lower else d
        expected = ((gain > 1e-6).mean(), (abs(gain) <= 1e-6).mean(), (gain < -1e-6).mean())
        assert pair.shares == pytest.approx(expected)


def test_of_documents_they_are_those_of_the_inference() -> None:
    found = json.loads(output(*THREE, "-f", "json"))
    systems = {"tangle": TANGLE, "harbour": HARBOUR, "sparrow": SPARROW}
    data = sy.TestSet.from_files(references=[REFERENCE], systems=systems, documents=DOCUMENTS)
    codes = data.document_codes()
    assert codes is not None
    pairs = [(1, 0), (2, 0), (2, 1)]
    for m, measurement in enumerate(sy.evaluate(data, metrics=["bleu", "ter"]).measurements):
        by_document = measurement.by_document(codes)
        for i, (a, b) in enumerate(pairs):
            row, shares = found["pairs"][3 * m + i], unit_shares(by_document, a, b)
            assert row["shares"] == [shares.better, shares.tied, shares.worse]
        assert shares_of_pairs(by_document, pairs) == [unit_shares(by_document, a, b) for a, b in pairs]


def test_they_are_shown_on_request() -> None:
    plain, shown = output(*THREE), output(*THREE, "--effects")
    assert "effect" not in plain.split("rank  ")[2]
    assert "  effect  % of documents: better, tied, worse\n" in shown
    assert " +2.51                  100.0    0.0    0.0\n" in shown
    assert "\neffect        effect size: the difference divided by" in shown
    outcome = run(*THREE, "--effects", "-f", "sacrebleu")
    assert outcome.status == 2 and "--format sacrebleu cannot show effect sizes" in outcome.err


def test_where_nothing_varies_there_is_no_size() -> None:
    data = sy.TestSet(references=[["x"] * 4], systems={"a": ["x"] * 4, "b": ["x"] * 4})
    scores = {"judge": {"a": [1.0, 2, 3, 4], "b": [2.0, 3, 4, 5]}}
    found = sy.evaluate(data, metrics=[], segment_scores=scores).compare()
    assert [(pair.effect_size, pair.shares) for pair in found.pairs] == [(None, (1.0, 0.0, 0.0))]
    assert report.text(found, effects=True)
    one = sy.TestSet(references=[["a b"]], systems={"x": ["a b"], "y": ["a"]})
    assert sy.evaluate(one, metrics=["ter"]).compare().pairs[0].effect_size is None
