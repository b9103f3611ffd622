"""The alignments that files hold, lined up with gold and with the texts, and how to read the same files again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import symmetrise
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.lab.stored_files import StoredFiles
from steelyard.reading.formats import WordAlignments, read_word_alignments
from steelyard.types import WordLinks
from steelyard.types.document_ids import check_document_ids, read_document_ids
from steelyard.types.text_files import read_text

__all__ = ["AlignmentFiles", "GivenAlignments", "make_alignment", "read_alignments"]

Ints = NDArray[np.int64]
GOLD = "gold"


@dataclass(frozen=True, slots=True, eq=False)
class GivenAlignments:
    """Gold and other alignments of the same sentence pairs."""

    gold: WordLinks  # what people made
    found: Mapping[str, WordLinks]  # by name
    lengths: tuple[Ints, Ints]  # words of the source and of the target of every sentence pair
    # whether these are of the texts; otherwise a sentence ends with the last word that any alignment links
    has_texts: bool = False
    documents: Sequence[str] | None = None  # of every sentence pair
    files: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # by name, format and number of the first word
    turned: tuple[str, ...] = ()  # names of those whose files had target-source links
    inputs: Sequence[dict[str, str]] = ()  # role, name and SHA-256 of every file
    reading: Mapping[str, Any] = field(default_factory=dict)  # how to read them again

    @classmethod
    def of_links(cls, gold: WordLinks, found: Mapping[str, WordLinks], **known: Any) -> Self:
        """Line up links without texts."""
        ends = np.max([links.extents for links in (gold, *found.values())], axis=0)
        return cls(gold, found, (ends[:, 0].copy(), ends[:, 1].copy()), **known)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentFiles(StoredFiles):
    """What files there are, and how they are read."""

    of: ClassVar = "alignments"
    moving: ClassVar = ("gold", "paths", "forward", "reverse", "sources", "targets", "documents")

    gold: str | None  # None where two directions are made one, and nothing is scored
    paths: Mapping[str, str]  # by name
    forward: str | None = None
    reverse: str | None = None
    symmetrise: tuple[str, ...] = ()
    sources: str | None = None
    targets: str | None = None
    documents: str | None = None
    first_numbers: Mapping[str, int] = field(default_factory=dict)
    turned: tuple[str, ...] = ()
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """What files hold, lined up."""

    alignments: dict[str, WordAlignments]  # by name
    texts: dict[str, TextFile]  # by role
    inputs: list[dict[str, str]]

    def made(self, methods: Sequence[str]) -> dict[str, WordLinks]:
        """Make alignments of the two directions."""
        links = {name: one.links for name, one in self.alignments.items() if name in ("forward", "reverse")}
        return {method: symmetrise(links["forward"], links["reverse"], method) for method in methods}


def _read_all(files: AlignmentFiles) -> _Read:
    """Read every file, and refuse those that do not fit each other."""
    paths = {} if files.gold is None else {GOLD: files.gold}
    roles = {GOLD: "gold alignment", **{name: f"alignment {name}" for name in files.paths}}
    paths |= files.paths
    for name, path in (("forward", files.forward), ("reverse", files.reverse)):
        if path is not None:
            paths[name], roles[name] = path, f"{name} direction"
    read = {name: _read(files, name, path) for name, path in paths.items()}
    inputs = [{"role": roles[name], "name": one.path, "sha256": one.sha256} for name, one in read.items()]
    texts: dict[str, TextFile] = {}
    for role in ("sources", "targets"):
        path = getattr(files, role)
        if path is not None:
            texts[role] = read_text(path, files.encoding, role=role, has_flags=False)
    if files.documents is not None:
        texts["documents"] = read_document_ids(files.documents, files.encoding)
        check_document_ids(texts, may_be_raw=False)
    inputs += [{"role": role, "name": file.path, "sha256": file.sha256} for role, file in texts.items()]
    n = _number(read, texts)
    read = {name: replace(one, links=one.links.of_length(n)) for name, one in read.items()}
    return _Read(read, texts, inputs)


def read_alignments(files: AlignmentFiles) -> GivenAlignments:
    """Read alignments, make those of two directions, and line them up."""
    _check(files)
    read = _read_all(files)
    found = {name: read.alignments[name].links for name in files.paths} | read.made(files.symmetrise)
    if not found:
        raise SpecError("There is no alignment to score: put -i before its file, or give --forward and --reverse.")
    documents = read.texts.get("documents")
    given = GivenAlignments.of_links(
        read.alignments[GOLD].links,
        found,
        documents=None if documents is None else documents.lines,
        files={name: (one.format, one.first_number) for name, one in read.alignments.items()},
        turned=files.turned,
        inputs=read.inputs,
        reading=files.reading(),
    )
    if "sources" not in read.texts:
        return given
    return replace(given, lengths=_lengths(read), has_texts=True)


def make_alignment(files: AlignmentFiles) -> tuple[WordLinks, list[dict[str, str]]]:
    """Make one alignment of two directions, without gold; say what was read."""
    _check(files)
    read = _read_all(files)
    if "sources" in read.texts:
        _lengths(read)
    return read.made(files.symmetrise)[files.symmetrise[0]], read.inputs


def _check(files: AlignmentFiles) -> None:
    """Refuse what does not go together, before anything is read."""
    if (files.forward is None) != (files.reverse is None):
        raise SpecError("Two directions are made one alignment: give both --forward and --reverse.")
    if files.symmetrise and files.forward is None:
        raise SpecError("--symmetrise makes one alignment of two directions: give --forward and --reverse.")
    if (files.sources is None) != (files.targets is None):
        raise SpecError("Words are counted on both sides: give both --sources and --targets.")
    known = [GOLD, *files.paths, *(("forward", "reverse") if files.forward is not None else ())]
    for flag, names in (("--first-number", files.first_numbers), ("--turn", files.turned)):
        for name in names:
            if name not in known and not (flag == "--first-number" and not name):
                raise SpecError(f"{flag} names {name!r}, which is none of the alignments: {', '.join(known)}.")
    made = files.symmetrise if files.forward is not None else ()
    for name in files.paths:
        if name in known[:1] or name in made or (files.forward is not None and name in ("forward", "reverse")):
            raise AlignmentError(f"The alignment {name!r} has a name that is taken: give it another with --names.")


def _read(files: AlignmentFiles, name: str, path: str) -> WordAlignments:
    first = files.first_numbers.get(name, files.first_numbers.get(""))
    is_turned = (name in files.turned) != (name == "reverse")  # which has target-source links where nobody says more
    return read_word_alignments(path, first_number=first, is_turned=is_turned, encoding=files.encoding)


def _number(read: Mapping[str, WordAlignments], texts: Mapping[str, TextFile]) -> int:
    """Return how many sentence pairs there are; files that number them may leave out the last ones."""
    whole = {one.path: one.links.n_segments for one in read.values() if one.format == "links"}
    whole |= {file.path: len(file.lines) for file in texts.values()}
    numbered = {one.path: one.links.n_segments for one in read.values() if one.format != "links"}
    first = next(iter(whole), None)
    n = max(numbered.values(), default=0) if first is None else whole[first]
    for path, other in whole.items():
        if first is not None and other != n:
            raise AlignmentError(
                f"{first} has {n:,} lines and {path} {other:,}: give a line for each sentence pair, empty ones too."
            )
    for path, other in numbered.items():
        if other > n:
            raise AlignmentError(f"{path} has links of sentence pair {other:,}, but {first} has {n:,} lines.")
    if n == 0:
        raise DataError(f"{next(iter(read.values())).path} has no sentence pairs.")
    return n


def _lengths(read: _Read) -> tuple[Ints, Ints]:
    """Take the words of the texts, and refuse links beyond them."""
    texts = read.texts
    lengths = {
        side: np.array([len(line.split()) for line in texts[side].lines], np.int64) for side in ("sources", "targets")
    }
    for name, one in read.alignments.items():
        for side, places in (("sources", one.links.sources), ("targets", one.links.targets)):
            segments = one.links.segments
            beyond = np.flatnonzero(places >= lengths[side][segments])
            if len(beyond):
                at, segment = int(beyond[0]), int(segments[beyond[0]])
                number, n_words = int(places[at]) + one.first_number, lengths[side][segment]
                raise DataError(
                    f"{one.place(segment)}: a link has {side[:-1]} word {number}, but {texts[side].path}, line "
                    f"{segment + 1:,} has {n_words} words, counted from {one.first_number}.{_remedy(name, one)}"
                )
    return lengths["sources"], lengths["targets"]


def _remedy(name: str, one: WordAlignments) -> str:
    """Say what else may be meant."""
    other = 1 - one.first_number
    count = f"if words count from {other}, add --first-number {name}={other}; " if one.format == "links" else ""
    return f" Check the texts; {count}if source and target are exchanged, add --turn {name}."
