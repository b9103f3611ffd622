"""Relative rankings as WMT published them: five outputs in a row, or a row for each pair out of a ranking."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from steelyard.errors import DataError
from steelyard.reading.delimited import Block, Table, open_table, whole_numbers
from steelyard.reading.judgements import HowRead, Joined, Judgements
from steelyard.reading.resemblance import also_resembles, has_columns
from steelyard.types import Labels, Rankings

__all__ = ["RESEMBLES", "judgements", "read_relative_rankings"]

RESEMBLES = (
    ("relative rankings in pairs", "read_relative_rankings", has_columns("system1id", "system1rank", "system2id")),
    ("relative rankings in pairs", "read_relative_rankings", has_columns("system1", "rank1", "system2", "rank2")),
)

_SKIPPED = -1
_PLACED = re.compile(r"system(\d{1,18})id", re.IGNORECASE)


@dataclass(slots=True)
class _Ranking:
    """A ranking as its rows are read: where it first stands, and the rank of each system."""

    line: int
    segment: int
    rater: str
    document: str
    ranks: dict[str, int] = field(default_factory=dict)
    pairs: set[frozenset[str]] = field(default_factory=set)


def read_relative_rankings(
    path: str | os.PathLike[str],
    *,
    languages: tuple[str, str] | None = None,
    joined: Literal["keep", "split"] = "keep",
    encoding: str = "utf-8",
) -> Rankings:
    """Read five-way rows, or pairs that are put together again as rankings.

    `path`: separated by commas or tabs, with names of columns: ``srcIndex``, ``judgeId``, ``system1Id`` ... and
    ``system1rank`` ... of as many systems as there are; or two systems and a ``rankingID``. ``line``, ``judge``,
    ``system1``, ``rank1`` and ``ranking_id`` are names that work, too.
    `joined`: what a name such as ``A+B`` is, for systems with the same output: one system, or each of them, tied.
    Returns: in the order in which they first stand in the file; ranks are those of the file, 1 the best.

    Lines count from 1 in the file. A rank of -1 means that the rater skipped the task. Where `joined` is ``split``,
    ties are added that nobody judged, as in the judgements that WMT's own rankings were computed from.

    References
    ----------
    Bojar et al. 2015, "Findings of the 2015 workshop on statistical machine translation", W15-3001.
    """
    table = open_table(path, encoding=encoding)
    numbers = sorted(int(match[1]) for name in table.names if (match := _PLACED.fullmatch(name)))
    numbers = numbers or [1, 2]
    if len(numbers) < 2 or numbers != list(range(1, len(numbers) + 1)):
        raise DataError(f"{table.path}, line 1: the columns of systems are not numbered 1, 2, 3 ...")
    found: dict[object, _Ranking] = {}
    seen: set[tuple[str, str]] = set()
    n_skipped = 0
    for block in table.blocks:
        for row in _rows(table, block, numbers):
            pair, key, ranking = row
            if languages is not None and pair != languages:
                continue
            seen.add(pair)
            if not ranking.ranks:
                n_skipped += 1
                continue
            if key is None:
                found[len(found)] = ranking
            else:
                _merge(found.setdefault(key, ranking), ranking, key, table.path)
    if len(seen) > 1:
        pairs = ", ".join(f"{source}-{target}" for source, target in sorted(seen))
        raise DataError(
            f"{table.path} has rankings of several language pairs: {pairs}. Say with languages which to read."
        )
    rankings = list(found.values())
    if not rankings:
        raise DataError(f"{table.path} has no ranking{'' if languages is None else ' of ' + '-'.join(languages)}.")
    for ranking in rankings:
        n = len(ranking.ranks)
        if ranking.pairs and len(ranking.pairs) != n * (n - 1) // 2:
            raise DataError(
                f"{table.path}, line {ranking.line}: the ranking that starts here has {n} systems, but "
                f"{len(ranking.pairs)} pairs of {n * (n - 1) // 2}."
            )
    return _made(table, rankings, n_skipped, joined == "split")


def _rows(table: Table, block: Block, numbers: Sequence[int]) -> "list[tuple[tuple[str, str], str | None, _Ranking]]":
    """Return languages, the ranking's id (none where a row is a ranking), and what the row ranks."""
    line_column = table.column("line", ["srcIndex", "line", "segmentId"])
    lines = whole_numbers(block, line_column, table.path, least=1) - 1
    columns = block.columns
    nothing = [""] * len(block)
    optional = [
        columns.get(table.column(role, names, is_needed=False), nothing)
        for role, names in (
            ("source language", ["srclang"]),
            ("target language", ["trglang"]),
            ("document", ["documentId"]),
            ("ranking", ["rankingID", "ranking_id"]),
        )
    ]
    raters = columns[table.column("rater", ["judgeId", "judge"])]
    systems = [columns[table.column("system", [f"system{number}Id", f"system{number}"])] for number in numbers]
    ranks = [
        whole_numbers(block, table.column("rank", [f"system{number}rank", f"rank{number}"]), table.path, least=_SKIPPED)
        for number in numbers
    ]
    by_row = zip(*ranks, strict=True)
    is_paired = len(numbers) == 2
    made = []
    for i, (source, target, document, key, names, places) in enumerate(
        zip(*optional, zip(*systems, strict=True), by_row, strict=True)
    ):
        ranking = _Ranking(block.lines[i], int(lines[i]), raters[i], document)
        for name, rank in zip(names, places, strict=True):
            if rank == 0:
                raise DataError(
                    f"{table.path}, line {ranking.line}: the rank of {name!r} is 0, but ranks count from 1."
                )
            if rank == _SKIPPED:
                continue
            if not name or name in ranking.ranks:
                what = f"{name!r} stands twice" if name else "a ranked system has no name"
                raise DataError(f"{table.path}, line {ranking.line}: {what}.{also_resembles(table.path)}")
            ranking.ranks[name] = int(rank)
        if len(ranking.ranks) == 1:
            raise DataError(f"{table.path}, line {ranking.line} ranks one system only.")
        if is_paired and ranking.ranks:
            ranking.pairs = {frozenset(ranking.ranks)}
        made.append(((source, target), key if is_paired and key else None, ranking))
    return made


def _merge(known: _Ranking, new: _Ranking, key: object, path: str) -> None:
    if known is new:
        return
    if (known.segment, known.rater) != (new.segment, new.rater):
        raise DataError(
            f"{path}, line {new.line}: ranking {key} is of another segment or rater than in line {known.line}."
        )
    if new.pairs <= known.pairs:
        raise DataError(f"{path}, line {new.line}: the pair {' and '.join(new.ranks)} stands twice in ranking {key}.")
    for name, rank in new.ranks.items():
        if known.ranks.setdefault(name, rank) != rank:
            raise DataError(
                f"{path}, line {new.line}: the rank of {name!r} is {rank}, but it was {known.ranks[name]} in ranking "
                f"{key}."
            )
    known.pairs |= new.pairs


def _made(table: Table, rankings: Sequence[_Ranking], n_skipped: int, is_split: bool) -> Rankings:
    systems: list[str] = []
    ranks: list[int] = []
    sizes = []
    for ranking in rankings:
        placed = [
            (part, rank) for name, rank in ranking.ranks.items() for part in (name.split("+") if is_split else [name])
        ]
        if len({name for name, _ in placed}) != len(placed) or not all(name for name, _ in placed):
            raise DataError(
                f"{table.path}, line {ranking.line}: a system stands twice in the ranking once names are split."
            )
        systems += [name for name, _ in placed]
        ranks += [rank for _, rank in placed]
        sizes.append(len(placed))
    documents = Labels.of([ranking.document for ranking in rankings])
    return Rankings(
        segments=np.array([ranking.segment for ranking in rankings], np.int64),
        documents=Labels.all_of("", len(rankings)) if documents.names == ("",) else documents,
        raters=Labels.of([ranking.rater for ranking in rankings]),
        offsets=np.cumsum([0, *sizes], dtype=np.int64),
        systems=Labels.of(systems),
        ranks=np.array(ranks, np.int64),
        n_skipped=n_skipped,
        files=((table.path, table.sha256),),
    )


def judgements(path: str, options: HowRead) -> Judgements:
    """Read rankings, as they were judged and by system."""

    def read(joined: Joined) -> Rankings:
        return read_relative_rankings(path, languages=options.languages, joined=joined, encoding=options.encoding)

    rankings = read(options.joined)
    is_split = options.joined == "split"
    return Judgements("rankings", rankings=rankings, as_judged=read("keep") if is_split else rankings)
