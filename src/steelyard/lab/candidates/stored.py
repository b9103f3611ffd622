"""What answers about lists rest on, read from files: lists, references, and models that choose."""

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from steelyard.computable import is_computable
from steelyard.errors import DataError
from steelyard.files.reading import read_content
from steelyard.lab.tuning import FEATURE_KINDS
from steelyard.reading.formats import read_moses_nbest
from steelyard.reading.lists.parses import read_candidate_parses
from steelyard.results.base import load
from steelyard.scored.annotation_files import annotate
from steelyard.scored.stored import Stored
from steelyard.scored.stored_inputs import path_of
from steelyard.types import CandidateParses, NBestLists, TestSet

__all__ = ["StoredModel", "lists_again", "read_lists", "read_model", "read_references"]

_SCHEMA = "steelyard.reranker/1"


class StoredModel(NamedTuple):
    """The weights of a model by the names of features, and its file."""

    weights: Mapping[tuple[str, ...], float]
    path: str
    sha256: str


def read_model(path: str | os.PathLike[str]) -> StoredModel:
    """Read what `steelyard lab rerank` wrote."""
    name = os.fspath(path)
    try:
        model = load(path)
    except DataError as error:
        if isinstance(error.__cause__, OSError):
            raise
        raise DataError(f"{error} `steelyard lab rerank -o` writes models.") from error
    if model.schema != _SCHEMA:
        raise DataError(f"{name} is a {model.schema}, no model: give a file that `steelyard lab rerank -o` wrote.")
    rows = model.records("features")
    if not rows:
        raise DataError(f"{name} has no feature with a weight, so it cannot choose: train with a smaller gamma.")
    wrong = next((row for row in rows if row["kind"] not in FEATURE_KINDS or not is_computable(row["weight"])), None)
    if wrong is not None:
        raise DataError(
            f"{name} was damaged or changed: the feature {wrong['feature']!r} is of the kind {wrong['kind']!r} and has "
            f"the weight {wrong['weight']}. Train it again."
        )
    weights = {(row["kind"], *row["feature"].split(" ")): float(row["weight"]) for row in rows}
    return StoredModel(weights, name, read_content(path).sha256)


def read_lists(
    paths: Sequence[str], parses: str | None = None, *, encoding: str = "utf-8"
) -> tuple[NBestLists, CandidateParses | None]:
    """Read the lists, with the parses of their candidates where these are given."""
    lists = read_moses_nbest(paths, encoding=encoding)
    return lists, None if parses is None else read_candidate_parses(parses, lists, encoding=encoding)


def read_references(
    paths: Sequence[str], documents: str | None, parses: Sequence[str] | None = None, *, encoding: str = "utf-8"
) -> TestSet:
    """Read what candidates are held against, with its parses where these are given."""
    references = TestSet.from_files(references=paths, systems={}, documents=documents, encoding=encoding)
    return annotate(references, parses=parses, encoding=encoding) if parses else references


def lists_again(stored: Stored) -> tuple[NBestLists, CandidateParses | None]:
    """Read the lists of a stored answer, and the parses of their candidates where there were any."""
    recipe = stored.recipe
    parses = path_of(stored.inputs, recipe["candidate_parses"]) if "candidate_parses" in recipe else None
    paths = [path_of(stored.inputs, path) for path in recipe["n_best"]]
    return read_lists(paths, parses, encoding=recipe["reading"].get("encoding", "utf-8"))
