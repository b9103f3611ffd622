"""Metrics; one metric = one file. Each is a value with options, statistics that add up, and a score of their sums."""

from steelyard.metrics.base import CorpusScore, Metric, measure, package_version
from steelyard.metrics.bleu import Bleu
from steelyard.metrics.registry import available, parse, register
from steelyard.metrics.segment_scores import measure_segment_scores

__all__ = [
    "Bleu",
    "CorpusScore",
    "Metric",
    "available",
    "measure",
    "measure_segment_scores",
    "package_version",
    "parse",
    "register",
]
