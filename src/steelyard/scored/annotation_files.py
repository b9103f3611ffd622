"""Read what other programs say of the texts of a test set: parses and word alignments."""

import os
from collections.abc import Mapping, Sequence

from steelyard.errors import AlignmentError
from steelyard.reading.formats import read_parses, read_word_alignments
from steelyard.results.plurals import counted
from steelyard.types import AnnotationFile, MadeOutput, Parse, TestSet
from steelyard.types.checks import BACKWARD
from steelyard.types.reading import value_of

__all__ = ["annotate", "text_of"]

Path = str | os.PathLike[str]
_ENOUGH = 10  # segments, of which a parser leaves one at least as it is


def annotate(
    test_set: TestSet,
    *,
    parses: Sequence[Path] = (),
    alignments: Sequence[Path] = (),
    backward_alignments: Sequence[Path] = (),
    source_parses: Path | None = None,
    made: Mapping[str, MadeOutput] | None = None,
    encoding: str = "utf-8",
) -> TestSet:
    """Add parses and word alignments from files: one for each reference, then one for each system.

    Parameters
    ----------
    test_set : TestSet
        The texts that were parsed or aligned.
    parses : sequence of path, default ()
        CoNLL-U: a sentence per segment, or with comments ``# segment = 3`` and ``# parse_rank = 2`` above sentences.
        Or tags alone: a line per segment, a tag for each word that spaces part.
    alignments : sequence of path, default ()
        Lines such as ``0-0 1-2``: a word of the source and one of the text, from 0.
    backward_alignments : sequence of path, default ()
        The same from an aligner that was run from the text to the source; the source's word still comes first.
    source_parses : path, optional
        CoNLL-U of the sources.
    made : mapping of str to MadeOutput, optional
        Systems that bring their own parses, so that no file is of them.
    encoding : str, default "utf-8"
        Of all files.

    Returns
    -------
    TestSet
        A new one, with `TestSet.parses` and `TestSet.alignments`.

    Raises
    ------
    AlignmentError
        There are more or fewer files than texts, or segments than the test set has, or parses of another text.
    DataError
        A file is not in its format; the message names its line.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a dog ran"]], systems={"x": ["dogs ran"]}, sources=["un chien courait"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     reference, system = pathlib.Path(folder, "ref.align"), pathlib.Path(folder, "x.align")
    ...     _ = reference.write_text("0-0 1-1 2-2"), system.write_text("1-0 2-1")
    ...     data = sy.annotate(data, alignments=[reference, system])
    >>> data.alignments["system x"]
    (((1, 0), (2, 1)),)
    """
    test_set = value_of(test_set, "a table of texts")
    keys = [f"reference {i + 1}" for i in range(len(test_set.references))]
    keys += [f"system {name}" for name in test_set.system_names]
    brought = {f"system {name}": output.parses for name, output in (made or {}).items() if output.parses is not None}
    parsed = _by_text("parses", [key for key in keys if key not in brought], parses)
    if source_parses is not None:
        parsed["sources"] = source_parses
    aligned = _by_text("alignments", keys, alignments)
    backward = _by_text("backward alignments", keys, backward_alignments)
    aligned |= {f"{BACKWARD}{key}": path for key, path in backward.items()}
    read = {key: read_parses(path, text_of(test_set, key), encoding=encoding) for key, path in parsed.items()}
    annotated = test_set.annotated(
        parses={**read, **brought},
        alignments={
            key: read_word_alignments(path, first_number=0, encoding=encoding).annotation(test_set.n_segments)
            for key, path in aligned.items()
        },
    )
    _check_order({key: file for key, file in read.items() if key != "sources"}, test_set)
    for key, file in read.items():
        _check_present(file, text_of(test_set, key))
    return annotated


def text_of(test_set: TestSet, key: str) -> Sequence[str | None]:
    """Return the text that a key such as ``"system x"`` names."""
    kind, _, name = key.partition(" ")
    if kind == "sources":
        return test_set.sources or ()
    return test_set.systems[name] if kind == "system" else test_set.references[int(name) - 1]


def _by_text(kind: str, keys: Sequence[str], paths: Sequence[Path]) -> dict[str, Path]:
    if isinstance(paths, str | os.PathLike):
        raise AlignmentError(f"{kind} must be a list of files: pass [{str(paths)!r}].")
    if paths and len(paths) != len(keys):
        verb = "is" if len(paths) == 1 else "are"
        raise AlignmentError(
            f"There {verb} {counted(len(paths), 'file')} of {kind}, but {len(keys)} texts. Give one for each, in this "
            f"order: {', '.join(keys)}."
        )
    return dict(zip(keys, paths, strict=True)) if paths else {}


def _check_present(file: AnnotationFile[tuple[Parse, ...]], text: Sequence[str | None]) -> None:
    """Refuse a segment with words and without a sentence: scored as empty, it would pass for a bad translation."""
    for number, ([best, *_], line) in enumerate(zip(file.segments, text, strict=False), 1):
        if not best.words and any(character.isalnum() for character in line or ""):
            raise AlignmentError(
                f"{file.path} has no sentence for segment {number}, which has words. Parse every segment; where one "
                'has several sentences or none, number them ("# segment = 3").'
            )


def _check_order(files: Mapping[str, AnnotationFile[tuple[Parse, ...]]], test_set: TestSet) -> None:
    """Refuse parses that are those of another text: whoever mixes up two files would get scores all the same."""
    texts: dict[str, Sequence[str | None]] = {f"reference {i}": text for i, text in enumerate(test_set.references, 1)}
    texts |= {f"system {name}": text for name, text in test_set.systems.items()}
    letters = {key: ["".join((line or "").split()) for line in text] for key, text in texts.items()}
    for key, file in files.items():
        parsed = ["".join(word.form for word in best.words).replace(" ", "") for best, *_ in file.segments]
        fits = {
            other: sum(one == two != "" for one, two in zip(parsed, lines, strict=True))
            for other, lines in letters.items()
        }
        best = max(fits, key=lambda other: fits[other])
        n_written = sum(bool(line) for line in letters[key])
        if not fits[best] and n_written >= _ENOUGH:
            raise AlignmentError(
                f"{file.path} should hold the parses of {key}, but its words are those of none of the {n_written} "
                "segments. Give parses of this text, with forms as they stand there."
            )
        if fits[best] > max(2 * fits[key], len(parsed) / 2):  # parsers change some words: a few segments prove nothing
            raise AlignmentError(
                f"{file.path} should hold the parses of {key}, but its words are those of {best} in {fits[best]} of "
                f"{len(parsed)} segments, and of {key} in {fits[key]}. Give files in the order of the texts."
            )
