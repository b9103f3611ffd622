"""A ledger of gates: a line a look, each after others as commits are, and the level that is left for the next one.

Line ends, the order of lines and lines that stand twice do not matter, so that git may merge ledgers by `merge=union`.
"""

import hashlib
import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_

from steelyard.errors import DataError, SpecError
from steelyard.files.opening import open_input, unpack
from steelyard.files.reading import decode_lines
from steelyard.reprs import describe, n_of

__all__ = ["MARK", "Account", "Fault", "Ledger", "Look", "Standing", "level_of", "read_ledger"]

MARK = "steelyard-look/1"  # begins each line
_FIELDS = ("after", "set", "systems", "date", "alpha", "level", "p", "verdict", "scores", "guaranteed")
_VALUES = " ".join(name + r"=(\S+)" for name in _FIELDS)
_LINE = re.compile(rf"{MARK} ([0-9a-f]{{64}}) {_VALUES} question=(.+)")
_HASHES = re.compile("none|[0-9a-f]{64}(,[0-9a-f]{64})*")
_DIGITS = 4  # of a level, which is rounded down: what is written is what was used
_AGREES = 1e-3  # of a level that is computed again: processors differ in the last digit of a logarithm


@dataclass(frozen=True, slots=True)
class Look:
    """One gate on a test set."""

    # Hashes of the earlier lines that it names, as a commit names its parents; none of the first.
    after: tuple[str, ...]
    # test_set, systems: hashes of the references in any order, and of what was counted of the systems
    test_set: str
    systems: str
    date: str  # year, month and day
    # alpha, level: of all looks on the test set together, and what this one had of it
    alpha: float
    level: float
    p: str  # ``"above"`` or ``"below"`` the level, or the number, where scores were shown
    has_failed: bool  # whether the gate failed, which is what a look claims
    is_shown: bool  # whether scores were shown, on which the next system may rest
    is_guaranteed: bool  # whether the level holds here
    question: str  # what was asked, as JSON

    @property
    def text(self) -> str:
        """What the hash is of."""
        said = (
            ",".join(self.after) or "none",
            self.test_set,
            self.systems,
            self.date,
            repr(self.alpha),
            repr(self.level),
            self.p,
            "failed" if self.has_failed else "open",
            "shown" if self.is_shown else "hidden",
            "yes" if self.is_guaranteed else "no",
        )
        named = (f"{name}={value}" for name, value in zip(_FIELDS, said, strict=True))
        return f"{' '.join(named)} question={self.question}"

    @property
    def hash(self) -> str:
        """Of the line."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogateescape")).hexdigest()

    @property
    def line(self) -> str:
        """As it stands in a ledger, without its line end."""
        return f"{MARK} {self.hash} {self.text}"


@dataclass(frozen=True, slots=True)
class Fault:
    """What shows that a ledger was changed: the number of the line, and what is wrong with it."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What a look has of a test set's level."""

    number: int  # from 1, along the longest chain of looks that leads to it
    level: float  # its own share; 0 where nothing is left
    spent: float  # by the looks before it, those without a failed gate since the last that failed
    budget: float  # what these share: alpha, or the level of the last failed gate
    # Whether the level holds: no scores were shown before, and gates did not fail on two separate branches.
    is_guaranteed: bool
    latest: frozenset[int] = frozenset()  # places of failed gates before it, without those that another one came after
    step: int = 1  # as `number`, since these


@dataclass(frozen=True, slots=True)
class Account:
    """What all looks at a test set add up to."""

    test_set: str
    # n_looks, n_failed, n_guaranteed: all, failed gates, and those for which the level holds
    n_looks: int
    n_failed: int
    n_guaranteed: int
    alpha: float  # what they share
    spent: float  # levels of all but the failed gates, whose levels go to the looks after them
    bound: float  # largest possible chance of a wrong failure: above alpha where separate branches spent the same share


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """Looks in an order in which each stands after the earlier ones that it names."""

    looks: tuple[Look, ...] = ()  # in that order
    lines: Mapping[str, int] = field(default_factory=dict, repr=False)  # where each stands in the file, by its hash
    faults: tuple[Fault, ...] = ()  # of the file, as it was read
    _places: dict[str, int] = field(default_factory=dict, init=False, repr=False)  # of looks, by their hash
    _before: list[int] = field(default_factory=list, init=False, repr=False)  # a bit for each look that one rests on
    _standings: list[Standing] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        """Follow every line back to the first, and say what each look had of the level."""
        for place, look in enumerate(self.looks):
            self._places[look.hash] = place
            parents = [self._places[one] for one in look.after]
            self._before.append(reduce(or_, (1 << i | self._before[i] for i in parents), 0))
            self._standings.append(self._standing(self._before[-1], look.test_set, look.alpha))

    def __repr__(self) -> str:
        return describe(self, n_of(len(self.looks), "look"), n_of(len(self.faults), "fault"))

    @property
    def heads(self) -> tuple[str, ...]:
        """Lines that no other names."""
        named = {one for look in self.looks for one in look.after}
        return tuple(look.hash for look in self.looks if look.hash not in named)

    def known(self, test_set: str, systems: str, question: str, *, is_shown: bool) -> Look | None:
        """Return the look that asked just this: to ask once more tells nothing, and costs nothing."""
        asked = (test_set, systems, question, is_shown)
        found = (one for one in self.looks if (one.test_set, one.systems, one.question, one.is_shown) == asked)
        return next(found, None)

    def standing_of(self, look: Look) -> Standing:
        """Return what a look of this ledger had of the level."""
        return self._standings[self._places[look.hash]]

    def next(self, test_set: str, alpha: float) -> Standing:
        """Return what a look that comes after all of these has."""
        other = next((look.alpha for look in self.looks if look.test_set == test_set and look.alpha != alpha), None)
        if other is not None:
            raise SpecError(
                f"The looks of the ledger on this test set share an alpha of {other:g}, so it cannot be {alpha:g} now "
                "(alpha, --alpha)."
            )
        return self._standing((1 << len(self.looks)) - 1, test_set, alpha)

    def accounts(self) -> list[Account]:
        """Add up what was spent on each test set, in the order of its first look."""
        found = []
        for test_set in dict.fromkeys(look.test_set for look in self.looks):
            looks = [look for look in self.looks if look.test_set == test_set]
            shared: dict[frozenset[int], list[float]] = {}
            for look in looks:
                shared.setdefault(self.standing_of(look).latest, []).append(look.level)
            budgets = {self.standing_of(look).latest: self.standing_of(look).budget for look in looks}
            over = math.fsum(max(math.fsum(levels) - budgets[latest], 0.0) for latest, levels in shared.items())
            found.append(
                Account(
                    test_set,
                    len(looks),
                    sum(look.has_failed for look in looks),
                    sum(look.is_guaranteed for look in looks),
                    looks[0].alpha,
                    math.fsum(look.level for look in looks if not look.has_failed),
                    looks[0].alpha + over,
                )
            )
        return found

    def _standing(self, before: int, test_set: str, alpha: float) -> Standing:
        """Share out what is left: of alpha before a failed gate, and after one of its own level.

        A failed gate that was right has spent nothing, so its level goes to the looks after it; one that was wrong is
        counted already. See decision 0044.
        """
        bits = bin(before)[:1:-1]
        known = [i for i, bit in enumerate(bits) if bit == "1" and self.looks[i].test_set == test_set]
        failed = [i for i in known if self.looks[i].has_failed]
        before_others = reduce(or_, (self._before[i] for i in failed), 0)
        latest = frozenset(i for i in failed if not before_others >> i & 1)
        budget = min((self.looks[i].level for i in latest), default=alpha)
        since = [i for i in known if self._standings[i].latest == latest]
        spent = math.fsum(self.looks[i].level for i in since)
        step = 1 + max((self._standings[i].step for i in since), default=0)
        return Standing(
            number=1 + max((self._standings[i].number for i in known), default=0),
            level=level_of(budget, spent, step),
            spent=spent,
            budget=budget,
            is_guaranteed=len(latest) < 2 and not any(self.looks[i].is_shown for i in known),
            latest=latest,
            step=step,
        )


def level_of(budget: float, spent: float, step: int) -> float:
    """Share out a level over looks without end: look k has as much of what is left that all k have 1 - 1 / log2(k + 2).

    So look k of one line has ``budget * (1 / log2(k + 1) - 1 / log2(k + 2))``, and the sum is the budget.
    """
    level = max(budget - spent, 0.0) * (1 - math.log2(step + 1) / math.log2(step + 2))
    if level < 1e-300:
        return 0.0
    unit = 10.0 ** (math.floor(math.log10(level)) + 1 - _DIGITS)
    return float(f"{math.floor(level / unit) * unit:.{_DIGITS}g}")


def read_ledger(path: str | os.PathLike[str]) -> Ledger:
    """Read a ledger; what shows that it was changed is among its faults.

    A line that was changed is left out, and with it the later ones that name it.
    """
    name = os.fspath(path)
    try:
        with open_input(name, may_be_replaced=True) as file:
            lines = decode_lines(unpack(file.read(), name), name)
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"Cannot read {name}: {getattr(error, 'strerror', None) or error}.") from error
    found: dict[str, tuple[Look, int]] = {}
    faults = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        stated, look = _look(line, f"{name}, line {number}")
        if look.hash != stated:
            faults.append(Fault(number, "it was changed: its hash is another"))
        else:
            found.setdefault(stated, (look, number))
    return _ordered(found, faults, {line.split(" ")[1] for line in lines if line})


def _look(line: str, place: str) -> tuple[str, Look]:
    """Read a line, and the hash that it states."""
    match = _LINE.fullmatch(line)
    if match is not None and _HASHES.fullmatch(match[2]):
        stated, after, test_set, systems, date, alpha, level, p, verdict, scores, guaranteed, question = match.groups()
        try:
            look = Look(
                tuple(after.split(",")) if after != "none" else (), test_set, systems, date, float(alpha), float(level),
                p, verdict == "failed", scores == "shown", guaranteed == "yes", question,
            )  # fmt: skip
        except ValueError:
            pass
        else:
            if 0 < look.level <= look.alpha < 1:
                return stated, look
    raise DataError(
        f"{place} is no look of a ledger of gates. Marks of a merge do not belong there: with `FILE merge=union` in "
        ".gitattributes git makes none."
    )


def _ordered(found: Mapping[str, tuple[Look, int]], faults: Sequence[Fault], stated: Iterable[str]) -> Ledger:
    """Put each look after the earlier ones that it names; leave out what rests on a line that is not there."""
    faults, stated = list(faults), set(stated)
    depths: dict[str, int] = {}
    children: dict[str, list[str]] = {}
    missing = {one: len(set(look.after)) for one, (look, _) in found.items()}  # parents that have no depth yet
    for one, (look, _) in found.items():
        for parent in set(look.after):
            children.setdefault(parent, []).append(one)
    ready = [one for one, n in missing.items() if not n]
    for one in ready:  # which grows meanwhile
        depths[one] = 1 + max((depths[parent] for parent in found[one][0].after), default=0)
        for child in children.get(one, ()):
            missing[child] -= 1
            if not missing[child]:
                ready.append(child)
    for look, number in found.values():
        gone = [one for one in look.after if one not in stated]
        faults += [Fault(number, f"it names the earlier line {one[:12]}, which is missing") for one in gone]
    order = sorted(depths, key=lambda one: (depths[one], found[one][0].date, one))
    ledger = Ledger(tuple(found[one][0] for one in order), {one: found[one][1] for one in order}, ())
    alphas: dict[str, float] = {}
    for look in ledger.looks:
        due = ledger.standing_of(look)
        if alphas.setdefault(look.test_set, look.alpha) != look.alpha:
            faults.append(
                Fault(ledger.lines[look.hash], f"its alpha is {look.alpha:g}, unlike that of looks before it")
            )
        elif abs(look.level - due.level) > _AGREES * due.level or look.is_guaranteed != due.is_guaranteed:
            faults.append(Fault(ledger.lines[look.hash], f"its level is {look.level:g}, but was {due.level:g}"))
    return replace(ledger, faults=tuple(sorted(faults, key=lambda fault: fault.line)))
