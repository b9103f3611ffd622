"""`steelyard lab replicate`: the experiment of a paper on one's own test set and systems."""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields, replace
from typing import TYPE_CHECKING, Any

from steelyard.asking.question import option_of
from steelyard.cli.arguments import add_input, add_look, add_plots, add_report, add_statistics
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import check_one_end, read_counted
from steelyard.cli.metric_flags import add_metrics, spell_metrics
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.question_command import add_option, add_options, describe, help_of
from steelyard.cli.ratings_flags import (
    add_ratings,
    check_no_ratings,
    named_as_files,
    oriented_judgements,
    read_flagged_people,
)
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.threads import add_threads
from steelyard.errors import SpecError
from steelyard.lab.papers.registry import PAPERS, ask_paper
from steelyard.lab.papers.riezler2005.question import Riezler2005
from steelyard.lab.questions.replicate.question import ReplicateQuestion

if TYPE_CHECKING:
    from steelyard.scored import Counted
    from steelyard.types import CandidateParses, MadeOutput, NBestLists

__all__ = ["add_arguments", "run"]

_BY_TESTS = ("graham2014", "riezler2005")  # whose people are tested by rank sums


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags: the shared ones, then a group for each set of papers that has its own."""
    describe(parser, ReplicateQuestion)
    parser.description = (
        f"{ReplicateQuestion.description} Protocols: "
        + "; ".join(f"{name}: {paper.about}" for name, paper in PAPERS.items())
        + ". Without -m, these metrics are used. "
        + "; ".join(f"{name}: {', '.join(paper.metrics)}" for name, paper in PAPERS.items() if paper.metrics)
        + "."
    )
    parser.add_argument("protocol", choices=tuple(PAPERS), metavar="PROTOCOL", help=", ".join(PAPERS))
    add_input(parser, may_lack_texts=True)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("replication")
    add_options(group, ReplicateQuestion)
    averaged = " and ".join(name for name, paper in PAPERS.items() if paper.is_averaged)
    group.add_argument(
        "--conditions", nargs="+", metavar="RESULT",
        help=f"average stored results (-f json) of {averaged} over several language pairs, in place of texts",
    )  # fmt: skip
    add_threads(group)
    add_ratings(
        parser.add_argument_group("people's ratings"), "weights", "scaling", "lower_is_better", has_columns=True
    )
    own = _own_options()
    for papers in dict.fromkeys(map(tuple, own.values())):
        others = [name for name in PAPERS if name not in papers]
        named = " and ".join(filter(None, (", ".join(papers[:-1]), papers[-1])))
        group = parser.add_argument_group(f"all but {others[0]}" if len(others) == 1 else named)
        for having in own.values():
            if tuple(having) == papers:
                shown = _help([(paper, having[paper]) for paper in papers])
                add_option(group, having[papers[0]], default=argparse.SUPPRESS, help=shown)
    add_formats(parser)
    add_look(parser)
    add_report(parser)
    add_plots(parser)
    parser.set_defaults(run=run, refused=None)


def _own_options() -> "dict[str, dict[str, Field[Any]]]":
    """Return the options that only some papers have: by name, the papers that have it."""
    found: dict[str, dict[str, Field[Any]]] = {}
    for paper, asked in PAPERS.items():
        for name, one in asked.own().items():
            found.setdefault(name, {})[paper] = one
    return found


def _help(having: "list[tuple[str, Field[Any]]]") -> str:
    """Say what an option is, and its default in each paper."""
    (_, first), *others = having
    more = "".join(f"; in {paper} {one.default}" for paper, one in others if one.default != first.default)
    return help_of(first, more)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    question = _question(arguments)
    if arguments.conditions:
        return _over_conditions(arguments)
    if arguments.plots is not None and not question.has_figures:
        raise SpecError(f"{arguments.protocol} has tables and no figures: leave out --plots.")
    check_plots(arguments)
    check_page(arguments)
    if not {"ratings", "rankings", "constituents"} & vars(arguments).keys():
        check_no_ratings(arguments)
    if arguments.metrics is None and not arguments.scores and not arguments.stats:
        arguments.metrics = list(question.default_metrics) or None
    lists, parsed = _lists(arguments, question)
    counted = read_counted(arguments, _decoder(lists, parsed))
    check_one_end(arguments, counted)
    read = dict(_read(arguments, counted)) | {
        name: value for name, value in {"nbest": lists, "candidate_parses": parsed}.items() if value is not None
    }
    from steelyard.cli.terminal import progress_bar
    from steelyard.lab.questions.replicate.compute import compute

    with progress_bar(arguments) as progress:
        replication = compute(replace(counted, progress=progress), replace(question, **read))
    write_plots(arguments, replication.figures)
    write_page(arguments, replication)
    return write_result(arguments, replication)


def _over_conditions(arguments: argparse.Namespace) -> str:
    """Average stored results, which takes no texts."""
    given = vars(arguments)
    for flag in ("refs", "input", "stats", "scores", "ratings", "rankings", "metrics", "plots"):
        if given.get(flag):
            shown = "the reference files" if flag == "refs" else f"--{flag}"
            raise SpecError(f"--conditions averages stored results: leave out {shown}.")
    check_page(arguments)
    from steelyard.lab.papers.over_conditions import average, read_conditions

    read = read_conditions(arguments.conditions, arguments.protocol)
    replication = average(
        arguments.protocol,
        {name: result for name, (result, _) in read.items()},
        [source for _, source in read.values()],
    )
    write_page(arguments, replication)
    return write_result(arguments, replication)


def _question(arguments: argparse.Namespace) -> ReplicateQuestion:
    """Take what all papers share and the paper's own flags that were given, and refuse those of another."""
    given: Mapping[str, Any] = vars(arguments)
    for name, having in _own_options().items():
        if name in given and arguments.protocol not in having:
            flag = f"--{name.replace('_', '-')}"
            papers = " and ".join(having)
            raise SpecError(f"{flag} is a flag of {papers}: leave it out for {arguments.protocol}.")
    known = [*(one.name for one in fields(ReplicateQuestion)), *PAPERS[arguments.protocol].own()]
    return ask_paper(**{name: given[name] for name in known if name in given})


def _read(arguments: argparse.Namespace, counted: "Counted") -> Iterator[tuple[str, Any]]:
    """Read what options name files of; judgements are standardised rater by rater where the tests ask for it."""
    if "ratings" in arguments:
        people = read_flagged_people(arguments, arguments.ratings, counted.test_set)
        yield "ratings", oriented_judgements(arguments, people, as_they_are=arguments.protocol not in _BY_TESTS)

    for name, having in _own_options().items():
        if name in arguments and option_of(next(iter(having.values()))).file:
            from steelyard.files.reading import read_lines

            yield name, read_lines(getattr(arguments, name), arguments.encoding)
    for name in ("rankings", "constituents"):
        if name in arguments:
            from steelyard.reading import read_judgements

            path = getattr(arguments, name)
            found = read_judgements(path, joined=arguments.joined, encoding=arguments.encoding)
            yield name, named_as_files(found, counted.test_set.system_names)


def _decoder(lists: "NBestLists | None", parsed: "CandidateParses | None") -> "dict[str, MadeOutput] | None":
    """Return the decoder's first outputs, which are the system where systems are made from n-best lists."""
    if lists is None:
        return None
    from steelyard.lab.candidates import decoder_output

    return {"decoder": decoder_output(lists, parsed)}


def _lists(
    arguments: argparse.Namespace, question: ReplicateQuestion
) -> "tuple[NBestLists | None, CandidateParses | None]":
    """Read n-best lists and the parses of their candidates, if there are any."""
    paths = getattr(question, "nbest", None)
    if paths is None:
        for name in (*Riezler2005.of_reranking, "candidate_parses"):
            if name in arguments:
                raise SpecError(f"--{name.replace('_', '-')} needs --nbest.")
        return None, None
    if arguments.input is not None:
        raise SpecError("Systems come from -i or are made from --nbest: give one of them.")
    for flag in ("alignments", "backward_alignments"):
        if getattr(arguments, flag):
            raise SpecError(
                f"--{flag.replace('_', '-')} is of given outputs, and candidates of n-best lists take none: leave it "
                "out, and metrics that need it, or give systems with -i in place of --nbest."
            )
    parses = getattr(question, "candidate_parses", None)
    if bool(arguments.parses) != (parses is not None):
        raise SpecError(
            "Metrics of parses need those of the references (--parses) and those of the candidates "
            "(--candidate-parses): give both, or neither."
        )
    from steelyard.lab.candidates import candidate_metric
    from steelyard.reading.formats import read_moses_nbest
    from steelyard.reading.lists.parses import read_candidate_parses

    gold = [question.gold] if isinstance(question, Riezler2005) else []
    for metric in (*spell_metrics(arguments), *gold):
        candidate_metric(metric, has_parses=parses is not None)
    lists = read_moses_nbest(paths, encoding=arguments.encoding)
    if parses is None:
        return lists, None
    return lists, read_candidate_parses(parses, lists, encoding=arguments.encoding)
