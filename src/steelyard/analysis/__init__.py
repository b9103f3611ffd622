"""Where texts are wrong: units with a class and an outcome that adds up, counted by segment."""

from steelyard.analysis.consistency import FormCounts, count_forms, linked_forms
from steelyard.analysis.contrasts import ACES_WEIGHTS, aces_category, aces_score, contrast_outcomes, kendall_like_tau
from steelyard.analysis.counterparts import counterparts
from steelyard.analysis.error_classes import (
    ERROR_CLASSES,
    AnalysedWords,
    WordErrors,
    find_errors,
    paired_inflections,
    starts_block,
)
from steelyard.analysis.ngram_credit import GAP, count_ngrams, match_ngrams
from steelyard.analysis.outcomes import EVERYTHING, Outcomes, credit_rate, outcome_measurements
from steelyard.analysis.phrases import (
    LONGEST_PHRASE,
    PhraseCounts,
    Phrases,
    compare_phrases,
    extract_phrases,
    phrase_error_rate,
)
from steelyard.analysis.repairs import morpheme_distance, repair
from steelyard.analysis.row_alignment import align_rows, paired_words
from steelyard.analysis.symmetrisation import symmetrise
from steelyard.analysis.tag_errors import AlignedErrors, TagEdits, find_aligned_errors, find_tag_edits
from steelyard.analysis.termbases import read_glossaries
from steelyard.analysis.terms import Term, find_phrases, index_targets, read_dictionary, read_glossary, rendered
from steelyard.analysis.text_units import TextUnit, find_units
from steelyard.analysis.translated_units import dictionary_match, project, with_gaps
from steelyard.analysis.units import count_units, rate, rate_measurements
from steelyard.analysis.verdicts import VERDICT_REASONS, judge_outputs, judge_text
from steelyard.analysis.word_alignments import alignment_error_rate, alignment_f, count_links, is_among

__all__ = [
    "aces_category", "aces_score", "ACES_WEIGHTS", "align_rows", "AlignedErrors", "alignment_error_rate",
    "alignment_f", "AnalysedWords", "compare_phrases", "contrast_outcomes", "count_forms", "count_links",
    "count_ngrams", "count_units", "counterparts", "credit_rate", "dictionary_match", "ERROR_CLASSES", "EVERYTHING",
    "extract_phrases", "find_aligned_errors", "find_errors", "find_phrases", "find_tag_edits", "find_units",
    "FormCounts", "GAP", "index_targets", "is_among", "judge_outputs", "judge_text", "kendall_like_tau",
    "linked_forms", "LONGEST_PHRASE", "match_ngrams", "morpheme_distance", "outcome_measurements", "Outcomes",
    "paired_inflections", "paired_words", "phrase_error_rate", "PhraseCounts", "Phrases", "project", "rate",
    "rate_measurements", "read_dictionary", "read_glossaries", "read_glossary", "rendered", "repair",
    "starts_block", "symmetrise", "VERDICT_REASONS", "TagEdits", "Term", "TextUnit", "with_gaps", "WordErrors",
]  # fmt: skip
