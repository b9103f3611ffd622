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
    from steelyard.metrics.bleu.bleu import Bleu
    from steelyard.metrics.bleu.bleu_arithmetic import BleuArithmetic
    from steelyard.metrics.bleu.bleu_s import BleuS
    from steelyard.metrics.bleu.bleu_sbp import BleuSbp
    from steelyard.metrics.bleu.gleu import Gleu
    from steelyard.metrics.bleu.nist import Nist
    from steelyard.metrics.chrf import Chrf
    from steelyard.metrics.chunks.aile import Aile
    from steelyard.metrics.chunks.impact import Impact
    from steelyard.metrics.dependencies.dependency_f import DependencyF
    from steelyard.metrics.dependencies.head_chain import HeadChain
    from steelyard.metrics.dupp import Dupp
    from steelyard.metrics.edit_rates.cder import Cder
    from steelyard.metrics.edit_rates.cer import Cer
    from steelyard.metrics.edit_rates.character_ter import CharacterTer
    from steelyard.metrics.edit_rates.eed import Eed
    from steelyard.metrics.edit_rates.mer import Mer
    from steelyard.metrics.edit_rates.per import Per
    from steelyard.metrics.edit_rates.ter import Ter, TerAlignment, TerShift
    from steelyard.metrics.edit_rates.wer import Wer, Wrr
    from steelyard.metrics.edit_rates.wil import Wil, Wip
    from steelyard.metrics.exact_match import ExactMatch, ZeroEditRate
    from steelyard.metrics.grr import Grr
    from steelyard.metrics.gtm import Gtm
    from steelyard.metrics.homola import Homola
    from steelyard.metrics.length_ratio import LengthRatio
    from steelyard.metrics.maxsim import Maxsim
    from steelyard.metrics.meteor.meteor_13 import Meteor13
    from steelyard.metrics.meteor.meteor_14 import Meteor14
    from steelyard.metrics.meteor.meteor_15 import Meteor15
    from steelyard.metrics.meteor.meteor_2005 import Meteor2005
    from steelyard.metrics.meteor.meteor_2007 import Meteor2007
    from steelyard.metrics.meteor.meteor_2008 import Meteor2008
    from steelyard.metrics.parts.edit_alignment import EditAlignment, EditSpan
    from steelyard.metrics.rewritten.m_bleu import MBleu, MTer
    from steelyard.metrics.rewritten.paraphrased import Paraphrased
    from steelyard.metrics.rouge.rouge_l import RougeL, RougeLsum
    from steelyard.metrics.rouge.rouge_n import Rouge1, Rouge2, Rouge3, Rouge4
    from steelyard.metrics.rouge.rouge_s import RougeS, RougeSU
    from steelyard.metrics.rouge.rouge_w import RougeW
    from steelyard.metrics.sia import Sia
    from steelyard.metrics.sscn import Sscn
    from steelyard.metrics.sub_goal import SubGoal
    from steelyard.metrics.word_order.ribes import Ribes
    from steelyard.metrics.word_order.source_order import Mpr, Prs
    from steelyard.metrics.word_order.word_order import HammingOrder, KendallOrder

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

# Name, module and class of every metric of ours.
_OURS = (
    ("aile", "chunks.aile", "Aile"),
    ("bleu", "bleu.bleu", "Bleu"),
    ("bleu-arithmetic", "bleu.bleu_arithmetic", "BleuArithmetic"),
    ("bleu-s", "bleu.bleu_s", "BleuS"),
    ("bleu-sbp", "bleu.bleu_sbp", "BleuSbp"),
    ("cder", "edit_rates.cder", "Cder"),
    ("cer", "edit_rates.cer", "Cer"),
    ("character-ter", "edit_rates.character_ter", "CharacterTer"),
    ("chrf", "chrf", "Chrf"),
    ("dependency-f", "dependencies.dependency_f", "DependencyF"),
    ("dupp", "dupp", "Dupp"),
    ("eed", "edit_rates.eed", "Eed"),
    ("exact-match", "exact_match", "ExactMatch"),
    ("gleu", "bleu.gleu", "Gleu"),
    ("grr", "grr", "Grr"),
    ("gtm", "gtm", "Gtm"),
    ("hamming-order", "word_order.word_order", "HammingOrder"),
    ("head-chain", "dependencies.head_chain", "HeadChain"),
    ("homola", "homola", "Homola"),
    ("impact", "chunks.impact", "Impact"),
    ("kendall-order", "word_order.word_order", "KendallOrder"),
    ("length-ratio", "length_ratio", "LengthRatio"),
    ("m-bleu", "rewritten.m_bleu", "MBleu"),
    ("m-ter", "rewritten.m_bleu", "MTer"),
    ("maxsim", "maxsim", "Maxsim"),
    ("mer", "edit_rates.mer", "Mer"),
    ("meteor-1.3", "meteor.meteor_13", "Meteor13"),
    ("meteor-1.4", "meteor.meteor_14", "Meteor14"),
    ("meteor-1.5", "meteor.meteor_15", "Meteor15"),
    ("meteor-2005", "meteor.meteor_2005", "Meteor2005"),
    ("meteor-2007", "meteor.meteor_2007", "Meteor2007"),
    ("meteor-2008", "meteor.meteor_2008", "Meteor2008"),
    ("mpr", "word_order.source_order", "Mpr"),
    ("nist", "bleu.nist", "Nist"),
    ("paraphrased", "rewritten.paraphrased", "Paraphrased"),
    ("per", "edit_rates.per", "Per"),
    ("prs", "word_order.source_order", "Prs"),
    ("ribes", "word_order.ribes", "Ribes"),
    ("rouge-1", "rouge.rouge_n", "Rouge1"),
    ("rouge-2", "rouge.rouge_n", "Rouge2"),
    ("rouge-3", "rouge.rouge_n", "Rouge3"),
    ("rouge-4", "rouge.rouge_n", "Rouge4"),
    ("rouge-l", "rouge.rouge_l", "RougeL"),
    ("rouge-lsum", "rouge.rouge_l", "RougeLsum"),
    ("rouge-s", "rouge.rouge_s", "RougeS"),
    ("rouge-su", "rouge.rouge_s", "RougeSU"),
    ("rouge-w", "rouge.rouge_w", "RougeW"),
    ("sia", "sia", "Sia"),
    ("sscn", "sscn", "Sscn"),
    ("sub-goal", "sub_goal", "SubGoal"),
    ("ter", "edit_rates.ter", "Ter"),
    ("wer", "edit_rates.wer", "Wer"),
    ("wil", "edit_rates.wil", "Wil"),
    ("wip", "edit_rates.wil", "Wip"),
    ("wrr", "edit_rates.wer", "Wrr"),
    ("zero-edit-rate", "exact_match", "ZeroEditRate"),
)
_ALIASES = {"chrf++": "chrf(word_order=2)", "chrf2++": "chrf(word_order=2)"}
_HOMES: dict[str, list[str]] = {
    "parts.edit_alignment": ["EditAlignment", "EditSpan"],
    "edit_rates.ter": ["TerAlignment", "TerShift"],
}
for _, file, kind in _OURS:
    _HOMES.setdefault(file, []).append(kind)

announce({name: f"{__name__}.{file}" for name, file, _ in _OURS}, _ALIASES)

__getattr__ = from_homes(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
