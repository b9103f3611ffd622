"""What signatures say, as text for a terminal or a pipe."""

from steelyard.page.blocks import Block, Items, Page, Paragraph, Titled
from steelyard.questions.explain_signature.answer import SignatureExplanation
from steelyard.results.columns import Shown, table
from steelyard.results.table import clean

__all__ = ["lay_out"]


def lay_out(explanation: SignatureExplanation) -> Page:
    """Lay out the fields of a signature in words, or whether two scores may be compared and why not."""
    metrics, scores = explanation.method["metrics"], explanation.method["scores"]
    named = [clean(name if score is None else f"{name} = {score}") for name, score in zip(metrics, scores, strict=True)]
    if explanation.is_comparable is None:
        return Page((Paragraph(named[0]), Titled("", table(explanation.fields))))
    verdict = "The two scores may be compared" if explanation.is_comparable else "Not comparable"
    left_open = ", as far as the signatures tell" if explanation.is_comparable else ""
    blocks: list[Block] = [Paragraph(f"{verdict}: the first is {named[0]}, the second {named[1]}{left_open}.")]
    if explanation.reasons:
        blocks.append(Items(explanation.reasons))
    values: tuple[Shown, ...] = (("first", lambda row: row.value or "-"), ("second", lambda row: row.against or "-"))
    blocks.append(Titled("", table(explanation.fields, ("key", *values, ("for the scores", "effect")))))
    if explanation.caveats:
        blocks.append(Items(explanation.caveats))
    return Page(tuple(blocks))
