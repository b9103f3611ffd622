"""Put tasks together: averages, tests over tasks, and what may be expected of tasks like these."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError
from steelyard.files.settings import read_weight
from steelyard.inference import average_of_tasks, check_resamples, family_of_tasks, holm, max_t, seed_of
from steelyard.inference.draws.executors import drawn_on
from steelyard.questions.campaign.answer import Campaign
from steelyard.questions.campaign.joined import Differences, Joined, join_tasks
from steelyard.questions.campaign.method_text import campaign_sentence, cautions, signatures
from steelyard.questions.campaign.question import CampaignQuestion
from steelyard.questions.campaign.ranks import auto_ranks, with_published_p, with_ranks
from steelyard.questions.campaign.rows import cell_rows, pair_rows, score_rows
from steelyard.questions.campaign.sampled_raters import like_these
from steelyard.questions.campaign.tasks import Task
from steelyard.ratings.of_raters import roles_of_items
from steelyard.results.factors import Factors
from steelyard.scored import Counted
from steelyard.scored.recipe import pairs_given, unit_given
from steelyard.scored.threads import working_threads

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["campaign", "compute"]


class Evaluated(Protocol):
    @property
    def counted(self) -> Counted: ...


@asks("board tasks")
def campaign(
    evaluations: Mapping[str, Evaluated],
    *,
    weights: Mapping[str, float] | None = None,
    clusters: Mapping[str, str] | None = None,
    shares: Mapping[str, str] | None = None,
    executor: "Executor | None" = None,
    **options: Any,
) -> Campaign:
    """Put many tasks together: language pairs, domains, test sets.

    When it misleads: an average over tasks is of these tasks, however sure it is; what is said of tasks like these
    rests on tasks being drawn like these, and on their number. Averages of scores that are not on one scale, such as
    BLEU of different languages, are led by the tasks with the largest differences: look at wins too.

    Parameters
    ----------
    evaluations : mapping of str to Evaluation
        Tasks by name, made by `evaluate`, `evaluate_scores` or `evaluate_files`; systems go by their names.
    weights : mapping of str to float, optional
        Of tasks in averages; equal by default.
    clusters : mapping of str to str, optional
        Of related tasks, such as those out of one language: exchanged together in tests over tasks.
    shares : mapping of str to str, optional
        Of tasks with the same segments, such as one source in several languages: their units are exchanged together.
    {options}

    Returns
    -------
    Campaign
        Pairs over all tasks, scores, and pairs on each task.

    Raises
    ------
    SpecError
        There is one task or one system, or a name is of no task.
    DataError
        A weight is no number above 0.
    AlignmentError
        Tasks have no systems in common, or a single unit.

    References
    ----------
    Benjamini and Heller 2008, doi:10.1111/j.1541-0420.2007.00984.x. Hartung and Knapp 2001, doi:10.1002/sim.1009.

    Examples
    --------
    >>> import steelyard as sy
    >>> solved = {"ours": [1, 1, 1, 0, 1, 1, 1, 1], "theirs": [0, 0, 1, 0, 0, 0, 1, 0]}
    >>> tasks = {name: sy.evaluate_scores({"solved": solved}) for name in ("en-de", "en-cs", "en-ja")}
    >>> row = sy.campaign(tasks).pairs[0]
    >>> row.n_tasks, row.difference, row.verdict, row.losses
    (3, -0.625, 'worse', 3)
    """
    for what, given in (("weights", weights), ("clusters", clusters), ("shares", shares)):
        for name in given or {}:
            if name not in evaluations:
                raise SpecError(f"{what} names {name!r}, which is no task: {', '.join(evaluations)}.")
    weighed = {name: read_weight(f"Task {name}", weight) for name, weight in (weights or {}).items()}
    tasks = [
        Task(
            name,
            one.counted,
            tuple(one.counted.test_set.system_names),
            weighed.get(name, 1.0),
            (clusters or {}).get(name, ""),
            (shares or {}).get(name, ""),
        )
        for name, one in evaluations.items()
    ]
    with drawn_on(executor):
        return compute(tasks, question_from(CampaignQuestion, options))


def compute(
    tasks: Sequence[Task],
    question: CampaignQuestion,
    reading: Mapping[str, Any] | None = None,
    *,
    n_threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Campaign:
    """Put counted tasks together."""
    check_resamples(question.n_resamples)
    seed, alpha = seed_of(question.rng), question.alpha
    with working_threads(n_threads):
        joined = join_tasks(tasks, question, seed, n_threads, progress)
        drawn = family_of_tasks(joined.nulls), average_of_tasks(joined.nulls, joined.table(), _weights(tasks))
        roles = _roles(joined, question)
        family: Differences
        mean: Differences
        if any("sampled" in of_task.values() for of_task in roles):
            joined, family, mean = like_these(joined, roles, *drawn)
            adjusted = [holm(one.p_values("two-sided")) for one in (family, mean)]
        else:
            family, mean = drawn
            adjusted = [max_t(one).p_values for one in drawn]
        scores = score_rows(joined)
        cells = cell_rows(joined, family, adjusted[0], alpha)
        pairs = pair_rows(joined, mean, adjusted[1], cells, scores, alpha)
        if question.is_published:
            pairs = with_published_p(joined, pairs)
        scores = with_ranks(joined, scores, pairs, alpha)
    n_tests = {"averages": len(pairs), "tasks": len(cells)}
    method = _method(joined, question, seed, n_tests, roles, reading)
    return Campaign(tuple(pairs), tuple(scores), tuple(cells), method, auto_ranks(joined, scores, question))


def _weights(tasks: Sequence[Task]) -> NDArray[np.float64]:
    return np.array([task.weight for task in tasks])


def _roles(joined: Joined, question: CampaignQuestion) -> list[dict[str, str]]:
    """Say by task and metric whether raters were sampled; of tasks without any, nothing."""
    if not any(task.counted.ratings for task in joined.tasks):
        roles_of_items(question.raters, joined.tasks[0].counted)
    return [roles_of_items(question.raters, task.counted) if task.counted.ratings else {} for task in joined.tasks]


def _raters(joined: Joined, roles: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Say by metric whether answers are for raters like these, on some task at least, or for these."""
    found = {}
    for number, metric in enumerate(joined.metrics):
        names = [joined.measurement(task, number).metric for task in range(len(joined.tasks))]
        of_tasks = {of_task[name] for of_task, name in zip(roles, names, strict=True) if name in of_task}
        if of_tasks:
            found[metric] = "sampled" if "sampled" in of_tasks else "fixed"
    return found


def _factors(joined: Joined, raters: Mapping[str, str]) -> Factors:
    """Units may be documents on one task, and segments on another."""
    units = dict.fromkeys(f"{units.name}s" for units in joined.units)
    return Factors.with_raters([*units], raters.values(), ("tasks", "systems"))


def _method(
    joined: Joined,
    question: CampaignQuestion,
    seed: int,
    n_tests: dict[str, int],
    roles: Sequence[Mapping[str, str]],
    reading: Mapping[str, Any] | None,
) -> Any:
    told = [task.counted.provenance() for task in joined.tasks]
    tasks = [
        {
            "name": task.name,
            "weight": task.weight,
            "cluster": task.cluster,
            "shares": task.shares,
            "n_segments": of_task["n_segments"],
            "n_units": units.n,
            "unit": unit_given(units),
        }
        for task, of_task, units in zip(joined.tasks, told, joined.units, strict=True)
    ]
    inputs = [
        {**entry, "role": f"task {task.name}: {entry['role']}"}
        for task, of_task in zip(joined.tasks, told, strict=True)
        for entry in of_task["inputs"]
    ]
    raters = _raters(joined, roles)
    return {
        "n_segments": sum(of_task["n_segments"] for of_task in told),
        "n_systems": len(joined.systems),
        "n_documents": None,
        "tasks": tasks,
        "notes": cautions(joined),
        "signatures": signatures(joined),
        "higher_is_better": {
            name: joined.measurement(0, number).higher_is_better for number, name in enumerate(joined.metrics)
        },
        "n_tests": n_tests,
        "alpha": question.alpha,
        "n_resamples": question.n_resamples,
        "seed": seed,
        "auto_rank": question.auto_rank,
        "is_published": question.is_published,
        **({"raters": raters} if raters else {}),
        **_factors(joined, raters).told(campaign_sentence(joined, question, seed, n_tests), "On these tasks"),
        "versions": told[0]["versions"],
        "inputs": inputs,
        "recipe": {
            "command": "board tasks",
            "reading": dict(reading or {}),
            "arguments": {**question.recipe(), "pairs": pairs_given(question.pairs), "rng": seed},
        },
    }
