"""Command lines with inputs of every kind: the examples of help, and files of every format behind what reads them."""

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from fuzz.readers.registry import EXAMPLES
from steelyard.asking.registry import split_command
from steelyard.choices import RATING_FORMATS, SCORE_FORMATS
from steelyard.cli.app import commands
from steelyard.cli.outputs import FILES, FOLDERS
from steelyard.reading.resemblance import format_named
from tests.cli.example_folder import LINES, fill, quick
from tests.cli.running import run
from tests.conftest import EXAMPLES as BUNDLED

__all__ = ["REFUSED_WHOLE", "command_lines", "fill_all", "inputs_of", "lines_of_help_and_more"]

_GIVEN, _STORED, _WRITTEN = "given", "stored", "written"
_RATINGS = tuple(next(own for own in format_named(name).__all__ if own.startswith("read_")) for name in RATING_FORMATS)
_TUNED = "-n 20 --restarts 0 --directions 0 --folds 2"
# What reads the examples of a folder: FILE is each of its files in turn.
_READ_BY: tuple[tuple[Sequence[str], Sequence[str]], ...] = (
    ([f"scores.{name}" for name in SCORE_FORMATS], ["score --scores FILE --missing worst"]),
    ([name for name in _RATINGS if name != "read_appraise"], ["human FILE -n 20"]),
    (["read_appraise"], ["human FILE --documents two-documents.txt -n 20"]),
    (
        ["read_svmlight", "read_output_scores", "read_segment_scores", "read_seg_scores", "read_item_scores"],
        [
            "board FILE --missing bounds -n 20",
            "score --scores FILE --missing worst",
            "compare --scores FILE --missing worst -n 20",
        ],
    ),
    (["load"], ["check result FILE"]),
    (
        ["read_statistics_file"],
        ["compare --stats FILE -n 20", "board tasks FILE again.jsonl -n 20", "score --stats FILE"],
    ),
    (["read_learning_runs"], ["lab learning-curve FILE -n 20"]),
    (["read_word_alignments"], ["lab alignments FILE -i FILE --names own -n 20"]),
    (["read_contrasts"], ["lab contrasts FILE -m chrf -n 20"]),
    (["read_test_suite"], ["lab suite judge FILE -i one.txt -n 20"]),
    (["read_patterns"], ["lab suite judge FILE -i baseline.txt ours.txt --sources src.txt -n 20"]),
    (["read_check_points"], ["lab suite FILE -i baseline.txt ours.txt -n 20"]),
    (["read_candidates"], ["lab choose FILE -n 20 --pools 1"]),
    (["read_candidate_scores"], ["lab choose four.txt --per-source 2 --qe FILE -n 20 --pools 1"]),
    (["read_utility_matrices"], ["lab choose two.txt --per-source 2 --matrix FILE -n 20 --pools 1"]),
    (["read_moses_nbest"], [f"lab tune-weights --nbest FILE --references two.txt {_TUNED}"]),
    (["read_feature_weights"], [f"lab tune-weights --nbest lists.txt --references ref.txt --start FILE {_TUNED}"]),
    (["read_model"], ["lab rerank apply lists.txt --reranker FILE -o best.txt"]),
    (["learned"], ["score ref.txt -i ours.txt -m learned(model=FILE)"]),
    (["read_columns"], ["score two.txt -i FILE"]),
    (
        ["read_paraphrases"],
        ["score ref.txt -i ours.txt -m meteor-1.5(without=stem,tokenize=13a) --function-words none --paraphrases FILE"],
    ),
    (["read_synonyms"], ["score ref.txt -i ours.txt -m meteor-2007(synonyms=FILE)"]),
    (
        ["read_word_list"],
        ["score ref.txt -i ours.txt -m meteor-1.5(tokenize=13a) --without paraphrase synonym --function-words FILE"],
    ),
    (["read_text_spans"], ["explain influence ref.txt -i ours.txt baseline.txt --names a b --spans FILE"]),
)
_SMALL = {"one.txt": "a\n", "two.txt": "a\nb\n", "four.txt": "a\nb\nc\nd\n", "two-documents.txt": "d\nd\n"}
# Flags that no example of help shows, on the files of the examples.
_MORE = (
    "compare --stats run.parquet en-de.parquet -n 20",
    "score ref.txt -i ours.txt baseline.txt -m bleu ter --keep kept.jsonl",
    "compare --table out.csv --reference ref --systems base ours -m chrf -n 20",
    "check files --table out.csv --reference ref --systems base ours",
    "score --table scores.jsonl --field system --reference item",
    "meta ref.txt -i a.txt b.txt c.txt d.txt -m bleu chrf --ratings ratings.tsv --levels system segment -n 20",
    "meta --scores own=human.tsv --ratings ratings.tsv --buckets genre.txt -n 20",
    "human predict ratings.tsv --scores comet.tsv --sampling random",
    "board leaderboard.csv --items-in-columns --missing bounds -n 20",
    "meta tasks metrics.toml",
    "lab tune-weights --nbest lists.txt --references ref.txt --start lm=1 -n 20 --restarts 0 --directions 0 --folds 2",
    "score ref.txt -i ours.txt theirs.txt -m ter cder wer rouge-l ribes eed -sl",
    "explain errors ref.txt -i ours.txt baseline.txt --sources src.txt --documents docs.txt",
    "explain segment chrf --table out.csv --reference ref --systems ours --segment 2",
    "explain diff --table out.csv --reference ref --systems base ours -n 20",
    "check dependence --scores comet.tsv",
    "lab replicate callisonburch2006 ref.txt -i a.txt b.txt c.txt d.txt --ratings ratings.tsv -n 20",
    "board given/read_item_scores/run.csv --missing bounds -n 20",
    "board items given/read_item_scores/run.csv",
    "board given/scores.comet-lines/printed.out -n 20",
    "board items given/scores.comet-lines/printed.out",
    "compare --scores given/scores.comet-lines/printed.out -n 20",
)
# Files that are read, and then are too little for the command that reads them: one system, another source.
REFUSED_WHOLE = re.compile(
    r"given/(read_svmlight/plain|scores\.helm/run_spec|scores\.comet-lines/comet\.txt|read_esa|"
    r"read_ratings/ratings\.(jsonl|tsv)|read_segment_scores/table\.json|read_appraise|load/|read_utility_matrices/matrices|read_moses_nbest|"
    r"read_text_spans|read_output_scores/table\.tsv --missing)|"
    r"stored/\d+-(check-result|lab-suite|human-spans|meta-criteria)"
)
# Examples that take half a second or more.
_LEFT_OUT = re.compile(r"^check installation|--combine network|--model curves")


def fill_all(folder: Path) -> None:
    """Write all that the lines read; the folder must be the one that the process is in."""
    fill(folder)
    shutil.copytree(EXAMPLES, _GIVEN)
    for name in (_STORED, _WRITTEN):
        Path(name).mkdir()
    for name, text in _SMALL.items():
        Path(name).write_text(text)
    shutil.copy(Path(_GIVEN, "read_statistics_file", "stats.jsonl"), "again.jsonl")
    shutil.copytree(BUNDLED / "campaign", ".", dirs_exist_ok=True)
    for number, words in enumerate(_answers()):
        stored = run(*words, "-f", "json", "-q").out
        if stored.startswith('{\n "schema": "steelyard.'):  # what can be computed again
            Path(_STORED, f"{number}-{split_command(words)[0].replace(' ', '-')}.json").write_text(
                stored, encoding="utf-8"
            )


def _answers() -> Iterator[list[str]]:
    """Give the first example of each command that prints what can be stored and computed again."""
    seen, parsers = set(), commands()
    for line in LINES:
        words = quick(line)
        command, typed = split_command(words)
        takes = {action.dest: action for action in parsers[command]._actions}
        kind = f"{command} {typed[0]}" if command == "lab replicate" else command
        is_new = kind not in seen and not _LEFT_OUT.search(" ".join(words)) and not {"-f", "--format"} & set(words)
        if is_new and "json" in (getattr(takes.get("format"), "choices", None) or ()):
            seen.add(kind)
            yield words


def command_lines() -> list[list[str]]:
    """Return them, as words, with outputs in a folder of their own; the folder must be one that was filled."""
    lines = lines_of_help_and_more()
    for folders, templates in _READ_BY:
        paths = [path for folder in folders for path in sorted(Path(_GIVEN, folder).rglob("*")) if path.is_file()]
        lines += [shlex.split(template.replace("FILE", str(path))) for path in paths for template in templates]
    lines += [["check", "result", str(path)] for path in sorted(Path(_STORED).iterdir())]
    return list({" ".join(words): _elsewhere(words) for words in lines}.values())


def lines_of_help_and_more() -> list[list[str]]:
    """Return the examples of help, and those of flags that none of them shows."""
    lines = [quick(line) for line in LINES] + [line.split() for line in _MORE]
    return [words for words in lines if not _LEFT_OUT.search(" ".join(words))]


@cache
def _outputs() -> dict[str, set[str]]:
    """Return the spellings of each command's flags that name an output."""
    return {
        name: {
            spelling
            for action in parser._actions
            if action.dest in (*FILES, *FOLDERS)
            for spelling in action.option_strings
        }
        for name, parser in commands().items()
    }


def _elsewhere(words: Sequence[str]) -> list[str]:
    """Move outputs of a line to the folder of what is written."""
    moved, outputs, command = list(words), _outputs(), split_command(words)[0]
    for at in range(1, len(words)):
        if words[at - 1] in outputs[command]:
            moved[at] = os.path.join(_WRITTEN, words[at])
    return moved


def inputs_of(words: Sequence[str]) -> list[Path]:
    """Return the files that a line reads: those it names, those below folders, those that its TOML and JSON name."""
    found: dict[Path, None] = {}
    for word in words[1:]:
        for name in (word, word.partition("=")[2].rstrip(")"), word.rpartition(":")[0]):
            path = Path(name)
            if name and not name.startswith(_WRITTEN) and path.is_file():
                found[path] = None
            elif name and path.is_dir():
                found.update(dict.fromkeys(sorted(one for one in path.rglob("*") if one.is_file())))
    for path in list(found):
        if path.suffix == ".toml":
            named = re.findall(r"\"([^\"]+)\"", path.read_text(encoding="utf-8"))
            found.update({path.parent / name: None for name in named if (path.parent / name).is_file()})
    return list(found)
