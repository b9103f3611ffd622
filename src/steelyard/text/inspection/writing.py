"""How words are written: tokenised text, pieces of words, entities, case, mark-up, talk of a language model."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from steelyard.choices import Severity
from steelyard.text.inspection.alignment import comparable
from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check, in_words

_MOSES = ("@-@", "@,@", "@.@")
_SPACED_CJK = r"(?<=[\u3040-\u30ff\u4e00-\u9fff]) (?=[\u3040-\u30ff\u4e00-\u9fff])"
_GLUED_CJK = r"(?<=[\u3040-\u30ff\u4e00-\u9fff])(?=[\u3040-\u30ff\u4e00-\u9fff])"
_TOKENISED_SPACELESS = 0.25  # a word of Chinese has two characters: half of the places; untokenised text has 0.01
_TOKENISED = 0.5  # of the places where a mark follows a word; untokenised text of real sets stays below 0.05
_FEW_PLACES = 10
_SAMPLE, _SAMPLE_OF_MARKS = 300, 2_000  # lines
_PIECES = r"(?<=\w)@@(?= |$)|\u2581|(?<=\w )##[^\W\d_]+(?= |$)"
_ENTITIES = r"&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-fA-F]{1,5}|#?91|#?93|#?124);"
_TAGS = r"</?[a-zA-Z][a-zA-Z0-9]{0,9}(?:\s+[\w-]+=[^<>]{0,80})?\s?/?>|⁇|```|\*\*[^*]+\*\*"
_FIRST = "|".join(
    (
        r"(?:sure|certainly|of course|okay)[,!.:]+ here(?:'s| is| are)",
        r"(?:sure|certainly|of course|okay)[,!.:]+ i(?:'d be| can|'ll| will) (?:happy|translate)",
        r"here(?:'s| is| are) (?:the|a|your|my) (?:\w+ )?translat",
        r"the translation (?:is|of|would)",
        r"translat(?:ion|ed text)\s*:",
        r"as an ai\b",
        r"(?:i'm sorry,? but )?i (?:can't|cannot|am unable to) (?:translate|assist|provide)",
        r"(?:note|explanation)\s*:\s*(?:the|this|i) (?:translat|source|original|text)",
    )
)
_CHATTER = rf"(?i)^\W{{0,3}}(?:{_FIRST})|\((?:note|translator's note)\s*:"
_CASED = 0.01  # share of capitals among letters: English, Czech and Russian text have 0.02 to 0.06
_LOWERED = 0.1  # of the references' share
_RAISED = 0.8
_FEW_LETTERS = 200
_MANY = 0.01
_NUMBER = r"\s*[\[(]?(\d{1,7})(?:[.):\]]|\s*[|\t]|\s+-)\s*\S"
_NUMBERED = 0.8  # of the lines
_ALL = 0.5  # of the lines: marks in so many are no part of the translation
_ALIKE = 0.25  # of the share in another text: both were written so


def _whole(data: InspectedSet) -> Sequence[InspectedText]:
    return (*data.references, *data.systems)


def _tokenised_share(text: InspectedText) -> float | None:
    if text.is_spaceless:
        joined = "\n".join(_sample(text, _SAMPLE))
        n_apart, n_tied = len(re.findall(_SPACED_CJK, joined)), len(re.findall(_GLUED_CJK, joined))
    else:
        joined = "\n".join(_sample(text, _SAMPLE_OF_MARKS)) + "\n"
        octets = np.frombuffer(joined.encode("utf-8", "surrogatepass"), np.uint8)
        marks = np.flatnonzero((octets == ord(".")) | (octets == ord(",")))  # not ; : ! ?, which French spaces
        ends = marks[(octets[marks + 1] == ord(" ")) | (octets[marks + 1] == ord("\n"))]
        n_apart = int((octets[ends - 1] == ord(" ")).sum())
        n_apart += sum(map(joined.count, _MOSES)) if "@" in text.alphabet else 0
        n_tied = len(ends) - n_apart
    return n_apart / (n_apart + n_tied) if n_apart + n_tied >= _FEW_PLACES else None


def _sample(text: InspectedText, n: int) -> Sequence[str]:
    """Return some hundred or thousand lines from all over the text: enough for shares."""
    return text.lines[:: max(1, len(text.lines) // n)]


def _is_tokenised(text: InspectedText, share: float) -> bool:
    return share >= (_TOKENISED_SPACELESS if text.is_spaceless else _TOKENISED)


@check("tokenised", "text with spaces before punctuation, as a tokenizer leaves it", is_of_lines=True)
def tokenised(data: InspectedSet) -> Iterator[Observation]:
    """Compare spaces before marks (in Chinese and Japanese: between characters) in systems and references."""
    shares = [(text, share) for text in _whole(data) if (share := _tokenised_share(text)) is not None]
    kinds = {_is_tokenised(text, share) for text, share in shares}
    for text, share in shares:
        if not _is_tokenised(text, share):
            continue
        where = "characters have spaces between them" if text.is_spaceless else "marks have a space before them"
        if len(kinds) == 1:
            yield Observation(
                "note", text, f"{share:.0%} of {where}",
                "All texts are tokenised: score detokenised text if there is any, or choose --tokenize none. Scores in "
                "papers are mostly of detokenised text.",
            )  # fmt: skip
        else:
            yield Observation(
                "error", text, f"{share:.0%} of {where}; other texts are not tokenised",
                "Detokenise this text: most metrics compare words or characters, which differ after tokenisation.",
            )  # fmt: skip


@check("pieces", "marks of BPE, SentencePiece or WordPiece that were not joined", is_of_lines=True)
def pieces(data: InspectedSet) -> Iterator[Observation]:
    """Look for @@, U+2581 and ##."""
    for text in _whole(data):
        marks = [mark for mark in ("@@", "\u2581", " ##") if text.alphabet.issuperset(mark)]
        may_hold = any(mark in line for mark in marks for line in text.lines)
        rows = _rows_new(data, text, _PIECES) if may_hold else []
        if rows:
            yield Observation(
                "error" if len(rows) >= _MANY * len(text.lines) else "warning", text, "pieces of words are not joined",
                "Undo the segmentation before scoring: remove '@@ ', or decode with the SentencePiece model.", rows,
            )  # fmt: skip


@check("numbering", "numbers of lines at the start of outputs, where the references have none", is_of_lines=True)
def numbering(data: InspectedSet) -> Iterator[Observation]:
    """Look for numbers that go up by one with each line."""
    if any(_numbered(text) for text in data.references):
        return
    for system in data.systems:
        rows = _numbered(system)
        if rows:
            yield Observation(
                "error", system, f"{len(rows) / len(system.lines):.0%} of the lines begin with their number",
                "Remove the numbers: they count as words that no reference has.", rows,
            )  # fmt: skip


def _numbered(text: InspectedText) -> list[int]:
    """Return the rows whose first number is their own, plus a constant, where these are most."""
    search = re.compile(_NUMBER).match
    found = {place: int(match[1]) for place, line in enumerate(text.lines) if (match := search(line))}
    if len(found) < max(_FEW_PLACES / 2, _NUMBERED * len(text.lines)):
        return []
    counts = Counter(number - text.row_of(place) for place, number in found.items())
    [(first, n)] = counts.most_common(1)
    if n < _NUMBERED * len(text.lines):
        return []
    return [place for place, number in found.items() if number - text.row_of(place) == first]


@check("entities", "HTML entities such as &quot; in place of characters", is_of_lines=True)
def entities(data: InspectedSet) -> Iterator[Observation]:
    """Look for entities in lines whose source and references have none."""
    for text in data.texts:
        rows = _rows_new(data, text, _ENTITIES) if "&" in text.alphabet else []
        if rows:
            found = sorted({match for row in rows for match in re.findall(_ENTITIES, text.lines[row])})
            yield Observation(
                _severity(data, text, rows), text,
                f"entities such as {found[0]}",
                "Turn entities back into characters (Python's html.unescape, Moses's deescape-special-chars.perl).",
                rows,
            )  # fmt: skip


def _all_have(data: InspectedSet, pattern: str) -> bool:
    """Whether systems and references have a pattern about as often, so that it is the same in all scores."""
    shares = [len(text.rows_matching(pattern)) / max(len(text.lines), 1) for text in _whole(data)]
    return bool(data.systems) and min(shares) >= _ALIKE * max(shares)


def _severity(data: InspectedSet, text: InspectedText, rows: Sequence[int]) -> Severity:
    if text.role == "sources":
        return "note"
    is_error = len(rows) >= max(3, _MANY * len(text.lines)) and not _all_have(data, _ENTITIES)
    return "error" if is_error else "warning"


def _is_said_by_others(data: InspectedSet, system: InspectedText, row: int) -> bool:
    """Whether a third of the other systems have such a phrase here too: then the source speaks so."""
    others = [text for text in data.whole if text is not system]
    return bool(others) and sum(re.search(_CHATTER, text.lines[row]) is not None for text in others) * 3 >= len(others)


def _rows_new(data: InspectedSet, text: InspectedText, pattern: str) -> list[int]:
    """Return the rows of a pattern; of a system only where neither source nor reference has it."""
    rows = text.rows_matching(pattern)
    if text.role != "system" or len(text.lines) != data.n_segments:
        return rows
    beside = [*data.references, *([] if data.sources is None else [data.sources])]
    others = [other.lines for other in beside if len(other.lines) == data.n_segments]
    return [row for row in rows if not any(re.search(pattern, lines[row]) for lines in others)]


@check(
    "casing",
    "a text in lower case, or in capitals, where the references are not",
    is_of_lines=True,
    only="references",
    cured_by=lambda reading: reading.lowercase,
)
def casing(data: InspectedSet) -> Iterator[Observation]:
    """Compare the shares of capitals among letters."""
    shares = {id(text): share for text in _whole(data) if (share := _capitals(text)) is not None}
    of_references = [shares[id(text)] for text in data.references if id(text) in shares]
    if not of_references:
        return
    usual = max(of_references)
    for text in _whole(data):
        share = shares.get(id(text))
        if share is None:
            continue
        if usual >= _CASED and share < _LOWERED * usual:
            yield Observation(
                "error", text, f"{share:.1%} of the letters are capitals, of the references' {usual:.1%}",
                "Restore the case of this text, or score without case: --lowercase.",
            )  # fmt: skip
        elif share > _RAISED and min(of_references) < _RAISED:
            yield Observation(
                "error", text, f"{share:.0%} of the letters are capitals, of the references' {min(of_references):.0%}",
                "Restore the case of this text, or score without case: --lowercase.",
            )  # fmt: skip
        elif text in data.references and usual < _CASED:
            yield Observation(
                "note", text, f"{share:.1%} of the letters are capitals",
                "The references are in lower case: outputs with capitals score lower without --lowercase.",
            )  # fmt: skip


def _capitals(text: InspectedText) -> float | None:
    """Return the share of capitals among letters that have case."""
    n_large = sum(n for c, n in text.counts.items() if c.isupper())
    n_small = sum(n for c, n in text.counts.items() if c.islower())
    return n_large / (n_large + n_small) if n_large + n_small >= _FEW_LETTERS else None


@check("markup", "HTML or Markdown, and tokens of a model's own, in outputs", is_of_lines=True)
def markup(data: InspectedSet) -> Iterator[Observation]:
    """Look for marks that neither source nor reference has."""
    for system in data.systems:
        rows = _rows_new(data, system, _TAGS) if system.alphabet & set("<`*\u2047") else []
        if rows:
            found = re.search(_TAGS, system.lines[rows[0]])
            yield Observation(
                "error" if len(rows) >= max(_FEW_PLACES / 2, _ALL * len(system.lines))
                else "warning" if len(rows) >= _MANY * len(system.lines) else "note", system,
                f"marks such as {found[0][:20] if found else ''} that the source and the references do not have",
                "Check whether these marks belong to the translation; if not, remove them where the outputs are made.",
                rows,
            )  # fmt: skip


@check("chatter", "comments of a language model around the translation")
def chatter(data: InspectedSet) -> Iterator[Observation]:
    """Look for phrases such as 'Here is the translation' that neither source nor reference has."""
    for system in comparable(data):
        rows = [row for row in _rows_new(data, system, _CHATTER) if not _is_said_by_others(data, system, row)]
        if rows:
            yield Observation(
                "warning" if len(rows) >= _MANY * len(system.lines) else "note", system,
                f"{in_words(len(rows))} {'has' if len(rows) == 1 else 'have'} comments about the translation",
                "Ask the model for the translation alone, or remove the comments.", rows,
            )  # fmt: skip
