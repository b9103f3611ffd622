"""Files of scores that other programs gave, several of them as one set of scores."""

from collections.abc import Mapping, Sequence

from steelyard.errors import SpecError
from steelyard.files.columns import split_name
from steelyard.files.names import default_names
from steelyard.reading.formats.output_scores import read_output_scores
from steelyard.reading.joined_scores import join_scores
from steelyard.reading.score_folders import files_of_folder
from steelyard.types import OutputScores

__all__ = ["paths_read", "read_score_files"]


def paths_read(scores: OutputScores) -> list[str]:
    r"""Return the files that hold the scores, without those that say more of them, as the model's name.

    Examples
    --------
    >>> from steelyard.reading.score_files import paths_read, read_score_files
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "bleu.txt")
    ...     _ = file.write_text("0.5\n0.25\n")
    ...     [bleu] = read_score_files([f"BLEU={file}"])
    >>> [path.endswith("bleu.txt") for path in paths_read(bleu)]
    [True]
    """
    reading = scores.reading or {}
    parts = reading["parts"] if reading.get("of") == "joined" else [reading]
    if not isinstance(parts, Sequence):
        raise SpecError("The reading of joined scores names its parts in a list.")
    return list(dict.fromkeys(str(part["path"]) for part in parts if isinstance(part, Mapping) and "path" in part))


def _names_of_files(paths: Sequence[str]) -> list[str]:
    """Name each file's system after it, and the same file, which may hold several metrics, always the same."""
    different = list(dict.fromkeys(paths))
    names = dict(zip(different, default_names(different), strict=True))
    return [names[path] for path in paths]


def read_score_files(
    texts: Sequence[str | tuple[str, str]],
    *,
    n_segments: int | None = None,
    counts_from: int = 1,
    languages: str | None = None,
    may_miss: bool = False,
    encoding: str = "utf-8",
) -> tuple[OutputScores, ...]:
    """Read every file, and join those that hold the same metric: other systems, or other items, in each.

    `texts`: ``"FILE"`` or ``"NAME=FILE"``, or the name and the path apart, in any layout that `read_output_scores`
    tells; NAME picks a metric of a file that holds several, and names that of a file that holds one. A folder is read
    as its files: a run of HELM or several, or the scores of metrics in mt-metrics-eval's layout.
    `n_segments`: of the test set; by default as many as the files reach.
    `counts_from`: the number of the first line of the test set, in tables.
    `may_miss`: whether a system may lack items that another has: these are NaN then. A score that is missing in a file
    is NaN in any case.
    Returns: one per metric, in the order in which they first stand; named ``""`` where neither file nor NAME says it.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.score_files import read_score_files
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = [pathlib.Path(folder, name) for name in ("ours.json", "theirs.json")]
    ...     for file, scores in zip(files, ([0.5, 0.25], [0.5, 0.75])):
    ...         _ = file.write_text(f'{{"{file.stem}": {scores}}}')
    ...     [judge] = read_score_files([f"judge={file}" for file in files])
    >>> judge.systems, judge.values.tolist()
    (('ours', 'theirs'), [[0.5, 0.25], [0.5, 0.75]])
    """
    if not texts:
        raise SpecError("There is no file of scores.")
    found: dict[str, list[OutputScores]] = {}
    given = [split_name(text) if isinstance(text, str) else text for text in texts]
    named = [(name, file) for name, path in given for file in files_of_folder(path, name, languages)]
    for (name, path), unnamed in zip(named, _names_of_files([path for _, path in named]), strict=True):
        read = read_output_scores(
            path,
            name=name,
            n_segments=n_segments,
            counts_from=counts_from,
            languages=languages,
            unnamed=unnamed,
            encoding=encoding,
        )
        for metric in read:
            found.setdefault(metric.name, []).append(metric)
    return tuple(join_scores(parts, may_miss=may_miss) for parts in found.values())
