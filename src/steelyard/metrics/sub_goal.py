"""Sub-goals: yes/no questions about each output, made from what all references say, or written by hand."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.sub_goal_questions import Question, QuestionList, read_questions
from steelyard.metrics.registry import register
from steelyard.text import Corpus, Reading, prepare
from steelyard.types import Statistics
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["SubGoal"]

_ORDERS = (1, 2, 3)


@register
@dataclass(frozen=True)
class SubGoal(Metric):
    """Sub-goals: the share of yes/no questions about the outputs that are answered with yes.

    What it measures
        Whether the outputs do what a good translation must. A segment with two references or more gets up to three
        questions by itself: does the output have all words, all skip bigrams, all skip trigrams that the references
        share? A skip n-gram is n different words in their order, with others between them or not. What all references
        say is what matters most. More questions can be written by hand, as patterns that an output must or must not
        match. The regression of the paper, which learns the weight of each kind of question from people's judgements,
        is `steelyard.meta.fit_sub_goals`; this metric counts every question alike.

    When it misleads
        With a single reference nothing is asked, and the score is 0. One shared word that the output puts in another
        way makes three answers no. References that are copies of each other make questions about themselves.

    Range and direction
        0 to 1, higher is better; 0 where nothing is asked.

    Statistics
        yes_1, asked_1, yes_2, asked_2, yes_3, asked_3 (answers and questions by the words of an n-gram), and with
        `questions` yes_patterns, asked_patterns. All references count together. Time grows with the words, and with the
        third power of the words that references share, over 64.

    Parameters
    ----------
    min_references : int, default 2
        Segments with fewer references have no questions of their own. With 1, a single reference asks for all its
        skip n-grams.
    questions : str, default "none"
        A file of patterns: lines ``segment, tab, + or -, tab, pattern``. Segments count from 1, unless the test set's
        metadata number them in a column ``segment`` (so that a part keeps its questions); the answer is yes where
        a regular expression of Python is found (``+``), or is not (``-``), in the output without punctuation and with
        single blanks, in lower case under `lowercase`. Alternatives are ``a|b``. Blank lines and those that begin with
        ``#`` and a blank are skipped. `tokenize` and `view` do not change what patterns see.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        The file of questions cannot be read, or asks about a segment that is not there.

    References
    ----------
    Uchimoto, Kotani, Zhang and Isahara 2007, "Automatic evaluation of machine translation based on rate of
    accomplishment of sub-goals", N07-1005.

    Examples
    --------
    >>> import steelyard as sy
    >>> references = ["the shop opens at nine", "at nine the shop opens"]
    >>> score = sy.metrics.SubGoal().sentence_score("at nine opens the shop", references)
    >>> score.yes_1, score.asked_1, score.yes_2, score.asked_2, round(score.score, 4)
    (1.0, 1.0, 0.0, 1.0, 0.3333)
    """

    name: ClassVar[str] = "sub-goal"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("uchimoto2007automatic",)

    lowercase: bool = False
    tokenize: str = "13a"
    min_references: int = 2
    questions: str = "none"

    def __post_init__(self) -> None:
        """Refuse options that are out of range, and read the questions."""
        super().__post_init__()
        if self.min_references < 1:
            raise SpecError(f"min_references must be at least 1, not {self.min_references}.")
        asked = None if self.questions == "none" else read_questions(self.questions)
        object.__setattr__(self, "_asked", asked)

    @property
    def label(self) -> str:
        """``Sub-goals``."""
        return "Sub-goals"

    @property
    def asked(self) -> QuestionList | None:
        """The questions written by hand, if there are any."""
        asked: QuestionList | None = self.__dict__["_asked"]
        return asked

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 6 or 8 statistics."""
        kinds = [str(n) for n in _ORDERS] + (["patterns"] if self.asked is not None else [])
        return tuple(f"{what}_{kind}" for kind in kinds for what in ("yes", "asked"))

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer, and what is not the default."""
        pairs = self.reading_fields()
        if self.min_references != 2:
            pairs["minrefs"] = str(self.min_references)
        if self.asked is not None:
            pairs["questions"] = self.asked.signature
        return pairs

    def statistics(self, corpus: Corpus) -> Statistics:
        """Answer: shape (S, N, 6), or with patterns (S, N, 8)."""
        answers = self._answers(corpus)
        columns = [part for n in range(len(_ORDERS)) for part in (answers[..., n] > 0, answers[..., n] != 0)]
        if self.asked is not None:
            columns += self._pattern_counts(corpus, self.asked)
        values = np.stack(np.broadcast_arrays(*columns), axis=-1).astype(np.int64)
        return Statistics.from_values(values, corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide answers by questions, all kinds together: shape (..., K) -> (...)."""
        yes, asked = stats[..., ::2].sum(axis=-1), stats[..., 1::2].sum(axis=-1)
        return ratio(yes, asked)

    def _answers(self, corpus: Corpus) -> NDArray[np.int8]:
        """Answer the questions that references ask: 1, -1 or 0 where there is none, shape (S, N, 3)."""
        encoded = corpus.encode(self.text_reading)
        answers = np.empty((encoded.n_systems, encoded.n_segments, len(_ORDERS)), dtype=np.int8)
        _native.sub_goal_answers(encoded.arrays, answers, self.min_references, corpus.n_threads)
        return answers

    def _pattern_counts(self, corpus: Corpus, asked: QuestionList) -> list[NDArray[np.int64]]:
        """Count the answers with yes (S, N) and the questions (N,)."""
        data = corpus.test_set
        by_segment = asked.of(data)
        n_asked = np.array([len(questions) for questions in by_segment], dtype=np.int64)
        n_yes = np.zeros((len(data.systems), data.n_segments), dtype=np.int64)
        for s, lines in enumerate(data.systems.values()):
            for i in np.flatnonzero(n_asked).tolist():
                text = self._normalised(lines[i])
                n_yes[s, i] = sum(question.is_met_by(text) for question in by_segment[i])
        return [n_yes, n_asked]

    def _normalised(self, line: str) -> str:
        """Return a text as patterns see it."""
        reading = Reading(lowercase=self.lowercase, unicode_form=self.unicode_form, remove_punctuation=True)
        return " ".join(prepare([line], reading)[0].split())

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Tell question by question whether it is met, and which shared words are missing."""
        base = super().explain_segment(corpus)
        encoded = corpus.encode(self.text_reading)
        words = corpus.vocabulary.words()
        present = [encoded.references[int(r)] for r in np.flatnonzero(encoded.is_present[:, 0])]
        hypothesis = encoded.hypotheses[0].tolist()
        shared = [word for word in dict.fromkeys(present[0].tolist()) if all(word in text for text in present)]
        notes = []
        for n, answer in zip(_ORDERS, self._answers(corpus)[0, 0], strict=True):
            if answer:
                what = "shared words" if n == 1 else f"shared skip {n}-grams"
                notes.append(f"all {what}: {'yes' if answer > 0 else 'no'}")
        missing = [words[word] for word in shared if word not in hypothesis]
        if notes and missing:
            notes.append(f"missing: {', '.join(missing)}")
        if self.asked is not None:
            [line] = next(iter(corpus.test_set.systems.values()))
            notes += [_told(question, self._normalised(line)) for question in self.asked.of(corpus.test_set)[0]]
        return SegmentExplanation(
            score=base.score,
            hypothesis=tuple(words[i] for i in hypothesis),
            reference=tuple(words[i] for i in present[0]),
            reference_number=0,
            parts=base.parts,
            notes=tuple(notes),
        )


def _told(question: Question, text: str) -> str:
    answer = "yes" if question.is_met_by(text) else "no"
    return f"{'has' if question.is_wanted else 'has not'} {question.pattern.pattern}: {answer}"
