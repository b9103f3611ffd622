"""What may be asked of Koehn 2004."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import option, pairs_option
from steelyard.lab.questions.replicate.question import ReplicateQuestion, protocol_option

__all__ = ["Koehn2004"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Koehn2004(ReplicateQuestion):
    """What a bootstrap concludes from small test sets, held against the whole one."""

    about: ClassVar[str] = "measure how often conclusions from small test sets are right"
    source: ClassVar[str] = (
        'Koehn 2004, "Statistical significance tests for machine translation evaluation", EMNLP, pages 388-395, '
        "https://aclanthology.org/W04-3250"
    )

    protocol: str = protocol_option("koehn2004")
    sizes: tuple[int, ...] | None = option(
        None, "set the sizes of the small test sets, in segments", kind=int, is_list=True, metavar="N",
        shown="those of 100 300 600 3000 that make 3 sets",
    )  # fmt: skip
    pairs: str | tuple[str, ...] = pairs_option("all, baseline, or A:B ...", more="As for `compare`.")
    nbest: Any = option(
        None, "n-best lists of Moses, all of the same segments: figure 1, or systems, are made from them",
        is_list=True, metavar="LIST", python="NBestLists", on_command_line=", in place of -i",
    )  # fmt: skip

    @property
    def default_metrics(self) -> tuple[str, ...]:
        """BLEU and GTM for figure 1; else what commands take by default."""
        return () if self.nbest is None else ("bleu", "gtm")
