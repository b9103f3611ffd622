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
    how = _how(pool, asked, rule, label)
    start = f"For each of {n} we chose one of {of} with Steelyard {package_version()}. We took {how}."
    sentences = [start]
    if asked.combine is not None:
        sentences.append(_combined(pool, asked))
    if comparisons:
        chosen_on = (
            f" It is the best of {len(pool.systems)} single systems on the same sources. P-values and intervals are "
            "corrected for this selection."
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
            f"Ratings were compared in the same way, as a separate family, on {on} with ratings of all "
            f"candidates.{warning}"
        )
    return " ".join(sentences)


def _combined(pool: Pool, asked: ChooseQuestion) -> str:
    """Say how texts were made of the words of candidates."""
    is_of_logs = is_log(asked, pool)
    taken = "the highest sum of log vote shares" if is_of_logs else "the most votes"
    if asked.backbones == "one":
        network = f"a confusion network with the chosen one as backbone. We used the path with {taken}"
    else:
        network = (
            f"a confusion network for each candidate as backbone. We used the path with {taken}. The prior of a "
            "network is the exponential of minus the mean TER of the others, times the weight of the backbone"
        )
    more = []
    if pool.language_model is not None:
        [(path, _)] = pool.language_model.files or [("that was given", "")]
        more.append(f"log-probabilities of a language model ({path}), with weight {asked.lm_weight:g}")
    for what, weight in (("word", asked.word_weight), ("column without a word", asked.null_weight)):
        if weight:
            more.append(f"{weight:g} for each {what}")
    ranks = ", the k-th candidate of a system having 1/(1+k) of a vote," if asked.rank_votes else ""
    added = f", with {' and '.join(more)} added" if more else ""
    how = {EDITS: "by the fewest edits", TER: "by the shifts and edits of TER"}.get(
        asked.network_alignment.lower(),
        f"by the fewest edits, with half cost for words that {asked.network_alignment} matches",
    )
    return f"We combined the words of the candidates{ranks or ','} aligned {how}, to {network}{added} (P07-1040)."


def _is_found_here(pool: Pool, asked: ChooseQuestion) -> bool:
    return bool(pool.systems) and asked.baseline in (None, "best")


def _how(pool: Pool, asked: ChooseQuestion, rule: str, label: tuple[str, str]) -> str:
    if rule == "qe":
        return f"the one with the highest {label[1]}"
    if rule == "oracle":
        return (
            f"an oracle, the best by {label[0]} against the references, by exchanges one after the other until the "
            "corpus score did not improve"
        )
    if rule == "oracle-people":
        return "an oracle, the one with the highest rating"
    parts = [f"the one with the highest expected {label[1]}"]
    truth = "the given evidence texts" if pool.evidence is not None else "all candidates of the source"
    parts.append(f"with {truth} as possible references (minimum Bayes risk, N04-1022)")
    if pool.prior is not None:
        parts.append(f"with probabilities from {pool.prior.name} at temperature {asked.temperature:g}")
    if asked.weights is not None:
        weights = ", ".join(f"{name} {value:g}" for name, value in asked.weights.items())
        parts.append(f"with weights of systems ({weights}; others 1), where an output is no evidence for itself")
    if asked.refine is not None:
        parts.append(f"and once more with gains to the power {asked.refine:g} as weights (D07-1105, equation 4)")
    if asked.keep_by_qe is not None and pool.qe is not None:
        parts.append(f"among the {asked.keep_by_qe} best of each source by {pool.qe.name}")
    if asked.decoder == "aggregate":
        parts.append("with the evidence summarised as expected n-gram counts (2024.acl-short.71)")
    if asked.decoder == "pruned":
        parts.append("with confidence-based pruning of candidates (2023.emnlp-main.767, confidence 0.99)")
    return ", ".join(parts)


def cautions(
    pool: Pool, asked: ChooseQuestion, rule: str, label: tuple[str, str], comparisons: Sequence[Comparison], about: str
) -> list[str]:
    """Say what must not be overlooked."""
    found = []
    if pool.lists.sizes.max() == 1:
        found.append("No source has more than one candidate, so no choice was possible.")
    metrics = list(dict.fromkeys(row.metric for one in comparisons for row in one.scores))
    if label[0] in metrics:
        rest = "" if len(metrics) > 1 else " Add another metric with -m."
        found.append(
            f"The choice maximises {label[1]}, so a gain in {label[1]} is no evidence of better quality.{rest}"
        )
    if rule.startswith("oracle"):
        found.append(
            "An oracle uses the references or ratings of its evaluation: its scores are upper bounds, not results of "
            "a system."
        )
    if rule == "oracle-people" and not pool.is_rated.all():
        n = int((~pool.is_rated).sum())
        found.append(f"{counted(n, 'source')} {'has' if n == 1 else 'have'} candidates without a rating.")
    if not comparisons:
        found.append("The choice was not evaluated: add --references or --ratings.")
    elif _is_found_here(pool, asked):
        found.append(
            f"{about} is the best single system on the same sources, so its score is slightly too high and the "
            "difference too low. P-values and intervals are corrected for this."
        )
    if asked.combine is not None:
        people = " Results of ratings are about the choice." if pool.people is not None else ""
        found.append(f"Combined texts are new texts without ratings.{people}")
    weightless = [name for name, weight in (asked.weights or {}).items() if not weight]
    if asked.n_pools and len(weightless) > 1:
        found.append(
            f"In smaller pools of systems with weight 0 only ({', '.join(weightless)}), all candidates count equally."
        )
    n_empty = sum(not text.strip() for text in pool.lists.texts)
    if n_empty:
        found.append(f"{counted(n_empty, 'candidate')} {'is' if n_empty == 1 else 'are'} empty.")
    return found
