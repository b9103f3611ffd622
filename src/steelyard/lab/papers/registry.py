"""The papers whose experiments can be run, by their names; this loads their options alone, so no NumPy."""

from typing import Any

from steelyard.errors import SpecError, unknown_name
from steelyard.lab.papers.aile2013.question import Aile2013
from steelyard.lab.papers.callisonburch2006.question import CallisonBurch2006
from steelyard.lab.papers.callisonburch2007.question import CallisonBurch2007
from steelyard.lab.papers.chiang2008.question import Chiang2008
from steelyard.lab.papers.graham2014.question import Graham2014
from steelyard.lab.papers.koehn2004.question import Koehn2004
from steelyard.lab.papers.riezler2005.question import Riezler2005
from steelyard.lab.questions.replicate.question import ReplicateQuestion

__all__ = ["PAPERS", "ask_paper"]

PAPERS: dict[str, type[ReplicateQuestion]] = {
    "aile2013": Aile2013,
    "callisonburch2006": CallisonBurch2006,
    "callisonburch2007": CallisonBurch2007,
    "chiang2008": Chiang2008,
    "graham2014": Graham2014,
    "koehn2004": Koehn2004,
    "riezler2005": Riezler2005,
}


def ask_paper(protocol: str, **options: Any) -> ReplicateQuestion:
    """Ask a paper's question."""
    if protocol not in PAPERS:
        raise unknown_name("protocol", protocol, PAPERS)
    paper = PAPERS[protocol]
    for name in options:
        if name not in paper.__dataclass_fields__:
            raise SpecError(
                f"The protocol {protocol} has no option {name!r}. Its own options are {', '.join(paper.own())}."
            )
    return paper(**options)
