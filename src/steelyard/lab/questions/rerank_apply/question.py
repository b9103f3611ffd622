"""What may be asked: what a model chooses from lists, and whether it beats what the decoder put first."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, option, resamples_option, seed_option

__all__ = ["RerankApplyQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankApplyQuestion(Question):
    """What a model chooses from lists, and whether it beats what the decoder put first."""

    description: ClassVar[str] = (
        "Choose a candidate of each n-best list with a model of `lab rerank`; with references, test the choice."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab rerank apply lists.txt --reranker model.json -o best.txt",
        "steelyard lab rerank apply lists.txt --reranker model.json --references ref.txt -m chrf -o best.txt",
    )

    metrics: tuple[str, ...] = option(
        ("bleu",),
            "evaluate the outputs with these metrics, if there are "
            "references", flags=("-m", "--metrics"), metavar="METRIC",
        is_first=True,
    )  # fmt: skip
    n_resamples: int | None = resamples_option(
        None, "make N draws for the test and for intervals", shown="10000 for the test, 1000 for intervals"
    )
    rng: Any = seed_option()
