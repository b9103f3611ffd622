"""The pool of candidates that files hold, and how to read the same files again."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from steelyard.errors import DataError, SpecError
from steelyard.files.columns import split_name
from steelyard.lab.questions.choose.pool import Pool, rated_candidates
from steelyard.lab.stored_files import StoredFiles
from steelyard.ratings.reading import read_people
from steelyard.reading.lists.candidates import Candidates, read_candidates
from steelyard.reading.lists.scores import CandidateScores, read_candidate_scores
from steelyard.reading.lists.utility_matrices import read_utility_matrices
from steelyard.reading.ratings.language_pairs import refuse_other_pairs
from steelyard.reading.system_names import keys_of_systems
from steelyard.types import NBestLists
from steelyard.types.document_ids import read_document_ids
from steelyard.types.text_files import read_text

__all__ = ["PoolFiles", "read_pool"]

Input = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolFiles(StoredFiles):
    """What files there are, and how they are read; `read_candidates` describes what is said of candidates."""

    moving: ClassVar = ("paths", "references", "evidence", "matrix", "qe", "prior", "lm", "documents", "ratings")

    paths: tuple[str, ...]
    per_source: int | None = None
    systems: tuple[str, ...] = ()
    columns: Mapping[str, str] | None = None
    names: tuple[str, ...] | None = None
    references: tuple[str, ...] = ()
    evidence: str | None = None
    matrix: str | None = None
    qe: str | None = None
    prior: str | None = None
    lm: str | None = None
    lower_is_better: tuple[str, ...] = ()
    documents: str | None = None
    ratings: str | None = None
    scale: str | None = None
    languages: tuple[str, str] | None = None
    penalties: bool = False
    encoding: str = "utf-8"

    def reading(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        given = asdict(self)
        return {"of": "candidates", **{name: one for name, one in given.items() if name != "languages" or one}}

    @classmethod
    def where(cls, path: str, now: Mapping[str, str]) -> str:
        """Put the path where a file is now in the place of the one that it had, which may stand after NAME=."""
        then = max((one for one in now if path.endswith(one)), key=len, default="")
        return path.removesuffix(then) + now[then] if then else path


def read_pool(files: PoolFiles) -> Pool:
    """Read candidates and what goes with them; columns of references are of the table of candidates."""
    are_columns = tuple(name for name in files.references if not os.path.exists(name))
    texts = [read_text(name, files.encoding, has_flags=False) for name in files.references if name not in are_columns]
    found = read_candidates(
        files.paths,
        per_source=files.per_source,
        n_sources=len(texts[0].lines) if texts else None,
        systems=files.systems,
        reference=_columns(files, are_columns),
        columns=files.columns,
        names=files.names,
        encoding=files.encoding,
    )
    lists = found.lists
    inputs = [_input("candidates", *file) for file in lists.files]
    inputs += [_input(f"reference {i}", text.path, text.sha256) for i, text in enumerate(texts, 1)]
    documents = found.documents
    if files.documents is not None:
        file = read_document_ids(files.documents)
        documents = file.lines
        inputs.append(_input("documents", file.path, file.sha256))
    evidence = None
    if files.evidence is not None:
        evidence = _evidence(files, lists)
        inputs += [_input("evidence", *file) for file in evidence.files]
    matrices = None
    if files.matrix is not None:
        name, path = split_name(files.matrix)
        matrices = read_utility_matrices(path, name, files.encoding)
        matrices = replace(matrices, sign=-1.0 if "matrix" in files.lower_is_better else 1.0)
        inputs += [_input("utilities", *file) for file in matrices.files]
    scores: dict[str, CandidateScores | None] = {"qe": None, "prior": None}
    for what in scores:
        text = getattr(files, what)
        if text is not None:
            is_penalty = what in files.lower_is_better
            read = read_candidate_scores(text, lists, f"--{what}", lower_is_better=is_penalty, encoding=files.encoding)
            scores[what] = read
            inputs += [_input(what, *file) for file in read.files]
    model = None
    if files.lm is not None:
        from steelyard.reading.formats import read_arpa

        model = read_arpa(files.lm, encoding=files.encoding)
        inputs += [_input("language model", *file) for file in model.files]
    people = _people(files, lists) if files.ratings is not None else None
    if people is not None:
        inputs += [_input("ratings", *file) for file in people.files]
    return Pool(
        lists,
        references=tuple(text.lines for text in texts) or found.references,
        documents=documents,
        evidence=evidence,
        matrices=matrices,
        qe=scores["qe"],
        prior=scores["prior"],
        people=people,
        language_model=model,
        inputs=inputs,
        reading=files.reading(),
    )


def _columns(files: PoolFiles, names: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse references that are neither files nor can be columns."""
    if names and len(names) < len(files.references):
        raise SpecError(f"There is no file {names[0]} of references; name files, or columns of one table: not both.")
    if names and len(files.paths) > 1:
        raise DataError(f"There is no file {names[0]} of references.")
    return names


def _input(role: str, path: str, sha256: str) -> Input:
    return {"role": role, "name": path, "sha256": sha256}


def _evidence(files: PoolFiles, lists: NBestLists) -> NBestLists:
    found: Candidates = read_candidates([files.evidence or ""], n_sources=lists.n_segments, encoding=files.encoding)
    return found.lists


def _people(files: PoolFiles, lists: NBestLists) -> CandidateScores:
    """Read ratings of the systems' outputs, on one scale and of one language pair, which is that of the files."""
    pair = "-".join(files.languages or ())
    refuse_other_pairs([pair or files.ratings or ""], [files.paths, files.references])
    people = read_people(
        files.ratings or "",
        scales=None if files.scale is None else [files.scale],
        languages=files.languages,
        lower_is_better=files.penalties,
        encoding=files.encoding,
    )
    if len(people.scores) > 1:
        names = ", ".join(scores.name for scores in people.scores)
        raise SpecError(f"{files.ratings} has several scales ({names}): choose one with --scale.")
    ratings = people.scores[0]
    systems = list(dict.fromkeys(lists.systems))
    paths = dict(zip(systems, files.paths if len(files.paths) == len(systems) else systems, strict=True))
    keys = keys_of_systems(ratings.systems, files.ratings or "", systems, paths) if systems else {}
    return rated_candidates(lists, ratings, keys)
