"""What commands write: never over an input, a device or a FIFO, through links, and with the mode that was there."""

import os
import stat
import subprocess
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import DataError
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, REFERENCE, SOURCE, output, run
from tests.cli.terminal import COMMAND, environment
from tests.rated_pilot import Pilot

NEXT = ("--difference", "5", "--next", "9")


@pytest.fixture
def texts(tmp_path: Path, pilot: Pilot) -> dict[str, Path]:
    folder = tmp_path / "texts"
    folder.mkdir()
    copies = {"ref": REFERENCE, "a": HARBOUR, "b": LANTERN}
    for name, path in copies.items():
        (folder / f"{name}.jsonl").write_bytes(Path(path).read_bytes())
    made = {"ratings": Path(pilot.ratings), "scores": Path(pilot.scores), "documents": Path(DOCUMENTS)}
    return {name: folder / f"{name}.jsonl" for name in copies} | made


def commands(texts: dict[str, Path]) -> dict[str, tuple[object, ...]]:
    ref, a, b, ratings, scores, documents = texts.values()
    return {
        "compare": ("compare", ref, "-i", a, b, "-n", "99", "--report"),
        "human": ("human", ratings, "-n", "99", "--report"),
        "meta": ("meta", ref, "-i", a, b, "--ratings", ratings, "-n", "99", "--report"),
        "score": ("score", ref, "-i", a, b, "-q", "--keep"),
        "plan ratings": ("plan", "ratings", ratings, "--scores", scores, "--documents", documents, *NEXT, "-o"),
    }


@pytest.mark.parametrize("command", ["compare", "human", "meta", "score", "plan ratings"])
def test_an_output_over_an_input_is_refused_before_any_work(command: str, texts: dict[str, Path]) -> None:
    argv = commands(texts)[command]
    read = [path for path in argv if path in texts.values()]
    assert read
    for path in read:
        before = path.read_bytes()
        done = run(*argv, path)
        assert (done.status, done.out) == (2, "")
        assert done.err == f"steelyard {command}: Cannot write {path}: it is one of the inputs.\n"
        assert path.read_bytes() == before


@pytest.mark.parametrize("command", ["compare", "human", "meta", "score", "plan ratings"])
def test_an_output_that_is_a_fifo_a_device_or_a_folder_is_refused(
    command: str, texts: dict[str, Path], tmp_path: Path
) -> None:
    fifo = tmp_path / "fifo.jsonl"
    os.mkfifo(fifo)
    for path, kind in ((fifo, "a FIFO"), (Path(os.devnull), "a device"), (tmp_path, "a folder")):
        done = run(*commands(texts)[command], path)
        assert (done.status, done.out) == (2, "")
        assert done.err == f"steelyard {command}: Cannot write {path}: it is {kind}.\n"
    assert stat.S_ISFIFO(fifo.stat().st_mode)


@pytest.mark.parametrize("command", ["compare", "human", "score", "plan ratings"])
def test_an_output_follows_links_and_keeps_the_mode(command: str, texts: dict[str, Path], tmp_path: Path) -> None:
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    target.write_bytes(b"")
    target.chmod(0o600)
    link.symlink_to(target)
    output(*commands(texts)[command], link)
    assert link.is_symlink()
    assert target.stat().st_size > 1000
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_an_input_behind_a_name_is_refused(texts: dict[str, Path], tmp_path: Path) -> None:
    scores = tmp_path / "scores.tsv"
    scores.write_text("".join(f"{i}\t{i + 1}\n" for i in range(120)), encoding="utf-8")
    argv = ("compare", texts["ref"], "-i", texts["a"], texts["b"], "-n", "99", "--scores", f"MINE={scores}")
    done = run(*argv, "--report", scores)
    assert (done.status, "is one of the inputs" in done.err) == (2, True)
    assert scores.read_text(encoding="utf-8").startswith("0\t1\n")


def test_the_file_that_standard_output_goes_to_is_not_replaced(texts: dict[str, Path], tmp_path: Path) -> None:
    argv = [*COMMAND, *map(str, commands(texts)["compare"]), "/dev/stdout"]
    with open(tmp_path / "out", "wb") as out:
        done = subprocess.run(
            argv, stdout=out, stderr=subprocess.PIPE, text=True, env=environment(), timeout=60, check=False
        )
    assert (done.returncode, (tmp_path / "out").read_bytes()) == (2, b"")
    assert "Cannot write /dev/stdout: it is standard output" in done.stderr


def test_an_input_that_no_argument_names_is_refused_when_it_would_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "wmt19"
    folder.mkdir()
    for field, text in (("src", SOURCE), ("ref", REFERENCE)):
        (folder / f"wmt19.de-en.{field}").write_bytes(Path(text).read_bytes())
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    path = folder / "wmt19.de-en.ref"
    done = run("compare", "-t", "wmt19", "-l", "de-en", "-i", HARBOUR, LANTERN, "-n", "99", "--report", path)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"steelyard compare: Cannot write {path}: it is one of the inputs.\n"
    assert path.read_bytes() == Path(REFERENCE).read_bytes()


def test_a_result_is_not_saved_over_what_it_was_made_of(texts: dict[str, Path]) -> None:
    data = sy.TestSet.from_files(references=[str(texts["ref"])], systems={"a": str(texts["a"])})
    evaluation = sy.evaluate(data)
    table = evaluation.scores()
    for write in (table.save, lambda path: sy.write_statistics(evaluation, path)):
        with pytest.raises(DataError, match="it is one of the inputs"):
            write(texts["a"])
    with pytest.raises(DataError, match="it is one of the inputs"):
        sy.report.html(table, texts["ref"])
    assert texts["a"].read_bytes() == Path(HARBOUR).read_bytes()
    table.save(texts["b"])  # it was not read
