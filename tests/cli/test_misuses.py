"""Misuses, each with what the one sentence says: a flag or value that is not there is answered with what is."""

import pytest

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
    ("compare TEXTS --baseline harbour", "The first system after -i is what the others are held against (--pairs"),
    ("diff TEXTS --baseline harbour", "The first system after -i is what the others are held against."),
    ("score --ref x -i y", "Reference files stand without a flag, before -i."),
    ("compare --references x -i y", "Reference files stand without a flag, before -i."),
    ("compare -r x -i y", "Reference files stand without a flag, before -i."),
    ("score x --hyp y", "Write -i SYS ..."),
    ("score x --hypotheses y", "Write -i SYS ..."),
    ("compare TEXTS --threads 2", "Write --jobs N, or -j N."),
    ("calibrate TEXTS --workers 2", "Write --jobs N, or -j N."),
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
    ("compare TEXTS --difference 0.5", "`steelyard plan-ratings` has it."),
    ("plan TEXTS --difference 0.5", "Did you mean --differences?"),
    ("compare TEXTS --sizes 100", "`steelyard dependence`, `steelyard plan`, `steelyard replicate` have it."),
    ("score TEXTS --gate min-delta=1", "`steelyard compare` has it."),
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
    ("score TEXTS --completely-different", "no flag --completely-different. See `steelyard score --help`."),
    ("lint --version", "`steelyard --version` says it."),
)
VALUES = (
    ("compare TEXTS -f jsno", "invalid choice: 'jsno' (did you mean 'json'? choose from text, json"),
    ("compare TEXTS -f xml", "invalid choice: 'xml' (choose from text, json"),
    ("compare TEXTS --correction Holm", "did you mean 'holm'?"),
    ("compare TEXTS --alternative beter", "did you mean 'better'?"),
    ("compare TEXTS --test randomisation", "Did you mean 'randomization'?"),
    ("compare TEXTS -n many", "argument -n/--resamples/-parn/--paired-ar-n: invalid int value: 'many'"),
    ("compare TEXTS -n 10 -n 20", "-n is given twice, but only one can hold"),
    ("score TEXTS -m blue", "Did you mean 'bleu'?"),
    ("comapre TEXTS", "invalid choice: 'comapre' (did you mean 'compare'?"),
    ("verify a.json b.json", "nothing takes b.json"),
    ("compare TEXTS --pairs baseline harbour:lantern", "'baseline' stands alone: ask for it without other pairs"),
    ("compare TEXTS --pairs all harbour:lantern", "'all' stands alone"),
    ("score --list -f csv", "--list goes with --format text or json, not with tables"),
    (
        "explain bleu TEXTS --segment 1 --scores x",
        "`steelyard calibrate`, `steelyard compare`, `steelyard dependence` have it",
    ),
)

JUDGE = str(EXAMPLES / "judge.csv")
SCORES_ALONE = (
    ("compare --scores JUDGE", "birch is scored on 57 of 60 (2 refused, 1 timeout)"),
    ("score --scores JUDGE", "Say what becomes of them: --missing drop-item (57 of 60 items are left)"),
    ("compare --scores JUDGE --missing drop", "did you mean 'drop-item'?"),
    (
        "compare --scores JUDGE --missing worst --worst 2",
        "2 (--worst) is not the worst score of score: some system has 1",
    ),
    ("compare --scores JUDGE --missing worst --worst low", "Cannot read --worst 'low': write a number, or NAME=X"),
    ("compare --scores JUDGE --missing worst --best 5", "--best goes with --missing bounds, not worst"),
    ("compare --scores JUDGE --worst 1", "--worst goes with --missing worst or bounds, not refuse"),
    ("plan --scores JUDGE --missing bounds", "--missing bounds is a rule of `steelyard compare`"),
    ("compare --scores JUDGE --missing bounds --report x.html", "choose --missing worst or drop-item"),
    ("compare --scores JUDGE --missing bounds --correction tukey", "choose maxt or holm"),
    ("compare --scores JUDGE -m bleu", "metrics of text need REF and -i"),
    ("compare --scores JUDGE --tokenize 13a", "-tok is about texts, and there are scores alone"),
    ("compare --scores JUDGE --sources x", "--sources is about texts, and there are scores alone"),
    ("compare --scores JUDGE --systems amber ceder", "Did you mean 'cedar'?"),
    ("compare --scores JUDGE --columns item=question", "has no column 'question'. It has 'item', 'topic'"),
    ("compare --scores JUDGE --columns text=item", "Unknown role of a column of scores"),
    ("compare --scores JUDGE --columns item", "Cannot read --columns 'item': write ROLE=COLUMN"),
    ("compare --scores JUDGE --columns item=topic", "has a second score on item 'cooking'. Say which holds: --repeats"),
    ("compare --scores JUDGE --lower-is-better cost", "lower_is_better names 'cost', which is not among the scores"),
    ("compare --scores JUDGE JUDGE", "is given twice"),
    ("compare --scores JUDGE --documents DOCUMENTS --missing worst", "120 lines, but there are 60 items"),
    ("score --scores JUDGE -sl --missing worst", "there are scores alone"),
    ("compare TEXTS --missing worst", "--missing is about scores alone (--scores without REF and -i)"),
    ("diff --scores JUDGE", "There is no reference"),
)


@pytest.mark.parametrize(("line", "core"), SCORES_ALONE, ids=lambda text: text)
def test_a_misuse_of_scores_alone_names_the_mend(line: str, core: str) -> None:
    done = run(*line.replace("TEXTS", TEXTS).replace("JUDGE", JUDGE).replace("DOCUMENTS", DOCUMENTS).split())
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1 and core in done.err


@pytest.mark.parametrize(("line", "core"), [*UNKNOWN_FLAGS, *VALUES], ids=lambda text: text)
def test_a_misuse_ends_in_one_sentence_that_names_the_mend(line: str, core: str) -> None:
    argv = line.replace("TEXTS", TEXTS).split()
    done = run(*argv)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1 and done.err.startswith("steelyard")
    assert core.lower() in done.err.lower()


@pytest.mark.parametrize(("line", "core"), UNKNOWN_FLAGS, ids=lambda text: text)
def test_an_unknown_flag_is_answered_with_the_help_of_its_command(line: str, core: str) -> None:
    command = line.split()[0]
    assert run(*line.replace("TEXTS", TEXTS).split()).err.endswith(f" See `steelyard {command} --help`.\n")


def test_a_flag_is_told_before_what_is_missing() -> None:
    assert "no flag --wieghts" in run("human", "--wieghts", "google").err
