"""Parse mark: how easily a parser made a tree of the output."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.annotations import parses_of
from steelyard.metrics.registry import register
from steelyard.text import Corpus

__all__ = ["ParseMark"]


@register
@dataclass(frozen=True)
class ParseMark(MeanMetric):
    """Parse mark: 100 divided by the mark, such as a log probability, that the parser gave the output's best parse.

    What it measures
        Whether the output is a sentence that the parser accepts: a tree that is likely has a small log probability, and
        its inverse is large. It is one of the six features of Sun, Chen and Li.

    When it misleads
        Short sentences are likelier than long ones, and the parser likes what it was trained on. No reference is looked
        at.

    Range and direction
        From 0, higher is better. 0 where the parse has no mark, or one of 0.

    Statistics
        score, segments.

    Parameters
    ----------
    divided : float, default 100
        By the mark; the default brings log probabilities of sentences between 0 and 1, where other features are.

    Raises
    ------
    DataError
        An output has no parse.

    References
    ----------
    Sun, Chen and Li 2008, "A re-examination on features in regression based approach to automatic MT evaluation",
      P08-3005.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> parse = Parse((Word("go", head=0),), score=-152.4)
    >>> data = sy.TestSet(references=[["go"]], systems={"x": ["go"]}, parses={"system x": [[parse]]})
    >>> round(sy.evaluate(data, ["parse-mark"]).scores().scores[0].score, 7)
    0.656168
    """

    name: ClassVar[str] = "parse-mark"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    needs: ClassVar[str] = "parses"
    cites: ClassVar[tuple[str, ...]] = ("sun2008reexamination",)

    divided: float = 100.0

    def signature_fields(self) -> dict[str, str]:
        """Return how the mark is rescaled."""
        return {"mark": f"{self.divided:g}/x"}

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment: shape (S, N)."""
        data = corpus.test_set
        return np.array(
            [
                [
                    self.divided / abs(best.score) if best.score else 0.0
                    for best, *_ in parses_of(data, f"system {name}", self.name)
                ]
                for name in data.system_names
            ]
        ).reshape(len(data.systems), data.n_segments)
