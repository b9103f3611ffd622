"""What a page shows beside the difference of two systems: every segment whose outputs differ."""

import numpy as np

from steelyard.counted import Counted
from steelyard.counted.single_segments import segment_measurements
from steelyard.errors import SpecError
from steelyard.metrics import measure, parse
from steelyard.questions.diff.answer import Difference
from steelyard.questions.diff.changed_segments import is_changed
from steelyard.questions.report_page.answer import ReportPage
from steelyard.questions.report_page.segments import errors_of_metrics, shown_segments
from steelyard.questions.report_page.words import with_words

__all__ = ["difference_page"]


def difference_page(counted: Counted, difference: Difference, *, texts: bool = True) -> ReportPage:
    """Collect the segments whose outputs differ, scored by what chose the examples, then by the metrics compared."""
    test_set, method = counted.texts("The page of a difference"), difference.method
    stated = counted.provenance()["inputs"]
    if method["inputs"][: len(stated)] != stated:  # files of options follow
        raise SpecError("This difference is of other texts or scores than these: ask for it first.")
    own = segment_measurements(test_set, counted.measurements, counted.segment_metrics, counted.n_threads)
    by = parse(method["by"]).segment_metric()
    first = [one for one in own if one.metric == str(by)] or measure(test_set, [by], n_threads=counted.n_threads)
    measurements = [*first, *(one for one in own if one.metric != str(by))]
    changed = np.flatnonzero(is_changed(test_set))
    shown = shown_segments(test_set, measurements, texts=texts, among=changed) if len(changed) else None
    shown = shown and with_words(shown, test_set, (by, *counted.segment_metrics), counted.n_threads)
    shown = shown and errors_of_metrics(shown, counted.errors)
    return ReportPage({"n_segments": method["n_segments"]}, difference=difference, segments=shown)
