"""Which way a score goes: one table, asked wherever scores come in that others computed."""

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from steelyard.errors import AskError, SpecError
from steelyard.metrics.table import ROWS
from steelyard.metrics.table.names import spelling_of
from steelyard.reading.roles import plain_name, why_no_score, words_of

__all__ = ["Directions", "direction_of", "is_metric", "is_turned", "no_score"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LOWER = _words(
    """
    error errors err mistake mistakes violation violations defect defects failure failures failed fail incorrect
    wrong loss losses nll penalty penalties perplexity ppl bpb entropy distance dist divergence kl edits mae mse
    rmse brier ece regret hallucination hallucinations toxicity misses false omissions additions repetition
    repetitions harm harmful hter tercom metricx mistranslation bits mistranslations mispronunciations fehler
    erreurs errores errori erros
    """
)
_HIGHER = _words(
    """
    score scores rating ratings accuracy acc em f1 precision recall reward rewards pass passed passes win wins
    winrate correct correctness success succeeded solved resolved quality fluency adequacy relevance relevancy
    faithfulness moverscore coherence consistency informativeness factuality helpfulness similarity cosine auc auroc
    mrr ndcg hits pearson spearman kendall correlation preference elo points grade grades mark marks stars likert
    agreement usefulness naturalness groundedness completeness conciseness clarity readability coverage satisfaction
    comet cometkiwi xcomet bleurt bertscore prism yisi gemba esa matese unieval labse laser sbert spbleu sacrebleu
    chrf bleu rouge meteor da sqm judge judgement judgment judgements judgments verdict exactness match matches mcc
    kappa r2 iou map bewertung punkte note nota puntuación pontuação punteggio 评分 得分 分数 評価 得点
    """
)
_MAY_BE = ("a time", "a count", "a length", "a cost", "no score")  # words that metrics have in their names, too
_OVERSHOT = 0.1  # of what is below zero: MetricX predicts errors, and in WMT23 a few fewer than none
_GENERIC = frozenset(
    ("score", "scores", "rating", "ratings", "points", "mark", "marks", "note", "match", "matches", "sacrebleu")
)
_OWN_WORDS = frozenset(
    ("ter", "wer", "mer", "wil", "cer", "cder", "characterter", "eed", "zer")
)  # of ours, within names
_WHOLE = {"exact_match": True, "error_free": True, "no_error": True, "no_errors": True, "correctly": True}


def direction_of(name: str, values: Iterable[float] = ()) -> bool | None:
    """Say whether higher scores are better: by the metric's name, and by the sign of its values.

    `name`: of a metric of ours, in any spelling or as tables print it; of one that others compute; or of a column.
    `values`: its scores. Errors that are all below zero were turned round by who wrote them, so that higher is better.
    Returns None where the name does not say.

    When it misleads: a name may promise another direction than the numbers have, as an "error" of 1 for each output
    without one. What was taken is always said, and ``--lower-is-better`` or ``--higher-is-better`` overrides it.

    Examples
    --------
    >>> from steelyard.reading.directions import direction_of
    >>> [direction_of(name) for name in ("ter", "WER", "COMET-22", "error_rate", "accuracy", "mine")]
    [False, False, True, False, True, None]
    >>> direction_of("MetricX-24", [1.5, 20.0]), direction_of("MetricX-24", [-1.5, -20.0])
    (False, True)
    """
    found = _by_name(name)
    if found is False or (found is None and "mqm" in words_of(name)):  # MQM counts errors up, or down from 0, or to 100
        return True if is_turned(values) else found
    return found


def is_turned(values: Iterable[float]) -> bool:
    """Whether errors stand with a minus: they reach far below zero, and hardly above, as predictions of errors may.

    Examples
    --------
    >>> from steelyard.reading.directions import is_turned
    >>> is_turned([-1.0, 0.0, float("nan")]), is_turned([-25.0, 0.3]), is_turned([0.0, 0.0]), is_turned([-1.0, 2.0])
    (True, True, False, False)
    """
    there = [value for value in values if not math.isnan(value)]
    return bool(there) and min(there) < 0 and max(there) <= -_OVERSHOT * min(there)


def is_metric(name: str) -> bool:
    """Whether a name is that of a metric, of ours or of others, and not a word that any column may have.

    Examples
    --------
    >>> from steelyard.reading.directions import is_metric
    >>> [is_metric(name) for name in ("faithfulness", "BLEU", "score", "gpt-4")]
    [True, True, False, False]
    """
    words = _said(name) - _GENERIC
    return _of_ours(name) is not None or not words.isdisjoint(_LOWER | _HIGHER | _OWN_WORDS)


def no_score(name: str, others: Iterable[str] = (), *, may_be_system: bool = False) -> str:
    """Say what a column of numbers is that is no score; a metric's name goes before all other words.

    Examples
    --------
    >>> from steelyard.reading.directions import no_score
    >>> no_score("latency_ms"), no_score("length-ratio"), no_score("accuracy")
    ('a time', '', '')
    """
    why = why_no_score(name, others, may_be_system=may_be_system)
    return "" if why in _MAY_BE and is_metric(name) else why  # its rank or its error is none of a metric's scores


def _by_name(name: str) -> bool | None:
    own = _of_ours(name)
    if own is not None:
        return own
    plain = plain_name(name)
    if plain in _WHOLE:
        return _WHOLE[plain]
    words = _said(name)
    if "mbr" in words:  # a utility, of whatever metric
        return True
    is_lower, is_higher = not words.isdisjoint(_LOWER | _OWN_WORDS), not words.isdisjoint(_HIGHER)
    if is_lower and is_higher:
        return None if words & (_HIGHER - _GENERIC) else False
    return False if is_lower else True if is_higher else None


def _of_ours(name: str) -> bool | None:
    """Return the direction of a metric of ours that is called or printed so."""
    said = name.strip().lower()
    spelling = said if said in ROWS else said.replace("_", "-") if said.replace("_", "-") in ROWS else spelling_of(said)
    row = ROWS.get(spelling.partition("(")[0] or said.partition("(")[0])
    return None if row is None else row.higher_is_better


def _said(name: str) -> set[str]:
    """Return the words of a name, as capitals part them and as they do not, and each without digits that follow it."""
    words = {*words_of(name), *re.split(r"[\W_]+", name.lower())}
    return {*words, *(re.sub(r"\d+$", "", word) for word in words)} - {""}


class Directions:
    """Whether higher scores are better: as was said, as files say, or as names do.

    `lower`, `higher`: metrics of which somebody said so.
    `of_files`: what files say of theirs.
    `unnamed`: metrics that nothing but their file names: they are called scores, of which higher is better.
    `may_assume`: whether no result depends on it, so that higher is taken to be better where nothing says so.
    """

    def __init__(
        self,
        lower: Collection[str],
        higher: Collection[str],
        *,
        of_files: Mapping[str, bool] | None = None,
        unnamed: Collection[str] = (),
        may_assume: bool = False,
    ) -> None:
        both = sorted(set(lower) & set(higher))
        if both:
            raise SpecError(f"{both[0]!r} stands after --lower-is-better and after --higher-is-better.")
        self.lower, self.higher, self.of_files = lower, higher, of_files or {}
        self.unnamed, self.may_assume = unnamed, may_assume

    def settle(self, values: Mapping[str, Iterable[float]]) -> tuple[list[str], dict[str, str]]:
        """Return the metrics of which lower is better, and why each direction was taken."""
        for flag, names in (("lower_is_better", self.lower), ("higher_is_better", self.higher)):
            for name in names:
                if name not in values:
                    raise SpecError(f"{flag} names {name!r}, which is not among the scores: {', '.join(values)}.")
        lower, told, unknown = [], {}, []
        for name, scores in values.items():
            is_higher, told[name] = self._of(name, scores)
            if is_higher is None:
                unknown.append(name)
            elif not is_higher:
                lower.append(name)
        if unknown:
            self._ask(unknown, values)
        return lower, told

    def _of(self, name: str, scores: Iterable[float]) -> tuple[bool | None, str]:
        if name in self.lower or name in self.higher:
            is_higher = name in self.higher
            other = "file" if self.of_files.get(name, is_higher) is not is_higher else "name"
            is_odd = other == "file" or (is_metric(name) and direction_of(name, scores) is (not is_higher))
            return is_higher, f"as was said, against its {other}" if is_odd else "as was said"
        if name in self.of_files:
            return self.of_files[name], "as its file says"
        plain = name.rsplit(" pass", 1)[0]  # --repeats pass@k is part of what a metric of tries is called
        by_name, found = direction_of(plain), direction_of(plain, scores)
        if found is not None:
            return found, "" if found is by_name else "errors with a minus"
        if all(score in (0.0, 1.0) or math.isnan(score) for score in scores):
            return True, "1 is read as a pass"
        return (True, "nothing says so") if name in self.unnamed or self.may_assume else (None, "")

    def _ask(self, unknown: Sequence[str], values: Mapping[str, Iterable[float]]) -> None:
        answers = [
            [word for name in unknown for word in (flag, name)] for flag in ("--higher-is-better", "--lower-is-better")
        ]
        known = [name for name in values if name not in unknown]
        if known:
            answers.append(["-m", *known])
        each = "" if len(unknown) == 1 else " Each may have its own direction."
        raise AskError(
            f"Nothing says whether higher or lower scores of {', '.join(map(repr, unknown))} are better, and the "
            f"result depends on it.{each}",
            answers,
        )
