"""Hold significance tests on metrics against what people conclude of every pair of systems."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.human import VerdictAccuracy, accuracy_chi_square, mcnemar, verdict_accuracy, verdicts_of_pairs
from steelyard.inference import SignificanceTest, check_correction, get_test, holm
from steelyard.questions.test_accuracy.answer import (
    AccuracyMethod,
    Conclusions,
    PeopleRow,
    TestAccuracy,
    TestAccuracyRow,
    TestDifferenceRow,
)
from steelyard.questions.test_accuracy.notes import accuracy_notes, accuracy_sentence
from steelyard.questions.test_accuracy.ordered_pairs import one_sided_matrices
from steelyard.questions.test_accuracy.question import TestAccuracyQuestion
from steelyard.questions.test_accuracy.rated_systems import RatedSystems, rated_systems
from steelyard.ratings.of_raters import told_of_gold
from steelyard.ratings.recipe import rating_inputs, ratings_recipe
from steelyard.results.factors import Factors
from steelyard.scored import Counted, Sampling
from steelyard.scored.pairs import choose_pairs
from steelyard.scored.provenance import provenance
from steelyard.scored.threads import working_threads
from steelyard.scored.units import Units, choose_units
from steelyard.types import Measurement, OutputScores, Ratings

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["Judged", "compute", "matrices_of_tests", "of_systems", "sided_tests"]

_SIGNS = np.array([".", "+", "-"])  # of 0, 1 and -1


def compute(
    counted: Counted, ratings: Sequence[OutputScores] | Ratings, question: TestAccuracyQuestion
) -> TestAccuracy:
    """Count how often tests conclude what people do; `Evaluation.test_accuracy` says what ratings may be."""
    test_set, correction = counted.test_set, question.correction
    check_correction(correction, "better")
    sampling, tests = counted.sampling(question.n_resamples, question.rng), sided_tests(question.tests)
    with working_threads(sampling.n_threads):
        people = rated_systems(
            test_set, ratings, sampling, unit=question.unit, scales=question.scales, correction=correction
        )
        kept = [of_systems(one, test_set.system_names, people.systems) for one in counted.measurements]
        units = choose_units(test_set, kept, question.unit)
        found, n_draws = matrices_of_tests(units, tests, len(people.systems), correction, sampling)
    if not found:
        raise SpecError(
            f"The tests {', '.join(question.tests)} need metrics that are means of segment scores, and "
            f"{', '.join(m.label for m in kept)} is none: ask for randomization."
        )
    judged = Judged.of(people, kept, found, question.alphas, question.gold_alpha)
    inputs = [*counted.score_inputs, *rating_inputs(ratings)]
    told = counted.recipe(question, {"rng": sampling.seed})
    told["recipe"]["ratings"] = ratings_recipe(ratings)
    method: AccuracyMethod = {
        **provenance(test_set, inputs),
        "systems": list(people.systems),
        "left_out": list(people.left_out),
        "tests": [test.name for test in tests],
        "validity": {test.name: test.validity for test in tests},
        "correction": correction,
        "alphas": list(question.alphas),
        "gold_alpha": question.gold_alpha,
        "scales": list(people.verdicts.scales),
        **people.verdicts.method,
        **told_of_gold(question.raters, ratings),
        **units.described(),
        "n_resamples": sampling.n_resamples,
        "n_draws": n_draws,
        "seed": sampling.seed,
        "notes": accuracy_notes(people, tests, kept, question, units),
        "sentence": "",
        **told,
    }
    sentence = accuracy_sentence(kept, method, people.verdicts)
    method = {**method, **Factors.of_units(units.name, ("raters", "systems")).told(sentence)}
    return TestAccuracy(judged.rows, _differences(judged), judged.people, judged.conclusions, method)


def sided_tests(names: Sequence[str]) -> list[SignificanceTest]:
    """Return the tests, all of which must have sides."""
    tests = [get_test(name) for name in names]
    for test in tests:
        if not {"better", "worse"} <= set(test.alternatives):
            raise SpecError(f"The test {test.name} has no one-sided form, which is needed here: leave it out.")
    return tests


Key = tuple[str, int]  # test and position of the metric


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Rows, and the accuracies behind them by level, test and metric."""

    rows: tuple[TestAccuracyRow, ...]
    people: tuple[PeopleRow, ...]
    conclusions: tuple[Conclusions, ...]
    accuracies: dict[float, dict[Key, VerdictAccuracy]]
    measurements: Sequence[Measurement]

    @classmethod
    def of(
        cls,
        people: RatedSystems,
        measurements: Sequence[Measurement],
        found: dict[Key, NDArray[np.float64]],
        alphas: Sequence[float],
        gold_alpha: float | None,
    ) -> "Judged":
        """Hold one-sided p-values, by test and position of the metric, against people."""
        upper = np.triu_indices(len(people.systems), 1)
        rows, of_people, conclusions = [], [], []
        accuracies: dict[float, dict[Key, VerdictAccuracy]] = {}
        scale = ", then ".join(people.verdicts.scales)
        for alpha in alphas:
            level = alpha if gold_alpha is None else gold_alpha
            gold, n_by_second = people.verdicts.verdicts(level)
            n_different = int((gold > 0).sum())
            of_people.append(PeopleRow(alpha, level, len(upper[0]), n_different, n_by_second))
            conclusions.append(Conclusions(people.verdicts.test, "people", scale, alpha, _lines(gold)))
            accuracies[alpha] = {}
            for (test, m), p_values in found.items():
                measurement = measurements[m]
                verdicts = verdicts_of_pairs(p_values, alpha=alpha)
                accuracy = accuracies[alpha][test, m] = verdict_accuracy(verdicts[upper], gold[upper])
                conclusions.append(Conclusions(test, measurement.metric, measurement.label, alpha, _lines(verdicts)))
                rows.append(_row(test, measurement, alpha, level, accuracy))
        return cls(tuple(rows), tuple(of_people), tuple(conclusions), accuracies, measurements)


def _row(
    test: str, measurement: Measurement, alpha: float, gold_alpha: float, accuracy: VerdictAccuracy
) -> TestAccuracyRow:
    return TestAccuracyRow(
        test=test,
        metric=measurement.metric,
        label=measurement.label,
        alpha=alpha,
        gold_alpha=gold_alpha,
        n_correct=accuracy.n_correct,
        n_pairs=accuracy.n_pairs,
        accuracy=accuracy.accuracy,
        low=accuracy.interval[0],
        high=accuracy.interval[1],
        confusion=tuple(map(tuple, accuracy.confusion.tolist())),
        n_decided=accuracy.n_decided,
        n_decided_correct=accuracy.n_decided_correct,
    )


def _differences(judged: Judged) -> tuple[TestDifferenceRow, ...]:
    """Compare tests under each metric, and metrics under each test."""
    rows = []
    for between in ("tests", "metrics"):
        of_kind = []
        for alpha, accuracies in judged.accuracies.items():
            for a, b in combinations(accuracies, 2):
                if (a[1] == b[1]) if between == "tests" else (a[0] == b[0]):
                    of_kind.append((between, alpha, a, b, accuracies[a], accuracies[b]))
        if of_kind:
            found = [mcnemar(one.is_correct, other.is_correct) for *_, one, other in of_kind]
            adjusted = holm(np.array([one.p_value for one in found]))
            for (_, alpha, a, b, one, other), compared, p_adjusted in zip(of_kind, found, adjusted, strict=True):
                spelled = [judged.measurements[m].metric for m in (a[1], b[1])]
                given, names = (spelled[0], (a[0], b[0])) if between == "tests" else (a[0], spelled)
                _, chi_square_p = accuracy_chi_square(one.n_correct, one.n_pairs, other.n_correct, other.n_pairs)
                rows.append(
                    TestDifferenceRow(
                        between, given, names[0], names[1], alpha, compared.n_only_a, compared.n_only_b,
                        compared.p_value, float(p_adjusted), chi_square_p,
                    )
                )  # fmt: skip
    return tuple(rows)


def matrices_of_tests(
    units: Units, tests: Sequence[SignificanceTest], n_systems: int, correction: str, sampling: Sampling
) -> tuple[dict[Key, NDArray[np.float64]], dict[str, int]]:
    """Return one-sided p-values by test and metric, metric by metric, and the draws of each test."""
    pairs = choose_pairs([str(i) for i in range(n_systems)], "all")
    found: dict[Key, NDArray[np.float64]] = {}
    n_draws: dict[str, int] = {}
    for i, test in enumerate(tests):
        members = [m for m, measured in enumerate(units.measurements) if measured.is_mean or not test.needs_means]
        if not members:
            continue
        of_test = [units.measurements[m] for m in members]
        outcome = test(
            of_test, pairs, n_resamples=sampling.n_resamples, rng=sampling.seed, n_threads=sampling.n_threads,
            progress=_part(sampling.progress, i, len(tests)),
        )  # fmt: skip
        n_draws[test.name] = outcome.n_draws
        matrices = one_sided_matrices(outcome, pairs, len(members), n_systems, correction)
        found |= {(test.name, m): matrix for m, matrix in zip(members, matrices, strict=True)}
    ordered = sorted(found, key=lambda key: key[1])  # stable: tests stay in their order
    return {key: found[key] for key in ordered}, n_draws


def _part(progress: "Progress | None", i: int, n: int) -> "Progress | None":
    """Count the draws of one of the tests as a part of all."""
    if progress is None:
        return None
    return lambda done, total: progress(i * total + done, n * total)


def of_systems(measurement: Measurement, names: Sequence[str], systems: Sequence[str]) -> Measurement:
    """Keep some systems of a measurement, in another order."""
    rows = [names.index(system) for system in systems]
    statistics = measurement.statistics
    return replace(measurement, systems=tuple(systems), statistics=replace(statistics, values=statistics.values[rows]))


def _lines(verdicts: NDArray[np.int64]) -> tuple[str, ...]:
    return tuple("".join(row) for row in _SIGNS[verdicts])
