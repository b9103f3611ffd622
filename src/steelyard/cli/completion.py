"""Scripts that complete commands, flags and values with TAB, for bash, zsh and fish."""

import argparse
from collections.abc import Mapping, Sequence

from steelyard.choices import TESTS
from steelyard.cli.pages_of_help import flags_by_group
from steelyard.cli.parser import Parser
from steelyard.questions.registry import QUESTIONS, entry_named, load_part

__all__ = ["SHELLS", "completion"]

SHELLS = ("bash", "zsh", "fish")
Parsers = Mapping[str, Parser]

# What bash and zsh offer, by command and flag.
_CASES = """\
    elif [[ $word == -* ]]; then
        case $command in
FLAGS
        esac
    else
        case "$command $flag" in
VALUES
        esac
    fi
"""
# The flag whose value is wanted is the last one before the cursor; where nothing is offered, files are.
_BASH = """\
# Completion of steelyard for bash: eval "$(steelyard --completion bash)"
_steelyard() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} flag='' offered='' i
    for ((i = COMP_CWORD - 1; i > 1; i--)); do
        case ${COMP_WORDS[i]} in -*) flag=${COMP_WORDS[i]}; break ;; esac
    done
    if ((COMP_CWORD == 1)); then
        offered='COMMANDS'
CASES    COMPREPLY=($(compgen -W "$offered" -- "$word"))
}
complete -o default -F _steelyard steelyard"""
_ZSH = """\
#compdef steelyard
# Completion of steelyard for zsh: eval "$(steelyard --completion zsh)" after compinit
_steelyard() {
    local word=${words[CURRENT]} command=${words[2]} flag='' offered='' i
    for ((i = CURRENT - 1; i > 2; i--)); do
        case ${words[i]} in -*) flag=${words[i]}; break ;; esac
    done
    if ((CURRENT == 2)); then
        offered='COMMANDS'
CASES    if [[ -n $offered ]]; then compadd -- ${=offered}; else _files; fi
}
compdef _steelyard steelyard"""


def completion(shell: str, parsers: Parsers) -> str:
    """Write the script for a shell from the parser of every command."""
    if shell == "fish":
        return _fish(parsers)
    metrics = _metrics()
    flags = "\n".join(f"            {name}) offered='{_joined(_flags(parser))}' ;;" for name, parser in parsers.items())
    values = "\n".join(
        f"            {_patterns(name, action)}) offered='{_joined(offered)}' ;;"
        for name, parser in parsers.items()
        for action in _shown(parser)
        if action.option_strings and (offered := _offered(action, metrics))
    )
    script = (_BASH if shell == "bash" else _ZSH).replace("CASES", _CASES)
    commands = _joined([*parsers, "help", "--help", "--version"])
    return script.replace("COMMANDS", commands).replace("FLAGS", flags).replace("VALUES", values)


def _fish(parsers: Parsers) -> str:
    metrics = _metrics()
    helps = {entry.command: entry.help for entry in QUESTIONS if entry.help}
    lines = ["# Completion of steelyard for fish: steelyard --completion fish | source"]
    lines += [
        f"complete -c steelyard -n __fish_use_subcommand -f -a {name} -d {_quoted(helps[name])}" for name in parsers
    ]
    for name, parser in parsers.items():
        for action in _shown(parser):
            if action.option_strings:
                spelled = " ".join(_fish_flag(flag) for flag in action.option_strings)
                offered = _offered(action, metrics)
                value = f" -x -a '{_joined(offered)}'" if offered else "" if action.nargs == 0 else " -r"
                told = _quoted((action.help or "").replace("%%", "%"))
                lines.append(
                    f"complete -c steelyard -n '__fish_seen_subcommand_from {name}' {spelled}{value} -d {told}"
                )
    return "\n".join(lines)


def _fish_flag(flag: str) -> str:
    """Spell a flag as fish declares it: long, of one letter, or sacreBLEU's of several letters after one dash."""
    if flag.startswith("--"):
        return f"-l {flag[2:]}"
    return f"-s {flag[1:]}" if len(flag) == 2 else f"-o {flag[1:]}"


def _shown(parser: Parser) -> list[argparse.Action]:
    return [action for _, actions in flags_by_group(parser) for action in actions]


def _flags(parser: Parser) -> list[str]:
    return [flag for action in _shown(parser) for flag in action.option_strings]


def _patterns(command: str, action: argparse.Action) -> str:
    return "|".join(f"'{command} {flag}'" for flag in action.option_strings)


def _offered(action: argparse.Action, metrics: Sequence[str]) -> list[str]:
    """Return the values of a flag, where they can be listed."""
    if action.dest == "metrics":
        return list(metrics)
    if action.dest == "test" and action.choices is None:
        return list(TESTS)
    return list(map(str, action.choices or ()))


def _metrics() -> list[str]:
    listed = load_part(entry_named("metrics"), "compute").catalogue()
    return [page.name for page in listed]


def _joined(words: Sequence[str]) -> str:
    return " ".join(words)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
