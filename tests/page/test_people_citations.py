"""What reports of people's ratings, and of metrics held against them, cite: what they used and nothing else."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np

import steelyard as sy
from steelyard.page import citations
from steelyard.page.citations import bibtex, citation_keys
from steelyard.questions.human.compute import TWO_WAY
from steelyard.questions.human.mixed_model import MIXED_MODEL
from steelyard.questions.human.page_citations import COEFFICIENTS, PEOPLE_TESTS
from steelyard.questions.human.rank_tests import RANK_TESTS
from steelyard.questions.meta import page_citations as agreement
from steelyard.questions.meta.question import STATISTICS, TESTS
from steelyard.results import AgreementRow, PoweredRatings, RatingsAnalysis
from steelyard.types import OutputScores
from tests.conftest import EXAMPLES

RATINGS = str(EXAMPLES / "ratings.tsv")


def test_everything_of_people_has_a_source() -> None:
    assert set(PEOPLE_TESTS) == {*RANK_TESTS, MIXED_MODEL, TWO_WAY}
    assert set(agreement.STATISTICS) == set(STATISTICS)
    assert set(agreement.AGREEMENT_TESTS) == set(TESTS)
    tables = (PEOPLE_TESTS, agreement.STATISTICS, agreement.AGREEMENT_TESTS, COEFFICIENTS)
    file = Path(citations.__file__).with_name("references.bib").read_text(encoding="utf-8")
    known = set(re.findall(r"^@\w+\{(.+),$", file, re.MULTILINE))
    assert {key for table in tables for keys in table.values() for key in keys} <= known


def test_ratings_cite_their_test_scaling_and_coefficients() -> None:
    plain = citation_keys(sy.analyse_ratings(RATINGS))
    assert "krippendorff2004reliability" in plain
    assert not {"graham2013continuous", "graham2017crowd", "mann1947test", "bradley1952rank"} & set(plain)
    controlled = citation_keys(sy.analyse_ratings(RATINGS, scaling="z", quality_control="degraded", test="rank-sum"))
    assert {"graham2013continuous", "graham2017crowd", "wilcoxon1945individual", "mann1947test"} <= set(controlled)
    assert "noreen1989computer" not in controlled
    mixed = citation_keys(sy.analyse_ratings(RATINGS, test="mixed-model"))
    assert {"bates2015fitting", "patterson1971recovery", "holm1979simple"} <= set(mixed)
    assert "@article{bates2015fitting," in bibtex(mixed)


def test_rankings_cite_strength_ranges_and_kappa() -> None:
    method = {"format": "rankings", "win_rule": "ignore-ties"}
    rows = (AgreementRow("rankings", "raters", "kappa, chance 1/3 (WMT07)", 0.4, None, 9),)
    keys = citation_keys(RatingsAnalysis((), (), method, agreement=rows))
    assert keys == ["bojar2011grain", "koehn2012simulating", "bradley1952rank", "callisonburch2007meta"]
    kappas = tuple(replace(rows[0], coefficient=name) for name in ("Cohen's kappa", "Fleiss's kappa"))
    assert citation_keys(RatingsAnalysis((), (), {}, agreement=kappas)) == [
        "cohen1960coefficient",
        "fleiss1971measuring",
    ]


def test_agreement_of_metrics_cites_its_statistics_and_tests() -> None:
    rng = np.random.default_rng(1)
    systems = tuple("abcdefgh")
    quality = rng.normal(size=(8, 1)) + rng.normal(size=(8, 20))
    rated = OutputScores("people", systems, quality)
    metrics = [OutputScores(name, systems, quality + rng.normal(size=(8, 20))) for name in ("chrF2++", "COMET")]
    found = sy.meta_evaluate(rated, metrics, n_resamples=50)
    keys = citation_keys(found)
    assert keys[:2] == ["popovic2015chrf", "popovic2017chrf"]
    assert {
        "thompson2024improving",
        "kocmi2021ship",
        "deutsch2023ties",
        "hall1991two",
        "westfall1993resampling",
    } <= set(keys)
    assert not {"williams1959comparison", "montielolea2019simultaneous", "koehn2004statistical"} & set(keys)
    choices = {"levels": ["system"], "statistics": ["system:pearson"], "test": "williams", "interval": "fisher"}
    pearson = sy.meta_evaluate(rated, metrics, n_resamples=50, **choices)
    assert citation_keys(pearson)[2:] == [
        "williams1959comparison", "graham2014testing", "holm1979simple", "fisher1915frequency", "bonett2000sample"
    ]  # fmt: skip


def test_prediction_powered_means_cite_their_source() -> None:
    keys = citation_keys(PoweredRatings((), (), {"n_segments": 0, "correction": "holm"}))
    assert keys == ["angelopoulos2023prediction", "angelopoulos2023ppi", "holm1979simple"]
