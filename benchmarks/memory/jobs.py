"""The commands, their formulas and the sizes they are measured at."""

from memory.jobs_of_people import PEOPLE
from memory.jobs_on_texts import LOOKING, SCORING
from steelyard.asking.registry import QUESTIONS

__all__ = ["JOBS", "LEFT_OUT", "documented", "not_measured"]

JOBS = (*SCORING, *PEOPLE, *LOOKING)
"""In the order of the list of commands."""

LEFT_OUT = {
    "check signature": "reads one signature",
    "lab train apply": "scores texts by the metrics of a model, as score, and holds its scores",
    "gate": "a comparison of each system with the first, as compare",
    "metrics": "reads nothing",
    "check installation": "reads what it brings along",
}
"""Of the registry: why there is no formula."""


def not_measured() -> list[str]:
    """Return the names of the registry that have neither a job nor a reason."""
    known = {job.name for job in JOBS} | set(LEFT_OUT)
    return [entry.name for entry in QUESTIONS if entry.name not in known]


def documented() -> list[str]:
    """Return the rows of the table of formulas, as the page has them."""
    rows = [f"| `{job.name}` | {job.unit} | `{job.formula}` |" for job in JOBS]
    return ["| command | N counts | bytes |", "|---|---|---|", *rows]
