"""Where texts are wrong: units with a class and an outcome that adds up, counted by segment."""

from steelyard.analysis.phrases import (
    LONGEST_PHRASE,
    PhraseCounts,
    Phrases,
    compare_phrases,
    extract_phrases,
    phrase_error_rate,
)
from steelyard.analysis.symmetrisation import symmetrise
from steelyard.analysis.units import count_units, rate, rate_measurements
from steelyard.analysis.word_alignments import alignment_error_rate, alignment_f, count_links, is_among

__all__ = [
    "LONGEST_PHRASE",
    "PhraseCounts",
    "Phrases",
    "alignment_error_rate",
    "alignment_f",
    "compare_phrases",
    "count_links",
    "count_units",
    "extract_phrases",
    "is_among",
    "phrase_error_rate",
    "rate",
    "rate_measurements",
    "symmetrise",
]
