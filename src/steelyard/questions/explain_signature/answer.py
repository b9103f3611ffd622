"""What signatures say, and whether two published scores may be compared."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.method import Told

__all__ = ["Effect", "SignatureExplanation", "SignatureField", "SignatureMethod"]

Effect = Literal["", "same", "another score", "other texts", "intervals and tests only", "version", "not said"]


@dataclass(frozen=True, slots=True)
class SignatureField:
    """One field of one or two signatures.

    Attributes
    ----------
    key : str
        Its long name, such as ``"tok"``.
    a, b : str or None
        Its values; None where a signature does not have it, or there is no second one.
    means_a, means_b : str
        The same in words.
    effect : str
        What it means for comparing the two scores: ``same``, ``another score``, ``other texts``, ``intervals and tests
        only``, ``version``, or ``not said`` by one of them; empty where there is one signature.

    Examples
    --------
    >>> from steelyard.results import SignatureField
    >>> SignatureField("case", "mixed", "lc", "case counts", "texts are lower-cased first", "another score").effect
    'another score'
    """

    key: str
    a: str | None
    b: str | None
    means_a: str
    means_b: str
    effect: Effect


class SignatureMethod(Told):
    """What was read: of A and, where there is one, B.

    Attributes
    ----------
    n_segments : None
        Signatures do not say.
    versions : dict
        Of Steelyard.
    inputs : list
        Empty: no file was read.
    metrics : list of str
        Names.
    scores : list of (str or None)
        As they were written beside the signatures.
    signatures : list of str
        In full.
    """

    n_segments: None
    versions: dict[str, str]
    inputs: list[dict[str, str]]
    metrics: list[str]
    scores: list[str | None]
    signatures: list[str]


@dataclass(frozen=True)
class SignatureExplanation(Result):
    """What one signature says, or whether the scores of two may be compared.

    Attributes
    ----------
    fields : tuple of SignatureField
        In the order of the signatures.
    method : mapping
        What was read.
    reasons : tuple of str
        Why the scores may not be compared; empty where they may, or there is one signature.
    caveats : tuple of str
        What the signatures leave open.

    Examples
    --------
    >>> import steelyard as sy
    >>> one = "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    >>> sy.explain_signature(one, "BLEU|#:1|c:lc|e:no|tok:13a|s:exp|v:2.6.0").reasons
    ('case: A says mixed (case counts), B says lc (texts are lower-cased first).',)
    """

    schema: ClassVar[str] = "steelyard.signature-explanation/1"
    tables: ClassVar[tuple[str, ...]] = ("fields",)

    fields: tuple[SignatureField, ...]
    method: SignatureMethod
    reasons: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()

    @property
    def is_comparable(self) -> bool | None:
        """Say whether the two scores may be compared; None for one signature."""
        return None if len(self.method["metrics"]) < 2 else not self.reasons
