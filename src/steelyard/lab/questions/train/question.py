"""What may be asked: which function of metrics agrees best with people, and whether it is worth having."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, between_0_and_1, from_2, option, resamples_option, seed_option
from steelyard.choices import LEARNERS
from steelyard.errors import SpecError

__all__ = ["TrainQuestion"]


def _one(_: str, by: Sequence[str]) -> None:
    if isinstance(by, str) or len(by) != 1:
        raise SpecError("Give one statistic with --decide-by.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainQuestion(Question):
    """Which function of metrics agrees best with people, and whether it is better than the best of them."""

    description: ClassVar[str] = (
        "Learn a metric from ratings: a function of other metrics' scores. Evaluate it on held-out documents, and "
        "compare it with its best single feature."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab train ref.txt -i a.txt b.txt c.txt -m bleu chrf ter --ratings ratings.tsv -o learned.json",
    )

    learner: str | tuple[str, ...] = option(
        "ridge", "fit this kind of model", choices=LEARNERS, is_first=True, is_list=True, adds_up=True,
        on_command_line="; several are compared with each other, and -o writes the model of the first",
        more="Several are compared with each other on the same folds, and the model is that of the first. svr and "
        "kernel-rank-svm take seconds to minutes; rank-svm, pair-logistic and rank-boost learn the order of a "
        "segment's outputs; isotonic puts one metric in units of the ratings.",
    )  # fmt: skip
    learner_options: tuple[str, ...] = option(
        (), "set options of the learner, such as C=3; the others are chosen", metavar="NAME=X",
        more="An alpha is for each output, a C of pairs is divided by their number, a gamma by that of features.",
    )  # fmt: skip
    unscaled: bool = option(False, "do not standardise features before learning")
    intra_set: tuple[str, ...] = option(
        (), "also learn from the best output of a segment by these features (W08-0331)", may_be_empty=True,
        metavar="FEATURE", on_command_line="; default: those that --features says, or all",
        more="``(\"all\",)`` takes every feature. Ratios of lengths are best near 1.",
    )  # fmt: skip
    language: tuple[str, ...] = option(
        (), "frequent letter sequences of the references, by which the model knows its language", flags=(),
        more="`steelyard.types.letter_sequences` finds them; without any, no language is refused later.",
    )  # fmt: skip
    by: tuple[str, ...] = option(
        ("segment:pearson:none",), "choose and evaluate by this agreement with ratings",
        flags=("--decide-by",), metavar="LEVEL:STATISTIC[:AVERAGE]", check=_one,
    )  # fmt: skip
    n_folds: int = option(
        5, "use N folds of documents for evaluation", flags=("--folds",), kind=int,
        metavar="N", check=from_2,
    )  # fmt: skip
    hold_systems: bool = option(
        False, "also hold out systems in the evaluation",
        more="Systems have folds as documents have, and every pair of folds is held out.",
    )  # fmt: skip
    confidence_level: float = option(0.95, "set the level of the intervals", check=between_0_and_1)
    alpha: float = option(
        0.05, "set the significance level of the comparison with the best feature", metavar="X", check=between_0_and_1
    )
    n_resamples: int = resamples_option(1000, "make N draws for intervals and for the test")
    rng: Any = seed_option()

    @property
    def learners(self) -> tuple[str, ...]:
        """All that are fitted."""
        return (self.learner,) if isinstance(self.learner, str) else self.learner

    def __post_init__(self) -> None:
        """Refuse none, or one twice; a single one is its name."""
        object.__setattr__(self, "learner", self.learners)
        Question.__post_init__(self)
        if len(set(self.learners)) != len(self.learners) or not self.learners:
            raise SpecError("Name each learner once with --learner.")
        if len(self.learners) == 1:
            object.__setattr__(self, "learner", self.learners[0])
