"""Run the experiment of a paper on one's own test set and systems."""

from importlib import import_module
from typing import Any

from steelyard.counted import Counted
from steelyard.counted.threads import working_threads
from steelyard.inference import check_resamples
from steelyard.people.recipe import ratings_recipe
from steelyard.questions.replicate.answer import Replication
from steelyard.questions.replicate.experiment import Experiment
from steelyard.questions.replicate.question import ReplicateQuestion

__all__ = ["compute"]


def compute(counted: Counted, question: ReplicateQuestion) -> Replication:
    """Run a paper's experiment, and say how."""
    check_resamples(question.n_resamples)
    paper = import_module(f"steelyard.papers.{question.protocol}.protocol")
    with working_threads(1):
        found: Experiment = paper.run(counted, question)
    seed = found.method.get("seed", 0)  # without a seed the protocol draws nothing
    plain, of_files = _as_stored(question)
    told = counted.recipe("lab replicate", {**plain, "rng": seed})
    told["recipe"] |= of_files
    return Replication(
        found.tables,
        found.figures,
        {"protocol": question.protocol, "source": question.source, **found.method, **told},
    )


def _as_stored(question: ReplicateQuestion) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split options into those that JSON can hold, without the paper's at rest, and what files were read for others."""
    plain, of_files = question.recipe(), {}
    for name, one in question.own().items():
        if getattr(question, name) == one.default:
            del plain[name]
    if "ratings" in plain:
        of_files["ratings"] = ratings_recipe(plain.pop("ratings"))
    for name in ("rankings", "constituents"):
        if name in plain:
            of_files[name] = getattr(question, name).reading
            del plain[name]
    if "nbest" in plain:
        of_files["n_best"] = [path for path, _ in plain.pop("nbest").files]
    if "candidate_parses" in plain:
        [of_files["candidate_parses"]] = [path for path, _ in plain.pop("candidate_parses").files]
    return plain, of_files
