"""What may be asked: which systems differ."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, get_args

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    interval_option,
    option,
    pairs_option,
    resamples_option,
    seed_option,
    unit_option,
)
from steelyard.choices import CORRECTIONS, FAMILIES, PROCEDURES, TESTS, Alternative
from steelyard.errors import SpecError

__all__ = ["ByMetric", "CompareQuestion", "Runs", "read_by_metric", "read_runs"]

ByMetric = float | Mapping[str, float]  # in the unit of the score, as one number means another thing on each metric
Runs = Mapping[str, Sequence[str]]  # by system, the names of its runs
_DRAWS = 10_000
_SEQUENTIAL_DRAWS = 100_000  # for several differences: decides what is a tenth or so away from alpha, in seconds
_RUN_SWAPS, _RUN_SCORES = ("segment", "independent"), ("concatenation", "mean")


def read_by_metric(texts: Sequence[str], flag: str = "--equivalence-margin") -> ByMetric:
    """Read a number, or one for each metric, written as ``X`` or ``METRIC=X`` each."""
    found: dict[str, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or text.startswith("="):
            raise SpecError(f"Cannot read {text!r} ({flag}): write a number, or METRIC=NUMBER for each metric.")
        if name in found or (found and not name) or "" in found:
            raise SpecError(f"{flag} takes one number, or one METRIC=NUMBER per metric, not {' '.join(texts)!r}.")
        found[name] = value
    return found.get("", found)


def read_runs(arguments: Sequence[str]) -> dict[str, list[str]]:
    """Read which runs make up which system: ``SYSTEM=RUN,RUN,...`` each, runs by the names of the inputs."""
    runs: dict[str, list[str]] = {}
    for argument in arguments:
        name, separator, members = argument.partition("=")
        if not (name and separator and all(members.split(","))):
            raise SpecError(f"Cannot read the runs (--runs) {argument!r}: write SYSTEM=RUN,RUN,RUN.")
        if name in runs:
            raise SpecError(f"--runs names the system {name!r} twice.")
        runs[name] = members.split(",")
    return runs


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareQuestion(Question):
    """Which systems differ."""

    description: ClassVar[str] = (
        "Test which systems differ, under every metric: ranked tables, significance tests corrected for all pairs, "
        "intervals, and a description of the method for a paper."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard compare ref.txt -i baseline.txt ours.txt",
        "steelyard compare ref.txt -i baseline.txt ours.txt -m bleu chrf --documents docs.txt",
        "steelyard compare --table out.csv --reference ref --systems base ours --report page.html",
    )

    takes: ClassVar[tuple[str, ...]] = ("sums",)

    test: str = option(
        "randomization",
        f"choose the significance test: {', '.join(TESTS)}",
        metavar="TEST",
        more="`steelyard.inference.registered_tests` describes them.",
        is_first=True,
    )
    correction: str | None = option(
        None,
        "correct p-values for many comparisons; the last three also replace the test",
        choices=CORRECTIONS + PROCEDURES,
        shown="maxt, or holm for tests without a joint distribution",
        more="`steelyard.inference.CORRECTIONS` and `steelyard.inference.PROCEDURES` describe them.",
    )
    n_resamples: int | None = resamples_option(
        None,
        "set the number of draws of the test and of the bootstrap",
        flags=("-n", "--resamples", "-parn", "--paired-ar-n"),
        shown="10000",
    )
    alternative: Alternative = option(
        "two-sided",
        "test one side only: whether the later system of a pair is better, or worse",
        choices=get_args(Alternative),
    )
    alpha: float = option(
        0.05,
        "set the family-wise error rate",
        metavar="X",
        check=between_0_and_1,
        more="Intervals have level 1 - alpha.",
    )
    pairs: str | Sequence[str] = pairs_option(more="``'baseline'`` compares each system with the first.", is_first=True)
    family: str = option(
        "pairs-and-metrics",
        "correct for all pairs and metrics together, or for the pairs of each metric",
        choices=FAMILIES,
    )
    unit: str | None = unit_option("Units are exchanged and resampled.")
    interval: str | None = interval_option("jackknife; around scores of 40 units or more percentile")
    exact: bool = option(
        False,
        "compute exact p-values of randomization without draws (TER; WER and CER with one reference)",
        more="For metrics that are linear in whole numbers (`steelyard.inference.exact_null`).",
    )
    equivalence_margin: ByMetric | None = option(
        None,
        "test which pairs differ by less than X (unit of the score); X alone if all metrics have one scale",
        is_list=True,
        adds_up=False,
        metavar="METRIC=X",
        read=read_by_metric,
        more="Pairs without a significant difference are tested for a difference smaller than this ('within margin'). "
        "Name metrics by their spelling, their label or the name of outside scores; others are not tested.",
        python="float or mapping of str to float",
    )
    runs: Runs | None = option(
        None,
        "name the runs of each system (names of inputs); adds intervals for new data and for new runs",
        is_list=True,
        metavar="SYS=RUN,RUN",
        read=read_runs,
        more="Each system needs the same number of runs. With several references, rows of runs also have an interval "
        "for new references.",
        python="mapping of str to sequence of str",
    )
    run_swap: str = option(
        "segment",
        "exchange a unit in all runs at once, or in each run by itself",
        choices=_RUN_SWAPS,
        more="With the second, p is too small, because the runs of a system are not independent.",
    )
    run_score: str = option(
        "concatenation",
        "score a system by all its runs as one text, or by the mean of the scores of its runs",
        choices=_RUN_SCORES,
    )
    generalise_to: str | None = option(
        None,
        "choose what verdicts on runs are about: new runs and new text, or these runs on new text",
        choices=("both", "text"),
        shown="both",
        more="The first uses Student's t over runs and text (`steelyard.inference.variance_split`), the second the "
        "test that you name.",
    )
    sequential: bool = option(
        False,
        "stop drawing once every verdict is decided; -n is then the largest number of draws (100000; one pair: 10000)",
        more="See `steelyard.inference.sequential_families`; of a single difference `besag_clifford`. The bootstrap "
        "takes at most 10,000.",
    )
    rng: int = seed_option()

    def __post_init__(self) -> None:
        """Refuse what does not go together, as far as names tell; the registries of tests tell the rest."""
        super(CompareQuestion, self).__post_init__()  # slots make another class of this one
        check = _first_fault(self)
        if check:
            raise SpecError(check)

    @classmethod
    def of_recipe(cls, stored: Mapping[str, Any], file: Callable[[str], Any]) -> Self:
        """Ask a stored question again; of runs, verdicts were on these alone before results said so."""
        before = {"generalise_to": "text"} if stored.get("runs") else {}
        return super(CompareQuestion, cls).of_recipe({**before, **stored}, file)

    @property
    def is_over_runs(self) -> bool:
        """Whether verdicts are to hold for new runs, too: where there are runs, unless text alone is asked for."""
        return self.runs is not None and self.generalise_to != "text"

    @property
    def n_bootstrap(self) -> int:
        """Resamples of intervals: more would cost what a test that stops early saves."""
        n = _DRAWS if self.n_resamples is None else self.n_resamples
        return min(n, _DRAWS) if self.sequential else n

    def n_draws(self, n_differences: int) -> int:
        """Draws of the test, or the most of them.

        A single difference stops early only where p is large (Besag and Clifford), so its cap is no higher than the
        draws of a test that does not stop.
        """
        if self.n_resamples is not None:
            return self.n_resamples
        return _SEQUENTIAL_DRAWS if self.sequential and n_differences > 1 else _DRAWS


def _first_fault(asked: CompareQuestion) -> str:
    """Say what does not go together; empty where all does."""
    faults = (_fault_of_procedure, _fault_of_exchanges, _fault_of_runs, _fault_of_generalisation)
    return next(filter(None, (find(asked) for find in faults)), "")


def _fault_of_procedure(asked: CompareQuestion) -> str:
    """Say what does not go with a test of all pairs at once."""
    if asked.correction not in PROCEDURES:
        return ""
    name = asked.correction
    if asked.test != "randomization":  # the default
        return (
            f"The correction {name} is a test of its own: leave out the test {asked.test} (--test), or choose another "
            "correction (--correction)."
        )
    if asked.alternative != "two-sided":
        return f"The correction {name} is two-sided: leave out the alternative {asked.alternative!r} (--alternative)."
    return f"The correction {name} is a test of its own: leave out exact (--exact)." if asked.exact else ""


def _fault_of_exchanges(asked: CompareQuestion) -> str:
    """Say what does not go with exact p-values, or with draws that stop early."""
    if asked.exact and asked.test != "randomization":
        return f"exact (--exact) needs the test randomization, not {asked.test} (--test)."
    if asked.sequential and asked.exact:
        return "exact (--exact) draws nothing: leave out sequential (--sequential)."
    if asked.sequential and asked.test != "randomization":
        return f"sequential (--sequential) needs the test randomization, not {asked.test} (--test)."
    return ""


def _fault_of_runs(asked: CompareQuestion) -> str:
    """Say what does not go with how runs are exchanged and scored."""
    if asked.runs is None and (asked.run_swap, asked.run_score) != (_RUN_SWAPS[0], _RUN_SCORES[0]):
        return "--run-swap and --run-score need runs (--runs)."
    is_drawn = asked.test == "randomization" and asked.correction not in PROCEDURES
    if asked.run_swap == "independent" and not (is_drawn and not asked.exact and not asked.sequential):
        return (
            "--run-swap independent needs the test randomization (--test), without exact (--exact) and sequential "
            "(--sequential)."
        )
    return ""


def _fault_of_generalisation(asked: CompareQuestion) -> str:
    """Say what looks at these runs alone, where verdicts are to hold for new ones, too."""
    if asked.runs is None and asked.generalise_to is not None:
        return "--generalise-to (generalise_to) needs runs (--runs)."
    is_about_text = {
        f"The test {asked.test}": asked.test != "randomization",
        f"The correction {asked.correction}": asked.correction in PROCEDURES,
        "exact (--exact)": asked.exact,
        "sequential (--sequential)": asked.sequential,
        "Exchanging each run by itself (--run-swap independent)": asked.run_swap == "independent",
    }
    for what, is_given in is_about_text.items():
        if is_given and asked.is_over_runs:
            return (
                f"{what} is for verdicts on these runs alone, not on new runs. Add --generalise-to text "
                "(generalise_to)."
            )
    return ""
