"""One door for every file that people have: what it holds, and what was taken for what."""

import os
from typing import Any

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.files.reading import TextFile
from steelyard.files.told import lines_told, listening, tell
from steelyard.reading.judgements import Judgements, read_judgements
from steelyard.reading.kinds import KINDS, SCORES, TEXT_TABLE, TEXTS, kind_of_file, kind_of_table
from steelyard.reading.score_matrix.inputs import HowScores, given_scores
from steelyard.reading.score_matrix.matrix import ItemScores, read_item_scores
from steelyard.types import TestSet
from steelyard.types.reading import Reading
from steelyard.types.table_columns import records_of_frame
from steelyard.types.text_files import read_text

__all__ = ["read"]


def read(given: Any, *, kind: str | None = None, **how: Any) -> Reading:
    r"""Read a file, a folder or a frame, whatever it holds, and say what was taken for what.

    Parameters
    ----------
    given : path-like or frame
        A text, a segment per line; a table of texts, scores or people's ratings (CSV, TSV, JSON, JSON Lines, Parquet,
        a sheet); a log of a harness or a judge; a folder of logs; a frame (pandas, Polars, PyArrow, a list of mappings,
        a mapping of columns).
    kind : {"texts", "a table of texts", "scores", "ratings"}, optional
        What it holds, where its contents do not say it.
    **how
        What its contents do not say: keywords of `TestSet.from_table`, `evaluate_scores` or `read_judgements`, such as
        ``columns={"system": "model"}``, by the kind.

    Returns
    -------
    Reading
        Every function that takes texts, a test set, scores or ratings takes it.

    Raises
    ------
    AskError
        It can be read in several ways; the message says how to choose one.
    DataError
        It cannot be read, or holds nothing of that kind.
    SpecError
        There is no such kind, or ratings stand in a frame.

    Examples
    --------
    >>> import steelyard as sy
    >>> found = sy.read("examples/ratings.tsv")
    >>> found.kind, found.roles["system"], len(found.value.ratings)
    ('ratings', ('system',), 982)
    >>> scores = sy.read([{"item": f"q{i}", "ours": i % 2, "theirs": 1, "tokens": 30 + i} for i in range(4)])
    >>> scores, scores.not_used
    (Reading(scores, item = item, systems = ours, theirs), {'tokens': 'a count'})
    """
    is_file = isinstance(given, str | os.PathLike)
    if kind is None:
        is_folder = is_file and os.path.isdir(given)
        kind = SCORES if is_folder else kind_of_file(given) if is_file else kind_of_table(records_of_frame(given))
    if kind not in KINDS:
        raise unknown_name("kind of input:", kind, list(KINDS))
    with listening() as heard:
        value: TextFile | TestSet | ItemScores | Judgements
        if kind == SCORES:
            value = read_item_scores(given_scores(given), HowScores(**how), needs_direction=False)
        elif kind == TEXT_TABLE:
            value = (TestSet.from_table if is_file else TestSet.from_frame)(given, **how)
        elif not is_file:
            raise SpecError(f"A frame holds scores or a table of texts, and this one {kind}: write it to a file.")
        else:
            value = read_text(given, **how) if kind == TEXTS else _ratings(given, how)
    for one in heard:
        tell(one)
    roles: dict[str, tuple[str, ...]] = {}
    for one in heard:
        roles |= {role: tuple(names) for role, names in one.roles.items()}
    not_used = {name: why for one in heard for name, why in one.not_used.items()}
    notes = (*lines_told([one for one in heard if not one.roles]), *getattr(value, "notes", ()))
    return Reading(kind, value, roles, not_used, notes, given, how)


def _ratings(given: str | os.PathLike[str], how: dict[str, Any]) -> Judgements:
    """Read judgements; where their ids are not line numbers, segments are numbered in the order of the file."""
    try:
        return read_judgements(given, **how)
    except DataError:
        if how.setdefault("lines", "number") != "number":
            raise
    found = read_judgements(given, **how)
    tell("the ids are not line numbers, so segments are numbered in file order: give lines= to join them with texts")
    return found
