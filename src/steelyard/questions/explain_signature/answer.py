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
    value: str | None = column("its value in the first; None where that does not have it", "value")
    against: str | None = column("its value in the second; None where that does not have it, or there is one alone")
    means: str = column("the value in the first, in words", "means")
    means_against: str = column("the value in the second, in words")
    effect: Effect = column("what it means for comparing the two scores; empty where there is one signature")


@documented
class SignatureMethod(WithRecipe):
    """What was read: of the first and, where there is one, the second."""

    n_segments: Annotated[None, "signatures do not say"]
    versions: Annotated[dict[str, str], "of Steelyard"]
    inputs: Annotated[list[dict[str, str]], "empty: no file was read"]
    metrics: Annotated[list[str], "names"]
    scores: Annotated[list[str | None], "as they were written beside the signatures"]
    signatures: Annotated[list[str], "in full"]


@documented
@dataclass(frozen=True)
class SignatureExplanation(Result):
    """What one signature says, or whether the scores of two may be compared.

    Examples
    --------
    >>> import steelyard as sy
    >>> one = "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    >>> sy.explain_signature(one, "BLEU|#:1|c:lc|e:no|tok:13a|s:exp|v:2.6.0").reasons
    ('case: the first says mixed (case counts), the second says lc (texts are lower-cased first).',)
    """

    schema: ClassVar[str] = "steelyard.signature-explanation/1"
    tables: ClassVar[tuple[str, ...]] = ("fields",)

    fields: Annotated[tuple[SignatureField, ...], "in the order of the signatures"]
    method: Annotated[SignatureMethod, "what was read"]
    reasons: Annotated[
        tuple[str, ...], "why the scores may not be compared; empty where they may, or there is one signature"
    ] = ()
    caveats: Annotated[tuple[str, ...], "what the signatures leave open"] = ()

    @property
    def is_comparable(self) -> bool | None:
        """Say whether the two scores may be compared; None for one signature."""
        return None if len(self.method["metrics"]) < 2 else not self.reasons
