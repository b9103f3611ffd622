"""The metrics that laws are tested on: each as it is by default, and under options that change how it counts."""

from pathlib import Path

from steelyard.errors import MissingExtraError
from steelyard.metrics import Bleu, Dupp, Maxsim, Metric, Mpr, Sscn, available, parse
from steelyard.metrics.parts.smoothing import AVERAGING

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SYNONYMS = f"synonyms={str(EXAMPLES / 'synonyms.tsv')!r}"
METEOR_RESOURCES = (
    f"{SYNONYMS}, paraphrases={str(EXAMPLES / 'paraphrases.txt')!r}, "
    f"function_words={str(EXAMPLES / 'function-words.txt')!r}"
)
# Metrics that need resources on disk have some of the examples in place of their defaults.
WITH_RESOURCES = {
    **{name: f"{name}({METEOR_RESOURCES}, tokenize=meteor:en)" for name in ("meteor-1.3", "meteor-1.4", "meteor-1.5")},
    "learned": f"learned(model={str(EXAMPLES / 'learned.json')!r})",
    "seen": f"seen(corpus={str(EXAMPLES / 'reference.1.en')!r})",
    **{name: f"{name}({SYNONYMS})" for name in ("m-bleu", "m-ter", "meteor-2005", "meteor-2007", "meteor-2008")},
}
VARIANTS: tuple[str, ...] = (
    "aile(alpha=0.5, beta=2, delta=1, tokenize=none)",
    "aile(delta=1000000, divisor=sqrt, collapse=True)",
    "aile(alpha=0, divisor=arctan, lowercase=False)",
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
    "soft-bleu(base=prefix:2, combine=product, tokenize=none)",
    "cder(direction=maximum, penalty=mean, reference_length=average, lowercase=True, tokenize=none)",
    "cder(substitution=levenshtein, direction=reversed, penalty=length, per_weight=0.4)",
    "cder(substitution=prefix, penalty=coverage, per_weight=1, per_substitution=equal)",
    "cer(lowercase=True, whitespace=False, reference_length=average)",
    "character-ter(lowercase=True, tokenize=13a)",
    "chrf(word_order=2, lowercase=True)",
    "chrf(char_order=3, word_order=1, beta=1, whitespace=True)",
    "chrf(char_order=3, eps_smoothing=True)",  # up to 3: texts shorter than the longest n-gram are not perfect
    "chrf(char_order=0, word_order=4)",
    "byte-ratio(mean=2, two_sided=True)",
    "content-words(units=phrases, measure=recall)",
    "dependency-f(features=(), labelled=False, partial=True, once=True, n_best=2, measure=recall, references=union)",
    "dependency-f(references=jackknife, measure=recall)",
    "dependency-f(average=segment, lowercase=False, measure=precision)",
    "dupp(pos=N, tags=xpos, lowercase=False)",
    "eed(language=ja, lowercase=True, alpha=0.5, rho=0, deletion=1, insertion=0.25)",
    f"entailment({SYNONYMS})",
    "gap-bigram(gap=0, lowercase=True)",
    "part(metric='bleu(max_ngram_order=2, tokenize=none)', of=match_1+match_2, over=total_1+total_2)",
    "part(metric=bleu, of=match_1, over=total_1, log=True)",
    f"seen(corpus={str(EXAMPLES / 'reference.1.en')!r}, gap=1, lowercase=True, tokenize=none)",
    "ensemble(formula='0.02 * chrf(word_order=2) - 0.01 * ter + 1.5e-1 * wip')",
    "gleu(min_len=2, max_len=3, tokenize=none, lowercase=True)",
    "grr(lowercase=True, tokenize=none, insertion_cost=0.3, deletion_cost=0.7, max_ngram_order=2)",
    "grr(insertion_cost=0, max_ngram_order=1)",
    "gtm(exponent=1)",
    "gtm(exponent=16, lowercase=True, tokenize=13a)",
    "hamming-order(tokenize=none, max_ngram_order=2, brevity_penalty=False)",
    "hamming-order(items=source)",
    "head-chain(items=deprel, max_length=2, empty=zero, lowercase=True)",
    "homola(tokenize=none, threshold=0.5, weight=0.4)",
    "homola(lowercase=True, threshold=1, operations=insertion-sort)",
    "kendall-order(lowercase=True, reference_choice=average, max_ngram_order=1)",
    "kendall-order(items=source, brevity_penalty=False)",
    "impact(beta=4, gamma=one)",
    "impact(alpha=1, beta=1, choice=leftmost, tokenize=none)",
    "length-ratio(reference_length=shortest)",
    "length-ratio(reference_length=average)",
    "length-ratio(reference_length=longest)",
    "m-bleu(metric=wer, without=synonym, tokenize=none)",
    "maxsim(tags=xpos, relations=(nsubj, obj), max_ngram_order=2, alpha=0.5, strict=True, lowercase=False)",
    "matching(over=entity, outside=True, average=corpus)",
    "matching(over=role, same_verb=True, measure=f)",
    "meteor-1.4(language=other, function_words=none, delta=0.3, tokenize=none)",
    f"meteor-1.5({METEOR_RESOURCES}, search=exact, beam=3, task=adq, tokenize=13a)",
    f"meteor-1.5({METEOR_RESOURCES}, char_based=True, weights=(1, 0, 0.5, 0.25), tokenize=meteor:en)",
    f"meteor-2005({SYNONYMS}, average=segments, tokenize=none)",
    "meteor-2007(language=de, fitted_to=fluency, lowercase=False)",
    "meteor-2008(without=(stem, synonym), alpha=0, gamma=1)",
    "mpr(position=mean)",
    "nist(lowercase=False, tokenize=char, max_ngram_order=2)",
    "overlap(over=chunk, measure=jaccard, items=form, lowercase=False)",
    "overlap(over=level, average=segment)",
    "overlap(over=relation, measure=precision)",
    "overlap(over=phrase, items=none, average=corpus, measure=f)",
    "overlap(over=argument, same_verb=True)",
    "paraphrased(metric=ter)",
    "paraphrased(metric='chrf(word_order=2)')",
    f"paraphrased({SYNONYMS})",
    "per(variant=moses, lowercase=True)",
    "per(variant=recall, tokenize=char)",
    "prs(position=last)",
    "ribes(variant=paper, alpha=1, beta=0)",
    "ribes(alpha=0, beta=2.5, lowercase=False, tokenize=13a)",
    "rouge-1(tokenize=13a, lowercase=True, stem=True, measure=precision)",
    "rouge-2(tokenize=none, beta=2)",
    "rouge-3(tokenize=none)",
    "rouge-4(tokenize=none)",
    "rouge-l(tokenize=char, measure=recall)",
    "rouge-lsum(tokenize=none, stem=True)",
    "rouge-s(tokenize=none, max_gap=1)",
    "rouge-su(tokenize=none, max_gap=4, measure=recall)",
    "rouge-w(tokenize=none, weight=3.5)",
    "sia(tokenize=none, lowercase=False, decay=1)",
    "sia(schedule=square)",
    "sia(iterative=False)",
    "sscn(n=2, constraint=both, per_word=True, lowercase=False)",
    "sscn(constraint=either)",
    "sscn(constraint=none)",
    "stm(over=dependencies, items=form, max_depth=2, empty=zero, lowercase=True)",
    "sub-goal(tokenize=none, min_references=1)",
    "ter(normalized=True, no_punct=True, asian_support=True)",
    "ter(case_sensitive=True, variant=tercom)",
    "ter(costs=(0.1, 1, 1, 2))",
    "wer(tokenize=space)",
    "wer(lowercase=True, tokenize=13a, reference_length=average)",
    "wrr(reference_length=average)",
)
# Nothing but numbers tells them from another one that is here.
SAME_CODE = {"meteor-1.3", "meteor-1.4", "rouge-3", "rouge-4"}
METRICS: list[Metric] = []
LEFT_OUT: list[str] = []  # for want of an extra
for spelling in [*(WITH_RESOURCES.get(name, name) for name in available() if name not in SAME_CODE), *VARIANTS]:
    try:
        METRICS.append(parse(spelling))
    except MissingExtraError as error:
        LEFT_OUT.append(f"{spelling}: {error}")

# Metrics whose published definition gives no copy of a reference the best score, with the least a copy gets, and why.
LEAST_OF_A_COPY: dict[Metric, float] = {
    metric: 100.0  # the average with a 2 before the first order lifts scores above 100, the more the longer the text
    for metric in METRICS
    if isinstance(metric, Bleu) and metric.smooth_method in AVERAGING
}
LEAST_OF_A_COPY[parse("sia(schedule=square)")] = 0.6  # the first round is weighed by the decay too
LEAST_OF_A_COPY |= {
    metric: 0.0
    for metric in METRICS
    if (isinstance(metric, Maxsim) and metric.strict)  # what both texts lack counts as 0
    or (isinstance(metric, Dupp) and metric.pos)  # one class of words
    or isinstance(metric, Mpr)  # looks at no reference
    or metric.name in ("byte-ratio", "parse-mark", "seen")  # nor do these
    or metric.name == "content-words"  # a text may have none
}
LEAST_OF_A_COPY |= {  # of four words there are three bigrams
    metric: 0.75 for metric in METRICS if isinstance(metric, Sscn) and metric.n == 2
}
LEAST_OF_A_COPY |= {
    metric: 0.0  # a single chunk has a penalty too, up to gamma
    for metric in METRICS
    if metric.name in ("meteor-2005", "meteor-2007", "meteor-2008")
}
LEAST_OF_A_COPY |= {metric: -1e9 for metric in METRICS if metric.name == "part"}  # has no bound: it may be of anything
LEAST_OF_A_COPY |= {metric: float("-inf") for metric in METRICS if metric.name == "learned"}  # what people like
# Where a copy of the reference need not be best, and why: by metric and tokenizer.
IMPERFECT_COPIES = {
    ("nist", "13a"): "what a text can score has no bound of its own: it depends on the references",
    ("nist", "char"): "the same",
    ("sub-goal", "13a"): "a single reference asks nothing, unless min_references says so",
    **{
        ("ribes", tokenize): "a word has no place where no run with it is there once, as in a a a"
        for tokenize in ("none", "13a")
    },
    **{
        (name, "rouge"): "the tokenizer of rouge-score may leave nothing of a text to compare"
        for name in available()
        if name.startswith("rouge-")
    },
}
