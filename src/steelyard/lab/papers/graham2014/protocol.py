"""Graham, Mathur and Baldwin 2014: what three randomized tests conclude of every ordered pair under every metric."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import Outcome, PairedBootstrap, get_test, is_significant
from steelyard.inference.null_distributions import Alternative
from steelyard.lab.papers.graham2014.figures import conclusion_maps, distribution_figures, missing_figures
from steelyard.lab.papers.graham2014.question import Graham2014
from steelyard.lab.papers.graham2014.tables import (
    ALPHAS,
    TESTS,
    PairTests,
    accuracies_table,
    conclusions_table,
    disagreements_table,
    matrices,
    p_values_table,
    people_table,
    tests_table,
)
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.metrics import package_version
from steelyard.questions.test_accuracy.compute import Judged, of_systems
from steelyard.questions.test_accuracy.ordered_pairs import one_sided_matrices
from steelyard.questions.test_accuracy.rated_systems import RatedSystems, rated_systems
from steelyard.ratings.recipe import rating_inputs
from steelyard.results.figure import Figure
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted, Sampling
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.sentences import describe_metrics, describe_units
from steelyard.scored.units import Units
from steelyard.types import Measurement

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["run"]


def run(counted: Counted, question: Graham2014) -> Experiment:
    """Test every ordered pair three ways, and hold the conclusions against people's, if there are ratings."""
    measurements, names = counted.measurements, counted.test_set.system_names
    asked = [_read_pair(names, spelling) for spelling in question.histograms]
    units, pairs = counted.units(question.unit), choose_pairs(names, "all")
    sampling = counted.sampling(question.n_resamples, question.rng)
    outcomes = [_outcome(i, test, units, pairs, sampling) for i, test in enumerate(TESTS)]
    found = _ordered(outcomes, pairs, measurements, len(names))
    tables = [
        tests_table(),
        conclusions_table(found, measurements, has_people=question.ratings is not None),
        disagreements_table(found, measurements, names),
        *matrices(found, measurements, names),
        p_values_table(found, measurements, names),
    ]
    people: RatedSystems | None = None
    maps: tuple[Figure, ...] = ()
    if question.ratings is not None:
        silent = replace(sampling, progress=None)
        people = rated_systems(counted.test_set, question.ratings, silent, unit=question.unit)
        judged, maps = _held_against(people, found, measurements, names)
        tables[1:1] = [accuracies_table(judged.rows, len(people.systems)), people_table(judged.people, people.verdicts)]
    figures = distribution_figures(
        found,
        units.measurements,
        names,
        asked,
        n_resamples=sampling.n_resamples,
        seed=sampling.seed,
        n_threads=sampling.n_threads,
    )
    method: Any = _method(counted, question, units, outcomes, sampling.seed)
    method["notes"] = _notes(found, units, question.n_resamples) + (
        [] if asked else missing_figures(found, measurements)
    )
    if people is not None:
        method |= {"left_out": list(people.left_out), **people.verdicts.method}
        method["inputs"] += rating_inputs(question.ratings)
        method["notes"] += _people_notes(people)
    method["sentence"] = _sentence(measurements, method)
    return Experiment(tuple(table for table in tables if table.rows), (*maps, *figures), method)


def _outcome(i: int, test: str, units: Units, pairs: Sequence[Pair], sampling: Sampling) -> Outcome:
    """Draw for one of the tests."""
    return get_test(test)(
        units.measurements,
        pairs,
        n_resamples=sampling.n_resamples,
        rng=sampling.seed,
        n_threads=sampling.n_threads,
        progress=_part(sampling.progress, i),
    )


def _method(
    counted: Counted, question: Graham2014, units: Units, outcomes: Sequence[Outcome], seed: int
) -> dict[str, Any]:
    return {
        **counted.provenance(),
        "tests": list(TESTS),
        "alphas": list(ALPHAS),
        **units.described(),
        "n_resamples": question.n_resamples,
        "n_draws": {test: outcome.n_draws for test, outcome in zip(TESTS, outcomes, strict=True)},
        "seed": seed,
    }


def _held_against(
    people: RatedSystems, found: PairTests, measurements: Sequence[Measurement], names: Sequence[str]
) -> tuple[Judged, tuple[Figure, ...]]:
    """Count right conclusions about the systems that people rated, and draw figures 7 and 8."""
    rows = [names.index(system) for system in people.systems]
    kept = [of_systems(measurement, names, people.systems) for measurement in measurements]
    p_values = {
        (test, m): found.p_values[t, m][np.ix_(rows, rows)] for m in range(len(kept)) for t, test in enumerate(TESTS)
    }
    judged = Judged.of(people, kept, p_values, ALPHAS, None)
    return judged, conclusion_maps(judged.conclusions, people.systems)


def _people_notes(people: RatedSystems) -> list[str]:
    by = {
        "rank-sum": "rank-sum tests of single judgements, as the paper's",
        "randomization": "randomization of mean ratings, where the paper has rank-sum tests of single judgements",
    }
    notes = [
        f"People's verdicts are by {by[people.verdicts.test]}, one-sided, at the level of the test. With two scales, "
        "the second is used for pairs that do not differ significantly by the first.",
        "Pairs share systems and are not independent, so the intervals of accuracies are too short. A pair without a "
        "significant difference in ratings may still differ; more judgements would find more differences.",
    ]
    if people.left_out:
        notes.append(f"Without ratings, and not in tables 1 and 2: {', '.join(people.left_out)}.")
    return notes


def _part(progress: "Progress | None", i: int) -> "Progress | None":
    """Count the draws of one of the tests as a part of all."""
    if progress is None:
        return None
    return lambda done, total: progress(i * total + done, len(TESTS) * total)


def _read_pair(names: Sequence[str], spelling: str) -> Pair:
    """Read A:B, and keep the order: A is asked to be better."""
    if ":" not in spelling:
        raise SpecError(f"A histogram is of one pair: write A:B with two system names, not {spelling!r}.")
    [(later, earlier)] = choose_pairs(names, [spelling])
    return (earlier, later) if spelling == f"{names[earlier]}:{names[later]}" else (later, earlier)


def _ordered(
    outcomes: Sequence[Outcome], pairs: Sequence[Pair], measurements: Sequence[Measurement], n_systems: int
) -> PairTests:
    """Turn the outcomes of unordered pairs into both directions."""
    n_metrics = len(measurements)
    shape = (len(outcomes), n_metrics, n_systems, n_systems)
    p_values, as_printed = np.ones(shape), np.ones(shape)
    leads = np.zeros(shape[1:])
    rows, columns = np.array(pairs, dtype=np.int64).T
    for t, outcome in enumerate(outcomes):
        p_values[t] = one_sided_matrices(outcome, pairs, n_metrics, n_systems)
        sides: dict[Alternative, Any] = {"better": (rows, columns), "worse": (columns, rows)}
        for alternative, (a, b) in sides.items():
            as_printed[t][:, a, b] = _as_printed(outcome, alternative).reshape(n_metrics, -1)
    observed = outcomes[0].observed.reshape(n_metrics, -1)
    for m, measurement in enumerate(measurements):
        lead = observed[m] if measurement.higher_is_better else -observed[m]
        leads[m, rows, columns], leads[m, columns, rows] = lead + 0.0, 0.0 - lead  # no -0
    return PairTests(p_values, as_printed, leads)


def _as_printed(outcome: Outcome, alternative: Alternative) -> NDArray[np.float64]:
    """Return the paper's p = c / B, in which the paired bootstrap does not count resamples where systems are equal."""
    if isinstance(outcome, PairedBootstrap):
        counts = outcome.counts if alternative == "better" else outcome.counts.mirrored()
        return counts.losses / outcome.n_draws
    p_values = outcome.p_values(alternative)
    return p_values if outcome.is_exact else np.rint(p_values * (outcome.n_draws + 1) - 1) / outcome.n_draws


def _notes(found: PairTests, units: Units, n_resamples: int) -> list[str]:
    n_systems = found.p_values.shape[-1]
    n_pairs = n_systems * (n_systems - 1) // 2
    both = found.p_values, found.as_printed
    changed = [int(np.not_equal(*(is_significant(p, alpha) for p in both)).sum()) for alpha in ALPHAS]
    notes = [
        "The level of a one-sided test is that of a direction named before the data. The paper tests both directions, "
        "so equal systems differ significantly up to twice as often: in one of ten pairs at 0.05.",
        "The paired bootstrap draws nothing under the null hypothesis: it inverts an interval. Its level, as that "
        "of the shifted bootstrap, holds only as the number of units grows. That of randomization holds for any "
        "number, if outputs are exchangeable.",
        f"Nothing is corrected for asking about {n_pairs:,} pair{'s' if n_pairs != 1 else ''} and "
        f"{len(units.measurements)} metric{'s' if len(units.measurements) != 1 else ''}, as in the paper: for "
        "conclusions about your systems use `steelyard compare`.",
        "p-values count the observed labelling as a draw, and ties against the paired bootstrap, so that none is 0 and "
        "equal systems do not differ. By the paper's c/B, without ties, conclusions that change are: "
        + ", ".join(f"{n} at {alpha:g}" for n, alpha in zip(changed, ALPHAS, strict=True))
        + f", of {2 * n_pairs * len(units.measurements) * len(TESTS):,}.",
    ]
    if n_resamples < 10 / ALPHAS[-1]:
        notes.append(
            f"With {n_resamples:,} draws, chance alone moves conclusions at {ALPHAS[-1]:g}: take 10,000 or more (-n)."
        )
    if units.name != "segment":
        notes.append(f"The paper exchanges and draws segments; here the unit is the {units.name} (--unit segment).")
    return notes


def _sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe one-sided tests of every ordered pair, several beside each other."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    draws = ", ".join(f"{test} ({n:,} draws)" for test, n in method["n_draws"].items())
    return (
        f"We asked of every ordered pair of {method['n_systems']} systems whether the first is better, on "
        f"{number_of(method['n_segments'], 'segment')} with Steelyard {package_version()}: {metrics}; "
        f"one-sided tests over {units}: {draws}, seed {method['seed']}."
    )
