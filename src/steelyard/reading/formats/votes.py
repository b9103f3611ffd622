"""Votes between two systems, as arenas collect them: a row for each, with both systems and the winner, or a tie."""

import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.files.separators import folded_name, is_missing
from steelyard.reading.delimited import Table, open_table
from steelyard.reading.growing_columns import GrowingLabels, Lines, lines_of_ids
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.ratings.columns_told import tell_columns
from steelyard.reading.ratings.language_pairs import of_one_pair
from steelyard.reading.resemblance import also_resembles, column_names
from steelyard.reprs import n_of
from steelyard.types import Labels, Rankings

__all__ = ["RESEMBLES", "judgements", "read_votes"]

_SIDES = (
    ("model_a", "model_b"), ("model_1", "model_2"), ("system_a", "system_b"), ("system_1", "system_2"),
    ("player_a", "player_b"), ("assistant_a", "assistant_b"), ("generator_1", "generator_2"), ("left", "right"),
)  # fmt: skip
_NAMES = {
    "winner": ["winner", "vote", "preference", "preferred", "choice", "chosen", "outcome", "result"],
    "item": ["question_id", "item", "item_id", "segment", "prompt_id", "instruction_id", "id"],
    "rater": ["judge", "rater", "annotator", "annotator_id", "user", "user_id", "voter", "worker"],
}
_FIRST = frozenset(map(folded_name, ("a", "1", "first", "left", "model_a", "system_a", "option_a", "win_a", "a wins")))
_SECOND = frozenset(
    map(folded_name, ("b", "2", "second", "right", "model_b", "system_b", "option_b", "win_b", "b wins"))
)
_BAD = frozenset(map(folded_name, ("tie (bothbad)", "tie (both bad)", "both bad", "neither", "none of them")))
_TIES = _BAD | frozenset(
    map(folded_name, ("tie", "ties", "draw", "equal", "same", "both", "both good", "tied", "no preference"))
)
_UNKNOWN, _NO_VOTE = 3, 2


def _sides(names: Sequence[str]) -> tuple[str, str] | None:
    """Return the names of both columns of systems, as the file spells them."""
    known = {folded_name(name): name for name in names}
    return next(
        (
            (known[folded_name(a)], known[folded_name(b)])
            for a, b in _SIDES
            if {*map(folded_name, (a, b))} <= set(known)
        ),
        None,
    )


def _is_votes(lines: Sequence[str]) -> bool:
    names = column_names(lines)
    has_winner = not set(map(folded_name, names)).isdisjoint(map(folded_name, _NAMES["winner"]))
    return has_winner and _sides(sorted(names)) is not None


RESEMBLES = (("votes between two systems", "read_votes", _is_votes),)


def read_votes(
    path: str | os.PathLike[str],
    *,
    lines: Lines | None = "number",
    languages: tuple[str, str] | None = None,
    encoding: str = "utf-8",
) -> Rankings:
    """Read votes between two systems as rankings of two.

    `path`: a table with columns such as ``model_a``, ``model_b`` and ``winner``, and perhaps of items (``question_id``)
    and raters (``judge``). A winner is ``model_a``, ``a``, ``left`` or ``1``, the same of the other side, the system's
    own name, or a tie.
    `lines`: the line, from 0, of each item; ``"number"`` counts items as they come. Without a column of items each vote
    is one of its own.
    Returns: in the order of the file; ``n_skipped`` counts rows without a vote, and ``notes`` say what else was met.
    """
    table = replace(open_table(path, encoding=encoding), rows=None)  # the text goes as soon as its cells are codes
    sides = _sides(table.names)
    if sides is None:
        hint = also_resembles(table.path)
        raise DataError(f"{table.path}, line 1: no two columns hold systems, such as model_a and model_b.{hint}")
    name = {role: table.column(role, names, is_needed=role == "winner") for role, names in _NAMES.items()}
    tell_columns(table.path, {"first system": sides[0], "second system": sides[1], **name}, table.names)
    table, _ = of_one_pair(table, languages, [*sides, *name.values()], may_be_of_texts=True)
    labels = {role: GrowingLabels() for role in ("first", "second", "item", "rater", "winner")}
    lines_of = []
    for block in table.blocks:
        for role, column in {"first": sides[0], "second": sides[1], **name}.items():
            if column:
                labels[role].add(block.columns[column])
            else:
                labels[role].add_unknown(len(block))
        lines_of.append(block.lines)
    made = {role: one.labels for role, one in labels.items()}
    signs = _signs(made, lambda row: f"{table.path}, line {_line(lines_of, row)}", name["winner"])
    return _made(table, made, signs, lines)


def _line(blocks: Sequence[Sequence[int]], row: int) -> int:
    """Return the line of a row."""
    return next(itertools.islice(itertools.chain.from_iterable(blocks), row, None))


def _signs(labels: Mapping[str, Labels], place: Callable[[int], str], column: str) -> NDArray[np.int8]:
    """Return 1 where the first is better, -1 where the second is, 0 for a tie, 2 for no vote."""
    first, second, winner = (labels[role] for role in ("first", "second", "winner"))
    said = np.array([_meaning(name) for name in winner.names] or [_UNKNOWN], np.int8)
    signs = said[winner.codes]
    # A system's own name comes before what the word means: an arena may have a model that is called "a".
    own = {name: code for code, name in enumerate(winner.names)}
    for side, sign in ((second, -1), (first, 1)):
        named = np.array([own.get(name, -1) for name in side.names], np.int32)[side.codes]
        signs[named == winner.codes] = sign
    is_unnamed = np.zeros(len(signs), np.bool_)
    for side in (first, second):
        is_unnamed |= np.array([not name for name in side.names], np.bool_)[side.codes]
    bad = np.flatnonzero(is_unnamed | (signs == _UNKNOWN))
    if len(bad):
        row = int(bad[0])
        if is_unnamed[row]:
            raise DataError(f"{place(row)}: a vote names no system.")
        names = first.names[first.codes[row]], second.names[second.codes[row]]
        raise DataError(
            f"{place(row)}, column {column!r}: {winner.names[winner.codes[row]]!r} is no vote. Known: {names[0]!r} or "
            f"model_a, {names[1]!r} or model_b, tie, tie (bothbad)."
        )
    return signs


def _meaning(word: str) -> int:
    """Return what a word says whatever the systems are called."""
    spelled = folded_name(word)
    known = next((sign for words, sign in ((_FIRST, 1), (_SECOND, -1), (_TIES, 0)) if spelled in words), _UNKNOWN)
    return _NO_VOTE if known == _UNKNOWN and is_missing(word) else known


def _made(table: Table, labels: Mapping[str, Labels], signs: NDArray[np.int8], lines: Lines | None) -> Rankings:
    names = (*labels["first"].names, *(name for name in labels["second"].names if name not in labels["first"].names))
    place = {name: code for code, name in enumerate(names)}
    of_second = np.array([place[name] for name in labels["second"].names], np.int32)[labels["second"].codes]
    both = np.stack([labels["first"].codes, of_second], axis=1)
    is_same, is_empty = both[:, 0] == both[:, 1], signs == _NO_VOTE
    kept = np.flatnonzero(~is_same & ~is_empty)
    if not len(kept):
        raise DataError(f"{table.path} has no vote between two systems.")
    is_bad = np.array([folded_name(word) in _BAD for word in labels["winner"].names], np.bool_)
    n_bad = int(is_bad[labels["winner"].codes].sum())
    n_same, n_ties = int((is_same & ~is_empty).sum()), int((signs[kept] == 0).sum())
    bad = f", {n_bad:,} of them with both bad" if n_bad else ""
    notes = [f"{n_of(n_ties, 'vote is a tie', 'votes are ties')}{bad}"] * bool(n_ties)
    notes += [f"{n_of(n_same, 'vote')} between a system and itself left out"] * bool(n_same)
    ranks = np.stack([signs[kept] == -1, signs[kept] == 1], axis=1).ravel() + np.int64(1)
    ids = labels["item"].take(kept)
    has_ids = bool((ids.codes >= 0).any())
    segments = lines_of_ids(ids, Labels.all_of("", len(kept)), table.path, lines) if has_ids else np.arange(len(kept))
    return Rankings(
        segments=segments.astype(np.int64),
        documents=Labels.all_of("", len(kept)),
        raters=labels["rater"].only(kept),
        offsets=2 * np.arange(len(kept) + 1, dtype=np.int64),
        systems=Labels(names, both[kept].ravel().astype(np.int32)),
        ranks=ranks,
        n_skipped=int(is_empty.sum()),
        files=((table.path, table.sha256),),
        notes=tuple(f"{table.path}: {note}" for note in notes),
    )


def judgements(path: str, options: HowRead) -> Judgements:
    """Read votes as rankings."""
    rankings = read_votes(path, lines=options.lines, languages=options.languages, encoding=options.encoding)
    return Judgements("votes", rankings=rankings, as_judged=rankings)
