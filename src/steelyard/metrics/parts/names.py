"""What else metrics are called: the labels that tables print, METEOR without a number, and programs of their own."""

import re
from importlib.util import find_spec
from pathlib import Path

__all__ = ["LABELS", "find_meteor", "how_to_score"]

_WORDNET = Path("/usr/share/wordnet/index.noun")  # of Debian's package wordnet-base
_STEMMERS = ("Stemmer", "snowballstemmer")

# By label, in lower case, the spelling that prints it; other labels are names of metrics but for capitals.
LABELS = {
    "character": "character-ter",
    "chrf1": "chrf(beta=1)",
    "chrf2": "chrf",
    "chrf3": "chrf(beta=3)",
    "chrf2+": "chrf(word_order=1)",
    "em": "exact-match",
    "4-grr": "grr",
    "hamming order": "hamming-order",
    "hwcm-4": "head-chain",
    "kendall order": "kendall-order",
    "lr": "length-ratio",
    "bleu-para": "paraphrased",
    "sscn1(1)": "sscn",
    "sub-goals": "sub-goal",
    "zer": "zero-edit-rate",
    "spbleu": "bleu(tokenize=flores200)",
}

# By name, the command that computes the scores of segments.
_COMET = "comet-score -s SOURCE -t SYS -r REF{} --to_json {}.json"
_PROGRAMS = {
    "comet": _COMET.format("", "comet"),
    "xcomet": _COMET.format(" --model Unbabel/XCOMET-XL", "xcomet"),
    "cometkiwi": "comet-score -s SOURCE -t SYS --model Unbabel/wmt22-cometkiwi-da --to_json cometkiwi.json",
    "metricx": "python -m metricx24.predict --model_name_or_path google/metricx-24-hybrid-large-v2p6 "
    "--tokenizer google/mt5-xl --max_input_length 1536 --input_file in.jsonl --output_file metricx.jsonl",
    "bertscore": "bert-score -r REF -c SYS --lang XX -s",
    "bleurt": "python -m bleurt.score_files -candidate_file=SYS -reference_file=REF -bleurt_checkpoint=BLEURT-20 "
    "-scores_file=bleurt.txt",
    "gemba": "python main.py --source=SOURCE --hypothesis=SYS --source_lang=X --target_lang=Y --method=GEMBA-MQM "
    "--model=MODEL",
}
_LOWER_IS_BETTER = ("metricx",)


def how_to_score(name: str) -> str:
    """Say how a metric that has a program of its own is scored and read; empty for any other name."""
    said = re.sub(r"[^a-z]", "", name.lower())
    program = next((known for known in sorted(_PROGRAMS, key=len, reverse=True) if said.startswith(known)), None)
    if program is None:
        return ""
    lower = f" --lower-is-better {name}" if program in _LOWER_IS_BETTER else ""
    return (
        f"{name} is computed by its own program, and read from its file of segment scores: run "
        f"`{_PROGRAMS[program]}` and give the file by --scores {name}=FILE{lower} in place of -m (in Python "
        "`segment_scores`)."
    )


def find_meteor(options: dict[str, str]) -> tuple[str, str]:
    """Return how the variant of METEOR 1.5 is spelled that this machine can run, and what it lacks.

    Stages whose data are neither named by an option nor installed are left out: the spelling says so, and the
    signature of the metric.
    """
    without = options.get("without", "").strip("\"'").split()
    lacks = {
        "stem": not any(map(find_spec, _STEMMERS)),
        "synonym": "synonyms" not in options and not _WORDNET.is_file(),
        "paraphrase": "paraphrases" not in options,
    }
    left_out = [stage for stage, is_missing in lacks.items() if is_missing and stage not in without]
    spelled = dict(options)
    if without or left_out:
        spelled["without"] = f"'{' '.join([*without, *left_out])}'"
    spelled.setdefault("function_words", "none")
    arguments = ", ".join(f"{key}={value}" for key, value in spelled.items())
    lacking = [f"{stage}s" if stage != "stem" else "stemmer" for stage in left_out]
    if "function_words" not in options:
        lacking.append("function words")
    return f"meteor-1.5({arguments})", ", ".join(lacking)
