"""Score check-points, and say which systems differ in which category."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import Outcomes, outcome_measurements
from steelyard.asking.doors import asks, question_from
from steelyard.errors import DataError
from steelyard.inference import seed_of
from steelyard.lab.questions.suite.answer import CheckPoints, PointCountRow, PointExampleRow
from steelyard.lab.questions.suite.credit import Credited, credit_points
from steelyard.lab.questions.suite.inputs import GivenPoints
from steelyard.lab.questions.suite.method_text import cautions, checkpoints_sentence
from steelyard.lab.questions.suite.question import CheckPointsQuestion
from steelyard.questions.compare.as_systems import test_as_systems
from steelyard.results.factors import Factors
from steelyard.results.marked_words import mark_words
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.scored import Counted
from steelyard.scored.recipe import recipe_of_files, unit_given
from steelyard.text import settle_tokenizer
from steelyard.types import CheckPoint, CountedSet, Measurement

__all__ = ["compute", "score_checkpoints"]

_LEAST = 0.1  # of a point that references have on average, or they are of another text
Progress = Callable[[int, int], None]
_NEAR = 1e-9
Ints = NDArray[np.int64]


@asks("lab suite")
def score_checkpoints(
    points: Sequence[CheckPoint],
    outputs: "Mapping[str, Sequence[str]]",
    *,
    references: Sequence[Sequence[str]] = (),
    sources: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    **options: Any,
) -> CheckPoints:
    """Score how much of each category of words, phrases and sentences every system gets right.

    When it misleads: a good translation in other words than the references counts as wrong, and a word of the
    reference anywhere in the output counts as right. Points that were made from parses and word alignments carry
    their errors; categories say what was in the source, not why a translation failed.

    Parameters
    ----------
    points : sequence of CheckPoint
        As `steelyard.reading.formats.read_check_points` reads them.
    outputs : mapping of str to sequence of str
        By system, a text for every segment.
    references : sequence of sequence of str, optional
        Whole texts: outputs that are longer lose in proportion.
    sources : sequence of str, optional
        Points whose source words are not in them are refused.
    documents : sequence of str, optional
        Document of each segment.
    {options}

    Returns
    -------
    CheckPoints
        Scores with intervals, tested differences, counts and examples.

    Raises
    ------
    DataError
        A point is of a segment that there is not, or of another text.
    AlignmentError
        Texts have different lengths.

    References
    ----------
    Zhou et al. 2008, "Diagnostic evaluation of machine translation systems using automatically constructed linguistic
    check-points", C08-1141.
    Giménez and Màrquez 2007, "Context-aware discriminative phrase selection for statistical machine translation",
    W07-0719, whose Apt is `credit="found"` over phrases of a list.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import CheckPoint
    >>> point = CheckPoint(1, "preposition phrase", ("in this country", "in his country"), weights=(0.5, 0.5))
    >>> outputs = {"A": ["continue in domestic the search."], "B": ["continue the search in his country."]}
    >>> {row.system: round(row.score, 2) for row in sy.lab.score_checkpoints([point], outputs).scores}
    {'A': 0.17, 'B': 1.0}
    """
    given = GivenPoints(points=points, outputs=outputs, references=references, sources=sources, documents=documents)
    return compute(given, question_from(CheckPointsQuestion, options))


def compute(
    given: GivenPoints, question: CheckPointsQuestion, *, n_threads: int = 1, progress: Progress | None = None
) -> CheckPoints:
    """Give credit, estimate and test."""
    given = given.only(question.categories)
    question = _with_tokenizer(given, question)
    seed, systems = seed_of(question.rng), tuple(given.outputs)
    credited = credit_points(given, question)
    if credited.of_references is not None and credited.of_references < _LEAST:
        raise DataError(
            f"The references have {credited.of_references:.1%} of a check-point on average: these are the points of "
            "another text."
        )
    layout = _layout(given)
    families = outcome_measurements(
        credited.outcomes,
        systems,
        given.n_segments,
        lengths=credited.lengths,
        signature=f"credit:{question.credit}|match:{question.match}|tok:{question.tokenize}",
        documents=layout.document_codes(),
    )
    counted = Counted(layout, (), n_threads=n_threads, progress=progress)
    scores: list[ScoreRow] = []
    pairs: list[PairRow] = []
    sizes: list[int] = []
    for measurements in families.values():
        family = replace(counted, measurements=tuple(measurements))
        tested = test_as_systems(family, question, seed, interval="jackknife")
        scores += tested.scores
        pairs += tested.pairs
        sizes.append(len(tested.pairs))
    rows = _count_rows(credited.outcomes, families)
    examples = _example_rows(
        credited.outcomes, given.points, systems, question.examples, lambda s, p: _marked(given, credited, s, p)
    )
    whole = replace(counted, measurements=tuple(families["group"][:1]))
    units = whole.units(question.unit)
    sentence = checkpoints_sentence(given, question, units.described(), seed, sizes[::-1])
    return CheckPoints(
        tuple(scores),
        tuple(pairs),
        tuple(rows),
        tuple(examples),
        {
            **whole.provenance(question),
            **units.described(),
            "alpha": question.alpha,
            "n_resamples": question.n_resamples,
            "seed": seed,
            "credit": question.credit,
            "match": question.match,
            "tokenize": question.tokenize,
            "n_points": len(given.points),
            "has_penalty": bool(given.references),
            "of_references": credited.of_references,
            "n_category_tests": sizes[1],
            "n_group_tests": sizes[0],
            "notes": cautions(given, question, credited.of_references, credited.outcomes, rows),
            **Factors.of_units(units.name).told(sentence),
            "recipe": recipe_of_files(question, given.reading, unit_given(units), seed),
        },
    )


def _layout(given: GivenPoints) -> CountedSet:
    documents = None if given.documents is None else tuple(given.documents)
    ones = (1,) * given.n_segments
    return CountedSet(tuple(given.outputs), given.n_segments, documents, ones, tuple(given.inputs), given.reading)


def _with_tokenizer(given: GivenPoints, question: CheckPointsQuestion) -> CheckPointsQuestion:
    """Settle what makes words, by the references where there are some."""
    texts, what = given.references or given.outputs.values(), "references" if given.references else "outputs"
    return replace(question, tokenize=settle_tokenizer(question.tokenize, texts, f"the {what} are"))


def _marked(given: GivenPoints, credited: Credited, s: int, p: int) -> str:
    """Write an output, words that the references of a point have between ``{+`` and ``+}``."""
    first, last = credited.owned[p : p + 2].tolist()
    wanted = [word for a in range(first, last) for word in credited.alternatives[a].tolist()]
    row = credited.outputs[s * given.n_segments + given.points[p].segment - 1]
    words = [credited.forms[word] for word in row.tolist()]
    return mark_words(words, np.isin(credited.seen[row], wanted).tolist())


def _count_rows(outcomes: Outcomes, families: Mapping[str, Sequence[Measurement]]) -> list[PointCountRow]:
    """Count points that a system has whole, in part and not at all, as `outcome_measurements` orders them."""
    categories, groups = outcomes.categories, outcomes.groups
    group_of = dict(zip(categories.values, groups.values, strict=True))
    found = []
    for level, measurements in families.items():
        for measurement in measurements:
            name = measurement.label
            is_all = measurement.metric == "checkpoints"
            column, wanted = (groups, name) if level == "group" else (categories, name)
            is_in = np.ones(len(categories), bool) if is_all else column.codes == column.names.index(wanted)
            kind: Literal["all", "group", "category"] = "all" if is_all else "group" if level == "group" else "category"
            group = "" if is_all else name if kind == "group" else group_of[name]
            for s, system in enumerate(measurement.systems):
                credit, whole = outcomes.credit[s, is_in], outcomes.whole[s, is_in]
                n_open = int((whole <= 0).sum())
                n_whole = int(((whole > 0) & (credit >= whole - _NEAR)).sum())
                n_none = int(((whole > 0) & (credit <= 0)).sum())
                n_part = len(credit) - n_open - n_whole - n_none
                sizes = len(credit), n_whole, n_part, n_none, n_open
                found.append(PointCountRow(kind, name, group, measurement.metric, system, *sizes))
    return found


def _example_rows(
    outcomes: Outcomes,
    points: Sequence[CheckPoint],
    systems: Sequence[str],
    n_examples: int,
    shown: Callable[[int, int], str],
) -> list[PointExampleRow]:
    """Choose for every category and system the points in which it falls furthest behind the others.

    `shown` gives the output of a system at a point, both by number.
    """
    share = outcomes.credit / np.where(outcomes.whole > 0, outcomes.whole, 1.0)
    n_others = len(systems) - 1
    found = []
    for code, name in enumerate(outcomes.categories.names):
        chosen = np.flatnonzero(outcomes.categories.codes == code)
        for s, system in enumerate(systems):
            own = share[s, chosen]
            others = (share[:, chosen].sum(axis=0) - own) / n_others if n_others else np.ones(len(chosen))
            is_lost = (outcomes.whole[s, chosen] > 0) & (own < others - _NEAR)
            order = np.argsort(own - others, kind="stable")
            for i in order[is_lost[order]][:n_examples].tolist():
                p = int(chosen[i])
                point = points[p]
                found.append(
                    PointExampleRow(
                        name,
                        system,
                        point.segment,
                        point.source,
                        point.references,
                        float(own[i]),
                        float(others[i]) if n_others else None,
                        shown(s, p),
                    )
                )
    return found
