"""The metrics that laws are tested on: each as it is by default, and under options that change how it counts."""

from steelyard.metrics import Bleu, Dupp, Maxsim, Metric, Mpr, Sscn, available, parse
from steelyard.metrics.smoothing import AVERAGING

VARIANTS: tuple[str, ...] = (
    "bleu(lowercase=True, tokenize=char, reference_length=average)",
    "bleu(smooth_method=none, tokenize=none, reference_length=shortest)",
    "bleu(smooth_method=floor, effective_order=True)",
    "bleu(smooth_method=add-k, smooth_value=0.5, max_ngram_order=2, weights=(0.3, 0.7))",
    "bleu(weights=(0, 0, 0, 1), effective_order=True)",
    "bleu(smooth_method=length-scaled, weights=(0.4, 0.3, 0.2, 0.1))",
    "bleu(smooth_method=prior, tokenize=none)",
    "bleu(smooth_method=length-scaled-neighbours, effective_order=True)",
    "bleu(tokenize=intl, view=stem:en, unicode_form=NFKC)",
    "bleu(tokenize=zh, view=char, remove_punctuation=True, effective_order=True)",
    "bleu-arithmetic(references=pairs, max_ngram_order=2, tokenize=none)",
    "bleu-s(effective_order=True, reference_length=average, tokenize=none)",
    "bleu-sbp(reference_length=average, smooth_method=neighbours, lowercase=True)",
    "cder(direction=maximum, penalty=mean, reference_length=average, lowercase=True, tokenize=none)",
    "cder(substitution=levenshtein, direction=reversed, penalty=length, per_weight=0.4)",
    "cder(substitution=prefix, penalty=coverage, per_weight=1, per_substitution=equal)",
    "cer(lowercase=True, whitespace=False, reference_length=average)",
    "character-ter(lowercase=True, tokenize=13a)",
    "chrf(word_order=2, lowercase=True)",
    "chrf(char_order=3, word_order=1, beta=1, whitespace=True)",
    "chrf(char_order=3, eps_smoothing=True)",  # up to 3: texts shorter than the longest n-gram are not perfect
    "chrf(char_order=0, word_order=4)",
    "dependency-f(features=(), labelled=False, partial=True, once=True, n_best=2, measure=recall, references=union)",
    "dependency-f(average=segment, lowercase=False, measure=precision)",
    "dupp(pos=N, tags=xpos, lowercase=False)",
    "eed(language=ja, lowercase=True, alpha=0.5, rho=0, deletion=1, insertion=0.25)",
    "gleu(min_len=2, max_len=3, tokenize=none, lowercase=True)",
    "grr(lowercase=True, tokenize=none, insertion_cost=0.3, deletion_cost=0.7, max_ngram_order=2)",
    "grr(insertion_cost=0, max_ngram_order=1)",
    "gtm(exponent=1)",
    "gtm(exponent=16, lowercase=True, tokenize=13a)",
    "head-chain(items=deprel, max_length=2, empty=zero, lowercase=True)",
    "length-ratio(reference_length=shortest)",
    "length-ratio(reference_length=average)",
    "maxsim(tags=xpos, relations=(nsubj, obj), max_ngram_order=2, alpha=0.5, strict=True, lowercase=False)",
    "mpr(position=mean)",
    "nist(lowercase=False, tokenize=char, max_ngram_order=2)",
    "per(variant=moses, lowercase=True)",
    "per(variant=recall, tokenize=char)",
    "prs(position=last)",
    "rouge-1(tokenize=13a, lowercase=True, stem=True, measure=precision)",
    "rouge-2(tokenize=none, beta=2)",
    "rouge-3(tokenize=none)",
    "rouge-4(tokenize=none)",
    "rouge-l(tokenize=char, measure=recall)",
    "rouge-lsum(tokenize=none, stem=True)",
    "rouge-s(tokenize=none, max_gap=1)",
    "rouge-su(tokenize=none, max_gap=4, measure=recall)",
    "rouge-w(tokenize=none, weight=3.5)",
    "sscn(n=2, constraint=both, per_word=True, lowercase=False)",
    "sscn(constraint=either)",
    "sscn(constraint=none)",
    "ter(normalized=True, no_punct=True, asian_support=True)",
    "ter(case_sensitive=True, variant=tercom)",
    "wer(tokenize=space)",
    "wer(lowercase=True, tokenize=13a, reference_length=average)",
    "wrr(reference_length=average)",
)
METRICS: list[Metric] = [parse(name) for name in [*available(), *VARIANTS]]

# Metrics whose published definition gives no copy of a reference the best score, with the least a copy gets, and why.
LEAST_OF_A_COPY: dict[Metric, float] = {
    metric: 100.0  # the average with a 2 before the first order lifts scores above 100, the more the longer the text
    for metric in METRICS
    if isinstance(metric, Bleu) and metric.smooth_method in AVERAGING
}
LEAST_OF_A_COPY |= {
    metric: 0.0
    for metric in METRICS
    if (isinstance(metric, Maxsim) and metric.strict)  # what both texts lack counts as 0
    or (isinstance(metric, Dupp) and metric.pos)  # one class of words
    or isinstance(metric, Mpr)  # looks at no reference
}
LEAST_OF_A_COPY |= {  # of four words there are three bigrams
    metric: 0.75 for metric in METRICS if isinstance(metric, Sscn) and metric.n == 2
}
# Where a copy of the reference need not be best, and why: by metric and tokenizer.
IMPERFECT_COPIES = {
    ("nist", "13a"): "what a text can score has no bound of its own: it depends on the references",
    ("nist", "char"): "the same",
    **{
        (name, "rouge"): "the tokenizer of rouge-score may leave nothing of a text to compare"
        for name in available()
        if name.startswith("rouge-")
    },
}
