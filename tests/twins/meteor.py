"""METEOR's alignments by trying everything, and its beam searches written down as objects, meteor-1.5.jar's too."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import trunc

from steelyard.errors import DataError
from steelyard.files.reading import read_lines

__all__ = [
    "Match",
    "all_alignments",
    "beam_alignment",
    "chunks_of",
    "cost_of_chunks",
    "cost_of_crossings",
    "jar_alignment",
    "java_hash",
    "matches_of",
    "paraphrase_pairs",
]

STAGES = ("exact", "stem", "synonym", "paraphrase")


@dataclass(frozen=True)
class Match:
    """Words hypothesis[h : h + h_length] match reference[r : r + r_length]."""

    h: int
    h_length: int
    r: int
    r_length: int
    stage: str


Words = Sequence[str]


def java_hash(word: str) -> int:
    """Hash a word as Java's ``String.hashCode``, unit by unit of UTF-16."""
    found, units = 0, word.encode("utf-16-be", "surrogatepass")
    for i in range(0, len(units), 2):
        found = (31 * found + 256 * units[i] + units[i + 1]) % 2**32
    return found


def matches_of(
    hypothesis: Words,
    reference: Words,
    stem: Callable[[str], str],
    sets_of: Callable[[str], frozenset[int]],
    phrases: Sequence[tuple[list[str], list[str]]],
    key: Callable[[str], object] = str,
) -> list[Match]:
    """List every match: by word of the reference, then by stage, then by word of the hypothesis.

    Words and stems are equal where their keys are.
    """

    def is_same(a: str, b: str) -> bool:
        return key(a) == key(b)

    found = []
    for r, word in enumerate(reference):
        alike: dict[str, Callable[[str], bool]] = {
            "exact": lambda other, word=word: is_same(other, word),
            "stem": lambda other, word=word: not is_same(other, word) and is_same(stem(other), stem(word)),
            "synonym": lambda other, word=word: not is_same(other, word) and bool(sets_of(other) & sets_of(word)),
        }
        for stage, is_alike in alike.items():
            found += [Match(h, 1, r, 1, stage) for h, other in enumerate(hypothesis) if is_alike(other)]
    for r in range(len(reference)):
        for phrase, other in _at(reference, r, phrases):
            found += [Match(h, len(other), r, len(phrase), "paraphrase") for h in _places(hypothesis, other)]
    for h in range(len(hypothesis)):
        for phrase, other in _at(hypothesis, h, phrases):
            found += [Match(h, len(phrase), r, len(other), "paraphrase") for r in _places(reference, other)]
    return found


def _at(words: Words, place: int, phrases: Sequence[tuple[list[str], list[str]]]) -> list[tuple[list[str], list[str]]]:
    there = [pair for pair in phrases if list(words[place : place + len(pair[0])]) == pair[0]]
    return sorted(there, key=lambda pair: len(pair[0]))


def _places(words: Words, phrase: list[str]) -> list[int]:
    return [i for i in range(len(words) - len(phrase) + 1) if list(words[i : i + len(phrase)]) == phrase]


def all_alignments(matches: Sequence[Match]) -> Iterator[list[Match]]:
    """Yield every set of matches that share no word, in order of the reference."""
    if not matches:
        yield []
        return
    first, rest = matches[0], matches[1:]
    yield from all_alignments(rest)
    for chosen in all_alignments([match for match in rest if not _overlap(first, match)]):
        yield sorted([first, *chosen], key=lambda match: match.r)


def _overlap(a: Match, b: Match) -> bool:
    return (a.h < b.h + b.h_length and b.h < a.h + a.h_length) or (a.r < b.r + b.r_length and b.r < a.r + a.r_length)


def chunks_of(alignment: Sequence[Match]) -> int:
    """Count runs that are adjacent and in the same order in both texts."""
    ends = {(match.h + match.h_length, match.r + match.r_length) for match in alignment}
    return sum((match.h, match.r) not in ends for match in alignment)


def _distance(alignment: Sequence[Match]) -> int:
    return sum(abs(match.h - match.r) for match in alignment)


def _cover(alignment: Sequence[Match]) -> int:
    return sum((match.h_length + match.r_length) * (2 if match.stage == "exact" else 1) for match in alignment)


def cost_of_chunks(alignment: Sequence[Match]) -> tuple[int, ...]:
    """Order alignments as METEOR 1.x documents it: less is better."""
    return (-_cover(alignment), chunks_of(alignment), _distance(alignment))


def cost_of_crossings(alignment: Sequence[Match]) -> tuple[int, ...]:
    """Order alignments as METEOR of 2005 does, and then by chunks and distances."""
    crossings = sum((a.h - b.h) * (a.r - b.r) < 0 for a in alignment for b in alignment) // 2
    return (-len(alignment), crossings, chunks_of(alignment), _distance(alignment))


@dataclass(frozen=True)
class _Partial:
    """A partial alignment: of the reference up to some word."""

    taken: tuple[Match, ...] = ()
    chunks: int = 0
    place: int = 0  # the first word of the reference that is not decided
    last_end: int = -1  # where the open chunk ends in the hypothesis
    contested: frozenset[int] = frozenset()  # words taken that something later could take

    def key(self) -> tuple[int, ...]:
        return (-_cover(self.taken), self.chunks, _distance(self.taken))

    def add(self, match: Match, contested: frozenset[int] = frozenset()) -> "_Partial":
        chunks = self.chunks + (self.last_end not in (-1, match.h))
        ends = match.r + match.r_length, match.h + match.h_length
        return _Partial((*self.taken, match), chunks, *ends, self.contested | contested)

    def skip(self) -> "_Partial":
        return replace(self, chunks=self.chunks + (self.last_end != -1), place=self.place + 1, last_end=-1)


def beam_alignment(n_hypothesis: int, n_reference: int, matches: Sequence[Match], beam: int) -> list[Match]:
    """Search as `Matcher` does for the fewest chunks, where no word has more than 2 * beam matches of a stage.

    Of the four times `beam` best, those that can go on in the same ways count once, and `beam` of them are kept.
    """
    words = {
        match: (frozenset(range(match.h, match.h + match.h_length)), _words_of_reference(match)) for match in matches
    }
    fixed = {
        match.r: match for match in matches if not any(other != match and _overlap(match, other) for other in matches)
    }
    # One word that matches in two stages is two matches.
    fixed = {r: match for r, match in fixed.items() if sum(other.r == r for other in matches) == 1}
    fixed_h = frozenset().union(*(words[match][0] for match in fixed.values()))
    fixed_r = frozenset().union(*(words[match][1] for match in fixed.values()))
    last_use = {h: max((match.r for match in matches if h in words[match][0]), default=-1) for h in range(n_hypothesis)}
    paths = [_Partial()]
    for r in range(n_reference):
        steps: list[_Partial] = []
        for path in paths:
            if r < path.place:
                steps.append(path)
            elif r in fixed:
                steps.append(path.add(fixed[r]))
            else:
                used = path.contested | fixed_h
                used |= {h for match in path.taken for h in words[match][0]}
                steps += [
                    path.add(match, words[match][0])
                    for match in matches
                    if match.r == r and not words[match][0] & used and not words[match][1] & fixed_r
                ]
                steps.append(path.skip())
        kept: dict[object, _Partial] = {}
        for step in sorted(steps, key=_Partial.key)[: 4 * beam]:
            kept.setdefault((step.contested, step.last_end, step.place), step)
        alive = frozenset(h for h, last in last_use.items() if last > r)
        paths = [replace(path, contested=path.contested & alive) for path in [*kept.values()][:beam]]
    return list(
        min((replace(path, chunks=path.chunks + (path.last_end != -1)) for path in paths), key=_Partial.key).taken
    )


def _words_of_reference(match: Match) -> frozenset[int]:
    return frozenset(range(match.r, match.r + match.r_length))


@dataclass
class _Path:
    """A partial alignment of the jar: what is changed in place there is changed in place here."""

    fixed: dict[int, Match]
    used_h: set[int]
    used_r: set[int]
    taken: list[Match] = field(default_factory=list)
    cover_h: int = 0
    cover_r: int = 0
    chunks: int = 0
    distance: int = 0
    place: int = 0
    last_end: int = -1

    def key(self) -> tuple[int, int, int]:
        return (-(self.cover_h + self.cover_r), self.chunks, self.distance)

    def add(self, match: Match) -> None:
        weight = 1.0 if match.stage == "exact" else 0.5
        self.cover_h = trunc(self.cover_h + match.h_length * weight)  # an int that is given a double
        self.cover_r = trunc(self.cover_r + match.r_length * weight)
        self.chunks += self.last_end not in (-1, match.h)
        self.place, self.last_end = match.r + match.r_length, match.h + match.h_length
        self.taken = [*self.taken, match]


def jar_alignment(n_hypothesis: int, n_reference: int, matches: Sequence[Match], beam: int) -> list[Match]:
    """Search as meteor-1.5.jar does, its slips included."""
    starting = [[match for match in matches if match.r == r] for r in range(n_reference)]
    covered_h = [sum(h in range(match.h, match.h + match.h_length) for match in matches) for h in range(n_hypothesis)]
    covered_r = [sum(r in _words_of_reference(match) for match in matches) for r in range(n_reference)]
    start = _Path({}, set(), set())
    for r, there in enumerate(starting):
        if len(there) != 1:
            continue
        [match] = there
        words_h = range(match.h, match.h + match.h_length)
        words_r = range(r, r + match.r_length)
        if all(covered_h[h] == 1 for h in words_h) and all(covered_r[j] == 1 for j in words_r):
            start.fixed[r] = match
            start.used_h |= set(words_h)
            start.used_r |= set(words_r)
    paths = [start]
    for r in range(n_reference):
        following: list[_Path] = []
        for path in sorted(paths, key=_Path.key)[:beam]:
            if r in path.used_r:
                if r >= path.place:
                    path.add(path.fixed[r])
                    path.distance += abs(r - path.fixed[r].h)
                following.append(path)
                continue
            for match in starting[r]:
                words_h = set(range(match.h, match.h + match.h_length))
                words_r = set(range(r, r + match.r_length))
                if words_h & path.used_h or words_r & path.used_r:
                    continue
                branch = replace(path, used_h=path.used_h | words_h, used_r=path.used_r | words_r)
                branch.add(match)
                path.distance += abs(r - match.h)  # on the path that goes on without the match
                following.append(branch)
            if path.last_end != -1:
                path.chunks, path.last_end = path.chunks + 1, -1
            path.place += 1
            following.append(path)
        paths = following
    paths = sorted(paths, key=_Path.key)[:beam]
    for path in paths:
        path.chunks += path.last_end != -1
    return min(paths, key=_Path.key).taken


def paraphrase_pairs(path: str) -> Iterator[tuple[list[str], list[str]]]:
    """Read a table of paraphrases line by line: a phrase of a reference, and what stands for it, each as words."""
    lines = enumerate(read_lines(path).lines, 1)
    for number, line in lines:
        if not line.strip():
            continue
        phrase, paraphrase = (next(lines, (0, ""))[1].split() for _ in range(2))
        if not phrase or not paraphrase:
            raise DataError(
                f"{path}, line {number}: a paraphrase table has three lines an entry: a probability, a phrase, and "
                "another phrase."
            )
        yield phrase, paraphrase
