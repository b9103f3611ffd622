"""Scripts that complete commands, flags and values with TAB, for bash, zsh and fish."""

import argparse
from collections.abc import Iterator, Mapping, Sequence

from steelyard.asking.registry import COMMANDS, TOPICS, entry_named, first_words, load_part, subcommands
from steelyard.choices import CORRECTIONS, MQM_WEIGHTINGS, TESTS
from steelyard.cli.help import flags_by_group
from steelyard.cli.parser import Parser
from steelyard.metrics.table import TOKENIZERS, VIEWS
from steelyard.metrics.table.spelling import known_names

__all__ = ["SHELLS", "completion"]

SHELLS = ("bash", "zsh", "fish")
Parsers = Mapping[str, Parser]
Values = Mapping[str, Sequence[str]]

# What bash and zsh offer. A value is looked up by the command and the last flag before the cursor, with a + where a
# value stands between them already; nothing to offer means files, which stand beside the words after a command, too.
_CASES = """\
    if [[ $command == ' --completion' ]]; then
        offered='SHELLS'
    elif [[ $word == -* ]]; then
        case $command in
FLAGS
        esac
    else
        if ((first == cursor)); then
            case $command in
FOLLOWING
            esac
        fi
        case "$command $flag$more" in
VALUES
        esac
    fi
"""
# The words of a command are read as far as there is one; `help` stands before them. Bash takes `--format=text` for
# three words.
_BASH = """\
# Completion of steelyard for bash: eval "$(steelyard --completion bash)"
_steelyard() {
    local word=${COMP_WORDS[COMP_CWORD]} command='' flag='' more='' offered='' files='' cursor=$COMP_CWORD first=1 i
    [[ ${COMP_WORDS[1]} == help ]] && first=2
    while ((first < cursor)); do
        case "$command ${COMP_WORDS[first]}" in
            NAMES) command="$command ${COMP_WORDS[first]}"; ((first++)) ;;
            *) break ;;
        esac
    done
    for ((i = cursor - 1; i >= first; i--)); do
        case ${COMP_WORDS[i]} in -?*) flag=${COMP_WORDS[i]}; break ;; =) ;; *) more=+ ;; esac
    done
    [[ $word == = ]] && word=''
CASES    COMPREPLY=($(compgen -W "$offered" -- "$word"))
    if [[ -n $files ]]; then
        compopt -o filenames 2> /dev/null
        local IFS=$'\n'
        COMPREPLY+=($(compgen -f -- "$word"))
    fi
}
complete -o default -F _steelyard steelyard"""
# As a file `_steelyard` in $fpath it runs when TAB is pressed for the first time.
_ZSH = """\
#compdef steelyard
# Completion of steelyard for zsh: eval "$(steelyard --completion zsh)" after compinit, or a file _steelyard in $fpath
_steelyard() {
    local word=${words[CURRENT]} command='' flag='' more='' offered='' files='' cursor=$CURRENT first=2 i
    [[ ${words[2]} == help ]] && first=3
    while ((first < cursor)); do
        case "$command ${words[first]}" in
            NAMES) command="$command ${words[first]}"; ((first++)) ;;
            *) break ;;
        esac
    done
    for ((i = cursor - 1; i >= first; i--)); do
        case ${words[i]} in -?*) flag=${words[i]}; break ;; *) more=+ ;; esac
    done
    if [[ $word == --*=* ]]; then
        flag=${word%%=*} more='' word=${word#*=}
        compset -P '*='
    fi
CASES    if [[ -n $offered ]]; then compadd -- ${=offered}; fi
    if [[ -z $offered || -n $files ]]; then _files; fi
}
if [[ ${funcstack[1]} == _steelyard ]]; then _steelyard "$@"; else compdef _steelyard steelyard; fi"""
_FISH = """\
# Completion of steelyard for fish: steelyard --completion fish | source
function __steelyard_name
    set -l words (commandline -opc) --
    set -l name ''
    set -l i 2
    test "$words[2]" = help; and set i 3
    while contains -- "$name $words[$i]" NAMES
        set name "$name $words[$i]"
        set i (math $i + 1)
    end
    echo $i
    echo $name
end
function __steelyard_in
    set -l found (__steelyard_name)
    contains -- "$found[2]" $argv
end
function __steelyard_next
    set -l found (__steelyard_name)
    contains -- "$found[2]" $argv; and test $found[1] -gt (count (commandline -opc))
end
function __steelyard_at
    set -l words (commandline -opc)
    set -l found (__steelyard_name)
    set -l flag ''
    set -l more ''
    for word in $words[(seq (count $words) -1 $found[1])]
        if string match -qr -- '^-.' $word
            set flag $word
            break
        end
        set more +
    end
    contains -- "$found[2] $flag$more" $argv
end
complete -c steelyard -n __fish_use_subcommand -f -a help -d 'list commands'
complete -c steelyard -n __fish_use_subcommand -l help -d 'list commands'
complete -c steelyard -n __fish_use_subcommand -l version -d 'print the version'
complete -c steelyard -n __fish_use_subcommand -l completion -x -a 'SHELLS' -d 'print completion of a shell'"""


def completion(shell: str, parsers: Parsers) -> str:
    """Write the script for a shell from the parser of every command."""
    values = _values_by_name()
    following = _following()
    if shell == "fish":
        names = " ".join(f"' {name}'" for name in following if name)
        lines = [_FISH.replace("NAMES", names), *_fish_words(following)]
        script = "\n".join([*lines, *(line for name in parsers for line in _fish(name, parsers, values))])
        return script.replace("SHELLS", " ".join(SHELLS))
    offers = [(name, action, _offered(name, action, values)) for name in parsers for action in _shown(parsers[name])]
    further = {"": "help --help --version --completion"}
    cases = {
        "NAMES": "|".join([*(f"' {name}'" for name in following if name), "' --completion'"]),
        "FOLLOWING": "\n".join(
            f"                {_case(name)}) offered='{' '.join([*words, further.get(name, '')]).rstrip()}'"
            f"{' files=+' * (name in COMMANDS)} ;;"
            for name, words in following.items()
            if words
        ),
        "FLAGS": "\n".join(
            [
                "            '') offered='--help --version --completion' ;;",
                *(f"            {_case(name)}) offered='{' '.join(_flags(one))}' ;;" for name, one in parsers.items()),
            ]
        ),
        "VALUES": "\n".join(
            f'            {"|".join(_places(name, action))}) offered="$offered {" ".join(offered)}" ;;'
            for name, action, offered in offers
            if offered
        ),
        "SHELLS": " ".join(SHELLS),
    }
    script = (_BASH if shell == "bash" else _ZSH).replace("CASES", _CASES)
    for key, text in cases.items():
        script = script.replace(key, text)
    return script


def _following() -> dict[str, list[str]]:
    """Return the words that may follow each command and topic; those that may follow `steelyard` by an empty name."""
    names = ["", *TOPICS, *COMMANDS]
    return {name: [one.words[-1] for one in subcommands(name)] if name else list(first_words()) for name in names}


def _case(name: str) -> str:
    """Spell the words of a command as the scripts collect them, each after a space."""
    return f"' {name}'" if name else "''"


def _fish_words(following: Mapping[str, Sequence[str]]) -> Iterator[str]:
    lines = first_words()
    for name, words in following.items():
        for word in words:
            told = _quoted(lines[word] if not name else COMMANDS[f"{name} {word}"].help)
            alone = "" if name in COMMANDS else " -f"
            yield f'complete -c steelyard -n "__steelyard_next {_case(name)}"{alone} -a {word} -d {told}'


def _fish(command: str, parsers: Parsers, values: Values) -> Iterator[str]:
    """Declare the flags of a command; what may follow several times, or stands without a flag, by its place."""
    for action in _shown(parsers[command]):
        offered = "".join(f" {value}\\t" for value in _offered(command, action, values))[1:]
        is_one = bool(action.option_strings) and action.nargs is None
        if action.option_strings:
            spelled = " ".join(
                f"-l {flag[2:]}" if flag[:2] == "--" else f"-o {flag[1:]}" for flag in action.option_strings
            )
            value = (f" -x -a '{offered}'" if offered else " -r") if is_one else ""
            told = _quoted((action.help or "").replace("%%", "%"))
            yield f'complete -c steelyard -n "__steelyard_in {_case(command)}" {spelled}{value} -d {told}'
        if offered and not is_one:
            yield f"complete -c steelyard -n \"__steelyard_at {' '.join(_places(command, action))}\" -f -a '{offered}'"


def _shown(parser: Parser) -> list[argparse.Action]:
    return [action for _, actions in flags_by_group(parser) for action in actions]


def _flags(parser: Parser) -> list[str]:
    return [flag for action in _shown(parser) for flag in action.option_strings]


def _places(command: str, action: argparse.Action) -> list[str]:
    """Name, in quotes, the places where a value may stand: after each spelling of its flag, or where there is none."""
    ends = ("", "+") if action.nargs in ("+", "*") else ("",)
    return [f"' {command} {flag}{end}'" for flag in action.option_strings or [""] for end in ends]


def _offered(command: str, action: argparse.Action, values: Values) -> Sequence[str]:
    """Return the values of a flag, where they can be listed: by its choices, or what it or its value is called."""
    if action.choices is not None:
        return list(map(str, action.choices))
    for name in (f"{command} {action.dest}", action.dest, str(action.metavar)):
        if name in values:
            return values[name]
    return []


def _values_by_name() -> dict[str, Sequence[str]]:
    """Return what the parser of flags does not know: it starts without what computes."""
    metrics = known_names()
    tokenizers = [name for name in TOKENIZERS if ":" not in name]  # spm:FILE is no value yet
    checks = list(load_part(entry_named("check files"), "compute").describe_checks())
    of_ratings = load_part(entry_named("human"), "rank_tests").RANK_TESTS
    return {
        "METRIC": metrics,
        "metrics": metrics,
        "metrics names": metrics,
        "test": list(TESTS),
        "TEST": list(TESTS),
        "human test": [*TESTS, *of_ratings, "mixed-model"],
        "human correction": CORRECTIONS,
        "tokenize": tokenizers,
        "bleu_tokenize": tokenizers,
        "bleu_smooth_method": ("none", "floor", "add-k", "exp"),
        "view": [name for name in VIEWS if ":" not in name],
        "weights": MQM_WEIGHTINGS,
        "without": ("stem", "synonym", "paraphrase"),
        "unit": ("document", "segment"),
        "checks": checks,
        "ignore": checks,
    }


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
