"""Where metrics, tests, corrections and intervals come from, as BibTeX: `references.bib` has the entries."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from steelyard.asking import entry_of, load_part
from steelyard.results.base import Result

__all__ = ["CORRECTIONS", "INTERVALS", "METRICS", "TESTS", "bibtex", "citation_keys"]

_LIU_2007, _METEOR_2008, _MORRIS = ("liu2007source",), ("agarwal2008meteor",), ("morris2004wer",)
_ROUGE = ("lin2004rouge",)

METRICS: dict[str, tuple[str, ...]] = {
    "against": ("albrecht2007pseudo",),
    "aile": ("echizenya2013aile",),
    "bleu": ("papineni2002bleu", "post2018call", "chen2014systematic"),
    "bleu-arithmetic": _LIU_2007,
    "bleu-s": ("lin2004orange",),
    "bleu-sbp": ("chiang2008decomposability",),
    "byte-ratio": ("sun2008reexamination",),
    "cder": ("leusch2006cder",),
    "cer": ("levenshtein1966binary", "morris2004wer"),
    "character-ter": ("wang2016character",),
    "chrf": ("popovic2015chrf", "popovic2017chrf"),
    "content-words": ("sun2008reexamination",),
    "dependency-f": ("owczarzak2007labelled", "owczarzak2007dependency"),
    "dupp": _LIU_2007,
    "eed": ("stanchev2019eed",),
    "ensemble": ("gimenez2008heterogeneous",),
    "entailment": ("pado2009robust",),
    "exact-match": ("rajpurkar2016squad",),
    "gap-bigram": ("albrecht2007reexamination",),
    "gleu": ("wu2016google",),
    "grr": ("chiang2008decomposability",),
    "gtm": ("melamed2003precision",),
    "hamming-order": ("birch2011reordering",),
    "head-chain": ("liu2005syntactic",),
    "homola": ("homola2009simple",),
    "impact": ("echizenya2007impact",),
    "kendall-order": ("birch2011reordering", "birch2010metrics"),
    "learned": ("albrecht2007reexamination",),
    "length-ratio": ("post2018call", "clark2011better"),
    "m-bleu": _METEOR_2008,
    "m-ter": _METEOR_2008,
    "matching": ("gimenez2007linguistic",),
    "maxsim": ("chan2008maxsim",),
    "mer": _MORRIS,
    "meteor-1.3": ("denkowski2011meteor",),
    "meteor-1.4": ("denkowski2011meteor",),
    "meteor-1.5": ("denkowski2014meteor",),
    "meteor-2005": ("banerjee2005meteor",),
    "meteor-2007": ("lavie2007meteor",),
    "meteor-2008": _METEOR_2008,
    "mpr": _LIU_2007,
    "nist": ("doddington2002automatic",),
    "overlap": ("gimenez2007linguistic",),
    "paraphrased": ("kauchak2006paraphrasing",),
    "part": ("albrecht2007reexamination",),
    "parse-mark": ("sun2008reexamination",),
    "per": ("tillmann1997accelerated", "leusch2006cder"),
    "prs": _LIU_2007,
    "ribes": ("isozaki2010automatic",),
    "rouge-1": _ROUGE,
    "rouge-2": _ROUGE,
    "rouge-3": _ROUGE,
    "rouge-4": _ROUGE,
    "rouge-l": _ROUGE,
    "rouge-lsum": _ROUGE,
    "rouge-s": _ROUGE,
    "rouge-su": _ROUGE,
    "rouge-w": _ROUGE,
    "seen": ("albrecht2007reexamination",),
    "sia": ("liu2006stochastic",),
    "soft-bleu": ("oflazer2007exploring",),
    "sscn": _LIU_2007,
    "stm": ("liu2005syntactic",),
    "sub-goal": ("uchimoto2007automatic",),
    "ter": ("snover2006study", "post2018call"),
    "wer": ("levenshtein1966binary", "niessen2000evaluation"),
    "wil": _MORRIS,
    "wip": _MORRIS,
    "wrr": ("niessen2000evaluation",),
    "zero-edit-rate": ("snover2006study",),
}
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
    return METRICS.get(name) or METRICS.get(name.rstrip("+").rstrip("0123456789"), ())


def bibtex(keys: list[str]) -> str:
    """Return entries as BibTeX, in this order.

    Examples
    --------
    >>> from steelyard.page.citations import bibtex
    >>> bibtex(["student1908probable"]).splitlines()[1]
    '  author = {Student},'
    """
    entries = _entries()
    return "\n\n".join(entries[key] for key in keys)


def _entries() -> dict[str, str]:
    text = (Path(__file__).parent / "references.bib").read_text(encoding="utf-8")
    found = re.findall(r"^@\w+\{([^,]+),\n.*?^\}$", text, re.MULTILINE | re.DOTALL)
    bodies = [entry.strip() for entry in re.split(r"\n\n(?=@)", text)]
    return dict(zip(found, bodies, strict=True))
