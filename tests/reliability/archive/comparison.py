"""What differs between outputs and a record of them: sorted into what may, and what a commit has to explain."""

import difflib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.reliability.archive.outputs import Output
from tests.reliability.archive.record import Machine, Record, Shelf
from tests.reliability.determinism import NO_OPTIMUM, is_close, may_be_close

SAME, RENAMED, CLOSE, FREE = "the same", "the same after renaming", "to seven digits", "without an optimum"
DIFFER, NEW, GONE = "differ", "new", "gone"
WRONG = (DIFFER, NEW, GONE)
FITS_OF_REAL_SETS = ("steelyard human data/wmt15-rr-de-en/",)  # strengths by Bradley and Terry, by Newton's steps
NO_OPTIMUM_OF_PAGES = (
    "steelyard lab train ref12.txt",
)  # of copies of two segments, options of a learner are equally good
Renames = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Finding:
    """What became of a case."""

    name: str
    outcome: str
    before: str | None = None  # where that output is at hand
    now: str | None = None


def compare(
    record: Record,
    found: Mapping[str, Output],
    shelf: Shelf,
    *,
    lines: Mapping[str, Sequence[str]],
    here: Machine,
    renames: Renames = (),
) -> list[Finding]:
    """Hold outputs against a record.

    Parameters
    ----------
    record : Record
        Of the cases that were to be run, and of no other.
    found : mapping of str to Output
        By the names of cases.
    shelf : Shelf
        On which outputs of the record may lie.
    lines : mapping of str to sequence of str
        The command lines of every case: those of fits may differ in last digits where kernels are others.
    here : Machine
        On which the outputs were made.
    renames : sequence of pairs
        Old and new words, put into the outputs of the record, in which spaces and ends of lines count for nothing then.
    """
    may_differ = lenient(record.machine, here)
    findings = [Finding(name, GONE) for name in record.digests.keys() - found.keys()]
    for name, output in found.items():
        if name not in record.digests:
            findings.append(Finding(name, NEW, "", output.text))
        elif record.digests[name] == (output.status, output.sha256):
            findings.append(Finding(name, SAME))
        else:
            before = shelf.find(record.digests[name][1])
            outcome = _outcome(before, output.text, renames, [line for line in lines[name] if may_differ(line)])
            findings.append(Finding(name, outcome, None if before is None else renamed(before, renames), output.text))
    return sorted(findings, key=lambda finding: finding.name)


def lenient(recorded: Machine, here: Machine) -> Callable[[str], bool]:
    """Say of which command lines last digits may differ: fits under other kernels, any with other packages."""
    if recorded.packages != here.packages:
        return may_be_close({}, python="another")
    if recorded.kernels == here.kernels:
        return may_be_close({})
    is_fit = may_be_close({"OPENBLAS_CORETYPE": here.kernels})
    return lambda line: is_fit(line) or line.startswith(FITS_OF_REAL_SETS)


def renamed(text: str, renames: Renames) -> str:
    """Put new words in place of old ones, in the order of the pairs."""
    for old, new in renames:
        text = text.replace(old, new)
    return text


def _outcome(before: str | None, now: str, renames: Renames, may_differ: list[str]) -> str:
    if before is None:
        return DIFFER
    if renames and renamed(before, renames).split() == now.split():
        return RENAMED
    if any(line.startswith((*NO_OPTIMUM, *NO_OPTIMUM_OF_PAGES)) for line in may_differ):
        return FREE
    return CLOSE if may_differ and is_close(before, now) else DIFFER


def report(findings: Sequence[Finding], n_lines: int = 12) -> Iterator[str]:
    """Say how many cases are the same; of others each difference once, with all cases that have it."""
    groups: dict[str, list[str]] = defaultdict(list)
    for finding in findings:
        if finding.outcome in WRONG:
            groups[_difference(finding, n_lines)].append(finding.name)
    for difference, names in sorted(groups.items(), key=lambda group: group[1]):
        yield "\n".join((*names, *(f"  {line}" for line in difference.splitlines()), ""))
    yield f"{len(findings)} cases: {_counts(finding.outcome for finding in findings)}"
    wrong = [finding for finding in findings if finding.outcome in WRONG]
    if wrong:
        yield f"by source: {_counts(finding.name.partition('/')[0] for finding in wrong)}"
        yield f"by format: {_counts(_format(finding.name) for finding in wrong)}"


def _format(name: str) -> str:
    return name.rpartition(".")[2] if name.startswith(("example/", "real/")) else "text"


def _difference(finding: Finding, n_lines: int) -> str:
    """Return the first lines of a difference, without the numbers of lines, so that equal ones are seen to be so."""
    if finding.outcome != DIFFER:
        return finding.outcome
    if finding.before is None or finding.now is None:
        return "differs; the recorded output is not at hand"
    before, now = finding.before.splitlines(), finding.now.splitlines()
    diff = [line[:200] for line in difflib.unified_diff(before, now, n=0, lineterm="") if line[:2] != "@@"][2:]
    more = [f"... {len(diff) - n_lines} more lines"] if len(diff) > n_lines else []
    return "\n".join(diff[:n_lines] + more) or "differs in the ends of lines"


def _counts(names: Iterable[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in Counter(names).most_common())
