"""Whether a stored result came out the same, as text for a terminal or a pipe."""

from steelyard.page.blocks import Block, Legend, Page, Paragraph, Titled
from steelyard.questions.verify.answer import Verification
from steelyard.results.columns import Shown, table
from steelyard.results.plurals import counted
from steelyard.results.table import clean

__all__ = ["to_page"]

_UNSEEN = "This check cannot find a deletion of the last line; see the history in git for that."
_MOST = 20  # differences shown; the JSON has all
_INPUT: tuple[Shown, ...] = (
    ("input", lambda check: check.role),
    ("file", lambda check: check.path),
    ("state", lambda check: check.state),
    ("stored SHA-256", lambda check: check.sha256[:12]),
    ("present SHA-256", lambda check: (check.sha256_found or "")[:12]),
)


def to_page(verification: Verification) -> Page:
    """Lay out whether a result is as it was, and what is not: inputs, versions, numbers."""
    method = verification.method
    if verification.looks or verification.faults:
        return _of_ledger(verification)
    blocks: list[Block] = [Paragraph(_summary(verification))]
    odd = [check for check in verification.inputs if check.state != "as it was"]
    if odd:
        blocks.append(Titled("Inputs", table(odd, _INPUT)))
    n_same = len(verification.inputs) - len(odd)
    if odd and n_same:
        blocks.append(Paragraph(f"{counted(n_same, 'other input')} {'are' if n_same > 1 else 'is'} unchanged."))
    if verification.differences:
        shown = verification.differences[:_MOST]
        n_more = len(verification.differences) - len(shown)
        after = f"{n_more:,} more are left out; --format json has all." if n_more else ""
        blocks.append(Titled("Values that differ", table(shown), after))
    if verification.versions:
        blocks.append(Paragraph(_versions(verification)))
    if verification.differences and not any(check.state == "changed" for check in odd):
        blocks.append(Paragraph(_advice(verification, float(method["tolerance"]))))
    return Page(tuple(blocks))


def _of_ledger(verification: Verification) -> Page:
    """Lay out a ledger: whether it is whole, what was spent on each test set, and the looks in order."""
    path, n = clean(verification.method["path"]), counted(len(verification.looks), "look")
    said = f"{path} is complete: {n}. No line was changed, and no line that another line refers to is missing."
    if verification.faults:
        wrong = counted(len(verification.faults), "line")
        said = (
            f"{path} was changed: {wrong} {'differ' if len(verification.faults) > 1 else 'differs'} from the original."
        )
    lost = [one for one in verification.test_sets if one.n_guaranteed < one.n_looks]
    over = [one for one in verification.test_sets if one.bound > one.alpha]
    notes = [
        *(
            f"{counted(one.n_looks - one.n_guaranteed, 'look')} at test set {one.test_set[:8]} came after scores were "
            "shown, or after gates failed on two branches. The level is not guaranteed for these."
            for one in lost
        ),
        *(
            f"Looks at test set {one.test_set[:8]} on separate branches used more than {one.alpha:g} together. "
            f"The probability of a false failure is at most {one.bound:.3g}."
            for one in over
        ),
    ]
    tables = [
        table(rows) for rows in (verification.faults, verification.test_sets, verification.looks[-_MOST:]) if rows
    ]
    n_more = max(len(verification.looks) - _MOST, 0)
    blocks: list[Block] = [Paragraph(said), *map(Paragraph, notes)]
    blocks += [Titled("", one) for one in tables]
    if n_more:
        blocks.append(Paragraph(f"{n_more:,} earlier looks are left out; --format json has all."))
    legend = Legend.below(blocks)
    return Page((*blocks, *([legend] if legend.text else ()), Paragraph(_UNSEEN)))


def _summary(verification: Verification) -> str:
    method = verification.method
    path, n_inputs = clean(method["path"]), len(verification.inputs)
    if verification.outcome == "cannot be verified":
        return f"{path} cannot be verified: {clean(method['reason'])}."
    within = f" within {method['tolerance']:g}" if method["tolerance"] else ""
    if verification.outcome == "equal":
        inputs = f"its {counted(n_inputs, 'input')} {'are' if n_inputs > 1 else 'is'} unchanged"
        if not n_inputs:
            inputs = "it uses no file"
        return f"{path} is verified: {inputs}, and all {method['n_values']:,} recomputed values are equal{within}."
    found = []
    changed = [check for check in verification.inputs if check.state == "changed"]
    if changed:
        found.append(f"{counted(len(changed), 'input')} changed")
    if method["reason"]:
        found.append(clean(method["reason"]))
    else:
        n = len(verification.differences)
        found.append(
            f"{n:,} of {method['n_values']:,} recomputed values differ{within}"
            if n
            else "all recomputed values are equal"
        )
    return f"{path} is not verified: {', and '.join(found)}."


def _versions(verification: Verification) -> str:
    parts = [f"{v.program} {v.here or 'none'} (stored with {v.stored or 'unknown'})" for v in verification.versions]
    return f"These versions differ: {clean(', '.join(parts))}."


def _advice(verification: Verification, tolerance: float) -> str:
    """Say what differences without changed inputs can come from."""
    sizes = [
        abs(d.stored - d.recomputed) / max(1.0, abs(d.stored), abs(d.recomputed))
        for d in verification.differences
        if isinstance(d.stored, int | float) and isinstance(d.recomputed, int | float)
    ]
    if len(sizes) == len(verification.differences) and max(sizes) < 1e-9 and tolerance < max(sizes):
        return (
            f"The largest difference is {max(sizes):.1g}, as another processor or C library can cause. "
            "Add --tolerance 1e-9 to accept it."
        )
    if any(version.program == "steelyard" for version in verification.versions):
        return "The inputs are unchanged. To find the cause, install the Steelyard version that stored the result."
    return "The inputs are unchanged: the result was edited, or computed with other options or files."
