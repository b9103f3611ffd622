"""Where statistics of metrics' agreement with people come from: keys of `references.bib`."""

from steelyard.questions.meta.answer import MetaEvaluation

__all__ = ["AGREEMENT_TESTS", "HAS_OWN_INTERVALS", "STATISTICS", "cites"]

HAS_OWN_INTERVALS = True  # of the same names as those of scores, but other ones
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
_META_INTERVALS = {
    "student": ("cameron2011robust",),
    "percentile": ("deutsch2021statistical",),
    "fisher": ("fisher1915frequency", "bonett2000sample"),
}


def cites(evaluation: MetaEvaluation) -> list[str]:
    """List what to cite, in order of use; keys may stand twice."""
    method = evaluation.method
    used = [key for row in evaluation.agreement for key in STATISTICS.get(row.statistic, ())]
    used += [key for row in evaluation.buckets for key in STATISTICS.get(row.statistic, ())]
    for compared in method.get("compared", {}).values():
        used += AGREEMENT_TESTS.get(compared.get("test", ""), ())
    return used + list(_META_INTERVALS.get(method.get("interval", ""), ()))
