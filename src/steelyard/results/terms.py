"""Terms of the field that stand in several tables: each meaning, header, format and line of a legend once."""

from steelyard.results.columns import Term, verdict_text
from steelyard.results.numbers import p_text

__all__ = ["A_IS", "P_ADJUSTED", "P_CORRECTED", "P_VALUE", "SYSTEM", "SYSTEM_A", "SYSTEM_B", "VERDICT"]

SYSTEM = Term("name of the system", "system")
SYSTEM_A = Term("the one that is given later", "A")
SYSTEM_B = Term("the one that is given earlier, so the baseline", "B")
P_VALUE = Term("p-value of this row alone", ">p", p_text)
P_ADJUSTED = Term("p-value after correction for the whole family; the verdict rests on it", ">p adjusted", p_text)
P_CORRECTED = P_ADJUSTED._replace(header=">p, corrected")
VERDICT = Term("about the system named first", "verdict", verdict_text)
A_IS = Term(
    VERDICT.about,
    "A is",
    verdict_text,
    "the verdict, from the corrected p; intervals are made otherwise, and the two can disagree",
)
