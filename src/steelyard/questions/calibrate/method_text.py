"""The sentence for a paper on how tests were calibrated."""

from collections.abc import Sequence

from steelyard.metrics import package_version
from steelyard.questions.calibrate.answer import CalibrationMethod
from steelyard.results.missing import missing_text
from steelyard.scored.sentences import describe_metrics, describe_units
from steelyard.types import Measurement

__all__ = ["calibration_sentence"]


def calibration_sentence(measurements: Sequence[Measurement], method: CalibrationMethod) -> str:
    """Describe a calibration."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    names, several = method["systems"], len(method["systems"]) > 2
    made = (
        "Exchanged: the systems' outputs are put in random order, so that there is no difference. Equal scores: what "
        "the units of the systems contribute is shifted until all scores are equal, and test sets are drawn from the "
        "result with replacement. One apart: the same, but for the system furthest from the median, and only pairs of "
        f"the others count. Counted are families in which any of {len(names) * (len(names) - 1) // 2} pairs was called "
        f"different that is not, after {_corrections(method)}. "
        if several
        else "Exchanged: the systems' outputs "
        "change sides at random, so that there is no difference. Equal scores: the outputs are mixed until the scores "
        "are equal, and test sets are drawn from the result with replacement. Difference: the same, mixed to a share "
        "of the observed difference. "
    )
    return (
        f"We measured how often tests over {units} call {', '.join(names[:-1])} and {names[-1]} different, "
        f"with Steelyard {package_version()}: {metrics}; {method['n_repetitions']:,} data sets per "
        f"situation, {method['n_resamples']:,} draws per test, two-sided, seed {method['seed']}. {made}In brackets 95% "
        "intervals (Wilson). Too many: above the level by an exact binomial test at 0.05 over all these rates together "
        "(Bonferroni); holds: not found to be." + (f" {missing}" if (missing := missing_text(method)) else "")
    )


def _corrections(method: CalibrationMethod) -> str:
    """Name the corrections over all pairs, and the tests where they differ."""
    names = {"maxt": "max-T", "holm": "Holm's correction"}
    by_name: dict[str, list[str]] = {}
    for test, correction in method["corrections"].items():
        by_name.setdefault(names[correction], []).append(test)
    if len(by_name) == 1:
        return f"{next(iter(by_name))} over all pairs"
    return " or ".join(f"{name} ({', '.join(tests)})" for name, tests in by_name.items()) + " over all pairs"
