"""What may be asked: which output of several to take, by what rule, and what that is worth."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    not_negative,
    option,
    resamples_option,
    seed_option,
    unit_option,
)
from steelyard.choices import BACKBONES, CHOICE_RULES, COMBINATIONS, DECODERS
from steelyard.errors import SpecError

__all__ = ["ChooseQuestion", "read_weights"]


def read_weights(texts: Sequence[str]) -> dict[str, float]:
    """Read ``SYSTEM=NUMBER`` each."""
    found: dict[str, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        if not name or not math.isfinite(value):
            raise SpecError(f"Cannot read the weight {text!r} (--system-weights): write SYSTEM=NUMBER.")
        if name in found:
            raise SpecError(f"--system-weights names the system {name!r} twice.")
        found[name] = value
    return found


def _above_0(name: str, value: float) -> None:
    if not (math.isfinite(value) and value > 0):
        raise SpecError(f"{name} (--{name}) must lie above 0, not {value}.")


def _finite(name: str, value: float) -> None:
    if not math.isfinite(value):
        raise SpecError(f"{name} (--{name.replace('_', '-')}) must be a number, not {value}.")


def _one_or_more(name: str, value: int) -> None:
    if value < 1:
        raise SpecError(f"{name} (--{name.replace('_', '-')}) must be 1 or more, not {value}.")


def _weights(name: str, value: Any) -> None:
    if not isinstance(value, Mapping) or any(not (math.isfinite(one) and one >= 0) for one in value.values()):
        raise SpecError("Weights of systems must be numbers from 0, by the name of the system.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseQuestion(Question):
    """Which output of several to choose."""

    description: ClassVar[str] = (
        "Choose one of several outputs for every source: by consensus (minimum Bayes risk), by a quality estimate, or "
        "as an oracle with references or ratings. With references or ratings, test whether the choice is better."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab choose samples.jsonl -o best.txt",
        "steelyard lab choose samples.txt --per-source 4 --utility bleu --references ref.txt",
        "steelyard lab choose a.txt b.txt c.txt --qe comet.tsv --references ref.txt --ratings ratings.tsv",
        "steelyard lab choose samples.jsonl --combine network --nbest-output paths.txt",
    )

    by: str | None = option(
        None,
        "choose by consensus, by a quality estimate, or as an oracle with references or ratings",
        flags=("--rule",),
        choices=CHOICE_RULES,
        shown="consensus; qe with quality estimates only",
        is_first=True,
    )
    utility: str | None = option(
        None,
        "score candidates against each other with this metric",
        metavar="METRIC",
        shown="chrf",
        more="Any metric that needs only references, in its variant for single segments.",
        is_first=True,
    )
    metrics: Sequence[str] = option(
        (),
        "evaluate the choice against references with these metrics",
        flags=("-m", "--metrics"),
        metavar="METRIC",
        shown="the utility, and bleu or chrf",
        is_first=True,
    )
    decoder: str = option(
        "exact",
        "compare all pairs; or use summarised evidence; or prune candidates that rarely win",
        choices=DECODERS,
        more='"aggregate" is an approximation for chrF and BLEU (2024.acl-short.71). "pruned" follows Cheng and '
        "Vlachos 2023, 2023.emnlp-main.767, with confidence 0.99.",
    )
    temperature: float = option(
        1.0, "divide the model's scores by T", metavar="T", check=_above_0, more="Above 1, scores are more equal."
    )
    weights: Mapping[str, float] | None = option(
        None,
        "weight systems as evidence",
        flags=("--system-weights",),
        is_list=True,
        metavar="SYSTEM=X",
        read=read_weights,
        check=_weights,
        shown="equal",
        python="mapping of str to float",
        more="With weights, a system is no evidence for its own output.",
    )
    refine: float | None = option(
        None,
        "choose again, with gains to this power as priors (D07-1105, equation 4)",
        kind=float,
        metavar="POWER",
        check=not_negative,
    )
    keep_by_qe: int | None = option(
        None, "choose among the N best of each source by quality estimate", kind=int, metavar="N", check=_one_or_more
    )
    combine: str | None = option(
        None,
        "also combine the words of several candidates into a new text, for every source",
        choices=COMBINATIONS,
        more="In a confusion network (P07-1040), candidates are aligned by the fewest edits. The word with the most "
        "votes is used in every column. The text is evaluated with the choice, and written in place of it.",
    )
    backbones: str = option(
        "one",
        "use the word order of the chosen candidate, or of each candidate in turn",
        choices=BACKBONES,
        more="With all, the best path of all networks is used. The mean TER of the others gives a prior.",
    )
    network_alignment: str = option(
        "edits",
        "align words with the backbone by edits, ter, or a METEOR",
        metavar="HOW",
        more="By the fewest edits; by TER's shifts and edits; or by the fewest edits, with half cost for words that a "
        "METEOR such as meteor-2005 matches. Case is ignored.",
    )
    log_votes: bool = option(
        False,
        "add log vote shares (P07-1040, equation 6) in place of votes",
        more="It is always on with all backbones, a language model or a weight of words.",
    )
    rank_votes: bool = option(
        False,
        "give the k-th candidate of a system 1/(1+k) of a vote (P07-1040)",
        more="With log vote shares, all candidates of a system together have one vote.",
    )
    null_weight: float = option(
        0.0,
        "add X votes for every column without a word: a larger X makes combinations shorter",
        metavar="X",
        check=_finite,
        more="With log vote shares, it is added to these.",
    )
    word_weight: float = option(
        0.0, "add X to the log vote shares for every word of a combination", metavar="X", check=_finite
    )
    lm_weight: float = option(
        1.0, "set the weight of the language model", metavar="X", check=_finite, more="It multiplies log-probabilities."
    )
    baseline: str | None = option(
        None,
        "compare the choice with first, best or a system",
        metavar="NAME",
        shown="best, the best single system; of lists first",
        more='"best" is selected on the same sources, by ratings if given; p and intervals are corrected for it.',
    )
    n_pools: int = option(
        10,
        "draw N smaller pools of each size, for the curve; 0 for none",
        flags=("--pools",),
        metavar="N",
        check=not_negative,
    )
    unit: str | None = unit_option()
    alpha: float = option(0.05, "set the family-wise error rate", metavar="X", check=between_0_and_1)
    n_resamples: int | None = resamples_option(None, "make N draws for the test and the bootstrap", shown="10000")
    rng: Any = seed_option()
