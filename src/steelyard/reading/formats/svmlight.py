"""svmlight: a rated output per line, with its features by number, as SVM-light, SVM-rank and LETOR's programs take."""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.files import write_file
from steelyard.files.parsing import is_whole, parse_json
from steelyard.files.reading import TextFile, read_lines
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.logged_scores import HowScored
from steelyard.reading.resemblance import NUMBER, also_resembles
from steelyard.types import Labels, OutputScores, Ratings

__all__ = ["RESEMBLES", "judgements", "output_scores", "read_svmlight", "write_svmlight"]

_LINE = re.compile(rf"\s*({NUMBER})((?:\s+[^\s#:]+:[^\s#]+)+)\s*(?:#\s*(.*))?")
_MOST_FEATURES = 10**6
_PAIR = re.compile(rf"([1-9]\d*):({NUMBER})")


def _is_svmlight(lines: Sequence[str]) -> bool:
    rows = [line for line in lines[:20] if line.strip() and not line.startswith("#")]
    pairs = [match[2].split() for match in map(_LINE.fullmatch, rows) if match]
    return bool(rows) and len(pairs) == len(rows) and all(_PAIR.fullmatch(row[-1]) for row in pairs)


RESEMBLES = (("svmlight", "read_svmlight", _is_svmlight),)


@dataclass(slots=True)
class _Rows:
    """The lines of a file, in columns."""

    labels: list[float] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    features: list[dict[int, float]] = field(default_factory=list)


def read_svmlight(path: str | os.PathLike[str]) -> tuple[OutputScores, list[OutputScores]]:
    r"""Read ratings and features of outputs.

    `path`: lines of a rating, ``qid:`` and the segment's id, and ``NUMBER:VALUE`` for each feature, counted from 1 and
    rising; a feature that is not there is 0. Without ``qid`` every line is a segment of its own.
    Returns: the ratings, called ``rating``; NaN where a segment has fewer outputs than another.
    Returns: in order, called ``feature 1`` and so on.

    Systems are numbered within each segment. What `write_svmlight` wrote has their names, those of the documents and
    of the features in comments, which other programs pass over.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_svmlight
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "features.dat")
    ...     _ = path.write_text("6 qid:1 1:0.5 2:0.9\n1 qid:1 1:0.3 2:0.8\n3 qid:1 1:0.4 2:0.2\n")
    ...     people, features = read_svmlight(path)
    >>> people.systems, people.values.ravel().tolist(), [feature.values.ravel().tolist() for feature in features]
    (('1', '2', '3'), [6.0, 1.0, 3.0], [[0.5, 0.3, 0.4], [0.9, 0.8, 0.2]])
    """
    file = read_lines(path)
    rows, told = _read(file)
    names, lower = _names(rows, told), [str(name) for name in _listed(told, "lower_is_better")]
    systems, segments, documents = _placed(rows, file)
    n_segments = max(segments, default=-1) + 1
    named = [str(name) for name in _listed(told, "systems")]
    index = {system: i for i, system in enumerate(dict.fromkeys(sorted(systems, key=_order_of(named))))}
    places = np.array([index[system] for system in systems]), np.array(segments)

    def column(values: Sequence[float]) -> NDArray[np.float64]:
        made = np.full((len(index), n_segments), np.nan)
        made[places] = values
        return made

    files = ((file.path, file.sha256),)
    people = OutputScores("rating", tuple(index), column(rows.labels), documents=documents, files=files)
    features = [
        replace(people, name=name, values=column([row.get(i, 0.0) for row in rows.features]),
                higher_is_better=name not in lower)
        for i, name in enumerate(names, 1)
    ]  # fmt: skip
    return people, features


def _read(file: TextFile) -> tuple[_Rows, dict[str, object]]:
    """Read lines, and what comments before them say of all."""
    rows, told = _Rows(), dict[str, object]()
    for number, line in enumerate(file.lines, 1):
        if not line.strip():
            continue
        if line.startswith("#"):
            told |= _told(line.removeprefix("#").strip())
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise DataError(
                f"{file.path}, line {number} is no rating with features, such as '3 qid:1 1:0.5 2:0.9'."
                f"{also_resembles(file.path, 'read_svmlight')}"
            )
        first, *others = match[2].split()
        is_query = first.startswith("qid:")
        about = _told(match[3] or "")
        rows.labels.append(float(match[1]))
        rows.queries.append(first.removeprefix("qid:") if is_query else f"line {number}")
        rows.systems.append(str(about.get("system", "")))
        rows.documents.append(str(about.get("document", "")))
        rows.features.append(_features(others if is_query else [first, *others], f"{file.path}, line {number}"))
    if not rows.labels:
        raise DataError(f"{file.path} holds no line of svmlight.")
    return rows, told


def _names(rows: _Rows, told: dict[str, object]) -> list[str]:
    """Name the features as the file does, or else by their numbers."""
    n = max((max(row, default=0) for row in rows.features), default=0)
    names = [str(name) for name in _listed(told, "features")]
    is_named = len(names) >= n and len(set(names)) == len(names) > 0
    return names if is_named else [f"feature {i}" for i in range(1, n + 1)]


def _listed(told: dict[str, object], key: str) -> list[object]:
    found = told.get(key)
    return found if isinstance(found, list) else []


def _order_of(named: list[str]) -> Callable[[str], int]:
    """Order systems as the file names them; others, and those of files that name none, stand as they come."""
    places = {name: i for i, name in enumerate(named)}
    return lambda name: places.get(name, len(places))


def _features(cells: Sequence[str], place: str) -> dict[int, float]:
    found: dict[int, float] = {}
    last = 0
    for cell in cells:
        match = _PAIR.fullmatch(cell)
        if match is None:
            raise DataError(f"{place}: {cell!r} is no feature with its value, such as 2:0.9, counted from 1.")
        if not is_whole(match[1], 1, _MOST_FEATURES):
            raise DataError(f"{place}: {cell!r} is beyond the {_MOST_FEATURES:,} features that are read.")
        if int(match[1]) <= last:
            raise DataError(f"{place}: feature {match[1]} stands after feature {last}; their numbers must rise.")
        last = int(match[1])
        found[last] = float(match[2])
    return found


def _told(comment: str) -> dict[str, object]:
    """Read what `write_svmlight` says in a comment; nothing in those of others."""
    try:
        found = parse_json(comment) if comment.startswith("{") else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _placed(rows: _Rows, file: TextFile) -> tuple[list[str], list[int], tuple[str, ...] | None]:
    """Return system and segment of each line, and the document of each segment where lines name one."""
    segments: dict[str, int] = {}
    of_line = [segments.setdefault(query, len(segments)) for query in rows.queries]
    systems = rows.systems
    if not all(systems):
        seen: Counter[str] = Counter()
        systems = []
        for query in rows.queries:
            seen[query] += 1
            systems.append(str(seen[query]))
    outputs = Counter(zip(systems, of_line, strict=True))
    twice = next((output for output, n in outputs.items() if n > 1), None)
    if twice is not None:
        query = list(segments)[twice[1]]
        raise DataError(f"{file.path}: the output of {twice[0]!r} on qid:{query} stands twice.")
    if not any(rows.documents):
        return systems, of_line, None
    documents = [""] * len(segments)
    for segment, document in zip(of_line, rows.documents, strict=True):
        documents[segment] = document
    return systems, of_line, tuple(documents)


def write_svmlight(path: str | os.PathLike[str], people: OutputScores, features: Sequence[OutputScores]) -> None:
    r"""Write ratings and features of outputs, a line for each output that people rated.

    `features`: scores of the same outputs.

    ``qid`` is the line of the segment, from 1. Names of systems, documents and features stand in comments as JSON.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import numpy as np
    >>> from steelyard.reading.formats import write_svmlight
    >>> from steelyard.types import OutputScores
    >>> people, chrf = OutputScores("da", ("a",), np.array([[6.0, 1.0]])), OutputScores("chrF", ("a",), np.eye(2)[:1])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "features.dat")
    ...     write_svmlight(path, people, [chrf])
    ...     print(path.read_text(), end="")
    # {"systems": ["a"], "features": ["chrF"], "lower_is_better": []}
    6.0 qid:1 1:1.0 # {"system": "a"}
    1.0 qid:2 1:0.0 # {"system": "a"}
    """
    for one in features:
        if one.systems != people.systems or one.values.shape != people.values.shape:
            raise AlignmentError(f"{one.name} did not score the systems and segments that people rated.")
    is_rated = np.isfinite(people.values)
    table = np.stack([one.values for one in features], axis=-1)[is_rated]
    if not table.size:
        raise DataError("There is no rated output with features to write.")
    if not np.isfinite(table).all():
        name = features[int(np.nonzero(~np.isfinite(table))[1][0])].name
        raise DataError(f"{name} has no score of some rated output: svmlight has no way to say so.")
    head = {
        "systems": list(people.systems),
        "features": [one.name for one in features],
        "lower_is_better": [one.name for one in features if not one.higher_is_better],
    }
    lines = [f"# {json.dumps(head, ensure_ascii=False)}"]
    order = np.lexsort(np.nonzero(is_rated))  # by segment, then system: a segment's lines must stand together
    outputs = np.argwhere(is_rated)[order].tolist()
    ratings, rows = people.values[is_rated][order].tolist(), table[order].tolist()
    for (system, segment), rating, row in zip(outputs, ratings, rows, strict=True):
        about = {"system": people.systems[system]}
        if people.documents is not None:
            about["document"] = people.documents[segment]
        cells = " ".join(f"{i}:{value!r}" for i, value in enumerate(row, 1))
        lines.append(f"{rating!r} qid:{segment + 1} {cells} # {json.dumps(about, ensure_ascii=False)}")
    write_file(path, "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))


def judgements(path: str, options: HowRead) -> Judgements:
    """Read ratings alone, as judgements of nobody in particular."""
    people, _ = read_svmlight(path)
    systems, segments = np.nonzero(np.isfinite(people.values))
    n = len(systems)
    unknown = Labels.all_of("", n)
    documents = unknown if people.documents is None else Labels.of([people.documents[i] for i in segments.tolist()])
    ratings = Ratings(
        systems=Labels(people.systems, systems.astype(np.int32)),
        segments=segments.astype(np.int64),
        documents=documents,
        raters=unknown,
        scales=Labels.all_of("rating", n),
        scores=people.values[systems, segments],
        kinds=Labels.all_of("system", n),
        files=people.files,
        n_lines=people.n_segments,
    )
    return Judgements("svmlight", ratings=ratings)


def output_scores(path: str, how: HowScored) -> list[OutputScores]:
    """Read features alone."""
    return read_svmlight(path)[1]
