"""What tests of pages share: a test set, how segments come into view, and what paper holds."""

import random
import re
from typing import Any

import steelyard as sy

METRICS = ["bleu", "chrf"]
WORDS = [
    "the", "a", "ferry", "harbour", "leaves", "at", "nine", "bring", "warm", "coat", "rain", "sea", "wind", "old",
    "new", "light", "tower", "boat",
]  # fmt: skip
SIZES = "e => e.map(x => parseFloat(getComputedStyle(x).fontSize))"  # in dots, 96 an inch


def made_up(n_segments: int = 60, n_systems: int = 12) -> sy.TestSet:
    """Make systems that differ in how many words of the reference they lose."""
    draw = random.Random(20261122)
    references = [" ".join(draw.choices(WORDS, k=draw.randint(4, 24))) + f" {i}" for i in range(n_segments)]
    systems = {}
    for s in range(n_systems):
        lost = 0.05 + 0.03 * (s // 2)
        systems[f"system {chr(97 + s)}"] = [
            " ".join(draw.choice(WORDS) if draw.random() < lost else word for word in line.split())
            for line in references
        ]
    domains = [("news", "talks")[i % 2] for i in range(n_segments)]
    return sy.TestSet(references=[references], systems=systems, metadata={"domain": domains})


def segments_of(page: Any) -> Any:
    """Scroll to the segments, which are laid out only once they come into view, and wait for the first."""
    page.locator("#segments").scroll_into_view_if_needed()
    items = page.locator("#segment-list > li")
    items.first.wait_for()
    return items


def fits_on_paper(page: Any) -> None:
    """Hold everything that is printed against the width between the margins of A4, or of A4 on its side."""
    page.emulate_media(media="print")
    wide = page.evaluate(
        """() => Array.from(document.querySelectorAll("body *"))
        .filter(e => e.checkVisibility() && !e.closest(".visually-hidden"))
        .filter(e => e.getBoundingClientRect().right > (e.closest(".on-its-side") ? 1016 : innerWidth) + 1)
        .map(e => `${e.tagName} ${e.className.baseVal ?? e.className} ${e.textContent.slice(0, 40)}`)"""
    )
    assert wide == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def printed_papers(page: Any) -> list[tuple[float, float]]:
    """Print, and return width and height of each page: Chromium leaves their objects uncompressed."""
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", page.pdf(format="A4"))
    return [(float(width), float(height)) for width, height in boxes]
