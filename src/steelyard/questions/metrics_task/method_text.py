"""How metrics were ranked over language pairs, fit for a paper, and what must not be overlooked."""

from collections.abc import Sequence

from steelyard.questions.metrics_task.pairs import LanguagePair
from steelyard.questions.metrics_task.question import MetricsTaskQuestion
from steelyard.questions.metrics_task.ranked import RankedTask
from steelyard.results.plurals import counted

__all__ = ["cautions", "task_sentence"]

_NAMED = 6
_FEW = 8  # systems below which places of metrics are mostly chance


def task_sentence(
    names: Sequence[str], pairs: Sequence[LanguagePair], question: MetricsTaskQuestion, seed: int, version: str
) -> str:
    """Say how metrics were ranked and compared."""
    kept = "weighted " if len({pair.weight for pair in pairs}) > 1 else ""
    ties = "in full" if question.is_published else "half"
    swapped = "single decisions" if question.is_published else "all decisions on a segment together"
    return (
        f"We ranked {len(names)} metrics by their {kept}average of soft pairwise accuracy (Thompson et al. 2024; "
        f"1,000 exchanges, unchanged differences counted {ties}) and of accuracy within segments "
        f"with calibrated ties (Deutsch et al. 2023) over {counted(len(pairs), 'language pair')} with Steelyard "
        f"{version}. Differences of averages are tested by exchanging standardised scores of single outputs, and for "
        f"calibrated accuracy {swapped}, on all language pairs at once ({question.n_draws:,} draws, seed {seed}); "
        f"ranks and clusters are corrected for all pairs of metrics by step-down max-T, at {question.alpha:g}. WMT "
        "clusters are of one-sided p-values that are not corrected. This holds for these systems and language pairs."
    )


def cautions(
    pairs: Sequence[LanguagePair],
    tasks: Sequence[RankedTask],
    lacking: Sequence[tuple[str, list[str]]],
    question: MetricsTaskQuestion,
) -> list[str]:
    """Say what must not be overlooked."""
    notes = [pair.note for pair in pairs if pair.note]
    if lacking:
        told = ", ".join(f"{name} (not in {', '.join(where)})" for name, where in lacking[:_NAMED])
        more = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
        notes.append(f"Left out, since some tasks lack it: {told}{more}.")
    for task in tasks:
        if task.statistic == "soft-accuracy" and task.shared.left_out:
            told = ", ".join(name for name, _ in task.shared.left_out[:_NAMED])
            notes.append(f"{task.languages}: people or some metric lack {told}, which take no part.")
    few = [f"{task.languages} ({len(task.shared.system_names)})" for task in tasks if _is_small(task)]
    if few:
        notes.append(f"Few systems in {', '.join(few)}: with others the places of metrics may change.")
    ways = list(dict.fromkeys(pair.people.name for pair in pairs))
    if len(ways) > 1:
        notes.append(f"People rated in several ways ({', '.join(ways)}): the average is over all of them.")
    if question.n_draws < 1 / question.alpha:
        notes.append(f"{question.n_draws} draws cannot reach {question.alpha:g}: ask for more with -n.")
    return notes


def _is_small(task: RankedTask) -> bool:
    return task.statistic == "soft-accuracy" and len(task.shared.system_names) < _FEW
