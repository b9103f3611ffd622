"""The values that flow through the pipeline: texts, annotation, tokens, statistics, measurements; checked once."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes
from steelyard.types.counted_set import CountedSet
from steelyard.types.layout import Layout, word_for_layout, word_for_rows
from steelyard.types.measurement import Measurement
from steelyard.types.statistics import Statistics
from steelyard.types.test_set import TestSet
from steelyard.types.tokens import Tokens, Vocabulary

if TYPE_CHECKING:
    from steelyard.types.annotations import Alignment, AnnotationFile, Parse, Word
    from steelyard.types.check_points import ANYTHING, CheckPoint
    from steelyard.types.contrastive_pairs import ContrastivePairs
    from steelyard.types.labels import Labels
    from steelyard.types.learned.language import letter_sequences
    from steelyard.types.learned.marks import best_of_set
    from steelyard.types.learned.model import LearnedModel
    from steelyard.types.learned.predictors import (
        KernelPredictor,
        LinearPredictor,
        Predictor,
        StepPredictor,
        TreePredictor,
        predictor_of,
    )
    from steelyard.types.learning_runs import LearningRuns
    from steelyard.types.n_best import NBestLists
    from steelyard.types.ngram_model import NgramModel
    from steelyard.types.output_scores import ErrorSpan, OutputScores
    from steelyard.types.parses.constituents import Constituent
    from steelyard.types.ratings import KINDS, PLACES, ErrorMarks, Rankings, Ratings
    from steelyard.types.segment_explanation import Link, SegmentExplanation
    from steelyard.types.suite_items import SuiteItem, compile_pattern
    from steelyard.types.trees import CandidateParses, MadeOutput, StoredParses, Trees
    from steelyard.types.word_links import WordLinks

__all__ = [
    "best_of_set", "ANYTHING", "KINDS", "PLACES", "Alignment", "AnnotationFile", "CandidateParses", "CheckPoint",
    "Constituent", "ContrastivePairs", "CountedSet", "ErrorMarks", "ErrorSpan", "KernelPredictor", "Labels",
    "Layout", "LearnedModel", "LearningRuns", "LinearPredictor", "Link", "MadeOutput", "Measurement", "NBestLists",
    "NgramModel", "OutputScores", "Parse", "Predictor", "Rankings", "Ratings", "SegmentExplanation", "Statistics",
    "StepPredictor", "StoredParses", "SuiteItem", "TestSet", "Tokens", "TreePredictor", "Trees", "Vocabulary",
    "Word", "WordLinks", "compile_pattern", "letter_sequences", "predictor_of", "word_for_layout", "word_for_rows",
]  # fmt: skip

__getattr__ = from_homes(
    __name__,
    {
        "annotations": ["Alignment", "AnnotationFile", "Parse", "Word"],
        "check_points": ["ANYTHING", "CheckPoint"],
        "parses.constituents": ["Constituent"],
        "contrastive_pairs": ["ContrastivePairs"],
        "labels": ["Labels"],
        "learned.language": ["letter_sequences"],
        "learned.marks": ["best_of_set"],
        "learned.model": ["LearnedModel"],
        "learning_runs": ["LearningRuns"],
        "n_best": ["NBestLists"],
        "ngram_model": ["NgramModel"],
        "output_scores": ["ErrorSpan", "OutputScores"],
        "learned.predictors": [
            "KernelPredictor",
            "LinearPredictor",
            "Predictor",
            "StepPredictor",
            "TreePredictor",
            "predictor_of",
        ],
        "ratings": ["KINDS", "PLACES", "ErrorMarks", "Rankings", "Ratings"],
        "segment_explanation": ["Link", "SegmentExplanation"],
        "suite_items": ["SuiteItem", "compile_pattern"],
        "trees": ["CandidateParses", "MadeOutput", "StoredParses", "Trees"],
        "word_links": ["WordLinks"],
    },
)


def __dir__() -> list[str]:
    return sorted(__all__)
