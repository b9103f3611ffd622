"""Test all pairs of systems in the same way by every metric, and compare the verdicts with people's."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from steelyard.inference import clopper_pearson_interval
from steelyard.metrics import package_version
from steelyard.questions.instruments.answer import InstrumentRow, Instruments, InstrumentsMethod
from steelyard.questions.instruments.question import InstrumentsQuestion
from steelyard.questions.instruments.verdicts import (
    Verdicts,
    allowed_test,
    counts_beside,
    differences_of,
    false_verdicts,
    verdicts_of_metrics,
)
from steelyard.questions.test_accuracy.compute import of_systems
from steelyard.questions.test_accuracy.notes import limits, told_of_people
from steelyard.questions.test_accuracy.rated_systems import RatedSystems, rated_systems
from steelyard.ratings.of_raters import told_of_gold
from steelyard.ratings.recipe import rating_inputs, ratings_recipe
from steelyard.results.factors import Factors
from steelyard.scored import Counted
from steelyard.scored.provenance import provenance
from steelyard.scored.repetitions import counting, repeated_sampling
from steelyard.scored.sentences import said_of_gold
from steelyard.scored.threads import working_threads
from steelyard.scored.units import choose_units
from steelyard.types import Measurement, OutputScores, Ratings

__all__ = ["compute"]


def compute(counted: Counted, ratings: Sequence[OutputScores] | Ratings, question: InstrumentsQuestion) -> Instruments:
    """Test all pairs of systems by every metric; `Evaluation.instruments` says what ratings may be."""
    test_set, alpha = counted.test_set, question.alpha
    test = allowed_test(question.test, counted.measurements)
    sampling = replace(repeated_sampling(counted, question.n_resamples, question.rng), progress=None)
    with working_threads(sampling.n_threads):
        people = rated_systems(test_set, ratings, sampling, unit=question.unit, scales=question.scales)
        kept = [of_systems(one, test_set.system_names, people.systems) for one in counted.measurements]
        units = choose_units(test_set, kept, question.unit)
        verdicts, n_draws = verdicts_of_metrics(units, test, len(people.systems), alpha, sampling)
        advance = counting(counted.progress, question.n_repetitions)
        n_false = false_verdicts(units, test, question.n_repetitions, alpha, sampling, advance)
    gold = people.verdicts.verdicts(alpha / 2)[0][np.triu_indices(len(people.systems), 1)]
    rows = tuple(
        _row(measurement, found, gold, n, question)
        for measurement, found, n in zip(kept, verdicts, n_false, strict=True)
    )
    raters = told_of_gold(question.raters, ratings)
    told = counted.recipe(question, {"rng": sampling.seed})
    told["recipe"]["ratings"] = ratings_recipe(ratings)
    method: InstrumentsMethod = {
        **provenance(test_set, [*counted.score_inputs, *rating_inputs(ratings)]),
        "systems": list(people.systems),
        "left_out": list(people.left_out),
        "test": test.name,
        "alpha": alpha,
        "scales": list(people.verdicts.scales),
        **people.verdicts.method,
        **raters,
        **units.described(),
        "n_resamples": question.n_resamples,
        "n_draws": n_draws,
        "seed": sampling.seed,
        "notes": [
            *_notes(rows, people.left_out),
            *limits(people, [test], units, question.n_resamples, [alpha / 2], "none"),
        ],
        "sentence": "",
        **told,
    }
    drawn = f", {n_draws:,} draws" if n_draws else ""
    tested = f"{test.name} over {units.n:,} {units.name}s{drawn}, seed {sampling.seed}"
    sentence = _sentence(kept, people, tested, question)
    if raters:
        sentence += f" {said_of_gold(raters['n_raters'])}"
    factors = Factors.of_units(units.name, ("raters", "systems"))
    return Instruments(rows, differences_of(kept, verdicts, gold), {**method, **factors.told(sentence)})


def _row(
    measurement: Measurement, verdicts: Verdicts, gold: Verdicts, n_false: int, question: InstrumentsQuestion
) -> InstrumentRow:
    n_significant, n_nulls = int((verdicts != 0).sum()), question.n_repetitions
    low, high = clopper_pearson_interval(n_false, n_nulls)
    n_same, n_opposite, n_metric_alone, n_people_alone = counts_beside(verdicts, gold)
    return InstrumentRow(
        metric=measurement.metric,
        label=measurement.label,
        alpha=question.alpha,
        n_pairs=len(gold),
        n_significant=n_significant,
        share=n_significant / len(gold),
        n_same=n_same,
        n_opposite=n_opposite,
        n_metric_alone=n_metric_alone,
        n_people_alone=n_people_alone,
        n_nulls=n_nulls,
        n_false=n_false,
        false_rate=n_false / n_nulls,
        low=low,
        high=high,
    )


def _notes(rows: Sequence[InstrumentRow], left_out: Sequence[str]) -> list[str]:
    """Say what must be known when reading the counts."""
    notes = [
        "Pairs of systems share systems and are not independent: McNemar's p describes these pairs, and is too small "
        "for other systems. `steelyard meta` resamples systems.",
        "A pair without a significant difference by people may differ: more ratings would find more differences.",
    ]
    loose = [row.label for row in rows if row.low > row.alpha]
    if loose:
        notes.append(
            f"The test does not hold its level with {', '.join(loose)}: differences that it finds may be none."
        )
    if left_out:
        notes.append(f"Left out, without ratings: {', '.join(left_out)}.")
    return notes


def _sentence(
    measurements: Sequence[Measurement], people: RatedSystems, tested: str, question: InstrumentsQuestion
) -> str:
    """Describe the tests, and how people's verdicts came about."""
    metrics = ", ".join(f"{measurement.label} ({measurement.signature})" for measurement in measurements)
    return (
        f"We tested all pairs of {len(people.systems)} systems with Steelyard {package_version()} at level "
        f"{question.alpha:g}, half of it in each direction, without a correction for many pairs: {metrics}; {tested}. "
        f"People's verdicts are by {told_of_people(people.verdicts)}, at the same level. The same test was asked of "
        f"{question.n_repetitions:,} pairs whose outputs were exchanged at random within segments (intervals: Clopper "
        "and Pearson). Metrics were compared on the same pairs by McNemar's exact test with Holm's correction."
    )
