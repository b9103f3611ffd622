"""Document ids that cannot be meant."""

import pytest

from tests.text.inspection.damaged import DOCUMENTS, HARBOUR, Lines, found


@pytest.mark.parametrize(
    ("ids", "severity", "message"),
    [
        (["a"] * 120, "error", "one document only"),
        ([str(i) for i in range(120)], "error", "every segment is a document"),
        ([str(i % 12) for i in range(120)], "warning", "continues after another document"),
        ([str(i // 30) for i in range(120)], "warning", "4 documents"),
        ([str(max(i - 60, 0) // 3) for i in range(120)], "warning", "0 holds 52% of the segments"),
        (["", *(str(i // 10) for i in range(119))], "error", "1 segment without a document"),
    ],
)
def test_document_ids_that_cannot_be_meant_are_found(ids: Lines, severity: str, message: str) -> None:
    findings = found("documents", HARBOUR, documents=ids)
    assert (severity, True) in [(finding.severity, message in finding.message) for finding in findings]


def test_documents_that_are_right_are_left_alone() -> None:
    assert found("documents", HARBOUR, documents=DOCUMENTS) == []
