"""Byte ratio: whether an output is as long as translations of its source are."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.registry import register
from steelyard.text import Corpus

__all__ = ["ByteRatio"]


@register
@dataclass(frozen=True)
class ByteRatio(MeanMetric):
    """Byte ratio: how long the output is for its source, as a place among translations.

    What it measures
        The bytes of the output divided by those of the source, standardised by the mean and the deviation that this
        ratio has in translations: the share of translations that are shorter, if their ratios are normal. It is one of
        the six features of Sun, Chen and Li, after the length model of Gale and Church.

    When it misleads
        It is no measure of quality: 0.5 is the usual length, and both 0 and 1 are odd, unless `two_sided`. The default
        mean and deviation are those of no language pair.

    Range and direction
        0 to 1; higher is longer, or with `two_sided` nearer to the usual length. 0.5 where the source is empty, or 1.

    Statistics
        score, segments.

    Parameters
    ----------
    mean : float, default 1.0
        Of the ratio in translations; `steelyard lab train --features sun` measures it on the references.
    deviation : float, default 0.2
        Standard, of the same.
    two_sided : bool, default False
        Return the share of translations whose ratio is further from the mean.

    Raises
    ------
    SpecError
        The mean or deviation is not above 0.
    DataError
        There are no sources.

    References
    ----------
    Sun, Chen and Li 2008, "A re-examination on features in regression based approach to automatic MT evaluation",
      P08-3005.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(sources=["a" * 20], references=[["any"]], systems={"x": ["b" * 24]})
    >>> names = [f"byte-ratio(mean=1.1, deviation=0.15, two_sided={side})" for side in (False, True)]
    >>> [round(row.score, 7) for row in sy.evaluate(data, names).scores().scores]
    [0.7475075, 0.5049851]
    """

    name: ClassVar[str] = "byte-ratio"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "sources"
    cites: ClassVar[tuple[str, ...]] = ("sun2008reexamination",)

    mean: float = 1.0
    deviation: float = 0.2
    two_sided: bool = False

    def __post_init__(self) -> None:
        """Refuse lengths that no translations have."""
        super().__post_init__()
        if not (0 < self.mean < math.inf and 0 < self.deviation < math.inf):
            raise SpecError(f"mean and deviation must be above 0, not {self.mean} and {self.deviation}.")

    def signature_fields(self) -> dict[str, str]:
        """Return mean, deviation and sides."""
        return {"mean": f"{self.mean:g}", "sd": f"{self.deviation:g}", "sides": "two" if self.two_sided else "one"}

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment: shape (S, N)."""
        data = corpus.test_set
        if data.sources is None:
            raise DataError("byte-ratio needs the source text. Give it with --sources, or TestSet(sources=...).")
        usual = 1.0 if self.two_sided else 0.5
        return np.array(
            [
                [
                    self._place(n_bytes(text) / n_bytes(source)) if source else usual
                    for text, source in zip(texts, data.sources, strict=True)
                ]
                for texts in data.systems.values()
            ]
        ).reshape(len(data.systems), data.n_segments)

    def _place(self, ratio: float) -> float:
        z = (ratio - self.mean) / self.deviation
        return math.erfc(abs(z) / math.sqrt(2)) if self.two_sided else 0.5 * math.erfc(-z / math.sqrt(2))


def n_bytes(text: str) -> int:
    """Count the bytes of a text in UTF-8; half a surrogate pair counts as its escape would."""
    return len(text.encode("utf-8", "surrogatepass"))
