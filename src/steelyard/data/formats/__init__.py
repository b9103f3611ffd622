"""Readers and writers; one format = one file."""

from steelyard.data.formats.columns import read_columns
from steelyard.data.formats.conllu import read_conllu
from steelyard.data.formats.pharaoh import read_pharaoh
from steelyard.data.formats.sacrebleu_cache import CachedTestSet, cached_test_sets, read_cached
from steelyard.data.formats.segment_scores import read_segment_scores

__all__ = [
    "CachedTestSet",
    "cached_test_sets",
    "read_cached",
    "read_columns",
    "read_conllu",
    "read_pharaoh",
    "read_segment_scores",
]
