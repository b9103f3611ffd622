"""Every reader of the package by name, made from its own lists: a format that is added is here without being named."""

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import steelyard as sy
from steelyard.choices import RATING_FORMATS, SCORE_FORMATS
from steelyard.files.columns import read_column
from steelyard.files.reading import read_lines
from steelyard.files.records import read_records
from steelyard.lab.candidates.stored import read_model
from steelyard.metrics.parts.similarity import read_similarities
from steelyard.metrics.parts.sub_goal_questions import read_questions
from steelyard.metrics.parts.treebank import read_treebank
from steelyard.questions.campaign.compute import compute as put_together
from steelyard.questions.campaign.inputs import read_campaign
from steelyard.questions.campaign.question import CampaignQuestion
from steelyard.questions.campaign.tasks import read_tasks
from steelyard.questions.metrics_task.inputs import has_ratings, read_metrics
from steelyard.reading import formats, read_judgements, read_text_spans
from steelyard.reading.formats.moses.feature_weights import read_feature_weights
from steelyard.reading.ledger import read_ledger
from steelyard.reading.line_files import read_line_ids
from steelyard.reading.lists.candidates import read_candidates
from steelyard.reading.lists.parses import read_candidate_parses
from steelyard.reading.lists.scores import read_candidate_scores
from steelyard.reading.lists.utility_matrices import read_utility_matrices
from steelyard.reading.logged_scores import HowScored
from steelyard.reading.resemblance import format_named, logged_scores
from steelyard.reading.score_matrix.matrix import read_item_scores
from steelyard.text import read_paraphrases, read_synonyms, read_word_list
from steelyard.types import LearnedModel, NBestLists

__all__ = ["EXAMPLES", "Reader", "all_readers"]

EXAMPLES = Path(__file__).parents[1] / "examples"


@dataclass(frozen=True, slots=True)
class Reader:
    """What reads a path, and the folder with its examples; where it reads a folder, that is the one example."""

    read: Callable[[Path], object]
    examples: Path
    is_folder: bool = False


def all_readers() -> dict[str, Reader]:
    """Return the readers of formats, those of each layout of ratings and scores, and those of files of one question."""
    names = [name for name in formats.__all__ if name.startswith("read_")]
    found = {name: Reader(_of_format(name), EXAMPLES / name, name in _FOLDERS) for name in names}
    for name in RATING_FORMATS:
        reader = next(own for own in format_named(name).__all__ if own.startswith("read_"))
        found[f"ratings.{name}"] = Reader(_of_ratings(name), EXAMPLES / reader)
    for name in SCORE_FORMATS:
        home = "read_svmlight" if name == "svmlight" else f"scores.{name}"
        found[f"scores.{name}"] = Reader(_of_scores(name), EXAMPLES / home, name == "helm")
    return found | {name: Reader(read, EXAMPLES / name, name in _FOLDERS) for name, read in OTHERS.items()}


_FOLDERS = {"campaign", "read_cached", "read_metrics_eval", "read_moses_extracted", "read_wmt_sgml", "verify"}
_TEXT = {"read_brackets": ["The dog ran The dog ran"], "read_tags": ["The dog ran"]}


def _of_format(name: str) -> Callable[[Path], object]:
    """Return a reader with what it asks for beside a path, as its examples want it."""
    read: Any = getattr(formats, name)
    special: dict[str, Callable[[Path], object]] = {
        "read_appraise": lambda path: read(path, ["d", "d"]),
        "read_brackets": lambda path: read(path, _TEXT[name]),
        "read_cached": _cached,
        "read_columns": lambda path: read(str(path)),
        "read_line_chances": lambda path: read(path, "probability", n_segments=3),
        "read_metrics_eval": lambda folder: read(folder, "en-de"),
        "read_moses_extracted": lambda folder: read(folder / "features.dat", folder / "scores.dat"),
        "read_parses": lambda path: read(path, _TEXT["read_brackets"]),
        "read_tags": lambda path: read(path, _TEXT[name]),
        "read_wmt_sgml": lambda folder: read(sorted(folder.iterdir())),
    }
    return special.get(name, read)


def _cached(folder: Path) -> object:
    """Read a folder as sacreBLEU's cache, and what every question asks of it."""
    os.environ["SACREBLEU"] = str(folder)
    found = formats.read_cached("wmt.test", "en-de")
    return found, found.echo(["all"]), found.keep(origlang="en")


def _of_ratings(name: str) -> Callable[[Path], object]:
    documents = ["d", "d"] if name == "appraise" else None
    return lambda path: read_judgements(path, file_format=name, documents=documents)


def _of_scores(name: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        file = path / "per_instance_stats.json" if name == "helm" else path
        return logged_scores(name, str(file), HowScored("", "system"))

    return read


@cache
def _lists() -> NBestLists:
    """Return two sources with two candidates each."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lists.txt")
        path.write_text("0 ||| a\n0 ||| b\n1 ||| c\n1 ||| d\n".replace("\n", " ||| lm= 1 ||| 2\n"), encoding="utf-8")
        return formats.read_moses_nbest(path)


def _campaign(path: Path) -> object:
    return read_metrics(str(path)) if has_ratings(str(path)) else read_campaign(str(path))


def _whole_campaign(folder: Path) -> str:
    """Answer what a campaign's file asks, on few draws: what is read can be odd without being damaged."""
    files = read_campaign(str(folder / "campaign.toml"))
    return str(put_together(read_tasks(files, ()), CampaignQuestion(n_resamples=100, rng=1), files.reading()))


# Readers of files that belong to one question, metric or command; and commands that do much with what they read.
OTHERS: dict[str, Callable[[Path], object]] = {
    "campaign": _whole_campaign,
    "learned": lambda path: LearnedModel.from_json("\n".join(read_lines(path).lines), str(path)),
    "load": sy.load,
    "read_campaign": _campaign,
    "read_candidate_parses": lambda path: read_candidate_parses(path, _lists()),
    "read_candidate_scores": lambda path: read_candidate_scores(str(path), _lists(), "scores"),
    "read_candidates": lambda path: read_candidates([path]),
    "read_column": lambda path: read_column(f"{path}:doc"),
    "read_feature_weights": lambda path: read_feature_weights(path, ["a", "b", "c"]),
    "read_ledger": read_ledger,
    "read_item_scores": lambda path: read_item_scores([str(path)]),
    "read_lines": read_lines,
    "read_line_ids": read_line_ids,
    "read_model": read_model,
    "read_paraphrases": lambda path: read_paraphrases(str(path)),
    "read_questions": lambda path: read_questions(str(path)),
    "read_records": read_records,
    "read_similarities": lambda path: read_similarities(str(path)),
    "read_synonyms": lambda path: read_synonyms(str(path)),
    "read_text_spans": lambda path: read_text_spans(read_lines(path)),
    "read_treebank": lambda path: read_treebank(str(path)),
    "read_utility_matrices": lambda path: read_utility_matrices(str(path)),
    "read_word_list": lambda path: read_word_list(str(path)),
    "verify": lambda folder: str(sy.verify(folder / "result.json", base=folder)),
}
