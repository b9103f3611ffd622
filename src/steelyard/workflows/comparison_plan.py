"""How systems are to be compared, checked before anything is computed."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.errors import SpecError, unknown_name
from steelyard.inference import (
    SEQUENTIAL_CORRECTIONS,
    Alternative,
    check_alternative,
    check_correction,
    check_margin,
    check_resamples,
    get_test,
)
from steelyard.workflows.runs import Runs

__all__ = ["FAMILIES", "NEED_JOINT_NULL", "Plan"]

FAMILIES = ("pairs-and-metrics", "pairs")
NEED_JOINT_NULL = ("maxt", "maxt-shaffer")
_DRAWS = 10_000
_SEQUENTIAL_DRAWS = 100_000  # for several differences: decides what is a tenth or so away from alpha, in seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How systems are to be compared; `Evaluation.compare` describes the fields."""

    test: str
    correction: str
    n_resamples: int | None
    alternative: Alternative
    alpha: float
    pairs: str | Sequence[str]
    family: str
    unit: str | None
    interval: str | None
    exact: bool = False
    equivalence_margin: float | None = None
    runs: Runs | None = None
    sequential: bool = False

    def __post_init__(self) -> None:
        """Refuse what does not exist before anything is computed."""
        test = get_test(self.test)
        check_alternative(self.alternative)
        if self.alternative not in test.alternatives:
            raise SpecError(
                f"The test {test.name} is {' or '.join(test.alternatives)} only: it has no alternative "
                f"{self.alternative!r}."
            )
        check_correction(self.correction, self.alternative)
        if self.exact and self.test != "randomization":
            raise SpecError(
                f"exact (--exact) is about exchanges: it goes with the test randomization, not {self.test}."
            )
        if self.correction in NEED_JOINT_NULL and not test.has_joint_null:
            raise SpecError(
                f"The correction {self.correction} needs the joint null distribution of all differences, and the test "
                f"{test.name} has none: choose another one (correction, --correction), such as holm."
            )
        if self.family not in FAMILIES:
            raise unknown_name("family", self.family, FAMILIES)
        if not 0 < self.alpha < 1:
            raise SpecError(f"alpha must lie between 0 and 1, not {self.alpha}.")
        if self.n_resamples is not None:
            check_resamples(self.n_resamples)
        if self.sequential:
            self._check_sequential()
        if self.equivalence_margin is not None:
            check_margin(self.equivalence_margin)
            if self.alpha >= 0.5:
                raise SpecError(f"Equivalence needs an alpha below 0.5, not {self.alpha}.")

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
        if self.correction not in SEQUENTIAL_CORRECTIONS:
            raise SpecError(
                "sequential (--sequential) stops by bounds on adjusted p-values, which the correction "
                f"{self.correction} has not: use one of {', '.join(SEQUENTIAL_CORRECTIONS)} (correction, --correction)."
            )
