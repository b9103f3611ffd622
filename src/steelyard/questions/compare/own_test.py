"""A test that is not in the registry, as it looks at more than the sums that are compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from steelyard.inference import Outcome, SignificanceTest
from steelyard.types import Measurement

__all__ = ["OwnTest", "asymptotic_test"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTest:
    """A test, and what it has to say beside its outcome.

    Attributes
    ----------
    test : SignificanceTest
        What runs, and what it claims.
    sentence : callable
        ``sentence(measurements, method)`` describes the comparison.
    told : dict
        What the method says besides.
    remarks : tuple of str
        By difference, metric by metric, what decided it instead of this metric's own scores; empty where these did.
    is_for_all_pairs : bool
        p-values hold for the whole family as they are.
    """

    test: SignificanceTest
    sentence: Callable[[Sequence[Measurement], Mapping[str, Any]], str]
    told: dict[str, Any] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    is_for_all_pairs: bool = False


def asymptotic_test(name: str, outcome: Outcome) -> SignificanceTest:
    """Return a test that has this outcome; it draws nothing, and is about more than the difference of two scores."""
    return SignificanceTest(
        name,
        summary="",
        validity="asymptotic",
        run=lambda _measurements, _pairs: outcome,
        is_resampled=False,
        has_joint_null=False,
        assumes_normal=True,
        is_about_scores=False,
    )
