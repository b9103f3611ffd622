"""What may be asked: what a signature means, and whether two scores may be compared."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import REQUIRED, Question, option

__all__ = ["SignatureQuestion"]

_MORE = (
    'One of sacreBLEU or Steelyard: ``"BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0 = 32.1"``. '
    "Those of before sacreBLEU 2.0.0 are read too."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureQuestion(Question):
    """What a signature means, or whether the scores of two may be compared."""

    description: ClassVar[str] = (
        "Say in words what a signature of sacreBLEU or Steelyard means. With two, say whether the scores may be "
        "compared and, if not, why. Leaves with 0 where they may, 1 where they may not, 2 where it is no signature."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check signature 'chrF2|#:1|c:mixed|e:yes|nc:6|nw:0|s:no|v:2.6.0'",
        "steelyard check signature 'BLEU|#:1|c:lc|e:no|tok:13a|s:exp' 'BLEU|#:1|c:mixed|e:no|tok:13a|s:exp'",
    )

    a: str = option(
        REQUIRED, "in quotes; long or short, with the score or without", flags=("a",), metavar="A", more=_MORE
    )
    b: str | None = option(None, "another one, to compare with", flags=("b",), metavar="B")
