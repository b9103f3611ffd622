"""Choose one output of several for every source, and say what that is worth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError
from steelyard.inference import seed_of
from steelyard.lab.questions.choose.answer import Choice, ChoiceMethod
from steelyard.lab.questions.choose.combine import Combined, combine
from steelyard.lab.questions.choose.decide import Decided, decide
from steelyard.lab.questions.choose.judge import Judged, judge_candidates, judge_people, judge_selections
from steelyard.lab.questions.choose.method_text import cautions, choice_sentence
from steelyard.lab.questions.choose.pool import Pool, lists_of, scores_of_candidates
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.lab.questions.choose.rows import (
    agreement_rows,
    chosen_rows,
    combined_rows,
    pick_rows,
    pool_rows,
    selection_rows,
)
from steelyard.lab.questions.choose.selections import best_first, picks_of_baseline, rivals_of, selections_of
from steelyard.metrics import Metric, fit
from steelyard.questions.compare.answer import Comparison
from steelyard.scored.provenance import provenance
from steelyard.scored.units import unit_of
from steelyard.types import CountedSet, NBestLists, NgramModel

__all__ = ["choose", "compute", "compute_with_paths"]

Progress = Callable[[int, int], None]
Texts = Sequence[Sequence[str]]
Numbers = Sequence[Sequence[float]] | NDArray[np.float64]


@asks("lab choose")
def choose(
    candidates: "NBestLists | Texts",
    *,
    references: Sequence[Sequence[str | None]] = (),
    evidence: "NBestLists | Texts | None" = None,
    qe: "Numbers | None" = None,
    prior: "Numbers | None" = None,
    ratings: "Numbers | None" = None,
    documents: Sequence[str] | None = None,
    language_model: NgramModel | None = None,
    **options: Any,
) -> Choice:
    """Choose one output of several for every source, and say what that is worth.

    By default the one that agrees most with the others: the largest expected utility, where every candidate may be the
    truth (minimum Bayes risk). Equal texts are merged, and their weights added, before anything is chosen.

    When it misleads: what is chosen is best under the utility it was chosen by, which says nothing of people. Look at
    another metric, and at ratings where there are any. Consensus among systems goes to what most of them do, be it
    wrong, so that weak systems outvote the best one.

    Parameters
    ----------
    candidates : NBestLists or sequence of sequence of str
        The outputs of each source.
    references : sequence of sequence of str or None, default ()
        ``[reference][source]``; without them nothing is tested.
    evidence : NBestLists or sequence of sequence of str, optional
        Texts that stand for the truth in place of the candidates, for each source.
    qe, prior, ratings : array, shape (C,), or sequence of sequence of float, optional
        Of every candidate: quality estimates, a model's scores such as log probabilities, and people's ratings (NaN for
        none); larger is better.
    documents : sequence of str, optional
        Of every source.
    language_model : NgramModel, optional
        That says how likely combined words are, such as `steelyard.reading.formats.read_arpa` reads.
    {options}

    Returns
    -------
    Choice
        What was taken, with `texts`, and what it is worth.

    Raises
    ------
    AlignmentError
        A source has no candidates, or parts do not have the same sources.
    DataError
        A number is missing.
    SpecError
        Options do not go together.

    References
    ----------
    Kumar and Byrne 2004, "Minimum Bayes-risk decoding for statistical machine translation", N04-1022.
    Rosti, Matsoukas and Schwartz 2007, "Improved word-level system combination for machine translation", P07-1040.
    Macherey and Och 2007, "An empirical study on computing consensus translations from multiple machine translation
    systems", D07-1105.

    Examples
    --------
    >>> import steelyard as sy
    >>> choice = sy.lab.choose([["a b c", "a b d", "x"], ["e f", "e g"]], references=[["a b c", "e g"]])
    >>> choice.texts, choice.selections[0].about
    (('a b c', 'e f'), 'the first candidate')
    """
    lists = lists_of(candidates, "The candidates")
    given = {"quality estimates": qe, "prior scores": prior}
    scores = {name: None if one is None else scores_of_candidates(name, one, lists) for name, one in given.items()}
    pool = Pool(
        lists,
        references=references,
        documents=documents,
        evidence=None if evidence is None else lists_of(evidence, "The evidence"),
        qe=scores["quality estimates"],
        prior=scores["prior scores"],
        people=None if ratings is None else scores_of_candidates("people", ratings, lists, may_miss=True),
        language_model=language_model,
    )
    return compute(pool, question_from(ChooseQuestion, options))


def compute(pool: Pool, question: ChooseQuestion, *, n_threads: int = 1, progress: Progress | None = None) -> Choice:
    """Choose, and judge the choice."""
    return compute_with_paths(pool, question, n_threads=n_threads, progress=progress)[0]


def compute_with_paths(
    pool: Pool, question: ChooseQuestion, *, n_threads: int = 1, progress: Progress | None = None, n_paths: int = 1
) -> tuple[Choice, list[Combined]]:
    """Choose and judge, and also return the best paths through every source's network, where texts were combined."""
    seed = seed_of(question.rng)
    question = replace(question, rng=seed)
    rule = _rule(pool, question)
    metric = _utility(pool, question, rule)
    judges = _judges(pool, question, metric)
    judged = judge_candidates(pool, judges, n_threads)
    people = judge_people(pool)
    by_people = [] if people is None else [people]
    guides = [*by_people, *_others_first(judged, metric)]
    order, guide = best_first(pool, guides), next(iter(guides), None)
    scores = _scores(pool, rule, judged, people)
    decided = decide(
        pool,
        question if guides else replace(question, n_pools=0),
        metric=metric,
        scores=scores,
        best_first=order,
        seed=seed,
        n_threads=n_threads,
        progress=_part(progress, 0, question),
    )
    if rule == "oracle":
        decided = _as_corpus(decided, judged[0], pool)
    base, about = picks_of_baseline(pool, question, order, decided)
    selections = selections_of(pool, decided, base, [*judged, *by_people], seed)
    combined = combine(pool, question, decided, n_threads, _part(progress, 1, question), n_paths)
    texts = [one.text for one in combined]
    rivals = rivals_of(pool, question, about)
    comparisons = judge_selections(pool, selections, judges, question, n_threads, texts, rivals)
    label = _label(pool, rule, metric, judged, people)
    method = _method(pool, question, rule, decided, comparisons, label, metric, about)
    if guide is not None:
        method["guide"] = guide.label
    choice = Choice(
        selections=selection_rows(pool, selections, decided, about, label, combined),
        scores=tuple(row for one in comparisons for row in one.scores),
        pairs=tuple(row for one in comparisons for row in one.pairs),
        chosen=chosen_rows(pool, decided, guide),
        agreement=agreement_rows(pool, decided),
        pools=pool_rows(
            pool,
            decided,
            [*judged, *by_people],
            order,
            guide,
            1.0 if metric is None or metric.higher_is_better else -1.0,
        ),
        picks=pick_rows(pool, decided),
        combined=combined_rows(pool, combined),
        method=method,
    )
    return choice, combined


def _part(progress: Progress | None, i: int, question: ChooseQuestion) -> Progress | None:
    """Count the sources that are chosen from, and then those that are combined, as one work."""
    if progress is None or question.combine is None:
        return progress
    return lambda done, total: progress(i * total + done, 2 * total)


def _rule(pool: Pool, question: ChooseQuestion) -> str:
    """Settle by what is chosen, and refuse what does not go together."""
    has_utility = question.utility is not None or pool.matrices is not None or question.keep_by_qe is not None
    rule = question.by or ("qe" if pool.qe is not None and not has_utility else "consensus")
    if rule == "qe" and pool.qe is None:
        raise SpecError("A choice by quality estimates needs one for each candidate: add --qe FILE (qe=).")
    if question.keep_by_qe is not None and (pool.qe is None or rule != "consensus"):
        raise SpecError("--keep-by-qe needs --qe and --rule consensus.")
    if rule == "oracle" and not pool.references:
        raise SpecError("--rule oracle needs references: add --references FILE (references=).")
    if rule == "oracle-people" and pool.people is None:
        raise SpecError("--rule oracle-people needs ratings: add --ratings FILE (ratings=).")
    of_consensus: dict[str, object] = {
        "--decoder": question.decoder != "exact",
        "--refine": question.refine is not None,
        "--system-weights": question.weights is not None,
        "--prior": pool.prior is not None,
        "--evidence": pool.evidence is not None,
    }
    wrong = next((flag for flag, is_given in of_consensus.items() if is_given), None)
    if rule != "consensus" and wrong is not None:
        raise SpecError(f"{wrong} needs --rule consensus, not {rule}.")
    if question.decoder != "exact" and (pool.matrices is not None or question.refine is not None or question.weights):
        raise SpecError(
            f"--decoder {question.decoder} does not compute all utilities. It cannot be used with --matrix, "
            "--system-weights or --refine."
        )
    if pool.evidence is not None and (question.weights or question.refine is not None or pool.prior is not None):
        raise SpecError(
            "--prior, --system-weights and --refine weight candidates as evidence. They cannot be used with --evidence."
        )
    if question.temperature != 1 and pool.prior is None:
        raise SpecError("--temperature needs --prior FILE.")
    _check_combination(pool, question)
    if question.combine is not None and rule.startswith("oracle"):
        raise SpecError(f"--combine cannot be used with --rule {rule}: an oracle chooses among the candidates.")
    return rule


def _check_combination(pool: Pool, question: ChooseQuestion) -> None:
    """Refuse what is about combinations where there are none, and a weight of a language model that is missing."""
    of_networks = {
        "--backbones": question.backbones != "one",
        "--network-alignment": question.network_alignment != "edits",
        "--log-votes": question.log_votes,
        "--rank-votes": question.rank_votes,
        "--null-weight": question.null_weight,
        "--word-weight": question.word_weight,
        "--lm": pool.language_model is not None,
    }
    wrong = next((flag for flag, is_given in of_networks.items() if is_given), None)
    if question.combine is None and wrong is not None:
        raise SpecError(f"{wrong} needs --combine network.")
    if question.rank_votes and len(set(pool.lists.systems)) == len(pool.systems) > 0:
        raise SpecError("--rank-votes needs several candidates of a system, and every system has one.")
    if question.lm_weight != 1 and pool.language_model is None:
        raise SpecError("--lm-weight needs a language model: add --lm FILE.")


def _utility(pool: Pool, question: ChooseQuestion, rule: str) -> Metric | None:
    """Return the metric of the consensus; None where there is none."""
    if rule != "consensus" or pool.matrices is not None:
        if question.utility is not None:
            where = "--matrix holds the utilities" if pool.matrices is not None else f"--rule {rule} needs none"
            raise SpecError(f"Leave --utility out: {where}.")
        return None
    [metric] = fit([question.utility or "chrf"], [pool.lists.texts]).said().metrics
    if not metric.needs.startswith("references"):
        raise SpecError(f"{metric.name} needs {metric.needs}: no utility of texts alone. Take another metric.")
    return metric


def _judges(pool: Pool, question: ChooseQuestion, metric: Metric | None) -> list[Metric]:
    """Settle by which metrics the choice is judged: another one than the utility is always among the usual ones."""
    if not pool.references:
        if question.metrics:
            raise SpecError("-m needs references: add --references FILE (references=).")
        return []
    names: Sequence[str | Metric]
    if question.metrics:
        names = [question.metrics] if isinstance(question.metrics, str) else question.metrics
    elif metric is None:
        names = ["chrf", "bleu"]
    else:
        names = [metric, "bleu" if metric.name.startswith("chrf") else "chrf"]
    return fit(names, pool.references).said().metrics


def _others_first(judged: Sequence[Judged], metric: Metric | None) -> list[Judged]:
    """Order judges: those that the choice was not made by come first."""
    own = None if metric is None else str(metric)
    return sorted(judged, key=lambda one: one.metric == own)


def _scores(pool: Pool, rule: str, judged: Sequence[Judged], people: Judged | None) -> NDArray[np.float64] | None:
    """Return the scores that are chosen by, larger ones better; None for a consensus."""
    if rule == "qe" and pool.qe is not None:
        return pool.qe.values
    if rule == "oracle":
        return judged[0].sign * judged[0].segments
    if rule == "oracle-people" and people is not None:
        return np.where(np.isnan(people.segments), -np.inf, people.segments)
    return None


def _as_corpus(decided: Decided, judge: Judged, pool: Pool) -> Decided:
    """Take the oracle of the whole in place of that of single segments."""
    return replace(decided, picks=judge.extreme(pool.lists.offsets, 1.0))


def _label(
    pool: Pool, rule: str, metric: Metric | None, judged: Sequence[Judged], people: Judged | None
) -> tuple[str, str]:
    """Return spelling and short name of what choices are made by."""
    if rule == "qe" and pool.qe is not None:
        return pool.qe.name, pool.qe.name
    if rule == "oracle":
        return judged[0].metric, judged[0].label
    if rule == "oracle-people" and people is not None:
        return people.metric, people.label
    if pool.matrices is not None:
        return pool.matrices.name, pool.matrices.name
    return (str(metric), metric.label) if metric is not None else ("", "")


def _method(
    pool: Pool,
    question: ChooseQuestion,
    rule: str,
    decided: Decided,
    comparisons: Sequence[Comparison],
    label: tuple[str, str],
    metric: Metric | None,
    about: str,
) -> ChoiceMethod:
    """Say how outputs were chosen and judged."""
    n = pool.lists.n_segments
    documents = None if pool.documents is None else tuple(pool.documents)
    layout = CountedSet(pool.systems, n, documents, (1,) * n, tuple(dict(one) for one in pool.inputs))
    first: Mapping[str, Any] | None = comparisons[0].method if comparisons else None
    units = _units(first, n)
    found: Any = {
        **provenance(layout),
        **units,
        "by": rule,
        "utility": label[0],
        "utility_label": label[1],
        "decoder": question.decoder,
        "n_pairs": decided.n_pairs,
        "baseline": about,
        "warnings": cautions(pool, question, rule, label, comparisons, about),
        "confidence_level": 1 - question.alpha,
        "higher_is_better": metric is None or metric.higher_is_better,
        "sentence": choice_sentence(pool, question, rule, label, comparisons, about),
        "recipe": {
            "command": "lab choose",
            "reading": dict(pool.reading),
            "arguments": {
                **question.recipe(),
                "weights": None if question.weights is None else dict(question.weights),
                "unit": None if first is None else unit_of(first),
                "rng": question.rng,
            },
        },
    }
    if pool.people is not None:
        found["n_rated"] = int(pool.is_rated.sum())
    method: ChoiceMethod = found
    return method


def _units(first: Mapping[str, Any] | None, n_sources: int) -> dict[str, Any]:
    """Say what was resampled; the sources, where nothing was."""
    if first is None:
        return {"unit": "segment", "n_units": n_sources}
    return {key: first[key] for key in ("unit", "n_units", "block_size", "last_block_size") if key in first}
