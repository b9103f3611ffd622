"""What else metrics are called: the labels that tables print, METEOR without a number, and programs of their own."""

import re
from collections.abc import Callable, Iterable
from importlib.util import find_spec

from steelyard.metrics.table import DOWNLOADED, TOKENIZERS, VIEWS

__all__ = ["ALIASES", "LABELS", "aliases_of", "find_meteor", "how_to_score", "spelling_of", "what_it_is"]

_STEMMERS, _METEOR_LISTS = "snowballstemmer", "pycocoevalcap"
_NORMALISED = ("cs", "cz", "de", "en", "es", "fr", "ru")

ALIASES = {"chrf++": "chrf(word_order=2)", "chrf2++": "chrf(word_order=2)"}
"""Other names of metrics, each with the spelling that it stands for."""

# By label, in lower case, the spelling that prints it; other labels are names of metrics but for capitals.
LABELS = {
    "character": "character-ter",
    "chrf2": "chrf",
    "em": "exact-match",
    "4-grr": "grr",
    "hamming order": "hamming-order",
    "hwcm-4": "head-chain",
    "kendall order": "kendall-order",
    "m(noun-phrase)": "matching",
    "o(upos)": "overlap",
    "stm-4": "stm",
    "lr": "length-ratio",
    "soft bleu": "soft-bleu",
    "bleu-against": "against",
    "bleu-para": "paraphrased",
    "sscn1(1)": "sscn",
    "sub-goals": "sub-goal",
    "zer": "zero-edit-rate",
    "spbleu": "bleu(tokenize=flores200)",
}
_CHAINS = {"": "form", "l": "lemma", "c": "upos", "r": "deprel"}
_LINKS = {"0": "none", "1": "forward", "2": "backward", "_u": "either", "_i": "both"}
_SIDES = {"p": "precision", "r": "recall"}

# Labels that hold options, in lower case, and the spelling that prints each.
_WITH_OPTIONS: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"chrf(\d+)(\+*)", lambda beta, pluses: f"chrf(word_order={len(pluses)}, beta={beta})"),
    (r"(\d+)-grr", lambda n: f"grr(max_ngram_order={n})"),
    (r"hwcm([lcr]?)-(\d+)", lambda kind, n: f"head-chain(items={_CHAINS[kind]}, max_length={n})"),
    (r"(d-)?stm-(\d+)", lambda d, n: f"stm(over={'dependencies' if d else 'phrases'}, max_depth={n})"),
    (r"([om])\(([a-z-]+)\)", lambda kind, over: f"{'overlap' if kind == 'o' else 'matching'}(over={over})"),
    (r"dependency-(precision|recall)", lambda side: f"dependency-f(measure={side})"),
    (r"(rouge-\w+)-([pr])", lambda name, side: f"{name}(measure={_SIDES[side]})"),
    (r"sscn([012]|_u|_i)\((\d+)\)", lambda links, n: f"sscn(n={n}, constraint={_LINKS[links]})"),
    (r"m-(?!bleu$|ter$)([^(]+)", lambda label: f"m-bleu(metric='{spelling_of(label) or label}')"),
    (r"([^(]+)-against", lambda label: f"against(metric='{spelling_of(label) or label}')"),
    (r"([^(]+)-para", lambda label: f"paraphrased(metric='{spelling_of(label) or label}')"),
)
_NEEDS_FILE = re.compile(r"psscn([012]|_u|_i)\((\d+)\)", re.IGNORECASE)

# By name, the command that computes the scores of segments.
_COMET = "comet-score -s SOURCE -t SYS -r REF{} --to_json {}.json"
_PROGRAMS = {
    "comet": _COMET.format("", "comet"),
    "xcomet": _COMET.format(" --model Unbabel/XCOMET-XL", "xcomet"),
    "cometkiwi": "comet-score -s SOURCE -t SYS --model Unbabel/wmt22-cometkiwi-da --to_json cometkiwi.json",
    "metricx": "python -m metricx24.predict --model_name_or_path google/metricx-24-hybrid-large-v2p6 "
    "--tokenizer google/mt5-xl --max_input_length 1536 --input_file in.jsonl --output_file metricx.jsonl",
    "bertscore": "bert-score -r REF -c SYS --lang XX -s | tail -n +2 | cut -f 3 > SYS.bertscore",
    "bleurt": "python -m bleurt.score_files -candidate_file=SYS -reference_file=REF -bleurt_checkpoint=BLEURT-20 "
    "-scores_file=bleurt.txt",
    "gemba": "python main.py --source=SOURCE --hypothesis=SYS --source_lang=X --target_lang=Y --method=GEMBA-MQM "
    "--model=MODEL",
}
_LOWER_IS_BETTER = ("metricx",)
_OTHER_NAMES = {"hter": "TER with the post-edits as REF: write -m ter", "accuracy": "called exact-match here"}


def aliases_of(name: str) -> tuple[tuple[str, str], ...]:
    """Return the other names of a metric, with the spellings that they stand for.

    Examples
    --------
    >>> from steelyard.metrics.table.names import aliases_of
    >>> aliases_of("chrf")[0]
    ('chrf++', 'chrf(word_order=2)')
    """
    return tuple((alias, spelling) for alias, spelling in ALIASES.items() if spelling.partition("(")[0] == name)


def spelling_of(label: str) -> str:
    """Return the spelling of the metric that prints a label, in whatever case; empty where none does.

    Options may follow the label: those that it holds stay.
    """
    part = re.fullmatch(r"(log )?([\w+]+)/([\w+]+) of (.+)", label.strip(), flags=re.DOTALL | re.IGNORECASE)
    if part:
        quoted, log = part[4].replace("'", '"'), ", log=True" if part[1] else ""
        return f"part(metric='{quoted}', of={part[2].lower()}, over={part[3].lower()}{log})"
    followed = re.fullmatch(r"(.+?)\s*\(([^()]*=.*)\)", label.strip(), flags=re.DOTALL)
    if followed:
        name, parenthesis, preset = spelling_of(followed[1]).rstrip(")").partition("(")
        return name and f"{name}({preset}{', ' * bool(parenthesis)}{followed[2]})"
    said = label.strip().lower()
    if said in LABELS:
        return LABELS[said]
    found = ((re.fullmatch(pattern, said), spell) for pattern, spell in _WITH_OPTIONS)
    return next((spell(*match.groups()) for match, spell in found if match), "")


def what_it_is(name: str) -> str:
    """Say how to write what is no metric, but a label that hides a file, a tokenizer or a view; else nothing."""
    said, kind = name.strip().lower(), name.strip().lower().partition(":")[0]
    if hidden := _NEEDS_FILE.fullmatch(said):
        links, n = hidden.groups()
        return (
            f"{name} does not say which file of similar words it was computed with: write "
            f'"sscn(n={n}, constraint={_LINKS[links]}, similarity=FILE)".'
        )
    if said in _OTHER_NAMES:
        return f"{name} is {_OTHER_NAMES[said]}."
    if said == "rouge":  # a tokenizer is called so, which nobody means
        return "rouge is several metrics: choose among rouge-1, rouge-2, rouge-l, rouge-lsum and others."
    if said in (*TOKENIZERS, *DOWNLOADED) or kind in _of_families(TOKENIZERS):
        return f'{name} is a tokenizer, and no metric: write -m "bleu(tokenize={name})", or -m bleu -tok {name}.'
    if kind in VIEWS or kind in _of_families(VIEWS):
        return f'{name} is a view, and no metric: write -m "bleu(view={name})", or -m bleu --view {name}.'
    return ""


def _of_families(spellings: Iterable[str]) -> set[str]:
    """Return what stands before the colon where a name is not enough."""
    return {spelling.partition(":")[0] for spelling in spellings if ":" in spelling}


def how_to_score(name: str) -> str:
    """Say how a metric that has a program of its own is scored and read; empty for any other name."""
    said = re.sub(r"[^a-z]", "", name.lower())
    program = next((known for known in sorted(_PROGRAMS, key=len, reverse=True) if said.startswith(known)), None)
    if program is None:
        return ""
    lower = f" --lower-is-better {name}" if program in _LOWER_IS_BETTER else ""
    return (
        f"{name} is computed by its own program, and read from its file of segment scores: run `{_PROGRAMS[program]}` "
        f"and give the file by --scores {name}=FILE{lower} in place of -m (in Python `segment_scores`)."
    )


def find_meteor(options: dict[str, str]) -> tuple[str, str]:
    """Return how the variant of METEOR 1.5 is spelled that this machine can run, and what it lacks.

    Stages whose data are neither named by an option nor installed are left out: the spelling says so, and the
    signature of the metric.
    """
    without = re.findall(r"\w+", options.get("without", ""))
    has_lists = "resources" in options or find_spec(_METEOR_LISTS) is not None
    has_table = not {"paraphrases", "resources"}.isdisjoint(options) or (
        has_lists and options.get("language", "en") == "en"
    )
    lacks = {"stem": find_spec(_STEMMERS) is None, "paraphrase": not has_table}
    left_out = [stage for stage, is_missing in lacks.items() if is_missing and stage not in without]
    spelled = dict(options)
    if without or left_out:
        spelled["without"] = f"'{' '.join([*without, *left_out])}'"
    lacking = ["paraphrases" if stage == "paraphrase" else "stemmer" for stage in left_out]
    language = options.get("language", "en")
    if not has_lists and "function_words" not in options:
        spelled["function_words"] = "none"
        lacking.append("function words")
    if not has_lists and "tokenize" not in options and language in _NORMALISED:
        spelled["tokenize"] = f"meteor:{language}"
        lacking.append("abbreviations")
    arguments = ", ".join(f"{key}={value}" for key, value in spelled.items())
    return f"meteor-1.5({arguments})", ", ".join(lacking)
