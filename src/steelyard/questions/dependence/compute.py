"""Measure what taking single segments for independent gets wrong."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import broad_and_blocks, design_effects
from steelyard.metrics import package_version
from steelyard.questions.dependence.answer import Dependence, DependenceMethod, EffectRow, PairEffect, SpreadRow
from steelyard.questions.dependence.question import DependenceQuestion
from steelyard.results.missing import missing_text
from steelyard.results.numbers import finite
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted
from steelyard.scored.design_effects import level_of_segments, median_and_range
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.recipe import pairs_given
from steelyard.scored.sentences import describe_metrics
from steelyard.scored.units import Units
from steelyard.types import Measurement, word_for_layout

__all__ = ["compute"]

_SIZES = (2, 5, 10, 20, 50, 100)
_FEWEST_BLOCKS = 10  # of a size that nobody asked for


def compute(counted: Counted, question: DependenceQuestion) -> Dependence:
    """Take the variance over documents and blocks, and that over segments."""
    systems = counted.test_set.system_names
    sizes = _choose_sizes(question.sizes, counted.test_set.n_segments, word_for_layout(counted.test_set))
    pairs = choose_pairs(systems, question.pairs) if len(systems) > 1 else []
    kinds = _kinds(counted, sizes) if pairs else []
    effects: list[EffectRow] = []
    by_pair: list[PairEffect] = []
    spreads: list[SpreadRow] = []
    for m, measurement in enumerate(counted.measurements):
        for units in kinds:
            found = design_effects(measurement, units.measurements[m], pairs)
            effects.append(_effect_row(measurement, units, found, question.alpha))
            by_pair += _pair_effects(measurement, units, pairs, found, question.alpha)
        for size in sizes:
            spreads += _spread_rows(measurement, size)
    return Dependence(tuple(effects), tuple(by_pair), tuple(spreads), _method(counted, question, sizes, len(pairs)))


def _kinds(counted: Counted, sizes: Sequence[int]) -> list[Units]:
    """Sum segments to documents, where they are known, and to blocks of each size."""
    of_documents = [counted.units("document")] if counted.test_set.documents is not None else []
    return [*of_documents, *(counted.units(f"block:{size}") for size in sizes)]


def _method(counted: Counted, question: DependenceQuestion, sizes: list[int], n_pairs: int) -> DependenceMethod:
    return {
        **counted.provenance(),
        "alpha": question.alpha,
        "sizes": sizes,
        "n_pairs": n_pairs,
        "scales": {measurement.metric: measurement.scale for measurement in counted.measurements},
        "sentence": _dependence_sentence(counted, question.alpha, n_pairs),
        **counted.recipe(question, {"sizes": sizes, "pairs": pairs_given(question.pairs)}),
    }


def _choose_sizes(sizes: Sequence[int], n_segments: int, word: str) -> list[int]:
    """Take the wanted numbers of segments of a block, or those that leave enough blocks."""
    if not sizes:
        chosen = [size for size in _SIZES if n_segments // size >= _FEWEST_BLOCKS]
        if not chosen:
            raise SpecError(
                f"The test set has {n_segments} {word}{'s' if n_segments != 1 else ''}, too few for "
                f"{_FEWEST_BLOCKS} blocks of 2. Give --block-sizes that make at least two blocks."
            )
        return chosen
    for size in sizes:
        if not (size >= 1 and n_segments // size >= 2):
            raise SpecError(
                f"Cannot use blocks of {size} (--block-sizes): the size must be 1 or more, and {n_segments} "
                f"{word}s must make at least two blocks."
            )
    return sorted(set(sizes))


def _effect_row(measurement: Measurement, units: Units, effects: NDArray[np.float64], alpha: float) -> EffectRow:
    median, low, high = median_and_range(effects) or (None, None, None)
    return EffectRow(
        metric=measurement.metric,
        label=measurement.label,
        unit="document" if units.name == "document" else "block",
        size=units.block_size,
        n_units=units.n,
        n_differences=int(np.isfinite(effects).sum()),
        median=median,
        low=low,
        high=high,
        relative_error=float(np.sqrt(2 / (units.n - 1))) if units.n > 1 else None,
        segment_level=None if median is None else level_of_segments(median, alpha),
    )


def _pair_effects(
    measurement: Measurement, units: Units, pairs: Sequence[Pair], effects: NDArray[np.float64], alpha: float
) -> list[PairEffect]:
    return [
        PairEffect(
            metric=measurement.metric,
            label=measurement.label,
            unit="document" if units.name == "document" else "block",
            size=units.block_size,
            system=measurement.systems[a],
            against=measurement.systems[b],
            design_effect=finite(effect),
            segment_level=level_of_segments(float(effect), alpha) if np.isfinite(effect) else None,
        )
        for (a, b), effect in zip(pairs, effects, strict=True)
    ]


def _spread_rows(measurement: Measurement, size: int) -> list[SpreadRow]:
    sets = broad_and_blocks(measurement, size, drop_tail=True)
    effects = sets.design_effect
    return [
        SpreadRow(
            metric=measurement.metric,
            label=measurement.label,
            system=system,
            size=size,
            n_sets=sets.broad.scores.shape[1],
            n_dropped=sets.n_dropped,
            broad_sd=float(sets.broad.sd[i]),
            block_sd=float(sets.blocks.sd[i]),
            broad_range=(float(sets.broad.low[i]), float(sets.broad.high[i])),
            block_range=(float(sets.blocks.low[i]), float(sets.blocks.high[i])),
            design_effect=finite(effects[i]),
        )
        for i, system in enumerate(measurement.systems)
    ]


def _dependence_sentence(counted: Counted, alpha: float, n_pairs: int) -> str:
    """Describe how dependence was measured."""
    metrics, n_segments = describe_metrics(counted.measurements), counted.test_set.n_segments
    word = word_for_layout(counted.test_set)
    effects = (
        f"The design effect is the jackknife variance of a difference of systems over documents or blocks, divided by "
        f"that over {word}s (Kish 1965; {number_of(n_pairs, 'difference')} per metric). The error rate is the false "
        f"positive rate of a two-sided normal test of {word}s at {alpha:g} under the median design effect. "
        if n_pairs
        else ""
    )
    return (
        f"We estimated the correlation of {number_of(n_segments, word)} with Steelyard {package_version()}: "
        f"{metrics}. {effects}Spread sets consist of every g-th {word}, blocks of consecutive {word}s (Koehn 2004). "
        "Each set is scored for single systems."
        + (f" {missing}" if (missing := missing_text({"missing": getattr(counted.test_set, "missing", None)})) else "")
    )
