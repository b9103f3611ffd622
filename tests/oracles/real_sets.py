"""Where the real test sets are, and what other tools answered on them.

Nothing here is stored in the project: STEELYARD_TEST_DATA names the folder.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from steelyard.files.reading import read_lines

__all__ = ["SETS", "Case", "RealSet", "golden_case", "lines_of", "texts_at"]


@dataclass(frozen=True)
class RealSet:
    """Where a set's outputs and references are; globs are relative to the data folder."""

    outputs: str
    references: str
    tokenize: tuple[str, ...] = ("13a",)

    @property
    def id(self) -> str:
        return self.outputs.split("/sys")[0]


SETS = (
    RealSet("wmt13-da-postedit/cs-en/sys.en", "wmt13-da-postedit/cs-en/ref.en"),
    RealSet("wmt13-da-postedit/en-ru/sys.ru", "wmt13-da-postedit/en-ru/ref.ru", ("13a", "char")),
    RealSet("wmt13-da-postedit/fr-en/sys.tok.en", "wmt13-da-postedit/fr-en/ref.tok.en", ("none",)),
    RealSet("wmt14-en-de-10refs/ref.0.de", "wmt14-en-de-10refs/ref.[1-9]*.de"),  # a reference scored as a system
    RealSet("wmt15-rr-de-en/sys/*", "wmt15-rr-de-en/ref.A.en"),
    RealSet("wmt16-news-cs-en-5sys/sys/*", "wmt16-news-cs-en-5sys/ref.A.en.gz"),
    RealSet("wmt19-en-de-multiref/ref.ar.de", "wmt19-en-de-multiref/ref.[hw]*.de"),
    RealSet("wmt21-news-en-cs/sys/*", "wmt21-news-en-cs/ref.*"),
    RealSet("wmt21-news-en-de/sys/*", "wmt21-news-en-de/ref.*"),
    RealSet("wmt21-news-is-en/sys/*", "wmt21-news-is-en/ref.*"),
    RealSet("wmt22-enhr-error-words/sys/*", "wmt22-enhr-error-words/ref.*"),
    RealSet("wmt22-general-en-zh/sys/*", "wmt22-general-en-zh/ref.*", ("zh", "char")),
    RealSet("wmt22-general-ja-en/sys/*", "wmt22-general-ja-en/ref.*"),
    RealSet("wmt22-general-uk-en/sys/*", "wmt22-general-uk-en/ref.*"),
    RealSet("wmt23-en-de/sys/*", "wmt23-en-de/ref.*"),
    RealSet("wmt24-esa-en-ja/sys/*", "wmt24-esa-en-ja/ref.*", ("ja-mecab", "char")),
    RealSet("mqm-ted2021-en-de/sys/*", "mqm-ted2021-en-de/ref.*"),
    RealSet("compare-mt-ted/slk-eng/sys*.tok.eng", "compare-mt-ted/slk-eng/ref.tok.eng", ("none", "13a")),
    RealSet("compare-mt-ted/slk-eng/sys*.detok.eng", "compare-mt-ted/slk-eng/ref.detok.eng"),
    RealSet("compare-mt-ted/eng-jpn/sys*.tok.jpn", "compare-mt-ted/eng-jpn/ref.tok.jpn", ("none", "char")),
    RealSet("multeval-wmt10-de-en-opt/*.opt*.en", "multeval-wmt10-de-en-opt/ref.A.en"),
    RealSet("meteor-resources/newstest2009/cmu-combo.en", "meteor-resources/newstest2009/ref.en"),
    RealSet("meteor-resources/newstest2010/system*.en", "meteor-resources/newstest2010/ref.en"),
    RealSet("mlqe-multiref-et-en/mt.en", "mlqe-multiref-et-en/ref.*.en"),
)


@cache
def lines_of(path: Path) -> tuple[str, ...]:
    return read_lines(path).lines


def texts_at(data: Path, pattern: str) -> dict[str, tuple[str, ...]]:
    found = {str(path.relative_to(data)): lines_of(path) for path in sorted(data.glob(pattern))}
    assert found, f"no file matches {pattern}"
    return found


@dataclass(frozen=True)
class Case:
    """What another tool answered on some files: its options, the texts it read, what it printed."""

    id: str
    options: dict[str, Any]
    texts: dict[str, list[tuple[str, ...]]]  # by role, such as "hyp" and "ref"
    expected: Any


def golden_case(test_data: Path, file: str, case_id: str) -> Case:
    """Read one recorded case, cut to the lines the tool read."""
    cases = json.loads((test_data / "golden" / file).read_text(encoding="utf-8"))["cases"]
    [case] = [case for case in cases if case["id"] == case_id]
    texts: dict[str, list[tuple[str, ...]]] = {}
    for entry in case["inputs"]:
        lines = lines_of(test_data / "data" / entry["path"])
        texts.setdefault(entry["role"], []).append(lines[: case["options"].get("first_lines")])
    return Case(case_id, case["options"], texts, case["expected"])
