"""Where texts are wrong: units with a class and an outcome that adds up, counted by segment."""

from steelyard.analysis.counterparts import counterparts
from steelyard.analysis.error_classes import ERROR_CLASSES, AnalysedWords, WordErrors, find_errors, starts_block
from steelyard.analysis.phrases import (
    LONGEST_PHRASE,
    PhraseCounts,
    Phrases,
    compare_phrases,
    extract_phrases,
    phrase_error_rate,
)
from steelyard.analysis.row_alignment import align_rows
from steelyard.analysis.symmetrisation import symmetrise
from steelyard.analysis.tag_errors import AlignedErrors, TagEdits, find_aligned_errors, find_tag_edits
from steelyard.analysis.units import count_units, rate, rate_measurements
from steelyard.analysis.word_alignments import alignment_error_rate, alignment_f, count_links, is_among

__all__ = [
    "AlignedErrors",
    "AnalysedWords",
    "ERROR_CLASSES",
    "LONGEST_PHRASE",
    "PhraseCounts",
    "Phrases",
    "TagEdits",
    "WordErrors",
    "align_rows",
    "alignment_error_rate",
    "alignment_f",
    "compare_phrases",
    "count_links",
    "count_units",
    "counterparts",
    "extract_phrases",
    "find_aligned_errors",
    "find_errors",
    "find_tag_edits",
    "is_among",
    "phrase_error_rate",
    "rate",
    "rate_measurements",
    "starts_block",
    "symmetrise",
]
