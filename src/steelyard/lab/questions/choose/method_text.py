"""How outputs were chosen and judged, fit for a paper, and what must not be overlooked."""

from collections.abc import Sequence

from steelyard.lab.questions.choose.aligning import EDITS, TER
from steelyard.lab.questions.choose.combine import is_log
from steelyard.lab.questions.choose.judge import sizes_of
from steelyard.lab.questions.choose.pool import Pool
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.metrics import package_version
from steelyard.questions.compare.answer import Comparison
from steelyard.results.plurals import counted

__all__ = ["cautions", "choice_sentence"]


def choice_sentence(
    pool: Pool, asked: ChooseQuestion, rule: str, label: tuple[str, str], comparisons: Sequence[Comparison], about: str
) -> str:
    """Say how outputs were chosen, what they were compared with, and how."""
    n = counted(pool.lists.n_segments, "source")
    of = f"{sizes_of(pool.lists)} candidates" if pool.lists.sizes.max() > 1 else "one candidate"
    start = (
        f"For each of {n} we took one of {of}, with Steelyard {package_version()}: {_how(pool, asked, rule, label)}."
    )
    sentences = [start]
    if asked.combine is not None:
        sentences.append(_combined(pool, asked))
    if comparisons:
        chosen_on = (
            f" It is the best of {len(pool.systems)} single systems on these very sources, so that p and the interval "
            "of a difference from it are corrected for the differences from each of them."
            if _is_found_here(pool, asked)
            else ""
        )
        sentences.append(f"The baseline is {about}.{chosen_on}")
    if comparisons and asked.combine is not None:
        sentences.append("The choice was tested against the baseline, and the combination against both.")
    sentences += [one.method["sentence"] for one in comparisons[:1]]
    for one in comparisons[1:]:
        on = counted(one.method["n_segments"], "source")
        warning = f" {one.method['warning']}." if one.method["warning"] else ""
        sentences.append(
            f"People's ratings were compared in the same way, on {on} of which all candidates were rated, as a family "
            f"of their own.{warning}"
        )
    return " ".join(sentences)


def _combined(pool: Pool, asked: ChooseQuestion) -> str:
    """Say how texts were made of the words of candidates."""
    is_of_logs = is_log(asked, pool)
    taken = "the highest sum of logarithms of shares of votes" if is_of_logs else "the most votes"
    if asked.backbones == "one":
        network = f"a confusion network in the order of the chosen one, and took the path with {taken}"
    else:
        network = (
            f"a confusion network in the order of each of them, and of all their paths took the one with {taken}, the "
            "prior of a network being the exponential of minus the mean TER of the others, times the backbone's weight"
        )
    more = []
    if pool.language_model is not None:
        [(path, _)] = pool.language_model.files or [("that was given", "")]
        more.append(f"logarithms of the chances by a language model ({path}), with weight {asked.lm_weight:g}")
    for what, weight in (("word", asked.word_weight), ("column without a word", asked.null_weight)):
        if weight:
            more.append(f"{weight:g} for each {what}")
    ranks = ", the k-th candidate of a system having 1/(1+k) of a vote," if asked.rank_votes else ""
    added = f", with {' and '.join(more)} added" if more else ""
    how = {EDITS: "by the fewest edits", TER: "by the shifts and edits of TER"}.get(
        asked.network_alignment.lower(),
        f"by the fewest edits, those between words that {asked.network_alignment} matches counting half",
    )
    return f"We combined the words of the candidates{ranks or ','} aligned {how}, to {network}{added} (P07-1040)."


def _is_found_here(pool: Pool, asked: ChooseQuestion) -> bool:
    return bool(pool.systems) and asked.baseline in (None, "best")


def _how(pool: Pool, asked: ChooseQuestion, rule: str, label: tuple[str, str]) -> str:
    if rule == "qe":
        return f"the one with the highest {label[1]}"
    if rule == "oracle":
        return (
            f"an oracle, the best by {label[0]} against the references, one exchanged after the other as long as the "
            "whole improved"
        )
    if rule == "oracle-people":
        return "an oracle, the one that people rated best"
    parts = [f"the one with the highest expected {label[1]}"]
    truth = "texts that were given as evidence" if pool.evidence is not None else "all candidates of the source"
    parts.append(f"where {truth} may be the truth, and the candidate is what is scored (minimum Bayes risk, N04-1022)")
    if pool.prior is not None:
        parts.append(f"with probabilities from {pool.prior.name} at temperature {asked.temperature:g}")
    if asked.weights is not None:
        weights = ", ".join(f"{name} {value:g}" for name, value in asked.weights.items())
        parts.append(f"with weights of systems ({weights}; others 1), no output being evidence for itself")
    if asked.refine is not None:
        parts.append(f"and once more with gains to the power {asked.refine:g} as weights (D07-1105, equation 4)")
    if asked.keep_by_qe is not None and pool.qe is not None:
        parts.append(f"among the {asked.keep_by_qe} best of each source by {pool.qe.name}")
    if asked.decoder == "aggregate":
        parts.append("with the evidence summed up to one text of expected n-grams (2024.acl-short.71)")
    if asked.decoder == "pruned":
        parts.append("with candidates dropped that win too rarely (2023.emnlp-main.767, confidence 0.99)")
    return ", ".join(parts)


def cautions(
    pool: Pool, asked: ChooseQuestion, rule: str, label: tuple[str, str], comparisons: Sequence[Comparison], about: str
) -> list[str]:
    """Say what must not be overlooked."""
    found = []
    if pool.lists.sizes.max() == 1:
        found.append("No source has more than one candidate: there was nothing to choose.")
    metrics = list(dict.fromkeys(row.metric for one in comparisons for row in one.scores))
    if label[0] in metrics:
        rest = "" if len(metrics) > 1 else ", and no other metric judges it: name one with -m"
        found.append(
            f"Under {label[1]} the choice is rewarded for what it optimises{rest}: a gain there says nothing by itself."
        )
    if rule.startswith("oracle"):
        found.append(
            "An oracle knows what it is judged by: it says what the candidates hold, not what a system reaches."
        )
    if rule == "oracle-people" and not pool.is_rated.all():
        n = int((~pool.is_rated).sum())
        found.append(f"Of {counted(n, 'source')} not every candidate is rated.")
    if not comparisons:
        found.append(
            "Nobody but the rule itself says that the choice is better: give references (--reference) or ratings."
        )
    elif _is_found_here(pool, asked):
        found.append(
            f"{about} is the best single system on these very sources: its score is flattered a little, and so the "
            "difference from it is too low. p and the interval allow for that."
        )
    if asked.combine is not None:
        people = ": what people say is of the choice" if pool.people is not None else ""
        found.append(f"Combined texts are no candidates, have no system, and were rated by nobody{people}.")
    weightless = [name for name, weight in (asked.weights or {}).items() if not weight]
    if asked.n_pools and len(weightless) > 1:
        found.append(f"Smaller pools of systems without a weight alone ({', '.join(weightless)}) give each the same.")
    n_empty = sum(not text.strip() for text in pool.lists.texts)
    if n_empty:
        found.append(f"{counted(n_empty, 'candidate')} {'is' if n_empty == 1 else 'are'} empty.")
    return found
