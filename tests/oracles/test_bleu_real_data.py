"""BLEU on real test sets: every system equals sacreBLEU, and the printed results of Moses and mteval."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from steelyard.lines import read_lines
from steelyard.metrics import Bleu, CorpusScore, measure
from steelyard.types import TestSet

pytestmark = pytest.mark.real_data


@dataclass(frozen=True)
class RealSet:
    """Where a set's outputs and references are; globs are relative to the data folder."""

    outputs: str
    references: str
    tokenize: tuple[str, ...] = ("13a",)

    @property
    def id(self) -> str:
        return self.outputs.split("/sys")[0]


SETS = (
    RealSet("wmt13-da-postedit/cs-en/sys.en", "wmt13-da-postedit/cs-en/ref.en"),
    RealSet("wmt13-da-postedit/en-ru/sys.ru", "wmt13-da-postedit/en-ru/ref.ru", ("13a", "char")),
    RealSet("wmt13-da-postedit/fr-en/sys.tok.en", "wmt13-da-postedit/fr-en/ref.tok.en", ("none",)),
    RealSet("wmt14-en-de-10refs/ref.0.de", "wmt14-en-de-10refs/ref.[1-9]*.de"),  # a reference scored as a system
    RealSet("wmt15-rr-de-en/sys/*", "wmt15-rr-de-en/ref.A.en"),
    RealSet("wmt16-news-cs-en-5sys/sys/*", "wmt16-news-cs-en-5sys/ref.A.en.gz"),
    RealSet("wmt19-en-de-multiref/ref.ar.de", "wmt19-en-de-multiref/ref.[hw]*.de"),
    RealSet("wmt21-news-en-cs/sys/*", "wmt21-news-en-cs/ref.*"),
    RealSet("wmt21-news-en-de/sys/*", "wmt21-news-en-de/ref.*"),
    RealSet("wmt21-news-is-en/sys/*", "wmt21-news-is-en/ref.*"),
    RealSet("wmt22-enhr-error-words/sys/*", "wmt22-enhr-error-words/ref.*"),
    RealSet("wmt22-general-en-zh/sys/*", "wmt22-general-en-zh/ref.*", ("13a", "char")),
    RealSet("wmt22-general-ja-en/sys/*", "wmt22-general-ja-en/ref.*"),
    RealSet("wmt22-general-uk-en/sys/*", "wmt22-general-uk-en/ref.*"),
    RealSet("wmt23-en-de/sys/*", "wmt23-en-de/ref.*"),
    RealSet("wmt24-esa-en-ja/sys/*", "wmt24-esa-en-ja/ref.*", ("13a", "char")),
    RealSet("mqm-ted2021-en-de/sys/*", "mqm-ted2021-en-de/ref.*"),
    RealSet("compare-mt-ted/slk-eng/sys*.tok.eng", "compare-mt-ted/slk-eng/ref.tok.eng", ("none", "13a")),
    RealSet("compare-mt-ted/slk-eng/sys*.detok.eng", "compare-mt-ted/slk-eng/ref.detok.eng"),
    RealSet("compare-mt-ted/eng-jpn/sys*.tok.jpn", "compare-mt-ted/eng-jpn/ref.tok.jpn", ("none", "char")),
    RealSet("multeval-wmt10-de-en-opt/*.opt*.en", "multeval-wmt10-de-en-opt/ref.A.en"),
    RealSet("meteor-resources/newstest2009/cmu-combo.en", "meteor-resources/newstest2009/ref.en"),
    RealSet("meteor-resources/newstest2010/system*.en", "meteor-resources/newstest2010/ref.en"),
    RealSet("mlqe-multiref-et-en/mt.en", "mlqe-multiref-et-en/ref.*.en"),
)


@cache
def lines_of(path: Path) -> tuple[str, ...]:
    return read_lines(path).lines


def texts_at(data: Path, pattern: str) -> dict[str, tuple[str, ...]]:
    found = {str(path.relative_to(data)): lines_of(path) for path in sorted(data.glob(pattern))}
    assert found, f"no file matches {pattern}"
    return found


def assert_equals_sacrebleu(
    systems: dict[str, tuple[str, ...]], references: list[list[str | None]], **options: object
) -> None:
    """Compare score and statistics of every system; sacreBLEU reads the references once."""
    theirs = BLEU(**options, force=True, references=references)
    [measured] = measure(TestSet(references=references, systems=systems), [Bleu(**options)], n_threads=2)
    sums = measured.statistics.totals()
    for name, score, stats in zip(systems, measured.scores(sums), sums, strict=True):
        expected = theirs.corpus_score(systems[name], None)
        assert score == pytest.approx(expected.score, abs=1e-9, rel=0), name
        assert stats.tolist() == [expected.sys_len, expected.ref_len, *expected.counts, *expected.totals], name


@pytest.mark.parametrize("real_set", SETS, ids=lambda real_set: real_set.id)
def test_every_system_scores_as_in_sacrebleu(real_set: RealSet, test_data: Path) -> None:
    data = test_data / "data"
    systems = texts_at(data, real_set.outputs)
    references = [list(text) for text in texts_at(data, real_set.references).values()]
    for tokenize in real_set.tokenize:
        assert_equals_sacrebleu(systems, references, tokenize=tokenize)
    if len(references) > 1:  # under one tokenizer: how it cuts does not depend on the references
        assert_equals_sacrebleu(systems, references[:1], tokenize=real_set.tokenize[-1])


@pytest.mark.parametrize("options", [{"lowercase": True}, {"smooth_method": "add-k", "max_ngram_order": 2}], ids=str)
def test_ragged_references_score_as_in_sacrebleu(options: dict[str, object], test_data: Path) -> None:
    data = test_data / "data"
    first, second = (list(text) for text in texts_at(data, "mlqe-multiref-et-en/ref.*.en").values())
    ragged = [None if i % 3 == 0 else line for i, line in enumerate(second)]
    systems = texts_at(data, "mlqe-multiref-et-en/mt.en")
    theirs = BLEU(**options, force=True)
    expected = theirs.corpus_score(systems["mlqe-multiref-et-en/mt.en"], [first, ragged])
    result = Bleu(**options).corpus_score(systems["mlqe-multiref-et-en/mt.en"], [first, ragged])
    assert result.score == pytest.approx(expected.score, abs=1e-9, rel=0)
    assert result.signature.startswith("nrefs:var|")


def test_sentences_score_as_in_sacrebleu(test_data: Path) -> None:
    systems = texts_at(test_data / "data", "mlqe-multiref-et-en/mt.en")
    references = list(texts_at(test_data / "data", "mlqe-multiref-et-en/ref.*.en").values())
    metric = Bleu().segment_metric()
    [measured] = measure(TestSet(references=references, systems=systems), [metric])
    ours = measured.scores(measured.statistics.values.astype(np.float64))[0]
    sacrebleu = BLEU(effective_order=True)
    [hypotheses] = systems.values()
    segments = zip(hypotheses, zip(*references, strict=True), strict=True)
    expected = [sacrebleu.sentence_score(hypothesis, list(refs)).score for hypothesis, refs in segments]
    assert ours == pytest.approx(expected, abs=1e-9, rel=0)


def case_of(test_data: Path, file: str, case_id: str) -> dict[str, object]:
    cases = json.loads((test_data / "golden" / file).read_text(encoding="utf-8"))["cases"]
    return next(case for case in cases if case["id"] == case_id)


def score_of_case(test_data: Path, case: dict[str, object], **options: object) -> CorpusScore:
    roles: dict[str, list[list[str]]] = {"hyp": [], "ref": []}
    for text in case["inputs"]:
        lines = lines_of(test_data / "data" / text["path"])
        if options.get("tokenize") == "none":  # multi-bleu.perl reads bytes: a no-break space is no space to it
            lines = [line.replace("\xa0", "\u2060") for line in lines]
        roles[text["role"]].append(list(lines))
    return Bleu(**options).corpus_score(roles["hyp"][0], roles["ref"])


@pytest.mark.parametrize(
    ("case_id", "options"),
    [
        ("multi-bleu-csen16-PJATK", {"tokenize": "none"}),
        ("multi-bleu-csen16-PJATK-lc", {"tokenize": "none", "lowercase": True}),
        ("multi-bleu-ende21-UF-3ref", {"tokenize": "none"}),
        ("multi-bleu-ted-slk-sys2", {"tokenize": "none"}),
        ("multi-bleu-detok-csen16-PJATK", {"tokenize": "13a"}),
        ("multi-bleu-detok-csen16-PJATK-lc", {"tokenize": "13a", "lowercase": True}),
        ("multi-bleu-detok-ende21-UF-3ref", {"tokenize": "13a"}),
        ("multi-bleu-detok-ted-slk-sys2", {"tokenize": "13a"}),
    ],
)
def test_multi_bleu_of_moses_prints_the_same(test_data: Path, case_id: str, options: dict[str, object]) -> None:
    case = case_of(test_data, "multi-bleu.json", case_id)
    score = score_of_case(test_data, case, smooth_method="none", **options)
    line = (
        f"BLEU = {score.score:.2f}, {'/'.join(f'{precision:.1f}' for precision in score.precisions)} "
        f"(BP={score.bp:.3f}, ratio={score.ratio:.3f}, hyp_len={score.sys_len:.0f}, ref_len={score.ref_len:.0f})"
    )
    assert line == case["expected"]["line"]


@pytest.mark.parametrize(
    ("case_id", "options"),
    [
        ("mteval-v13a-csen16-PJATK", {"lowercase": True}),
        ("mteval-v13a-csen16-uedin-nmt-c", {}),
        ("mteval-v13a-ende21-UF-3ref", {"lowercase": True}),
        ("mteval-v13a-ende21-UF-3ref-c", {}),
        ("mteval-v13a-ende21-UF-3ref-shortest-c", {"reference_length": "shortest"}),
        ("mteval-v13a-ende21-UF-1ref-nosmooth-c", {"smooth_method": "none"}),
        ("mteval-v13a-n09-cmu", {"lowercase": True}),
    ],
)
def test_mteval_v13a_prints_the_same(test_data: Path, case_id: str, options: dict[str, object]) -> None:
    expected = case_of(test_data, "mteval.json", case_id)["expected"]
    score = score_of_case(test_data, case_of(test_data, "mteval.json", case_id), **options)
    assert score.score / 100 == pytest.approx(expected["bleu"], abs=5.001e-5)  # it prints four decimals
    individual = [round(precision / 100, 4) for precision in score.precisions]
    assert individual == pytest.approx(expected["bleu_individual"][:4], abs=1.001e-4)
    if "length" in expected:
        assert (score.sys_len, score.ref_len) == (expected["length"]["sys_len"], expected["length"]["ref_len"])
