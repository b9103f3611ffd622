"""A real browser, where there is one: headless Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from tests.browser.pages import METRICS, made_up
from tests.needs import debian, module

ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP, PHONE = (1280, 900), (390, 844)
PAPER = (703, 1000)  # A4 less margins of 12 mm, at 96 dots an inch


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start Chromium, that of STEELYARD_BROWSER if it names one; skip where there is none."""
    path = os.environ.get("STEELYARD_BROWSER") or shutil.which("chromium")
    debian("chromium", path)
    with module("playwright.sync_api").sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield started
        started.close()


@dataclass
class Opened:
    """A page with what went wrong on it."""

    page: Any
    faults: list[str] = field(default_factory=list)


@pytest.fixture
def opening(browser: Any) -> Iterator[Any]:
    """Give a function that opens a file; at the end nothing may have failed, and nothing been asked of a network."""
    contexts, opened = [], []

    def open_file(
        path: Path, size: tuple[int, int] = DESKTOP, *, dark: bool = False, phone: bool = False, fragment: str = ""
    ) -> Any:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            is_mobile=phone,
            has_touch=phone,
        )
        contexts.append(context)
        found = Opened(context.new_page())
        opened.append(found)
        found.page.on("console", lambda message: found.faults.append(f"console: {message.text}"))
        found.page.on("pageerror", lambda error: found.faults.append(f"error: {error}"))
        found.page.on("dialog", lambda dialog: (found.faults.append("a dialog"), dialog.dismiss()))
        found.page.on("request", lambda request: note_request(found, request.url, path))
        found.page.goto(path.as_uri() + fragment)
        return found.page

    def note_request(found: Opened, url: str, path: Path) -> None:
        if url.partition("#")[0] != path.as_uri() and not url.startswith("data:"):
            found.faults.append(f"request: {url[:200]}")

    yield open_file
    for context in contexts:
        context.close()
    assert [fault for found in opened for fault in found.faults] == []


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, sy.Comparison]:
    evaluation = sy.evaluate(made_up(), METRICS)
    comparison = evaluation.compare(n_resamples=999)
    path = tmp_path_factory.mktemp("report") / "report.html"
    sy.report.html(evaluation.report_page(comparison), path)
    return path, comparison
