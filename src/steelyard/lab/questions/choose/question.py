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
    """Which output of several to take."""

    description: ClassVar[str] = (
        "Choose one output of several for every source: by consensus (minimum Bayes risk), by a quality estimate, or "
        "as an oracle that knows references or people's ratings. Says what the choice is worth under other metrics "
        "and, where there are ratings, to people."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab choose samples.jsonl -o best.txt",
        "steelyard lab choose samples.txt --per-source 4 --utility bleu --references ref.txt",
        "steelyard lab choose a.txt b.txt c.txt --qe comet.tsv --references ref.txt --ratings ratings.tsv",
        "steelyard lab choose samples.jsonl --combine network --nbest-output paths.txt",
    )

    by: str | None = option(
        None,
        "how to choose: by consensus, by a quality estimate, or by what references or people say",
        flags=("--rule",),
        choices=CHOICE_RULES,
        shown="consensus; qe where quality estimates are all that is given",
        is_first=True,
    )
    utility: str | None = option(
        None,
        "metric that scores candidates against each other",
        metavar="METRIC",
        shown="chrf",
        more="Any metric that needs references alone, in its variant for single segments.",
        is_first=True,
    )
    metrics: Sequence[str] = option(
        (),
        "metrics that judge the choice against references",
        flags=("-m", "--metrics"),
        metavar="METRIC",
        shown="the utility, and bleu or chrf beside it",
        is_first=True,
    )
    decoder: str = option(
        "exact",
        "all pairs; against the evidence summed up; or without candidates that win too rarely",
        choices=DECODERS,
        more='"aggregate" is of chrF and BLEU (2024.acl-short.71), an approximation. "pruned" follows Cheng and '
        "Vlachos 2023, 2023.emnlp-main.767, with confidence 0.99.",
    )
    temperature: float = option(
        1.0, "the model's scores are divided by it", metavar="T", check=_above_0, more="Above 1 evens them out."
    )
    weights: Mapping[str, float] | None = option(
        None,
        "of systems as evidence",
        flags=("--system-weights",),
        is_list=True,
        metavar="SYSTEM=X",
        read=read_weights,
        check=_weights,
        shown="equal",
        python="mapping of str to float",
        more="A system then is no evidence for its own output.",
    )
    refine: float | None = option(
        None,
        "take gains to this power as priors, and choose again (D07-1105, equation 4)",
        kind=float,
        metavar="POWER",
        check=not_negative,
    )
    keep_by_qe: int | None = option(
        None, "choose among the N best of each source by quality estimate", kind=int, metavar="N", check=_one_or_more
    )
    combine: str | None = option(
        None,
        "also make a text of the words of several candidates, for every source",
        choices=COMBINATIONS,
        more="A confusion network (P07-1040): candidates are set word under word by the fewest edits, and in every "
        "column the word with the most votes is taken. The text is judged beside the choice, and written in its place.",
    )
    backbones: str = option(
        "one",
        "which candidates give the order of words: what was chosen, or each in turn",
        choices=BACKBONES,
        more="With all, the best path of all networks is taken; a network has a prior by the mean TER of the others.",
    )
    network_alignment: str = option(
        "edits",
        "how words are set under those of a backbone: edits, ter, or a METEOR",
        metavar="HOW",
        more="By the fewest edits; where TER's shifts put them; or by the fewest edits, of which those between words "
        "that a METEOR such as meteor-2005 matches count half. Case is ignored.",
    )
    log_votes: bool = option(
        False,
        "add up logarithms of shares of votes (P07-1040, equation 6) in place of votes",
        more="So it is with all backbones, a language model or a weight of words.",
    )
    rank_votes: bool = option(
        False,
        "the k-th candidate of a system has 1/(1+k) of a vote (P07-1040)",
        more="Where logarithms of shares of votes are added up, all of a system's together have one.",
    )
    null_weight: float = option(
        0.0,
        "votes that every column without a word brings: more make combinations shorter",
        metavar="X",
        check=_finite,
        more="Where logarithms of shares of votes are added up, it is added to these.",
    )
    word_weight: float = option(
        0.0, "what every word of a combination adds to logarithms of shares of votes", metavar="X", check=_finite
    )
    lm_weight: float = option(
        1.0, "of a language model", metavar="X", check=_finite, more="Times natural logarithms of chances."
    )
    baseline: str | None = option(
        None,
        "what the choice is compared with: first, best or a system",
        metavar="NAME",
        shown="best, the best single system; of lists first",
        more='"best" is found on the same sources, by people where there are ratings; p and intervals allow for that.',
    )
    n_pools: int = option(
        10,
        "random smaller pools of each size, for the curve; 0 for none",
        flags=("--pools",),
        metavar="N",
        check=not_negative,
    )
    unit: str | None = unit_option()
    alpha: float = option(0.05, "family-wise error rate", metavar="X", check=between_0_and_1)
    n_resamples: int | None = resamples_option(None, "draws of the test and of the bootstrap", shown="10000")
    rng: Any = seed_option()
