"""Scores of word alignments, laid out."""

from steelyard.lab.questions.alignments.answer import Alignments
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.page.measures import pair_table, score_table
from steelyard.page.rows import by_metric
from steelyard.page.summary import summary_sentences
from steelyard.results.columns import Shown, Term, table
from steelyard.results.plurals import counted
from steelyard.results.table import clean

__all__ = ["as_latex", "to_page"]

_MOST_LENGTHS = 7  # of phrases that have a column
_AER = ("AER", "alignment error rate, in percent: lower is better")
_HALVES = (
    "precision",
    "share of the links that are sure or possible gold links; recall: share of the sure gold links found",
)
_ERRORS = "error rate of phrase pairs of up to {n} words a side: 1 - F1 against gold phrase pairs, in percent"


def to_page(answer: Alignments, *, width: int | None = None) -> Page:
    """Lay out verdicts, scores, differences, links, phrases, and the method."""
    method = answer.method
    blocks: list[Block] = []
    if answer.pairs:
        blocks.append(Paragraph("\n".join(_found(answer))))
    blocks += [*cautions(method), score_table(answer.scores, answer.method, "alignment", width)]
    if answer.pairs:
        blocks.append(pair_table(answer.scores, answer.pairs, answer.method, width))
    blocks.append(Titled("Links", table(answer.alignments)))
    blocks += [_phrases(answer, longest) for longest in dict.fromkeys(row.longest for row in answer.phrases)]
    return Page((*blocks, Legend.below(blocks, _of_measures(answer)), MethodText(clean(method["sentence"]))))


def _found(answer: Alignments) -> list[str]:
    """Say what each measure tells apart; that precision and recall pull apart is no contradiction."""
    halves = [row for row in answer.scores if row.metric in ("precision", "recall")]
    wholes = [row for row in answer.scores if row not in halves]
    told = []
    for rows in (wholes, *(rows for _, rows in by_metric(halves))):
        known = {row.metric for row in rows}
        told += summary_sentences(rows, [pair for pair in answer.pairs if pair.metric in known], answer.method)
    return told


def as_latex(answer: Alignments, *, width: int | None = None) -> str:
    """Write scores and verdicts as one table for a paper."""
    from steelyard.page.paper import paper_latex

    return paper_latex(answer.scores, answer.pairs, answer.method, label="alignments", width=width)


def _phrases(answer: Alignments, longest: int) -> Titled:
    """Set phrases of up to so many words, and what of the source phrases of each length cover."""
    rows = [row for row in answer.phrases if row.longest == longest]
    wholes = [row for row in rows if row.n_words is None]
    lengths = range(1, min(longest, _MOST_LENGTHS) + 1)
    covered = {(row.system, row.n_words): row.coverage for row in rows}

    def by(length: int) -> Shown:
        return Term("", f">by {length}", ".1%"), lambda row: covered[row.system, length]

    columns = ("system", "n_phrases", "n_shared", "n_gold", "coverage", *map(by, lengths))
    return Titled(f"Phrase pairs of up to {counted(longest, 'word')}", table(wholes, columns))


def _of_measures(answer: Alignments) -> list[tuple[str, str]]:
    """Explain the measures that are there."""
    labels = {row.label.split()[0] for row in answer.scores}
    longest = max((row.longest for row in answer.phrases), default=None)
    return [
        *([_AER] if "AER" in labels else []),
        *([_HALVES] if labels & {"precision", "recall"} else []),
        *([(f"CPER {longest}", _ERRORS.format(n=longest))] if longest else []),
    ]
