"""METEOR of 2007."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.metrics.meteor.meteor_early import EarlyMeteor, EarlyParameters
from steelyard.metrics.registry import register

__all__ = ["Meteor2007"]


@register
@dataclass(frozen=True)
class Meteor2007(EarlyMeteor):
    """METEOR of 2007: that of 2005 with parameters fitted to adequacy, fluency or both.

    What it measures
        Words of the output are matched to words of the reference in stages: the same word, the same stem, synonyms. A
        stage sees the words that earlier ones left, and matches as many as it can; of several ways the one with the
        fewest crossing matches counts, then the one with the fewest chunks, then with the shortest distances. A mean
        of precision and recall, with most weight on recall, is lowered by a penalty for the number of chunks: runs of
        matches that are adjacent, and in the same order, in both texts.

    When it misleads
        Its parameters were fitted to Arabic-English of 2003 and, for other languages, to few judgements. Words of equal
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
        ``en``, or ``fr``, ``de`` and ``es``, which have no synonyms.
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
    fitted_to : {"adequacy", "fluency", "sum"}, default "sum"
        Which judgements the published parameters were fitted to.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        The synonyms are missing or cannot be read: name them, or leave the stage out.

    References
    ----------
    Lavie and Agarwal 2007, "METEOR: an automatic metric for MT evaluation with high levels of correlation with human
    judgments", W07-0734.

    Examples
    --------
    >>> import steelyard as sy
    >>> meteor = sy.metrics.parse("meteor-2007(without=synonym, tokenize=none)")
    >>> sentence = "the president spoke to the audience"
    >>> round(meteor.sentence_score(sentence, ["the president then spoke to the audience"]).score, 4)
    0.7819
    """

    name: ClassVar[str] = "meteor-2007"
    published: ClassVar[dict[str, dict[str, EarlyParameters]]] = {
        "en": {
            "adequacy": EarlyParameters(0.82, 1.0, 0.21),
            "fluency": EarlyParameters(0.78, 0.75, 0.38),
            "sum": EarlyParameters(0.81, 0.83, 0.28),
        },
        "fr": {
            "adequacy": EarlyParameters(0.86, 0.5, 1.0),
            "fluency": EarlyParameters(0.74, 0.5, 1.0),
            "sum": EarlyParameters(0.76, 0.5, 1.0),
        },
        "de": {
            "adequacy": EarlyParameters(0.95, 0.5, 0.6),
            "fluency": EarlyParameters(0.95, 0.5, 0.8),
            "sum": EarlyParameters(0.95, 0.5, 0.75),
        },
        "es": {
            "adequacy": EarlyParameters(0.95, 1.0, 0.9),
            "fluency": EarlyParameters(0.62, 1.0, 1.0),
            "sum": EarlyParameters(0.95, 1.0, 0.98),
        },
    }

    fitted_to: Literal["adequacy", "fluency", "sum"] = "sum"

    @property
    def tuning(self) -> str:
        """Which of the published parameters of a language are used."""
        return self.fitted_to
