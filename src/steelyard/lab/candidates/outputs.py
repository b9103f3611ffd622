"""Test sets whose systems are candidates of lists, and the parts that lists are split into."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.files.reading import TextFile
from steelyard.lab.tuning import consecutive_folds
from steelyard.types import CandidateParses, MadeOutput, NBestLists, TestSet

__all__ = ["check_segments", "chosen_outputs", "decoder_output", "folds_of", "paired_outputs"]


def decoder_output(lists: NBestLists, parsed: CandidateParses | None = None) -> MadeOutput:
    """Return what the decoder put first for every segment, as the text of a system, with its parses.

    Its path and SHA-256 are those of the first file of lists.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import NBestLists
    >>> from steelyard.lab.candidates import decoder_output
    >>> files = (("lists.txt", "0" * 64),)
    >>> lists = NBestLists(("a", "b", "c"), np.array([0, 2, 3]), np.zeros((3, 1)), ("lm",), np.zeros(3), files=files)
    >>> decoder_output(lists).file.lines
    ('a', 'c')
    """
    path, sha256 = lists.files[0]
    first = lists.offsets[:-1]
    file = TextFile(path, tuple(lists.texts[i] for i in first), sha256, sha256)
    return MadeOutput(file, None if parsed is None else tuple(parsed.parses[row] for row in parsed.rows[first]))


def chosen_outputs(
    lists: NBestLists, test_set: TestSet, picks: Mapping[str, NDArray[np.int64]], parsed: CandidateParses | None = None
) -> TestSet:
    """Return the test set with candidates that were chosen, one per segment, as its systems."""
    return paired_outputs(lists, test_set, picks, np.arange(test_set.n_segments), parsed)


def paired_outputs(
    lists: NBestLists,
    test_set: TestSet,
    picks: Mapping[str, NDArray[np.int64]],
    segments: NDArray[np.int64],
    parsed: CandidateParses | None,
) -> TestSet:
    """Set candidates beside what belongs to their segments; these may stand several times."""

    def of(text: Sequence[Any] | None) -> list[Any] | None:
        return None if text is None else [text[i] for i in segments]

    parses: dict[str, Any] = {}
    if parsed is not None:
        parses = {key: of(text) for key, text in (test_set.parses or {}).items() if key.startswith("reference ")}
        parses |= {
            f"system {name}": [parsed.parses[row] for row in parsed.rows[chosen]] for name, chosen in picks.items()
        }
    is_whole = len(segments) == test_set.n_segments
    is_kept = [key for key in test_set.names if is_whole and "system " not in key]
    return TestSet(
        references=[of(reference) or [] for reference in test_set.references],
        systems={name: [lists.texts[pick] for pick in chosen] for name, chosen in picks.items()},
        sources=of(test_set.sources),
        documents=of(test_set.documents),
        parses=parses or None,
        names={key: test_set.names[key] for key in is_kept},
        hashes={key: test_set.hashes[key] for key in is_kept if key in test_set.hashes},
    )


def check_segments(lists: NBestLists, test_set: TestSet) -> None:
    """Refuse lists that are not of the test set's segments."""
    if lists.n_segments != test_set.n_segments:
        raise AlignmentError(
            f"There are n-best lists of {lists.n_segments:,} segments, but {test_set.n_segments:,} segments in the "
            "references."
        )


def folds_of(test_set: TestSet, n_folds: int | None) -> NDArray[np.int64]:
    """Number the parts of the segments: consecutive ones, documents whole; None takes 5, or as many as there are."""
    codes = test_set.document_codes()
    if codes is None:
        return consecutive_folds(np.arange(test_set.n_segments), n_folds)
    return consecutive_folds(codes, n_folds, "documents")
