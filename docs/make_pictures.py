"""Write docs/howto/figures: pictures of the report and of figures, made from the bundled example.

Usage: python docs/make_pictures.py

Needs the extra `report`, Playwright, and Chromium (named by STEELYARD_BROWSER where it is not found).
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import steelyard as sy
from steelyard import plot

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
FOLDER = Path(__file__).resolve().parent / "howto" / "figures"
SYSTEMS = ("harbour", "lantern", "sparrow", "tangle", "orator")
DRAWN = ("intervals-bleu", "differences-bleu", "ranks-bleu", "null-bleu-tangle-sparrow")


def example() -> sy.TestSet:
    """Read the bundled example."""
    return sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en", EXAMPLES / "reference.2.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS},
        sources=EXAMPLES / "source.de",
        documents=EXAMPLES / "documents.txt",
    )


def photograph(page: Page, report: Path) -> None:
    """Take the top of the report, and a segment of it."""
    page.goto(report.as_uri())
    page.screenshot(path=FOLDER / "report.png")
    page.locator("#segments").scroll_into_view_if_needed()
    first = page.locator("#segment-list > li").first
    first.wait_for()
    first.screenshot(path=FOLDER / "report-segment.png")


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    evaluation = sy.evaluate(example(), ["bleu", "chrf", "ter"])
    comparison = evaluation.compare()
    nulls = evaluation.null_distributions(comparison)
    figures = [figure for figure in plot.figures_of(comparison, nulls=nulls) if figure.name in DRAWN]
    if len(figures) != len(DRAWN):
        sys.exit(f"Not all of {', '.join(DRAWN)} are drawn any more.")
    plot.save(figures, FOLDER, ["svg"])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder, "report.html")
        sy.report.html(evaluation.report_page(comparison), report)
        path = os.environ.get("STEELYARD_BROWSER") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        photograph(browser.new_page(viewport={"width": 1000, "height": 1215}), report)
        browser.close()


if __name__ == "__main__":
    main()
