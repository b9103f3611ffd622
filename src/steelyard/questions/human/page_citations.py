"""Where statistics of people's ratings come from: keys of `references.bib`."""

from collections.abc import Mapping
from typing import Any

from steelyard.questions.human.answer import RatingsAnalysis

__all__ = ["COEFFICIENTS", "PEOPLE_TESTS", "cites"]

PEOPLE_TESTS: dict[str, tuple[str, ...]] = {
    "rank-sum": ("wilcoxon1945individual", "mann1947test"),
    "in-turn": ("wilcoxon1945individual", "mann1947test"),
    "kruskal": ("kruskal1952use", "dunn1964multiple"),
    "friedman": ("friedman1937use", "nemenyi1963distribution"),
    "two-way": ("cameron2011robust",),
    "mixed-model": ("bates2015fitting", "patterson1971recovery"),
}
COEFFICIENTS: dict[str, tuple[str, ...]] = {  # by how the name of a coefficient of agreement starts
    "Krippendorff's alpha": ("krippendorff2004reliability",),
    "Cohen's kappa": ("cohen1960coefficient",),
    "Fleiss's kappa": ("fleiss1971measuring",),
    "kappa, chance 1/3": ("callisonburch2007meta",),
    "kappa, chance from ties": ("bojar2013findings",),
}
_SCALINGS = {"z": ("graham2013continuous",), "blatz": ("blatz2003confidence",)}
_CONTROLS = {"degraded": ("graham2017crowd",), "repeat": ("graham2013continuous",)}
_WIN_RULES = {
    "expected-wins": ("bojar2013findings",),
    "rank": ("callisonburch2007meta",),
    "ignore-ties": ("bojar2011grain",),
}


def cites(ratings: RatingsAnalysis) -> list[str]:
    """List what to cite, in order of use; keys may stand twice."""
    method: Mapping[str, Any] = ratings.method  # of rankings, or of ratings
    used: list[str] = []
    if any("weights:google" in row.signature for row in ratings.scores):
        used.append("freitag2021experts")
    used += _SCALINGS.get(method.get("scaling", ""), ())
    used += _CONTROLS.get(method.get("quality_control", ""), ())
    used += PEOPLE_TESTS.get(method.get("test", ""), ())
    if method.get("format") == "rankings":
        used += _WIN_RULES.get(method["win_rule"], ())
        used += [*([] if "test" in method else ["koehn2012simulating"]), "bradley1952rank"]
    for row in ratings.agreement:
        used += [key for start, keys in COEFFICIENTS.items() if row.coefficient.startswith(start) for key in keys]
    return used
