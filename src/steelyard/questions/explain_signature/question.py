"""What may be asked: what a signature means, and whether two scores may be compared."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import REQUIRED, Question, option

__all__ = ["SignatureQuestion"]

_MORE = (
    'One of sacreBLEU or Steelyard: ``"BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0 = 32.1"``. '
    "Signatures of sacreBLEU before 2.0.0 are read too."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureQuestion(Question):
    """What a signature means, or whether the scores of two may be compared."""

    description: ClassVar[str] = (
        "Explain a signature of sacreBLEU or Steelyard. With two, decide whether their scores are comparable. Exit "
        "status: 0 if comparable, 1 if not, 2 if it is no signature."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check signature 'chrF2|#:1|c:mixed|e:yes|nc:6|nw:0|s:no|v:2.6.0'",
        "steelyard check signature 'BLEU|#:1|c:lc|e:no|tok:13a|s:exp' 'BLEU|#:1|c:mixed|e:no|tok:13a|s:exp'",
    )

    a: str = option(
        REQUIRED, "signature in quotes, long or short, with or without the score", flags=("a",), metavar="A", more=_MORE
    )
    b: str | None = option(None, "second signature, to compare with the first", flags=("b",), metavar="B")
