"""Scores that a self-test knows are those of the programs that it names, and no metric is forgotten."""

from collections.abc import Callable, Sequence

import jiwer
import pytest
from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.ribes_score import corpus_ribes
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU, CHRF, TER

from steelyard.metrics import available, parse
from steelyard.questions.selftest.known_scores import TESTED_HERE, _stored, known_texts

Lines = Sequence[str]
TEXTS = known_texts()
REFERENCES = [[line or "" for line in reference] for reference in TEXTS.references]


def by_words(function: Callable[..., float], **options: float) -> Callable[[Lines], float]:
    references = [[line.split() for line in lines] for lines in zip(*REFERENCES, strict=True)]
    return lambda lines: function(references, [line.split() for line in lines], **options)


def by_rouge(name: str) -> Callable[[Lines], float]:
    scorer = RougeScorer([name])

    def mean(lines: Lines) -> float:
        pairs = zip(REFERENCES[0], lines, strict=True)
        return sum(scorer.score(target, line)[name].fmeasure for target, line in pairs) / len(lines)

    return mean


def by_jiwer(name: str) -> Callable[[Lines], float]:
    return lambda lines: getattr(jiwer, name)(REFERENCES[0], list(lines))


def by_sacrebleu(metric: BLEU | CHRF | TER) -> Callable[[Lines], float]:
    return lambda lines: metric.corpus_score(list(lines), REFERENCES).score


OUTSIDE: dict[str, Callable[[Lines], float]] = {
    "bleu": by_sacrebleu(BLEU()),
    "bleu(tokenize=intl)": by_sacrebleu(BLEU(tokenize="intl")),
    "bleu(tokenize=zh, lowercase=True)": by_sacrebleu(BLEU(tokenize="zh", lowercase=True)),
    "bleu(smooth_method=floor, effective_order=True)": by_sacrebleu(BLEU(smooth_method="floor", effective_order=True)),
    "chrf": by_sacrebleu(CHRF()),
    "chrf(word_order=2)": by_sacrebleu(CHRF(word_order=2)),
    "ter": by_sacrebleu(TER()),
    "ter(normalized=True, asian_support=True, no_punct=True)": by_sacrebleu(
        TER(normalized=True, asian_support=True, no_punct=True)
    ),
    **{name: by_jiwer(name) for name in ("wer", "cer", "mer", "wil", "wip")},
    "wrr": lambda lines: 1 - jiwer.wer(REFERENCES[0], list(lines)),
    **{f"rouge-{name}": by_rouge(f"rouge{name}") for name in "1234"},
    "rouge-l": by_rouge("rougeL"),
    "rouge-lsum": by_rouge("rougeLsum"),
    "ribes(variant=paper, lowercase=False)": by_words(corpus_ribes),
    "gleu(tokenize=none)": by_words(corpus_gleu),
}
KNOWN = _stored()["scores"]


@pytest.mark.parametrize("known", [known for known in KNOWN if known["from"]], ids=lambda known: known["metric"])
def test_a_known_score_is_that_of_the_program_it_is_from(known: dict[str, object]) -> None:
    found = [OUTSIDE[str(known["metric"])](lines) for lines in TEXTS.systems.values()]
    assert found == pytest.approx(known["scores"], rel=1e-9)  # means of scores are sums on a grid


def test_every_metric_that_needs_texts_alone_is_known() -> None:
    named = {type(parse(known["metric"])).name for known in KNOWN}
    wanted = {name for name, kind in available().items() if kind.needs.split(";")[0] == "references"}
    assert wanted - named == {
        "learned",  # needs a model
        "paraphrased",  # needs synonyms
        "seen",  # needs a corpus
    }
    assert TESTED_HERE not in {known["from"] for known in KNOWN}
