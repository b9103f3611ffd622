"""The HTML report: seconds that a browser needs to open it, and how large it is.

The page is that of BLEU, chrF and TER on 12 made-up systems of 3,000 segments, whose texts it shows. Headless Chromium
opens it anew for each run; a page is open once it is loaded, its script has run, and the browser has laid it out.
Segments are laid out when someone scrolls there, so the time from there to the first twenty is another row.

Usage: benchmarks/run.sh report [--runs 7]
STEELYARD_BROWSER names a Chromium other than the one on the path.
"""

import argparse
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpus import paths_of, write_corpus

import steelyard as sy

N_SEGMENTS, N_SYSTEMS = 3_000, 12
METRICS = ("bleu", "chrf", "ter")
ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
LAID_OUT = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def write_page(path: Path, folder: Path) -> float:
    """Write the page; return the CPU seconds for all that it shows beside the comparison, and for the file."""
    write_corpus(folder, N_SEGMENTS, N_SYSTEMS)
    reference, systems = paths_of(folder, N_SEGMENTS, N_SYSTEMS)
    data = sy.TestSet.from_files(references=[reference], systems={f"system {p.stem[-2:]}": p for p in systems})
    evaluation = sy.evaluate(data, METRICS)
    comparison = evaluation.compare(n_resamples=1_000)
    start = time.process_time()
    sy.report.html(evaluation.report_page(comparison), path)
    return time.process_time() - start


def openings(path: Path, n_runs: int) -> Iterator[tuple[float, float]]:
    """Yield, run by run, the seconds until the page is open, and from there to the first segments."""
    from playwright.sync_api import sync_playwright

    browser_path = os.environ.get("STEELYARD_BROWSER") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(executable_path=browser_path, args=list(ARGUMENTS))
        for _ in range(n_runs):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            start = time.perf_counter()
            page.goto(path.as_uri())
            page.evaluate(LAID_OUT)
            is_open = time.perf_counter()
            page.evaluate("document.getElementById('segments').scrollIntoView()")
            page.locator("#segment-list > li").first.wait_for()
            yield is_open - start, time.perf_counter() - is_open
            page.close()
        browser.close()


def main() -> None:
    """Print the rows of the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", default="", help="taken for the other benchmarks' sake")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "report.html")
        seconds = write_page(path, Path(name, "corpus"))
        print("| page | |\n|---|---|")
        print(
            f"| size, {N_SYSTEMS} systems x {N_SEGMENTS:,} segments, 3 metrics | {path.stat().st_size / 1e6:.1f} MB |"
        )
        print(f"| made from the comparison | {seconds:.1f} CPU s |")
        if not (os.environ.get("STEELYARD_BROWSER") or shutil.which("chromium")):
            print("\nThere is no Chromium here to open it with.")
            return
        opened, scrolled = zip(*openings(path, runs), strict=True)
        print(f"| opened | {statistics.median(opened):.2f} s |")
        print(f"| from there to the first segments | {statistics.median(scrolled):.2f} s |")


if __name__ == "__main__":
    main()
