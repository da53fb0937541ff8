"""The text of `--help`, and values from words.

Help has whole sentences, readable names for values, and an example for each command. Typer imports
pydantic to convert values, a third of the time before a command begins: plain words, short numbers
and defaults are converted here, and Typer converts everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from typer.core import TyperCommand, TyperGroup

EXAMPLES: Mapping[str, str] = {
    "games": "pitboss games",
    "show": "pitboss show wa/spanish-21 --table 3c-5",
    "check": "pitboss check examples/wa-spanish-21.toml",
    "new": "pitboss new wa/spanish-21 --out table-4.toml",
    "schema": "pitboss schema house > house.schema.json",
    "replay": "pitboss replay examples/rounds/double-rescue.json",
    "play": "pitboss play wa/spanish-21 -o decks=6 --bots 2",
    "sessions": "pitboss sessions last",
    "odds": "pitboss odds wa/spanish-21 --wager jackpot-1 --table 3c-5 --meter 25000",
    "design": "pitboss design co/21-plus-3 --wager 21-plus-3 --edge 3%..4% --top 100:1",
    "compare": "pitboss compare wa/spanish-21 ilani/spanish-21",
    "find": "pitboss find --wager jackpot --decks 6 --edge 8%..12%",
    "settle": "pitboss settle examples/wa-spanish-21.toml --out hand.json",
    "print": "pitboss print examples/wa-spanish-21.toml --what posting --out posting.pdf",
    "cache": "pitboss cache clear",
    "doctor": "pitboss doctor",
    "documents": "pitboss documents",
    "report": "pitboss report wa/spanish-21 --house examples/wa-spanish-21.toml --out report.html",
    "submit": "pitboss submit examples/wa-spanish-21.toml --to ma --out dossier",
    "agree": "pitboss agree reference/blackjack --edge 0.62% --error 0.01%",
    "dataset": "pitboss dataset reference/blackjack --rounds 1000 --seed 7 --out decisions.parquet",
    "mcp": "pitboss mcp --folder houses",
    "rng": "pitboss rng --export bits.bin --size 1e8 --seed 1",
    "site": "pitboss site --out lab",
    "solve": "pitboss solve wa/spanish-21 -o decks=6 -o soft17=hit --charts charts.html",
    "count": 'pitboss count wa/spanish-21 -o decks=6 --system hi-lo --gone "As Kh 5c"',
    "advise": 'pitboss advise wa/spanish-21 -o decks=6 --hand "6h 7h" --up 2s',
    "train": "pitboss train co/free-bet --count 10",
    "simulate": "pitboss simulate wa/spanish-21 -o decks=6 --rounds 1e7 --seed 1",
    "risk": "pitboss risk --ev 0.015 --sd 1.97 --bank 400 --rounds 5000 --curve risk.svg",
    "protect": "pitboss protect --house examples/wa-spanish-21.toml --out protection.pdf",
    "floor": "pitboss floor verify",
    "floor verify": "pitboss floor verify --checkpoints witness.jsonl",
    "floor replay": "pitboss floor replay --table 7",
    "floor report": "pitboss floor report master-games --day 2026-11 --output november.pdf",
    "floor export": "pitboss floor export --what rounds --out rounds.jsonl",
    "floor backup": "pitboss floor backup --out floor-2026-11-16.db",
    "floor restore": "pitboss floor restore floor-2026-11-16.db",
    "floor verify-shoe": "pitboss floor verify-shoe 7/12",
    "floor user": "pitboss floor user lock ann",
    "floor prove": "pitboss floor prove co.free-bet/12 --out proof.json",
    "floor rebuild": "pitboss floor rebuild --db floor.db",
    "floor new-key": "pitboss floor new-key --lost --db floor.db",
    "floor components": "pitboss floor components",
    "floor simulate": "pitboss floor simulate --days 1 --tables 4 --guests 20 --minutes 30",
    "floor feed": "pitboss floor feed sp-9 --device /dev/ttyUSB0 --token-file dealer.token",
    "floor readiness": "pitboss floor readiness --only operator",
    "serve": "pitboss serve --port 8021 --house examples/wa-spanish-21.toml",
    "outcomes": "pitboss outcomes bonus-21",
    "completion": "pitboss completion bash > ~/.local/share/bash-completion/completions/pitboss",
}
"""Command -> a call of it that works, in the order of `pitboss --help`."""

ROOT = "pitboss"
_BY_TYPE = {"<int>": "N", "<float>": "N", "<path>": "FILE"}
_WHOLE = 10_000
"""Longer than any sentence: nothing is cut."""


class Commands(TyperGroup):
    """The commands, each listed with its whole first sentence."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - types Typer keeps private
        """Return a command with its example and a readable name for every value."""
        command = super().get_command(ctx, cmd_name)
        if isinstance(command, TyperCommand | TyperGroup):
            path = cmd_name if self.name == ROOT else f"{self.name} {cmd_name}"
            if example := EXAMPLES.get(path):
                # \b keeps the line from being wrapped.
                command.epilog = f"\b\nExample:\n  {example}"
            for parameter in command.params:
                _name_value(parameter, ctx)
            if ctx is not None:
                convert_plainly(command.get_params(ctx))
        return command

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - likewise
        """Read the options before a command."""
        convert_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 - likewise
        """Return the commands in the order of `EXAMPLES`."""
        names = super().list_commands(ctx)
        return [name for name in EXAMPLES if name in names] + sorted({*names} - {*EXAMPLES})

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - likewise
        """List every command; a long sentence goes on in the next line."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if not command.hidden:
                rows.append((name, command.get_short_help_str(_WHOLE)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _name_value(parameter: Any, ctx: Any) -> None:  # noqa: ANN401 - likewise
    """Name the value of a parameter: N for a number, FILE for a path, else its own name."""
    if getattr(parameter, "is_flag", False):
        return
    if parameter.metavar is None:
        own = parameter.name.upper().replace("_", "-")
        parameter.metavar = _BY_TYPE.get(parameter.display_type(ctx), own)
    if parameter.name in parameter.opts:  # an argument: Typer writes its type beside the name
        name = parameter.metavar + ("" if parameter.nargs == 1 else "...")
        usage = name if parameter.required else f"[{name}]"
        parameter.display_type_rich = lambda ctx: ""  # noqa: ARG005 - as Typer calls it
        parameter.get_usage_pieces = lambda ctx: [usage]  # noqa: ARG005 - likewise


_SHORT_NUMBER = re.compile("[0-9]{1,15}")


def convert_plainly(parameters: Iterable[Any]) -> None:
    """Make Typer's parameters convert plain words without pydantic."""
    for parameter in parameters:
        if "get_runtime_param" not in vars(parameter):
            parameter.get_runtime_param = partial(_Conversion, parameter.get_runtime_param)


@dataclass(frozen=True, slots=True)
class _Conversion:
    """Converts the value of a parameter."""

    by_typer: Callable[[], Any]

    def coerce(self, value: Any, *, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - types of Typer
        """Return the value of a parameter."""
        kind = param.type_descriptor
        if param.multiple or param.nargs == -1:
            words = list(value or ())
            if kind.annotation == list[str] and all(map(str.isascii, words)):
                return words
        elif value is None or (type(value) is kind.annotation and _is_plain(value)):
            return value
        elif kind.annotation is int and not kind.is_ranged and _SHORT_NUMBER.fullmatch(value):
            return int(value)
        return self.by_typer().coerce(value, param=param, ctx=ctx)


def _is_plain(value: object) -> bool:
    """Return whether a value is all text; Typer refuses other bytes."""
    return not isinstance(value, str) or value.isascii()
