"""What a report shows beside a comparison: null distributions, agreement of metrics, buckets and segments."""

from steelyard.workflows.report_data.page import null_distributions, report_page

__all__ = ["null_distributions", "report_page"]
