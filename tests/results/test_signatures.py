"""Signatures in sacreBLEU's notation, long, short and extended."""

import pytest
from sacrebleu.metrics import BLEU, CHRF, TER

from steelyard.results import extend_signature, shorten_signature

HYPOTHESES, REFERENCES = ["a b c d e"] * 3, [["a b c d f"] * 3]


@pytest.mark.parametrize("n_bootstrap", [1, 20])
def test_signatures_are_shortened_as_sacrebleu_does(n_bootstrap: int) -> None:
    bleu = BLEU(lowercase=True, smooth_method="floor", smooth_value=0.25)
    bleu.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=n_bootstrap)
    signature = bleu.get_signature()
    assert shorten_signature(signature.format(short=False)) == signature.format(short=True)


def test_runs_are_added_where_sacrebleu_adds_them() -> None:
    bleu = BLEU()
    bleu.corpus_score(HYPOTHESES, REFERENCES)
    plain = bleu.get_signature().format()
    bleu.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=20)
    assert extend_signature(plain, {"bs": 20, "seed": 12345}) == bleu.get_signature().format()
    assert extend_signature(plain, {}) == plain


def test_unknown_keys_and_values_with_colons_stay() -> None:
    assert shorten_signature("nrefs:1|colour:a:b|version:1") == "#:1|colour:a:b|v:1"
    for metric in (CHRF(), TER()):  # keys of metrics that come later are not lost
        metric.corpus_score(HYPOTHESES, REFERENCES)
        long = metric.get_signature().format()
        values = [part.split(":", 1)[1] for part in long.split("|")]
        assert [part.split(":", 1)[1] for part in shorten_signature(long).split("|")] == values
