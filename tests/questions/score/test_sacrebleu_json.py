"""`--format sacrebleu`: the keys, nesting and numbers of sacreBLEU's own JSON; only what is random may differ."""

import json
from pathlib import Path

import pytest

from tests.cli.running import (
    DOCUMENTS,
    HARBOUR,
    LANTERN,
    ORATOR,
    REFERENCE,
    REFERENCE_2,
    as_sacrebleu,
    output,
    run,
    sacrebleu,
    shape,
)


@pytest.mark.parametrize(
    "argv",
    [
        (REFERENCE, "-i", ORATOR),
        (REFERENCE, REFERENCE_2, "-i", ORATOR, "-lc", "-tok", "char", "-s", "add-k"),
        (REFERENCE, "-i", ORATOR, "-w", "4"),
    ],
    ids=["plain", "options", "width"],
)
def test_one_system_is_sacrebleus_object_byte_for_byte(argv: tuple[str, ...]) -> None:
    ours = output("score", *argv, "-f", "sacrebleu").replace('"version": "sy.', '"version": "')
    version = json.loads(ours)["version"]
    ours = ours.replace(f"version:sy.{version}", "version:2.6.0").replace(f'"{version}"', '"2.6.0"')
    assert ours == sacrebleu(*argv, "-f", "json")


def test_one_system_with_an_interval_has_sacrebleus_keys() -> None:
    argv = (REFERENCE, "-i", ORATOR, "-ci", "-w", "2")
    ours, theirs = json.loads(output("score", *argv, "-f", "sacrebleu")), json.loads(sacrebleu(*argv))
    assert shape(ours) == shape(theirs)
    random = {"confidence_mean", "confidence_var", "confidence", "version"}
    assert {k: as_sacrebleu(v) if isinstance(v, str) else v for k, v in ours.items() if k not in random} == {
        k: v for k, v in theirs.items() if k not in random
    }
    assert ours["confidence_mean"] == pytest.approx(theirs["confidence_mean"], abs=0.3)
    assert ours["confidence_var"] == pytest.approx(theirs["confidence_var"], abs=0.3)
    assert ours["confidence"] == f"μ = {ours['confidence_mean']:.2f} ± {ours['confidence_var']:.2f}"


@pytest.mark.parametrize("flags", [("--documents", DOCUMENTS), ("--interval", "jackknife")], ids=["documents", "asked"])
def test_an_interval_by_jackknife_has_the_same_keys_too(flags: tuple[str, ...]) -> None:
    ours = json.loads(output("score", REFERENCE, "-i", ORATOR, "-ci", "-f", "sacrebleu", *flags))
    theirs = json.loads(sacrebleu(REFERENCE, "-i", ORATOR, "-ci"))
    needed = {"name", "score", "signature", "confidence_mean", "confidence_var", "confidence", "verbose_score"}
    assert needed <= ours.keys() <= theirs.keys()
    assert ours["confidence_mean"] == ours["score"] == theirs["score"]  # it is centred on the score


def test_several_metrics_are_an_array_sorted_by_name(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("orator\n" + "0.5\n" * 120)
    argv = ("-i", ORATOR, "-m", "bleu", "--scores", f"AX={tmp_path / 'x.tsv'}", "-f", "sacrebleu")
    shown = output("score", REFERENCE, *argv)
    assert [row["name"] for row in json.loads(shown)] == ["AX", "BLEU"]
    assert json.loads(shown)[0]["score"] == 0.5
    both = sacrebleu(REFERENCE, "-i", ORATOR, "-m", "bleu", "chrf")
    assert [line for line in shown.splitlines() if line[0] in "[]"] == [s for s in both.splitlines() if s[0] in "[]"]


def test_several_systems_are_sacrebleus_array_byte_for_byte() -> None:
    argv = (REFERENCE, REFERENCE_2, "-i", HARBOUR, LANTERN, ORATOR, "-w", "3")
    names = ("--names", HARBOUR, LANTERN, ORATOR)  # sacreBLEU calls systems by their paths
    assert output("score", *argv, *names, "-f", "sacrebleu") == sacrebleu(*argv)


def test_json_of_several_metrics_is_sacrebleus() -> None:
    argv = (REFERENCE, "-i", HARBOUR, ORATOR, "-m", "bleu", "chrf", "ter")
    assert output("score", *argv, "--format", "sacrebleu") == sacrebleu(*argv, "-f", "json")


def test_systems_are_called_by_their_paths_as_sacrebleu_does() -> None:
    argv = (REFERENCE, "-i", HARBOUR, LANTERN)
    assert json.loads(output("score", *argv, "-f", "sacrebleu")) == json.loads(sacrebleu(*argv))


def test_two_metrics_of_one_label_do_not_swallow_each_other() -> None:
    metrics = ("-m", "bleu", "bleu(tokenize=char)", "-f", "sacrebleu")
    outcome = run("score", REFERENCE, "-i", HARBOUR, ORATOR, *metrics)
    assert outcome.status == 2 or all(
        sacrebleu(REFERENCE, "-i", HARBOUR, "-b", *flags) in outcome.out for flags in ((), ("-tok", "char"))
    )
