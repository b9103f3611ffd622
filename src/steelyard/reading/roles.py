"""What a column is by its name: one table for every reader, and what is no score whatever it holds."""

import re
from collections.abc import Iterable, Mapping

__all__ = [
    "CLUSTERS", "COLUMN_ROLES", "DOCUMENTS", "GROUPS", "ITEM_TEXTS", "LANGUAGE_PAIRS", "SETS", "SOURCE_LANGUAGES",
    "TARGET_LANGUAGES", "TASKS", "TEST_SETS", "find_column", "is_summary", "plain_name", "why_no_score", "words_of",
]  # fmt: skip

DOCUMENTS = ("document", "doc", "docid", "doc_id", "document_id", "dokument")
CLUSTERS = (
    *("cluster", "cluster_id", "passage", "passage_id", "paragraph_id", "story", "story_id", "conversation_id"),
    "dialogue_id",
)
"""Names of what items have in common that may also be of something else: used where the column fits the items."""

COLUMN_ROLES: Mapping[str, tuple[str, ...]] = {
    "item": (
        *("item", "item_id", "id", "instance", "instance_id", "question", "question_id", "task_id", "example_id"),
        *("problem", "problem_id", "prompt_id", "sample_id", "segment", "segment_id", "seg_id", "sid", "line", "key"),
        *("uid", "qid", "query_id", "sentence_id", "sent_id", "row_id", "test_id", "test_idx", "doc_item", "index"),
        *("idx", "task", "task_name", "dataset", "dataset_name", "benchmark", "frage", "pregunta", "satz"),
    ),
    "system": (
        *("system", "mt_system", "sys", "sys_id", "system_id", "system_name", "model", "model_name", "model_id"),
        *("agent", "engine", "provider", "modell", "modèle", "modelo", "modello", "sistema", "système", "系统"),
        *("系統", "模型", "システム", "モデル"),
    ),
    "document": (*DOCUMENTS, *CLUSTERS),
    "rater": (
        *("rater", "annotator", "worker", "judge", "annotator_id", "worker_id", "workerid", "rater_id", "judge_id"),
        *("participant", "evaluator", "bewerter", "annotateur", "anotador", "评估员", "評価者"),
    ),
    "line": ("line", "segment", "sid", "seg_id", "segment_id", "item", "item_id"),
    "kind": ("kind", "type"),
    "scale": ("scale",),
    "subset": (),
    "reason": ("reason", "missing", "missing_reason", "why", "error", "status"),
    "score": (
        *("score", "main_score", "value", "bewertung", "punkte", "punktzahl", "puntuación", "pontuação", "punteggio"),
        *("评分", "得分", "分数", "評価", "得点"),
    ),
    "metric": ("metric", "metric_name", "measure", "criterion", "dimension", "aspect"),
    "reference": ("reference", "references", "ref", "refs", "target", "targets", "gold"),
    "source": ("source", "src", "sources"),
    "id": ("id", "seg_id", "segment", "segment_id", "item", "item_id", "key", "uid"),
    "output": (
        *("output", "prediction", "predictions", "hypothesis", "mt", "translation", "response", "generated"),
        *("generation", "generated_text", "completion"),
    ),
}
"""By role, the names that say it by themselves, plain (`plain_name`), the likeliest first.

An item is what several systems are scored on, a line, what people rated of a test set; a document, what some items
have in common, so that they vary together: a text, a repository, a passage of which several questions ask.
"""

GROUPS = frozenset(("topic", "group", "group_id", "repo", "repository", "subject", "category", "genre", "language"))
"""What many items have in common, so that they may vary together; few groups leave little to test."""

LANGUAGE_PAIRS = ("lp", "language_pair", "lang_pair", "langpair", "langs", "languages")
SOURCE_LANGUAGES = ("source_lang", "src_lang", "srclang", "source_language")
TARGET_LANGUAGES = ("target_lang", "tgt_lang", "trg_lang", "trglang", "target_language")
TEST_SETS = ("dataset", "dataset_name", "benchmark", "test_set", "testset")
TASKS = ("task", "task_name")
SETS: Mapping[str, str] = {
    **dict.fromkeys(LANGUAGE_PAIRS, "language pairs"),
    **dict.fromkeys((*SOURCE_LANGUAGES, *TARGET_LANGUAGES, "language", "lang"), "languages"),
    **dict.fromkeys(TEST_SETS, "test sets"),
    **dict.fromkeys(TASKS, "tasks"),
}
"""What a column names of which a mean over all would be of nothing, by its plain name."""

ITEM_TEXTS: Mapping[str, tuple[str, ...]] = {
    "source": (
        *("source", "src", "sources", "source_text", "source_sentence", "question", "question_text", "instruction"),
        *("query", "premise"),
    ),
    "reference": (
        *("reference", "references", "ref", "refs", "gold", "gold_answer", "expected", "expected_output"),
        *("ground_truth", "reference_text"),
    ),
    "target": ("target", "targets"),
    "input": ("input", "user_input", "prompt"),
    "doc_hash": ("doc_hash", "source_hash", "item_hash"),
    "dataset": (*TEST_SETS, *TASKS, "split"),
    "language pair": LANGUAGE_PAIRS,
}
"""Names of columns that say what an item is, and not only what it is called."""

_INDEX = frozenset(("", "unnamed_0", "index", "idx", "row", "row_number", "rownum", "row_index", "no", "nr", "lfd_nr"))
_RANKS = frozenset(("rank", "ranks", "ranking", "autorank", "place", "position"))
_DRAWS = frozenset(("seed", "trial", "turn", "run", "epoch", "step", "iteration", "fold", "attempt", "n", "count"))
_PLACES = frozenset(
    (
        *("day", "date", "year", "lp", "langs", "testset", "test_set", "domain", "rater", "annotator", "judge"),
        *("worker", "version", "split", "subset"),
    )
)
_TIMES = frozenset(("timestamp", "datetime", "created", "updated", "epoch_time", "time", "date"))
_COSTS: Mapping[str, frozenset[str]] = {
    "a time": frozenset(
        (
            *("seconds", "second", "secs", "sec", "ms", "milliseconds", "latency", "duration", "runtime", "elapsed"),
            *("time", "timestamp", "datetime", "date", "minutes", "hours"),
        )
    ),
    "a count": frozenset(
        (
            *("tokens", "token", "chars", "characters", "calls", "requests", "messages", "dimensions", "dimension"),
            *("dims", "dim", "params", "parameters", "samples", "rows"),
        )
    ),
    "a length": frozenset(("length", "len", "lengths")),
    "a cost": frozenset(
        (
            *("cost", "costs", "price", "usd", "eur", "memory", "mb", "gb", "bytes", "vram", "flops", "kwh", "co2"),
            *("emissions", "energy", "gpu", "carbon"),
        )
    ),
}
_ALL_OF_COSTS = frozenset().union(*_COSTS.values()) | frozenset(
    (
        *("n", "num", "number", "of", "per", "total", "max", "min", "mean", "avg", "average", "usage", "size", "count"),
        *("prompt", "completion", "input", "output", "embedding", "model", "evaluation", "eval", "train", "training"),
        *("inference", "wall", "clock", "run", "api", "response", "source", "src", "target", "million"),
        *("user", "agent", "assistant", "judge", "tool", "system", "cached", "reasoning"),
        *("kg", "g", "s", "m", "h"),
    )
)
_SUMMARY = re.compile(
    r"(?:(?:grand|global|macro|micro|naive|overall|simple|total|unweighted|weighted)_)?"
    r"(?:average|avg|mean|overall|total|sum)s?(?:_(?:score|accuracy))?"
)
_OF_A_PART = re.compile(r".+_(?:average|avg)|(?:average|avg)_.+")
_SPREAD = frozenset(("stderr", "std", "stddev", "sd", "se", "sem", "ci", "variance", "var"))


def plain_name(name: str) -> str:
    """Bring the spellings of a column's name to one: case, blanks, ``_`` and ``-`` aside, and without its unit.

    Examples
    --------
    >>> from steelyard.reading.roles import plain_name
    >>> [plain_name(name) for name in ("Doc-ID", " doc id", "docId", "Memory Usage (MB)", "Unnamed: 0")]
    ['doc_id', 'doc_id', 'doc_id', 'memory_usage', 'unnamed_0']
    """
    name = re.sub(r"[(\[{][^()\[\]{}]*[)\]}]", " ", name).strip().strip("\"'")
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=ID$)", "_", name)
    return re.sub(r"[\W_]+", "_", name.lower()).strip("_")


def words_of(name: str) -> list[str]:
    """Return the words of a name, in lower case; those in brackets too.

    Examples
    --------
    >>> from steelyard.reading.roles import words_of
    >>> words_of("latencyMs"), words_of("Memory Usage (MB)")
    (['latency', 'ms'], ['memory', 'usage', 'mb'])
    """
    return [word for word in plain_name(re.sub(r"[(){}\[\]]", " ", name)).split("_") if word]


def find_column(names: Iterable[str], role: str, given: Mapping[str, str] | None = None) -> str | None:
    """Return the column of a role: the one that was given, or the first that the table of names has for it.

    Examples
    --------
    >>> from steelyard.reading.roles import find_column
    >>> find_column(["Question ID", "modelName", "accuracy"], "system")
    'modelName'
    """
    if given and role in given:
        return given[role]
    by_name: dict[str, str] = {}
    for name in names:
        by_name.setdefault(plain_name(name), name)
    return next((by_name[name] for name in COLUMN_ROLES[role] if name in by_name), None)


def why_no_score(name: str, others: Iterable[str] = (), *, may_be_system: bool = False) -> str:
    """Say what a column of numbers is that is no score; ``""`` where its name does not say so.

    `others`: the other columns: ``acc_stderr`` belongs to ``acc``.
    `may_be_system`: whether columns are systems or tasks, which may be called ``low-cost``: then each word has to be of
    costs.

    Examples
    --------
    >>> from steelyard.reading.roles import why_no_score
    >>> [why_no_score(name) for name in ("Unnamed: 0", "latency_ms", "max tokens", "rank", "accuracy")]
    ['an index', 'a time', 'a count', 'a rank', '']
    """
    plain = plain_name(name)
    if plain in _INDEX:
        return "an index"
    if plain in GROUPS:
        return f"groups: --columns document={name}"
    if plain in _RANKS or plain.startswith("rank_") or (plain.endswith("_rank") and "reciprocal" not in plain):
        return "a rank"
    if plain in _DRAWS:
        return "a count"
    if plain in _PLACES or plain in _TIMES:
        return "no score"
    words = words_of(name)
    stem, _, last = plain.rpartition("_")
    if last in _SPREAD and stem in map(plain_name, others):
        return f"how uncertain {stem} is"
    if may_be_system and not _ALL_OF_COSTS.issuperset(words):
        return ""
    return next((what for what, said in _COSTS.items() if not said.isdisjoint(words)), "")


def is_summary(name: str, *, of_tasks: bool = False) -> bool:
    """Whether a column or a row is called as what sums others up.

    `name`: of a system, an item or a task.
    `of_tasks`: whether it is one of tasks, where ``Reasoning Average`` sums some of them up; a system ``big-avg``
    averages its check-points, and is one.

    Examples
    --------
    >>> from steelyard.reading.roles import is_summary
    >>> [is_summary(name) for name in ("Mean (Task)", "naive_average", "Overall", "MeanReversal", "big-avg5")]
    [True, True, True, False, False]
    >>> is_summary("Reasoning Average"), is_summary("Reasoning Average", of_tasks=True)
    (False, True)
    """
    plain = plain_name(name)
    return _SUMMARY.fullmatch(plain) is not None or (of_tasks and _OF_A_PART.fullmatch(plain) is not None)
