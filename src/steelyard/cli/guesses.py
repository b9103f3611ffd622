"""What was meant by a flag that a command does not have: a near one, one that is called otherwise, one of elsewhere."""

import difflib
from collections.abc import Callable, Collection, Iterator, Sequence

__all__ = ["say_of_unknown"]

_SURE, _LIKELY = 0.82, 0.7  # how like two flags are, from 0 to 1
_MOST = 3  # commands that are named
_PRINTED = "results go to standard output: write `> FILE` after the command"
_FIRST = "the first system after -i is what the others are held against"
_BEFORE = "reference files stand without a flag, before -i"

# By what people write: the flag that a command needs for an answer to be true (none: an empty word), and the answer.
# The first that fits is said.
_OTHER_WORDS: dict[str, tuple[tuple[str, str], ...]] = {
    "-o --output --out --output-file --outfile --save": (
        ("--report", f"{_PRINTED} (with --format json to keep it), or --report FILE for a page"),
        ("--format", f"{_PRINTED}; --format json keeps all of it"),
        ("", _PRINTED),
    ),
    "--html --page --html-report --web --open": (("--report", "write --report FILE.html"),),
    "--json": (("--format", "write --format json"),),
    "--csv": (("--format", "write --format csv"),),
    "--latex --tex": (("--format", "write --format latex"),),
    "--md --markdown": (("--format", "write --format markdown"),),
    "--text --plain": (("--format", "write --format text, which is the default"),),
    "--out-format --output-format --outformat --fmt": (("--format", "write --format NAME"),),
    "--baseline --base --control": (("--pairs", f"{_FIRST} (--pairs baseline tests these alone)"), ("-i", _FIRST)),
    "-r --ref --refs --reference --references --reference-file --gold --target --targets": (("-i", _BEFORE),),
    "-s --src --source --source-file": (("--sources", "write --sources FILE"),),
    "--hyp --hyps --hypothesis --hypotheses --sys --system --systems --candidate --candidates --cand --pred --preds "
    "--predictions --prediction --outputs --translations --mt": (("-i", "write -i SYS ..."),),
    "--threads --n-threads --num-threads --workers --num-workers --n-jobs --processes --cpus --cores -p": (
        ("--jobs", "write --jobs N, or -j N"),
    ),
    "--bootstrap --n-bootstrap --bootstraps --num-samples --samples --n-resamples --n-samples --iterations --trials "
    "--n-trials --draws --permutations --n-permutations --num-resamples -B --B": (
        ("--resamples", "write -n N, or --resamples N, for the number of draws"),
    ),
    "--tokenizer --tokeniser --tokenise --tokenization --tok": (("--tokenize", "write --tokenize NAME, or -tok NAME"),),
    "--docs --doc --doc-ids --document-ids --docids --docid": (("--documents", "write --documents FILE"),),
    "--random-seed --random-state --rng --random": (("--seed", "write --seed N"),),
    "--ci --confidence-interval --intervals --confidence-intervals": (
        ("--confidence", "write -ci, or --confidence"),
        ("--interval", "intervals are always printed; --interval chooses their kind"),
    ),
    "--significance --significance-test --stat-test --p-value --pvalue --paired": (
        ("--test", "differences are always tested; --test NAME chooses how"),
    ),
    "--significance-level --level --p": (("--alpha", "write --alpha X"),),
    "--comet --xcomet --metricx --bleurt --bertscore --bert-score": (
        ("--scores", "compute its scores with its own program, and write --scores NAME=FILE"),
    ),
    "--bleu --chrf --ter --chrf++ --wer --rouge --meteor": (("--metrics", "write -m and the metric's name"),),
    "--cased --uncased --lower --lowercased": (("--lowercase", "write --lowercase, or -lc, for BLEU in lower case"),),
    "--precision --decimals --digits --round": (("--width", "write --width N, or -w N"),),
    "--silent --no-warnings --no-progress": (("--quiet", "write --quiet, or -q"),),
    "--no-colour --nocolor --plain-text": (("--no-color", "write --no-color, or -nc"),),
    "--verbose --debug -v": (
        ("", "results say all there is by --format json, and --traceback shows where a fault came from"),
    ),
    "--plot --figures --figure --charts": (("--plots", "write --plots DIR"),),
    "--annotations --annotation --human-scores --mqm --judgements --judgments --human": (
        ("--ratings", "write --ratings FILE"),
    ),
    "--segment-level --sentence-scores --segments --per-segment --sent-level": (
        ("--sentence-level", "write -sl, or --sentence-level"),
        ("--labels", "scores of every segment are in `steelyard score -sl`, and in the page of --report"),
    ),
    "--jsonl --data --dataset --dataframe --tsv --parquet --csv-file": (
        ("--table", "write --table FILE for texts in CSV, TSV, JSON, JSON Lines or Parquet"),
    ),
    "--smooth --smoothing": (("--smooth-method", "write --smooth-method NAME"),),
    "--bonferroni --holm --multiple-testing --adjust": (("--correction", "write --correction NAME"),),
    "--language --lang --target-lang --trg-lang --langpair --lp": (
        ("--language-pair", "write --language-pair XX-YY, or -l XX-YY, of a test set of sacreBLEU's, or for a report"),
    ),
    "--scores": (
        (
            "",
            "scores without texts go into `steelyard compare`, score, plan, calibrate, dependence, influence, stats "
            "and replicate",
        ),
    ),
    "--completion": (("", "it stands alone: `steelyard --completion bash`, or zsh, or fish"),),
    "--version": (("", "`steelyard --version` says it"),),
}


def say_of_unknown(flag: str, command: str, known: Collection[str], elsewhere: Callable[[], Sequence[str]]) -> str:
    """Say that a command has no such flag, and what it has.

    `known` are the flags of the command. `elsewhere` gives the other commands that have this one: it loads them all,
    and is asked only where no flag of this command is much like it.
    """
    hint = next(_hints(flag, known, elsewhere), "")
    return f"there is no flag {flag}.{hint} See `steelyard {command} --help`."


def _hints(flag: str, known: Collection[str], elsewhere: Callable[[], Sequence[str]]) -> Iterator[str]:
    """Give what may be said, the surest first."""
    said = f"--{flag.lstrip('-').replace('_', '-').lower()}" if flag.startswith("--") else flag
    if said in known:
        yield f" Did you mean {said}?"
    for words, answers in _OTHER_WORDS.items():
        if said in words.split():
            yield from (f" {answer[0].upper()}{answer[1:]}." for needs, answer in answers if needs in ("", *known))
    long = [one for one in known if one.startswith("--")]
    yield from (f" Did you mean {near}?" for near in difflib.get_close_matches(said, long, n=1, cutoff=_SURE))
    if having := elsewhere():
        yield f" `steelyard {'`, `steelyard '.join(having[:_MOST])}` {'has' if len(having) == 1 else 'have'} it."
    if flag.startswith("--"):
        yield from (f" Did you mean {near}?" for near in difflib.get_close_matches(said, long, n=1, cutoff=_LIKELY))
