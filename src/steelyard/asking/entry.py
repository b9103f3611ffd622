"""What stands in a list of questions: a command by name, and where the files that answer it lie."""

from typing import NamedTuple

__all__ = ["QuestionEntry"]


class QuestionEntry(NamedTuple):
    """What one may ask; the files of its folder have fixed names.

    Attributes
    ----------
    name : str
        Of the command, in one word or several, which recipes of stored results have too.
    help : str
        One line for the list of commands; empty for what no command asks.
    folder : str
        By default the name without the topic, with underscores.
    function : str
        That asks it in Python, in its ``compute.py``; empty for a method of `Evaluation`.
    not_again : str
        Why a result is not computed again.
    room : str
        Below `steelyard`, where the folder lies.
    """

    name: str
    help: str = ""
    folder: str = ""
    function: str = ""
    not_again: str = ""
    room: str = "questions"

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the name."""
        return tuple(self.name.split())

    @property
    def home(self) -> str:
        """The package of its files."""
        own = "_".join(self.words[1:] or self.words).replace("-", "_")
        return f"steelyard.{self.room}.{self.folder or own}"
