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
    " Ranks of WMT are those of the general task of WMT24: Wilcoxon's signed-rank test of segments on each task, "
    "two-sided p-values put together by Stouffer's method, differences of averages counted where p < {:g}, without "
    "correction; as these p-values do not know which system is ahead, tasks with opposite differences count alike."
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
        "; what the errors of tasks of the same segments have in common is in its variance (Satterthwaite's degrees of "
        "freedom)"
        if any(task.shares for task in joined.tasks)
        else ""
    )
    raters = ""
    if joined.judged is not None:
        raters = (
            " Scores are by several raters, who are taken as a sample as texts are: in place of the exchanges "
            "differences have Student's t (Satterthwaite's degrees of freedom) with the variance over units plus that "
            "over raters less that over both together, and at least the larger of both (Cameron, Gelbach and Miller "
            "2011), and in place of max-T Holm's correction; a rater who is on several tasks is one."
        )
    clusters = ", tasks of a cluster together" if any(task.cluster for task in joined.tasks) else ""
    return (
        f"We compared {counted(len(joined.systems), 'system')} on {counted(len(joined.tasks), 'task')} with Steelyard "
        f"{package_version()} ({labels}). {averages} of differences over tasks "
        f"are tested by approximate randomization, {' or '.join(f'{one}s' for one in units)} exchanged "
        f"within tasks{shared} ({question.n_resamples:,} draws, seed {seed}); step-down max-T holds the family-wise "
        f"error of {counted(n_tests['averages'], 'average')} at {question.alpha:g}, and again that of "
        f"{counted(n_tests['tasks'], 'difference')} on single tasks.{raters} These are statements about these tasks. "
        "On how many of them at least a system is better is the partial conjunction of Benjamini and Heller (2008), "
        f"Bonferroni-corrected; wins are held against exchanges of the two systems on whole tasks{clusters} (sign test "
        "and Wilcoxon's), not corrected. What is said of tasks like these is a random-effects model (variance between "
        f"tasks of Paule and Mandel, interval of Hartung, Knapp, Sidik and Jonkman{errors}; p by Holm's method), and "
        "supposes that tasks were drawn like these."
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
                f"{metric} is not counted alike in all tasks ({told}): differences within a task hold, averages of "
                "them mix scales."
            )
    notes += [
        f"{a.name} and {b.name} have {n:,} lines in common, and not the same lines throughout: what chance does on "
        "these it does to both, which is not counted. Where all segments are the same, shares says so."
        for a, b, n in lines_in_common(joined.tasks)
    ]
    notes += _of_few_units(joined)
    notes += _of_references(joined)
    notes += _of_gaps(joined)
    if joined.left_out:
        notes.append(f"Left out, since some tasks lack it: {', '.join(joined.left_out)}.")
    lacking = {system: sum(system in task.systems for task in joined.tasks) for system in joined.systems}
    few = [f"{system} ({n} of {len(joined.tasks)})" for system, n in lacking.items() if n < len(joined.tasks)]
    if few:
        notes.append(
            f"Not in all tasks, and so without an average of scores: {_listed(few)}. A pair is averaged over the tasks "
            "that have both."
        )
    if len(joined.tasks) < _FEW:
        notes.append(
            f"{len(joined.tasks)} tasks say little of tasks like these: their intervals are wide, as they have to be."
        )
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
    return [f"Tasks have other numbers of references ({told}): scores with more are higher, whatever the system."]


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
