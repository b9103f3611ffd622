"""METEOR 1.4."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.metrics.meteor.meteor_15 import Meteor15
from steelyard.metrics.registry import register

__all__ = ["Meteor14"]


@register
@dataclass(frozen=True)
class Meteor14(Meteor15):
    """METEOR 1.4: METEOR 1.5 before it had parameters for the tasks util and universal.

    What it measures
        Words of the output are aligned to words of the reference that are the same, have the same stem, share a set of
        synonyms, or are part of paraphrases of each other. Precision and recall of matched words, weighted by kind of
        match and by whether they are content or function words, make a mean, and a penalty grows with the number of
        chunks that the matches fall into. Of all alignments the one counts that covers most words, exact matches
        twice; then the one with fewest chunks, then with the shortest distances. With `quirks` the alignment is that
        of the program.

    When it misleads
        It is as good as its resources: without synonyms or paraphrases it is another metric, and the signature says
        so. Its parameters were fitted to systems of 2009 to 2013. Scores of tasks and languages are not comparable. A
        list of function words that is cut into words in another way than the texts finds nothing.

    Range and direction
        0 to 1, higher is better. A segment that is matched whole in one chunk has no penalty. An empty text scores 0,
        two empty texts 1, with `quirks` 0.

    Statistics
        hyp_len, ref_len and hyp_function, ref_function: words, and function words among them; then for every stage
        matched content words of output and reference, and matched function words; chunks, 0 where all is matched in
        one; hyp_matches, ref_matches. With `char_based` words count as much as they have characters, but for the last
        two. Of several references the one with the highest score counts. Time grows with the number of possible matches
        and with `beam`.

    Parameters
    ----------
    language : str, default "en"
        ISO 639-1 code (METEOR's ``cz`` and ``se`` too), or ``other``: says which stages, stemmer and parameters there
        are.
    task : {"default", "rank", "adq", "hter", "li", "tune"}, default "default"
        Published parameters: fitted to ranks, to adequacy, to HTER, for any language, for tuning. By default ``rank``
        where the language has it, else ``li``.
    alpha, beta, gamma, delta : float, optional
        Weight of recall, exponent of fragmentation, largest penalty, weight of content words: in place of the task's.
    weights : tuple of float, optional
        Of the stages exact, stem, synonym and paraphrase, in place of the task's.
    without : str or tuple of str, default ()
        Stages to leave out, with a space between them: ``without="synonym paraphrase"``.
    synonyms : str, default "wordnet"
        As `steelyard.text.read_synonyms` takes it; ``wordnet`` is where Debian's package ``wordnet-base`` puts WordNet.
    paraphrases : str, default ""
        Paraphrase table in METEOR's format; `steelyard.text.read_paraphrases`.
    function_words : str, default ""
        File with a function word a line, or ``none``: every word counts as a content word.
    beam : int, default 40
        Partial alignments that the search keeps.
    char_based : bool, default False
        Words count as much as they have characters, as the program's ``-ch``.
    quirks : {"none", "jar"}, default "none"
        ``jar``: the alignment of the program. It adds up halves in a whole number, so that single-word stems and
        synonyms count nothing while the search goes on, and books distances on the wrong partial alignment. For
        three English systems 24 to 36 in a hundred segments get other counts, and the corpus score is lower by 0.004
        to 0.006.
    lowercase : bool, default True
        Apply Python's `str.lower` first.
    tokenize : str, default "13a"
        Tokenizer. ``meteor:LANG:FILE`` is the program's ``-norm``; ``none`` with `lowercase` its ``-lower``, without
        its default.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        A resource of a stage is missing or cannot be read: name it, or leave the stage out.

    References
    ----------
    Denkowski and Lavie 2011, "Meteor 1.3: automatic metric for reliable optimization and evaluation of machine
    translation systems", W11-2107; version 1.4 of the program added Russian.

    Examples
    --------
    >>> import steelyard as sy
    >>> meteor = sy.metrics.parse("meteor-1.4(without=paraphrase, synonyms=examples/synonyms.tsv, function_words=none)")
    >>> score = meteor.sentence_score("the ship departs at nine", ["the ferry leaves at nine"])
    >>> score.chunks, round(score.precision, 3), round(score.score, 3)
    (0.0, 0.92, 0.92)
    """

    name: ClassVar[str] = "meteor-1.4"
    version: ClassVar[str] = "1.4"
