"""Say how consistently texts translate what the source repeats, and which texts differ in it."""

from typing import TYPE_CHECKING, Any

from steelyard.asking.doors import asks
from steelyard.errors import DataError
from steelyard.inference import seed_of
from steelyard.lab.questions.consistency.answer import Consistency
from steelyard.lab.questions.consistency.enforced import enforced_rows
from steelyard.lab.questions.consistency.measured import Measured, measure_consistency
from steelyard.lab.questions.consistency.method_text import cautions, consistency_sentence
from steelyard.lab.questions.consistency.occurrences import Occurrences, find_occurrences
from steelyard.lab.questions.consistency.question import ConsistencyQuestion
from steelyard.lab.questions.consistency.reading import text_keys
from steelyard.lab.questions.consistency.rows import example_rows, term_rows, text_rows, word_rows
from steelyard.questions.compare.as_systems import AsSystems, test_as_systems
from steelyard.scored import Counted
from steelyard.scored.recipe import pairs_given
from steelyard.scored.reference_words import words_of_reference
from steelyard.scored.units import unit_of
from steelyard.types import CountedSet, TestSet

if TYPE_CHECKING:
    from steelyard.evaluation import Evaluation

__all__ = ["compute", "consistency"]


@asks("lab consistency")
def consistency(evaluation: "Evaluation", **options: Any) -> Consistency:
    r"""Say how consistently texts translate words that the source repeats, or the terms of a glossary.

    When it misleads: a text that always has the same wrong word is consistent, and a language with many forms of a word
    has less of it unless a view gives base forms.

    Parameters
    ----------
    evaluation : Evaluation
        Of texts, with their source.
    {options}

    Returns
    -------
    Consistency
        References and systems on the same words.

    Raises
    ------
    SpecError
        There are no sources, or neither alignments nor a glossary.
    DataError
        Links go beyond words, a glossary cannot be read, or no word is repeated.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(
    ...     references=[["Die Fähre kommt", "Die Fähre ist da"]],
    ...     systems={"x": ["Die Fähre kommt", "Das Boot ist da"]},
    ...     sources=["The ferry comes", "The ferry is here"],
    ... )
    >>> found = sy.lab.consistency(sy.evaluate(data), glossary=["ferry\tFähre"], n_resamples=50)
    >>> [(row.system, row.score) for row in found.scores]
    [('reference', 1.0), ('x', 0.5)]
    """
    answer: Consistency = evaluation.ask("lab consistency", options)
    return answer


def compute(counted: Counted, question: ConsistencyQuestion) -> Consistency:
    """Find, count, estimate and test."""
    test_set = counted.texts("Finding the forms of repeated words (consistency)")
    found = find_occurrences(test_set, question)
    measured = measure_consistency(
        found, test_set.n_segments, test_set.document_codes(), f"forms:{next(iter(found.texts.values())).kind}"
    )
    if not measured.measurements:
        raise DataError(_nothing(found, measured))
    enforced = enforced_rows(counted, question, found)
    seed = seed_of(question.rng)
    compared = _compared(counted, test_set, measured, question, seed)
    keys, terms = text_keys(test_set), term_rows(found)
    beside = test_set.system_names if test_set.references else ()  # the first text is no reference then
    documents = list(dict.fromkeys(test_set.documents or ()))
    told: dict[str, Any] = {"warning": "", "alpha": question.alpha, **compared.method}
    settled = {"unit": unit_of(told), "rng": seed, "pairs": pairs_given(question.pairs)}
    method: Any = {
        **told,
        **counted.provenance(question),
        "notes": cautions(test_set, found, measured),
        "has_glossary": bool(found.outcomes),
        "has_alignments": bool(test_set.alignments),
        "references": [name for name in keys if name not in test_set.systems],
        "sentence": f"{consistency_sentence(test_set, found, measured, enforced)} {told['sentence']}",
        **counted.recipe(question, settled),
    }
    return Consistency(
        tuple(compared.scores),
        compared.pairs,
        tuple(text_rows(found, measured, counted.measurements)),
        tuple(word_rows(found, measured, beside, documents, question.top)),
        tuple(terms),
        tuple(example_rows(test_set, found, terms, keys, question.top)),
        method,
        tuple(enforced),
    )


def _compared(
    counted: Counted, test_set: TestSet, measured: Measured, question: ConsistencyQuestion, seed: int
) -> AsSystems:
    """Test every two texts, references among them, as systems are; score a single one."""
    names = tuple(measured.counts)
    sizes = tuple(words_of_reference(test_set).tolist())
    documents = None if test_set.documents is None else tuple(test_set.documents)
    layout = CountedSet(names, test_set.n_segments, documents, sizes, tuple(test_set.inputs()), test_set.reading)
    of_texts = Counted(layout, tuple(measured.measurements), n_threads=counted.n_threads, progress=counted.progress)
    return test_as_systems(of_texts, question, seed)


def _nothing(found: Occurrences, measured: Measured) -> str:
    """Say why there is nothing to compare."""
    fewest = min(measured.counts, key=lambda name: int((measured.counts[name].n >= 2).sum()))
    return (
        f"No source word is linked twice in a document in all texts ({len(found.words):,} words are repeated; "
        f"{fewest} has links twice for {int((measured.counts[fewest].n >= 2).sum()):,} of them). Left out were "
        f"{found.left_out}: give --stop-words FILE, or --frequent 0 for a short text."
    )
