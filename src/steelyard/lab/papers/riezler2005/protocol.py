"""Riezler and Maxwell 2005: two tests side by side, on equivalent systems, at levels for one and many comparisons."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import experimentwise_error, get_test, sidak_level
from steelyard.lab.papers.riezler2005.equivalent_systems import GAMMAS, Apparatus, make_systems
from steelyard.lab.papers.riezler2005.null_rates import null_table
from steelyard.lab.papers.riezler2005.question import Riezler2005
from steelyard.lab.papers.riezler2005.sensitivity import sensitivity_tables
from steelyard.lab.questions.replicate.answer import MethodOfExperiment, PaperTable
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.questions.test_accuracy.compute import of_systems
from steelyard.questions.test_accuracy.rated_systems import RatedSystems, rated_systems
from steelyard.ratings.recipe import rating_inputs
from steelyard.scored import Counted
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.provenance import provenance
from steelyard.scored.repetitions import counting, first_seed
from steelyard.scored.sampling import Sampling
from steelyard.scored.units import Units, choose_units
from steelyard.types import CountedSet, Measurement, TestSet

__all__ = ["run"]

_TESTS = {"approxrand": "randomization", "bootstrap": "shifted-bootstrap", "abs bootstrap": "moses"}
_HONEST = ("approxrand", "bootstrap")  # the third is there to be looked at
_EXPERIMENTWISE = 0.05

PValues = Mapping[str, NDArray[np.float64]]  # by test, shape (metrics, pairs)


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """All pairs under all tests: differences of shape (metrics, pairs), p-values, and draws by test."""

    pairs: Sequence[Pair]
    differences: NDArray[np.float64]
    p_values: PValues
    n_draws: Mapping[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class _Setting:
    """The systems, given or made, and which pairs are asked about."""

    test_set: TestSet | CountedSet
    measurements: Sequence[Measurement]  # over segments
    units: Units  # what is exchanged and resampled
    firsts: Sequence[Pair]  # and equals: every system with the first one; systems that are taken for equally good
    equals: Sequence[Pair]
    apparatus: Apparatus | None  # how systems were made


def run(counted: Counted, question: Riezler2005) -> Experiment:
    """Put two tests side by side, on systems given or made."""
    seed = first_seed(question.rng)
    n_fits = 0 if question.nbest is None else len(question.adds) + len(GAMMAS) + 1
    advance = counting(counted.progress, 2 * question.nulls + n_fits)
    setting = _settled(counted, question, _made(counted, question, advance))
    sampling = counted.sampling(question.n_resamples, seed)
    every = list(dict.fromkeys([*setting.firsts, *setting.equals]))
    tested = _test(setting.units.measurements, every, sampling)
    tables = [*_tables(setting, tested, question.levels)]
    rated, people = _rated(setting, question, sampling)
    tables[-1:-1] = sensitivity_tables(rated, people, question.levels[0], sampling)
    if question.nulls:
        tables.append(_nulls(setting, question.nulls, sampling, advance))
    return Experiment(tuple(tables), (), _method(counted, question, setting, tested, seed, people))


def _rated(setting: _Setting, question: Riezler2005, sampling: Sampling) -> tuple[Units, RatedSystems | None]:
    """Return the systems that people rated, best first, with people's verdicts; all of them without ratings."""
    if question.ratings is None:
        return setting.units, None
    people = rated_systems(setting.test_set, question.ratings, sampling, unit=question.unit)
    kept = [of_systems(one, setting.test_set.system_names, people.systems) for one in setting.measurements]
    return choose_units(setting.test_set, kept, question.unit), people


def _made(counted: Counted, question: Riezler2005, advance: Callable[[], None]) -> Apparatus | None:
    """Make systems from n-best lists, if there are any."""
    if question.nbest is None:
        return None
    if counted.score_inputs:
        raise SpecError("Outside scores are of given outputs, and reranking makes new ones: leave the scores out.")
    metrics = [measurement.metric for measurement in counted.measurements]
    return make_systems(counted.texts("Reranking"), metrics, question, n_threads=counted.n_threads, advance=advance)


def _settled(counted: Counted, question: Riezler2005, apparatus: Apparatus | None) -> _Setting:
    """Choose units and pairs: differences are those of the later system."""
    of: Counted | Apparatus = counted if apparatus is None else apparatus
    names = of.test_set.system_names
    if len(names) < 2:
        raise SpecError("Nothing can be compared: give two systems or more, the baseline first, or n-best lists.")
    units = choose_units(of.test_set, of.measurements, question.unit)
    skipped = 0 if apparatus is None else 1  # equivalent systems are the variants, without the baseline
    equals = [(a + skipped, b + skipped) for a, b in choose_pairs(names[skipped:], question.pairs)]
    firsts = [(later, 0) for later in range(1, len(names))]
    return _Setting(of.test_set, of.measurements, units, firsts, equals, apparatus)


def _tables(setting: _Setting, tested: _Tested, levels: Sequence[float]) -> Iterator[PaperTable]:
    names, measurements = setting.test_set.system_names, setting.measurements
    if setting.apparatus is not None:
        yield from setting.apparatus.tables
    yield _table_1(names, measurements, [tested.pairs.index(pair) for pair in setting.firsts], tested.p_values)
    kind = "" if setting.apparatus is None else "equivalent "
    yield _table_2(names, measurements, setting.equals, tested, kind=kind)
    yield _levels_table(measurements, [tested.pairs.index(pair) for pair in setting.equals], levels, tested.p_values)


def _nulls(setting: _Setting, n_repetitions: int, sampling: Sampling, advance: Callable[[], None]) -> PaperTable:
    """Test data sets without a difference, made of the first two systems."""
    return null_table(
        [_of_two(measurement) for measurement in setting.units.measurements],
        [(shown, get_test(_TESTS[shown])) for shown in _HONEST],
        n_repetitions=n_repetitions,
        n_resamples=sampling.n_resamples,
        seed=sampling.seed,
        advance=advance,
    )


def _method(
    counted: Counted, question: Riezler2005, setting: _Setting, tested: _Tested, seed: int, people: RatedSystems | None
) -> MethodOfExperiment:
    of_others = _list_inputs(question) + ([] if people is None else rating_inputs(question.ratings))
    method: Any = {
        **provenance(setting.test_set),
        "inputs": [*_text_inputs(counted, question), *of_others, *counted.score_inputs],
        **setting.units.described(),
        "n_resamples": question.n_resamples,
        "n_draws": tested.n_draws,
        "n_nulls": question.nulls,
        "seed": seed,
        "systems": list(setting.test_set.system_names),
        "pairs": question.pairs if isinstance(question.pairs, str) else list(question.pairs),
    }
    if people is not None:
        method |= {"left_out": list(people.left_out), **people.verdicts.method}
    if setting.apparatus is not None:
        recipe = question.recipe()
        method |= {name: recipe[name] for name in Riezler2005.of_reranking}
    method["sentence"] = _sentence(setting.measurements, method)
    method["notes"] = _notes(setting.measurements, setting.apparatus)
    found: MethodOfExperiment = method
    return found


def _text_inputs(counted: Counted, question: Riezler2005) -> list[dict[str, str]]:
    """Leave out the decoder's parses where they are taken from those of the candidates, which are an input."""
    inputs = counted.test_set.inputs()
    if question.candidate_parses is None:
        return inputs
    return [entry for entry in inputs if not entry["role"].startswith("parses of system ")]


def _list_inputs(question: Riezler2005) -> list[dict[str, str]]:
    given = {"n-best lists": question.nbest, "candidate parses": question.candidate_parses}
    return [
        {"role": role, "name": path, "sha256": sha256}
        for role, value in given.items()
        for path, sha256 in (() if value is None else value.files)
    ]


def _of_two(measurement: Measurement) -> Measurement:
    statistics = measurement.statistics
    return replace(measurement, statistics=replace(statistics, values=statistics.values[:2]))


def _table_1(
    names: Sequence[str], measurements: Sequence[Measurement], places: Sequence[int], p_values: PValues
) -> PaperTable:
    scores = [measurement.scores(measurement.statistics.totals()) for measurement in measurements]
    rows: list[tuple[Any, ...]] = [(names[0], *(float(column[0]) for column in scores))]
    for system, place in enumerate(places, 1):
        rows.append((names[system], *(float(column[system]) for column in scores)))
        rows += [(f"  {shown} p-value", *(float(p) for p in p_values[shown][:, place])) for shown in _HONEST]
    return PaperTable(
        "Table 1",
        f"scores, and p-values of the difference from {names[0]}",
        ("system", *(measurement.label for measurement in measurements)),
        tuple(rows),
    )


def _test(measurements: Sequence[Measurement], pairs: Sequence[Pair], sampling: Sampling) -> _Tested:
    """Test every pair under every metric by every test."""
    shape = (len(measurements), len(pairs))
    outcomes = {
        shown: get_test(name)(
            measurements, pairs, n_resamples=sampling.n_resamples, rng=sampling.seed, n_threads=sampling.n_threads
        )
        for shown, name in _TESTS.items()
    }
    return _Tested(
        pairs,
        next(iter(outcomes.values())).observed.reshape(shape),
        {shown: outcome.p_values("two-sided").reshape(shape) for shown, outcome in outcomes.items()},
        {_TESTS[shown]: outcome.n_draws for shown, outcome in outcomes.items()},
    )


def _table_2(
    names: Sequence[str], measurements: Sequence[Measurement], pairs: Sequence[Pair], tested: _Tested, *, kind: str
) -> PaperTable:
    rows = []
    for i, measurement in enumerate(measurements):
        for later, first in pairs:
            place = tested.pairs.index((later, first))
            found = (float(tested.p_values[shown][i, place]) for shown in _TESTS)
            difference = float(tested.differences[i, place])
            rows.append((measurement.label, f"{names[first]} : {names[later]}", difference, *found))
    return PaperTable(
        "Table 2",
        f"differences of pairs of {kind}systems, and p-values",
        ("metric", "compared systems", "difference", *(f"{shown} p" for shown in _TESTS)),
        tuple(rows),
        "difference: the second system's score less the first one's. abs bootstrap: the bootstrap in the form that "
        "Graham et al. 2014 (W14-3333) say the authors used, absolute differences shifted to zero: its p-values are "
        "too small, about half of what they should be, and it is here to show that.",
        (None, None, None, 4, 4, 4),
    )


def _levels_table(
    measurements: Sequence[Measurement], places: Sequence[int], levels: Sequence[float], p_values: PValues
) -> PaperTable:
    n = len(places)
    wanted = dict.fromkeys([*levels, sidak_level(_EXPERIMENTWISE, n)])
    rows = []
    for i, measurement in enumerate(measurements):
        for level in sorted(wanted, reverse=True):
            found = (f"{int((p_values[shown][i, places] <= level).sum())} of {n}" for shown in _HONEST)
            rows.append((measurement.label, level, experimentwise_error(level, n), *found))
    return PaperTable(
        "Section 4.4",
        f"what each test concludes from the comparisons of Table 2, {n} under each metric",
        ("metric", "per-comparison level", "experimentwise level", *(f"{shown} significant" for shown in _HONEST)),
        tuple(rows),
        "experimentwise level: 1 - (1 - level)^k, the chance of any false claim in k independent tests of true nulls. "
        "Where the systems are equally good, each significant difference is a type-I error.",
        (None, 5, 4, None, None),
    )


def _sentence(measurements: Sequence[Measurement], method: MethodOfExperiment) -> str:
    labels = ", ".join(f"{m.label} ({m.signature})" for m in measurements)
    made = (
        "Systems were made by reranking n-best lists with l1-regularised log-linear models. "
        if "gold" in method
        else ""
    )
    exchanges = method["n_draws"]["randomization"]
    is_exact = exchanges == 2 ** method["n_units"] <= method["n_resamples"]
    drawn = f"all {exchanges:,} exchanges enumerated" if is_exact else f"{exchanges:,} exchanges drawn"
    return (
        f"{made}We compared {method['n_systems']} systems on {method['n_segments']:,} segments with Steelyard "
        f"{method['versions']['steelyard']}: {labels}. Differences were tested, two-sided, by approximate "
        f"randomization ({drawn}) and by the bootstrap shifted to zero ({method['n_resamples']:,} resamples), over "
        f"{method['n_units']:,} {method['unit']}s, seed {method['seed']}; p-values are of each comparison alone."
    )


def _notes(measurements: Sequence[Measurement], apparatus: Apparatus | None) -> list[str]:
    notes = list(apparatus.notes) if apparatus is not None else []
    labels = {measurement.label for measurement in measurements}
    if labels - {"NIST", "BLEU"} and "Dependency-F" not in labels:
        notes.append(
            "The paper's F-score matches grammatical relations of parses. The metric dependency-f does so where parses "
            "are given"
            + (" of candidates and references" if apparatus is not None else "")
            + ". Another F-score, such as gtm or rouge-l, measures something else."
        )
    notes += [
        "p = (c + 1) / (B + 1), where the paper has c / B, unless all exchanges were enumerated; draws that equal the "
        "observed difference count in both tests.",
        "The bootstrap is that of the paper's Figure 2: signed differences less their mean.",
        "The paper calls it a type-I error not to reject a true null, and once prints .15 for its level of .015; here "
        "a type-I error is to reject a true null.",
        "That systems are equivalent is assumed, not known. Under True nulls there is no difference by construction.",
    ]
    return notes
