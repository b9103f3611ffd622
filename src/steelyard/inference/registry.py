"""Tests by name, each with what it claims."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Literal, get_args

from steelyard.choices import TESTS
from steelyard.errors import SpecError, unknown_name
from steelyard.inference.null_distributions import Alternative
from steelyard.inference.outcome import Outcome
from steelyard.reprs import short_repr
from steelyard.types import Measurement

__all__ = ["SignificanceTest", "Validity", "get_test", "register", "registered_tests"]

Validity = Literal["exact", "asymptotic", "reproduction"]


@dataclass(frozen=True, slots=True)
class SignificanceTest:
    """A test of whether systems differ, as the registry knows it.

    Attributes
    ----------
    name : str
        As in ``--test``.
    summary : str
        What it does, fit for a method sentence.
    validity : {"exact", "asymptotic", "reproduction"}
        Whether its level holds by construction, holds for large test sets, or does not hold: the test exists only to
        reproduce what another tool prints.
    run : callable
        ``run(measurements, pairs, *, n_resamples, rng, n_threads=1, draws=None, progress=None)``, or
        ``run(measurements, pairs)`` where nothing is resampled, gives an `Outcome`. Calling the test does either.
    is_resampled : bool, default True
        It draws.
    needs_means : bool, default False
        It refuses metrics that are not means of segment scores.
    has_joint_null : bool, default True
        It gives all differences together, which the correction max-T needs: a `NullDistribution`, or a `JointNull`.
    assumes_normal : bool, default False
        p rests on normal differences. Without that, no p below ``2**(1 - n_units)`` can be relied on: symmetric
        differences all have one sign that often.
    is_about_scores : bool, default True
        What it finds is a difference of the two scores; otherwise of ranks, or of how often each system is ahead.
    alternatives : tuple of str
        Sides that it has; by default all.
    counts_errors : bool, default False
        It counts standard errors, and takes `n_effective`, as many units of equal size as there are in effect.
    warning : str, default ""
        A sentence that must stand wherever its p-values do.

    Examples
    --------
    >>> from steelyard.inference import get_test
    >>> get_test("randomization").validity
    'exact'
    """

    name: str
    summary: str
    validity: Validity
    run: Callable[..., Outcome]
    is_resampled: bool = True
    needs_means: bool = False
    has_joint_null: bool = True
    assumes_normal: bool = False
    is_about_scores: bool = True
    alternatives: tuple[Alternative, ...] = get_args(Alternative)
    counts_errors: bool = False
    warning: str = ""

    __repr__ = short_repr

    def __call__(
        self,
        measurements: Sequence[Measurement],
        pairs: Sequence[tuple[int, int]],
        *,
        n_effective: float | None = None,
        **options: object,
    ) -> Outcome:
        """Run the test; what only draws need, such as `rng`, does not reach a test that draws nothing."""
        options |= {"n_effective": n_effective} if self.counts_errors else {}
        return self.run(measurements, pairs, **(options if self.is_resampled else {}))


_TESTS: dict[str, SignificanceTest] = {}


def register(test: SignificanceTest) -> SignificanceTest:
    """Make a test known under its name.

    Parameters
    ----------
    test : SignificanceTest
        The test.

    Returns
    -------
    SignificanceTest
        The same.

    Examples
    --------
    >>> from steelyard.inference import registered_tests
    >>> "randomization" in registered_tests()
    True
    """
    _TESTS[test.name] = test
    return test


def registered_tests() -> dict[str, SignificanceTest]:
    """Return every test by name.

    Returns
    -------
    dict of str to SignificanceTest
        A copy.

    Examples
    --------
    >>> from steelyard.inference import registered_tests
    >>> {test.validity for test in registered_tests().values()} <= {"exact", "asymptotic", "reproduction"}
    True
    """
    for name in TESTS:
        _load(name)
    return dict(_TESTS)


def get_test(name: str) -> SignificanceTest:
    """Look a test up.

    Parameters
    ----------
    name : str
        As in ``--test``.

    Returns
    -------
    SignificanceTest
        The test of that name.

    Raises
    ------
    SpecError
        There is none; the message names the nearest and all.

    Examples
    --------
    >>> from steelyard.inference import get_test
    >>> get_test("randomization").name
    'randomization'
    """
    _load(name)
    if name == "mcnemar":
        raise SpecError("McNemar's exact test is the test sign, on scores of 0 and 1: write sign (test, --test).")
    if name not in _TESTS:
        raise unknown_name("test", name, {**TESTS, **_TESTS})
    return _TESTS[name]


def _load(name: str) -> None:
    """Import the module of a test of ours, which registers it."""
    if name in TESTS and name not in _TESTS:
        import_module(f"steelyard.inference.comparisons.{TESTS[name]}")
