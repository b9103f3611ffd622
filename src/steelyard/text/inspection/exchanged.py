"""Texts in each other's place: references among the systems, outputs among the references."""

import os
import re
from collections.abc import Iterator
from itertools import combinations

from steelyard.text.inspection.alignment import signatures, similarity
from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check

_FEWEST = 10  # segments in which texts are compared
_SAMPLE = 200
_ALIKE = 0.65  # in similarity: people's translations of real campaigns are at 0.36 to 0.6, outputs at 0.6 to 0.8
_MORE = 0.1
_NUMBER = r"[-_ ]?(?:[a-z]|\d+)?"
_REFERENCE = re.compile(rf"(?:refs?|references?|gold){_NUMBER}", re.IGNORECASE)
_OUTPUT = re.compile(rf"(?:hyps?|hypothes[ei]s|outputs?|sys|systems?|mt|preds?|predictions?){_NUMBER}", re.IGNORECASE)
_LOOK = "Check the order of the files: references come before -i, outputs after it."


@check("exchanged", "references given as systems, outputs given as references", is_of_lines=True, only="references")
def exchanged(data: InspectedSet) -> Iterator[Observation]:
    """Compare files, their names, and how alike references are with how alike outputs are to them."""
    again = files_of_references(data)
    for text in again:
        yield Observation(
            "error",
            text,
            "the file of a reference",
            "Give the system's output here: a text cannot be its own reference.",
        )
    of_people = [text for text in data.systems if text not in again and _REFERENCE.fullmatch(_stem(text))]
    of_systems = [text for text in data.references if _OUTPUT.fullmatch(_stem(text))]
    is_sure = bool(of_systems) and len(of_people) == len(data.systems)
    for text in of_people:
        yield Observation("error" if is_sure else "warning", text, "a system that is called a reference", _LOOK)
    for text in of_systems:
        yield Observation("warning", text, "a reference that is called an output", _LOOK)
    if not (of_people or of_systems or again):
        yield from _more_alike(data)


def files_of_references(data: InspectedSet) -> list[InspectedText]:
    """Return the systems that are read from the file of a reference."""
    paths = {os.path.realpath(text.path) for text in data.references if text.path}
    return [text for text in data.systems if text.path and os.path.realpath(text.path) in paths]


def _stem(text: InspectedText) -> str:
    """Return the name of a file without its folder and extensions, or of a column."""
    return os.path.basename(text.name.rpartition(", column ")[2]).split(".")[0]


def _more_alike(data: InspectedSet) -> Iterator[Observation]:
    """Warn of references that are more alike than outputs are to them, or to each other: so are outputs."""
    distinct = {text.lines: text for text in data.full_references}
    systems = data.whole
    if len(distinct) < 2 or not systems or data.n_segments < _FEWEST:
        return
    rows = range(0, data.n_segments, -(-data.n_segments // _SAMPLE))
    n = 2 if data.yardstick.is_spaceless else 4
    references = [signatures(text.sample(rows), n) for text in distinct.values()]
    outputs = [signatures(text.sample(rows), n) for text in systems]
    among = [float(similarity(a, b).mean()) for a, b in combinations(references, 2)]
    between = max(float(similarity(a, b).mean()) for a in references for b in outputs)
    others = max((float(similarity(a, b).mean()) for a, b in combinations(outputs, 2)), default=0.0)
    mean = sum(among) / len(among)
    if mean >= max(_ALIKE, between + _MORE, others + _MORE):
        yield Observation(
            "warning", data.yardstick,
            f"the references are more alike ({mean:.0%} of their letters' sequences) than any output is like one of "
            f"them ({between:.0%})",
            _LOOK + " References that were made from one another count as one.",
        )  # fmt: skip
