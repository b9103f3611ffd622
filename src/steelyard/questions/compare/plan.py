"""How systems are to be compared, checked before anything is computed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from steelyard.errors import SpecError, unknown_name
from steelyard.inference import (
    PROCEDURES,
    SEQUENTIAL_CORRECTIONS,
    Alternative,
    Procedure,
    SignificanceTest,
    check_alternative,
    check_correction,
    check_margin,
    check_resamples,
    get_test,
)
from steelyard.questions.compare.by_metric import ByMetric
from steelyard.questions.compare.own_test import OwnTest
from steelyard.questions.compare.runs import GENERALISE_TO, RUN_SCORES, RUN_SWAPS, Runs

__all__ = ["FAMILIES", "NEED_JOINT_NULL", "Plan", "default_correction"]

FAMILIES = ("pairs-and-metrics", "pairs")
NEED_JOINT_NULL = ("maxt", "maxt-shaffer")
_DRAWS = 10_000
_SEQUENTIAL_DRAWS = 100_000  # for several differences: decides what is a tenth or so away from alpha, in seconds


def default_correction(*, has_joint_null: bool) -> str:
    """Return the correction where none is asked for: max-T where a test gives all differences together, else Holm's."""
    return "maxt" if has_joint_null else "holm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How systems are to be compared; `Evaluation.compare` describes the fields."""

    test: str
    correction: str | None
    n_resamples: int | None
    alternative: Alternative
    alpha: float
    pairs: str | Sequence[str]
    family: str
    unit: str | None
    interval: str | None
    exact: bool = False
    equivalence_margin: ByMetric | None = None
    runs: Runs | None = None
    run_swap: str = "segment"
    run_score: str = "concatenation"
    generalise_to: str | None = None
    sequential: bool = False
    own: OwnTest | None = None

    def __post_init__(self) -> None:
        """Refuse what does not exist before anything is computed."""
        if self.procedure is not None:
            self._check_procedure(self.procedure)
        test = self.significance
        check_alternative(self.alternative)
        if self.alternative not in test.alternatives:
            raise SpecError(
                f"The test {test.name} is {' or '.join(test.alternatives)} only: it has no alternative "
                f"{self.alternative!r}."
            )
        if self.procedure is None and self.own is None:
            check_correction(self.correction_made, self.alternative)
        if self.exact and self.test != "randomization":
            raise SpecError(
                f"exact (--exact) is about exchanges: it goes with the test randomization, not {self.test}."
            )
        if self.correction in NEED_JOINT_NULL and not test.has_joint_null:
            raise SpecError(
                f"The correction {self.correction} needs the joint null distribution of all differences, and the test "
                f"{test.name} has none: choose another one (correction, --correction), such as holm."
            )
        if self.correction in NEED_JOINT_NULL and self.is_over_runs:
            raise SpecError(
                f"The correction {self.correction} needs the joint null distribution of all differences, and verdicts "
                "that are to hold for new runs have none: choose another one (correction, --correction), such as holm, "
                "or say generalise_to (--generalise-to) text for verdicts on these runs."
            )
        self._check_runs()
        self._check_generalisation()
        if self.family not in FAMILIES:
            raise unknown_name("family", self.family, FAMILIES)
        if not 0 < self.alpha < 1:
            raise SpecError(f"alpha must lie between 0 and 1, not {self.alpha}.")
        if self.n_resamples is not None:
            check_resamples(self.n_resamples)
        if self.sequential:
            self._check_sequential()
        if self.equivalence_margin is not None:
            given = self.equivalence_margin
            for margin in given.values() if isinstance(given, Mapping) else [given]:
                check_margin(margin)
            if self.alpha >= 0.5:
                raise SpecError(f"Equivalence needs an alpha below 0.5, not {self.alpha}.")

    @property
    def significance(self) -> SignificanceTest:
        """The test itself: one of the registry, or one of its own."""
        return get_test(self.test) if self.own is None else self.own.test

    @property
    def procedure(self) -> Procedure | None:
        """What takes the place of test and correction, where it does."""
        return PROCEDURES.get(self.correction_made)

    @property
    def is_over_runs(self) -> bool:
        """Whether verdicts are to hold for new runs, too: where there are runs, unless text alone is asked for."""
        return self.runs is not None and self.generalise_to != "text"

    @property
    def correction_made(self) -> str:
        """The correction that was asked for, or else the one that fits the test."""
        has_joint_null = self.significance.has_joint_null and not (self.is_over_runs or self.exact)
        return self.correction or default_correction(has_joint_null=has_joint_null)

    def _check_generalisation(self) -> None:
        if self.generalise_to is not None and self.generalise_to not in GENERALISE_TO:
            raise unknown_name("generalise_to", self.generalise_to, GENERALISE_TO)
        if self.runs is None and self.generalise_to is not None:
            raise SpecError("What verdicts are to hold for (generalise_to, --generalise-to) goes with runs (--runs).")
        is_about_text = {
            f"The test {self.test}": self.test != "randomization",
            f"The correction {self.correction}": self.procedure is not None,
            "exact (--exact)": self.exact,
            "sequential (--sequential)": self.sequential,
            "Exchanging each run by itself (--run-swap independent)": self.run_swap == "independent",
        }
        for what, is_given in is_about_text.items():
            if is_given and self.is_over_runs:
                raise SpecError(
                    f"{what} looks at these runs alone, and verdicts on runs are to hold for new ones, too. Say "
                    "generalise_to (--generalise-to) text for verdicts on these runs."
                )

    def _check_runs(self) -> None:
        if self.run_swap not in RUN_SWAPS:
            raise unknown_name("run_swap", self.run_swap, RUN_SWAPS)
        if self.run_score not in RUN_SCORES:
            raise unknown_name("run_score", self.run_score, RUN_SCORES)
        if self.runs is None and (self.run_swap, self.run_score) != (RUN_SWAPS[0], RUN_SCORES[0]):
            raise SpecError("How runs are exchanged and scored (--run-swap, --run-score) goes with runs (--runs).")
        if self.run_swap == "independent" and (
            self.test != "randomization" or self.procedure or self.exact or self.sequential
        ):
            raise SpecError(
                "Exchanging each run by itself (--run-swap independent) is about exchanges, all of them drawn: it goes "
                "with the test randomization alone, and not with exact or sequential."
            )

    def _check_procedure(self, procedure: Procedure) -> None:
        if self.test != "randomization":  # the default
            raise SpecError(
                f"The correction {procedure.name} is a test of its own, of all pairs at once: it does not go with the "
                f"test {self.test}."
            )
        if self.alternative != "two-sided":
            raise SpecError(
                f"The correction {procedure.name} is two-sided: it has no alternative {self.alternative!r}."
            )
        if self.exact:
            raise SpecError(f"exact (--exact) does not go with {procedure.name}, which is a test of its own.")

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

    def _check_sequential(self) -> None:
        if self.exact:
            raise SpecError("exact (--exact) draws nothing, so sequential (--sequential) has nothing to stop.")
        if self.test != "randomization":
            raise SpecError(
                "sequential (--sequential) stops exchanges that are drawn one after another: it goes with the test "
                f"randomization, not {self.test}."
            )
        if self.correction_made not in SEQUENTIAL_CORRECTIONS:
            raise SpecError(
                "sequential (--sequential) stops by bounds on adjusted p-values, which the correction "
                f"{self.correction} has not: use one of {', '.join(SEQUENTIAL_CORRECTIONS)} (correction, --correction)."
            )
