"""Pages say what is true: their examples run, their links lead somewhere, their records are whole."""

import doctest
import glob
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import steelyard as sy
from steelyard.asking.registry import COMMANDS, split_command
from steelyard.cli.app import parser_of
from tests.cli.running import run
from tests.reference import GENERATED, reference, text_of

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
WRITTEN = {ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md"), *(ROOT / "changelog.d").glob("*.md")}
PAGES = sorted(WRITTEN - set(GENERATED))
ALL_PAGES = sorted(WRITTEN | set(GENERATED))
DECISION_HEADINGS = (
    "Status",
    "Date",
    "Question",
    "Context",
    "Options",
    "Decision",
    "Consequences",
    "How we would know it was wrong",
)
READ = re.compile(r"^steelyard: (?!warning: ).+: .+ = .+\.\n?", re.MULTILINE)  # what files were taken for
# of a slow machine
PROGRESS = re.compile(r"^steelyard: (?:.* steps .* after .*|working for \d+ s)\n", re.MULTILINE)
EXAMPLES = ("examples",)  # what pages may read, by a path from the root


# Examples: `>>>` in python blocks, `$ ` in console blocks, cells of notebooks, run in the order of the page.
CELL = "{code-cell} python"  # its output is not on the page before the site is built


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    text: str
    line: int


def blocks_of(path: Path) -> list[Block]:
    found, start, language, body = [], 0, "", [""]
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line.startswith("```"):
            body.append(line)
        elif start:
            found.append(Block(language, "\n".join(body) + "\n", start))
            start = 0
        else:
            start, language, body = number, line[3:].strip(), []
    assert not start, f"{path.name}, line {start}: a block is not closed"
    return found


def is_run(block: Block) -> bool:
    return (block.language == "python" and ">>> " in block.text) or block.language in ("console", CELL)


def commands_of(text: str) -> Iterator[tuple[str, str]]:
    r"""Yield each command, its lines joined where they end in a backslash, and what it should print."""
    lines = text.split("\n")
    while lines:
        line = lines.pop(0)
        if not line.startswith("$ "):
            assert not line, f"not a command: {line}"
            continue
        command = line.removeprefix("$ ")
        while command.endswith("\\"):
            command = f"{command[:-1]} {lines.pop(0).strip()}"
        output = []
        while lines and not lines[0].startswith("$ "):
            output.append(lines.pop(0))
        yield command, "\n".join(output).rstrip("\n")


def expanded(words: Iterable[str]) -> list[str]:
    """Put names of files in place of patterns, as a shell does."""
    return [name for word in words for name in (sorted(glob.glob(word)) or [word])]


def outcome_of(command: str, folder: Path) -> tuple[int, str]:
    """Run a command in the folder, which is the current one; return its exit status and what it prints."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SACREBLEU")}
    environment = {**kept, "SACREBLEU": str(folder / "no-cache")}
    if command.startswith("steelyard ") and not set(command) & set("|<>;&$`"):  # in this process: starts cost more
        with mock.patch.dict(os.environ, environment, clear=True):
            here = run(*expanded(shlex.split(command)[1:]), is_whole=False)
        return here.status, here.err + here.out
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def run_console(block: Block, folder: Path) -> list[str]:
    """Run the commands of a block; return how each differs from what the block shows."""
    failures = []
    for command, wanted in commands_of(block.text):
        assert command.split()[0] in ("steelyard", "cat", "head"), command
        status, printed = outcome_of(command, folder)
        got = PROGRESS.sub("", printed).rstrip("\n")
        if not READ.match(wanted):  # which a page need not show
            got = READ.sub("", got)
        is_refusal = re.match(r"steelyard(?: [a-z-]+)*: ", wanted) is not None
        failed = r"Gate failed: |[1-9]\d* errors?, |The two scores are not comparable|\S+ is not verified"
        is_failed = re.search(f"^({failed})", wanted, re.MULTILINE) is not None
        if status != (1 if is_failed else 2 if is_refusal else 0):
            failures.append(f"$ {command}\nleft with status {status}:\n{got}")
        elif not doctest.OutputChecker().check_output(f"{wanted}\n", f"{got}\n", doctest.ELLIPSIS):
            failures.append(f"$ {command}\nshows\n{wanted}\nand prints\n{got}")
    return failures


def run_python(block: Block, path: Path, names: dict[str, Any]) -> list[str]:
    if block.language == CELL:
        exec(compile(block.text, f"{path}, line {block.line}", "exec"), names)  # noqa: S102  # our own page
        return []
    report: list[str] = []
    test = doctest.DocTestParser().get_doctest(block.text, names, path.name, str(path), block.line)
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    return ["".join(report)] if report else []


@pytest.mark.parametrize(
    "path", [p for p in PAGES if any(map(is_run, blocks_of(p)))], ids=lambda p: p.relative_to(ROOT).as_posix()
)
def test_the_examples_of_a_page_print_what_it_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in EXAMPLES:  # a folder like the root, into which pages may write
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    failures = []
    for block in filter(is_run, blocks_of(path)):
        found = run_console(block, tmp_path) if block.language == "console" else run_python(block, path, names)
        failures += [f"{path.name}, line {block.line}:\n{failure}" for failure in found]
    assert not failures, "\n\n".join(failures)


@pytest.mark.parametrize(
    ("block", "n_failures"),
    [
        (Block("console", "$ steelyard --version\nsteelyard ...\n", 1), 0),
        (Block("console", "$ steelyard --version\nsteelyard 99\n", 1), 1),
        (Block("console", "$ steelyard score\nsteelyard score: ...\n", 1), 0),
        (Block("console", "$ steelyard score\nfine\n", 1), 1),
        (Block("console", "$ steelyard check files README.md -i README.md\n1 error, 0 warnings...\n", 1), 1),
        (Block("console", "$ steelyard \\\n    --version\nsteelyard ...\n$ steelyard --versions\nx\n", 1), 1),
        (Block("python", ">>> 1 + 1\n2\n", 1), 0),
        (Block("python", ">>> 1 + 1\n3\n", 1), 1),
    ],
)
def test_an_example_that_is_wrong_is_found(
    block: Block, n_failures: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    failures = run_console(block, tmp_path) if block.language == "console" else run_python(block, tmp_path, {})
    assert len(failures) == n_failures


def test_the_readme_fits_three_screens() -> None:
    shown = re.sub(r"\]\([^)]*\)", "]", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert sum(max(1, -(-len(line) // 100)) for line in shown.split("\n")) <= 125


def test_the_readme_shows_what_make_demo_runs() -> None:
    commands = [c for b in blocks_of(ROOT / "README.md") if b.language == "console" for c, _ in commands_of(b.text)]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    systems = re.search(r"^SYSTEMS := (.*)$", makefile, re.MULTILINE)
    recipe = re.search(r"^demo:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert systems
    assert recipe
    inputs = " ".join(f"examples/systems/{name}.en" for name in systems[1].split())
    shown = (
        recipe[1].replace("$(SYSTEMS:%=examples/systems/%.en)", inputs).replace("@$(VENV)/bin/", "").replace("\\", "")
    )
    assert shown.split() in [command.split() for command in commands]


@pytest.mark.parametrize(
    "path", [p for p in PAGES if any("file=" in b.language for b in blocks_of(p))], ids=lambda p: p.stem
)
def test_a_block_that_names_a_file_shows_what_stands_there(path: Path) -> None:
    for block in blocks_of(path):
        _, marker, file = block.language.partition(" file=")
        if marker:
            source = (ROOT / file).read_text(encoding="utf-8")
            for part in block.text.split("\n...\n"):
                assert part.strip("\n") in source, f"{path.name}, line {block.line}: {file} reads differently"


# Pages


def slug(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")


def prose(path: Path) -> str:
    """Return a page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text_of(path), flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)}


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", prose(path))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        goal = (path.parent / file).resolve() if file else path
        assert goal in GENERATED or goal.exists(), target
        assert not anchor or anchor in anchors(goal), target


@pytest.mark.parametrize(
    "path", [p for p in ALL_PAGES if DOCS in p.parents], ids=lambda p: p.relative_to(DOCS).as_posix()
)
def test_every_page_is_in_the_index(path: Path) -> None:
    name, index = path.relative_to(DOCS).as_posix(), (DOCS / "README.md").read_text(encoding="utf-8")
    if path in GENERATED and path.parent != DOCS / "reference":  # one of many: of a command, a metric, a package
        name, index = f"{path.parent.name}/{path.name}", reference(f"{path.parent.name}.md")
    assert name in ("README.md", "index.md") or f"]({name})" in index


LINE = re.compile(r"(?:^ *(?:\$ )?|`)steelyard ([a-z][^`|<>;#\n]*)", re.MULTILINE)
NO_COMMANDS = {"statistics", "ties"}  # a format, and the question that one page adds
OF_TODAY = [path for path in PAGES if DOCS / "decisions" not in path.parents]


def mistaken_words(text: str) -> list[str]:
    """Return the words after `steelyard`, in blocks and in sentences, that are no command or no flag of it."""
    found = []
    for line in LINE.findall(re.sub(r"\\\n\s*", " ", text)):
        words = line.split()
        name, rest = split_command(words)
        flags = {*parser_of(COMMANDS[name]).flags} if name in COMMANDS else set()
        if any(word.endswith(":") for word in words[:4]):  # a message
            continue
        if not name:
            found += [words[0]] if words[0] not in NO_COMMANDS else []
        elif flags:
            given = [word.strip("'\"").partition("=")[0] for word in rest if re.match(r"['\"]?--?[a-zA-Z]", word)]
            found += [f"{name} {flag}" for flag in given if not {flag, flag[:2]} & flags]
    return found


@pytest.mark.parametrize("path", OF_TODAY, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_command_and_flag_of_a_page_is_one_of_today(path: Path) -> None:
    assert mistaken_words(path.read_text(encoding="utf-8")) == []


def test_a_command_or_a_flag_from_before_is_found_on_a_page() -> None:
    text = "`steelyard lint x`, and `steelyard lab tune ribes --human x` is\n\n    steelyard score \\\n    --gold y\n"
    assert mistaken_words(text) == ["lint", "lab tune --human", "score --gold"]
    assert mistaken_words("`steelyard score: there is no flag --x.` `steelyard score -i x -j2 --rng=1`") == [
        "score --rng"
    ]


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_pages_are_portable(path: Path) -> None:
    text = text_of(path)
    assert text.endswith("\n")
    assert not re.search(r"(?:^|[\s`\"'(])/(?:home|root|tmp|work|Users|opt)/", text), "a path of one machine"


@pytest.mark.parametrize("path", sorted((DOCS / "decisions").glob("*.md")), ids=lambda p: p.stem)
def test_a_decision_record_has_all_headings(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.fullmatch(r"\d{4}-[a-z0-9-]+", path.stem)
    assert re.match(rf"# {path.stem[:4]}: \S", text)
    assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == DECISION_HEADINGS
    bodies = re.split(r"^## .+$", text, flags=re.MULTILINE)[1:]
    assert all(body.strip() for body in bodies)
    assert bodies[0].split()[0].rstrip(".") in ("Accepted", "Superseded")
    assert re.search(r"\d{4}-\d\d-\d\d", bodies[1])


def test_decision_records_are_numbered_without_gaps() -> None:
    numbers = sorted(int(path.name[:4]) for path in (DOCS / "decisions").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))


def test_changelog_fragments_are_sentences_under_a_known_kind() -> None:
    fragments = sorted((ROOT / "changelog.d").glob("*"))
    for path in fragments:
        assert re.fullmatch(r"[\w-]+\.(added|changed|fixed|removed)\.md", path.name), path.name
        assert path.read_text(encoding="utf-8").strip().endswith("."), path.name


def keys_of(value: object) -> Iterator[str]:
    """Yield the keys of a stored result; parts of a score are named by its metric, arguments by their function."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            if key != "arguments":
                yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def test_every_key_of_the_json_is_explained() -> None:
    page = text_of(DOCS / "howto" / "read-the-json.md") + reference("json.md")
    data = sy.TestSet(
        references=[["a b c d e", "e f g h", "i j k l"]],
        systems={"x": ["a b c d e", "e f", "i j"], "y": ["a b c", "e f g", "i j k l"]},
        documents=["1", "2", "3"],
    )
    evaluation = sy.evaluate(data, segment_scores={"judge": {"x": [0.5, 1, 2], "y": [1.0, 1, 1]}})
    outputs = {"v1": ["a b c d e", "x"], "v2": ["a b c d", "y"], "w1": ["a b c", "e f g h"], "w2": ["a", "e f g h"]}
    four_runs = sy.TestSet(references=[["a b c d e", "e f g h"]], systems=outputs)
    results = [
        evaluation.compare(n_resamples=99),
        sy.evaluate(data).compare(n_resamples=99, interval="percentile", equivalence_margin=1.0, unit="block:2"),
        sy.evaluate(four_runs).compare(n_resamples=99, runs={"v": ["v1", "v2"], "w": ["w1", "w2"]}),
        evaluation.scores(0.95, interval="percentile"),
        sy.evaluate(data).scores(segments=True),
    ]
    keys = {key for result in results for key in keys_of(json.loads(result.to_json()))}
    assert len(keys) > 40
    assert {key for key in keys if f"`{key}`" not in page} == set()
