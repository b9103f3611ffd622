"""What an oracle is."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.laws.metrics_under_law import EXAMPLES
from tests.reliability.pairs import Case, Lengths

Words = list[str]
Answer = Callable[..., float | Sequence[float]]
QUICK, SLOW = Lengths(), Lengths(usual=8, longest=20)


@dataclass(frozen=True)
class Oracle:
    """Who says what an output scores against its references.

    Attributes
    ----------
    spelling : str
        Of the metric that is compared; ``{FILE}`` in it is a file with the last reference of each case, which is then
        no reference.
    name : str
        Of the program or the twin.
    score : callable
        From output and references, strings all, to the score; to several where a definition leaves a choice open. NaN
        where the oracle answers another question.
    lengths : Lengths
        Of the texts that it can bear.
    is_wild : bool
        Whether it reads any character and white space as we do.
    n_references : int
        How many it looks at.
    words : sequence of str
        To draw texts from, too: those that its word lists know.
    is_of_all : bool
        Whether a score depends on all cases, so that `score` takes them all and returns all scores.
    """

    spelling: str
    name: str
    score: Answer
    lengths: Lengths = QUICK
    is_wild: bool = True
    n_references: int = 1
    words: Sequence[str] = ()
    is_of_all: bool = False

    @property
    def metric(self) -> str:
        """The name of the metric."""
        return self.spelling.partition("(")[0]

    @property
    def title(self) -> str:
        """The spelling, without the folder of the examples."""
        return self.spelling.replace(f"{EXAMPLES}{os.sep}", "")

    def answers(self, cases: Sequence[Case]) -> list[Sequence[float]]:
        """Return the right scores of each case."""
        found = self.score(cases) if self.is_of_all else [self.score(*case) for case in cases]
        return [one if isinstance(one, Sequence) else [one] for one in found]


def of_words(score: Answer) -> Answer:
    """Split texts at white space before they are scored."""
    return lambda *texts: score(*(text.split() for text in texts))
