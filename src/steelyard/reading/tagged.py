"""Test sets whose documents and segments are tagged by name, in XML or SGML: collected by name, then put in lines."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from steelyard.errors import AlignmentError, DataError
from steelyard.types import TestSet

__all__ = ["Tagged", "TaggedTestSet"]


@dataclass(frozen=True, slots=True)
class TaggedTestSet:
    """A test set and the names that its file gives its parts."""

    test_set: TestSet  # with the document of each segment
    reference_names: tuple[str, ...]  # in the order of the references
    segment_ids: tuple[str, ...]  # of each segment, in its document


@dataclass(slots=True)
class Tagged:
    """Texts as they are read: of each role and name, the text of each (document, segment)."""

    texts: dict[tuple[str, str], dict[tuple[str, str], str]] = field(default_factory=dict)

    def add(self, role: str, name: str, document: str, segment: str, text: str, place: str) -> None:
        """Add a segment's text; `place` says in messages where it stands."""
        texts = self.texts.setdefault((role, name), {})
        if (document, segment) in texts:
            raise DataError(f"{place}: segment {segment!r} of document {document!r} stands twice in {role} {name!r}.")
        texts[document, segment] = text.replace("\r\n", " ").replace("\n", " ")

    def made(self, where: str) -> TaggedTestSet:
        """Return the test set: the source's order, or else the first reference's, is that of the lines."""
        sources = [name for role, name in self.texts if role == "source"]
        references = [name for role, name in self.texts if role == "reference"]
        systems = [name for role, name in self.texts if role == "system"]
        if len(sources) > 1:
            raise DataError(f"{where} has sources of several kinds: {', '.join(sources)}.")
        if not references:
            raise DataError(f"{where} has no reference.")
        first = ("source", sources[0]) if sources else ("reference", references[0])
        order = list(self.texts[first])
        lines = {key: _in_order(texts, order, key, first, where) for key, texts in self.texts.items()}
        test_set = TestSet(
            references=[lines["reference", name] for name in references],
            systems={name: lines["system", name] for name in systems},
            sources=lines[first] if sources else None,
            documents=[document for document, _ in order],
        )
        return TaggedTestSet(test_set, tuple(references), tuple(segment for _, segment in order))


def _in_order(
    texts: Mapping[tuple[str, str], str],
    order: list[tuple[str, str]],
    key: tuple[str, str],
    first: tuple[str, str],
    where: str,
) -> list[str]:
    for one, other, names in ((texts, order, (key, first)), (order, texts, (first, key))):
        wanted = set(one)
        lacking = next((item for item in other if item not in wanted), None)
        if lacking is not None:
            (role, name), (other_role, other_name) = names
            raise AlignmentError(
                f"{where}: {role} {name!r} has no segment {lacking[1]!r} of document {lacking[0]!r}, but {other_role} "
                f"{other_name!r} has."
            )
    return [texts[item] for item in order]
