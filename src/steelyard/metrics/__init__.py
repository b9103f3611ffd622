"""Metrics; one metric = one file. Each is a value with options, statistics that add up, and a score of their sums.

A metric's file is imported when the metric is first used. To add one, write its file and run `make metrics-table`; the
imports below are for type checkers alone.
"""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes
from steelyard.metrics.table import ROWS

if TYPE_CHECKING:
    from steelyard.metrics.aggregated import aggregated_scores as aggregated_scores
    from steelyard.metrics.base import CorpusScore, MeanMetric, Metric, package_version
    from steelyard.metrics.bleu.bleu import Bleu as Bleu
    from steelyard.metrics.bleu.bleu_arithmetic import BleuArithmetic as BleuArithmetic
    from steelyard.metrics.bleu.bleu_s import BleuS as BleuS
    from steelyard.metrics.bleu.bleu_sbp import BleuSbp as BleuSbp
    from steelyard.metrics.bleu.gleu import Gleu as Gleu
    from steelyard.metrics.bleu.nist import Nist as Nist
    from steelyard.metrics.bleu.soft_bleu import SoftBleu as SoftBleu
    from steelyard.metrics.chrf import Chrf as Chrf
    from steelyard.metrics.chunks.aile import Aile as Aile
    from steelyard.metrics.chunks.impact import Impact as Impact
    from steelyard.metrics.dupp import Dupp as Dupp
    from steelyard.metrics.edit_rates.cder import Cder as Cder
    from steelyard.metrics.edit_rates.cer import Cer as Cer
    from steelyard.metrics.edit_rates.character_ter import CharacterTer as CharacterTer
    from steelyard.metrics.edit_rates.eed import Eed as Eed
    from steelyard.metrics.edit_rates.mer import Mer as Mer
    from steelyard.metrics.edit_rates.per import Per as Per
    from steelyard.metrics.edit_rates.ter import Ter as Ter
    from steelyard.metrics.edit_rates.ter import TerAlignment as TerAlignment
    from steelyard.metrics.edit_rates.ter import TerShift as TerShift
    from steelyard.metrics.edit_rates.wer import Wer as Wer
    from steelyard.metrics.edit_rates.wer import Wrr as Wrr
    from steelyard.metrics.edit_rates.wil import Wil as Wil
    from steelyard.metrics.edit_rates.wil import Wip as Wip
    from steelyard.metrics.ensemble import Ensemble as Ensemble
    from steelyard.metrics.exact_match import ExactMatch as ExactMatch
    from steelyard.metrics.exact_match import ZeroEditRate as ZeroEditRate
    from steelyard.metrics.features.byte_ratio import ByteRatio as ByteRatio
    from steelyard.metrics.features.content_words import ContentWords as ContentWords
    from steelyard.metrics.features.entailment import Entailment as Entailment
    from steelyard.metrics.features.gap_bigram import GapBigram as GapBigram
    from steelyard.metrics.features.parse_mark import ParseMark as ParseMark
    from steelyard.metrics.features.part import Part as Part
    from steelyard.metrics.features.seen import Seen as Seen
    from steelyard.metrics.fitting import Fitting, fit, fitted_spellings, parse_fitted
    from steelyard.metrics.grr import Grr as Grr
    from steelyard.metrics.gtm import Gtm as Gtm
    from steelyard.metrics.homola import Homola as Homola
    from steelyard.metrics.learned import Learned as Learned
    from steelyard.metrics.length_ratio import LengthRatio as LengthRatio
    from steelyard.metrics.maxsim import Maxsim as Maxsim
    from steelyard.metrics.measuring import measure as measure
    from steelyard.metrics.meteor.meteor_13 import Meteor13 as Meteor13
    from steelyard.metrics.meteor.meteor_14 import Meteor14 as Meteor14
    from steelyard.metrics.meteor.meteor_15 import Meteor15 as Meteor15
    from steelyard.metrics.meteor.meteor_2005 import Meteor2005 as Meteor2005
    from steelyard.metrics.meteor.meteor_2007 import Meteor2007 as Meteor2007
    from steelyard.metrics.meteor.meteor_2008 import Meteor2008 as Meteor2008
    from steelyard.metrics.pairwise import pairwise_scores as pairwise_scores
    from steelyard.metrics.parsed.dependency_f import DependencyF as DependencyF
    from steelyard.metrics.parsed.head_chain import HeadChain as HeadChain
    from steelyard.metrics.parsed.matching import Matching as Matching
    from steelyard.metrics.parsed.overlap import Overlap as Overlap
    from steelyard.metrics.parsed.subtree import Stm as Stm
    from steelyard.metrics.parts.edit_alignment import EditAlignment as EditAlignment
    from steelyard.metrics.parts.edit_alignment import EditSpan as EditSpan
    from steelyard.metrics.registry import aliases, available, parse, register
    from steelyard.metrics.rewritten.against import Against as Against
    from steelyard.metrics.rewritten.m_bleu import MBleu as MBleu
    from steelyard.metrics.rewritten.m_bleu import MTer as MTer
    from steelyard.metrics.rewritten.paraphrased import Paraphrased as Paraphrased
    from steelyard.metrics.rouge.rouge_l import RougeL as RougeL
    from steelyard.metrics.rouge.rouge_l import RougeLsum as RougeLsum
    from steelyard.metrics.rouge.rouge_n import Rouge1 as Rouge1
    from steelyard.metrics.rouge.rouge_n import Rouge2 as Rouge2
    from steelyard.metrics.rouge.rouge_n import Rouge3 as Rouge3
    from steelyard.metrics.rouge.rouge_n import Rouge4 as Rouge4
    from steelyard.metrics.rouge.rouge_s import RougeS as RougeS
    from steelyard.metrics.rouge.rouge_s import RougeSU as RougeSU
    from steelyard.metrics.rouge.rouge_w import RougeW as RougeW
    from steelyard.metrics.segment_scores import mean_of_segments, measure_segment_scores
    from steelyard.metrics.sia import Sia as Sia
    from steelyard.metrics.sscn import Sscn as Sscn
    from steelyard.metrics.sub_goal import SubGoal as SubGoal
    from steelyard.metrics.word_order.ribes import Ribes as Ribes
    from steelyard.metrics.word_order.source_order import Mpr as Mpr
    from steelyard.metrics.word_order.source_order import Prs as Prs
    from steelyard.metrics.word_order.word_order import HammingOrder as HammingOrder
    from steelyard.metrics.word_order.word_order import KendallOrder as KendallOrder

_HOMES: dict[str, list[str]] = {
    "base": ["CorpusScore", "MeanMetric", "Metric", "package_version"],
    "fitting": ["Fitting", "fit", "fitted_spellings", "parse_fitted"],
    "measuring": ["measure"],
    "registry": ["aliases", "available", "parse", "register"],
    "segment_scores": ["mean_of_segments", "measure_segment_scores"],
    "parts.edit_alignment": ["EditAlignment", "EditSpan"],
    "edit_rates.ter": ["TerAlignment", "TerShift"],
    "aggregated": ["aggregated_scores"],
    "pairwise": ["pairwise_scores"],
}
for row in ROWS.values():
    _HOMES.setdefault(row.module.removeprefix(f"{__name__}."), []).append(row.class_name)

__all__ = [
    "CorpusScore", "EditAlignment", "EditSpan", "Fitting", "MeanMetric", "Metric", "TerAlignment", "TerShift",
    "aggregated_scores", "aliases", "available", "fit", "fitted_spellings", "mean_of_segments", "measure",
    "measure_segment_scores", "package_version", "pairwise_scores", "parse", "parse_fitted", "register",
]  # fmt: skip
__all__ += sorted(row.class_name for row in ROWS.values())

__getattr__ = from_homes(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
