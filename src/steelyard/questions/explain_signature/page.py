"""What signatures say, as text for a terminal or a pipe."""

from steelyard.page.blocks import Block, Items, Page, Paragraph, Titled
from steelyard.questions.explain_signature.answer import SignatureExplanation
from steelyard.results.columns import Shown, table
from steelyard.results.table import clean

__all__ = ["to_page"]


def to_page(explanation: SignatureExplanation) -> Page:
    """Lay out the fields of a signature in words, or whether two scores may be compared and why not."""
    metrics, scores = explanation.method["metrics"], explanation.method["scores"]
    named = [clean(name if score is None else f"{name} = {score}") for name, score in zip(metrics, scores, strict=True)]
    if explanation.is_comparable is None:
        return Page((Paragraph(named[0]), Titled("", table(explanation.fields))))
    verdict = "are comparable by their signatures" if explanation.is_comparable else "are not comparable"
    blocks: list[Block] = [Paragraph(f"The two scores {verdict} (first: {named[0]}, second: {named[1]}).")]
    if explanation.reasons:
        blocks.append(Items(explanation.reasons))
    values: tuple[Shown, ...] = (("first", lambda row: row.value or "-"), ("second", lambda row: row.against or "-"))
    blocks.append(Titled("", table(explanation.fields, ("key", *values, ("effect", "effect")))))
    if explanation.caveats:
        blocks.append(Items(explanation.caveats))
    return Page(tuple(blocks))
