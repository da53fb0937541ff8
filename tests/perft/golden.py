"""The `*.perft` files: one block a position, what was counted and computed below it.

A block opens with what is asked, written by hand:

    id       a name
    game     a game id
    options  key=value ...
    tables   wager=pay-table ... in use
    jackpots wager=FIXED,CONTRIBUTION,SEED of a progressive: cents, percent, dollars
    limits   wager=MIN..MAX ... in cents, either left out where there is none
    shoe     every card of the tiny shoe, dealt ones included
    wager    wager=cents ... of the one seat
    start    the cards dealt before the search begins: first card, up card, second card
             (in Blackjack Switch a first card to both hands, up card, a second to both;
             in 3 Card 21 also ?? for the down card and the third card;
             in Pai Jack and Deuces Wild the seat's packet, then cards of the dealer's)
    splits   best: of a pair of plain blackjack also what its split is worth to a player who does
             not look at the other hands, by trying every such play

and goes on with what `tools/regenerate.py` writes: the digest of the configured game, `nodes` and
`mass` for each depth, in how many information sets each action was tried, `ev` of best play and of
each first decision, in cents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pitboss.cards import parse_cards
from pitboss.engine.bets import Bets
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.house import house_from
from tests.exact.every_play import EveryPlay
from tests.exact.solved_positions import Position
from tests.perft import (
    second,
    second_ante_up,
    second_colorado,
    second_holdem,
    second_pai_jack,
    second_reference,
    second_three_card,
    second_wild_poker,
)
from tests.perft.search import SEAT, Counts, search
from tests.perft.second_split_plays import SplitPlays
from tests.perft.second_wagers import Jackpot
from tests.perft.shoe import Cards, Solved

FOLDER = Path(__file__).parent
ASKED = (
    *("id", "game", "options", "tables", "jackpots", "limits", "shoe", "wager", "start"),
    "splits",
)
MAINS = ("main", "main-1", "main-2")
COMMENT = "#"
TEXTS = frozenset({"double", "never_split", "ties_lost", "dealer_pushes"})
"""Options whose values are texts, even where they look like numbers."""


@dataclass(frozen=True)
class Block:
    """One position as the file asks it, and the lines that stand below it."""

    fields: Mapping[str, str]
    answered: tuple[str, ...]
    path: Path
    line: int
    """Where its first answer stands in the file."""

    @property
    def id(self) -> str:
        return self.fields["id"]

    def words(self, key: str) -> dict[str, str]:
        """Return a line of name=text words."""
        pairs = (word.split("=", 1) for word in self.fields.get(key, "").split())
        return dict(pairs)

    @property
    def options(self) -> dict[str, str]:
        return self.words("options")

    @property
    def limits(self) -> dict[str, dict[str, int]]:
        by_wager = {}
        for wager, text in self.words("limits").items():
            low, _, high = text.partition("..")
            both = {"min": low, "max": high}
            by_wager[wager] = {name: int(cents) for name, cents in both.items() if cents}
        return by_wager

    @property
    def wagers(self) -> dict[str, int]:
        return {wager: int(cents) for wager, cents in self.words("wager").items()}

    @property
    def jackpots(self) -> dict[str, dict[str, str]]:
        return {
            wager: dict(zip(("wager", "contribution", "seed"), text.split(","), strict=True))
            for wager, text in self.words("jackpots").items()
        }

    def house(self) -> dict[str, Any]:
        house: dict[str, Any] = {
            "game": self.fields["game"],
            "options": {
                name: text if name in TEXTS else _value(text) for name, text in self.options.items()
            },
            "limits": self.limits,
        }
        if "tables" in self.fields:
            house["tables"] = self.words("tables")
        if self.jackpots:
            house["jackpots"] = {
                wager: {"scheme": "progressive", **given, "wager": int(given["wager"])}
                for wager, given in self.jackpots.items()
            }
        return house

    def setup(self) -> Setup:
        return prepare(house_from(self.house()))

    def search(self) -> Counts:
        """Search the engine's tree."""
        return search(
            self.setup(),
            Bets(SEAT, self.wagers),
            parse_cards(self.fields["shoe"]),
            self.start,
        )

    @property
    def split_position(self) -> Position | None:
        """The pair whose every play after a split is tried; None where that is not asked."""
        if "splits" not in self.fields:
            return None
        first, up, second = self.start
        rest = Counter(self.shoe) - Counter(self.start)
        return Position(self.house(), f"{first} {second}", up, " ".join(rest.elements()))

    def best_split(self) -> list[str]:
        """Walk the engine's tree with every play of the split hands."""
        position = self.split_position
        if position is None:
            return []
        value = max(EveryPlay(position, Fraction(0)).values)
        return [f"ev split best {value * self.wagers['main']}"]

    def second_best_split(self) -> list[str]:
        """Try every play of the split hands by the second implementation."""
        if "splits" not in self.fields:
            return []
        table = self.second()
        assert isinstance(table, second_reference.Table), "plain blackjack alone is asked"
        return [f"ev split best {SplitPlays(table).best}"]

    @property
    def start(self) -> Cards:
        return tuple(self.fields.get("start", "").split())

    @property
    def shoe(self) -> Cards:
        return tuple(self.fields["shoe"].split())

    def second(self) -> Solved:
        """Return the position for the second implementation, which reads nothing but the text."""
        game = self.fields["game"]
        by_themselves: dict[str, Callable[[], Solved]] = {
            "co/21-holdem": self.holdem,
            "co/ante-up-21": self.ante_up,
            "co/3-card-21": self.three_card,
            "co/pai-jack": self.pai_jack,
            "co/deuces-wild-xtreme": self.wild_poker,
            "reference/blackjack": self.reference,
        }
        if game in by_themselves:
            return by_themselves[game]()
        if game.startswith("co/"):
            return second_colorado.Table(**self.colorado())
        return self.spanish_21()

    def reference(self) -> Solved:
        rules = second_reference.read_rules(self.options)
        return second_reference.Table(**{**self.colorado(), "rules": rules})

    def holdem(self) -> Solved:
        poker = self.wagers.get("poker", 0)
        return second_holdem.Table(**self.colorado(side=False), poker=poker)

    def ante_up(self) -> Solved:
        ante, bonus = (self.wagers.get(name, 0) for name in ("ante", "poker-bonus"))
        return second_ante_up.Table(**self.colorado(side=False), ante=ante, bonus=bonus)

    def wild_poker(self) -> Solved:
        return second_wild_poker.Table(
            shoe=self.shoe,
            start=self.start,
            wagers=self.wagers,
            tables=self.words("tables"),
            jackpots=self.second_jackpots(),
        )

    def spanish_21(self) -> Solved:
        limits = self.limits.get("main", {})
        return second.Table(
            rules=second.read_rules(
                self.fields["game"], self.options, (limits.get("min", 1), limits.get("max"))
            ),
            wager=self.wagers["main"],
            units=1 + sum(wager.startswith("bet-bigger-") for wager in self.wagers),
            break_bonus=self.wagers.get("break-bonus", 0),
            shoe=self.shoe,
            start=self.start,
        )

    def three_card(self) -> Solved:
        return second_three_card.Table(
            shoe=self.shoe,
            start=self.start,
            wager=self.wagers["main"],
            bonus_table=self.words("tables")["3-card-bonus"],
            hits_soft_17=self.options.get("soft17", "hit") == "hit",
            for_less=self.options.get("double_for_less", "true") == "true",
        )

    def pai_jack(self) -> Solved:
        return second_pai_jack.Table(
            shoe=self.shoe,
            start=self.start,
            wager=self.wagers["main"],
            bonus=self.wagers.get("pai-jack-bonus", 0),
            bonus_table=self.words("tables").get("pai-jack-bonus", ""),
            foul=self.options.get("foul", "reset"),
            low_ace=self.options.get("low_hand_ace", "eleven"),
            rounds_up=self.options.get("rounding") == "up",
        )

    def colorado(self, *, side: bool = True) -> dict[str, Any]:
        """Return what a second blackjack of Colorado is told, side wagers too or by themselves."""
        mains = {wager: cents for wager, cents in self.wagers.items() if wager in MAINS}
        late = [limit for wager, limit in self.limits.items() if wager.startswith("bust-")]
        others = {wager: cents for wager, cents in self.wagers.items() if wager not in MAINS}
        return {
            "game": self.fields["game"],
            "rules": second_colorado.read_rules(self.fields["game"], self.options),
            "wager": next(iter(mains.values()), 0),
            "side": others if side else {},
            "tables": self.words("tables"),
            "bust_limits": (late[0]["min"], late[0]["max"]) if late else (0, 0),
            "jackpots": self.second_jackpots(),
            "shoe": self.shoe,
            "start": self.start,
        }

    def second_jackpots(self) -> dict[str, Jackpot]:
        return {
            wager: Jackpot(
                int(Fraction(given["seed"]) * 100),
                Fraction(given["contribution"].rstrip("%")) / 100,
            )
            for wager, given in self.jackpots.items()
        }

    def answers(self) -> list[str]:
        """Return the lines that belong below the position."""
        counts = self.search()
        return [
            f"digest {self.setup().configured.digest}",
            *(f"nodes {depth} {counts.nodes[depth]}" for depth in sorted(counts.nodes)),
            *(f"mass {depth} {counts.mass[depth]}" for depth in sorted(counts.nodes)),
            *(f"tried {action} {counts.actions[action]}" for action in sorted(counts.actions)),
            f"ev {counts.value}",
            *(f"ev {label} {value}" for label, value in counts.first.items()),
            *self.best_split(),
        ]

    def confirm(self) -> list[str]:
        """Return the lines the second implementation has an opinion on."""
        table = self.second()
        nodes = table.paths()
        value, first = table.solve()
        return [
            *(f"nodes {depth} {nodes[depth]}" for depth in sorted(nodes)),
            f"ev {value}",
            *(f"ev {label} {choice_value}" for label, choice_value in first.items()),
            *self.second_best_split(),
        ]


def _value(text: str) -> bool | int | str:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.isdigit() else text


def paths() -> list[Path]:
    return sorted(FOLDER.glob("*.perft"))


def blocks(path: Path) -> Iterator[Block]:
    """Yield the positions of a file; a block ends with an empty line."""
    fields: dict[str, str] = {}
    answered: list[str] = []
    first = 0
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], start=1):
        key, _, text = line.partition(" ")
        if line.startswith(COMMENT):
            continue
        if key in ASKED:
            fields[key] = text.strip()
        elif line:
            first = first or number
            answered.append(line)
        elif fields:
            yield Block(fields, tuple(answered), path, first or number)
            fields = {}
            answered = []
            first = 0


def write_answers(path: Path, answers: Mapping[str, Sequence[str]]) -> str:
    """Return a file with the answers of each position, by its id, below it."""
    lines: list[str] = []
    current = ""
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        key, _, text = line.partition(" ")
        if line.startswith(COMMENT) or key in ASKED:
            lines.append(line.rstrip())
            current = text.strip() if key == "id" else current
        elif not line:
            lines += answers.get(current, ())
            current = ""
            lines.append("")
    return "\n".join(lines).strip() + "\n"


def both_say(lines: Sequence[str]) -> list[str]:
    """Leave out what only the engine's search can say."""
    return [line for line in lines if line.startswith(("nodes", "ev"))]


def first_difference(block: Block, right: Sequence[str], before: Sequence[str]) -> str | None:
    """Say which line of the file is the first wrong one, or None."""
    for number, (is_, was) in enumerate(zip_longest(right, before), start=block.line):
        if is_ != was:
            return f"wrong line {number} in {block.path.name}, {block.id}: {was!r} is {is_!r}"
    return None
