"""The tasks of a campaign, counted; a task that is parted by a column is one for each part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.errors import AskError, SpecError, SteelyardError
from steelyard.files.columns import read_column, split_column
from steelyard.files.names import first_double
from steelyard.files.reading import read_lines
from steelyard.metrics import fit
from steelyard.questions.campaign.inputs import CampaignFiles, TaskFiles
from steelyard.reading.score_matrix.cells import RULES
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.scored import Counted, count
from steelyard.scored.missing_scores import MissingRule
from steelyard.scored.score_matrix import count_items, count_items_by_subset
from steelyard.scored.segment_groups import parts_by_label
from steelyard.scored.statistics_files import read_counts
from steelyard.types import TestSet

__all__ = ["Task", "lines_in_common", "read_tasks", "with_shares"]

_MOST_IN_COMMON = 0.1  # of the lines of the shorter task: more are no accident


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """A task, counted."""

    name: str
    counted: Counted  # its systems under its metrics
    systems: tuple[str, ...]  # what these are called in the campaign
    weight: float = 1.0  # in averages
    cluster: str = ""  # of tasks that are exchanged together in tests over tasks; the task's own name by default
    # of tasks with the same segments, whose units are exchanged together; the task's own name by default
    shares: str = ""
    was_found: bool = False  # nobody said what the task shares: its texts are those of another


def with_shares(tasks: Sequence[Task], unit: str | None) -> list[Task]:
    """Let tasks whose sources, or else references, are the same line by line share their segments, asked or not."""
    groups: dict[object, list[int]] = {}
    for i, task in enumerate(tasks):
        data = task.counted.test_set
        if isinstance(data, TestSet):
            texts = tuple(data.sources) if data.sources is not None else tuple(map(tuple, data.references))
            documents = data.documents if unit in (None, "document") else None
            groups.setdefault((texts, None if documents is None else tuple(documents)), []).append(i)
    found = list(tasks)
    for members in groups.values():
        said = next((tasks[i].shares for i in members if tasks[i].shares), f"the texts of {tasks[members[0]].name}")
        for i in members if len(members) > 1 else ():
            if not tasks[i].shares:
                found[i] = replace(tasks[i], shares=said, was_found=True)
    return found


def lines_in_common(tasks: Sequence[Task]) -> list[tuple[Task, Task, int]]:
    """Return pairs of tasks that share nothing, with a tenth of their source lines, or else references, in common."""
    lines = []
    for task in tasks:
        data = task.counted.test_set
        texts = (data.sources or data.references[0]) if isinstance(data, TestSet) else ()
        lines.append({text for text in texts if text})
    return [
        (tasks[i], tasks[j], len(lines[i] & lines[j]))
        for i in range(len(tasks))
        for j in range(i + 1, len(tasks))
        if not (tasks[i].shares and tasks[i].shares == tasks[j].shares)
        and len(lines[i] & lines[j]) > _MOST_IN_COMMON * min(len(lines[i]), len(lines[j]))
    ]


def read_tasks(files: CampaignFiles, metrics: Sequence[str], n_threads: int = 1) -> list[Task]:
    """Count every task."""
    found: list[Task] = []
    for name, given in files.tasks.items():
        parts = _counted(name, given, tuple(metrics), n_threads)
        for part, counted in parts.items():
            # Where all is parted alone, parts have their own names: "news", not "en-ja news".
            called = name if given.by is None else part if len(files.tasks) == 1 else f"{name} {part}"
            found.append(_named(called, counted, given))
    double = first_double(task.name for task in found)
    if double is not None:
        raise SpecError(f"Two tasks have the name {double!r}: give them different names.")
    return found


def _named(name: str, counted: Counted, given: TaskFiles) -> Task:
    systems = counted.test_set.system_names
    for one in given.names:
        if one not in systems:
            raise SpecError(f"Task {name}: names has {one!r}, but its systems are {', '.join(systems)}.")
    called = tuple(given.names.get(one, one) for one in systems)
    return Task(name, counted, called, given.weight, given.cluster, given.shares)


def _counted(name: str, task: TaskFiles, metrics: tuple[str, ...], n_threads: int) -> Mapping[str, Counted]:
    """Count a task, by the name of the part where it has parts."""
    if task.references:
        data = TestSet.from_files(
            references=task.references,
            systems=task.systems,
            sources=task.sources,
            documents=task.documents,
            encoding=task.encoding,
        )
        chosen = task.metrics or metrics or ("bleu",)
        if task.by is None:
            return {"": count(data, chosen, n_threads=n_threads)}
        fitting = fit(chosen, data.references).said()
        return {
            part: replace(count(one, fitting, n_threads=n_threads), score_inputs=(_input("subsets", task.by),))
            for part, one in _parts(data, task.by).items()
        }
    if task.statistics:
        return {"": read_counts(task.statistics, metrics=task.metrics or metrics or None, n_threads=n_threads)}
    texts = [f"{metric}={path}" if metric else path for path, metric in task.scores.items()]
    how = HowScores(
        columns=task.columns or {},
        metrics=task.metrics or metrics or None,
        documents=task.documents,
        items_in_columns=task.items_in_columns,
        lower_is_better=task.lower_is_better,
        higher_is_better=task.higher_is_better,
        no_answer=task.no_answer,
        repeats=task.repeats,
        encoding=task.encoding,
    )
    rule = MissingRule(task.missing)
    try:
        if task.by is not None:
            return count_items_by_subset(texts, task.by, how, rule, n_threads=n_threads)
        return {"": count_items(texts, how, rule, n_threads=n_threads)}
    except AskError as error:
        answers = ", or ".join(map(_as_keys, error.answers))
        raise SpecError(f"Task {name}: {error.question} Write below [tasks.{name}]: {answers}.") from None
    except SteelyardError as error:
        here = f"repeats = 'mean' (or first, last, pass@K, pass^K) below [tasks.{name}]"
        said = str(error).replace(RULES, here)
        raise type(error)(f"Task {name}: {said}") from None


def _as_keys(flags: Sequence[str]) -> str:
    """Write flags of a command line as keys of the file: ``missing = 'worst'``, ``no_answer = ['-1']``."""
    found: dict[str, list[str]] = {}
    for word in flags:
        if word.startswith("--"):
            key = word[2:].replace("-", "_")
        else:
            found.setdefault(key, []).append(word)
    return ", ".join(f"{key} = {words[0] if key == 'missing' else words!r}" for key, words in found.items())


def _input(role: str, text: str) -> dict[str, str]:
    """Say which file was read, of which a column may be meant."""
    file = read_lines(split_column(text)[0])
    return {"role": role, "name": file.path, "sha256": file.sha256}


def _parts(data: TestSet, by: str) -> dict[str, TestSet]:
    """Part texts by what a file says of each segment."""
    file = read_column(by) if split_column(by)[1] is not None else read_lines(by)
    parts = parts_by_label(file, data.n_segments)
    # The files that a result rests on stay those that were read.
    return {
        part: replace(data.select(np.flatnonzero(parts.codes == code).tolist()), hashes=data.hashes)
        for code, part in enumerate(parts.names)
    }
