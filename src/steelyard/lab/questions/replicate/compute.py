"""Run the experiment of a paper on one's own test set and systems."""

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.asking.doors import asks
from steelyard.inference import check_resamples
from steelyard.lab.papers.registry import PAPERS, ask_paper
from steelyard.lab.questions.replicate.answer import Replication
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.lab.questions.replicate.question import ReplicateQuestion
from steelyard.progress import shown_progress
from steelyard.ratings.recipe import ratings_recipe
from steelyard.scored import Counted
from steelyard.scored.threads import working_threads

if TYPE_CHECKING:
    from steelyard.evaluation import Evaluation
    from steelyard.inference.draws.resample import Progress

__all__ = ["compute", "replicate"]


@asks(
    "lab replicate", positional=("protocol",), kinds={name: [*paper.own().values()] for name, paper in PAPERS.items()}
)
def replicate(evaluation: "Evaluation", *, progress: "Progress | bool | None" = None, **options: Any) -> Replication:
    """Run the experiment of a paper on a test set and its systems.

    Parameters
    ----------
    evaluation : Evaluation
        What was counted of them.
    {options}

    Returns
    -------
    Replication
        Tables and figures in the form of the paper's.

    Raises
    ------
    SpecError
        There is no such protocol or option, or the test set or its systems do not fit the protocol.

    Examples
    --------
    >>> import steelyard as sy
    >>> lines = [f"{i} {i * 7 % 5} {i * i % 11} and so on" for i in range(30)]
    >>> data = sy.TestSet(references=[lines], systems={"x": lines, "y": [line[:-3] for line in lines]})
    >>> found = sy.lab.replicate(sy.evaluate(data, "bleu"), "koehn2004", sizes=[10], n_resamples=20)
    >>> found.method["protocol"]
    'koehn2004'
    """
    question = ask_paper(**options)
    with shown_progress(progress) as shown:
        return compute(replace(evaluation.counted, progress=shown), question)


def compute(counted: Counted, question: ReplicateQuestion) -> Replication:
    """Run a paper's experiment, and say how."""
    check_resamples(question.n_resamples)
    paper = import_module(f"steelyard.lab.papers.{question.protocol}.protocol")
    with working_threads(1):
        found: Experiment = paper.run(counted, question)
    seed = found.method.get("seed", 0)  # without a seed the protocol draws nothing
    plain, of_files = _as_stored(question)
    told = counted.recipe("lab replicate", {**plain, "rng": seed})
    told["recipe"] |= of_files
    return Replication(
        found.tables, found.figures, {"protocol": question.protocol, "source": question.source, **found.method, **told}
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
