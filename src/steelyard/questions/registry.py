"""The one list of questions: what a command is called, what answers it, how that is laid out, how it is asked again.

Modules stand here by name, so that a list of commands costs no import and a result reaches what renders it from any
room. A test loads every entry.
"""

from importlib import import_module
from typing import Any, NamedTuple

__all__ = ["QUESTIONS", "Question", "load_name", "question_of"]


class Question(NamedTuple):
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
    """

    name: str
    help: str = ""
    answer: str = ""
    page: str = ""
    text: str = ""
    again: str = ""
    not_again: str = ""

    @property
    def command(self) -> str:
        """The command that asks it: the first word of the name."""
        return self.name.partition(" ")[0]


QUESTIONS = (
    Question(
        "lint",
        "look for mistakes in the files of a test set",
        answer="lint_report:LintReport",
        page="lint_report:lint_page",
        again="verify_commands:lint_again",
    ),
    Question(
        "score",
        "score systems",
        answer="score_table:ScoreTable",
        page="score_table:score_page",
        text="score_table:score_text",
        again="scores",
    ),
    Question(
        "compare",
        "say which systems differ",
        answer="comparison:Comparison",
        page="comparison:comparison_page",
        again="compare",
    ),
    Question(
        "compare --report",
        answer="report_page:ReportPage",
        not_again="a page shows another result: verify that one, as --format json writes it",
    ),
    Question("stats", "keep what was counted, without the texts"),
    Question(
        "human",
        "say which systems people prefer, from their ratings",
        answer="ratings_analysis:RatingsAnalysis",
        page="ratings_analysis:ratings_page",
        again="verify_commands:human_again",
    ),
    Question(
        "human --predictions",
        answer="prediction_powered:PoweredRatings",
        page="prediction_powered:powered_page",
        again="verify_commands:powered_again",
    ),
    Question(
        "meta",
        "say how far metrics agree with people, and which to trust",
        answer="meta_evaluation:MetaEvaluation",
        page="meta_evaluation:meta_page",
        again="verify_commands:meta_again",
    ),
    Question(
        "meta --tests",
        answer="test_accuracy:TestAccuracy",
        page="test_accuracy:accuracy_page",
        again="verify_commands:test_accuracy_again",
    ),
    Question(
        "plan-ratings",
        "say how many ratings a difference needs, and which lines to rate next",
        answer="rating_plan:RatingPlan",
        page="rating_plan:rating_plan_page",
        again="verify_commands:plan_ratings_again",
    ),
    Question(
        "calibrate",
        "measure how often tests are wrong on your own outputs",
        answer="calibration:Calibration",
        page="calibration:calibration_page",
        again="calibrate",
    ),
    Question(
        "plan",
        "say how large a test set must be to find a difference",
        answer="power_plan:PowerPlan",
        page="power_plan:plan_page",
        again="plan",
    ),
    Question(
        "learning-curve",
        "say how scores grow with the training data, and what more of it would bring",
        answer="learning_curves:LearningCurves",
        page="learning_curves:learning_curves_page",
        again="verify_commands:learning_curves_again",
    ),
    Question(
        "dependence",
        "say how much segments hang together",
        answer="dependence:Dependence",
        page="dependence:dependence_page",
        again="dependence",
    ),
    Question(
        "diff",
        "show where two systems differ: segments, words, n-grams",
        answer="difference:Difference",
        page="difference:difference_page",
        again="diff",
    ),
    Question(
        "influence",
        "show which segments and documents a difference hangs on",
        answer="influence:Influence",
        page="influence:influence_page",
        again="influence",
    ),
    Question(
        "replicate",
        "run the experiment of a paper on your own outputs",
        answer="replication:Replication",
        page="replication:replication_page",
        again="verify_commands:replicate_again",
    ),
    Question(
        "explain",
        "show what made the score of a segment",
        answer="explanation:Explanation",
        text="explanation:explanation_text",
        again="verify_commands:explain_again",
    ),
    Question(
        "verify",
        "compute a stored result again, and say what changed",
        answer="verification:Verification",
        page="verification:verification_page",
        not_again="a verification says how things were when it was made: verify the result that it is about once more",
    ),
    Question(
        "explain-signature",
        "say what a signature means, and whether two scores may be compared",
        answer="signature_explanation:SignatureExplanation",
        page="signature_explanation:signature_explanation_page",
        again="verify_commands:explain_signature_again",
    ),
    Question(
        "tune",
        "fit a metric's parameters to people's ratings",
        answer="tuning:Tuning",
        page="tuning:tuning_page",
        again="verify_commands:tune_again",
    ),
    Question("paraphrase", "make further references from word alignments with the source"),
    Question("metrics", "list metrics, tokenizers and views, or describe a metric"),
)
"""In the order in which help lists them."""


def question_of(kind: type) -> Question | None:
    """Find the question that a kind of result answers.

    Parameters
    ----------
    kind : type
        Of a result.

    Returns
    -------
    Question or None
        None for a kind that answers none of these.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.questions import question_of
    >>> question_of(sy.Comparison).name
    'compare'
    """
    place = f"{kind.__module__.rpartition('.')[2]}:{kind.__name__}"
    return next((question for question in QUESTIONS if question.answer == place), None)


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
    module, _, name = place.partition(":")
    return getattr(import_module(f"steelyard.{room}.{module}"), name)
