"""The one list of questions: what a command is called, what answers it, how that is laid out, how it is asked again.

Modules stand here by name, so that a list of commands costs no import and a result reaches what renders it from any
room. A test loads every entry.
"""

from importlib import import_module
from typing import Any, NamedTuple

from steelyard.questions.base import Question

__all__ = [
    "QUESTIONS",
    "Entry",
    "answer_class",
    "entry_named",
    "entry_of",
    "load_answers",
    "load_name",
    "load_part",
    "question_class",
]


class Entry(NamedTuple):
    """What one may ask, and where each step to the answer lives.

    Attributes
    ----------
    name : str
        Of the command, which recipes of stored results have too; with what follows the first space where one command
        answers several questions.
    help : str
        One line for the list of commands; empty for the further questions of a command.
    answer : str
        Kind of result, as ``module:class`` below `steelyard.results`; empty for a command without one.
    page : str
        What lays it out, as ``module:function`` below `steelyard.report`. Where it is empty, tables are shown as they
        are stored.
    text : str
        What shows it as text where that is more than its page, as ``module:function`` below `steelyard.report`.
    again : str
        What computes a stored result again: a method of `Evaluation`, or ``module:function`` below
        `steelyard.workflows`.
    not_again : str
        Why a result is not computed again.
    folder : str
        Of `steelyard.questions`, where all of the above lives under fixed names.
    """

    name: str
    help: str = ""
    answer: str = ""
    page: str = ""
    text: str = ""
    again: str = ""
    not_again: str = ""
    folder: str = ""

    @property
    def command(self) -> str:
        """The command that asks it: the first word of the name."""
        return self.name.partition(" ")[0]


QUESTIONS = (
    Entry(
        "lint",
        "look for mistakes in the files of a test set",
        answer="lint_report:LintReport",
        page="lint_report:lint_page",
        again="verify_commands:lint_again",
    ),
    Entry(
        "score",
        "score systems",
        answer="score_table:ScoreTable",
        page="score_table:score_page",
        text="score_table:score_text",
        again="scores",
    ),
    Entry(
        "compare",
        "say which systems differ",
        answer="comparison:Comparison",
        page="comparison:comparison_page",
        again="compare",
    ),
    Entry(
        "compare --report",
        answer="report_page:ReportPage",
        not_again="a page shows another result: verify that one, as --format json writes it",
    ),
    Entry("stats", "keep what was counted, without the texts"),
    Entry(
        "human",
        "say which systems people prefer, from their ratings",
        answer="ratings_analysis:RatingsAnalysis",
        page="ratings_analysis:ratings_page",
        again="verify_commands:human_again",
    ),
    Entry(
        "human --predictions",
        answer="prediction_powered:PoweredRatings",
        page="prediction_powered:powered_page",
        again="verify_commands:powered_again",
    ),
    Entry(
        "meta",
        "say how far metrics agree with people, and which to trust",
        answer="meta_evaluation:MetaEvaluation",
        page="meta_evaluation:meta_page",
        again="verify_commands:meta_again",
    ),
    Entry(
        "meta --tests",
        answer="test_accuracy:TestAccuracy",
        page="test_accuracy:accuracy_page",
        again="verify_commands:test_accuracy_again",
    ),
    Entry(
        "plan-ratings",
        "say how many ratings a difference needs, and which lines to rate next",
        answer="rating_plan:RatingPlan",
        page="rating_plan:rating_plan_page",
        again="verify_commands:plan_ratings_again",
    ),
    Entry(
        "calibrate",
        "measure how often tests are wrong on your own outputs",
        answer="calibration:Calibration",
        page="calibration:calibration_page",
        again="calibrate",
    ),
    Entry(
        "plan",
        "say how large a test set must be to find a difference",
        answer="power_plan:PowerPlan",
        page="power_plan:plan_page",
        again="plan",
    ),
    Entry(
        "learning-curve",
        "say how scores grow with the training data, and what more of it would bring",
        answer="learning_curves:LearningCurves",
        page="learning_curves:learning_curves_page",
        again="verify_commands:learning_curves_again",
    ),
    Entry(
        "dependence",
        "say how much segments hang together",
        answer="dependence:Dependence",
        page="dependence:dependence_page",
        again="dependence",
    ),
    Entry(
        "diff",
        "show where two systems differ: segments, words, n-grams",
        answer="difference:Difference",
        page="difference:difference_page",
        again="diff",
    ),
    Entry("influence", "show which segments and documents a difference hangs on", folder="influence"),
    Entry(
        "replicate",
        "run the experiment of a paper on your own outputs",
        answer="replication:Replication",
        page="replication:replication_page",
        again="verify_commands:replicate_again",
    ),
    Entry(
        "explain",
        "show what made the score of a segment",
        answer="explanation:Explanation",
        text="explanation:explanation_text",
        again="verify_commands:explain_again",
    ),
    Entry(
        "verify",
        "compute a stored result again, and say what changed",
        answer="verification:Verification",
        page="verification:verification_page",
        not_again="a verification says how things were when it was made: verify the result that it is about once more",
    ),
    Entry(
        "explain-signature",
        "say what a signature means, and whether two scores may be compared",
        answer="signature_explanation:SignatureExplanation",
        page="signature_explanation:signature_explanation_page",
        again="verify_commands:explain_signature_again",
    ),
    Entry(
        "tune",
        "fit a metric's parameters to people's ratings",
        answer="tuning:Tuning",
        page="tuning:tuning_page",
        again="verify_commands:tune_again",
    ),
    Entry("paraphrase", "make further references from word alignments with the source"),
    Entry("metrics", "list metrics, tokenizers and views, or describe a metric"),
)
"""In the order in which help lists them."""


def entry_named(name: str) -> Entry:
    """Find a question by its name, such as ``"influence"``."""
    return next(entry for entry in QUESTIONS if entry.name == name)


def entry_of(kind: type) -> Entry | None:
    """Find the question that a kind of result answers.

    Parameters
    ----------
    kind : type
        Of a result.

    Returns
    -------
    Entry or None
        None for a kind that answers none of these.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.questions import entry_of
    >>> entry_of(sy.Comparison).name
    'compare'
    """
    home, _, module = kind.__module__.rpartition(".")
    if module == "answer":
        folder = home.rpartition(".")[2]
        return next((entry for entry in QUESTIONS if entry.folder == folder), None)
    return next((entry for entry in QUESTIONS if entry.answer == f"{module}:{kind.__name__}"), None)


def load_part(entry: Entry, name: str) -> Any:
    """Import a file of a question's folder.

    Parameters
    ----------
    entry : Entry
        With a folder.
    name : str
        Of the file: ``"question"``, ``"answer"``, ``"compute"``, ``"page"``, ``"command"`` and others.

    Returns
    -------
    module or None
        None where the folder has no such file.

    Examples
    --------
    >>> from steelyard.questions import QUESTIONS, load_part
    >>> entry = next(entry for entry in QUESTIONS if entry.name == "influence")
    >>> load_part(entry, "answer").__name__, load_part(entry, "command")
    ('steelyard.questions.influence.answer', None)
    """
    path = f"steelyard.questions.{entry.folder}.{name}"
    try:
        return import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return None


def question_class(entry: Entry) -> type[Question]:
    """Return the options of a question: the one subclass of `Question` that its ``question.py`` defines."""
    module = import_module(f"steelyard.questions.{entry.folder}.question")
    [found] = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Question) and value.__module__ == module.__name__
    )
    return found


def answer_class(entry: Entry) -> Any:
    """Return the kind of result that answers a question; None for a command without one."""
    if not entry.folder:
        return load_name("results", entry.answer) if entry.answer else None
    module = load_part(entry, "answer")
    found = [value for value in vars(module).values() if isinstance(value, type) and hasattr(value, "schema")]
    [kind] = [value for value in found if value.__module__ == module.__name__]
    return kind


def load_answers() -> list[Any]:
    """Import the answers of all questions, so that every kind of result is known."""
    found = [
        load_part(e, "answer") if e.folder else e.answer and import_module(_module("results", e.answer))
        for e in QUESTIONS
    ]
    return [module for module in found if module]


def load_name(room: str, place: str) -> Any:
    """Import what an entry names.

    Parameters
    ----------
    room : str
        Below `steelyard`, such as ``"report"``.
    place : str
        ``module:name`` below the room.

    Returns
    -------
    object
        What the module calls so.

    Examples
    --------
    >>> from steelyard.questions import load_name
    >>> load_name("results", "comparison:Comparison").__name__
    'Comparison'
    """
    return getattr(import_module(_module(room, place)), place.partition(":")[2])


def _module(room: str, place: str) -> str:
    return f"steelyard.{room}.{place.partition(':')[0]}"
