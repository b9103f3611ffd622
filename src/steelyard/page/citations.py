"""Where tests, corrections and intervals come from, and metrics by what they say, as BibTeX.

`references.bib` has the entries; a metric of another package brings its own.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from steelyard.asking import entry_of, load_part
from steelyard.metrics.table import ROWS
from steelyard.metrics.table.spelling import REGISTERED, of_other_packages
from steelyard.results.base import Result

__all__ = ["CORRECTIONS", "INTERVALS", "TESTS", "bibtex", "citation_keys"]

TESTS: dict[str, tuple[str, ...]] = {
    "joint": ("chernozhukov2013gaussian",),
    "mid-p": ("fagerland2013mcnemar",),
    "moses": ("graham2014randomized", "riezler2005pitfalls", "post2018call"),
    "paired-bootstrap": ("koehn2004statistical", "graham2014randomized"),
    "randomization": ("noreen1989computer", "riezler2005pitfalls"),
    "shifted-bootstrap": ("riezler2005pitfalls", "graham2014randomized"),
    "sign": ("dixon1946sign",),
    "studentized-randomization": ("janssen1997studentized", "chung2013exact"),
    "t": ("student1908probable",),
    "wilcoxon": ("wilcoxon1945individual",),
    "wilcoxon-pratt": ("pratt1959remarks", "cureton1967normal"),
}
CORRECTIONS: dict[str, tuple[str, ...]] = {
    "maxt": ("westfall1993resampling",),
    "maxt-shaffer": ("westfall1997multiple", "shaffer1986modified"),
    "holm": ("holm1979simple",),
    "shaffer": ("shaffer1986modified",),
    "hochberg": ("hochberg1988sharper",),
    "hommel": ("hommel1988stagewise",),
    "sidak": ("sidak1967rectangular",),
    "holm-sidak": ("holland1987improved", "sidak1967rectangular"),
    "bonferroni": (),
    "bh": ("benjamini1995controlling",),
    "by": ("benjamini2001control",),
    "none": (),
    "tukey": ("tukey1949comparing",),
    "scheffe": ("scheffe1953method",),
    "randomized-tukey": ("carterette2012multiple",),
}
INTERVALS: dict[str, tuple[str, ...]] = {
    "percentile": ("koehn2004statistical", "montielolea2019simultaneous"),
    "basic": ("davison1997bootstrap", "montielolea2019simultaneous"),
    "normal": ("davison1997bootstrap", "montielolea2019simultaneous"),
    "bca": ("efron1987better", "montielolea2019simultaneous"),
    "jackknife": ("efron1993introduction",),
    "delta": ("efron1993introduction",),
    "student": ("koehn2004statistical",),
    "korn-graubard": ("korn1998confidence", "newcombe1998improved"),
}
_SEQUENTIAL = {
    "besag-clifford": ("besag1991sequential",),
    "confidence-sequence": ("robbins1970statistical", "lai1976confidence", "gandy2014mmctest"),
}
_NAME = re.compile(r"[\w.+-]+")


def citation_keys(result: Result) -> list[str]:
    """List the keys of what a report of a result should cite, in order of use, each once.

    Scores of other tools have no entry: who used them knows their source.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.page.citations import citation_keys
    >>> data = sy.TestSet(references=[["a b", "c"]], systems={"x": ["a b", "c"], "y": ["a", "c"]})
    >>> citation_keys(sy.evaluate(data, "ter").compare(correction="holm"))[:3]
    ['snover2006study', 'post2018call', 'noreen1989computer']
    """
    method: Mapping[str, Any] = getattr(result, "method", {})
    rows = [row for table in result.tables for row in getattr(result, table)]
    used: list[str] = []
    for metric in dict.fromkeys(getattr(row, "metric", "") for row in rows):
        used += [key for name in _NAME.findall(metric) for key in _of_metric(name.lower())]
    entry = entry_of(type(result))
    own = None if entry is None else load_part(entry, "page_citations")
    if own is not None:
        used += own.cites(result)
    if method.get("correction") not in ("tukey", "scheffe", "randomized-tukey"):
        tests = [method.get("test", ""), *(getattr(row, "test", "") for row in rows)]
        used += [key for test in dict.fromkeys(tests) for key in TESTS.get(test, ())]
    used += CORRECTIONS.get(method.get("correction", ""), ())
    if not getattr(own, "HAS_OWN_INTERVALS", False):
        used += INTERVALS.get(method.get("interval") or "", ())
    used += _SEQUENTIAL.get(method.get("sequential", {}).get("procedure", ""), ())
    if method.get("is_exact") and not method.get("n_draws") and method.get("test") == "randomization":
        used.append("pagano1983obtaining")
    if "equivalence_margin" in method:
        used.append("schuirmann1987comparison")
    if "runs" in method:
        used.append("clark2011better")
    return list(dict.fromkeys(used))


def _of_metric(name: str) -> tuple[str, ...]:
    """Find a metric by its name, or by its label, which says its order: chrF2, chrF2++."""
    row = ROWS.get(name) or ROWS.get(name.rstrip("+").rstrip("0123456789"))
    return row.cites if row is not None else getattr(_of_another_package(name), "cites", ())


def _of_another_package(name: str) -> Any:
    """Find the class of a metric that is not ours; None where its package is not installed."""
    if name in REGISTERED or name in ROWS:
        return REGISTERED.get(name)
    entry = of_other_packages().get(name)
    return None if entry is None else entry.load()


def bibtex(keys: list[str]) -> str:
    """Return entries as BibTeX, in this order.

    Examples
    --------
    >>> from steelyard.page.citations import bibtex
    >>> bibtex(["student1908probable"]).splitlines()[1]
    '  author = {Student},'
    """
    text = (Path(__file__).parent / "references.bib").read_text(encoding="utf-8")
    entries = _entries(text)
    if not entries.keys() >= set(keys):
        for kind in REGISTERED.values():
            entries |= _entries(kind.bibtex) if kind.bibtex else {}
    return "\n\n".join(entries[key] for key in keys)


def _entries(text: str) -> dict[str, str]:
    found = re.findall(r"^@\w+\{([^,]+),\n.*?^\}$", text, re.MULTILINE | re.DOTALL)
    bodies = [entry.strip() for entry in re.split(r"\n\n(?=@)", text)]
    return dict(zip(found, bodies, strict=True))
