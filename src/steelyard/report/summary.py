"""What a comparison or people's ratings say, in a sentence a metric."""

from steelyard.report.rows import by_metric, metric_names
from steelyard.report.table import clean
from steelyard.results import Comparison, RatingsAnalysis

__all__ = ["summary_sentences"]


def summary_sentences(result: Comparison | RatingsAnalysis) -> list[str]:
    """Say in a sentence a metric which systems can be told apart.

    Parameters
    ----------
    result : Comparison or RatingsAnalysis
        With tested pairs.

    Returns
    -------
    list of str
        One a metric, names cleaned.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report.summary import summary_sentences
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> summary_sentences(sy.evaluate(data).compare())
    ['BLEU cannot tell any of the 2 systems apart.']
    """
    if isinstance(result, RatingsAnalysis) and result.wins:
        return [_rankings_sentence(result)]
    sentences = []
    names = metric_names(result.scores)
    for metric, rows in by_metric(result.scores):
        label = clean(names[metric])
        pairs = [pair for pair in result.pairs if pair.metric == metric]
        n_decided = sum(pair.verdict in ("better", "worse") for pair in pairs)
        numbers = sorted({row.cluster for row in rows if row.cluster is not None})
        if all(pair.verdict == "equivalent" for pair in pairs):
            sentences.append(f"{label} sees no difference at all: the {len(rows)} systems have equal statistics.")
        elif n_decided == 0:
            sentences.append(f"{label} cannot tell any of the {len(rows)} systems apart.")
        elif len(numbers) > 1:
            groups = [
                ", ".join(clean(row.system) for row in sorted(rows, key=lambda row: row.rank) if row.cluster == number)
                for number in numbers
            ]
            sentences.append(f"{label} tells {len(numbers)} groups apart: {{{'} > {'.join(groups)}}}.")
        else:
            sentences.append(f"{label} tells {n_decided} of {len(pairs)} pairs apart.")
    return sentences


def _rankings_sentence(analysis: RatingsAnalysis) -> str:
    """Say which systems people's rankings tell apart."""
    rows = sorted(analysis.scores, key=lambda row: (row.rank, row.rank_low or 0))
    numbers = sorted({row.cluster or 1 for row in rows})
    if len(numbers) == 1:
        return f"People's rankings do not tell the {len(rows)} systems apart."
    groups = [", ".join(clean(row.system) for row in rows if row.cluster == number) for number in numbers]
    return f"People tell {len(numbers)} groups apart: {{{'} > {'.join(groups)}}}."
