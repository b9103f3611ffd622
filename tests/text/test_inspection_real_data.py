"""Checks on real test sets: quiet where files are right, and what is said elsewhere is so."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.results import Finding
from tests.oracles.real_sets import SETS, RealSet, lines_of, texts_at

pytestmark = [pytest.mark.real_data, pytest.mark.slow]

# Errors that are right: a system of noise, and references that Moses's tokenizer escaped.
KNOWN = {
    "wmt13-da-postedit/fr-en": {("entities", f"wmt13-da-postedit/fr-en/{name}.tok.en") for name in ("ref", "sys")},
    "wmt22-general-ja-en": {("alignment", "wmt22-general-ja-en/sys/AIST.en")},
}
SOURCES = {"wmt22-general-ja-en": "src.ja", "wmt21-news-is-en": "src.is", "wmt22-general-uk-en": "src.uk",
           "wmt15-rr-de-en": "src.de", "wmt16-news-cs-en-5sys": "src.cs.gz", "wmt21-news-en-de": "src.en",
           "wmt22-general-en-zh": "src.en", "wmt24-esa-en-ja": "src.en", "wmt23-en-de": "src.en"}  # fmt: skip


def findings_of(data: Path, real: RealSet) -> tuple[Finding, ...]:
    folder = real.outputs.split("/")[0]
    references = texts_at(data, real.references)
    sources = data / folder / SOURCES[folder] if folder in SOURCES else None
    report = sy.lint(
        [data / name for name in references],
        {name: data / name for name in texts_at(data, real.outputs)},
        sources=sources,
    )
    return report.findings


@pytest.mark.parametrize("real", SETS, ids=lambda real: real.id)
def test_real_sets_have_no_errors_but_those_that_are_right(real: RealSet, test_data: Path) -> None:
    data = test_data / "data"
    errors = {(f.check, f.name.removeprefix(f"{data}/")) for f in findings_of(data, real) if f.severity == "error"}
    assert errors == KNOWN.get(real.id.rsplit("/sys", 1)[0], set())


@pytest.mark.parametrize(
    ("real", "check", "name", "line", "text"),
    [
        ("wmt24-esa-en-ja", "replaced", "sys/ONLINE-A.ja", 596, "\ufffd"),
        ("wmt22-general-en-zh", "pieces", "sys/LanguageX.zh", 804, "@@"),
        ("multeval-wmt10-de-en-opt", "mixed-scripts", "sys1.opt0.en", 1999, "\u03b2"),  # a Greek letter for ß
        ("wmt21-news-en-de", "markup", "sys/eTranslation.de", 114, "\u2047"),  # SentencePiece's unknown
        ("mlqe-multiref-et-en", "unseen", "ref.1.en", 401, "\ufeff"),
    ],
)
def test_what_is_found_stands_there(real: str, check: str, name: str, line: int, text: str, test_data: Path) -> None:
    data = test_data / "data"
    [wanted] = [entry for entry in SETS if entry.outputs.startswith(real)]
    found = [f for f in findings_of(data, wanted) if f.check == check and f.name.endswith(f"{real}/{name}")]
    assert any(line in finding.lines for finding in found)
    assert text in lines_of(data / real / name)[line - 1]


@pytest.mark.parametrize("folder", ["wmt21-news-en-cs", "wmt22-general-en-zh", "wmt22-general-uk-en", "wmt23-en-de"])
def test_a_line_lost_anywhere_is_placed_within_two_lines(folder: str, test_data: Path) -> None:
    data = test_data / "data"
    [real] = [entry for entry in SETS if entry.outputs.startswith(folder)]
    reference = next(iter(texts_at(data, real.references).values()))
    for n, lines in enumerate(texts_at(data, real.outputs).values()):
        at = (37 * n + 100) % (len(lines) - 20)
        [finding] = sy.lint([reference], {"x": [*lines[:at], *lines[at + 1 :]]}, checks=["alignment"]).findings
        assert abs(finding.lines[0] - (at + 1)) <= 2
