"""The texts, parses, links and lists that check-points are made from, lined up."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from steelyard.analysis import Term, read_dictionary, read_glossary
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.reading import TextFile, read_lines
from steelyard.reading.formats import read_parses, read_word_alignments
from steelyard.results.plurals import counted
from steelyard.types import Alignment, Parse, Word
from steelyard.types.text_files import read_texts

__all__ = ["GivenTexts", "MakeFiles", "read_texts_to_make"]

Parses = Sequence[Parse]  # of every segment


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenTexts:
    """What check-points are made from."""

    references: Sequence[Sequence[str]]  # texts that translations are taken from
    sources: Sequence[str] | None = None  # not needed where the source is parsed
    # for each reference: links of the words of the source and of the reference. Words are those of the parse where
    # there is one.
    alignments: Sequence[Sequence[Alignment]] = ()
    source_parses: Sequence[Parses] = ()  # by one or more parsers, which read the same words
    parses: Sequence[Parses] = ()  # of the first reference, likewise
    # by category: words and phrases of the source, with translations or without
    lists: Mapping[str, Sequence[Term]] = field(default_factory=dict)
    # as `read_dictionary` gives it; empty for none
    dictionary: Mapping[str, Collection[str]] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)  # what messages call each of them
    inputs: Sequence[dict[str, str]] = ()  # role, name and SHA-256 of every file

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if not self.references or not self.references[0]:
            raise DataError("Translations are taken from references: give at least one, with a line for each segment.")
        if not (self.source_parses or self.parses or self.lists):
            raise SpecError(
                "Check-points are made from parses or lists: give --source-parses, --parses of the first reference, or "
                "--lists NAME=FILE."
            )
        if self.alignments and len(self.alignments) != len(self.references):
            raise AlignmentError(
                f"There are {counted(len(self.alignments), 'file')} of alignments for "
                f"{counted(len(self.references), 'reference')}: give one for each."
            )
        if (self.source_parses or self.alignments) and not self.has_source:
            raise SpecError("Links are of the words of the source: give --sources or --source-parses.")
        if self.source_parses and not self.alignments:
            raise SpecError("Units of the source have their translation from word alignments: give --alignments.")
        if self.lists and not self.has_source:
            raise SpecError("Words of a list are looked for in the source: give --sources or --source-parses.")
        self._check_lengths()

    @property
    def has_source(self) -> bool:
        """Whether the words of the source are known."""
        return self.sources is not None or bool(self.source_parses)

    @property
    def n_segments(self) -> int:
        """Lines of the first reference."""
        return len(self.references[0])

    def place(self, role: str) -> str:
        """Say what messages call a text."""
        return self.places.get(role, role)

    def _check_lengths(self) -> None:
        every = {f"reference {i}": len(text) for i, text in enumerate(self.references, 1)}
        every |= {"sources": len(self.sources)} if self.sources is not None else {}
        every |= {f"alignments of reference {i}": len(text) for i, text in enumerate(self.alignments, 1)}
        every |= {f"parses of the source {i}": len(text) for i, text in enumerate(self.source_parses, 1)}
        every |= {f"parses {i}": len(text) for i, text in enumerate(self.parses, 1)}
        for role, n in every.items():
            if n != self.n_segments:
                raise AlignmentError(
                    f"{self.place(role)} has {counted(n, 'segment')}, but {self.place('reference 1')} has "
                    f"{counted(self.n_segments, 'line')}."
                )

    def source_words(self) -> list[list[str]]:
        """Return the words that links count, of every segment of the source."""
        if self.source_parses:
            return _forms(self.source_parses[0])
        return [line.split() for line in self.sources or [""] * self.n_segments]

    def reference_words(self, r: int) -> list[list[str]]:
        """Return the words that links count, of every segment of a reference."""
        if r == 0 and self.parses:
            return _forms(self.parses[0])
        return [line.split() for line in self.references[r]]

    def check_words(self) -> None:
        """Refuse parses of another text, parsers that read other words, and links beyond the words."""
        for role, parses, text in (
            ("parses of the source", self.source_parses, self.sources),
            ("parses", self.parses, self.references[0]),
        ):
            for k, own in enumerate(parses, 1):
                place = self.place(f"{role} {k}")
                if text is not None:
                    _check_text(place, own, text)
                _check_same(place, own, self.place(f"{role} 1"), parses[0])
        source = self.source_words()
        for r, links in enumerate(self.alignments):
            place = self.place(f"alignments of reference {r + 1}")
            for number, row in enumerate(zip(links, source, self.reference_words(r), strict=True), 1):
                _check_links(f"{place}, line {number:,}", *row)


def _forms(parses: Parses) -> list[list[str]]:
    return [[word.form for word in parse.words] for parse in parses]


def _letters(words: Sequence[Word]) -> str:
    return "".join("".join(word.form.split()) for word in words)


def _check_text(place: str, parses: Parses, text: Sequence[str]) -> None:
    """Refuse parses that mostly are of another text; some parsers change single words."""
    others = [
        number
        for number, (parse, line) in enumerate(zip(parses, text, strict=True), 1)
        if _letters(parse.words) != "".join(line.split())
    ]
    if len(others) > len(text) / 2:
        shown = " ".join(word.form for word in parses[others[0] - 1].words[:6])
        raise DataError(
            f"{place}: the parses are of another text: segment {others[0]:,} has {shown!r}, but the text has "
            f"{text[others[0] - 1][:60]!r}; {len(others):,} of {len(text):,} segments differ."
        )


def _check_links(place: str, links: Alignment, source: Sequence[str], reference: Sequence[str]) -> None:
    for link in links:
        for name, word, words in (("source", link[0], source), ("reference", link[1], reference)):
            if not 0 <= word < len(words):
                raise DataError(
                    f"{place}: the link {link[0]}-{link[1]} goes beyond the {counted(len(words), 'word')} of the "
                    f"{name}: give texts and parses as they were aligned."
                )


def _check_same(place: str, parses: Parses, first_place: str, first: Parses) -> None:
    for number, (one, other) in enumerate(zip(parses, first, strict=True), 1):
        if len(one.words) != len(other.words):
            raise DataError(
                f"{place}, segment {number:,} has {counted(len(one.words), 'word')}, but {first_place} has "
                f"{len(other.words)}: parsers can agree on phrases of the same words alone."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeFiles:
    """What files there are."""

    references: tuple[str, ...]
    sources: str | None = None
    alignments: tuple[str, ...] = ()
    source_parses: tuple[str, ...] = ()
    parses: tuple[str, ...] = ()
    lists: Mapping[str, str] = field(default_factory=dict)
    dictionary: str | None = None
    encoding: str = "utf-8"


def read_texts_to_make(files: MakeFiles) -> GivenTexts:
    """Read all files that check-points are made from."""
    wanted = {f"reference {i}": path for i, path in enumerate(files.references, 1)}
    wanted |= {"sources": files.sources} if files.sources is not None else {}
    texts = read_texts(wanted, files.encoding, has_flags=False)
    references = [texts[f"reference {i}"].lines for i in range(1, len(files.references) + 1)]
    sources = texts["sources"].lines if "sources" in texts else None
    empty = [""] * len(references[0])
    parsed = {
        f"{role} {k}": read_parses(path, text, encoding=files.encoding)
        for role, paths, text in (
            ("parses of the source", files.source_parses, sources or [None] * len(empty)),
            ("parses", files.parses, references[0]),
        )
        for k, path in enumerate(paths, 1)
    }
    linked = {
        f"alignments of reference {i}": read_word_alignments(path, first_number=0, encoding=files.encoding).annotation(
            len(empty)
        )
        for i, path in enumerate(files.alignments, 1)
    }
    listed = {name: read_lines(path, files.encoding) for name, path in files.lists.items()}
    dictionary = None if files.dictionary is None else read_lines(files.dictionary, files.encoding)
    every: dict[str, TextFile] = {**texts, **{f"list {name}": file for name, file in listed.items()}}
    every |= {} if dictionary is None else {"dictionary": dictionary}
    found = [(role, file.path, file.sha256) for role, file in every.items()]
    found += [(role, file.path, file.sha256) for role, file in {**parsed, **linked}.items()]
    return GivenTexts(
        references=references,
        sources=sources,
        alignments=[file.segments for file in linked.values()],
        source_parses=[[best for best, *_ in parsed[role].segments] for role in parsed if "source" in role],
        parses=[[best for best, *_ in parsed[role].segments] for role in parsed if "source" not in role],
        lists={name: read_glossary(file.lines, file.path, may_lack_targets=True) for name, file in listed.items()},
        dictionary=read_dictionary(dictionary.lines) if dictionary is not None else {},
        places={role: path for role, path, _ in found},
        inputs=[{"role": role, "name": path, "sha256": sha256} for role, path, sha256 in found],
    )
