"""Every check together: silent about whole texts, and no odd text breaks one."""

import steelyard as sy
from steelyard.text import CHECKS
from tests.text.inspection.damaged import DOCUMENTS, GERMAN, HARBOUR, OUTPUTS, REFERENCES, changed, found


def test_the_bundled_example_is_whole() -> None:
    report = sy.lint(REFERENCES, OUTPUTS, sources=GERMAN, documents=DOCUMENTS)
    assert report.findings == ()
    assert report.method["checks"] == [name for name, check in CHECKS.items() if check.only != "no references"]
    assert not report.has("note")


def test_lines_are_numbered_from_1_and_counted() -> None:
    [finding] = found("replaced", changed(HARBOUR, range(3, 20), lambda line: line + "\ufffd"))
    assert finding.lines == tuple(range(4, 14))
    assert (finding.count, finding.share) == (17, 17 / 120)
    assert (finding.role, finding.name, finding.severity) == ("system", "mine", "warning")


def test_odd_texts_break_nothing() -> None:
    odd = ["", " ", "\x00", "\n", "a" * 5000, "\U0001f600" * 50, "e\u0301" * 30, "\ud800", "ab" * 700, "字" * 80, "\t"]
    report = sy.lint([odd, odd[::-1]], {"x": odd[::-1], "y": odd, "z": [], "w": odd[:3]}, sources=odd, documents=odd)
    assert report.has("error")
