"""`--help` and shell completion: whole sentences, readable values, examples that work."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.commands.completion import SCRIPTS, completions
from pitboss.cli.help import EXAMPLES
from pitboss.cli.main import parser

GROUP: Any = parser()
SHOWN = [name for name, command in GROUP.commands.items() if not command.hidden]
FLOOR: Any = GROUP.get_command(None, "floor")


def every_command() -> dict[str, Any]:
    """Return every command by its words: `solve`, `floor verify`."""
    parts = {f"floor {name}": FLOOR.get_command(None, name) for name in FLOOR.commands}
    return {name: GROUP.get_command(None, name) for name in SHOWN} | parts


def help_of(command: Any) -> str:  # noqa: ANN401 - Typer's own type
    with command.make_context("pitboss", [], resilient_parsing=True) as context:
        text: str = command.get_help(context)
    return text


def test_the_list_of_commands_cuts_no_sentence() -> None:
    text = help_of(GROUP)
    assert "..." not in text.partition("Commands:")[2]
    for name in SHOWN:
        sentence = GROUP.get_command(None, name).get_short_help_str(10_000)
        assert sentence.endswith("."), name
        assert sentence in " ".join(text.split()), name


def test_every_command_explains_itself_in_sentences_with_an_example() -> None:
    wrong = []
    for name, command in every_command().items():
        text = help_of(command)
        wrong += [f"{name}: no example"] * ("Example:\n    pitboss " not in text)
        wrong += [f"{name}: shows a Python type"] * ("<" in text)
        wrong += [f"{name} {p.name}: {p.help}" for p in command.params if not p.help.endswith(".")]
    assert wrong == []


def test_every_example_is_a_command_line_that_is_understood() -> None:
    for name, command in every_command().items():
        line = EXAMPLES[name].partition(" > ")[0]
        assert line.startswith(f"pitboss {name}")
        arguments = shlex.split(line.removeprefix(f"pitboss {name}"))
        command.make_context(name, arguments)  # raises what is wrong


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sh", ["show"]),
        ("--v", ["--version"]),
        ("show wa/spanish-21-", ["wa/spanish-21-v003", "wa/spanish-21-v002"]),
        ("show wa/spanish-21 --table 3c-", [f"3c-{number}" for number in range(1, 9)]),
        ("odds ilani/spanish-21 --wager match", ["match-up"]),
        ("simulate --rounds 10 wa/spanish-21 -o soft17=", ["soft17=stand", "soft17=hit"]),
        ("play wa/spanish-21 -o table.match-up=", ["table.match-up=2"]),
        ("simulate wa/spanish-21 --dev", ["--device"]),
        ("simulate wa/spanish-21 --device c", ["cpu", "cuda"]),
        ("completion ", ["bash", "zsh", "fish"]),
        ("check ", []),  # the shell completes the name of a file
        ("play wa/spanish-21 --house ", []),
        ("show nothing --table ", []),
        ("nothing ", []),
    ],
)
def test_words_are_completed(line: str, expected: list[str]) -> None:
    assert completions(GROUP, line.split(" ")) == expected


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_with_the_script() -> None:
    """The real program, called by the real shell."""
    words = ["pitboss", "show", "wa/spanish-21-v"]
    program = f'pitboss() {{ {shlex.quote(sys.executable)} -m pitboss.cli.main "$@"; }}'
    script = (
        f"{program}\n{SCRIPTS['bash']}\nCOMP_WORDS=({shlex.join(words)})\nCOMP_CWORD=2\n_pitboss\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["wa/spanish-21-v003", "wa/spanish-21-v002"]


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_shell_that_is_installed_can_read_its_script(shell: str) -> None:
    assert "pitboss complete-words" in SCRIPTS[shell]
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=SCRIPTS[shell], text=True, check=True)


def test_an_unknown_shell_is_refused(called: Callable[..., Any]) -> None:
    done = called("completion", "tcsh")
    assert done.returncode == 2
    assert "say bash, zsh, fish, not 'tcsh'" in done.stderr


def test_every_option_is_on_the_page_of_the_command_line() -> None:
    """Goal: an option that is added is written down."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "command-line.md").read_text(
        encoding="utf-8"
    )
    missing = [
        f"{name}: {option.opts}"
        for name, command in every_command().items()
        for option in command.params
        if option.param_type_name == "option" and not any(flag in page for flag in option.opts)
    ]
    assert missing == []
