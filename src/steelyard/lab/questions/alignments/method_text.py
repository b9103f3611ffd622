"""How alignments were scored, fit for a paper, and what must not be overlooked."""

from steelyard.analysis import alignment_error_rate, count_links
from steelyard.lab.questions.alignments.inputs import GivenAlignments
from steelyard.lab.questions.alignments.question import AlignmentsQuestion
from steelyard.metrics import package_version
from steelyard.results.plurals import counted

__all__ = ["alignments_sentence", "cautions"]

_DOUBTFUL = 20  # links that there must be before their direction is doubted
_LOOKED_AT = 1_000  # sentence pairs


def alignments_sentence(given: GivenAlignments, asked: AlignmentsQuestion) -> str:
    """Say what measures are."""
    gold = given.gold
    n_sure = int(gold.is_sure.sum())
    parts = [
        f"We scored {counted(len(given.found), 'word alignment')} of {counted(gold.n_segments, 'sentence pair')} with "
        f"Steelyard {package_version()} against {counted(n_sure, 'sure link')} and "
        f"{counted(len(gold.keys) - n_sure, 'link')} only possible."
    ]
    if set(asked.metrics) - {"cper"}:
        parts.append(
            "Alignment error rate, precision on sure and possible links, and recall on sure links (Och and Ney 2003) "
            "are over all sentence pairs."
        )
    if "f" in asked.metrics:
        parts.append(f"F weighs precision by {asked.f_weight:g} (Fraser and Marcu 2007).")
    if "cper" in asked.metrics:
        lengths = " or ".join(map(str, asked.longest))
        edges = "first and last words are linked" if asked.tight else "words without a link may stand at the edges"
        by = "sure links alone" if asked.sure_phrases else "sure and possible links"
        ends = "" if given.has_texts else " A sentence ends at the last linked word of any alignment."
        parts.append(
            f"CPER is 1 - F1 of consistent phrase pairs of at most {lengths} words a side (Ayan and Dorr 2006). "
            f"{edges.capitalize()}. Gold phrases are those of {by}.{ends}"
        )
    return " ".join(parts)


def cautions(given: GivenAlignments) -> list[str]:
    """Say what must not be overlooked: guesses about files, and alignments that look turned round."""
    notes = []
    for name, (kind, first) in given.files.items():
        said = {**given.reading.get("first_numbers", {})}
        if kind == "links" and first == 1 and name not in said and "" not in said:
            notes.append(
                f"No link of {name} has a 0: its words are counted from 1 (--first-number {name}=0 otherwise)."
            )
    n = min(given.gold.n_segments, _LOOKED_AT)
    gold = given.gold.between(0, n)
    for name, every in given.found.items():
        links = every.between(0, n)
        own, turned = (
            float(alignment_error_rate(count_links(gold, one).sum(axis=0).astype(float)))
            for one in (links, links.turned())
        )
        if len(links.keys) >= _DOUBTFUL and turned < own - 0.1:
            notes.append(
                f"With source and target exchanged, {name} would have an AER of {100 * turned:.1f} in place of "
                f"{100 * own:.1f}: if its links are target-source, add --turn "
                f"{name if name in given.files else 'reverse'}."
            )
    return notes
