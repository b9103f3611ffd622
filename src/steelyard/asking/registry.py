"""The one list of questions: what a command is called, what answers it, how that is laid out, how it is asked again.

Modules stand here by name, so that a list of commands costs no import and a result reaches what renders it from any
room. A test loads every entry.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from steelyard.asking.question import Question

__all__ = [
    "COMMANDS",
    "QUESTIONS",
    "TOPICS",
    "Entry",
    "answer_class",
    "entry_named",
    "entry_of",
    "first_words",
    "functions",
    "load_answers",
    "load_part",
    "name_of",
    "question_class",
    "renderer",
    "split_command",
    "subcommands",
]


class Entry(NamedTuple):
    """What one may ask; the files of its folder have fixed names.

    Attributes
    ----------
    name : str
        Of the command, in one word or several, which recipes of stored results have too.
    help : str
        One line for the list of commands; empty for what no command asks.
    folder : str
        Below `steelyard.questions`; by default the name, with underscores.
    function : str
        That asks it in Python, in its ``compute.py``; empty for a method of `Evaluation`.
    not_again : str
        Why a result is not computed again.
    """

    name: str
    help: str = ""
    folder: str = ""
    function: str = ""
    not_again: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the name."""
        return tuple(self.name.split())

    @property
    def home(self) -> str:
        """The package of its files."""
        return f"steelyard.questions.{self.folder or self.name.replace('-', '_')}"


TOPICS = {
    "plan": "compute how many segments or ratings a study needs",
    "explain": "show where systems differ, and what made a score",
    "check": "check files, results, tests and this installation",
    "lab": "choose and rerank outputs, fit metrics, replicate papers",
}
"""Words that ask nothing by themselves: the word of a question follows."""

QUESTIONS = (
    Entry("score", "score systems"),
    Entry("compare", "test which systems differ"),
    Entry(
        "compare --report",
        folder="report_page",
        not_again="a page shows another result: verify that one, as --format json writes it",
    ),
    Entry("gate", "pass or fail: is a system certainly worse than the first, or its score too low?"),
    Entry("board", "rank many systems on the same items, with confidence sets for the ranks"),
    Entry("board items", "estimate item difficulty and discrimination, and how many items are enough", "items"),
    Entry("board tasks", "compare systems over many tasks", "campaign", function="campaign"),
    Entry("human", "test which systems people prefer, from their ratings", function="analyse_ratings"),
    Entry("human predict", "estimate people's scores from few ratings and a metric", "powered_ratings"),
    Entry(
        "human spans",
        "measure how far two raters or campaigns mark the same errors",
        "marked_spans",
        function="compare_spans",
        not_again="it rests on two files of judgements and on texts: run the command once more",
    ),
    Entry(
        "human control-items",
        "make degraded copies of outputs to detect careless raters",
        "control_items",
        function="control_items",
    ),
    Entry("meta", "measure how far metrics agree with people", function="meta_evaluate"),
    Entry("meta tests", "measure how far significance tests agree with people", "test_accuracy"),
    Entry(
        "meta ensemble",
        "fit the weighted sum of metrics that agrees best with people",
        "metric_ensemble",
        function="weigh_metrics",
    ),
    Entry(
        "meta criteria",
        "judge metrics by criteria beside correlation",
        "metric_criteria",
        function="judge_metrics",
        not_again="it rests on texts and on ratings, which are stored apart: run the command once more",
    ),
    Entry("meta tasks", "rank metrics over several language pairs", "metrics_task", function="metrics_task"),
    Entry("plan texts", "compute how large a test set must be to find a difference", "plan"),
    Entry("plan ratings", "compute how many ratings a difference needs, and of which segments", "plan_ratings"),
    Entry("explain segment", "show what made the score of a segment", "explain", function="explain"),
    Entry("explain diff", "show where two systems differ: segments, words, n-grams", "diff"),
    Entry("explain errors", "show which words are wrong, and in what way", "errors"),
    Entry("explain influence", "list the segments that influence a difference most", "influence"),
    Entry("explain references", "measure what each reference adds, and how many are enough", "references"),
    Entry("check files", "look for mistakes in the files of a test set", "lint", function="lint"),
    Entry(
        "check result",
        "compute a stored result again, and list what changed",
        "verify",
        function="verify",
        not_again="a verification says how things were when it was made: verify the result that it is about once more",
    ),
    Entry("check level", "measure how often tests are wrong on your own outputs", "calibrate"),
    Entry("check dependence", "estimate how correlated the segments of a document are", "dependence"),
    Entry(
        "check signature",
        "explain a signature, or whether two allow a comparison",
        "explain_signature",
        function="explain_signature",
    ),
    Entry(
        "check installation",
        "test whether this installation computes what it should",
        "selftest",
        function="selftest",
        not_again="it tells of a machine: run it there once more",
    ),
    Entry("metrics", "list metrics, tokenizers and views, or describe one"),
    Entry("lab choose", "choose the best of several outputs, and measure what that gains", "choose", function="choose"),
    Entry("lab rerank", "fit a model that chooses among candidates", "rerank", function="train_reranker"),
    Entry("lab rerank apply", "let a fitted model choose among candidates", "rerank_apply", function="rerank"),
    Entry("lab tune-weights", "tune the weights that choose among candidates", "tune_weights", function="tune_weights"),
    Entry(
        "lab train", "learn a metric from people's ratings, and test it on other data", "train", function="train_metric"
    ),
    Entry("lab train apply", "score outputs with a learned metric", "train_apply"),
    Entry("lab tune", "fit a metric's parameters to people's ratings", "tune", function="tune"),
    Entry(
        "lab suite", "score words and phrases of the source by category", "checkpoints", function="score_checkpoints"
    ),
    Entry(
        "lab suite make",
        "make check-points from parses, word alignments and lists",
        "checkpoints_make",
        function="make_checkpoints",
        not_again="check-points are a file that people may edit: verify the scores that rest on it",
    ),
    Entry(
        "lab suite judge", "judge outputs by the patterns of a test suite", "checkpoints_judge", function="judge_suite"
    ),
    Entry("lab consistency", "measure how consistently repeated words and terms are translated", "consistency"),
    Entry(
        "lab alignments",
        "score word alignments against links that people made",
        "alignments",
        function="score_alignments",
    ),
    Entry(
        "lab contrasts",
        "test which error types a metric detects, on good and wrong translations",
        "contrasts",
        function="judge_contrasts",
    ),
    Entry("lab paraphrase", "make further references from word alignments", "paraphrase", function="expand_references"),
    Entry(
        "lab learning-curve", "fit how scores grow with the training data", "learning_curve", function="learning_curves"
    ),
    Entry("lab replicate", "run the experiment of a paper on your own outputs", "replicate"),
)
"""In the order in which help lists them."""

COMMANDS = {entry.name: entry for entry in QUESTIONS if entry.help}
"""What can be typed, by name."""


def first_words() -> dict[str, str]:
    """Return the words that can follow `steelyard`, each with the line that help shows."""
    shown: dict[str, str] = {}
    for entry in COMMANDS.values():
        word = entry.words[0]
        shown.setdefault(word, TOPICS.get(word, entry.help))
    return shown


def subcommands(name: str) -> list[Entry]:
    """Return the commands whose name is this one and one word more."""
    words = tuple(name.split())
    return [entry for entry in COMMANDS.values() if entry.words[:-1] == words]


def split_command(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Part what was typed into the name of a command, or a topic, and what follows it.

    A word is part of the name exactly if it stands in the list: a file that is called like a command of a topic is
    typed as ``./items``. The name is empty where the first word is none of ours.
    """
    n_words = 0
    while n_words < len(words) and _is_name(words[: n_words + 1]):
        n_words += 1
    return " ".join(words[:n_words]), words[n_words:]


def _is_name(words: Sequence[str]) -> bool:
    return any(entry.words[: len(words)] == tuple(words) for entry in COMMANDS.values())


def functions(*, of_lab: bool) -> dict[str, list[str]]:
    """Return the functions that ask questions in Python, by module: those of the laboratory, or all others."""
    asked = [entry for entry in QUESTIONS if entry.function and (entry.words[0] == "lab") == of_lab]
    return {f"{entry.home}.compute": [entry.function] for entry in asked}


def entry_named(name: str) -> Entry:
    """Find a question by its name, such as ``"explain influence"``."""
    return next(entry for entry in QUESTIONS if entry.name == name)


def name_of(question: "Question") -> str:
    """Return the name of what is asked, from the folder of its options."""
    home = type(question).__module__.rpartition(".")[0]
    return next(entry.name for entry in QUESTIONS if entry.home == home)


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
    >>> from steelyard.asking import entry_of
    >>> entry_of(sy.Comparison).name
    'compare'
    """
    home, _, module = kind.__module__.rpartition(".")
    return next((entry for entry in QUESTIONS if module == "answer" and entry.home == home), None)


def load_part(entry: Entry, name: str) -> Any:
    """Import a file of a question's folder.

    Parameters
    ----------
    entry : Entry
        Of the list of questions.
    name : str
        Of the file: ``"question"``, ``"answer"``, ``"compute"``, ``"page"``, ``"command"`` and others.

    Returns
    -------
    module or None
        None where the folder has no such file.

    Examples
    --------
    >>> from steelyard.asking import QUESTIONS, load_part
    >>> entry = next(entry for entry in QUESTIONS if entry.name == "explain influence")
    >>> load_part(entry, "answer").__name__, load_part(entry, "command")
    ('steelyard.questions.influence.answer', None)
    """
    path = f"{entry.home}.{name}"
    try:
        return import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return None


def question_class(entry: Entry) -> "type[Question]":
    """Return the options of a question: the one subclass of `Question` that its ``question.py`` defines."""
    from steelyard.asking.question import Question  # the list of commands does not wait for it

    module = import_module(f"{entry.home}.question")
    [found] = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Question) and value.__module__ == module.__name__
    )
    return found


def answer_class(entry: Entry) -> Any:
    """Return the kind of result that answers a question; None for a command without one."""
    module = load_part(entry, "answer")
    if module is None:
        return None
    found = [value for value in vars(module).values() if isinstance(value, type) and hasattr(value, "schema")]
    return next((value for value in found if value.__module__ == module.__name__), None)


_RENDERERS = {
    "page": "page.html.write.html",
    "notebook": "page.notebook.notebook_html",
    "figure": "page.drawn.figure_named",
    "chart": "plot.chart",
}


def renderer(name: str) -> Callable[..., Any]:
    """Return what shows results, which stand below it and do not know it: a page, a notebook's HTML, a figure."""
    home, _, function = _RENDERERS[name].rpartition(".")
    found: Callable[..., Any] = getattr(import_module(f"steelyard.{home}"), function)
    return found


def load_answers() -> list[Any]:
    """Import the answers of all questions, so that every kind of result is known."""
    return [module for entry in QUESTIONS if (module := load_part(entry, "answer"))]
