"""Whether a way of reading finds the words of texts: in scripts without spaces between words, and at all."""

import warnings
from collections.abc import Iterable, Sequence
from typing import ClassVar, Protocol

import numpy as np

from steelyard.errors import TextWarning
from steelyard.text.preparation import prepare
from steelyard.text.reading import Reading
from steelyard.text.tokenizers import fitting_tokenizer, get_tokenizer
from steelyard.text.views import parse_view
from steelyard.text.writing_systems import Spaceless, spaceless
from steelyard.types import Vocabulary

__all__ = ["cuts_words", "kept_words", "lost_words", "misfits", "settle_tokenizer", "warn_of_misfit"]

References = Sequence[Sequence[str | None]]
_SAMPLE = 1_000  # lines of each reference: a tokenizer that keeps a tenth of their words is looked at no further
_FEW = 0.1


class OfWords(Protocol):
    """A metric, as far as its words go."""

    name: ClassVar[str]

    @property
    def label(self) -> str:
        """Short name."""

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """The ways in which it cuts texts into words."""

    @property
    def has_tokenizer(self) -> bool:
        """Whether an option says what its words are."""

    def fitted(self, scripts: Sequence[str]) -> "OfWords":
        """Return it with a tokenizer that fits."""


def cuts_words(reading: Reading, scripts: Iterable[str]) -> bool:
    """Say whether texts in scripts without spaces between words are read as words or characters.

    Parameters
    ----------
    reading : Reading
        Tokenizer and view.
    scripts : iterable of str
        From `SPACELESS`.

    Returns
    -------
    bool
        True where the view says itself what a word is, or the tokenizer cuts all of these scripts.

    Examples
    --------
    >>> from steelyard.text import Reading, cuts_words
    >>> cuts_words(Reading("13a"), ["Thai"]), cuts_words(Reading("char"), ["Thai"])
    (False, True)
    """
    return parse_view(reading.view).makes_words or get_tokenizer(reading.tokenize).cuts(scripts)


def kept_words(reading: Reading, references: References) -> tuple[int, int]:
    """Count the words of references of which a reading keeps anything, and all of them.

    Parameters
    ----------
    reading : Reading
        Tokenizer and what is done before.
    references : sequence of sequence of str or None
        A sample of their lines is looked at; all of them, where few words of it are kept.

    Returns
    -------
    (int, int)
        How many are kept, and how many there are. A word stands between spaces and has a letter or digit.

    Examples
    --------
    >>> from steelyard.text import Reading, kept_words
    >>> kept_words(Reading("rouge"), [["म घर जान्छु ।", "सन् 2015"]])
    (1, 5)
    """
    kept, n = 0, 0
    for most in (_SAMPLE, None):
        lines = [line for text in references for line in text[:: max(1, len(text) // most) if most else 1] if line]
        kept, n = _kept(reading, lines)
        if kept >= _FEW * n:
            break
    return kept, n


def _kept(reading: Reading, lines: Sequence[str]) -> tuple[int, int]:
    counts: dict[str, int] = {}
    for line in lines:
        for word in line.split():
            counts[word] = counts.get(word, 0) + 1
    words = [word for word in counts if any(map(str.isalnum, word))]
    n_of = np.array([counts[word] for word in words], dtype=np.int64)
    if not words or all(map(str.isascii, words)):  # of these every tokenizer keeps letters and digits
        return int(n_of.sum()), int(n_of.sum())
    made = get_tokenizer(reading.tokenize).encode(prepare(words, reading), Vocabulary())
    return int(n_of[made.lengths > 0].sum()), int(n_of.sum())


def misfits(metrics: Iterable[OfWords], found: Spaceless) -> list[str]:
    """Say which metrics find no words in texts without spaces between them.

    Parameters
    ----------
    metrics : iterable of Metric
        As they are to be computed.
    found : Spaceless
        What `spaceless` says of the references.

    Returns
    -------
    list of str
        A sentence, or none.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.text import misfits, spaceless
    >>> found = spaceless([["我昨天去了图书馆。"]])
    >>> len(misfits([sy.metrics.Bleu()], found)), misfits([sy.metrics.Chrf()], found)
    (1, [])
    """
    wrong = [one for one in metrics if not all(cuts_words(reading, found.scripts) for reading in one.word_readings)]
    if not wrong:
        return []
    say, their = ("take", "their scores say") if len(wrong) > 1 else ("takes", "its score says")
    advice = "score these lines by themselves"
    if found.is_most:
        better = [str(metric.fitted(found.scripts)) for metric in wrong if metric.has_tokenizer]
        advice = f"better are {', '.join(dict.fromkeys([*better, 'chrf', 'cer']))}"
    return [
        f"the references are {found}, and {', '.join(map(str, wrong))} {say} what stands between spaces for a word, "
        f"such as a whole sentence: {their} little ({advice})"
    ]


def lost_words(metric: OfWords, references: References) -> tuple[str, bool]:
    """Say of a metric that its tokenizer keeps fewer than a tenth of the references' words.

    Parameters
    ----------
    metric : Metric
        As it is to be computed.
    references : sequence of sequence of str or None
        Texts.

    Returns
    -------
    (str, bool)
        A sentence, or ""; and whether no word at all is kept.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.text import lost_words
    >>> lost_words(sy.metrics.Rouge1(), [["म घर जान्छु ।"]])[1], lost_words(sy.metrics.Rouge1(), [["I go home."]])
    (True, ('', False))
    """
    for reading in metric.word_readings:
        kept, n = kept_words(reading, references)
        if kept >= _FEW * n:
            continue
        share = f" ({kept / n:.1%}), and its scores rest on these alone" if kept else ", so that it compares nothing"
        advice = f"name another, such as {metric.name}(tokenize=13a)" if metric.has_tokenizer else "leave it out"
        said = f"{metric.label}: its tokenizer {reading.tokenize} kept {kept:,} of {n:,} words of the references"
        return f"{said}{share}: {advice}", not kept
    return "", False


def warn_of_misfit(metric: OfWords, references: References) -> None:
    """Warn where a metric as it is finds no words in the references, or loses them.

    Parameters
    ----------
    metric : Metric
        It is not changed.
    references : sequence of sequence of str or None
        Texts.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.text import warn_of_misfit
    >>> warn_of_misfit(sy.metrics.Bleu(), [["It is late."]])
    """
    if all(line is None or line.isascii() for text in references for line in text):
        return
    found = spaceless(references)
    lost, _ = lost_words(metric, references)
    for note in [*(misfits([metric], found) if found else []), *([lost] if lost else [])]:
        warnings.warn(note, TextWarning, stacklevel=3)


def settle_tokenizer(named: str, texts: Iterable[Sequence[str | None]], what: str = "the references are") -> str:
    """Choose the tokenizer that makes words of texts, and warn of it; one that somebody named stays.

    Parameters
    ----------
    named : str
        Empty where nobody did.
    texts : iterable of sequence of str or None
        What it is for.
    what : str, default "the references are"
        What these are, for the warning.

    Returns
    -------
    str
        That name; else 13a, or what fits a script without spaces between words.

    Examples
    --------
    >>> from steelyard.text import settle_tokenizer
    >>> settle_tokenizer("", [["It is late."]]), settle_tokenizer("none", [["It is late."]])
    ('13a', 'none')
    """
    found = spaceless(texts)
    if found is None:
        return named or "13a"
    fitting = fitting_tokenizer(found.scripts)
    settled = named or (fitting if found.is_most else "13a")
    if not named and found.is_most:
        told = f"the tokenizer {settled} makes the words"
    elif get_tokenizer(settled).cuts(found.scripts):
        return settled
    else:
        told = f"the tokenizer {settled} makes one word of what stands between spaces (--words {fitting})"
    warnings.warn(f"{what} {found}: {told}", TextWarning, stacklevel=3)
    return settled
