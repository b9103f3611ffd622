"""Scores of word alignments, laid out."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Items, Legend, Page, Paragraph, Titled
from steelyard.page.measures import pair_table, score_table
from steelyard.page.rows import by_metric
from steelyard.page.summary import summary_sentences
from steelyard.questions.alignments.answer import AlignmentRow, Alignments
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["as_latex", "lay_out"]

_MARGIN = 13
_MOST_LENGTHS = 7  # of phrases that have a column
_LEGEND = (
    ("AER", "alignment error rate, in percent: lower is better"),
    ("precision", "share of the links that gold has, sure or possible; recall: share of the sure ones found"),
    ("CPER 7", "error rate of phrase pairs of up to 7 words a side, 1 - F1 against those of gold, in percent"),
    ("unlinked", "share of the words without a link, of source and target"),
    ("covered", "share of the source words that lie in such a phrase; by 1: in one of a single source word"),
)


def lay_out(answer: Alignments, *, width: int | None = None) -> Page:
    """Lay out verdicts, scores, differences, links, phrases, and the method."""
    method = answer.method
    blocks: list[Block] = []
    if answer.pairs:
        blocks.append(Paragraph("\n".join(_found(answer))))
    if method["warning"]:
        blocks.append(Paragraph(clean(f"Warning: {method['warning']}.")))
    if method["notes"]:
        blocks.append(Items(tuple(map(clean, method["notes"]))))
    blocks.append(score_table(answer.scores, answer.method, "alignment", width))
    if answer.pairs:
        blocks.append(pair_table(answer.scores, answer.pairs, answer.method, width))
    blocks.append(_links(answer.alignments))
    blocks += [_phrases(answer, longest) for longest in dict.fromkeys(row.longest for row in answer.phrases)]
    blocks.append(Legend.of(_shown_legend(answer), _MARGIN))
    return Page((*blocks, Paragraph(clean(method["sentence"]))))


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


def _links(rows: Sequence[AlignmentRow]) -> Titled:
    headers = ("alignment", ">links", ">sure", ">possible", ">wrong", ">sure missing", ">unlinked source", ">target")
    cells = [
        (
            clean(row.system),
            *(f"{n:,}" for n in (row.n_links, row.n_sure, row.n_possible, row.n_wrong, row.n_missing)),
            f"{row.unlinked_source:.1%}",
            f"{row.unlinked_target:.1%}",
        )
        for row in rows
    ]
    return Titled("Links", Table(headers, cells))


def _phrases(answer: Alignments, longest: int) -> Titled:
    """Set phrases of up to so many words, and what of the source phrases of each length cover."""
    rows = [row for row in answer.phrases if row.longest == longest]
    wholes = [row for row in rows if row.n_words is None]
    lengths = range(1, min(longest, _MOST_LENGTHS) + 1)
    covered = {(row.system, row.n_words): row.coverage for row in rows}
    headers = ("alignment", ">phrases", ">shared", ">gold", ">covered", *(f">by {length}" for length in lengths))
    cells = [
        (
            clean(row.system),
            *(f"{n:,}" for n in (row.n_phrases, row.n_shared, row.n_gold)),
            f"{row.coverage:.1%}",
            *(f"{covered[row.system, length]:.1%}" for length in lengths),
        )
        for row in wholes
    ]
    return Titled(f"Phrase pairs of up to {counted(longest, 'word')}", Table(headers, cells))


def _shown_legend(answer: Alignments) -> list[tuple[str, str]]:
    """Explain what is there."""
    labels = {row.label.split()[0] for row in answer.scores}
    is_absent = {
        "AER": "AER" not in labels,
        "precision": not labels & {"precision", "recall"},
        "CPER 7": not answer.phrases,
        "covered": not answer.phrases,
    }
    longest = max((row.longest for row in answer.phrases), default=7)
    shown = [(name, text) for name, text in _LEGEND if not is_absent.get(name)]
    return [(name.replace("7", str(longest)), text.replace("7", str(longest))) for name, text in shown]
