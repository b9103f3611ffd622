"""Riezler and Maxwell 2005: two tests side by side, on equivalent systems, at levels for one and many comparisons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counted import Counted
from steelyard.counted.method import provenance
from steelyard.counted.pairs import Pair, choose_pairs
from steelyard.counted.repetitions import counting, first_seed
from steelyard.counted.units import choose_units
from steelyard.errors import SpecError
from steelyard.inference import experimentwise_error, get_test, sidak_level
from steelyard.papers.registry import Protocol, register
from steelyard.papers.riezler2005.equivalent_systems import GAMMAS, Apparatus, make_systems
from steelyard.papers.riezler2005.null_rates import null_table
from steelyard.questions.replicate.answer import PaperTable, Replication
from steelyard.types import Measurement, NBestLists

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["RIEZLER2005"]

_SOURCE = (
    'Riezler and Maxwell 2005, "On some pitfalls in automatic evaluation and significance testing for MT", ACL '
    "workshop on intrinsic and extrinsic evaluation measures, pages 57-64, https://aclanthology.org/W05-0908"
)
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


def _run(
    counted: Counted,
    *,
    pairs: str | Sequence[str] = "baseline",
    levels: Sequence[float] = (0.05, 0.015),
    nulls: int = 200,
    nbest: NBestLists | None = None,
    gold: str = "bleu",
    gamma: float = 0.1,
    adds: Sequence[int] = (1, 2, 3, 4, 5, 6),
    features: int = 20,
    ngrams: int = 2,
    fewest_lists: int = 2,
    folds: int = 5,
    n_resamples: int,
    unit: str | None,
    rng: "Rng",
    progress: "Progress | None" = None,
) -> Replication:
    _check(levels, nulls)
    seed = first_seed(rng)
    advance = counting(progress, 2 * nulls + (0 if nbest is None else len(adds) + len(GAMMAS) + 1))
    test_set, measurements, n_threads = counted.test_set, counted.measurements, counted.n_threads
    apparatus, given = None, test_set.inputs()
    if nbest is not None:
        if counted.score_inputs:
            raise SpecError("Outside scores are of given outputs, and reranking makes new ones: leave the scores out.")
        apparatus = make_systems(
            counted.texts("Reranking"),
            [measurement.metric for measurement in measurements],
            nbest,
            gold=gold,
            gamma=gamma,
            adds=adds,
            n_features=features,
            max_order=ngrams,
            fewest_lists=fewest_lists,
            n_folds=folds,
            n_threads=n_threads,
            advance=advance,
        )
        test_set, measurements = apparatus.test_set, apparatus.measurements
    names = test_set.system_names
    if len(names) < 2:
        raise SpecError("Nothing can be compared: give two systems or more, the baseline first, or n-best lists.")
    units = choose_units(test_set, measurements, unit)
    firsts = [(later, 0) for later in range(1, len(names))]  # differences are those of the later system
    skipped = 0 if apparatus is None else 1  # equivalent systems are the variants, without the baseline
    equals = [(a + skipped, b + skipped) for a, b in choose_pairs(names[skipped:], pairs)]
    every = list(dict.fromkeys([*firsts, *equals]))
    tested = _test(units.measurements, every, n_resamples=n_resamples, seed=seed, n_threads=n_threads)
    p_values = tested.p_values
    tables = [
        *(() if apparatus is None else apparatus.tables),
        _table_1(names, measurements, [every.index(pair) for pair in firsts], p_values),
        _table_2(names, measurements, equals, tested, kind="" if apparatus is None else "equivalent "),
        _levels_table(measurements, [every.index(pair) for pair in equals], levels, p_values),
    ]
    if nulls:
        tests = [(shown, get_test(_TESTS[shown])) for shown in _HONEST]
        two = [_of_two(measurement) for measurement in units.measurements]
        tables.append(null_table(two, tests, n_repetitions=nulls, n_resamples=n_resamples, seed=seed, advance=advance))
    method = provenance(test_set, [*_list_inputs(nbest), *counted.score_inputs]) | {
        "inputs": [*given, *_list_inputs(nbest), *counted.score_inputs],
        **units.described(),
        "n_resamples": n_resamples,
        "n_draws": tested.n_draws,
        "n_nulls": nulls,
        "seed": seed,
        "systems": list(names),
        "pairs": pairs if isinstance(pairs, str) else list(pairs),
    }
    if nbest is not None:
        method |= {"gold": gold, "gamma": gamma, "adds": list(adds), "features": features, "ngrams": ngrams}
        method |= {"fewest_lists": fewest_lists, "folds": folds}
    method["sentence"] = _sentence(measurements, method)
    method["notes"] = _notes(measurements, apparatus)
    return Replication(tuple(tables), (), method)


def _check(levels: Sequence[float], nulls: int) -> None:
    if not levels or not all(0 < level < 1 for level in levels):
        raise SpecError(f"Levels must lie between 0 and 1, not {list(levels)}.")
    if isinstance(nulls, bool) or not isinstance(nulls, int) or not 0 <= nulls <= 10**6:
        raise SpecError(f"The data sets without a difference must be from 0 to 1,000,000, not {nulls!r}.")


def _list_inputs(nbest: NBestLists | None) -> list[dict[str, str]]:
    files = () if nbest is None else nbest.files
    return [{"role": "n-best lists", "name": path, "sha256": sha256} for path, sha256 in files]


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


def _test(
    measurements: Sequence[Measurement], pairs: Sequence[Pair], *, n_resamples: int, seed: int, n_threads: int
) -> _Tested:
    shape = (len(measurements), len(pairs))
    outcomes = {
        shown: get_test(name)(measurements, pairs, n_resamples=n_resamples, rng=seed, n_threads=n_threads)
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


def _sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
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
    if apparatus is not None:
        notes.append("The paper's F-score of grammatical relations is left out: candidates of lists take no parses.")
    elif labels - {"NIST", "BLEU"} and "Dependency-F" not in labels:
        notes.append(
            "The paper's F-score matches grammatical relations of parses. The metric dependency-f does so where parses "
            "are given; any other F-score, such as gtm or rouge-l, stands for it here in form only."
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


RIEZLER2005 = register(Protocol("riezler2005", _SOURCE, _run))
