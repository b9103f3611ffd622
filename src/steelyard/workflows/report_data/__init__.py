"""What a report shows beside a comparison: null distributions, agreement of metrics, buckets and segments."""

from steelyard.workflows.report_data.page import null_distributions, report_page
from steelyard.workflows.report_data.ratings import ratings_page
from steelyard.workflows.report_data.segments import segment_scores

__all__ = ["null_distributions", "ratings_page", "report_page", "segment_scores"]
