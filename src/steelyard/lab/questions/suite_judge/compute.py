"""Judge the items of a test suite, and say which systems differ."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.asking.doors import asks, question_from
from steelyard.inference import check_resamples, seed_of
from steelyard.lab.questions.suite_judge.answer import JudgedSuite, SuiteMethod
from steelyard.lab.questions.suite_judge.inputs import GivenSuite
from steelyard.lab.questions.suite_judge.judged import Verdicts, agreement_rows, judge, levels_of
from steelyard.lab.questions.suite_judge.method_text import cautions, suite_sentence
from steelyard.lab.questions.suite_judge.question import SuiteQuestion
from steelyard.lab.questions.suite_judge.rows import example_rows, rank_rows, rate_rows
from steelyard.results.factors import Factors
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.pair_rows import Verdict
from steelyard.scored import Sampling
from steelyard.scored.judged_units.levels import JudgedItems, Level
from steelyard.scored.judged_units.method_text import method_of_items
from steelyard.scored.judged_units.tested import test_by_draws, test_exactly
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.provenance import provenance
from steelyard.scored.recipe import recipe_of_files
from steelyard.scored.threads import working_threads
from steelyard.types import CountedSet, SuiteItem

__all__ = ["compute", "judge_suite"]

_Tests = tuple[list[ItemPairRow], list[int], list[int]]  # rows, sizes of families, and how many could tell anything


@asks("lab suite judge")
def judge_suite(
    items: Sequence[SuiteItem],
    outputs: "Mapping[str, Sequence[str]]",
    *,
    documents: Sequence[str] | None = None,
    **options: Any,
) -> JudgedSuite:
    """Say which items of a test suite every system gets right, by patterns and by outputs that people judged.

    When it misleads: a pattern sees the form of an output, not its meaning; outputs that no pattern foresaw stay
    undecided, and they are no random part: unusual outputs are wrong more often. So look at the bounds, and at the
    undecided outputs themselves.

    Parameters
    ----------
    items : sequence of SuiteItem
        Such as `steelyard.reading.formats.read_test_suite` reads, or `items_of_patterns` makes.
    outputs : mapping of str to sequence of str
        By system, a text for every segment; empty for the agreement of patterns with people alone.
    documents : sequence of str, optional
        Document of each segment.
    {options}

    Returns
    -------
    JudgedSuite
        Rates with intervals, bounds and counts; tested differences; ranks; what patterns say of outputs that people
        judged; outputs to look at.

    Raises
    ------
    AlignmentError
        Texts have different lengths, or an item is of a line that there is not.
    DataError
        There is no item, or a phenomenon is of two categories.

    References
    ----------
    Macketanz et al. 2022, "A linguistically motivated test suite to semi-automatically evaluate German-English machine
    translation output", 2022.lrec-1.99.

    Examples
    --------
    >>> import steelyard as sy
    >>> items = [sy.types.SuiteItem(n, "negation", right=["not"], wrong=["never"]) for n in (1, 2, 3)]
    >>> outputs = {"x": ["not so", "never", "so so"], "y": ["not so", "not", "not so"]}
    >>> found = sy.lab.judge_suite(items, outputs)
    >>> [(row.system, row.rate, row.lowest, row.highest) for row in found.rates if row.level == "phenomenon"]
    [('x', 0.5, 0.3333333333333333, 0.6666666666666666), ('y', 1.0, 1.0, 1.0)]
    """
    given = GivenSuite(items=items, outputs=outputs, documents=documents)
    return compute(given, question_from(SuiteQuestion, options))


def compute(
    given: GivenSuite,
    question: SuiteQuestion,
    *,
    n_threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> JudgedSuite:
    """Judge, estimate and test; without outputs only hold patterns against people."""
    check_resamples(question.n_resamples)
    sampling = Sampling(question.n_resamples, seed_of(question.rng), n_threads, progress)
    agreement = tuple(agreement_rows(given.items))
    if not given.outputs:
        return JudgedSuite((), (), (), agreement, (), _method(given, None, question, sampling, ([0, 0, 0], [0, 0])))
    verdicts, systems = judge(given, question.unit), list(given.outputs)
    bounds, confidence = question.undecided == "bounds", 1 - question.alpha
    all_levels = levels_of(verdicts.items)
    used = verdicts.items if bounds else verdicts.among(verdicts.used)
    levels = all_levels if bounds else levels_of(used) if used.n_items else {family: [] for family in all_levels}
    compared: list[Pair] = choose_pairs(systems, question.pairs) if len(systems) > 1 else []
    with working_threads(n_threads):
        pairs, sizes, told = _test_suite(
            verdicts, used, levels, compared, question.alpha, sampling, at_both_ends=bounds
        )
    of_used = {(level.kind, level.name): level for family in levels.values() for level in family}
    ordered = [level for family in ("wholes", "means", "phenomena") for level in all_levels[family]]
    rates = rate_rows(verdicts, ordered, of_used, confidence, bounds=bounds)
    return JudgedSuite(
        tuple(rates),
        tuple(pairs),
        tuple(rank_rows(rates, pairs, systems)) if len(systems) > 1 else (),
        agreement,
        tuple(example_rows(given, verdicts, all_levels["phenomena"], question.examples)),
        _method(given, verdicts, question, sampling, (sizes, told)),
    )


def _method(
    given: GivenSuite,
    verdicts: Verdicts | None,
    question: SuiteQuestion,
    sampling: Sampling,
    tests: tuple[list[int], list[int]],
) -> SuiteMethod:
    documents = None if given.documents is None else tuple(given.documents)
    n = given.n_segments
    layout = CountedSet(tuple(given.outputs), n, documents, (1,) * n, tuple(given.inputs), given.reading)
    unit = "item" if verdicts is None else verdicts.items.unit
    method: Any = {
        **provenance(layout),
        "unit": unit,
        "n_units": len(given.items) if verdicts is None else verdicts.items.n_units,
        "undecided": question.undecided,
        "n_items": len(given.items),
        "n_used": 0 if verdicts is None else len(given.items if question.undecided == "bounds" else verdicts.used),
        **method_of_items(question.alpha, sampling),
        "n_tests": tests[0],
        "n_tests_told": tests[1],
        "notes": cautions(given, verdicts, question),
        **Factors.of_units(unit).told(suite_sentence(given, verdicts, question, sampling, tests)),
        "recipe": recipe_of_files(question, given.reading, question.unit if verdicts is None else unit, sampling.seed),
    }
    settled: SuiteMethod = method
    return settled


def _test_suite(
    verdicts: Verdicts,
    items: JudgedItems,
    levels: Mapping[str, Sequence[Level]],
    pairs: Sequence[Pair],
    alpha: float,
    sampling: Sampling,
    *,
    at_both_ends: bool,
) -> _Tests:
    """Test every pair on every level: phenomena, all items with categories, and means are a family each."""
    if not at_both_ends:
        return _tested(items, levels, pairs, alpha, sampling)
    n = len(items.names)
    both = replace(items, names=items.names * 2, values=np.concatenate([items.values, verdicts.at_best()]))
    against, sizes, told = _tested(both, levels, [(a, b + n) for a, b in pairs], alpha, sampling)
    in_favour, _, told_too = _tested(both, levels, [(a + n, b) for a, b in pairs], alpha, sampling)
    rows = [_at_both_ends(low, high) for low, high in zip(against, in_favour, strict=True)]
    return rows, sizes, [max(two) for two in zip(told, told_too, strict=True)]


def _tested(
    items: JudgedItems, levels: Mapping[str, Sequence[Level]], pairs: Sequence[Pair], alpha: float, sampling: Sampling
) -> _Tests:
    rows, sizes, told = [], [], []
    for family in ("phenomena", "wholes"):
        found, n_told = test_exactly(items, levels[family], pairs, alpha, sampling)
        rows += found
        sizes.append(len(found))
        told.append(n_told)
    means = test_by_draws(items, levels["means"], pairs, alpha, sampling)
    return rows + means, [*sizes, len(means)], told


def _at_both_ends(low: ItemPairRow, high: ItemPairRow) -> ItemPairRow:
    """Join a difference with undecided items all against the system and all for it: verdicts hold at both ends."""
    verdict: Verdict = low.verdict if low.verdict == high.verdict else "cannot tell"
    ends = [low.interval or (low.difference, low.difference), high.interval or (high.difference, high.difference)]
    return replace(
        low,
        difference=(low.difference + high.difference) / 2,
        interval=(min(ends[0][0], ends[1][0]), max(ends[0][1], ends[1][1])),
        n_ahead=low.n_ahead,
        n_behind=high.n_behind,
        p_value=max(low.p_value, high.p_value),
        p_adjusted=max(low.p_adjusted, high.p_adjusted),
        verdict=verdict,
    )
