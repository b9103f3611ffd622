"""Readers and writers; one format = one file."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.reading.formats.alignments.word_alignments import WordAlignments, read_word_alignments
    from steelyard.reading.formats.appraise import read_appraise
    from steelyard.reading.formats.brackets import read_brackets, tree_of
    from steelyard.reading.formats.columns import read_columns
    from steelyard.reading.formats.conllu import read_conllu
    from steelyard.reading.formats.esa import read_esa
    from steelyard.reading.formats.learning_runs import read_learning_runs
    from steelyard.reading.formats.line_chances import read_line_chances
    from steelyard.reading.formats.metric_eval_folders import MetricScoreFiles, find_metric_scores, languages_of
    from steelyard.reading.formats.moses.arpa import read_arpa
    from steelyard.reading.formats.moses.extracted import read_moses_extracted
    from steelyard.reading.formats.moses.nbest import nbest_lines, read_moses_nbest
    from steelyard.reading.formats.mqm import read_mqm
    from steelyard.reading.formats.mt_metrics_eval import MetricsEvalSet, read_metrics_eval
    from steelyard.reading.formats.output_scores import read_output_scores, with_system_scores
    from steelyard.reading.formats.pearmut import read_pearmut
    from steelyard.reading.formats.qe_spans import read_qe_spans
    from steelyard.reading.formats.ratings import read_ratings, write_ratings
    from steelyard.reading.formats.relative_rankings import read_relative_rankings
    from steelyard.reading.formats.sacrebleu_cache import CachedTestSet, cached_test_sets, read_cached
    from steelyard.reading.formats.samples import Samples, read_samples, write_samples
    from steelyard.reading.formats.seg_rating import read_seg_rating
    from steelyard.reading.formats.seg_score import read_seg_scores, read_sys_scores
    from steelyard.reading.formats.segment_scores import read_segment_scores
    from steelyard.reading.formats.statistics_files import read_statistics_file, write_statistics_file
    from steelyard.reading.formats.suites.check_points import CheckPointFile, read_check_points, write_check_points
    from steelyard.reading.formats.suites.contrasts import read_contrasts
    from steelyard.reading.formats.suites.patterns import PatternFile, SourcePattern, items_of_patterns, read_patterns
    from steelyard.reading.formats.suites.test_suites import SuiteFile, read_test_suite
    from steelyard.reading.formats.svmlight import read_svmlight, write_svmlight
    from steelyard.reading.formats.tag_lines import read_parses, read_tags
    from steelyard.reading.formats.votes import read_votes
    from steelyard.reading.formats.wmt.sgml import read_wmt_sgml
    from steelyard.reading.formats.wmt.xml import read_wmt_xml

__all__ = [
    "CachedTestSet", "CheckPointFile", "MetricScoreFiles", "MetricsEvalSet", "PatternFile", "Samples",
    "SourcePattern", "SuiteFile", "WordAlignments", "cached_test_sets", "find_metric_scores", "items_of_patterns",
    "languages_of", "nbest_lines", "read_appraise", "read_arpa", "read_brackets", "read_cached",
    "read_check_points", "read_columns", "read_conllu", "read_contrasts", "read_esa", "read_learning_runs",
    "read_line_chances", "read_metrics_eval", "read_moses_extracted", "read_moses_nbest", "read_mqm",
    "read_output_scores", "read_parses", "read_patterns", "read_pearmut", "read_qe_spans", "read_ratings",
    "read_relative_rankings", "read_samples", "read_seg_rating", "read_seg_scores", "read_segment_scores",
    "read_statistics_file", "read_svmlight", "read_sys_scores", "read_tags", "read_test_suite", "read_votes",
    "read_wmt_sgml", "read_wmt_xml", "read_word_alignments", "tree_of", "with_system_scores", "write_check_points",
    "write_ratings", "write_samples", "write_statistics_file", "write_svmlight",
]  # fmt: skip

__getattr__ = from_homes(
    __name__,
    {
        "appraise": ["read_appraise"],
        "brackets": ["read_brackets", "tree_of"],
        "suites.check_points": ["CheckPointFile", "read_check_points", "write_check_points"],
        "columns": ["read_columns"],
        "conllu": ["read_conllu"],
        "suites.contrasts": ["read_contrasts"],
        "suites.patterns": ["PatternFile", "SourcePattern", "items_of_patterns", "read_patterns"],
        "suites.test_suites": ["SuiteFile", "read_test_suite"],
        "esa": ["read_esa"],
        "learning_runs": ["read_learning_runs"],
        "line_chances": ["read_line_chances"],
        "moses.arpa": ["read_arpa"],
        "moses.extracted": ["read_moses_extracted"],
        "moses.nbest": ["nbest_lines", "read_moses_nbest"],
        "mqm": ["read_mqm"],
        "metric_eval_folders": ["MetricScoreFiles", "find_metric_scores", "languages_of"],
        "mt_metrics_eval": ["MetricsEvalSet", "read_metrics_eval"],
        "seg_rating": ["read_seg_rating"],
        "seg_score": ["read_seg_scores", "read_sys_scores"],
        "output_scores": ["read_output_scores", "with_system_scores"],
        "alignments.word_alignments": ["WordAlignments", "read_word_alignments"],
        "pearmut": ["read_pearmut"],
        "qe_spans": ["read_qe_spans"],
        "ratings": ["read_ratings", "write_ratings"],
        "relative_rankings": ["read_relative_rankings"],
        "sacrebleu_cache": ["CachedTestSet", "cached_test_sets", "read_cached"],
        "samples": ["Samples", "read_samples", "write_samples"],
        "segment_scores": ["read_segment_scores"],
        "statistics_files": ["read_statistics_file", "write_statistics_file"],
        "svmlight": ["read_svmlight", "write_svmlight"],
        "tag_lines": ["read_parses", "read_tags"],
        "votes": ["read_votes"],
        "wmt.sgml": ["read_wmt_sgml"],
        "wmt.xml": ["read_wmt_xml"],
    },
)


def __dir__() -> list[str]:
    return sorted(__all__)
