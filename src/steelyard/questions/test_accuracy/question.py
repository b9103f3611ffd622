"""What may be asked: how often significance tests on metrics conclude what people do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, option, raters_option, resamples_option, seed_option
from steelyard.errors import SpecError

__all__ = ["TestAccuracyQuestion"]


def _once(name: str, values: Sequence[Any]) -> None:
    if not values or len(set(values)) < len(values):
        what, given = ("test", f", not: {', '.join(values) or 'none'}") if name == "tests" else ("level", "")
        raise SpecError(f"Name at least one {what}, and each once{given}.")


def _level(_: str, alpha: float) -> None:
    if not 0 < alpha < 0.5:
        raise SpecError(f"Levels of one-sided tests must lie between 0 and 0.5, not {alpha:g}.")


def _levels(name: str, alphas: Sequence[float]) -> None:
    _once(name, alphas)
    for alpha in alphas:
        _level(name, alpha)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestAccuracyQuestion(Question):
    """How often significance tests on metrics conclude of pairs of systems what people do."""

    __test__ = False  # pytest: not a test class
    description: ClassVar[str] = (
        "Hold significance tests on metrics against people's verdicts of every pair of systems."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard meta tests ref.txt -i a.txt b.txt c.txt --ratings ratings.tsv --tests randomization t",
    )

    tests: tuple[str, ...] = option(
        ("paired-bootstrap", "shifted-bootstrap", "randomization"),
        "compare these with people's verdicts of every pair: randomization, paired-bootstrap, t, wilcoxon ...",
        metavar="TEST",
        is_first=True,
        adds_up=False,
        check=_once,
        more="Those that need means of segment scores skip other metrics.",
    )
    alphas: tuple[float, ...] = option(
        (0.05, 0.01, 0.001), "levels of the tests, one-sided, in both directions", metavar="X", check=_levels
    )
    gold_alpha: float | None = option(
        None, "level of people's verdicts", kind=float, metavar="X", shown="that of the test", check=_level
    )
    correction: str = option(
        "none",
        "of tests and people's verdicts, over the pairs: maxt, holm ...",
        metavar="CORRECTION",
        more="Max-T becomes Holm's where a test has no joint null.",
    )
    scales: tuple[str, ...] | None = option(
        None,
        "one or two of the ratings', the one that decides first",
        flags=(),
        is_list=True,
        shown="all, adequacy before others",
    )
    raters: str | None = raters_option("People's verdicts are those of these raters.", shown="fixed")
    n_resamples: int = resamples_option(1000, "draws of each test")
    unit: str | None = option(
        None,
        "what tests exchange and resample: document, segment, or block:K, K consecutive segments",
        flags=(),
        shown="document, where ids are given",
    )
    rng: Any = seed_option()
