"""`--parses` and `--alignments`: files for references, then for systems, and what results say of them."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.cli.running import output, run


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {"ref": "dogs bark\n\n", "a": "dogs bark\ncats\n", "b": "a dog\ncats\n"}.items():
        (tmp_path / f"{name}.txt").write_text(text)
        rows = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            rows += [f"# segment = {number}"] if words else []
            rows += [f"{i}\t{word}\t{word}\tX\t_\t_\t{i - 1}\tdep\t_\t_" for i, word in enumerate(words, 1)] + [""]
        (tmp_path / f"{name}.conllu").write_text("\n".join(rows))
        (tmp_path / f"{name}.align").write_text("0-0 1-1\n\n")
    return tmp_path


@pytest.mark.parametrize("command", ["score", "compare"])
@pytest.mark.parametrize(
    ("flag", "kind", "suffix"),
    [
        ("--parses", "parses of", "conllu"),
        ("--alignments", "alignments of", "align"),
        ("--backward-alignments", "alignments of backward", "align"),
    ],
)
def test_results_name_the_files(files: Path, command: str, flag: str, kind: str, suffix: str) -> None:
    texts = [files / f"{name}.txt" for name in ("ref", "a", "b")]
    annotation = [files / f"{name}.{suffix}" for name in ("ref", "a", "b")]
    argv = [command, texts[0], "-i", *texts[1:], "-m", "exact-match", "-f", "json", flag, *annotation]
    inputs = json.loads(output(*argv))["method"]["inputs"]
    roles = [f"{kind} {text}" for text in ("reference 1", "system a", "system b")]
    assert inputs[-3:] == [
        {"role": role, "name": str(path), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for role, path in zip(roles, annotation, strict=True)
    ]


@pytest.mark.parametrize("flag", ["--parses", "--alignments", "--backward-alignments"])
def test_the_number_of_files_is_checked(files: Path, flag: str) -> None:
    outcome = run("score", files / "ref.txt", "-i", files / "a.txt", flag, files / "a.conllu")
    assert (outcome.status, outcome.out) == (2, "")
    kind = flag[2:].replace("-", " ")
    assert f"There is 1 file of {kind}, but 2 texts. Give one for each, in this order: reference 1" in outcome.err


def test_files_are_checked_against_the_segments(files: Path) -> None:
    (files / "a.align").write_text("0-0\n")
    outcome = run(
        "score", files / "ref.txt", "-i", files / "a.txt", "--alignments", files / "ref.align", files / "a.align"
    )
    assert outcome.status == 2
    assert "alignments of system a (" in outcome.err
    assert "1 segments are annotated, but the test set has 2" in outcome.err


def test_files_that_are_mixed_up_are_noticed(files: Path) -> None:
    texts, parses = ([files / f"{name}.{suffix}" for name in ("ref", "b")] for suffix in ("txt", "conllu"))
    assert run("score", texts[0], "-i", texts[1], "-m", "exact-match", "--parses", *parses).status == 0
    outcome = run("score", texts[0], "-i", texts[1], "-m", "exact-match", "--parses", *reversed(parses))
    assert outcome.status == 2
    assert (
        "b.conllu should hold the parses of reference 1, but its words are those of system b in 2 of 2" in outcome.err
    )


def test_a_segment_without_a_sentence_and_parses_of_no_text_are_noticed(files: Path) -> None:
    command = ("score", files / "ref.txt", "-i", files / "a.txt", "-m", "exact-match", "--parses", files / "ref.conllu")
    lines = (files / "a.conllu").read_text().split("# segment = 2")
    (files / "short.conllu").write_text(lines[0])
    outcome = run(*command, files / "short.conllu")
    assert outcome.status == 2
    assert "short.conllu has no sentence for segment 2, which has words" in outcome.err
    many = {"ref": "dogs bark\n" * 12, "a": "cats sleep\n" * 12}
    for name, text in many.items():
        (files / f"{name}.txt").write_text(text)
        sentence = "1\t{}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
        (files / f"{name}.conllu").write_text(sentence.format("fish" if name == "a" else "dogsbark") * 12)
    outcome = run(*command, files / "a.conllu")
    assert outcome.status == 2
    assert (
        "a.conllu should hold the parses of system a, but its words are those of none of the 12 segments" in outcome.err
    )
