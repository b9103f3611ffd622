"""Candidates of lists under metrics: how good each is by itself, and test sets of those that were chosen."""

from steelyard.lab.candidates.counted_lists import CountedCandidates, count_candidates, count_extracted
from steelyard.lab.candidates.likeness import is_queen, queen_quality, spell_metric
from steelyard.lab.candidates.outputs import check_segments, chosen_outputs, decoder_output, folds_of
from steelyard.lab.candidates.quality import candidate_metric, candidate_quality, parses_for
from steelyard.lab.candidates.stored import StoredModel, lists_again, read_lists, read_model, read_references

__all__ = [
    "CountedCandidates", "StoredModel", "candidate_metric", "candidate_quality", "check_segments", "chosen_outputs",
    "count_candidates", "count_extracted", "decoder_output", "folds_of", "is_queen", "lists_again", "parses_for",
    "queen_quality", "read_lists", "read_model", "read_references", "spell_metric",
]  # fmt: skip
