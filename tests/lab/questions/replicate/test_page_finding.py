"""What replications found, read off tables that the protocols make."""

import pytest

import steelyard as sy
from steelyard.lab.questions.replicate.page_finding import finding
from steelyard.results import PaperTable, Replication


def table(name: str, columns: tuple[str, ...], rows: tuple[tuple[object, ...], ...], title: str = "t") -> PaperTable:
    return PaperTable(name, title, columns, rows)


LEVELS = table(
    "Table 4",
    ("level", "conclusions", "right %"),
    (("100%", 20, 100.0), ("99%-99.9%", 0, None), ("95%-97.9%", 5, 80.0), ("90%-94.9%", 9, 0.0)),
)
NULLS = table(
    "True nulls",
    ("metric", "null", "test", "at 0.1", "at 0.05", "at 0.01"),
    (("BLEU", "a", "one", "9", "5.0 [2, 9]", "1"), ("BLEU", "b", "one", "9", "3.0 [1, 6]", "1"),
     ("BLEU", "a", "two", "9", "8.5 [5, 12]", "1")),
)  # fmt: skip
APART = table("Section 3", ("metric", "significant", "%"), (("NIST", 9, 90.0), ("BLEU", 8, 80.0)))
PAIRS = table(
    "Table 1",
    ("level", "metric", "paired", "tests differ"),
    (("0.05", "BLEU", 8, 3), ("0.05", "TER", 9, 0), ("0.01", "BLEU", 8, 7)),
    "Conclusions by level: of 1,190 ordered pairs, those",
)
ORDERS = table(
    "Section 3.1",
    ("system", "words", "sites", "log10", "most", "above 10^6 %", "sure log10", "free words %"),
    (("a", 9.0, 7.0, 5.1, 9.0, 40.0, 5.0, 2.0), ("b", 9.0, 7.0, 5.1, 9.0, 44.04, 5.0, 2.0)),
)
EQUAL = PaperTable(
    "Equal BLEU, other ratings", "t", ("system A",), (("a",),), "ratings differ significantly on 3 of these 7 pairs."
)
SIGNS = table(
    "Section 3.1",
    ("metric", "pairs", "the same", "one alone", "opposite", "against the scores"),
    (("BLEU", 66, 51, 8, 1, 2), ("TER", 66, 55, 0, 0, 0)),
)
DELETED = table(
    "Tables 6 to 8",
    ("system", "BLEU is", "deleted %", "BLEU"),
    (("a", "as given", 0.0, 1.0), ("", "no lower", 12.74, 1.0), ("", "not significantly lower", 19.0, 1.0)),
)
KAPPAS = table(
    "Table 5",
    ("type of judgement", "P(A)", "P(E)", "K", "95% from", "95% to", "items", "band"),
    (("rank", 0.6, 0.3, 0.4771, 0.4, 0.5, 90, "moderate"), ("rank (with identical)", 0.7, 0.3, 0.6, 0.5, 0.7, 99, "m")),
)
BY_TYPE = table("Tables 7 and 17", ("metric", "rank"), (("BLEU", 0.78), ("TER", 0.7), ("none", None)))
METRICS = table("Table 2", ("metric", "people"), (("BLEU", 0.2), ("AILE", 0.31), ("none", None)))


@pytest.mark.parametrize(
    ("protocol", "tables", "said"),
    [
        ("koehn2004", (LEVELS,), "Of 25 conclusions at 95% or above, 96.0% are right on the whole test set."),
        ("riezler2005", (APART,), "Pairs that differ significantly: NIST 9, BLEU 8."),
        ("riezler2005", (NULLS,),
         "For systems that do not differ, at 0.05 one rejects in 3 to 5% and two rejects in 8.5% of cases."),
        ("graham2014", (PAIRS,),
         "At 0.05 the tests conclude differently on 3 of 1,190 ordered pairs by BLEU, "
         "0 of 1,190 ordered pairs by TER."),
        ("aile2013", (METRICS,),
            "AILE has the highest Kendall's tau with human rankings (0.310), before BLEU (0.200)."),
        ("callisonburch2006", (ORDERS, EQUAL),
         "For 40 to 44% of a system's outputs, more than a million word orders have an equal BLEU. "
         "3 of 7 pairs of systems of equal BLEU differ in ratings."),
        ("callisonburch2006", (EQUAL,), ""),
        ("chiang2008", (SIGNS, DELETED),
         "Under BLEU the sign test contradicts itself on 1 and the scores on 2 of 66 pairs. "
         "12.7% of a system's segments may be deleted without a lower BLEU."),
        ("chiang2008", (SIGNS,), "Under BLEU the sign test contradicts itself on 1 and the scores on 2 of 66 pairs."),
        ("chiang2008", (DELETED,), ""),
        ("callisonburch2007", (KAPPAS, BY_TYPE),
         "Kappa between people is 0.477 of rank, 0.600 of rank (with identical). "
         "BLEU has the highest Spearman's rho with human rankings (0.780)."),
        ("callisonburch2007", (), ""),
        ("koehn2004", (), ""), ("riezler2005", (LEVELS,), ""), ("graham2014", (METRICS,), ""), ("aile2013", (), ""),
        ("another", (LEVELS,), ""),
    ],
)  # fmt: skip
def test_a_finding_is_read_off_the_tables(protocol: str, tables: tuple[PaperTable, ...], said: str) -> None:
    assert finding(Replication(tables, (), {"protocol": protocol, "n_segments": 9})) == said


def test_the_page_opens_with_the_finding_and_then_cites(example: sy.TestSet) -> None:
    found = sy.lab.replicate(sy.evaluate(example, "bleu"), "koehn2004", sizes=[40], n_resamples=99)
    page = sy.report.html_text(found)
    assert finding(found).startswith("Of ")
    assert f"<bdi>{finding(found)}</bdi></h1>" in page
    assert page.index("</h1>") < page.index("koehn2004: Koehn 2004")


def test_other_papers_have_findings_too(example: sy.TestSet) -> None:
    evaluation = sy.evaluate(example, ["bleu", "ter"])
    assert "conclude differently on" in finding(sy.lab.replicate(evaluation, "graham2014", n_resamples=99))
