"""Errors that xCOMET marked beside its scores, shown in the segments of a comparison."""

import json
from pathlib import Path
from typing import Any

import pytest

from steelyard.cli.app import main
from tests.browser.conftest import PHONE
from tests.browser.pages import segments_of

SCREENS = pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
# The example of COMET's README: starts are those of the space before the first word.
REFERENCE = "Can it be delivered between 10 to 15 minutes?"
OUTPUTS = {
    "one": ("Can I receive my food in 10 to 15 minutes?", " my food", 13, 21, 0.4160953164100647),
    "two": ("Can you send it for 10 to 15 minutes?", " you send it for", 3, 19, 0.40004390478134155),
}


@SCREENS
def test_what_xcomet_marked_is_shaded_under_its_scores(
    opening: Any, tmp_path: Path, size: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ref.en").write_text(f"{REFERENCE}\nIt is 🙂 late.\n", encoding="utf-8")
    for name, (text, said, start, end, confidence) in OUTPUTS.items():
        assert text[start:end] == said
        (tmp_path / f"{name}.en").write_text(f"{text}\nIt is 🙂 late.\n", encoding="utf-8")
        first = {"text": said.strip(), "confidence": confidence, "severity": "minor", "start": start, "end": end}
        second = {"text": "late", "confidence": 0.7, "severity": "critical", "start": 7, "end": 12}
        spans = [[first], [second] if name == "two" else []]
        stored = {"scores": [0.98, 0.96], "system_score": 0.97, "metadata": {"error_spans": spans}}
        (tmp_path / f"{name}.json").write_text(json.dumps(stored), encoding="utf-8")
    files = [str(tmp_path / f"{name}.json") for name in OUTPUTS]
    outputs = [str(tmp_path / f"{name}.en") for name in OUTPUTS]
    page_path = tmp_path / "page.html"
    words = ["compare", str(tmp_path / "ref.en"), "-i", *outputs, "-m", "bleu", "--scores", *files, "-n", "9", "-q"]
    with pytest.raises(SystemExit) as left:
        main([*words, "--checks", "warn", "--report", str(page_path)])
    assert not left.value.code, capsys.readouterr().err
    capsys.readouterr()
    page = opening(page_path, size, phone=size == PHONE)
    items = segments_of(page)
    page.locator("#segment-order").select_option("number")
    page.locator("#segment-a").select_option(label="one")
    page.locator("#segment-b").select_option(label="two")
    assert page.locator("#segment-list mark").count() == 0  # under BLEU its words are marked
    assert items.first.locator(".tok.extra").count() > 0
    assert "XCOMET under Scores" in page.locator("#key-words").inner_text()
    page.locator("#segment-metric").select_option(label="XCOMET")
    assert items.first.locator("mark.error.minor").all_inner_texts() == ["my food", "you send it for"]
    assert "minor: “my food” (confidence 0.42)" in items.first.inner_text()
    assert items.nth(1).locator("mark.error.major").all_inner_texts() == ["late"]
    assert items.nth(1).locator(".tok.extra, .tok.gone").count() == 0
    assert page.locator("#key-errors").is_visible() and not page.locator("#key-words").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
