"""Corrections by name, each with what it claims."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import choices
from steelyard.errors import SpecError, unknown_name
from steelyard.inference.corrections.adjusted import Adjusted, single_critical_value
from steelyard.inference.corrections.experimentwise import sidak_level
from steelyard.inference.corrections.false_discovery import benjamini_hochberg, benjamini_yekutieli, harmonic
from steelyard.inference.corrections.joint_null import JointNull
from steelyard.inference.corrections.max_t import max_t
from steelyard.inference.corrections.pair_logic import Pairs
from steelyard.inference.corrections.shaffer import max_t_shaffer, shaffer
from steelyard.inference.corrections.stepwise import (
    bonferroni,
    check_p_values,
    hochberg,
    holm,
    holm_sidak,
    hommel,
    sidak,
)
from steelyard.inference.null_distributions import Alternative, NullDistribution
from steelyard.inference.outcome import Outcome
from steelyard.inference.shared_docs import SHARED

__all__ = ["CORRECTIONS", "Correction", "adjust", "check_correction", "get_correction", "least_adjusted"]

FAMILY_WISE, FALSE_DISCOVERY = "the family-wise error rate", "the false discovery rate, not the family-wise error rate"


@dataclass(frozen=True, slots=True)
class Correction:
    """A way to correct for many questions, as the registry knows it.

    Attributes
    ----------
    summary : str
        What it does, fit for a method sentence.
    controls : str
        Which error it keeps at alpha; empty for none.
    holds : {"always", "asymptotic", "assumed"}
        Under any dependence, given valid p-values; for large test sets; or under the assumption that is named.
    assumes : str, default ""
        What that is, fit to stand after "assuming".

    Examples
    --------
    >>> from steelyard.inference import get_correction
    >>> get_correction("bh").controls, get_correction("bh").holds
    ('the false discovery rate, not the family-wise error rate', 'assumed')
    """

    summary: str
    controls: str
    holds: Literal["always", "asymptotic", "assumed"]
    assumes: str = ""

    @property
    def claim(self) -> str:
        """What it controls and under which assumption, in words; empty where it controls nothing."""
        assumption = f", assuming {self.assumes}" if self.assumes else ""
        return f"controls {self.controls}{assumption}" if self.controls else ""


_POSITIVE = "independent or positively dependent p-values (Simes' inequality)"
_OF_SIDAK = "independent p-values, or two-sided ones of normal differences"

_CORRECTIONS = {
    "maxt": Correction("step-down max-T on scaled differences (Westfall and Young 1993)", FAMILY_WISE, "asymptotic"),
    "maxt-shaffer": Correction(
        "step-down max-T on scaled differences over the possible combinations of true nulls (Westfall 1997; Shaffer "
        "1986)",
        FAMILY_WISE,
        "asymptotic",
    ),
    "holm": Correction("Holm's step-down Bonferroni", FAMILY_WISE, "always"),
    "shaffer": Correction(
        "Holm's step-down Bonferroni over the possible combinations of true nulls (Shaffer 1986)",
        FAMILY_WISE,
        "asymptotic",
    ),
    "hochberg": Correction("Hochberg's step-up Bonferroni", FAMILY_WISE, "assumed", _POSITIVE),
    "hommel": Correction("Hommel's step-up of Simes' tests", FAMILY_WISE, "assumed", _POSITIVE),
    "sidak": Correction("Šidák's inequality", FAMILY_WISE, "assumed", _OF_SIDAK),
    "holm-sidak": Correction("Holm's step-down with Šidák's inequality", FAMILY_WISE, "assumed", _OF_SIDAK),
    "bonferroni": Correction("Bonferroni", FAMILY_WISE, "always"),
    "bh": Correction(
        "Benjamini and Hochberg's step-up",
        FALSE_DISCOVERY,
        "assumed",
        "independent or positively dependent p-values (PRDS)",
    ),
    "by": Correction("Benjamini and Yekutieli's step-up", FALSE_DISCOVERY, "always"),
    "none": Correction("no correction", "", "always"),
}

CORRECTIONS = {name: _CORRECTIONS[name].summary for name in choices.CORRECTIONS}

_OF_EQUALITY = ("maxt-shaffer", "shaffer")


def get_correction(name: str) -> Correction:
    """Look a correction up.

    Parameters
    ----------
    name : str
        As in ``--correction``.

    Returns
    -------
    Correction
        What it does and claims.

    Raises
    ------
    SpecError
        There is none; the message names the nearest and all.

    Examples
    --------
    >>> from steelyard.inference import get_correction
    >>> get_correction("holm").claim
    'controls the family-wise error rate'
    """
    if name not in _CORRECTIONS:
        raise unknown_name("correction", name, _CORRECTIONS)
    return _CORRECTIONS[name]


@SHARED
def check_correction(name: str, alternative: Alternative) -> None:
    """Refuse a correction that does not exist, or does not fit the question.

    Parameters
    ----------
    name : str
        As in ``--correction``.

    Raises
    ------
    SpecError
        There is none, or it rests on the logic of equality and the question is one-sided.

    Examples
    --------
    >>> from steelyard.inference import check_correction
    >>> check_correction("shaffer", "two-sided")
    """
    get_correction(name)
    if name in _OF_EQUALITY and alternative != "two-sided":
        raise SpecError(f"The correction {name} is for two-sided tests only. For one-sided tests use maxt or holm.")


def least_adjusted(p_value: float, correction: str, n_differences: int) -> float:
    """Return the least adjusted p-value of a family whose raw ones cannot be below a value.

    Parameters
    ----------
    p_value : float
        What the units or the draws allow.
    correction : str
        As in ``--correction``.
    n_differences : int
        Size of the family.

    Returns
    -------
    float
        The same where many small p-values together, or the joint distribution, can lead there.

    Examples
    --------
    >>> from steelyard.inference import least_adjusted
    >>> least_adjusted(0.01, "holm", 3), least_adjusted(0.01, "hochberg", 3)
    (0.03, 0.01)
    """
    least = min(1.0, p_value)
    if correction in ("holm", "shaffer", "bonferroni"):
        # Each of these multiplies the smallest p by P; step-up methods and max-T need not.
        return min(1.0, n_differences * least)
    if correction in ("sidak", "holm-sidak"):
        return float(sidak([least] * n_differences)[0])
    if correction == "by":
        return min(1.0, harmonic(n_differences) * least)
    return least


@SHARED
def adjust(
    null: Outcome,
    p_values: NDArray[np.float64],
    correction: str,
    alternative: Alternative,
    alpha: float,
    *,
    pairs: Pairs | None = None,
    groups: Sequence[Hashable] | None = None,
) -> Adjusted:
    """Apply a correction by name to one family.

    Parameters
    ----------
    null : Outcome
        What a test says of the family; for max-T a `NullDistribution`.
    p_values : array, shape (P,)
        Its raw p-values.
    correction : str
        One of `CORRECTIONS`.
    alpha : float
        Level: of the family-wise error or of the false discovery rate.
    pairs : sequence of (int, int), optional
        Systems of each difference; needed for Shaffer's logic.
    groups : sequence, optional
        Metric of each difference, for the same; by default one for all.

    Returns
    -------
    Adjusted
        Adjusted p-values and the critical value.

    Raises
    ------
    SpecError
        There is no such correction, it does not fit the alternative, it needs `pairs`, or it is max-T and the test has
        no joint null distribution.

    Notes
    -----
    The critical value is that of a difference which is found alone, all others being small: the quantile at the level
    at which the smallest p-value is tested. That is alpha / P for Bonferroni, Holm, Shaffer, Hochberg, Hommel and
    Benjamini-Hochberg, ``1 - (1 - alpha)**(1 / P)`` for both of Sidak, and alpha / (P (1 + 1/2 + ... + 1/P)) for
    Benjamini-Yekutieli. Beside other real differences all but Bonferroni and Sidak ask for less.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution, adjust
    >>> null = NullDistribution(np.ones(2), np.ones(2), np.zeros(2), lambda: iter([np.ones((2, 1))]), 1, True, 9)
    >>> adjust(null, np.array([0.01, 0.02]), "holm", "two-sided", 0.05).p_values.tolist()
    [0.02, 0.02]
    """
    check_correction(correction, alternative)
    if correction in _OF_EQUALITY and pairs is None:
        raise SpecError(f"The correction {correction} needs to know the systems of each difference: give pairs.")
    if correction == "maxt" and isinstance(null, JointNull):
        return null.max_t(alpha)
    if correction in ("maxt", "maxt-shaffer") and not isinstance(null, NullDistribution):
        raise SpecError("Max-T needs the joint null distribution of all differences: use holm for this test.")
    if correction == "maxt" and isinstance(null, NullDistribution):
        return max_t(null, alternative, alpha)
    if correction == "maxt-shaffer" and isinstance(null, NullDistribution):
        return max_t_shaffer(null, pairs or (), groups, alternative, alpha)
    adjusted = shaffer(p_values, pairs or (), groups) if correction == "shaffer" else _FUNCTIONS[correction](p_values)
    level = _level_of_the_smallest(correction, alpha, len(p_values))
    return Adjusted(adjusted, single_critical_value(level, null.n_units, alternative))


_FUNCTIONS = {
    "holm": holm,
    "hochberg": hochberg,
    "hommel": hommel,
    "sidak": sidak,
    "holm-sidak": holm_sidak,
    "bonferroni": bonferroni,
    "bh": benjamini_hochberg,
    "by": benjamini_yekutieli,
    "none": check_p_values,
}


def _level_of_the_smallest(correction: str, alpha: float, n_differences: int) -> float:
    """Return the level at which the smallest p-value of the family is tested."""
    if correction == "none":
        return alpha
    if correction in ("sidak", "holm-sidak"):
        return sidak_level(alpha, n_differences)
    return alpha / n_differences / (harmonic(n_differences) if correction == "by" else 1)
