"""What signatures say, as text for a terminal or a pipe."""

from typing import Any

from steelyard.report.page import Block, Items, Page, Paragraph, Titled, page_text
from steelyard.report.table import Table, clean
from steelyard.results import SignatureExplanation

__all__ = ["signature_explanation_page", "signature_explanation_text"]


def signature_explanation_text(explanation: SignatureExplanation, *, console: Any = None) -> str:
    """Show the fields of a signature in words, or whether two scores may be compared and why not.

    Parameters
    ----------
    explanation : SignatureExplanation
        Stored or fresh.
    console : rich.console.Console, optional
        A terminal to colour for.

    Returns
    -------
    str
        Without a line end.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import signature_explanation_text
    >>> print(signature_explanation_text(sy.explain_signature("BLEU|nrefs:1|case:lc|version:2.6.0")))
    BLEU
    <BLANKLINE>
    field    value  means
    nrefs    1      references a segment: 1
    case     lc     texts are lower-cased first
    version  2.6.0  sacreBLEU 2.6.0
    """
    return page_text(signature_explanation_page(explanation), console)


def signature_explanation_page(explanation: SignatureExplanation) -> Page:
    """Lay out what `signature_explanation_text` shows."""
    metrics, scores = explanation.method["metrics"], explanation.method["scores"]
    named = [clean(name if score is None else f"{name} = {score}") for name, score in zip(metrics, scores, strict=True)]
    if explanation.is_comparable is None:
        cells = [(clean(row.key), clean(row.a or ""), clean(row.means_a)) for row in explanation.fields]
        return Page((Paragraph(named[0]), Titled("", Table(("field", "value", "means"), cells))))
    verdict = "The two scores may be compared" if explanation.is_comparable else "Not comparable"
    left_open = ", as far as the signatures tell" if explanation.is_comparable else ""
    blocks: list[Block] = [Paragraph(f"{verdict}: A is {named[0]}, B is {named[1]}{left_open}.")]
    if explanation.reasons:
        blocks.append(Items(explanation.reasons))
    compared: list[tuple[str, ...]] = [
        (clean(row.key), clean(row.a or "-"), clean(row.b or "-"), row.effect) for row in explanation.fields
    ]
    blocks.append(Titled("", Table(("field", "A", "B", "for the scores"), compared)))
    if explanation.caveats:
        blocks.append(Items(explanation.caveats))
    return Page(tuple(blocks))
