"""`steelyard score`: what it prints, held against what sacreBLEU 2.6 prints for the same files."""

import bz2
import gzip
import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU

import steelyard as sy
from tests.cli.running import (
    DOCUMENTS,
    HARBOUR,
    LANTERN,
    ORATOR,
    PATHS,
    REFERENCE,
    REFERENCE_2,
    SPARROW,
    TANGLE,
    as_sacrebleu,
    output,
    run,
    sacrebleu,
)

COMPRESS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines()


def side_by_side(*paths: str) -> bytes:
    return "".join("\t".join(row) + "\n" for row in zip(*map(lines, paths), strict=True)).encode()


ONE, TWO = (REFERENCE,), (REFERENCE, REFERENCE_2)
LINES = [
    (ONE, ""), (TWO, ""), (TWO, "-lc"), (ONE, "-tok char"), (ONE, "-tok none -lc"), (ONE, "-s none"),
    (ONE, "-s floor"), (ONE, "-s floor -sv 0.5"), (ONE, "-s add-k"), (ONE, "-s add-k -sv 2"), (ONE, "-w 5"),
    (ONE, "-b"), (ONE, "-b -w 3"), (ONE, "-sh"), (TWO, "-sh -s floor"),
]  # fmt: skip


@pytest.mark.parametrize(("references", "flags"), LINES, ids=[f"{len(r)} {flags}" for r, flags in LINES])
def test_one_system_gives_sacrebleus_line(references: tuple[str, ...], flags: str) -> None:
    argv = (*references, "-i", ORATOR, *flags.split())
    assert as_sacrebleu(output("score", *argv)) == sacrebleu(*argv, "-f", "text")


def test_intervals_stand_between_score_and_details() -> None:
    argv = (REFERENCE, "-i", ORATOR, "-ci")
    ours = as_sacrebleu(output("score", *argv))
    theirs = sacrebleu(*argv, "-f", "text")  # ... = 12.3 (μ = 12.3 ± 1.4) 40.1/...
    number = r"\d+\.\d"
    interval = re.search(rf" \[({number}), ({number})\]", ours)
    spread = re.search(rf" \(μ = ({number}) ± ({number})\)", theirs)
    assert interval
    assert spread
    assert ours.replace(interval[0], "") == theirs.replace(spread[0], "")
    assert (float(interval[2]) - float(interval[1])) / 2 == pytest.approx(float(spread[2]), abs=0.35)
    assert float(interval[1]) < float(spread[1]) < float(interval[2])


def test_the_number_of_resamples_has_sacrebleus_names() -> None:
    expected = output("score", REFERENCE, "-i", ORATOR, "-ci", "-n", "50", "-w", "6")
    assert "|bs:50|seed:12345|" in expected
    for flag in ("--resamples", "-cin", "--confidence-n"):
        assert output("score", REFERENCE, "-i", ORATOR, "-ci", flag, "50", "-w", "6") == expected
    other = output("score", REFERENCE, "-i", ORATOR, "-ci", "-n", "50", "-w", "6", "--seed", "7")
    assert "|bs:50|seed:7|" in other
    assert re.search(r"\[.*\]", other)[0] != re.search(r"\[.*\]", expected)[0]


@pytest.mark.parametrize(
    ("flags", "warning"),
    [
        (("--interval", "delta"), "-n has no effect: --interval delta does not resample"),
        (("--interval", "jackknife"), "-n has no effect: --interval jackknife does not resample"),
        (("--documents", DOCUMENTS), "-n has no effect: with so few units the interval is a jackknife's"),
        (("--interval", "bca"), ""),
    ],
    ids=str,
)
def test_resamples_that_are_not_drawn_are_warned_of(flags: tuple[str, ...], warning: str) -> None:
    outcome = run("score", REFERENCE, "-i", HARBOUR, "-ci", "-n", "50", *flags)
    assert (outcome.status, bool(outcome.err)) == (0, bool(warning))
    assert warning in outcome.err


def test_segments_have_sacrebleus_scores() -> None:
    argv = (REFERENCE, REFERENCE_2, "-i", ORATOR, "-sl")
    assert output("score", *argv, "-b", "-w", "4") == sacrebleu(*argv, "-b", "-w", "4")
    ours = as_sacrebleu(output("score", *argv)).splitlines()
    theirs = sacrebleu(*argv).splitlines()
    assert len(ours) == 120
    assert ours == theirs
    assert "|eff:yes|" in ours[0]


def test_segments_of_several_systems_and_metrics_stand_in_columns() -> None:
    metrics = ("-m", "bleu", "bleu(tokenize=char)")
    header, *rows = output("score", REFERENCE, "-i", HARBOUR, ORATOR, *metrics, "-sl").splitlines()
    columns = list(zip(*(row.split("\t") for row in rows), strict=True))
    assert header.split("\t") == [
        "harbour:bleu(effective_order=True)",
        "orator:bleu(effective_order=True)",
        "harbour:bleu(tokenize=char, effective_order=True)",
        "orator:bleu(tokenize=char, effective_order=True)",
    ]
    singles = [sacrebleu(REFERENCE, "-i", path, "-sl", "-b") for path in (HARBOUR, ORATOR)]
    singles += [sacrebleu(REFERENCE, "-i", path, "-sl", "-b", "-tok", "char") for path in (HARBOUR, ORATOR)]
    assert ["\n".join(column) for column in columns] == singles


def test_segments_of_outside_scores_are_not_dropped_in_silence(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("harbour\n" + "".join(f"0.{n:03}\n" for n in range(120)))
    outcome = run("score", REFERENCE, "-i", HARBOUR, "--scores", f"X={tmp_path / 'x.tsv'}", "-sl", "-w", "3")
    assert outcome.status == 2 or "0.119" in outcome.out


def test_several_systems_stand_in_a_ranked_table() -> None:
    title, header, *rows = output("score", REFERENCE, "-i", *PATHS.values()).splitlines()
    assert as_sacrebleu(title) == "BLEU  nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    assert header.split() == ["rank", "system", "score", "BP", "length", "ratio"]
    theirs = {
        name: BLEU().corpus_score(lines(path), [lines(REFERENCE)])  # score, and what BP and ratio come from
        for name, path in PATHS.items()
    }
    ranked = sorted(theirs, key=lambda name: -theirs[name].score)
    assert [row.split() for row in rows] == [
        [
            str(rank),
            name,
            f"{theirs[name].score:.2f}",
            f"{theirs[name].bp:.3f}",
            f"{theirs[name].sys_len / theirs[name].ref_len:.3f}",
        ]
        for rank, name in enumerate(ranked, 1)
    ]


def test_a_table_with_intervals_has_the_intervals_of_the_json() -> None:
    argv = (REFERENCE, "-i", HARBOUR, ORATOR, "-ci", "--documents", DOCUMENTS)
    stored = json.loads(output("score", *argv, "-f", "json"))
    _, header, *rows = output("score", *argv).splitlines()
    assert "95% interval" in header
    assert rows[2] == "" and " ".join(rows[3:]) == stored["method"]["caution"]
    for row, shown in zip(stored["scores"], rows[:2], strict=True):
        low, high = row["interval"]
        assert f" {row['score']:.2f}  [{low:.2f}, {high:.2f}] " in shown


def test_several_metrics_of_one_system_are_several_lines() -> None:
    first, second = output("score", REFERENCE, "-i", TANGLE, "-m", "bleu", "bleu(tokenize=char)").splitlines()
    assert first.index(" = ") == second.index(" = ")
    assert as_sacrebleu(first).strip() == sacrebleu(REFERENCE, "-i", TANGLE, "-f", "text")
    assert as_sacrebleu(second).strip() == sacrebleu(REFERENCE, "-i", TANGLE, "-f", "text", "-tok", "char")


def test_several_metrics_of_several_systems_are_several_tables() -> None:
    shown = output("score", REFERENCE, "-i", HARBOUR, TANGLE, "-m", "bleu", "bleu(tokenize=char)", "-w", "1")
    titles = [table.splitlines()[0].split("  ")[0] for table in shown.split("\n\n")]
    assert titles == ["BLEU", "bleu(tokenize=char)"]
    for path in (HARBOUR, TANGLE):
        for flags in ((), ("-tok", "char")):
            assert f"  {sacrebleu(REFERENCE, '-i', path, '-b', *flags)}  " in shown


def test_flags_of_bleu_reach_every_metric_called_bleu() -> None:
    plain = output("score", REFERENCE, "-i", TANGLE, "-m", "bleu(lowercase=True, tokenize=char)", "-b", "-w", "9")
    assert output("score", REFERENCE, "-i", TANGLE, "-m", "BLEU", "-lc", "-tok", "char", "-b", "-w", "9") == plain


def test_a_flag_of_bleu_is_not_dropped_in_silence_beside_options() -> None:
    wanted = output("score", REFERENCE, "-i", TANGLE, "-lc", "-tok", "char")
    outcome = run("score", REFERENCE, "-i", TANGLE, "-m", "bleu(tokenize=char)", "-lc")
    assert outcome.status == 2 or outcome.out == wanted + "\n"


def test_input_given_twice_is_not_dropped_in_silence() -> None:
    outcome = run("score", REFERENCE, "-i", TANGLE, "-i", HARBOUR)
    assert outcome.status == 2 or ("tangle" in outcome.out and "harbour" in outcome.out)


def test_standard_input_is_one_system() -> None:
    text = Path(TANGLE).read_bytes()
    assert as_sacrebleu(output("score", REFERENCE, stdin=text)) == sacrebleu(REFERENCE, "-f", "text", stdin=text)
    assert output("score", REFERENCE, "-i", "-", stdin=text) == output("score", REFERENCE, "-i", TANGLE)


def test_tab_separated_standard_input_is_several_systems() -> None:
    text = side_by_side(TANGLE, HARBOUR)
    shown = output("score", REFERENCE, "-f", "sacrebleu", stdin=text)
    assert shown == sacrebleu(REFERENCE, "-f", "json", stdin=text)
    assert [row["system"] for row in json.loads(shown)] == ["System 1", "System 2"]


def test_tab_separated_references_are_split(tmp_path: Path) -> None:
    both = tmp_path / "both"
    both.write_bytes(side_by_side(REFERENCE, REFERENCE_2))
    expected = output("score", REFERENCE, REFERENCE_2, "-i", TANGLE)
    assert output("score", str(both), "-nr", "2", "-i", TANGLE) == expected
    assert as_sacrebleu(expected) == sacrebleu(str(both), "-nr", "2", "-i", TANGLE, "-f", "text")


@pytest.mark.parametrize("suffix", COMPRESS)
def test_compressed_files_score_like_plain_ones(tmp_path: Path, suffix: str) -> None:
    packed = {}
    for path in (REFERENCE, TANGLE):
        packed[path] = tmp_path / f"{Path(path).name}{suffix}"
        packed[path].write_bytes(COMPRESS[suffix](Path(path).read_bytes()))
    expected = output("score", REFERENCE, "-i", TANGLE)
    assert output("score", packed[REFERENCE], "-i", packed[TANGLE]) == expected


def test_other_encodings_can_be_named(tmp_path: Path) -> None:
    copies = [tmp_path / name for name in ("ref", "sys")]
    for copy, path in zip(copies, (REFERENCE, SPARROW), strict=True):
        copy.write_text(Path(path).read_text(encoding="utf-8"), encoding="utf-16")
    assert output("score", copies[0], "-i", copies[1], "-e", "utf-16") == output("score", REFERENCE, "-i", SPARROW)


def test_an_empty_reference_line_can_be_a_missing_one(tmp_path: Path) -> None:
    second = tmp_path / "ref2"
    ragged = [line if n % 2 else "" for n, line in enumerate(lines(REFERENCE_2))]
    second.write_text("".join(f"{line}\n" for line in ragged))
    as_missing = output("score", REFERENCE, second, "-i", TANGLE, "--empty-reference", "missing", "-w", "9")
    bleu = BLEU()
    score = bleu.corpus_score(lines(TANGLE), [lines(REFERENCE), [line or None for line in ragged]])
    assert as_sacrebleu(as_missing) == score.format(9, signature=str(bleu.get_signature()))
    assert "|nrefs:var|" in as_missing
    assert "|nrefs:2|" in output("score", REFERENCE, second, "-i", TANGLE)


def test_a_repeated_baseline_is_left_out() -> None:
    expected = output("score", REFERENCE, "-i", HARBOUR, LANTERN, TANGLE)
    assert output("score", REFERENCE, "-i", HARBOUR, HARBOUR, LANTERN, TANGLE) == expected


def test_names_come_from_files_or_from_names(tmp_path: Path) -> None:
    copies = [tmp_path / name for name in ("m.v1.en", "m.v2.en")]
    for copy in copies:
        copy.write_bytes(Path(TANGLE).read_bytes())
    other = tmp_path / "other" / "m.v1.en"
    other.parent.mkdir()
    other.write_bytes(Path(HARBOUR).read_bytes())

    def names(*argv: object) -> list[str]:
        stored = json.loads(output("score", REFERENCE, "-i", *argv, "-f", "json", "-q"))
        return [row["system"] for row in stored["scores"]]

    assert names(TANGLE, HARBOUR) == ["tangle", "harbour"]
    assert names(*copies) == ["m.v1", "m.v2"]
    assert names(copies[0], other) == [str(copies[0]), str(other)]
    assert names(*copies, "--names", "one", "two") == ["one", "two"]


def test_text_that_looks_tokenised_is_warned_of(tmp_path: Path) -> None:
    spaced = tmp_path / "spaced"
    spaced.write_text("".join(f"{line[:-1]} .\n" for line in lines(REFERENCE)))
    reference = tmp_path / "reference"
    reference.write_text("".join(f"{line[:-1]} indeed .\n" for line in lines(REFERENCE)))
    outcome = run("score", reference, "-i", spaced)
    assert outcome.status == 0
    assert re.fullmatch(
        r"steelyard: warning: 100 lines or more of 'spaced' end in ' \.'.*--checks warn.*\n", outcome.err
    )
    for flag in ("--force", "-q"):
        assert run("score", reference, "-i", spaced, flag) == type(outcome)(0, outcome.out, "")
    assert run("score", REFERENCE, "-i", spaced).status == 2


def test_the_version_is_printed() -> None:
    assert output("--version") == output("-V") == f"steelyard {sy.__version__}"
