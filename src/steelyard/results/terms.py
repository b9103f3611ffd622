"""Terms of the field that stand in several tables: each meaning, header, format and line of a legend once."""

from steelyard.results.columns import Term, verdict_text
from steelyard.results.numbers import p_text

__all__ = [
    "AGAINST", "COMPARED", "DIFFERENCE", "P_ADJUSTED", "P_CORRECTED", "P_VALUE", "SYSTEM", "VERDICT",
    "VERDICT_CORRECTED",
]  # fmt: skip

SYSTEM = Term("name of the system", "system")
COMPARED = Term("name of the system that is compared: of two, the one given later", "system")
AGAINST = Term("name of the system that it is compared with: of two, the one given earlier, so the baseline", "against")
DIFFERENCE = Term(
    "score of the system minus score of the other one, in the metric's own sign and unit", ">difference", "+score"
)
P_VALUE = Term("p-value of this row alone", ">p", p_text, spare=1)
P_ADJUSTED = Term("p-value adjusted for all comparisons of the family; the verdict uses it", ">adjusted p", p_text)
P_CORRECTED = P_ADJUSTED._replace(header=">p, corrected")
VERDICT = Term("for the system, compared with the other one", "verdict", verdict_text)
VERDICT_CORRECTED = VERDICT._replace(
    legend="for the system, from the corrected p; intervals use another method, so the two can differ"
)
