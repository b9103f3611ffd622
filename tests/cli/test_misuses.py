"""Misuses, each with what the one sentence says: a flag or value that is not there is answered with what is."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.asking.registry import split_command
from steelyard.cli.kinds import SCORES, check_given
from steelyard.cli.metric_flags import OPTION_FLAGS
from steelyard.errors import SpecError
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, REFERENCE, run
from tests.conftest import EXAMPLES

TEXTS = f"{REFERENCE} -i {HARBOUR} {LANTERN}"

# A command line, where TEXTS stands for a reference and two systems, and what the sentence has in it.
UNKNOWN_FLAGS = (
    ("compare TEXTS --output x.txt", "no flag --output. Results go to standard output: write `> FILE`"),
    ("compare TEXTS -o x.txt", "no flag -o. Results go to standard output"),
    ("metrics -o x.txt", "write `> FILE`"),
    ("score TEXTS --output x", "--format json keeps all of it"),
    ("compare TEXTS --html x.html", "write --report FILE.html."),
    ("compare TEXTS --json", "Write --format json."),
    ("score TEXTS --csv", "Write --format csv."),
    ("score TEXTS --latex", "Write --format latex."),
    ("compare TEXTS --markdown", "Write --format markdown."),
    ("compare TEXTS --baseline harbour", "The first system after -i is the baseline (--pairs"),
    ("gate TEXTS --baseline old.jsonl", "counts of `steelyard score --keep` go to --stats OLD NEW."),
    ("explain diff TEXTS --baseline harbour", "The first system after -i is the baseline."),
    ("score --ref x -i y", "Reference files stand without a flag, before -i."),
    ("compare --references x -i y", "Reference files stand without a flag, before -i."),
    ("compare -r x -i y", "Reference files stand without a flag, before -i."),
    ("score x --hyp y", "Write -i SYS ..."),
    ("score x --hypotheses y", "Write -i SYS ..."),
    ("compare TEXTS --threads 2", "Write --executor threads:N."),
    ("check level TEXTS -j 2", "Write --executor threads:N."),
    ("check level TEXTS --workers 2", "Write --executor threads:N."),
    ("compare TEXTS --bootstrap 100", "Write -n N, or --resamples N"),
    ("compare TEXTS --n-bootstrap=100", "Write -n N, or --resamples N"),
    ("score TEXTS --metric bleu", "Did you mean --metrics?"),
    ("score TEXTS --metrcs bleu", "Did you mean --metrics?"),
    ("score TEXTS --Metrics bleu", "Did you mean --metrics?"),
    ("compare TEXTS --csv_table pairs", "Did you mean --csv-table?"),
    ("score TEXTS --tokenizer 13a", "Write --tokenize NAME, or -tok NAME."),
    ("score TEXTS --tokenise 13a", "Write --tokenize NAME"),
    ("compare TEXTS --document x", "Did you mean --documents?"),
    ("compare TEXTS --docs x", "Write --documents FILE."),
    ("compare TEXTS --difference 0.5", "There is no flag --difference."),
    ("plan texts TEXTS --difference 0.5", "Did you mean --differences?"),
    ("human x --predictions y", "There is no flag --predictions."),
    ("meta TEXTS --tests t", "There is no flag --tests."),
    ("compare TEXTS --gate min-delta=1", "Write `steelyard gate`, with --max-drop X"),
    ("compare TEXTS --random-seed 1", "Write --seed N."),
    ("human x --src y", "Write --sources FILE."),
    ("human x --orchard y", "There is no flag --orchard. See `steelyard human --help`."),
    ("score TEXTS --ci", "Write -ci, or --confidence."),
    ("compare TEXTS --p-value", "Differences are always tested"),
    ("compare TEXTS --comet x", "Compute its scores with its own program, and write --scores NAME=FILE."),
    ("score TEXTS --bleu", "Write -m and the metric's name."),
    ("compare TEXTS --decimals 3", "Write --width N, or -w N."),
    ("compare TEXTS --verbose", "--traceback shows where a fault came from"),
    ("compare TEXTS --plot x", "Write --plots DIR."),
    ("meta TEXTS --human x", "Write --ratings FILE."),
    ("score --data x.csv", "Write --table FILE"),
    ("human --wieghts google x", "Did you mean --weights?"),
    ("meta --rating x TEXTS", "Did you mean --ratings?"),
    ("score TEXTS -Z", "There is no flag -Z. See `steelyard score --help`."),
    ("score TEXTS --completely-different", "no flag --completely-different. See `steelyard score --help`."),
    ("check files --version", "`steelyard --version` says it."),
)
# Of files in a folder, by name: REF, A and B are texts, BAD is random bytes, NONE is not there.
FILES = (
    ("score REF -i NONE", "Cannot read NONE"),
    ("score REF -i .", "Cannot read .: Is a directory"),
    ("score REF -i EMPTY", "EMPTY is empty"),
    ("score REF -i BAD", "BAD is not utf-8: line 1"),
    ("score BAD -i A", "Convert the file to UTF-8, or name its encoding, where the command has --encoding"),
    ("score REF -i A -e klingon", "Unknown encoding 'klingon'"),
    ("score REF A B", "put -i before the outputs"),
    ("score REF -i SHORT", "system SHORT (SHORT) has 5"),
    ("score REF -i A --names x y", "--names has 2 names for 1 system."),
    ("score REF -i A -f github", "invalid choice: 'github' (choose from text, json"),
    ("human ratings.tsv -f sacrebleu", "invalid choice: 'sacrebleu' (choose from text, json"),
    ("score REF -i A -m bleu(tokenize=)", "Cannot read 'tokenize=' in 'bleu(tokenize=)': write option=value"),
    ("score REF -i A -ci -n 0", "must be a whole number from 1"),
    ("score REF -i A --seed -1 -ci", "The seed (rng, --seed) must be a whole number from 0"),
    ("score REF -i A --unit document", "no documents are given"),
    ("score REF -i A --unit block:0", "write block:K with a number of segments from 1"),
    ("score --stats A", "`steelyard score REF -i SYS --keep FILE` writes one"),
    ("compare REF -i A", "the baseline first"),
    ("compare REF -i A B --alpha 1.5", "alpha must lie between 0 and 1"),
    ("gate REF -i A B --max-drop -1", "write 1, above 0"),
    ("compare REF -i A B --test t --exact", "exact (--exact) needs the test randomization"),
    ("compare REF -i A B --no-texts", "it goes with --report FILE"),
    ("compare REF -i A B --report nowhere/x.html", "Cannot write nowhere/x.html"),
    (
        "plan texts REF -i A B --differences 0.5 --shares 0.5",
        "Give either differences (--differences) or shares (--shares)",
    ),
    (
        "explain segment REF -i A --segment 1",
        "REF is a file, and the metric comes first: write `steelyard explain segment bleu REF",
    ),
    ("lab tune REF -i A B --ratings A", "write `steelyard lab tune bleu REF"),
    ("explain segment bleu REF -i A --segment 500", "There is no segment 500: choose a number from 1 to 120"),
    ("human A", "A is text, not scores or ratings: its lines are sentences"),
    ("lab tune ribes REF -i A B --ratings A", "A is text, not scores or ratings"),
    ("meta REF -i A B", "--ratings is missing: name the file of people's ratings"),
    ("check result NONE", "Cannot read NONE: No such file"),
    ("check result A", "A is no stored result: `--format json` or .save() writes one"),
    ("score REF -i A --keep x.txt", "its name must end in .parquet, .jsonl.gz or .jsonl"),
    ("lab paraphrase REF --sources A --alignments B -o out", "is no link: write source-target pairs"),
    ("lab learning-curve A", "no column holds the system. Expected 'system'"),
)
VALUES = (
    ("compare TEXTS --jobs 2", "--jobs: write --executor threads:N."),
    ("score TEXTS -j2", "-j: write --executor threads:N."),
    (
        "check level TEXTS --executor processes:2",
        "this command supports threads only, such as threads:4, and not processes",
    ),
    ("compare TEXTS --executor 2", "write threads:N, processes:N, dask:ADDRESS or ray:ADDRESS"),
    ("compare TEXTS --executor processes:none", "processes are counted by a whole number, such as processes:4"),
    ("board tasks a.jsonl b.jsonl --executor slurm:x", "write threads:N, processes:N, dask:ADDRESS or ray:ADDRESS"),
    ("score TEXTS --executor processes:2", "--executor needs --shards and --keep"),
    ("score TEXTS --rows block:2", "--rows needs a file for the statistics: add --keep"),
    ("score TEXTS --keep x.jsonl --executor processes:2", "--executor needs --shards and --keep"),
    ("lab choose --shards a.jsonl", "add -o FOLDER"),
    ("lab choose --shards a.jsonl -o x --references r", "--references cannot be used with --shards"),
    ("lab choose --shards a.jsonl -o x --rule oracle", "without --shards"),
    ("lab choose --shards a.jsonl -o x --decoder pruned", "take exact or aggregate"),
    ("lab choose --shards a.jsonl -o x -m bleu", "Evaluate the chosen outputs with"),
    ("lab choose a.jsonl --executor processes:2", "--executor needs --shards"),
    ("score --shards a.csv --keep x --rows lines", "A row is a segment, a document or block:K"),
    ("compare TEXTS -f tex", "invalid choice: 'tex' (did you mean 'text' or 'latex'? choose from text, json"),
    ("score TEXTS -m hter", "hter is TER with the post-edits as REF: write -m ter."),
    ("compare TEXTS -f xml", "invalid choice: 'xml' (choose from text, json"),
    ("compare TEXTS --correction Holm", "did you mean 'holm'?"),
    ("compare TEXTS --alternative beter", "did you mean 'better'?"),
    ("compare TEXTS --test randomisation", "Did you mean 'randomization'?"),
    ("compare TEXTS -n many", "argument -n/--resamples/-parn/--paired-ar-n: invalid int value: 'many'"),
    ("compare TEXTS -n 10 -n 20", "-n is given twice, but only one can hold"),
    ("score TEXTS -m blue", "Did you mean 'bleu'?"),
    ("comapre TEXTS", "There is no command 'comapre'. Write `steelyard compare`."),
    ("check result a.json b.json", "nothing takes b.json"),
    ("compare TEXTS --pairs baseline harbour:lantern", "'baseline' stands alone: ask for it without other pairs"),
    ("compare TEXTS --pairs all harbour:lantern", "'all' stands alone"),
    ("score TEXTS --source-parses x", "--source-parses are of the source text: name that with --sources."),
    ("score --stats x --num-refs 2", "--num-refs is for texts, but --stats reads counts. Count new"),
    ("score --table x --num-refs 2", "a table has a column for each (--reference A B)"),
    ("human x --columns line=l --ratings-format mqm", "--columns names columns of ratings"),
    ("score --list -f csv", "--list goes with --format text or json, not with tables"),
    ("explain segment bleu TEXTS --segment 1 --scores x", "there is no flag --scores"),
)

JUDGE = str(EXAMPLES / "judge.csv")
SCORES_ALONE = (
    ("compare --scores JUDGE", "birch lacks 3 of 60 scores (2 refused, 1 timeout)"),
    ("score --scores JUDGE", "drop-item keeps 57 of 60 items"),
    ("compare --scores JUDGE --missing drop", "did you mean 'drop-item'?"),
    (
        "compare --scores JUDGE --missing worst --worst 2",
        "2 (--worst) is not the worst score of score: some system has 1",
    ),
    ("compare --scores JUDGE --missing worst --worst low", "Cannot read --worst 'low': write a number, or NAME=X"),
    ("compare --scores JUDGE --missing worst --worst inf", "--worst must be a finite number, not inf."),
    ("compare --scores JUDGE --missing worst --worst 1 2", "--worst is given twice, but only one can hold."),
    ("compare --scores JUDGE --missing worst --worst m=1 m=2", "--worst is given twice for m, but only one can hold."),
    ("score --scores JUDGE --num-refs 2", "--num-refs is about texts, and there are scores alone"),
    ("score --scores JUDGE --id-field nix", "has no column 'nix'. It has 'item'"),
    ("compare --scores JUDGE --missing worst --best 5", "--best needs --missing bounds (not worst)"),
    ("score --scores JUDGE --worst 1", "--worst goes with --missing worst or bounds, not refuse"),
    ("plan texts --scores JUDGE --missing bounds", "--missing bounds is a rule of `steelyard compare`"),
    ("compare --scores JUDGE --missing bounds --runs x=amber,birch", "--missing bounds and --runs cannot be combined"),
    ("compare --scores JUDGE --missing bounds --correction tukey", "choose --correction maxt or holm"),
    ("compare --scores JUDGE -m bleu", "metrics of text need REF and -i"),
    ("compare --scores JUDGE --tokenize 13a", "-tok is about texts, and there are scores alone"),
    ("compare --scores JUDGE --sources x", "--sources is about texts, and there are scores alone"),
    ("compare --scores JUDGE --systems amber ceder", "Did you mean 'cedar'?"),
    ("compare --scores JUDGE --columns item=question", "has no column 'question'. It has 'item', 'topic'"),
    ("compare --scores JUDGE --columns text=item", "Unknown role of a column of scores"),
    ("compare --scores JUDGE --columns item", "Cannot read --columns 'item': write ROLE=COLUMN"),
    ("compare --scores JUDGE --columns item=topic", "on item 'cooking'. Choose how to combine them: --repeats first"),
    ("compare --scores JUDGE --lower-is-better cost", "lower_is_better names 'cost', which is not among the scores"),
    ("compare --scores JUDGE JUDGE", "is given twice"),
    ("compare --scores JUDGE --documents DOCUMENTS --missing worst", "120 lines, but there are 60 items"),
    ("score --scores JUDGE -sl --missing worst", "there are scores alone"),
    ("compare TEXTS --missing worst", "--missing is about scores alone (--scores without REF and -i)"),
    ("explain diff --scores JUDGE", "is about texts, and there are scores alone"),
    ("lab tune --scores JUDGE", "Scores without texts go into `steelyard compare`"),
    ("explain segment --scores JUDGE", "Scores without texts go into `steelyard compare`"),
    ("human --scores JUDGE", "Scores without texts go into `steelyard compare`"),
    ("lab replicate koehn2004 --scores JUDGE --missing bounds", "choose worst or drop-item for lab replicate"),
)


@pytest.mark.parametrize(("line", "core"), SCORES_ALONE, ids=lambda text: text)
def test_a_misuse_of_scores_alone_names_the_mend(line: str, core: str) -> None:
    done = run(*line.replace("TEXTS", TEXTS).replace("JUDGE", JUDGE).replace("DOCUMENTS", DOCUMENTS).split())
    assert (done.status, done.out) == (2, "")
    assert core in done.said[0] and all(line.startswith("  steelyard ") for line in done.said[1:])


@pytest.mark.parametrize(("line", "core"), FILES, ids=lambda text: text)
def test_misused_files_and_values_name_the_mend_and_nothing_is_written(
    line: str, core: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reference = Path(REFERENCE).read_bytes()
    made = {"REF": reference, "A": Path(HARBOUR).read_bytes(), "B": Path(LANTERN).read_bytes(), "EMPTY": b""}
    made |= {"BAD": bytes(range(128, 256)) * 9, "SHORT": b"x\n" * 5}
    for name, content in made.items():
        Path(name).write_bytes(content)
    done = run(*line.split())
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert core in done.err and done.err.startswith("steelyard")
    assert {path.name for path in tmp_path.iterdir()} == set(made)


@pytest.mark.parametrize(("line", "core"), [*UNKNOWN_FLAGS, *VALUES], ids=lambda text: text)
def test_a_misuse_ends_in_one_sentence_that_names_the_mend(line: str, core: str) -> None:
    argv = line.replace("TEXTS", TEXTS).split()
    done = run(*argv)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1 and done.err.startswith("steelyard")
    assert core.lower() in done.err.lower()


@pytest.mark.parametrize(("line", "core"), UNKNOWN_FLAGS, ids=lambda text: text)
def test_an_unknown_flag_is_answered_with_the_help_of_its_command(line: str, core: str) -> None:
    command, _ = split_command(line.split())
    assert run(*line.replace("TEXTS", TEXTS).split()).err.endswith(f" See `steelyard {command} --help`.\n")


def test_a_flag_is_told_before_what_is_missing() -> None:
    assert "no flag --wieghts" in run("human", "--wieghts", "google").err


@pytest.mark.parametrize(("flag", "core"), [("--metrcs", "--metrics"), ("--output", "Results go to standard output")])
def test_a_flag_that_is_like_one_of_its_command_is_told_without_loading_other_commands(flag: str, core: str) -> None:
    code = f"""import sys
from steelyard.cli.app import main
try:
    main(["score", {flag!r}])
except SystemExit:
    print({{name.split(".")[2] for name in sys.modules if name.startswith("steelyard.questions.")}} - {{"registry"}})"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert core in done.stderr and done.stdout.strip() == "{'score'}"


@pytest.mark.parametrize("option", OPTION_FLAGS)
def test_every_option_of_a_metric_is_refused_beside_scores_alone_and_so_is_one_of_0(option: str) -> None:
    given = argparse.Namespace(missing=None, scores=["judge.csv"], **{option: 0 if "order" in option else "13a"})
    with pytest.raises(SpecError, match=f"^{re.escape(OPTION_FLAGS[option])} is about texts, and there are scores"):
        check_given(given)


def test_what_is_at_rest_is_not_given() -> None:
    given = argparse.Namespace(missing=None, scores=["judge.csv"], num_refs=1, raw=False, names=[])
    assert check_given(given) == SCORES
