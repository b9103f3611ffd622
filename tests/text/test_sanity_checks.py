"""The first look suspects what checks would find, and nothing in outputs that are as they should be."""

import re
import unicodedata
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import process_time

import pytest

import steelyard as sy
from steelyard import TestSet
from steelyard.cli.app import commands
from steelyard.scored.sanity_checks import look_at
from steelyard.text import CHECKS
from steelyard.text.inspection import alignment
from steelyard.text.sanity_checks import suspicions
from tests.cli.running import HARBOUR, run
from tests.conftest import EXAMPLES, SYSTEMS


def lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()


REFERENCE, SOURCE = lines("reference.1.en"), lines("source.de")
OUTPUTS = {name: lines(f"systems/{name}.en") for name in SYSTEMS}
GOOD = OUTPUTS["harbour"]


def findings(systems: dict[str, list[str]], references: list[list[str]] | None = None) -> set[tuple[str, str, str]]:
    data = TestSet(references=references or [REFERENCE], systems=systems, sources=SOURCE)
    return {(one["check"], one["severity"], one["system"]) for one in look_at(data)}


def test_nothing_is_found_in_good_outputs() -> None:
    assert suspicions([REFERENCE], OUTPUTS) == {}
    assert findings(OUTPUTS) == set()


def nfd(line: str) -> str:
    return unicodedata.normalize("NFD", f"{line} é")


# What `check files` calls an error, by its check: the first look of every command finds it, too.
DAMAGES = {
    "empty": lambda i, line: "" if i % 3 else line,
    "copied-reference": lambda i, line: REFERENCE[i],
    "copied-source": lambda i, line: SOURCE[i],
    "columns": lambda i, line: f"{line}\tx",
    "alignment": lambda i, line: GOOD[i - 1] if i > 40 else line,
    "script": lambda i, line: "Это совсем другой язык, другие буквы.",
    "cut-off": lambda i, line: line[:60],
    "unicode-form": lambda i, line: nfd(line),
    "pieces": lambda i, line: re.sub(r"(\w{3})(\w)", r"\1@@ \2", line),
    "mojibake": lambda i, line: f"{line} Ã¤",
    "casing": lambda i, line: line.lower(),
    "tokenised": lambda i, line: re.sub(r"([.,])", r" \1", line),
    "numbering": lambda i, line: f"{i + 1}. {line}",
    "markup": lambda i, line: f"<seg>{line}</seg>",
    "unseen": lambda i, line: line.replace("e", "e\u00ad"),
    "entities": lambda i, line: f"{line} &quot;",
}


@pytest.mark.parametrize("check", DAMAGES)
def test_what_check_files_calls_an_error_stops_every_command(check: str, tmp_path: Path) -> None:
    bad = [DAMAGES[check](i, line) for i, line in enumerate(GOOD)]
    errors = {one.check for one in sy.lint([REFERENCE], {**OUTPUTS, "bad": bad}, sources=SOURCE).findings
              if one.severity == "error" and one.name == "bad"}  # fmt: skip
    assert check in errors
    assert (check, "error", "bad") in findings({**OUTPUTS, "bad": bad})
    path = tmp_path / "bad"
    path.write_text("\n".join(bad) + "\n", encoding="utf-8")
    for command in ("score", "compare", "explain errors"):
        outcome = run(
            *command.split(), EXAMPLES / "reference.1.en", "-i", HARBOUR, path, "--sources", EXAMPLES / "source.de"
        )
        assert (outcome.status, outcome.out) == (2, "")
        assert "steelyard " in outcome.err and "--checks warn goes on" in outcome.err
    went_on = run("score", EXAMPLES / "reference.1.en", "-i", HARBOUR, path, "--force")
    assert went_on.status == 0


@pytest.mark.parametrize("check", ["unicode-form", "pieces", "mojibake", "casing", "tokenised", "unseen", "entities"])
def test_all_references_are_looked_at(check: str) -> None:
    bad = [DAMAGES[check](i, line) for i, line in enumerate(REFERENCE)]
    found = findings({"good": GOOD}, [REFERENCE, bad])
    assert (check, "error", "reference 2") in found


def test_every_check_that_finds_errors_in_lines_is_asked_by_every_command() -> None:
    of_files = {"line-counts", "encoding", "structure", "documents"}  # what cannot be read is refused before
    asked = {name for name, check in CHECKS.items() if check.is_of_lines} | {"empty", "alignment", "same-texts"}
    assert set(DAMAGES) | {"language", "same-texts", "exchanged"} == asked
    folder = Path(alignment.__file__).parent
    in_code = {
        name
        for path in folder.glob("*.py")
        for block in re.split(r"^@check\(", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        if '"error"' in block and (name := re.search(r'"([a-z-]+)"', block)[1])  # type: ignore[index]
    }
    assert in_code - of_files <= asked


def test_advice_names_flags_that_there_are() -> None:
    folder = Path(alignment.__file__).parent
    flags = set(
        re.findall(r"--[a-z][a-z-]+", "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py")))
    )
    known = {flag for name, parser in commands().items() if name in ("score", "compare", "check files")
             for action in parser._actions for flag in action.option_strings}  # fmt: skip
    assert {"--unicode-form", "--lowercase"} <= flags <= known | {"--only"}


def test_what_the_metrics_do_not_mind_stops_nobody() -> None:
    for check, flags in (("casing", ["-lc"]), ("casing", ["-m", "ter"]), ("unicode-form", ["--unicode-form", "NFC"])):
        bad = [DAMAGES[check](i, line) for i, line in enumerate(GOOD)]
        data = TestSet(references=[REFERENCE], systems={"bad": bad})
        metric = "bleu(lowercase=True, unicode_form=NFC)"
        assert look_at(data, [metric]) == [] and look_at(data, [metric, "bleu"]) != []
        with NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write("\n".join(bad) + "\n")
            file.flush()
            assert run("score", EXAMPLES / "reference.1.en", "-i", file.name, *flags).status == 0
            assert run("score", EXAMPLES / "reference.1.en", "-i", file.name).status == 2


def test_the_look_at_many_lines_takes_no_more_than_at_some_thousand() -> None:
    lines = [f"{line} {i}" for i in range(400) for line in REFERENCE]
    bad = [f"{line} foo@@ bar" for line in lines]
    start = process_time()
    found = look_at(TestSet(references=[lines], systems={"x": bad, "y": lines[::-1]}))
    assert process_time() - start < 2
    assert {"pieces", "alignment"} <= {one["check"] for one in found}


def test_a_shift_in_a_long_text_is_placed_by_lines_of_the_file() -> None:
    lines = [f"{REFERENCE[i % len(REFERENCE)]} {i * 7919 % 10007} {i * 104729 % 9973}" for i in range(6000)]
    shifted = [*lines[:2500], *lines[2501:], lines[0]]
    [found] = look_at(TestSet(references=[lines], systems={"x": shifted}))
    assert found["check"] == "alignment" and "line n fits the reference's n + 1" in found["message"]
    [first] = re.findall(r"from about line ([\d,]+)", found["message"])
    assert 2400 <= int(first.replace(",", "")) <= 4000


def test_a_handful_of_lines_is_not_looked_at() -> None:
    data = TestSet(references=[["a", "b", "c"]], systems={"x": ["a", "b", "c"], "y": ["", "", ""]})
    assert look_at(data) == []


def test_text_without_spaces_is_compared_by_its_characters() -> None:
    words = [chr(0x4E00 + 37 * i) + chr(0x5E00 + 53 * i) + chr(0x6E00 + 29 * i) for i in range(60)]
    reference = [
        words[i] + words[(i * 3) % 60] + words[(i * 7) % 60] + words[(i * 11) % 60] + words[(i * 13) % 60]
        for i in range(60)
    ]
    assert suspicions([reference], {"x": [f"{line}的" for line in reference]}) == {}
    assert suspicions([reference], {"x": [f"{line}的" for line in [*reference[1:], "好"]]}) == {"alignment": ["x"]}
