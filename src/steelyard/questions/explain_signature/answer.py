"""What signatures say, and whether two published scores may be compared."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import WithRecipe

__all__ = ["Effect", "SignatureExplanation", "SignatureField", "SignatureMethod"]

Effect = Literal["", "same", "another score", "other texts", "intervals and tests only", "version", "not said"]


@row
class SignatureField:
    """One field of one or two signatures."""

    key: str = column('its long name, such as ``"tok"``', "field")
    value: str | None = column("value in the first signature; None if it is not there", "value")
    against: str | None = column("value in the second signature; None if it is not there")
    means: str = column("meaning of the first value", "means")
    means_against: str = column("meaning of the second value")
    effect: Effect = column("effect on the comparison of the two scores; empty for one signature")


@documented
class SignatureMethod(WithRecipe):
    """What was read: of the first and, where there is one, the second."""

    n_segments: Annotated[None, "signatures do not say"]
    versions: Annotated[dict[str, str], "of Steelyard"]
    inputs: Annotated[list[dict[str, str]], "empty: no file was read"]
    metrics: Annotated[list[str], "names"]
    scores: Annotated[list[str | None], "scores as written with the signatures"]
    signatures: Annotated[list[str], "in full"]


@documented
@dataclass(frozen=True)
class SignatureExplanation(Result):
    """What one signature means, or whether the scores of two are comparable.

    Examples
    --------
    >>> import steelyard as sy
    >>> one = "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    >>> sy.explain_signature(one, "BLEU|#:1|c:lc|e:no|tok:13a|s:exp|v:2.6.0").reasons
    ('case: the first has mixed (upper and lower case differ), the second has lc (texts are lower-cased first).',)
    """

    schema: ClassVar[str] = "steelyard.signature-explanation/1"
    tables: ClassVar[tuple[str, ...]] = ("fields",)

    fields: Annotated[tuple[SignatureField, ...], "in the order of the signatures"]
    method: Annotated[SignatureMethod, "metrics, scores and versions"]
    reasons: Annotated[
        tuple[str, ...], "reasons why the scores are not comparable; empty if they are, or for one signature"
    ] = ()
    caveats: Annotated[tuple[str, ...], "questions that the signatures do not answer"] = ()

    @property
    def is_comparable(self) -> bool | None:
        """Say whether the two scores may be compared; None for one signature."""
        return None if len(self.method["metrics"]) < 2 else not self.reasons
