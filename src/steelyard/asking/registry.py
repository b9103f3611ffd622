"""The one list of questions: what a command is called, what answers it, how that is laid out, how it is asked again.

Modules stand here by name, so that a list of commands costs no import and a result reaches what renders it from any
room. A test loads every entry.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from steelyard.asking.question import Question

__all__ = [
    "GROUPS",
    "QUESTIONS",
    "Entry",
    "answer_class",
    "entry_named",
    "entry_of",
    "load_answers",
    "load_part",
    "name_of",
    "question_class",
]


class Entry(NamedTuple):
    """What one may ask; the files of its folder have fixed names.

    Attributes
    ----------
    name : str
        Of the command, which recipes of stored results have too; with what follows the first space where one command
        answers several questions.
    help : str
        One line for the list of commands; empty for the further questions of a command.
    group : str
        Under which of `GROUPS` help lists it.
    folder : str
        Below `steelyard.questions`; by default the name, with underscores.
    not_again : str
        Why a result is not computed again.
    """

    name: str
    help: str = ""
    group: str = ""
    folder: str = ""
    not_again: str = ""

    @property
    def command(self) -> str:
        """The command that asks it: the first word of the name."""
        return self.name.partition(" ")[0]

    @property
    def home(self) -> str:
        """The package of its files."""
        return f"steelyard.questions.{self.folder or self.name.replace('-', '_')}"


SCORE, TESTS, PEOPLE, LOOK, FILES = "score and compare", "test the tests", "people", "look closer", "files"
CHOOSE = "choose and tune"
GROUPS = (SCORE, TESTS, PEOPLE, CHOOSE, LOOK, FILES)
"""Of commands, in the order in which help shows them."""

QUESTIONS = (
    Entry("score", "score systems", SCORE),
    Entry("compare", "say which systems differ", SCORE),
    Entry(
        "compare --report",
        folder="report_page",
        not_again="a page shows another result: verify that one, as --format json writes it",
    ),
    Entry("board", "rank many systems on the same items, and say what the ranks are worth", SCORE),
    Entry("items", "say what the items of a board tell, and how many would do", SCORE),
    Entry("campaign", "say what differences on many tasks say together", SCORE),
    Entry("campaign of metrics", folder="metrics_task"),
    Entry("plan", "say how large a test set must be to find a difference", SCORE),
    Entry("learning-curve", "say how scores grow with the training data", SCORE),
    Entry("calibrate", "measure how often tests are wrong on your own outputs", TESTS),
    Entry("dependence", "say how much segments hang together", TESTS),
    Entry("replicate", "run the experiment of a paper on your own outputs", TESTS),
    Entry("human", "say which systems people prefer, from their ratings", PEOPLE),
    Entry("human --predictions", folder="powered_ratings"),
    Entry(
        "human --spans",
        folder="marked_spans",
        not_again="it rests on two files of judgements and on texts: run the command once more",
    ),
    Entry("control-items", "damage outputs, so that it shows who rates without reading", PEOPLE),
    Entry("meta", "say how far metrics agree with people", PEOPLE),
    Entry("meta --ensemble", folder="metric_ensemble"),
    Entry(
        "meta --criteria",
        folder="metric_criteria",
        not_again="it rests on texts and on ratings, which are stored apart: run the command once more",
    ),
    Entry("meta --tests", folder="test_accuracy"),
    Entry("plan-ratings", "say how many ratings a difference needs, and of what", PEOPLE),
    Entry("train", "learn a metric from people's ratings, and say what it is worth", PEOPLE),
    Entry("tune", "fit a metric's parameters to people's ratings", PEOPLE),
    Entry("choose", "choose the best of several outputs, and say what that is worth", CHOOSE),
    Entry("tune-weights", "tune the weights that choose among candidates", CHOOSE),
    Entry("rerank", "fit a model that chooses among candidates, or let one choose", CHOOSE),
    Entry("rerank apply", folder="rerank_apply"),
    Entry("diff", "show where two systems differ: segments, words, n-grams", LOOK),
    Entry("errors", "show which words are wrong, and in what way", LOOK),
    Entry("checkpoints", "score words and phrases of the source by category, or make such check-points", LOOK),
    Entry(
        "checkpoints make",
        folder="checkpoints_make",
        not_again="check-points are a file that people may edit: verify the scores that rest on it",
    ),
    Entry("checkpoints judge", folder="checkpoints_judge"),
    Entry("consistency", "say how consistently repeated words and terms are translated", LOOK),
    Entry("influence", "show which segments a difference hangs on", LOOK),
    Entry("alignments", "score word alignments against links that people made", LOOK),
    Entry("contrasts", "say which errors metrics see, from good and wrong translations", LOOK),
    Entry("references", "say what each reference adds, and how many are enough", LOOK),
    Entry("explain", "show what made the score of a segment", LOOK),
    Entry("explain-signature", "say what a signature means", LOOK),
    Entry("metrics", "list metrics, tokenizers and views, or describe one", LOOK),
    Entry("lint", "look for mistakes in the files of a test set", FILES),
    Entry("stats", "keep what was counted, without the texts", FILES),
    Entry(
        "verify",
        "compute a stored result again, and say what changed",
        FILES,
        not_again="a verification says how things were when it was made: verify the result that it is about once more",
    ),
    Entry("paraphrase", "make further references from word alignments", FILES),
    Entry(
        "selftest",
        "say whether this installation computes what it should",
        FILES,
        not_again="it tells of a machine: run it there once more",
    ),
)
"""In the order in which help lists them."""


def entry_named(name: str) -> Entry:
    """Find a question by its name, such as ``"influence"``."""
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
    >>> entry = next(entry for entry in QUESTIONS if entry.name == "influence")
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


def load_answers() -> list[Any]:
    """Import the answers of all questions, so that every kind of result is known."""
    return [module for entry in QUESTIONS if (module := load_part(entry, "answer"))]
