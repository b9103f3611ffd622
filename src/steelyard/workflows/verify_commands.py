"""How every kind of stored result is computed again: by a method of `Evaluation`, or a function here."""

from collections.abc import Callable
from typing import Any

from steelyard.evaluation import Evaluation
from steelyard.lines import TextFile
from steelyard.questions import Entry, load_name, load_part, question_class
from steelyard.results.base import Result
from steelyard.workflows.stored_inputs import path_of, stored_texts
from steelyard.workflows.stored_result import Stored

__all__ = [
    "ask_again",
    "explain_again",
    "explain_signature_again",
    "human_again",
    "learning_curves_again",
    "lint_again",
    "meta_again",
    "of_evaluation",
    "plan_ratings_again",
    "powered_again",
    "replicate_again",
    "test_accuracy_again",
    "tune_again",
]

_FILES = {"labels": "labels", "word_counts": "word counts"}  # arguments that are files, and their roles
_WITHOUT_PROGRESS = ("dependence", "diff")


Again = Callable[[Stored], Result]


def ask_again(entry: Entry, stored: Stored) -> Result:
    """Compute a stored result again, the way its question says."""
    if entry.folder:
        question = question_class(entry).of_recipe(stored.arguments, stored.file)
        answer: Result = load_part(entry, "compute").compute(stored.counted(), question)
        return answer
    again: Again = load_name("workflows", entry.again) if ":" in entry.again else of_evaluation(entry.again)
    return again(stored)


def of_evaluation(name: str) -> Again:
    """Make what has a method of `Evaluation` answer again."""

    def run(stored: Stored) -> Result:
        arguments = {key: value for key, value in stored.arguments.items() if key not in _FILES}
        for key, role in _FILES.items():
            if stored.arguments.get(key) == "file":
                arguments[key] = stored.file(role)
        if name == "compare" and arguments.get("runs") and "generalise_to" not in arguments:
            arguments["generalise_to"] = "text"  # all that there was before results said so
        if name not in _WITHOUT_PROGRESS:
            arguments["progress"] = stored.progress
        method: Callable[..., Result] = getattr(Evaluation(stored.counted()), name)
        return method(**arguments)

    return run


def human_again(stored: Stored) -> Result:
    """Analyse the stored judgements again."""
    from steelyard.people.marked_errors import weights_of
    from steelyard.workflows.analyse_ratings import analyse_ratings
    from steelyard.workflows.stored_scores import stored_judgements

    judgements = stored_judgements(stored.recipe["reading"], stored.inputs)
    arguments = stored.arguments
    arguments["weights"] = weights_of(arguments["weights"])
    return analyse_ratings(judgements, **arguments, n_threads=stored.n_jobs, progress=stored.progress)


def meta_again(stored: Stored) -> Result:
    """Hold the stored scores against the stored ratings again."""
    from steelyard.workflows.meta_evaluate import meta_evaluate
    from steelyard.workflows.meta_method import ByLength

    scores, arguments = stored.scores(), stored.arguments
    kind = arguments.pop("buckets")
    buckets: Any = None
    if kind == "length":
        buckets = ByLength(stored.file("lengths"))
    elif kind is not None:
        buckets = stored.file("labels")
    return meta_evaluate(
        scores.people(stored.recipe["people"]),
        scores.metrics(stored.recipe["scores"]),
        documents=_documents(stored, arguments),
        buckets=buckets,
        **arguments,
        n_jobs=stored.n_jobs,
        progress=stored.progress,
    )


def test_accuracy_again(stored: Stored) -> Result:
    """Hold the conclusions of tests against those of people again."""
    evaluation = Evaluation(stored.counted())
    scores = stored.scores(evaluation.test_set)
    ratings = scores.ratings(stored.recipe["ratings"])
    return evaluation.test_accuracy(ratings, **stored.arguments, progress=stored.progress)


def powered_again(stored: Stored) -> Result:
    """Estimate people's scores from few ratings and many predictions again."""
    from steelyard.workflows.prediction_powered import powered_ratings

    scores, arguments = stored.scores(), stored.arguments
    return powered_ratings(
        [scores.people(entry) for entry in stored.recipe["people"]],
        scores.metrics(stored.recipe["scores"]),
        documents=_documents(stored, arguments),
        chances=_chances(stored, arguments),
        **arguments,
    )


def plan_ratings_again(stored: Stored) -> Result:
    """Plan ratings from the stored pilot again."""
    from steelyard.workflows.plan_ratings import plan_ratings

    scores, arguments = stored.scores(), stored.arguments
    [entry] = stored.recipe["people"]
    return plan_ratings(
        scores.single_judgements(entry),
        scores.people(entry),
        scores.metrics(stored.recipe["scores"]),
        documents=_documents(stored, arguments),
        chances=_chances(stored, arguments),
        **arguments,
    )


def replicate_again(stored: Stored) -> Result:
    """Run the experiment of a paper again."""
    arguments, made = stored.arguments, {}
    if "n_best" in stored.recipe:
        from steelyard.data.formats import read_moses_nbest
        from steelyard.workflows.rerank import decoder_output

        paths = stored.recipe["n_best"]
        lists = read_moses_nbest(
            [path_of(stored.inputs, path) for path in paths], encoding=stored.recipe["reading"]["encoding"]
        )
        made = {name: decoder_output(lists) for name, path in stored.names_of_systems().items() if path == paths[0]}
        arguments["nbest"] = lists
    evaluation = Evaluation(stored.counted(made))
    if "ratings" in stored.recipe:
        scores = stored.scores(evaluation.test_set)
        arguments["ratings"] = scores.ratings(stored.recipe["ratings"])
    return evaluation.replicate(**arguments, progress=stored.progress)


def tune_again(stored: Stored) -> Result:
    """Fit parameters to the stored ratings again."""
    from steelyard.counted.outside_scores import ratings_of_segments
    from steelyard.workflows.tune import tune

    data = stored.texts()
    path = next(check.path for check in stored.inputs if check.role == "scores human")
    human, file = ratings_of_segments(path, data, stored.names_of_systems())
    return tune(data, human=human, human_file=file, n_jobs=stored.n_jobs, **stored.arguments)


def explain_again(stored: Stored) -> Result:
    """Explain the scores of segments again."""
    from steelyard.workflows.explain import explain

    return explain(stored.texts(), **stored.arguments)


def explain_signature_again(stored: Stored) -> Result:
    """Say again what signatures mean."""
    from steelyard.workflows.explain_signature import explain_signature

    return explain_signature(**stored.arguments)


def learning_curves_again(stored: Stored) -> Result:
    """Fit curves to the stored table again."""
    from steelyard.workflows.learning_curves import learning_curves

    [table] = stored.inputs
    return learning_curves(table.path, **{key: value for key, value in stored.arguments.items() if key != "runs"})


def lint_again(stored: Stored) -> Result:
    """Look for mistakes in the stored texts again."""
    from steelyard.workflows.lint import lint

    encoding = stored.recipe["reading"]["encoding"]
    texts = stored_texts(stored.inputs, encoding)
    return lint(
        [text for role, text in texts.items() if role.startswith("reference ")],
        {role.removeprefix("system "): text for role, text in texts.items() if role.startswith("system ")},
        sources=texts.get("sources"),
        documents=texts.get("documents"),
        encoding=encoding,
        **stored.arguments,
    )


def _documents(stored: Stored, arguments: dict[str, Any]) -> TextFile | None:
    """Take the documents out of the arguments, and read them where they came from a file."""
    from steelyard.data.line_files import read_line_documents

    if arguments.pop("documents") is None:
        return None
    return read_line_documents(next(check.path for check in stored.inputs if check.role == "document ids"))


def _chances(stored: Stored, arguments: dict[str, Any]) -> Any:
    """Take the number of chances out of the arguments, and read so many."""
    from steelyard.data.formats import read_line_chances

    n_segments = arguments.pop("n_chances")
    if n_segments is None:
        return None
    path = next(check.path for check in stored.inputs if check.role == "chances")
    chances, _ = read_line_chances(path, arguments["sampling"].partition(":")[2], n_segments=n_segments)
    return chances
