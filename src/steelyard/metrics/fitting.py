"""Metrics whose words fit the script of the references, where a spelling leaves open what words are."""

import warnings
from collections.abc import Sequence
from typing import NamedTuple, Self

from steelyard.errors import DataError, TextWarning
from steelyard.metrics.base import Metric
from steelyard.metrics.registry import parse
from steelyard.metrics.table.spelling import split_options, split_spelling

__all__ = ["Fitting", "fit", "fitted_spellings", "parse_fitted"]


class Fitting(NamedTuple):
    """Metrics as they are to be computed, and what is to be said of them.

    Attributes
    ----------
    metrics : list of Metric
        In the given order.
    notes : tuple of str
        A sentence each: what was written into spellings, and what does not fit.

    Examples
    --------
    >>> from steelyard.metrics import Bleu, Fitting
    >>> Fitting([Bleu()]).notes
    ()
    """

    metrics: list[Metric]
    notes: tuple[str, ...] = ()

    def said(self) -> Self:
        """Return the same, and warn of what is to be said."""
        for note in self.notes:
            warnings.warn(note, TextWarning, stacklevel=4)
        return self


def fit(metrics: Sequence[str | Metric], references: Sequence[Sequence[str | None]]) -> Fitting:
    """Choose a tokenizer for metrics that cut texts at spaces, where the references have none between words.

    Parameters
    ----------
    metrics : sequence of str or Metric
        Only spellings that name no tokenizer are changed; values stay as they are.
    references : sequence of sequence of str or None
        They say which script it is.

    Returns
    -------
    Fitting
        The metrics to compute.

    Raises
    ------
    DataError
        A tokenizer keeps no word of the references.

    Examples
    --------
    >>> from steelyard.metrics import fit
    >>> [str(metric) for metric in fit(["bleu", "chrf"], [["我昨天去了图书馆。"]]).metrics]
    ['bleu(tokenize=zh)', 'chrf']
    """
    chosen = [parse(metric) if isinstance(metric, str) else metric for metric in metrics]
    for metric in chosen:
        metric.check_resources()
    if all(line is None or line.isascii() for text in references for line in text):
        return Fitting(chosen)
    from steelyard.text import lost_words, misfits, spaceless  # not needed for plain English

    found, notes = spaceless(references), list[str]()
    if found is not None:
        before = list(map(str, chosen))
        if found.is_most:
            chosen = [parse_fitted(one, found.scripts) if isinstance(one, str) else one for one in metrics]
        changed = [f"{old} is computed as {new}" for old, new in zip(before, chosen, strict=True) if old != str(new)]
        if changed:
            words = ' (for words: tokenize=ja-mecab, after `pip install "steelyard[ja]"`)'
            is_japanese = found.scripts == ("Japanese",)
            notes.append(f"the references are {found}: {', '.join(changed)}{words if is_japanese else ''}")
        notes += misfits(chosen, found)
    for metric in chosen:
        lost, is_all = lost_words(metric, references)
        if is_all:
            raise DataError(f"{lost}.")
        notes += [lost] if lost else []
    return Fitting(chosen, tuple(notes))


def parse_fitted(spelling: str, scripts: Sequence[str]) -> Metric:
    """Read a metric, with a tokenizer for texts without spaces between words where its spelling names none.

    Parameters
    ----------
    spelling : str
        As `parse` takes it.
    scripts : sequence of str
        Of the texts, from `steelyard.text.SPACELESS`.

    Returns
    -------
    Metric
        Its spelling says what was chosen.

    Examples
    --------
    >>> from steelyard.metrics import parse_fitted
    >>> str(parse_fitted("bleu", ["Thai"])), str(parse_fitted("bleu(tokenize=13a)", ["Thai"]))
    ('bleu(tokenize=char)', 'bleu(tokenize=13a)')
    """
    named = {option.partition("=")[0].strip() for option in split_options(split_spelling(spelling)[1])}
    return parse(spelling).fitted(scripts, named)


def fitted_spellings(name: str) -> list[str]:
    """Return how a metric is spelled in results: as it is, and with each tokenizer that may have been chosen for it.

    Parameters
    ----------
    name : str
        As `parse` takes it.

    Returns
    -------
    list of str
        The plain one first.

    Examples
    --------
    >>> from steelyard.metrics import fitted_spellings
    >>> fitted_spellings("WER")
    ['wer', 'wer(tokenize=zh)', 'wer(tokenize=char)']
    """
    from steelyard.text import SPACELESS

    return list(dict.fromkeys([str(parse(name)), *(str(parse_fitted(name, [script])) for script in SPACELESS)]))
