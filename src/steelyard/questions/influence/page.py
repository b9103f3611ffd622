"""Which parts influence a difference, as text for a terminal or a pipe."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Texts, Titled
from steelyard.page.rows import decimals_of
from steelyard.questions.influence.answer import Influence, InfluenceRow, SpanRow, TurnRow
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import number_text
from steelyard.results.plurals import SINGLE_UNITS, counted, word_for_segment
from steelyard.results.table import clean

__all__ = ["to_page"]

_MOST_UNITS = 10  # documents shown; the JSON has all
_MOST_NAMED = 8  # of the units whose removal changes a verdict
_HEADS = {"document": "document", "block": "block", "length": "words", "label": "label"}
_FAVOURS = Term("the system that gets worse, compared with the other, without the part", "favours", legend=True)
_CHANGE = Term("difference without the part minus the whole difference", ">change", legend=True)


def to_page(influence: Influence, *, width: int | None = None) -> Page:
    """Lay out which parts influence a difference: how few units reverse it, segments with texts, parts, documents."""
    method = influence.method
    a, b = clean(method["system"]), clean(method["against"])
    blocks: list[Block] = []
    for metric, delta in method["deltas"].items():
        rows = [row for row in influence.rows if row.metric == metric]
        turns = [turn for turn in influence.turns if turn.metric == metric]
        decimals = decimals_of(method["scales"][metric], [row.score for row in rows], width)
        direction = "higher" if method["higher_is_better"][metric] else "lower"
        label = clean(turns[0].label)
        title = f"{label}: {a} minus {b} is {delta:+.{decimals}f} ({direction} is better)."
        own = [row for row in influence.spans if row.metric == metric]
        about = [_about_spans(row, decimals) for row in own[:1]]
        first, *more = (_turn(turn, a, b, decimals) for turn in turns)
        blocks.append(Paragraph("\n".join([f"{title} {first}", *about, *more])))
        blocks += _segments([row for row in rows if row.level in SINGLE_UNITS], a, b, decimals)
        for level in ("document", "block", "length", "label"):
            members = [row for row in rows if row.level == level]
            if members:
                blocks.append(_table(members, a, b, decimals, word_for_segment(method)))
        if own:
            blocks.append(_span_table(own, a, b, decimals, method["alpha"]))
            blocks += _segments([row for row in rows if row.level == "span"], a, b, decimals)
    if any(isinstance(block, Titled) for block in blocks):
        blocks.append(Legend.below(blocks))
    return Page((*blocks, MethodText(method["sentence"])))


def _turn(turn: TurnRow, a: str, b: str, decimals: int) -> str:
    """Say in a sentence or two how few units change a verdict, and how many favour which system."""
    units = counted(turn.n_units, turn.level)
    if turn.goal == "sign":
        none, stands = "The scores are equal.", f"No removal of {turn.level}s reverses the difference."
        is_reversed = turn.difference * (turn.difference_after or 0.0) < 0
        turned = "reverses the difference" if is_reversed else "removes the difference"
    else:
        none = f"The difference is not significant over {turn.level}s (jackknife t test)."
        stands = f"No removal of {turn.level}s makes the difference not significant (jackknife t test)."
        turned = "makes the difference not significant (jackknife t test)"
    if turn.outcome == "no verdict":
        text = none
    elif turn.outcome == "stands" or turn.difference_after is None:
        text = stands
    else:
        n = len(turn.units)
        named = ", ".join(clean(name) for name in turn.units[:_MOST_NAMED])
        more = f", and {n - _MOST_NAMED:,} more" if n > _MOST_NAMED else ""
        text = f"Removing {n:,} of {units} {turned}, to {turn.difference_after:+.{decimals}f}: {named}{more}."
    if turn.goal == "sign":
        # not who is better in how many: what counts is the whole difference, not 0
        favour = "favours" if turn.n_for_system == 1 else "favour"
        return f"{text} {counted(turn.n_for_system, turn.level)} {favour} {a}; {turn.n_for_against:,} favour {b}."
    return text


def _segments(rows: Sequence[InfluenceRow], a: str, b: str, decimals: int) -> list[Block]:
    """Show the segments that matter most, with their texts."""
    found: list[Block] = []
    for side, name in (("system", a), ("against", b)):
        members = [row for row in rows if row.speaks_for == side]
        if members:
            found.append(Paragraph(f"{members[0].level.capitalize()}s that favour {name} most:"))
            found += [_segment(row, a, b, decimals) for row in members]
    return found


def _segment(row: InfluenceRow, a: str, b: str, decimals: int) -> Texts:
    rank = f", rank {row.rank_in_length:,} among segments of {row.length} words" if row.rank_in_length else ""
    level = "spans in segment" if row.level == "span" else row.level
    what = f"{level} {clean(row.name)}" + (f", {row.n_words} words" if row.level in ("segment", "span") else "")
    if row.difference_without is None or row.change is None:
        head = what
    else:
        left_out = "them" if row.level == "span" else "it"
        change = f"{row.difference_without:+.{decimals}f} (change {row.change:+.{decimals + 1}f})"
        head = f"{what}: difference without {left_out} {change}{rank}"
    texts: dict[str, str] = {}
    if row.excerpt is not None:
        texts = {"reference": row.excerpt.reference, a: row.excerpt.system, b: row.excerpt.against}
        if row.excerpt.source is not None:
            texts = {"source": row.excerpt.source, **texts}
    return Texts(head, tuple(texts.items()), 3)


def _table(rows: Sequence[InfluenceRow], a: str, b: str, decimals: int, word: str) -> Titled:
    """Lay out documents, blocks, lengths or labels."""
    level = rows[0].level
    part = f">{_HEADS[level]}" if level == "length" else _HEADS[level]
    columns: tuple[Shown, ...] = (
        (part, "name"),
        (f">{word}s", "n_segments"),
        *("score", "score_against"),
        (terms.DIFFERENCE, _difference),
        "difference_without",
        (_CHANGE, lambda row: number_text(row.change, decimals + 1, "+")),
        _favours(a, b),
    )
    is_ranked = level in ("document", "block")
    shown = rows[:_MOST_UNITS] if is_ranked else rows
    n_more = len(rows) - len(shown)
    after = f"{n_more:,} more {level}s with smaller changes; --format json has all." if n_more else ""
    return Titled("", table(shown, columns, decimals=decimals), after)


def _favours(a: str, b: str) -> Shown:
    names = {"system": a, "against": b, "": ""}
    return _FAVOURS, lambda row: names[row.speaks_for]


def _difference(row: InfluenceRow) -> float | None:
    return None if row.score is None or row.score_against is None else row.score - row.score_against


def _span_table(rows: Sequence[SpanRow], a: str, b: str, decimals: int, alpha: float) -> Titled:
    """Lay out scores without the spans of each label."""
    columns: tuple[Shown, ...] = (
        ("spans", lambda row: "all" if row is rows[0] else row.spans or "no label"),
        *(
            "n_spans",
            "n_segments",
            "cut",
            "cut_against",
            "score_without",
            "score_against_without",
            "difference_without",
            "change",
        ),
        (f"{1 - alpha:.0%} interval", "interval"),
        *("change_at_length", "share"),
        _favours(a, b),
    )
    shown = rows[: _MOST_UNITS + 1]
    n_more = len(rows) - len(shown)
    after = f"{n_more:,} more labels with fewer spans; --format json has all." if n_more else ""
    scores = (
        f"{a} {rows[0].score:.{decimals}f}, {b} {rows[0].score_against:.{decimals}f}, "
        f"difference {rows[0].difference:+.{decimals}f}"
    )
    return Titled(f"Scores without spans (with all spans: {scores})", table(shown, columns, decimals=decimals), after)


def _about_spans(row: SpanRow, decimals: int) -> str:
    """Say what all spans do to the difference."""
    if row.difference_without is None or row.change is None:
        return f"The outputs are empty without the {counted(row.n_spans, 'span')}."
    own = "its" if row.n_spans == 1 else "their"
    spans = f"Without the {counted(row.n_spans, 'span')} and {own} counterparts"
    share = f", {row.share:.0%} of the difference is due to spans" if row.share else ""
    return (
        f"{spans}, the difference is {row.difference_without:+.{decimals}f} (change {row.change:+.{decimals}f}){share}."
    )
