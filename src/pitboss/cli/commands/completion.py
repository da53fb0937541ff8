"""`pitboss completion`: the shell scripts, and the words that complete a command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.counts import derived_names, system_names
from pitboss.rulebook.model import Game
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import game_ids

_BASH = """\
# Completion of pitboss for bash.
_pitboss() {
    local IFS=$'\\n'
    COMPREPLY=($(pitboss complete-words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null))
}
# An option is written key=value: the sign must not part the word.
COMP_WORDBREAKS=${COMP_WORDBREAKS//=/}
complete -o bashdefault -o default -F _pitboss pitboss
"""
_ZSH = """\
#compdef pitboss
# Completion of pitboss for zsh.
_pitboss() {
    local -a candidates
    candidates=("${(@f)$(pitboss complete-words -- "${(@)words[2,CURRENT]}" 2> /dev/null)}")
    if [[ -n "${candidates[1]}" ]]; then
        compadd -a candidates
    else
        _files
    fi
}
compdef _pitboss pitboss
"""
_FISH = """\
# Completion of pitboss for fish.
function __pitboss_words
    set -l typed (commandline -opc) (commandline -ct)
    pitboss complete-words -- $typed[2..-1] 2> /dev/null
end
complete -c pitboss -a '(__pitboss_words)'
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def print_words(group: Any, words: Sequence[str]) -> None:  # noqa: ANN401 - Typer's own type
    """Print the words that can complete the last of *words*, a line each."""
    for word in completions(group, words):
        print(word)


def completions(group: Any, words: Sequence[str]) -> list[str]:  # noqa: ANN401 - likewise
    """Return the words that can complete the last of *words*.

    *words* are those after `pitboss`. No words mean that the shell completes a file name.
    """
    *before, typed = words or ("",)
    if not before:
        names = (name for name, command in group.commands.items() if not command.hidden)
        return _beginning(typed, (*names, "--help", "--version"))
    command = group.get_command(None, before[0])
    if command is None or hasattr(command, "commands"):
        return [] if command is None else completions(command, words[1:])
    options = {name: p for p in command.params for name in p.opts if name.startswith("-")}
    valued = {name for name, parameter in options.items() if not parameter.is_flag}
    line = _positional(before[1:], valued)
    if before[-1] in valued:
        return _beginning(typed, _values(options[before[-1]].metavar, line))
    if typed.startswith("-"):
        return _beginning(typed, (*options, "--help"))
    arguments = [parameter for parameter in command.params if parameter.name in parameter.opts]
    if len(line) >= len(arguments):
        return []
    return _beginning(typed, _values(arguments[len(line)].metavar, line))


def _positional(words: Sequence[str], valued: set[str]) -> list[str]:
    """Return the words that are neither options nor their values."""
    return [
        word
        for before, word in zip(("", *words), words, strict=False)
        if not word.startswith("-") and before not in valued
    ]


def _values(name: str, line: Sequence[str]) -> Iterable[str]:
    """Return the possible values of the argument *name*."""
    if name in _FIXED:
        return _FIXED[name]()
    return _OF_A_GAME[name](game) if name in _OF_A_GAME and (game := _find_option(line)) else ()


def _find_option(line: Sequence[str]) -> Game | None:
    try:
        return game_of(line[0]) if line else None
    except RulesError:
        return None


def _settings(game: Game) -> Iterator[str]:
    """Yield the values of `-o`: options with their values, wagers with their pay tables."""
    for option in game.options:
        yield from (f"{option.id}={choice((value,))}" for value in option.values)
    for wager in game.wagers:
        yield from (f"table.{wager.id}={table.id}" for table in game.tables_of(wager.id))


_FIXED: Mapping[str, Callable[[], Iterable[str]]] = {
    "GAME": game_ids,
    "SHELL": lambda: tuple(SCRIPTS),
    "DEVICE": lambda: ("cpu", "cuda", "auto"),
    "PAPER": lambda: ("a4", "letter"),
    "ACTION": lambda: ("show", "clear"),
    "SYSTEM": lambda: (*system_names(), *derived_names()),
}
_OF_A_GAME: Mapping[str, Callable[[Game], Iterable[str]]] = {
    "WAGER": lambda game: (wager.id for wager in game.wagers),
    "TABLE": lambda game: (table.id for table in game.tables),
    "KEY=VALUE": _settings,
}


def _beginning(typed: str, words: Iterable[str]) -> list[str]:
    return [word for word in dict.fromkeys(words) if word.startswith(typed)]
