"""Readers and writers; one format = one file."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.data.formats.columns import read_columns
    from steelyard.data.formats.conllu import read_conllu
    from steelyard.data.formats.moses_nbest import read_moses_nbest
    from steelyard.data.formats.pharaoh import read_pharaoh
    from steelyard.data.formats.sacrebleu_cache import CachedTestSet, cached_test_sets, read_cached
    from steelyard.data.formats.segment_scores import read_segment_scores

__all__ = [
    "CachedTestSet",
    "cached_test_sets",
    "read_cached",
    "read_columns",
    "read_conllu",
    "read_moses_nbest",
    "read_pharaoh",
    "read_segment_scores",
]

__getattr__ = from_homes(
    __name__,
    {
        "columns": ["read_columns"],
        "conllu": ["read_conllu"],
        "moses_nbest": ["read_moses_nbest"],
        "pharaoh": ["read_pharaoh"],
        "sacrebleu_cache": ["CachedTestSet", "cached_test_sets", "read_cached"],
        "segment_scores": ["read_segment_scores"],
    },
)
