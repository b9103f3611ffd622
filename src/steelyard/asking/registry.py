"""All questions: what a command is called, what answers it, how that is laid out, how it is asked again.

The core and the laboratory each have a list of their own. Modules stand there by name, so that a list of commands costs
no import and a result reaches what renders it from any room. A test loads every entry.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.asking.entry import QuestionEntry

if TYPE_CHECKING:
    from steelyard.asking.question import Question

__all__ = [
    "COMMANDS", "QUESTIONS", "TOPICS", "QuestionEntry", "answer_class", "entry_named", "entry_of", "first_words",
    "functions", "load_answers", "load_part", "name_of", "question_class", "renderer", "split_command",
    "subcommands",
]  # fmt: skip

_LISTS = [import_module(f"steelyard.{room}.registry") for room in ("questions", "lab")]

TOPICS: dict[str, str] = {word: line for one in _LISTS for word, line in one.TOPICS.items()}
"""Words that ask nothing by themselves: the word of a question follows."""

QUESTIONS: tuple[QuestionEntry, ...] = tuple(entry for one in _LISTS for entry in one.QUESTIONS)
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


def subcommands(name: str) -> list[QuestionEntry]:
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
    asked = [entry for entry in QUESTIONS if entry.function and entry.home.startswith("steelyard.lab.") == of_lab]
    return {f"{entry.home}.compute": [entry.function] for entry in asked}


def entry_named(name: str) -> QuestionEntry:
    """Find a question by its name, such as ``"explain influence"``."""
    return next(entry for entry in QUESTIONS if entry.name == name)


def name_of(question: "Question") -> str:
    """Return the name of what is asked, from the folder of its options."""
    home = type(question).__module__.rpartition(".")[0]
    return next(entry.name for entry in QUESTIONS if entry.home == home)


def entry_of(kind: type) -> QuestionEntry | None:
    """Find the question that a kind of result answers.

    Parameters
    ----------
    kind : type
        Of a result.

    Returns
    -------
    QuestionEntry or None
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


def load_part(entry: QuestionEntry, name: str) -> Any:
    """Import a file of a question's folder.

    Parameters
    ----------
    entry : QuestionEntry
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


def question_class(entry: QuestionEntry) -> "type[Question]":
    """Return the options of a question: the one subclass of `Question` that its ``question.py`` defines."""
    from steelyard.asking.question import Question  # the list of commands does not wait for it

    module = import_module(f"{entry.home}.question")
    [found] = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Question) and value.__module__ == module.__name__
    )
    return found


def answer_class(entry: QuestionEntry) -> Any:
    """Return the kind of result that answers a question; None for a command without one."""
    module = load_part(entry, "answer")
    if module is None:
        return None
    found = [value for value in vars(module).values() if isinstance(value, type) and hasattr(value, "schema")]
    return next((value for value in found if value.__module__ == module.__name__), None)


_RENDERERS = {
    "page": "page.html.write.html",
    "notebook": "page.notebook.notebook_html",
    "figure": "results.drawn.figure_named",
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
