"""Further references, made from those that people wrote."""

import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from steelyard.asking.doors import asks, question_from
from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import TextFile
from steelyard.lab.questions.paraphrase.question import ParaphraseQuestion
from steelyard.reading.formats import read_word_alignments
from steelyard.text import Equivalents, learn_paraphrases, rewrite_once
from steelyard.types import Alignment, TestSet

__all__ = ["compute", "expand_references", "read_references"]

Path = str | os.PathLike[str]


@asks("lab paraphrase")
def expand_references(test_set: TestSet, **options: Any) -> TestSet:
    """Add references in which one phrase is put in another way, learned from the test set's own word alignments.

    Phrases of the references that translate the same phrase of the source are taken for paraphrases. Each reference is
    then written again for every single replacement. Any metric that takes several references can use the result.

    Parameters
    ----------
    test_set : TestSet
        With sources, and word alignments of every reference. Words are what white space separates: give texts as they
        were aligned. Small test sets teach little; align them together with more text.
    {options}

    Returns
    -------
    TestSet
        The references as they were, then the new ones of each; a segment that has fewer is missing there. `names` and
        `inputs` call them such as ``"paraphrase 2 of reference 1"``.

    Raises
    ------
    DataError
        There are no sources or alignments, or a link leads to a word that is not there.
    SpecError
        An option is out of range.

    References
    ----------
    Owczarzak, Groves, Van Genabith and Way 2006, "Contextual bitext-derived paraphrases in automatic MT evaluation",
    W06-3112.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.lab.questions.paraphrase.compute import expand_references
    >>> data = sy.TestSet(
    ...     references=[["that is the question", "the issue is old"]],
    ...     systems={"x": ["that is the issue", "the question is old"]},
    ...     sources=["voici la question", "la question est vieille"],
    ...     alignments={"reference 1": [((0, 0), (1, 2), (2, 3)), ((0, 0), (1, 1), (2, 2), (3, 3))]},
    ... )
    >>> expand_references(data).references[1]
    ('that is the issue', 'the question is old')
    """
    return compute(test_set, question_from(ParaphraseQuestion, options))


def compute(test_set: TestSet, question: ParaphraseQuestion) -> TestSet:
    """Learn paraphrases, and write every reference again for each."""
    texts = [[(line or "").split() for line in reference] for reference in test_set.references]
    paraphrases = _learned(test_set, texts, question)
    references: list[list[str | None]] = [list(reference) for reference in test_set.references]
    names = dict(test_set.names)
    for r, text in enumerate(texts, 1):
        rows = [
            rewrite_once(
                words,
                paraphrases,
                keep_length=question.keep_length,
                first_only=question.first_only,
                limit=question.max_paraphrases,
            )
            for words in text
        ]
        for k in range(max(map(len, rows))):
            references.append([" ".join(row[k].words) if k < len(row) else None for row in rows])
            names[f"reference {len(references)}"] = (
                f"paraphrase {k + 1} of {names.get(f'reference {r}', f'reference {r}')}"
            )
    return replace(test_set, references=references, names=names, reading={})


def _learned(test_set: TestSet, texts: list[list[list[str]]], question: ParaphraseQuestion) -> Equivalents:
    """Take phrases that translate the same phrase of the source for paraphrases."""
    if test_set.sources is None:
        raise DataError("Paraphrases are learned from the sources and their word alignments: give the sources too.")
    sources = [line.split() for line in test_set.sources]
    links = [_links(test_set, f"reference {r}", sources, text) for r, text in enumerate(texts, 1)]
    words = question.stop_words
    return learn_paraphrases(
        sources * len(texts),
        list(chain.from_iterable(texts)),
        list(chain.from_iterable(links)),
        max_length=question.max_phrase_length,
        min_count=question.min_count,
        min_probability=question.min_probability,
        stop_words=[word.strip() for word in words.lines] if isinstance(words, TextFile) else words,
    )


def read_references(references: Sequence[Path], sources: Path, alignments: Sequence[Path], encoding: str) -> TestSet:
    """Read references with their source and word alignments; there is no system."""
    if len(alignments) != len(references):
        raise AlignmentError(
            f"There are {len(alignments)} files of alignments, but {len(references)} references. Give one for each."
        )
    data = TestSet.from_files(references=list(references), systems={}, sources=sources, encoding=encoding)
    linked = {
        f"reference {r}": read_word_alignments(path, first_number=0, encoding=encoding).annotation(data.n_segments)
        for r, path in enumerate(alignments, 1)
    }
    return data.annotated(alignments=linked)


def _links(test_set: TestSet, text: str, sources: list[list[str]], words: list[list[str]]) -> list[Alignment]:
    found = (test_set.alignments or {}).get(text)
    if found is None:
        raise DataError(
            f"Paraphrases need word alignments of {text} with the source: give a file for each reference with "
            "--alignments, or TestSet(alignments=...)."
        )
    for number, (segment, source, line) in enumerate(zip(found, sources, words, strict=True), 1):
        for i, j in segment:
            if i >= len(source) or j >= len(line):
                raise DataError(
                    f"Alignments of {text}, segment {number}: there is a link {i}-{j}, but source and reference have "
                    f"{len(source)} and {len(line)} words. Give texts as they were aligned."
                )
    return list(found)
