"""What people say of systems and of single outputs that BLEU scores alike."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import Outcome, get_test
from steelyard.lab.papers.rated import RatedOutputs
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.meta import correlate
from steelyard.ratings.measurement import measure_ratings
from steelyard.results.figure import Figure, Series
from steelyard.scored import Counted
from steelyard.scored.pairs import choose_pairs
from steelyard.scored.units import choose_units
from steelyard.types import Measurement, OutputScores

__all__ = ["bleu_figures", "equal_counts_table", "equal_systems_table", "systems_tables"]

_ALPHA = 0.05
_FEWEST = 4  # systems that a correlation without one of them needs

Array = NDArray[np.float64]


def systems_tables(bleu: Measurement, rated: RatedOutputs) -> Iterator[PaperTable]:
    """Put BLEU beside people's means, and square their correlation with all systems and without one."""
    names = rated.kept.system_names
    scores, means = _scores(bleu, rated), [one.of_systems() for one in rated.people]
    order = np.argsort(-scores if bleu.higher_is_better else scores, kind="stable")
    yield PaperTable(
        "Figures 2 and 3",
        "BLEU of each system, and people's mean",
        ("system", bleu.label, *(one.name for one in rated.people)),
        tuple((names[i], float(scores[i]), *(float(mean[i]) for mean in means)) for i in order.tolist()),
        decimals=(None, 2, *[4] * len(means)),
    )
    rows = []
    for one, mean in zip(rated.people, means, strict=True):
        whole = _explained(scores, mean)
        without = [_explained(np.delete(scores, i), np.delete(mean, i)) for i in range(len(names))]
        best = int(np.nanargmax(without)) if len(names) >= _FEWEST and np.isfinite(without).any() else None
        left = (None, None) if best is None else (names[best], without[best])
        rows.append((one.name, len(names), None if np.isnan(whole) else whole, *left))
    yield PaperTable(
        "Section 4",
        "share of people's variance that BLEU explains, R2 by Pearson, with all systems and without the one that "
        "lowers it most",
        ("scale", "systems", "R2", "without", "R2 of the others"),
        tuple(rows),
        "The paper: adequacy .14 with all seven systems and .87 without one, fluency .002 and .742. The one left out "
        "is chosen by looking, which raises R2 where nothing is an outlier, too.",
        (None, 0, 3, None, 3),
    )


def _scores(bleu: Measurement, rated: RatedOutputs) -> Array:
    found: Array = bleu.scores(bleu.statistics.totals())[rated.rows]
    return found


def _explained(scores: Array, mean: Array) -> float:
    return correlate(scores, mean, coefficient="pearson") ** 2


def bleu_figures(bleu: Measurement, rated: RatedOutputs) -> Iterator[Figure]:
    """Draw figures 2, 3 and so on: a scale each, a point each system."""
    scores = _scores(bleu, rated)
    for number, one in enumerate(rated.people, 2):
        mean = one.of_systems()
        yield Figure(
            f"figure-{number}",
            f"{bleu.label} of {len(scores)} systems against people's {one.name}",
            "points",
            bleu.label,
            f"mean {one.name}",
            (Series("", tuple(map(float, scores)), tuple(map(float, mean))),),
        )


def equal_systems_table(
    counted: Counted, bleu: Measurement, rated: RatedOutputs, *, unit: str | None, n_resamples: int, seed: int
) -> PaperTable:
    """List the pairs of systems that BLEU does not tell apart, and what people say of them."""
    names = rated.kept.system_names
    pairs = choose_pairs(names, "all")
    by_bleu = _tested(counted, _of_rows(bleu, rated), pairs, unit, n_resamples, seed)
    of_people = [_tested(counted, measure_ratings(one), pairs, unit, n_resamples, seed) for one in rated.people]
    p_values = by_bleu.p_values("two-sided")
    equal = [i for i in np.argsort(-p_values, kind="stable").tolist() if p_values[i] > _ALPHA]
    rows = []
    for i in equal:
        a, b = pairs[i]
        said = ((float(one.observed[i]), float(one.p_values("two-sided")[i])) for one in of_people)
        cells = [cell for both in said for cell in both]
        rows.append((names[a], names[b], float(by_bleu.observed[i]), float(p_values[i]), *cells))
    return PaperTable(
        "Equal BLEU, other ratings",
        f"{len(equal)} of {len(pairs)} pairs of systems that do not differ significantly by BLEU at {_ALPHA:g}, with "
        "people's ratings",
        (
            "system", "against", f"{bleu.label} difference", "p",
            *(cell for one in rated.people for cell in (f"{one.name} difference", f"p {one.name}")),
        ),
        tuple(rows),
        " ".join(_summary(one, outcome, by_bleu, equal) for one, outcome in zip(rated.people, of_people, strict=True))
        + " Two-sided randomization, no correction.",
        (None, None, 2, 4, *[4] * (2 * len(rated.people))),
    )  # fmt: skip


def _summary(one: OutputScores, of_people: Outcome, by_bleu: Outcome, equal: Sequence[int]) -> str:
    """Say of how many pairs people and BLEU say something else."""
    p_people, p_bleu = of_people.p_values("two-sided"), by_bleu.p_values("two-sided")
    n_apart = int((p_people[equal] <= _ALPHA).sum()) if len(equal) else 0
    is_decided = (p_people <= _ALPHA) & (p_bleu <= _ALPHA)
    n_opposite = int((is_decided & (of_people.observed * by_bleu.observed < 0)).sum())
    return (
        f"By {one.name}, people's ratings differ significantly on {n_apart} of these {len(equal)} pairs. Of the "
        f"{int(is_decided.sum())} pairs that differ significantly by both, {n_opposite} have opposite directions."
    )


def _of_rows(measured: Measurement, rated: RatedOutputs) -> Measurement:
    statistics = replace(measured.statistics, values=measured.statistics.values[rated.rows])
    return replace(measured, statistics=statistics, systems=rated.kept.system_names)


def _tested(
    counted: Counted,
    measured: Measurement,
    pairs: Sequence[tuple[int, int]],
    unit: str | None,
    n_resamples: int,
    seed: int,
) -> Outcome:

    units = choose_units(counted.test_set, [measured], unit)
    return get_test("randomization")(
        units.measurements, pairs, n_resamples=n_resamples, rng=seed, n_threads=counted.n_threads
    )


def equal_counts_table(bleu: Measurement, rated: RatedOutputs) -> PaperTable:
    """Compare ratings of two outputs of one segment: the same text, other texts of equal counts, and all others."""
    counts = bleu.statistics.values[rated.rows]
    texts = [np.array(text, dtype=object) for text in rated.kept.systems.values()]
    groups: dict[str, list[NDArray[np.bool_]]] = {"the same text": [], "equal counts": [], "other counts": []}
    pairs = list(combinations(range(len(texts)), 2))
    for a, b in pairs:
        is_same = (texts[a] == texts[b]).astype(bool)
        is_equal = (counts[a] == counts[b]).all(axis=-1)
        for name, chosen in (
            ("the same text", is_same), ("equal counts", is_equal & ~is_same), ("other counts", ~is_equal),
        ):  # fmt: skip
            groups[name].append(chosen)
    rows = []
    for name, chosen in groups.items():
        cells: list[float | int | None] = []
        for one in rated.people:
            found = np.concatenate(
                [np.abs(one.values[a] - one.values[b])[is_in] for (a, b), is_in in zip(pairs, chosen, strict=True)]
            )
            found = found[np.isfinite(found)]
            cells += [
                len(found),
                *((float(found.mean()), float(np.quantile(found, 0.9))) if len(found) else (None, None)),
            ]
        rows.append((name, *cells))
    columns = [
        f"{what}{one.name}" for one in rated.people for what in ("pairs ", "mean difference of ", "9 of 10 below, ")
    ]
    return PaperTable(
        "Table 4",
        "how far people's ratings of two outputs of one segment are apart",
        ("outputs", *columns),
        tuple(rows),
        "equal counts: other texts of as many words and as many matching n-grams of each length. The difference "
        "between ratings of the same text is people's own uncertainty.",
        (None, *[0, 4, 4] * len(rated.people)),
    )
