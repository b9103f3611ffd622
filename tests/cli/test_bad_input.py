"""Bad input: exit status 2, nothing on standard output, one clear sentence on standard error that names what is wrong.

Every case is a command line as a user types it, in a folder with the files below, and what the sentence must say.
"""

import gzip
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.running import Outcome, run

FILES: dict[str, bytes] = {
    "ref": b"the first line\nthe second line\nthe third line\n",
    "a": b"the first line\nthe second row\nthe third line\n",
    "b": b"a first line\nthe second line\nno third one\n",
    "short": b"the first line\nthe second line\n",
    "long": b"the first line\nthe second line\nthe third line\none too many\nand another\n",
    "latin": "the first line\nthe größe line\nthe third line\n".encode("latin-1"),
    "blank": b"the first line\n\nthe third line\n",
    "empty": b"",
    "docs": b"d1\nd1\nd2\n",
    "docs.short": b"d1\nd1\n",
    "docs.blank": b"d1\n \nd2\n",
    "tabs": b"r1\tr2\nr1\tr2\nr1 only\n",
    "cut.gz": gzip.compress(b"the first line\n" * 99)[:-9],
    "good.tsv": b"a\tb\n0.1\t0.2\n0.3\t0.4\n0.5\t0.6\n",
    "hole.tsv": b"a\tb\n0.1\t0.2\n0.3\t\n0.5\t0.6\n",
    "none.tsv": b"a\tb\n0.1\t0.2\n0.3\tNone\n0.5\t0.6\n",
    "nan.tsv": b"a\tb\n0.1\t0.2\n0.3\t0.4\nnan\t0.6\n",
    "inf.tsv": b"a\tb\n0.1\t0.2\n0.3\t0.4\n0.5\t-inf\n",
    "huge.tsv": b"a\tb\n1e308\t0.2\n0.3\t0.4\n0.5\t0.6\n",
    "words.tsv": b"a\tb\n0.1\t0.2\ngood\t0.4\n0.5\t0.6\n",
    "headless.tsv": b"0.1\t0.2\n0.3\t0.4\n0.5\t0.6\n",
    "ragged.tsv": b"a\tb\n0.1\t0.2\n0.3\n0.5\t0.6\n",
    "twice.tsv": b"a\ta\n0.1\t0.2\n0.3\t0.4\n0.5\t0.6\n",
    "short.tsv": b"a\tb\n0.1\t0.2\n",
    "other.tsv": b"a\tbb\n0.1\t0.2\n0.3\t0.4\n0.5\t0.6\n",
    "broken.json": b'{"a": [0.1, 0.2',
    "list.json": b"[0.1, 0.2, 0.3]",
    "null.json": b'{"a": [{"COMET": 0.1}, {"COMET": null}, {"COMET": 0.3}], "b": [0.1, 0.2, 0.3]}',
    "bare.json": b'{"a": [{"src": "x"}, 0.1, 0.2], "b": [0.1, 0.2, 0.3]}',
    "nested.json": b'{"a": {"scores": [0.1, 0.2, 0.3]}, "b": [0.1, 0.2, 0.3]}',
    "bignumber.json": b'{"a": [0.1, 1%s, 0.3], "b": [0.1, 0.2, 0.3]}' % (b"0" * 400),
}

CASES: dict[str, tuple[str, list[str]]] = {
    # files
    "a missing reference": ("score absent -i a", ["Cannot read absent: No such file"]),
    "a missing system": ("score ref -i absent", ["Cannot read absent: No such file"]),
    "a missing document file": ("score ref -i a --documents absent", ["Cannot read absent: No such file"]),
    "a missing source file": ("score ref -i a --sources absent", ["Cannot read absent: No such file"]),
    "a missing score file": ("score ref -i a --scores X=absent", ["Cannot read absent: No such file"]),
    "a folder": ("score ref -i folder", ["Cannot read folder: Is a directory"]),
    "a shorter system": (
        "score ref -i short",
        ["reference 1 (ref) has 3 lines", "system short (short) has 2", "line 3: 'the third line'"],
    ),
    "a longer system": (
        "compare ref -i a long",
        ["system long (long) has 5 lines", "reference 1 (ref) has 3", "line 4: 'one too many'"],
    ),
    "references of different lengths": (
        "score ref short -i a",
        ["reference 1 (ref) has 3 lines", "reference 2 (short) has 2", "line 3"],
    ),
    "too few documents": ("score ref -i a --documents docs.short", ["(ref) has 3 lines", "(docs.short) has 2"]),
    "too few sources": ("score ref -i a --sources short", ["(ref) has 3 lines", "sources (short) has 2"]),
    "an empty document id": ("score ref -i a --documents docs.blank", ["docs.blank, line 2: the document id is empty"]),
    "a file that is not UTF-8": ("score ref -i latin", ["latin is not utf-8: line 2, byte 7", "0xf6", "--encoding"]),
    "an unknown encoding": ("score ref -i a -e utf-9", ["Unknown encoding 'utf-9'"]),
    "empty files": ("score empty -i empty", ["empty is empty", "reference 1"]),
    "an empty system": ("score ref -i empty", ["empty is empty", "system empty"]),
    "a segment without reference": ("score blank -i a --empty-reference missing", ["Segment 2 has no reference"]),
    "a cut archive": ("score ref -i cut.gz", ["Cannot decompress cut.gz", "complete"]),
    "a line without its second reference": ("score tabs -nr 2 -i a", ["tabs, line 3 has 1", "2 are expected"]),
    "two files split at tabs": ("score tabs ref -nr 2 -i a", ["--num-refs", "one file"]),
    "no reference column": ("score tabs -nr 0 -i a", ["--num-refs", "from 1"]),
    # systems
    "no reference": ("score -i a", ["no reference", "before -i"]),
    "a system twice": ("score ref -i b a a", ["'a' stands twice"]),
    "a system twice by another path": ("score ref -i b a --names x x", ["'x' stands twice"]),
    "too few names": ("score ref -i a b --names x", ["--names has 1 name for 2 systems"]),
    "too many names": ("score ref -i a b --names x y z", ["--names has 3 names for 2 systems"]),
    "one system to compare": ("compare ref -i a", ["at least two systems", "there is a alone"]),
    "the baseline alone, twice": ("compare ref -i a a", ["a is given twice after -i"]),
    "references from standard input": ("score -", ["Standard input cannot hold references and systems at once"]),
    # metrics
    "an unknown metric": ("score ref -i a -m blue", ["Unknown metric 'blue'", "Did you mean 'bleu'?", "Valid: "]),
    "an unknown option": (
        "score ref -i a -m 'bleu(tokenise=char)'",
        ["Unknown option of bleu: 'tokenise'", "Did you mean 'tokenize'?"],
    ),
    "an unknown tokenizer": ("score ref -i a -tok 13b", ["Unknown tokenizer '13b'", "Did you mean '13a'?"]),
    "an unknown smoothing": ("score ref -i a -s expo", ["smooth_method", "'expo'", "Did you mean 'exp'?"]),
    "an option of a metric that is not asked for": (
        "score ref -i a -m exact-match --chrf-beta 3",
        ["--chrf-beta belongs to the metric chrf", "chrf(beta=3)"],
    ),
    "options given twice": ("score ref -i a -m 'bleu(view=char)' --view char", ["'view' stands twice"]),
    "an unknown metric to describe": ("metrics blau", ["Unknown metric 'blau'. Did you mean 'bleu'?"]),
    "a metric that is not closed": ("score ref -i a -m 'bleu(tokenize=char'", ["Cannot read the metric"]),
    "a metric without a name": ("score ref -i a -m ''", ["Cannot read the metric ''"]),
    "an option without a value": ("score ref -i a -m 'bleu(lowercase)'", ["'lowercase'", "option=value"]),
    "an option twice": ("score ref -i a -m 'bleu(tokenize=char, tokenize=none)'", ["'tokenize' stands twice"]),
    "a metric twice": ("score ref -i a -m bleu BLEU", ["'bleu' is given twice"]),
    "a claim that is no boolean": ("score ref -i a -m 'bleu(lowercase=maybe)'", ["lowercase", "maybe"]),
    "a number that is no boolean": ("score ref -i a -m 'bleu(effective_order=7)'", ["effective_order", "7"]),
    "an order that is not whole": ("score ref -i a -m 'bleu(max_ngram_order=1.5)'", ["max_ngram_order", "1.5"]),
    "a tokenizer that is a tuple": ("score ref -i a -m 'bleu(tokenize=(a,b))'", ["tokenize", "'a'"]),
    "weights that are no numbers": ("score ref -i a -m 'bleu(weights=(nan,.5,.25,.25))'", ["weights", "nan"]),
    "weights that are words": ("score ref -i a -m 'bleu(weights=(a,b,c,d))'", ["weights", "a"]),
    "a smoothing value that is no number": ("score ref -i a -s floor -sv nan", ["smooth_value", "nan"]),
    "a smoothing value below 0": ("score ref -i a -s floor -sv -1", ["smooth_value", "-1"]),
    # tests and families
    "an unknown test": ("compare ref -i a b --test randomisation", ["Did you mean 'randomization'?"]),
    "an unknown correction": ("compare ref -i a b --correction hulm", ["--correction", "'hulm'", "holm"]),
    "an unknown alternative": ("compare ref -i a b --alternative less", ["--alternative", "'less'", "worse"]),
    "an unknown family": ("compare ref -i a b --family all", ["--family", "'all'", "pairs-and-metrics"]),
    "an unknown unit": ("compare ref -i a b --unit line", ["--unit", "'line'", "segment"]),
    "an unknown interval": ("compare ref -i a b --interval wald", ["--interval", "'wald'", "jackknife"]),
    "Student's t of what is no mean": (
        "compare ref -i a b --interval student",
        ["bleu is not a mean of unit scores", "jackknife"],
    ),
    "Student's t of a score that is no mean": ("score ref -i a -ci --interval student", ["bleu is not a mean"]),
    "documents as unit where there are none": ("compare ref -i a b --unit document", ["no documents are given"]),
    "a pair of one": ("compare ref -i a b --pairs a", ["Cannot read the pair 'a'", "A:B"]),
    "a pair of a system with itself": ("compare ref -i a b --pairs a:a", ["'a:a' names the same system twice"]),
    "a pair with an unknown system": ("compare ref -i a b --pairs a:bb", ["'bb'", "Did you mean 'b'?"]),
    "a pair of nothing": ("compare ref -i a b --pairs :", ["Unknown system ''"]),
    # numbers
    "no threads": ("score ref -i a --executor threads:0", ["--executor", "from 1 to 1024, not 0"]),
    "threads below 0": ("compare ref -i a b --executor threads:-3", ["threads are counted by a whole number"]),
    "threads beyond counting": (f"score ref -i a --executor threads:1{'0' * 30}", ["threads"]),
    "threads by their flag before": ("score ref -i a --jobs 2", ["--jobs", "write --executor threads:N"]),
    "no resamples": ("compare ref -i a b -n 0", ["resamples", "from 1 to 1,000,000,000, not 0"]),
    "resamples below 0": ("compare ref -i a b -n -1", ["resamples", "from 1 to 1,000,000,000, not -1"]),
    "no resamples of a score": (
        "score ref -i a -ci --interval percentile -n 0",
        ["resamples", "from 1 to 1,000,000,000, not 0"],
    ),
    "no resamples, not needed": (
        "score ref -i a -ci --interval jackknife -n 0",
        ["resamples", "from 1 to 1,000,000,000, not 0"],
    ),
    "resamples beyond memory": (f"score ref -i a -ci --interval percentile -n 1{'0' * 30}", ["resamples"]),
    "alpha 0": ("compare ref -i a b --alpha 0", ["alpha must lie between 0 and 1, not 0"]),
    "alpha 1": ("compare ref -i a b --alpha 1", ["alpha must lie between 0 and 1, not 1"]),
    "alpha 2": ("compare ref -i a b --alpha 2", ["alpha must lie between 0 and 1, not 2"]),
    "alpha nan": ("compare ref -i a b --alpha nan", ["alpha must lie between 0 and 1, not nan"]),
    "a seed below 0": ("compare ref -i a b --seed -1", ["seed", "from 0 to 2**64 - 1", "-1"]),
    "a seed of 65 bits": ("score ref -i a -ci --seed 18446744073709551616", ["seed", "18446744073709551616"]),
    "a width below 0": ("score ref -i a --width -1", ["width", "-1"]),
    "a width below 0, comparing": ("compare ref -i a b --width -1", ["width", "-1"]),
    "a width below 0, as sacreBLEU": ("score ref -i a --width -1 -f sacrebleu", ["width", "-1"]),
    "a width beyond reason": ("score ref -i a --width 1000000000000", ["width", "1000000000000"]),
    "a seed that is no number": ("score ref -i a --seed lucky", ["--seed", "'lucky'"]),
    # scores of outside metrics
    "scores without a name": ("score ref -i a b --scores good.tsv", ["'good.tsv'", "write NAME=FILE"]),
    "scores without a file": ("score ref -i a b --scores X=", ["'X='", "write FILE or NAME=FILE"]),
    "a missing score": ("score ref -i a b --scores X=hole.tsv", ["hole.tsv", "system 'b' has no score", "line 3"]),
    "a score None": ("score ref -i a b --scores X=none.tsv", ["none.tsv", "system 'b'", "line 3"]),
    "a score NaN": ("score ref -i a b --scores X=nan.tsv", ["nan.tsv", "system 'a'", "'nan'", "line 4"]),
    "an infinite score": ("score ref -i a b --scores X=inf.tsv", ["inf.tsv", "system 'b'", "'-inf'", "line 4"]),
    "a score out of range": (
        "score ref -i a b --scores X=huge.tsv",
        ["huge.tsv", "a finite number (1e60 at most) should be"],
    ),
    "a score that is a word": ("score ref -i a b --scores X=words.tsv", ["system 'a'", "'good'", "line 3"]),
    "scores without a header": ("score ref -i a b --scores X=headless.tsv", ["headless.tsv has no header"]),
    "a line of scores too short": ("score ref -i a b --scores X=ragged.tsv", ["line 3 has 1 scores", "2 systems"]),
    "a system twice in a header": ("score ref -i a b --scores X=twice.tsv", ["twice.tsv, line 1", "once"]),
    "too few scores": (
        "score ref -i a b --scores X=short.tsv",
        ["short.tsv has 1 scores for system 'a'", "3 segments"],
    ),
    "an empty score file": ("score ref -i a b --scores X=empty", ["empty is empty"]),
    "a system without scores": ("score ref -i a b --scores X=other.tsv", ["other.tsv", "'b'", "Did you mean 'bb'?"]),
    "scores twice": (
        "score ref -i a b --scores X=good.tsv --scores X=good.tsv",
        ["good.tsv and good.tsv both score the system 'a' on line 1 by X"],
    ),
    "scores under a metric's name": ("score ref -i a b -m bleu --scores BLEU=good.tsv", ["'BLEU'", "another name"]),
    "a direction of unknown scores": ("score ref -i a b --scores X=good.tsv --lower-is-better Y", ["'Y'", "X"]),
    "JSON that is none": ("score ref -i a b --scores X=broken.json", ["broken.json is not JSON"]),
    "JSON of another shape": (
        "score ref -i a b --scores X=list.json",
        ["no scores in list.json", "'a'", "Valid: list"],
    ),
    "JSON of nested shape": ("score ref -i a b --scores X=nested.json", ["nested.json", "each system"]),
    "JSON with a hole": ("score ref -i a b --scores X=null.json", ["system 'a' has no score", "segment 2"]),
    "JSON without a number": ("score ref -i a b --scores X=bare.json", ["system 'a' has no score", "segment 1"]),
    "JSON with a number too big": (
        "score ref -i a b --scores X=bignumber.json",
        ["bignumber.json", "'a'", "segment 2"],
    ),
    # flags
    "an unknown command": ("scores ref -i a", ["'scores'", "Write `steelyard score`"]),
    "an unknown flag": ("score ref -i a --bootstrap", ["--bootstrap"]),
    "an abbreviated flag": ("score ref -i a --seg 3", ["--seg"]),
    "-i without a file": ("score ref -i", ["-i/--input"]),
    "an unknown format": ("score ref -i a -f html", ["--format", "'html'", "sacrebleu"]),
    "segments with intervals": ("score ref -i a -sl -ci", ["--sentence-level", "--confidence"]),
    "segments as sacreBLEU": ("score ref -i a -sl -f sacrebleu", ["--sentence-level", "--format sacrebleu"]),
    "an original language without test set": ("score ref -i a -ol de", ["--origlang", "-t"]),
    "resamples without intervals": ("score ref -i a -n 500", ["-n", "-ci"]),
    "a tokenizer that is not here": ("score ref -i a -tok zho", ["tokenizer 'zho'", "'zh'"]),
    "a tokenizer that sacreBLEU downloads": ("score ref -i a -tok flores200", ["'flores200'", "spm:FILE"]),
    "a model that is not there": ("score ref -i a -tok spm:nowhere.model", ["'nowhere.model'", "No such file"]),
    "a view that is not here": ("score ref -i a -m bleu(view=stems:en)", ["view 'stems:en'", "stem:LANGUAGE"]),
    "a one-sided question turned round": ("compare ref -i a b --pairs a:b --alternative better", ["b:a"]),
    "a format without one-sided p": ("compare ref -i a b --alternative better -f sacrebleu", ["two-sided"]),
    "n-grams beyond reason": ("score ref -i a -m bleu(max_ngram_order=1000000000)", ["from 1 to 100"]),
    "an origin without test set": ("score ref -i a --origlang de", ["--origlang", "-t"]),
    "a subset without test set": ("score ref -i a --subset news", ["--subset", "-t"]),
    "echo without test set": ("score --echo src", ["--echo", "-t"]),
    "references and a test set": ("score ref -t wmt19 -l de-en -i a", ["reference files or a test set"]),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bad")
    (path / "folder").mkdir()
    for name, content in FILES.items():
        (path / name).write_bytes(content)
    (path / "cache" / "wmt19").mkdir(parents=True)
    for field in ("src", "ref", "domain"):
        (path / "cache" / "wmt19" / f"wmt19.de-en.{field}").write_bytes(FILES["ref"])
    return path


@pytest.fixture(autouse=True)
def inside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SACREBLEU", "cache")


def assert_refused(outcome: Outcome, fragments: list[str]) -> None:
    assert (outcome.status, outcome.out) == (2, "")
    assert re.fullmatch(r"steelyard( score| compare| metrics)?: [^\n]+[.`?]\n", outcome.err)
    assert [fragment for fragment in fragments if fragment not in outcome.err] == []


@pytest.mark.parametrize(("line", "fragments"), CASES.values(), ids=CASES)
def test_bad_input_is_told_in_one_sentence(line: str, fragments: list[str]) -> None:
    assert_refused(run(*shlex.split(line)), fragments)


@pytest.mark.parametrize("files", ["a", "a b"])
def test_the_same_files_are_fine_when_nothing_is_wrong(files: str) -> None:
    # The table above would prove nothing if its files were refused anyway.
    assert run(*shlex.split(f"score ref -i {files} --documents docs --scores X=good.tsv -nr 1 -ci")).status == 0
    assert run(*shlex.split("compare ref -i a b --documents docs --scores JUDGE=good.tsv -n 50")).status == 0


@pytest.mark.parametrize(
    ("stdin", "fragments"),
    [
        (b"one\ttwo\nthree\n", ["standard input, line 2 has 1", "2 are expected, as in line 1"]),
        (b"one\ntwo\tthree\n", ["standard input, line 2 has 2", "1 are expected, as in line 1"]),
        (b"one\ntwo\n", ["(ref) has 3 lines", "(standard input) has 2"]),
        (b"", ["There is no system: put -i before", "standard input"]),
        (b"one\ntwo\nthr\xffee\n", ["not utf-8: line 3, byte 4", "0xff"]),
    ],
    ids=repr,
)
def test_bad_standard_input_is_told_in_one_sentence(stdin: bytes, fragments: list[str]) -> None:
    assert_refused(run("score", "ref", stdin=stdin), fragments)


@pytest.mark.parametrize(
    ("line", "fragments"),
    [
        (
            "-t wmt98 -l de-en -i a",
            ["wmt98 de-en is not in sacreBLEU's cache", "sacrebleu -t wmt98 -l de-en --echo src"],
        ),
        ("-t wmt19 -i a", ["'wmt19' needs a language pair", "In the cache: de-en"]),
        ("-t wmt19 -l de-cs -i a", ["Unknown language pair", "'de-cs'", "de-en"]),
        ("-t wmt19 -l de-en -i short", ["has 3 lines", "(short) has 2"]),
        ("-t wmt19 -l de-en -i a --origlang de", ["--origlang needs the field 'origlang'"]),
        ("-t wmt19 -l de-en -i a --subset [", ["--subset", "["]),
        ("-t wmt19 -l de-en --echo sources", ["'sources'", "Valid: domain, ref, src"]),
        ("-t wmt19 -l de-en -nr 2 -i a", ["--num-refs"]),
    ],
)
def test_a_bad_test_set_is_told_in_one_sentence(line: str, fragments: list[str]) -> None:
    assert_refused(run("score", *shlex.split(line)), fragments)


def test_a_name_cannot_break_the_sentence_into_lines() -> None:
    assert_refused(run("score", "ref", "-i", "no\nfile\x1b[31m"), ["Cannot read no"])
    assert "\x1b" not in run("score", "ref", "-i", "no\x1b[31mfile").err
