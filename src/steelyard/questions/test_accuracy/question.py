"""What may be asked: how often significance tests on metrics conclude what people do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, option, raters_option, resamples_option, seed_option, unit_option
from steelyard.errors import SpecError

__all__ = ["TestAccuracyQuestion", "scales_option"]


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


def scales_option() -> Any:
    """Make the option `scales`: which ratings people's verdicts are of."""
    return option(
        None,
        "one or two scales of the ratings; the second is tested where the first is not significant",
        flags=(),
        is_list=True,
        shown="all, adequacy before others",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TestAccuracyQuestion(Question):
    """How often significance tests on metrics agree with people on pairs of systems."""

    __test__ = False  # pytest: not a test class
    description: ClassVar[str] = (
        "Measure how often significance tests on metrics agree with people's verdicts on pairs of systems."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard meta tests ref.txt -i a.txt b.txt c.txt --ratings ratings.tsv --tests randomization t",
    )

    tests: tuple[str, ...] = option(
        ("paired-bootstrap", "shifted-bootstrap", "randomization"),
        "choose the tests: randomization, paired-bootstrap, t, wilcoxon ...",
        metavar="TEST",
        is_first=True,
        adds_up=False,
        check=_once,
        more="Tests that need means of segment scores skip other metrics.",
    )
    alphas: tuple[float, ...] = option(
        (0.05, 0.01, 0.001), "set the levels of the tests (one-sided, in both directions)", metavar="X", check=_levels
    )
    gold_alpha: float | None = option(
        None, "set the level of people's verdicts", kind=float, metavar="X", shown="that of the test", check=_level
    )
    correction: str = option(
        "none",
        "correct tests and people's verdicts for all pairs: maxt, holm ...",
        metavar="CORRECTION",
        more="Holm replaces max-T for tests without a joint null distribution.",
    )
    scales: tuple[str, ...] | None = scales_option()
    raters: str | None = raters_option("People's verdicts are of these raters.", shown="fixed")
    n_resamples: int = resamples_option(1000, "set the number of draws of each test")
    unit: str | None = unit_option("Tests exchange them, too.")
    rng: Any = seed_option()
