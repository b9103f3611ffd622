"""What may be asked: how much segments depend on each other."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question, between_0_and_1, option, pairs_option

__all__ = ["DependenceQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DependenceQuestion(Question):
    """How much segments depend on each other, and what a test that takes them for independent gets wrong."""

    description: ClassVar[str] = (
        "Estimate how correlated the segments of a document are: the design effect, and the false positive rate of a "
        "test of single segments."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check dependence ref.txt -i baseline.txt ours.txt --documents docs.txt",
        "steelyard check dependence ref.txt -i baseline.txt ours.txt -m chrf --block-sizes 5 10 20",
    )
    takes: ClassVar[tuple[str, ...]] = ("stats", "width")

    sizes: tuple[int, ...] = option(
        (),
        "use blocks of N segments",
        flags=("--block-sizes",),
        kind=int,
        metavar="N",
        shown="2 5 10 20 50 100, if there are ten blocks of the size",
        is_first=True,
    )
    pairs: str | tuple[str, ...] = pairs_option(more="Design effects are of their differences.")
    alpha: float = option(0.05, "set the nominal level of a test of segments", metavar="X", check=between_0_and_1)
