"""Published parameters of METEOR 1.x, by language and task."""

from typing import NamedTuple

from steelyard.errors import SpecError, unknown_name

__all__ = ["LANGUAGES", "NORMALISED", "STAGES", "Parameters", "find_parameters", "stages_of"]

STAGES = ("exact", "stem", "synonym", "paraphrase")


class Parameters(NamedTuple):
    """Weights of a METEOR score."""

    alpha: float  # weight of recall
    # beta, gamma: exponent of the fragmentation, and the largest penalty for it
    beta: float
    gamma: float
    delta: float  # weight of content words
    weights: tuple[float, ...]  # of the stages exact, stem, synonym and paraphrase


_INDEPENDENT = Parameters(0.75, 1.4, 0.7, 0.5, (1.0, 0.5, 0.5, 0.5))
_TUNE = Parameters(0.5, 1.0, 0.5, 0.5, (1.0, 0.5, 0.5, 0.5))
# Which stages a language has, and its weights in this order: Denkowski and Lavie 2011 (W11-2107) and 2014 (W14-3348),
# as METEOR 1.5 uses them.
_STAGES_OF = {
    "en": STAGES,
    **dict.fromkeys(("de", "es", "fr", "ru"), ("exact", "stem", "paraphrase")),
    "cs": ("exact", "paraphrase"),
    **dict.fromkeys(("da", "fi", "hu", "it", "nl", "no", "pt", "ro", "sv", "tr"), ("exact", "stem")),
    "other": ("exact",),
}
LANGUAGES = tuple(language for language in _STAGES_OF if language != "other")
"""Those that METEOR 1.3 to 1.5 have stages of their own for."""
NORMALISED = ("cs", "de", "en", "es", "fr", "ru")
"""Those that its ``-norm`` is for."""

_RANK = {
    "en": Parameters(0.85, 0.2, 0.6, 0.75, (1.0, 0.6, 0.8, 0.6)),
    "cs": Parameters(0.95, 0.2, 0.6, 0.8, (1.0, 0.4)),
    "fr": Parameters(0.9, 1.4, 0.6, 0.65, (1.0, 0.2, 0.4)),
    "es": Parameters(0.65, 1.3, 0.5, 0.8, (1.0, 0.8, 0.6)),
    "de": Parameters(0.95, 1.0, 0.55, 0.55, (1.0, 0.8, 0.2)),
}
_RUSSIAN = _INDEPENDENT._replace(weights=(1.0, 0.5, 0.5))  # those of `li`
_ENGLISH = {
    "adq": Parameters(0.75, 1.4, 0.45, 0.7, (1.0, 1.0, 0.6, 0.8)),
    "hter": Parameters(0.4, 1.5, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
}
_UTIL = Parameters(0.65, 0.1, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8))
_UNIVERSAL = Parameters(0.7, 1.4, 0.3, 0.7, (1.0, 0.6))


def stages_of(language: str, task: str) -> tuple[str, ...]:
    """Return the stages, some of `STAGES` in their order, that METEOR has for a language.

    Languages are ISO 639-1 codes, or ``"other"``; the task ``"universal"`` has stages of its own.

    Examples
    --------
    >>> from steelyard.metrics.parts.meteor_parameters import stages_of
    >>> stages_of("cs", "rank")
    ('exact', 'paraphrase')
    """
    if language not in _STAGES_OF:
        raise unknown_name("language", language, _STAGES_OF)
    return ("exact", "paraphrase") if task == "universal" else _STAGES_OF[language]


def find_parameters(version: str, language: str, task: str) -> Parameters:
    """Look published parameters up; the weight of a stage that the language does not have is 0.

    Versions are 1.3, 1.4 and 1.5, of which later ones know more languages and tasks; languages are ISO 639-1 codes, or
    ``"other"``. Tasks are ``rank``, ``adq``, ``hter``, ``util``, ``li`` (language-independent), ``tune``,
    ``universal``, or ``default``: ``rank`` where the language has it, else ``li``.

    Examples
    --------
    >>> from steelyard.metrics.parts.meteor_parameters import find_parameters
    >>> find_parameters("1.5", "fr", "default")
    Parameters(alpha=0.9, beta=1.4, gamma=0.6, delta=0.65, weights=(1.0, 0.2, 0.0, 0.4))
    """
    stages = stages_of(language, task)
    rank = _RANK if version == "1.3" else _RANK | {"ru": _RUSSIAN}
    tuned = {"rank": rank, **{name: {"en": found} for name, found in _ENGLISH.items()}}
    general = {"li": _INDEPENDENT, "tune": _TUNE}
    if version == "1.5":
        tuned["util"] = {"en": _UTIL}
        general["universal"] = _UNIVERSAL
    if task == "default":
        task = "rank" if language in rank else "li"
    if task not in (*tuned, *general):
        raise unknown_name(f"task of METEOR {version}", task, [*tuned, *general, "default"])
    found = general.get(task) or tuned[task].get(language)
    if found is None:
        raise SpecError(
            f"METEOR {version} has no parameters for the task {task!r} in {language!r}, only in "
            f"{', '.join(tuned[task])}: choose task=li, or give alpha, beta, gamma, delta and weights."
        )
    # what is the same for all languages is given for all stages, and a language may lack some
    given = dict(zip(STAGES if task in ("li", "tune") else stages, found.weights, strict=False))
    return found._replace(weights=tuple(given.get(stage, 0.0) if stage in stages else 0.0 for stage in STAGES))
