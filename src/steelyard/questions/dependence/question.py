"""What may be asked: how much segments depend on each other."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question, between_0_and_1, option, pairs_option

__all__ = ["DependenceQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DependenceQuestion(Question):
    """How much segments depend on each other, and what a test that takes them for independent gets wrong."""

    description: ClassVar[str] = (
        "Compare the variance over documents and blocks of neighbours with that over independent segments: the design "
        "effect, and how wrong a test of single segments would be."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check dependence ref.txt -i baseline.txt ours.txt --documents docs.txt",
        "steelyard check dependence ref.txt -i baseline.txt ours.txt -m chrf --block-sizes 5 10 20",
    )
    takes: ClassVar[tuple[str, ...]] = ("stats", "width")

    sizes: tuple[int, ...] = option(
        (),
        "segments of a block",
        flags=("--block-sizes",),
        kind=int,
        metavar="N",
        shown="2 5 10 20 50 100, where there are ten such blocks",
        is_first=True,
    )
    pairs: str | tuple[str, ...] = pairs_option(more="Their differences are looked at.")
    alpha: float = option(0.05, "nominal level of a test of segments", metavar="X", check=between_0_and_1)
