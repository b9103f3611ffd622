"""Names that users choose from, as flags and as parameters: read by what does the work, and by `--help`.

This module loads the standard library alone, so that `--help` starts at once.
"""

from typing import Literal, get_args

__all__ = [
    "AGREEMENT_LEVELS", "ALIGNMENT_MEASURES", "AUTO_RANK_SCALINGS", "BACKBONES", "BOOTSTRAPPED", "CHOICE_RULES",
    "COMBINATIONS", "CORRECTIONS", "CREDITS", "DECODERS", "FAMILIES", "INTERVALS", "RATES", "JOINT", "JUDGES",
    "LEARNERS", "MISSING_RULES", "CLIMB_STEPS", "CORRELATIONS", "MQM_WEIGHTINGS", "PAIR_STATISTICS", "PROCEDURES",
    "QUALITY_CONTROLS", "RATING_AVERAGES", "RATER_ROLES", "RATING_FORMATS", "RATING_SCALINGS", "REFERENCE_KINDS",
    "RATING_SEGMENTS", "REPEATS", "SCORE_FORMATS", "SEVERITIES", "SYMMETRISATIONS", "TESTS", "WIN_RULES",
    "AgreementLevel", "Alternative", "Coefficient", "Judges", "RatingSegments", "Severity", "Target",
]  # fmt: skip

RATING_FORMATS = {
    "mqm": "mqm",
    "seg-rating": "seg_rating",
    "esa": "esa",
    "appraise": "appraise",
    "rankings": "relative_rankings",
    "votes": "votes",
    "pearmut": "pearmut",
    "ratings": "ratings",
    "seg-score": "seg_score",
    "svmlight": "svmlight",
    "columns": "segment_scores",
}
"""Files of judgements, each with the module of `steelyard.reading.formats` that reads it, likeliest first."""

SCORE_FORMATS = {
    "inspect": "harnesses.inspect_logs",
    "helm": "harnesses.helm",
    "lm-eval": "harnesses.lm_eval",
    "every-eval-ever": "harnesses.every_eval_ever",
    "alpaca-eval": "harnesses.alpaca_eval",
    "mteb": "harnesses.mteb",
    "wmt25": "harnesses.wmt25",
    "promptfoo": "harnesses.promptfoo",
    "deepeval": "harnesses.deepeval",
    "comet-lines": "judges.comet_lines",
    "predictions": "judges.predictions",
    "metricx": "judges.metricx",
    "gemba": "judges.gemba",
    "svmlight": "svmlight",
}
"""Files of scores that programs gave, each with its module of `steelyard.reading.formats`, likeliest first."""

RATING_SCALINGS = ("raw", "z", "blatz")
"""Scores as they are; each rater's brought to mean 0 and deviation 1; each rater's by rank, from 0 to 1."""

RATING_AVERAGES = ("macro", "micro")
"""Over segments, or over judgements."""

RatingSegments = Literal["auto", "common", "all"]
RATING_SEGMENTS: tuple[RatingSegments, ...] = get_args(RatingSegments)
"""Segments that systems are compared on."""

RATER_ROLES = ("sampled", "fixed")
"""Whether answers are for raters like these, or for these alone."""

AUTO_RANK_SCALINGS = ("robust", "range")
MISSING_RULES = ("refuse", "worst", "drop-item", "bounds")
"""What becomes of missing scores: an error; the worst score; their items are left out; both extremes are computed."""

REPEATS = ("refuse", "first", "last", "mean")
"""What becomes of a second score of a system on an item."""

QUALITY_CONTROLS = ("none", "degraded", "repeat")
"""Raters who stay: all; who score damaged outputs lower; for whom damage matters more than chance."""

MQM_WEIGHTINGS = ("google", "google-wmt21", "google-wmt23", "1-5-10", "1-5-25")
"""What marked errors cost."""

WIN_RULES = ("expected-wins", "rank", "ignore-ties", "at-least")
"""What counts as the score of a system in rankings."""

AgreementLevel = Literal["interval", "ratio", "ordinal", "nominal"]
AGREEMENT_LEVELS: tuple[AgreementLevel, ...] = get_args(AgreementLevel)
"""How far apart Krippendorff's alpha takes two scores for."""

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""Of findings: scores would not mean what they say; something is probably wrong; good to know."""

Target = Literal["population", "set"]
"""What a mean rating is of: text like this, or these very lines."""

BOOTSTRAPPED = ("percentile", "basic", "normal", "bca")
"""Intervals that resample."""

RATES = ("korn-graubard", "newcombe")  # of rates and of their differences: nobody need ask for them
INTERVALS = (*BOOTSTRAPPED, "jackknife", "delta", "student")
"""Intervals of scores and of their differences."""

JOINT = "joint"  # the test whose draws give critical values and who may lead, too
TESTS = {
    JOINT: "joint",
    "mid-p": "sign",
    "moses": "moses",
    "paired-bootstrap": "paired_bootstrap",
    "randomization": "randomization",
    "shifted-bootstrap": "shifted_bootstrap",
    "sign": "sign",
    "studentized-randomization": "studentized_randomization",
    "t": "paired_t",
    "wilcoxon": "wilcoxon",
    "wilcoxon-pratt": "wilcoxon",
}
"""Tests of whether two systems differ, each with its module of `steelyard.inference.comparisons`."""

CORRECTIONS = (
    "maxt",
    "maxt-shaffer",
    "holm",
    "shaffer",
    "hochberg",
    "hommel",
    "sidak",
    "holm-sidak",
    "bonferroni",
    "bh",
    "by",
    "none",
)
"""For asking about many pairs and metrics."""

PROCEDURES = ("tukey", "scheffe", "randomized-tukey")
"""Tests of all pairs at once, each in place of a test and its correction."""

FAMILIES = ("pairs-and-metrics", "pairs")
"""What is corrected together: all differences, or those of each metric."""

ALIGNMENT_MEASURES = ("aer", "precision", "recall", "f", "cper")
"""What word alignments are scored by."""

REFERENCE_KINDS = ("human", "post-edit", "machine")
"""Who wrote a reference."""

SYMMETRISATIONS = ("intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")
"""How the word alignments of two directions are made one."""

Alternative = Literal["two-sided", "better", "worse"]
"""Which differences are looked for; one-sided ones are about the later system of a pair."""


Coefficient = Literal["pearson", "spearman", "kendall"]
CORRELATIONS: dict[str, str] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho with mean ranks for ties",
    "kendall": "Kendall's tau-b",
}
"""Of scores with ratings."""

CLIMB_STEPS = (0.32, 0.16, 0.08, 0.04, 0.02, 0.01)
"""By which parameters are changed, largest first."""

PAIR_STATISTICS: dict[str, str] = {
    "tau_a": "Kendall's tau-a",
    "tau_b": "Kendall's tau-b, corrected for ties",
    "tau_c": "Stuart's tau-c",
    "tau_10": "tau of WMT10 to 12: pairs tied by people are left out, ties of the metric are errors",
    "tau_13": "tau of WMT13: all ties are left out",
    "tau_14": "tau of WMT14 to 16: as WMT13, and ties of the metric count among the pairs",
    "tau_eq": "tau that rewards ties predicted as ties (Deutsch et al. 2023)",
    "acc_eq": "accuracy over all pairs, ties among them (Deutsch et al. 2023)",
}
"""Of scores with ratings, by pairs of outputs."""

Judges = Literal["median", "mean"]
JUDGES: tuple[Judges, ...] = get_args(Judges)
"""What counts of several judgements of an output."""

CHOICE_RULES = ("consensus", "qe", "oracle", "oracle-people")
"""By what one output of several is taken: agreement with the others, a quality estimate, references, people."""

DECODERS = ("exact", "aggregate", "pruned")
"""How the candidate of the largest expected utility is found."""

COMBINATIONS = ("network",)
"""How a text is made of the words of several candidates."""

BACKBONES = ("one", "all")
"""Which candidates give the order of words to a network."""

CREDITS = ("ngrams", "share", "found")
"""What a check-point gives: n-grams found, pooled; the share of its n-grams; 1 where a reference is found whole."""

CONTRAST_TIES = ("wrong", "half")
"""What the same score for a good and a wrong translation counts as."""

CONTRAST_UNITS = ("group", "source", "reference", "item")
"""Which items of contrastive pairs are resampled together."""

UNDECIDED_RULES = ("leave-out", "bounds")
"""What becomes of outputs of a test suite of which nobody can say whether they are right."""

SUITE_UNITS = ("document", "source", "segment", "item")
"""Which items of a test suite are resampled together."""

LEARNERS = (
    "ridge", "svr", "svc", "linear-svr", "rank-svm", "kernel-rank-svm", "pair-logistic", "rank-boost", "boosting",
    "isotonic",
)  # fmt: skip
"""What learns a metric from ratings: `steelyard.lab.learned.LEARNERS` says what each is."""
