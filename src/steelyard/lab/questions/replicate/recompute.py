"""Run the experiment of a paper again."""

from dataclasses import replace

from steelyard.lab.candidates import decoder_output
from steelyard.lab.papers.over_conditions import average, read_conditions
from steelyard.lab.papers.registry import ask_paper
from steelyard.lab.questions.replicate.compute import compute
from steelyard.ratings.stored_scores import scores_of, stored_judgements
from steelyard.reading.formats import read_moses_nbest
from steelyard.reading.lists.parses import read_candidate_parses
from steelyard.results.base import Result
from steelyard.scored.stored import Stored
from steelyard.scored.stored_inputs import path_of

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Run the experiment of a paper again."""
    if stored.recipe["reading"].get("of") == "conditions":
        return _averaged(stored)
    arguments, made = stored.arguments, {}
    if "n_best" in stored.recipe:
        paths = stored.recipe["n_best"]
        encoding, parsed = stored.recipe["reading"]["encoding"], None
        lists = read_moses_nbest([path_of(stored.inputs, path) for path in paths], encoding=encoding)
        if "candidate_parses" in stored.recipe:
            path = path_of(stored.inputs, stored.recipe["candidate_parses"])
            parsed = arguments["candidate_parses"] = read_candidate_parses(path, lists, encoding=encoding)
        made = {
            name: decoder_output(lists, parsed) for name, path in stored.names_of_systems().items() if path == paths[0]
        }
        arguments["nbest"] = lists
    counted = replace(stored.counted(made), progress=stored.progress)
    if "ratings" in stored.recipe:
        arguments["ratings"] = scores_of(stored, counted.test_set).ratings(stored.recipe["ratings"])
    for name in ("genres", "times"):
        if arguments.get(name) == "file":
            arguments[name] = stored.file(name)
    for name in ("rankings", "constituents"):
        if name in stored.recipe:
            arguments[name] = stored_judgements(stored.recipe[name], stored.inputs)
    return compute(counted, ask_paper(**arguments))


def _averaged(stored: Stored) -> Result:
    """Average the stored results of single conditions again, under the names that they had."""
    protocol, files = stored.arguments["protocol"], stored.recipe["reading"]["files"]
    now = {role: path_of(stored.inputs, name) for role, name in files.items()}
    read = read_conditions(list(now.values()), protocol)
    results = [result for result, _ in read.values()]
    names = [role.removeprefix("condition ") for role in now]
    inputs = [{**given, "role": role, "name": files[role]} for role, (_, given) in zip(now, read.values(), strict=True)]
    return average(protocol, dict(zip(names, results, strict=True)), inputs)
