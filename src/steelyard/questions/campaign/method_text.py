"""How tasks were put together, fit for a paper, and what must not be overlooked."""

from steelyard.inference import carrying_numbers, few_carry
from steelyard.metrics import package_version
from steelyard.questions.campaign.joined import Joined
from steelyard.questions.campaign.question import CampaignQuestion
from steelyard.questions.campaign.tasks import lines_in_common
from steelyard.results.auto_rank_row import auto_rank_text
from steelyard.results.plurals import counted
from steelyard.scored.cautions import caution_of_units
from steelyard.types import CountedSet

__all__ = ["campaign_sentence", "cautions", "signatures"]

_FEW = 5  # tasks below which tasks like these can hardly be told of
_NAMED = 4
_PUBLISHED = (
    " WMT ranks follow the general task of WMT24: two-sided p-values of Wilcoxon's signed-rank test of segments on "
    "each "
    "task, combined by Stouffer's method, with p < {:g} significant and no correction. These p-values have no "
    "direction, "
    "so tasks with opposite differences support each other."
)


def signatures(joined: Joined) -> dict[str, dict[str, list[str]]]:
    """List the signatures of every metric, with the tasks that have them."""
    found: dict[str, dict[str, list[str]]] = {}
    for number, name in enumerate(joined.metrics):
        by_signature = found.setdefault(name, {})
        for task, given in enumerate(joined.tasks):
            by_signature.setdefault(joined.measurement(task, number).signature, []).append(given.name)
    return found


def campaign_sentence(joined: Joined, question: CampaignQuestion, seed: int, n_tests: dict[str, int]) -> str:
    """Say how differences were tested."""
    labels = ", ".join(joined.measurement(0, number).label for number in range(len(joined.metrics)))
    units = sorted({units.name for units in joined.units})
    averages = "Weighted averages" if len({task.weight for task in joined.tasks}) > 1 else "Averages"
    shared = ", in tasks of the same segments together" if any(task.shares for task in joined.tasks) else ""
    found = [task.name for task in joined.tasks if task.was_found]
    if found:
        shared += f" (found by their equal texts: {_listed(found)})"
    errors = (
        "; its variance includes the covariance of tasks of the same segments (Satterthwaite's degrees of freedom)"
        if any(task.shares for task in joined.tasks)
        else ""
    )
    raters = ""
    if joined.judged is not None:
        raters = (
            " Raters are treated as sampled. Differences are therefore tested by Student's t (Satterthwaite's degrees "
            "of freedom), not by randomization. The variance is that over units plus that over raters minus that over "
            "both (Cameron, Gelbach and Miller 2011), and at least the larger of the first two. P-values are corrected "
            "by Holm's method. A rater on several tasks is one rater."
        )
    clusters = ", tasks of a cluster together" if any(task.cluster for task in joined.tasks) else ""
    return (
        f"We compared {counted(len(joined.systems), 'system')} on {counted(len(joined.tasks), 'task')} with Steelyard "
        f"{package_version()} ({labels}). {averages} of differences over tasks were tested by approximate "
        f"randomization, with {' or '.join(f'{one}s' for one in units)} exchanged within tasks{shared} "
        f"({question.n_resamples:,} draws, seed {seed}). Step-down max-T controls the family-wise error rate at "
        f"{question.alpha:g}, in {counted(n_tests['averages'], 'average')} and again in "
        f"{counted(n_tests['tasks'], 'difference')} on single tasks.{raters} These results are about these tasks. The "
        "lower bound of the number of tasks on which a system is better is a partial conjunction test (Benjamini and "
        f"Heller 2008), Bonferroni-corrected. Wins were tested by exchanges of whole tasks{clusters} (sign test and "
        "Wilcoxon's test), not corrected. Results for new tasks are from a random-effects model (Paule-Mandel variance "
        f"between tasks, Hartung-Knapp-Sidik-Jonkman interval{errors}), with p-values corrected by Holm's method. They "
        "assume that new tasks are drawn from the same population."
        + (_PUBLISHED.format(question.alpha) if question.is_published else "")
        + (auto_rank_text(question.auto_rank, len(joined.tasks)) if question.auto_rank else "")
    )


def cautions(joined: Joined) -> list[str]:
    """Say what must not be overlooked."""
    notes = []
    for metric, by_signature in signatures(joined).items():
        if len(by_signature) > 1:
            told = "; ".join(f"{signature} in {_listed(tasks)}" for signature, tasks in by_signature.items())
            notes.append(
                f"{metric} has different signatures in the tasks ({told}). Differences within a task are valid, but "
                "their averages mix scales."
            )
    notes += [
        f"{a.name} and {b.name} have {n:,} lines in common, but not all. Their errors are correlated, and the tests "
        "ignore it. If all segments are the same, write shares in the file of tasks."
        for a, b, n in lines_in_common(joined.tasks)
    ]
    notes += _of_few_units(joined)
    notes += _of_references(joined)
    notes += _of_gaps(joined)
    if joined.left_out:
        notes.append(f"Not compared, because some tasks do not have it: {', '.join(joined.left_out)}.")
    lacking = {system: sum(system in task.systems for task in joined.tasks) for system in joined.systems}
    few = [f"{system} ({n} of {len(joined.tasks)})" for system, n in lacking.items() if n < len(joined.tasks)]
    if few:
        notes.append(
            f"These systems are not in all tasks and have no average score: {_listed(few)}. A pair is averaged over "
            "the tasks that have both."
        )
    if len(joined.tasks) < _FEW:
        notes.append(f"Intervals for new tasks are wide, because there are only {len(joined.tasks)} tasks.")
    return notes


def _of_few_units(joined: Joined) -> list[str]:
    """Say on which tasks few units carry the variance of a difference, or penalties of few may hide a catastrophe."""
    notes = []
    for number, (task, units) in enumerate(zip(joined.tasks, joined.units, strict=True)):
        place = {name: i for i, name in enumerate(task.systems)}
        pairs = [(joined.systems[a], joined.systems[b]) for a, b in joined.pairs]
        measured = [joined.measurement(number, metric) for metric in range(len(joined.metrics))]
        found = []
        for measurement, contributions in zip(measured, joined.contributions[number], strict=True):
            carrying = carrying_numbers(contributions)
            found += [
                (float(carrying[place[a], place[b]]), f"{measurement.label} of {a} and {b}")
                for a, b in pairs
                if a in place and b in place and few_carry(float(carrying[place[a], place[b]]), units.n)
            ]
        if said := caution_of_units(units, measured, found):
            notes.append(f"{task.name}: {said}.")
    return notes


def _of_references(joined: Joined) -> list[str]:
    """Name tasks whose numbers of references differ: their scores cannot be held beside each other."""
    by_number: dict[int, list[str]] = {}
    for task in joined.tasks:
        data = task.counted.test_set
        if not isinstance(data, CountedSet):
            by_number.setdefault(len(data.references), []).append(task.name)
    if len(by_number) < 2:
        return []
    told = "; ".join(f"{counted(n, 'reference')} in {_listed(tasks)}" for n, tasks in sorted(by_number.items()))
    return [f"Tasks have different numbers of references ({told}): more references give higher scores."]


def _of_gaps(joined: Joined) -> list[str]:
    """Say on which tasks scores were missing, and what became of them."""
    told = []
    for task in joined.tasks:
        data = task.counted.test_set
        missing = data.missing if isinstance(data, CountedSet) else None
        if missing is None:
            continue
        n = missing["n_items"]
        became = f"{missing['n_kept']:,} of {n:,} items are left" if "n_kept" in missing else "they count as the worst"
        told.append(f"{task.name} ({became})")
    return [f"Scores were missing: {_listed(told)}."] if told else []


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"
