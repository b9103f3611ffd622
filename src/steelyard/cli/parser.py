"""A parser that says what is wrong in one sentence, and shows what a first run needs before all else."""

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

__all__ = ["Parser", "add_first", "output_of"]

BAD_INPUT = 2
_WIDTH = 80


def add_first(
    group: argparse._ActionsContainer, *flags: str, in_usage: bool = False, **details: Any
) -> argparse.Action:
    """Add a flag that a first run needs: --help shows it, and --help-all alone shows the others."""
    action = group.add_argument(*flags, **details)
    action.is_first, action.in_usage = True, in_usage  # type: ignore[attr-defined]
    return action


def output_of(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Return the group of flags that say how the result looks and where it goes; made when it is first asked for."""
    made = next((group for group in parser._action_groups if group.title == "output"), None)  # noqa: SLF001
    return made or parser.add_argument_group("output")


class _Formatter(argparse.HelpFormatter):
    """Argparse's own, which it asks whenever a flag is added, with a width that takes no import to find out."""

    def __init__(self, prog: str, **kwargs: Any) -> None:
        super().__init__(prog, **{"width": _WIDTH, **kwargs})


class Parser(argparse.ArgumentParser):
    """Of `steelyard` or of one command: argparse's, with our pages of help and sentences.

    The epilog of a command is its examples, a line each.

    Parameters
    ----------
    is_list : bool
        Whether it is that of `steelyard` alone, or of a topic: a word that follows would be a command.
    """

    def __init__(self, *, is_list: bool = False, **kwargs: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, formatter_class=_Formatter, **kwargs)
        self.given: set[str] = set()
        self.is_list = is_list
        for name in (None, "store"):
            self.register("action", name, _StoreOnce)

    @property
    def command(self) -> str:
        """The command's name; empty for `steelyard` itself."""
        return self.prog.partition(" ")[2]

    @property
    def flags(self) -> tuple[str, ...]:
        """All flags that the command knows, with those that it refuses with a sentence."""
        return tuple(self._option_string_actions)

    @property
    def groups(self) -> list[tuple[str, list[argparse.Action]]]:
        """The flags that help shows, under the titles of their groups; those without a group come last."""
        positional, others, *named = self._action_groups  # argparse has no public way to list flags
        every = [(group.title or "", group._group_actions) for group in (positional, *named, others)]  # noqa: SLF001
        shown = [(title, [one for one in own if one.help is not argparse.SUPPRESS]) for title, own in every]
        return [(title, actions) for title, actions in shown if actions]

    @property
    def hidden(self) -> list[argparse.Action]:
        """The flags that help does not show: those that are refused with a sentence."""
        return [one for one in self._actions if one.help is argparse.SUPPRESS]

    def add_help_flags(self) -> None:
        """Add the flags that print help; a command that is only listed has none."""
        some = "list commands" if self.is_list else "show what a first run needs"
        self.add_argument("-h", "--help", action=_Help, nargs=0, is_whole=False, help=some)
        self.add_argument("--help-all", action=_Help, nargs=0, is_whole=True, help="show all flags by group")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse anew: what an earlier call was given does not count; a command refuses flags that it does not have."""
        self.given.clear()
        if args is not None:
            if self.is_list:
                self._refuse_word(list(args))
            self._refuse_unknown(list(args))
        namespace, extras = super().parse_known_args(args, namespace)
        if extras:
            self.error(f"nothing takes {' '.join(extras)}", how="")
        return namespace, extras

    def _refuse_word(self, words: Sequence[str]) -> None:
        """Refuse a first word that is no command, with the one that it was called before, or that is meant."""
        if words and not words[0].startswith("-"):
            from steelyard.cli.suggestions import say_of_unknown_command

            self.error(say_of_unknown_command(self.command, words[0]), how="")

    def _refuse_unknown(self, words: Sequence[str]) -> None:
        """Refuse the first unknown flag, before argparse says what is missing or not a value."""
        known = self.flags
        for word in words[: words.index("--") if "--" in words else len(words)]:
            flag = word.partition("=")[0]
            if flag in known or not flag.startswith("-") or " " in word or _is_number(word) or flag == "-":
                continue
            if not flag.startswith("--") and flag[:2] in known:  # a value that is joined to its flag: -j2
                continue
            from steelyard.cli.suggestions import say_of_unknown

            self.error(say_of_unknown(flag, self.command, known), how="")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is none of the choices, with the nearest one."""
        if action.choices is not None and value not in action.choices:
            import difflib

            choices = list(map(str, action.choices))
            said = str(value).lower()
            near = [said] if said in choices else difflib.get_close_matches(said, choices, n=2)
            if not action.option_strings:  # "argument step:" is a name that users do not see
                noun, hint = str(action.metavar or action.dest).lower(), f" Did you mean {near[0]!r}?" if near else ""
                self.error(f"Unknown {noun} {value!r}.{hint} Valid: {', '.join(choices)}")
            hint = f"did you mean {' or '.join(map(repr, near))}? " if near else ""
            raise argparse.ArgumentError(action, f"invalid choice: {value!r} ({hint}choose from {', '.join(choices)})")

    def format_help(self) -> str:
        """Lay out all flags of a command, or the commands of a list."""
        from steelyard.cli.help import every_flag, overview

        return overview(self.command) if self.is_list else every_flag(self)

    def error(self, message: str, how: str | None = None) -> NoReturn:
        """Exit with status 2; `how` says which help to see."""
        end = f"See `{self.prog} --help`." if how is None else how
        self.exit(BAD_INPUT, f"{self.prog}: {message}. {end}\n" if end else f"{self.prog}: {message}\n")


class _Help(argparse.Action):
    """Prints help and exits."""

    def __init__(self, *args: Any, is_whole: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_whole = is_whole

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Show what was asked for."""
        from steelyard.cli.help import first_flags
        from steelyard.cli.streams import write

        if isinstance(parser, Parser) and not parser.is_list and not self.is_whole:
            text = first_flags(parser)
        else:
            text = parser.format_help()
        write(text.rstrip("\n"))
        parser.exit()


class _StoreOnce(argparse.Action):
    """Keeps a value, and refuses a second one: argparse's own forgets the first without a word."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Store the value."""
        if isinstance(parser, Parser) and option_string is not None:
            if self.dest in parser.given:
                parser.error(f"{option_string} is given twice, but only one can hold")
            parser.given.add(self.dest)
        setattr(namespace, self.dest, values)


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
