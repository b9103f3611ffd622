"""What was meant by a flag that a command does not have, or by a command that there is not."""

import difflib
import os
from collections.abc import Collection, Iterator

from steelyard.asking.registry import COMMANDS, first_words, subcommands
from steelyard.metrics.table.spelling import known_names

__all__ = ["say_of_unknown", "say_of_unknown_command"]

_LIKELY = 0.7  # how like two words are, from 0 to 1
_PRINTED = "results go to standard output: write `> FILE` after the command"
_FIRST = "the first system after -i is the baseline"
_BEFORE = "reference files stand without a flag, before -i"

# By what people write: the flag that a command needs for an answer to be true (none: an empty word), and the answer.
# The first that fits is said.
_OTHER_WORDS: dict[str, tuple[tuple[str, str], ...]] = {
    "-o --output --out --output-file --outfile --save": (
        ("--report", f"{_PRINTED} (with --format json to keep it), or --report FILE for a page"),
        ("--format", f"{_PRINTED}; --format json keeps all of it"),
        ("", _PRINTED),
    ),
    "--also": (("--more-objectives", "write --more-objectives OBJECTIVE"),),
    "--apply": (("--learner", "write `steelyard lab train apply`"),),
    "--base": (("--base-form", "write --base-form VIEW"),),
    "--cross": (("--cross-evaluate", "write --cross-evaluate"),),
    "--features": (("--max-features", "write --max-features N"),),
    "--fix": (("--fix-weights", "write --fix-weights NAME"), ("--learner-options", "write --learner-options NAME=X")),
    "--gold": (("--test-on", "write --test-on NAME"),),
    "--human-lower-is-better": (("--penalties", "write --penalties"),),
    "--leave-out": (("--leave-out-phenomena", "write --leave-out-phenomena NAME"),),
    "--levels": (("--alphas", "write --alphas X"),),
    "--model": (("--reranker", "write --reranker FILE"),),
    "--penalties": (("--lower-is-better", "write --lower-is-better NAME"),),
    "--sizes": (("--block-sizes", "write --block-sizes N"),),
    "--unit": (("--replace", "write --replace NAME"),),
    "--weights": (("--system-weights", "write --system-weights SYSTEM=X"),),
    "--gate --min-delta": (("--pairs", "write `steelyard gate`, with --max-drop X or --min-score X"),),
    "--force --no-checks --skip-checks": (("--checks", "write --checks warn, or --checks off"),),
    "--column": (("--columns", "write --columns ROLE=COLUMN"),),
    "--top": (("--show", "write --show N"), ("--n-leading", "write --n-leading N")),
    "--by": (
        ("--subset-by", "write --subset-by COLUMN"),
        ("--decide-by", "write --decide-by LEVEL:STATISTIC[:AVERAGE]"),
        ("--examples-by", "write --examples-by METRIC"),
        ("--tag-by", "write --tag-by TAG"),
        ("--rule", "write --rule NAME"),
    ),
    "--html --page --html-report --web --open": (("--report", "write --report FILE.html"),),
    "--json": (("--format", "write --format json"),),
    "--csv": (("--format", "write --format csv"),),
    "--latex --tex": (("--format", "write --format latex"),),
    "--md --markdown": (("--format", "write --format markdown"),),
    "--text --plain": (("--format", "write --format text, which is the default"),),
    "--out-format --output-format --outformat --fmt": (("--format", "write --format NAME"),),
    "--baseline --base --control --against": (
        ("--baseline", "write --baseline NAME"),
        ("--max-drop", f"{_FIRST}; counts of `steelyard score --keep` go to --stats OLD NEW"),
        ("--pairs", f"{_FIRST} (--pairs baseline tests these alone)"),
        ("-i", _FIRST),
    ),
    "-r --ref --refs --reference --references --reference-file --gold --target --targets": (
        ("--references", "write --references FILE"),
        ("-i", _BEFORE),
    ),
    "-s --src --source --source-file": (("--sources", "write --sources FILE"),),
    "--hyp --hyps --hypothesis --hypotheses --sys --system --systems --candidate --candidates --cand --pred --preds "
    "--predictions --prediction --outputs --translations --mt": (("-i", "write -i SYS ..."),),
    "--jobs -j --paired-jobs --threads --n-threads --num-threads --workers --num-workers --n-jobs --processes --cpus "
    "--cores -p": (("--executor", "write --executor threads:N"),),
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
            "scores without texts go into `steelyard compare`, score, plan texts, check level, check dependence, "
            "explain influence and lab replicate",
        ),
    ),
    "--completion": (("", "it stands alone: `steelyard --completion bash`, or zsh, or fish"),),
    "--version": (("", "`steelyard --version` says it"),),
}


_OTHER_COMMANDS: dict[str, str] = {
    "lint look validate sanity data": "check files",
    "verify reproduce recompute": "check result",
    "calibrate calibration false-positives type-1": "check level",
    "explain-signature signatures": "check signature",
    "selftest self-test doctor install test-installation": "check installation",
    "stats statistics count keep cache": "score REF -i SYS --keep FILE",
    "campaign campaigns tasks multi": "board tasks",
    "checkpoints challenge-set suites": "lab suite",
    "difficulty discrimination irt": "board items",
    "leaderboard rank ranking benchmark elo arena": "board",
    "power sample-size samples size": "plan texts",
    "correlate correlation correlations metametrics kendall pearson spearman": "meta",
    "accuracy exact-match exact": "score -m exact-match",
    "hter post-edit postedit": "score -m ter",
    "bleu chrf ter wer cer rouge meteor evaluate eval": "score -m METRIC",
    "significance significant test ttest t-test paired bootstrap p-value pvalue difference": "compare",
    "ci regression threshold release fail": "gate",
    "rate raters ratings mqm esa da agreement iaa kappa krippendorff people annotators": "human",
    "report html page": "compare REF -i SYS SYS --report FILE",
    "mbr rescore": "lab choose",
    "mert": "lab tune-weights",
    "learn fit": "lab train",
    "paper papers": "lab replicate",
    "list tokenizers views describe about": "metrics",
    "version": "--version",
    "completion": "--completion SHELL",
}
"""What is typed, by words that people write for it."""


def say_of_unknown_command(topic: str, word: str) -> str:
    """Say that there is no such command, and which is meant; `topic` is what stands before the word, or empty."""
    known = [entry.words[-1] for entry in subcommands(topic)] if topic else list(first_words())
    said = word.lower().replace("_", "-")
    meant = [name for name in COMMANDS if said == COMMANDS[name].words[-1]]
    if topic == "explain" and said in known_names():
        meant = [f"explain segment {said}"]
    meant += [line for words, line in _OTHER_COMMANDS.items() if said in words.split() and line.startswith(topic)]
    near = difflib.get_close_matches(said, known, n=1, cutoff=_LIKELY)
    if not meant and not topic and os.path.exists(word):
        return f"{word} is a file, and not all words after it are. `steelyard {word}` says which command takes it."
    if not meant and near:
        meant = [f"{topic} {near[0]}".lstrip()]
    if not meant:
        every = {entry.words[-1]: name for name, entry in COMMANDS.items()}
        meant = [every[one] for one in difflib.get_close_matches(said, every, n=1, cutoff=_LIKELY)]
    if meant:
        return f"There is no command {f'{topic} {word}'.lstrip()!r}. Write `steelyard {meant[0]}`."
    return f"There is no command {f'{topic} {word}'.lstrip()!r}. Choose {_listed(known)}."


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def say_of_unknown(flag: str, command: str, known: Collection[str]) -> str:
    """Say that a command has no such flag, and what it has; `known` are its flags."""
    hint = next(_hints(flag, known), "")
    end = f" See `steelyard {command} --help`." if command else " See `steelyard --help`."
    return f"there is no flag {flag}.{hint}{end}"


def _hints(flag: str, known: Collection[str]) -> Iterator[str]:
    """Give what may be said, the surest first."""
    said = f"--{flag.lstrip('-').replace('_', '-').lower()}" if flag.startswith("--") else flag
    if said in known:
        yield f" Did you mean {said}?"
    for words, answers in _OTHER_WORDS.items():
        if said in words.split():
            yield from (f" {answer[0].upper()}{answer[1:]}." for needs, answer in answers if needs in ("", *known))
    long = [one for one in known if one.startswith("--")]
    if flag.startswith("--"):
        yield from (f" Did you mean {near}?" for near in difflib.get_close_matches(said, long, n=1, cutoff=_LIKELY))
