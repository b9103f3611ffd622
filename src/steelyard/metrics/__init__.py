"""Metrics; one metric = one file. Each is a value with options, statistics that add up, and a score of their sums.

A metric's file is imported when the metric is first used: to add one, write its file and name it here, three times.
"""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes
from steelyard.metrics.base import CorpusScore, MeanMetric, Metric, package_version
from steelyard.metrics.measure import measure
from steelyard.metrics.registry import aliases, announce, available, parse, register
from steelyard.metrics.segment_scores import mean_of_segments, measure_segment_scores

if TYPE_CHECKING:
    from steelyard.metrics.aile import Aile
    from steelyard.metrics.bleu import Bleu
    from steelyard.metrics.bleu_arithmetic import BleuArithmetic
    from steelyard.metrics.bleu_s import BleuS
    from steelyard.metrics.bleu_sbp import BleuSbp
    from steelyard.metrics.cder import Cder
    from steelyard.metrics.cer import Cer
    from steelyard.metrics.character_ter import CharacterTer
    from steelyard.metrics.chrf import Chrf
    from steelyard.metrics.dependency_f import DependencyF
    from steelyard.metrics.dupp import Dupp
    from steelyard.metrics.edit_alignment import EditAlignment, EditSpan
    from steelyard.metrics.eed import Eed
    from steelyard.metrics.exact_match import ExactMatch, ZeroEditRate
    from steelyard.metrics.gleu import Gleu
    from steelyard.metrics.grr import Grr
    from steelyard.metrics.gtm import Gtm
    from steelyard.metrics.head_chain import HeadChain
    from steelyard.metrics.homola import Homola
    from steelyard.metrics.impact import Impact
    from steelyard.metrics.length_ratio import LengthRatio
    from steelyard.metrics.m_bleu import MBleu, MTer
    from steelyard.metrics.maxsim import Maxsim
    from steelyard.metrics.mer import Mer
    from steelyard.metrics.meteor_13 import Meteor13
    from steelyard.metrics.meteor_14 import Meteor14
    from steelyard.metrics.meteor_15 import Meteor15
    from steelyard.metrics.meteor_2005 import Meteor2005
    from steelyard.metrics.meteor_2007 import Meteor2007
    from steelyard.metrics.meteor_2008 import Meteor2008
    from steelyard.metrics.nist import Nist
    from steelyard.metrics.paraphrased import Paraphrased
    from steelyard.metrics.per import Per
    from steelyard.metrics.ribes import Ribes
    from steelyard.metrics.rouge_l import RougeL, RougeLsum
    from steelyard.metrics.rouge_n import Rouge1, Rouge2, Rouge3, Rouge4
    from steelyard.metrics.rouge_s import RougeS, RougeSU
    from steelyard.metrics.rouge_w import RougeW
    from steelyard.metrics.sia import Sia
    from steelyard.metrics.source_order import Mpr, Prs
    from steelyard.metrics.sscn import Sscn
    from steelyard.metrics.sub_goal import SubGoal
    from steelyard.metrics.ter import Ter, TerAlignment, TerShift
    from steelyard.metrics.wer import Wer, Wrr
    from steelyard.metrics.wil import Wil, Wip
    from steelyard.metrics.word_order import HammingOrder, KendallOrder

__all__ = [
    "Aile",
    "Bleu",
    "BleuArithmetic",
    "BleuS",
    "BleuSbp",
    "Cder",
    "Cer",
    "CharacterTer",
    "Chrf",
    "CorpusScore",
    "DependencyF",
    "Dupp",
    "EditAlignment",
    "EditSpan",
    "Eed",
    "ExactMatch",
    "Gleu",
    "Grr",
    "Gtm",
    "HammingOrder",
    "HeadChain",
    "Homola",
    "Impact",
    "KendallOrder",
    "LengthRatio",
    "Maxsim",
    "MeanMetric",
    "MBleu",
    "MTer",
    "Mer",
    "Meteor13",
    "Meteor14",
    "Meteor15",
    "Meteor2005",
    "Meteor2007",
    "Meteor2008",
    "Metric",
    "Mpr",
    "Nist",
    "Paraphrased",
    "Per",
    "Prs",
    "Ribes",
    "Rouge1",
    "Rouge2",
    "Rouge3",
    "Rouge4",
    "RougeL",
    "RougeLsum",
    "RougeS",
    "RougeSU",
    "RougeW",
    "Sia",
    "Sscn",
    "SubGoal",
    "Ter",
    "TerAlignment",
    "TerShift",
    "Wer",
    "Wil",
    "Wip",
    "Wrr",
    "ZeroEditRate",
    "aliases",
    "announce",
    "available",
    "mean_of_segments",
    "measure",
    "measure_segment_scores",
    "package_version",
    "parse",
    "register",
]

# Name, file and class of every metric of ours.
_OURS = (
    ("aile", "aile", "Aile"),
    ("bleu", "bleu", "Bleu"),
    ("bleu-arithmetic", "bleu_arithmetic", "BleuArithmetic"),
    ("bleu-s", "bleu_s", "BleuS"),
    ("bleu-sbp", "bleu_sbp", "BleuSbp"),
    ("cder", "cder", "Cder"),
    ("cer", "cer", "Cer"),
    ("character-ter", "character_ter", "CharacterTer"),
    ("chrf", "chrf", "Chrf"),
    ("dependency-f", "dependency_f", "DependencyF"),
    ("dupp", "dupp", "Dupp"),
    ("eed", "eed", "Eed"),
    ("exact-match", "exact_match", "ExactMatch"),
    ("gleu", "gleu", "Gleu"),
    ("grr", "grr", "Grr"),
    ("gtm", "gtm", "Gtm"),
    ("hamming-order", "word_order", "HammingOrder"),
    ("head-chain", "head_chain", "HeadChain"),
    ("homola", "homola", "Homola"),
    ("impact", "impact", "Impact"),
    ("kendall-order", "word_order", "KendallOrder"),
    ("length-ratio", "length_ratio", "LengthRatio"),
    ("m-bleu", "m_bleu", "MBleu"),
    ("m-ter", "m_bleu", "MTer"),
    ("maxsim", "maxsim", "Maxsim"),
    ("mer", "mer", "Mer"),
    ("meteor-1.3", "meteor_13", "Meteor13"),
    ("meteor-1.4", "meteor_14", "Meteor14"),
    ("meteor-1.5", "meteor_15", "Meteor15"),
    ("meteor-2005", "meteor_2005", "Meteor2005"),
    ("meteor-2007", "meteor_2007", "Meteor2007"),
    ("meteor-2008", "meteor_2008", "Meteor2008"),
    ("mpr", "source_order", "Mpr"),
    ("nist", "nist", "Nist"),
    ("paraphrased", "paraphrased", "Paraphrased"),
    ("per", "per", "Per"),
    ("prs", "source_order", "Prs"),
    ("ribes", "ribes", "Ribes"),
    ("rouge-1", "rouge_n", "Rouge1"),
    ("rouge-2", "rouge_n", "Rouge2"),
    ("rouge-3", "rouge_n", "Rouge3"),
    ("rouge-4", "rouge_n", "Rouge4"),
    ("rouge-l", "rouge_l", "RougeL"),
    ("rouge-lsum", "rouge_l", "RougeLsum"),
    ("rouge-s", "rouge_s", "RougeS"),
    ("rouge-su", "rouge_s", "RougeSU"),
    ("rouge-w", "rouge_w", "RougeW"),
    ("sia", "sia", "Sia"),
    ("sscn", "sscn", "Sscn"),
    ("sub-goal", "sub_goal", "SubGoal"),
    ("ter", "ter", "Ter"),
    ("wer", "wer", "Wer"),
    ("wil", "wil", "Wil"),
    ("wip", "wil", "Wip"),
    ("wrr", "wer", "Wrr"),
    ("zero-edit-rate", "exact_match", "ZeroEditRate"),
)
_ALIASES = {"chrf++": "chrf(word_order=2)", "chrf2++": "chrf(word_order=2)"}
_HOMES: dict[str, list[str]] = {"edit_alignment": ["EditAlignment", "EditSpan"], "ter": ["TerAlignment", "TerShift"]}
for _, file, kind in _OURS:
    _HOMES.setdefault(file, []).append(kind)

announce({name: f"{__name__}.{file}" for name, file, _ in _OURS}, _ALIASES)

__getattr__ = from_homes(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
