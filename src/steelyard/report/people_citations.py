"""Where statistics of people's ratings, and of metrics' agreement with them, come from: keys of `references.bib`."""

from collections.abc import Mapping
from typing import Any

from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.questions.meta.answer import MetaEvaluation
from steelyard.questions.powered_ratings.answer import PoweredRatings
from steelyard.results.base import Result

__all__ = ["AGREEMENT_TESTS", "COEFFICIENTS", "PEOPLE_TESTS", "STATISTICS", "people_keys"]

PEOPLE_TESTS: dict[str, tuple[str, ...]] = {
    "rank-sum": ("wilcoxon1945individual", "mann1947test"),
    "in-turn": ("wilcoxon1945individual", "mann1947test"),
    "kruskal": ("kruskal1952use", "dunn1964multiple"),
    "friedman": ("friedman1937use", "nemenyi1963distribution"),
    "mixed-model": ("bates2015fitting", "patterson1971recovery"),
}
COEFFICIENTS: dict[str, tuple[str, ...]] = {  # by how the name of a coefficient of agreement starts
    "Krippendorff's alpha": ("krippendorff2004reliability",),
    "Cohen's kappa": ("cohen1960coefficient",),
    "Fleiss's kappa": ("fleiss1971measuring",),
    "kappa, chance 1/3": ("callisonburch2007meta",),
}
_TIES = ("deutsch2023ties",)
STATISTICS: dict[str, tuple[str, ...]] = {
    "pearson": (),
    "spearman": ("spearman1904proof",),
    "kendall": ("kendall1945treatment",),
    "robust-pearson": ("mathur2020tangled",),
    "pairwise-accuracy": ("kocmi2021ship",),
    "soft-accuracy": ("thompson2024improving",),
    "soft-accuracy-published": ("thompson2024improving",),
    "calibrated-accuracy": _TIES,
    "darr": ("bojar2017results",),
    "tau_a": ("kendall1938new",),
    "tau_c": ("stuart1953estimation",),
    "tau_10": _TIES,
    "tau_13": _TIES,
    "tau_14": _TIES,
    "tau_eq": _TIES,
    "acc_eq": _TIES,
}
AGREEMENT_TESTS: dict[str, tuple[str, ...]] = {  # with the correction that goes along
    "exchange": ("deutsch2021statistical", "westfall1993resampling"),
    "bootstrap": ("hall1991two", "westfall1993resampling"),
    "williams": ("williams1959comparison", "graham2014testing", "holm1979simple"),
}
_META_INTERVALS = {"percentile": ("deutsch2021statistical",), "fisher": ("fisher1915frequency", "bonett2000sample")}
_SCALINGS = {"z": ("graham2013continuous",), "blatz": ("blatz2003confidence",)}
_CONTROLS = {"degraded": ("graham2017crowd",), "repeat": ("graham2013continuous",)}
_WIN_RULES = {
    "expected-wins": ("bojar2013findings",),
    "rank": ("callisonburch2007meta",),
    "ignore-ties": ("bojar2011grain",),
}


def people_keys(result: Result) -> list[str]:
    """List what to cite for people's ratings, in order of use; keys may stand twice.

    Parameters
    ----------
    result : Result
        Of any kind; those that know no people have nothing here.

    Returns
    -------
    list of str
        Keys of entries.
    """
    method: Mapping[str, Any] = getattr(result, "method", {})
    if isinstance(result, RatingsAnalysis):
        return [*_of_ratings(result, method)]
    if isinstance(result, MetaEvaluation):
        return [*_of_agreement(result, method)]
    return ["angelopoulos2023prediction", "angelopoulos2023ppi"] if isinstance(result, PoweredRatings) else []


def _of_ratings(result: RatingsAnalysis, method: Mapping[str, Any]) -> list[str]:
    used: list[str] = []
    if any("weights:google" in row.signature for row in result.scores):
        used.append("freitag2021experts")
    used += _SCALINGS.get(method.get("scaling", ""), ())
    used += _CONTROLS.get(method.get("quality_control", ""), ())
    used += PEOPLE_TESTS.get(method.get("test", ""), ())
    if method.get("format") == "rankings":
        used += _WIN_RULES.get(method["win_rule"], ())
        used += [*([] if "test" in method else ["koehn2012simulating"]), "bradley1952rank"]
    for row in result.agreement:
        used += [key for start, keys in COEFFICIENTS.items() if row.coefficient.startswith(start) for key in keys]
    return used


def _of_agreement(result: MetaEvaluation, method: Mapping[str, Any]) -> list[str]:
    used = [key for row in result.agreement for key in STATISTICS.get(row.statistic, ())]
    used += [key for row in result.buckets for key in STATISTICS.get(row.statistic, ())]
    for compared in method.get("compared", {}).values():
        used += AGREEMENT_TESTS.get(compared.get("test", ""), ())
    return used + list(_META_INTERVALS.get(method.get("interval", ""), ()))
