"""METEOR of 2008."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.metrics.meteor.meteor_early import EarlyMeteor, EarlyParameters
from steelyard.metrics.registry import register

__all__ = ["Meteor2008"]


@register
@dataclass(frozen=True)
class Meteor2008(EarlyMeteor):
    """METEOR of 2008: that of 2005 with parameters fitted to rankings by people.

    What it measures
        Words of the output are matched to words of the reference in stages: the same word, the same stem, synonyms. A
        stage sees the words that earlier ones left, and matches as many as it can; of several ways the one with the
        fewest crossing matches counts, then the one with the fewest chunks, then with the shortest distances. A mean
        of precision and recall, with most weight on recall, is lowered by a penalty for the number of chunks: runs of
        matches that are adjacent, and in the same order, in both texts.

    When it misleads
        Its parameters were fitted to rankings of the systems of 2007. Words of equal
        form that mean other things match. Versions and parameters are not comparable with each other: the signature
        names them.

    Range and direction
        0 to 1, higher is better. A copy of the reference scores a little less than 1: it is one chunk, and a chunk
        costs something, most in short texts. Nothing matched scores 0, two empty texts 1.

    Statistics
        exact, stem, synonym (matched words of each stage), hyp_len, ref_len, chunks; the corpus score is that of their
        sums. With ``average=segments``: score, segments. Of several references the one with the highest score counts.
        Time grows with `beam` and with the number of possible matches.

    Parameters
    ----------
    language : str, default "en"
        ``en``, or ``de``, ``fr`` and ``es``, which have no synonyms.
    alpha, beta, gamma : float, optional
        Weight of recall, exponent of fragmentation and largest penalty, in place of the published ones.
    without : str or tuple of str, default ()
        Stages to leave out, with a space between them.
    synonyms : str, default "wordnet"
        As `steelyard.text.read_synonyms` takes it; ``wordnet`` is where Debian's package ``wordnet-base`` puts WordNet.
    beam : int, default 40
        Partial alignments that the search for the fewest crossings keeps; the authors say of their search only what
        it looks for.
    average : {"corpus", "segments"}, default "corpus"
        Score sums over the corpus, or average the scores of segments, as some papers and packages do.
    lowercase : bool, default True
        Apply Python's `str.lower` first.
    tokenize : str, default "13a"
        Tokenizer; the papers keep the words they are given, as ``none`` does.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        The synonyms are missing or cannot be read: name them, or leave the stage out.

    References
    ----------
    Agarwal and Lavie 2008, "METEOR, M-BLEU and M-TER: evaluation metrics for high-correlation with human rankings of
    machine translation output", W08-0312.

    Examples
    --------
    >>> import steelyard as sy
    >>> meteor = sy.metrics.parse("meteor-2008(without=synonym, tokenize=none)")
    >>> sentence = "the president spoke to the audience"
    >>> round(meteor.sentence_score(sentence, ["the president then spoke to the audience"]).score, 4)
    0.639
    """

    name: ClassVar[str] = "meteor-2008"
    published: ClassVar[dict[str, dict[str, EarlyParameters]]] = {
        "en": {"rank": EarlyParameters(0.95, 0.5, 0.45)},
        "de": {"rank": EarlyParameters(0.9, 3.0, 0.15)},
        "fr": {"rank": EarlyParameters(0.9, 0.5, 0.55)},
        "es": {"rank": EarlyParameters(0.9, 0.5, 0.55)},
    }

    @property
    def tuning(self) -> str:
        """Which of the published parameters of a language are used."""
        return "rank"
