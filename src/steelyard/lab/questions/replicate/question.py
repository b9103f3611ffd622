"""What may be asked of every paper: how often is drawn, what, and from where."""

from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar

from steelyard.asking.question import REQUIRED, Question, option, resamples_option, seed_option, unit_option
from steelyard.choices import JUDGES

__all__ = ["ReplicateQuestion", "judges_option", "protocol_option", "ratings_option"]

_SCORES = "Single judgements, larger ones better, or scores per output, one `OutputScores` per scale."


def protocol_option(name: Any = REQUIRED) -> Any:
    """Make the option `protocol`; a paper's own is its name."""
    return option(name, "author and year of the paper", flags=())


def ratings_option(more: str = _SCORES) -> Any:
    """Make the option `ratings`, of papers in which people judged systems."""
    return option(
        None, "people's judgements of the systems", metavar="FILE", is_list=True, adds_up=True, is_first=True,
        more=more,
        python="sequence of OutputScores, or Ratings",
    )  # fmt: skip


def judges_option() -> Any:
    """Make the option `judges`, of papers in which several people judged an output."""
    return option(None, "combine several judgements of an output", choices=JUDGES, shown="median")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicateQuestion(Question):
    """Base of all papers: the further fields of a subclass are the options of one experiment.

    Attributes
    ----------
    about : str
        What the experiment shows, in a few words.
    source : str
        The paper, with its DOI or ACL id.
    metrics : tuple of str
        Spellings of the paper's metrics, where it is not about BLEU alone; of METEOR what needs no word lists.
    has_figures : bool
        Whether the paper has some.
    is_averaged : bool
        Whether its tables may be averaged over several conditions.
    """

    about: ClassVar[str] = ""
    source: ClassVar[str] = ""
    metrics: ClassVar[tuple[str, ...]] = ()
    has_figures: ClassVar[bool] = True
    is_averaged: ClassVar[bool] = False
    description: ClassVar[str] = (
        "Run the experiment of a paper on your own test set and systems, and print its tables and figures."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab replicate koehn2004 ref.txt -i ours.txt theirs.txt -m bleu",
        "steelyard lab replicate koehn2004 ref.txt -i ours.txt theirs.txt -m bleu --sizes 100 300",
        "steelyard lab replicate graham2014 ref.txt -i ours.txt theirs.txt --ratings ratings.tsv",
    )

    protocol: str = protocol_option()
    n_resamples: int = resamples_option(1000, "make N draws for each test")
    unit: str | None = unit_option("For protocols without a fixed number.")
    rng: Any = seed_option()

    @property
    def default_metrics(self) -> tuple[str, ...]:
        """Metrics where none are named; empty for those of all commands."""
        return self.metrics

    @classmethod
    def own(cls) -> "dict[str, Field[Any]]":
        """Return the options that are the paper's own, by name."""
        shared = {one.name for one in fields(ReplicateQuestion)}
        return {one.name: one for one in fields(cls) if one.name not in shared}
