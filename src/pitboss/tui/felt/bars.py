"""The lines around the felt: game and bankroll, shoe and meters, and the keys one may press."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.containers import Horizontal
from textual.widgets import Static

from pitboss.table.session import TableSession
from pitboss.table.shoe import DealingShoe
from pitboss.text.felt import rule_words
from pitboss.text.numbers import money

_CUT = "bold #ffd75f"
_BAR_MIN, _BAR_MAX = 8, 24
_UNITS_PER_CENT = 100


def spread(left: Text, right: Text, width: int) -> Text:
    """Set two texts at the ends of a line."""
    line = left.copy()
    line.truncate(max(0, width - right.cell_len - 1), overflow="ellipsis")
    line.append(" " * max(1, width - line.cell_len - right.cell_len))
    return line.append_text(right)


class TopBar(Static):
    """The game and its main rules; the round and the bankroll."""

    def show(self, session: TableSession) -> None:
        """Draw the bar."""
        configured = session.setup.configured
        left = Text.assemble(" ", (configured.game.title, "bold"))
        right = Text.assemble(
            f"round {session.round_number}  ",
            "bankroll ",
            (money(session.money_left), "bold #ffd75f"),
            " ",
        )
        width = self.content_size.width or 80
        for words in rule_words(session.setup):
            if left.cell_len + len(words) + right.cell_len + 5 > width:
                continue
            left.append(f" · {words}", style="#a9cdb9")
        self.update(spread(left, right, width))


class ShoeBar(Static):
    """How much is left in the shoe, where the cut card is, and what the jackpots stand at."""

    def show(self, session: TableSession, meters: Mapping[str, int]) -> None:
        """Draw the bar, the meters at the units they show just now."""
        width = self.content_size.width or 80
        words = shoe_words(session.shoe)
        right = _meter_words(meters, short=False)
        if width - right.cell_len - len(words) - 9 < _BAR_MIN:
            right = _meter_words(meters, short=True)
        room = width - right.cell_len - len(words) - 9
        bar = draw_shoe(session.shoe, max(_BAR_MIN, min(room, _BAR_MAX)))
        self.update(spread(Text.assemble(" shoe ", bar, f" {words}"), right, width))


def _meter_words(meters: Mapping[str, int], *, short: bool) -> Text:
    """Write what the meters stand at; in *short* a name does not say that it is a progressive."""
    line = Text()
    for wager, units in meters.items():
        name = wager.removesuffix("-progressive") if short else wager
        line.append(f" {name} ", style="#a9cdb9")
        line.append(f"{money(units // _UNITS_PER_CENT)} ", style="bold #ff9de2")
    return line


def shoe_words(shoe: DealingShoe) -> str:
    """Say how the shoe stands."""
    if not shoe.cards:
        return "to be shuffled"
    if shoe.last_round and not shoe.every_round:
        return f"{shoe.cards_left} left, last round"
    return f"{shoe.cards_left} left"


def draw_shoe(shoe: DealingShoe, width: int) -> Text:
    """Draw the shoe as a bar: dealt cards faint, the cut card where it stands."""
    size = shoe.shoe.size
    dealt = round(shoe.position * width / size) if shoe.cards else 0
    cut = min(width - 1, max(0, shoe.cut * width // size))
    bar = Text()
    for place in range(width):
        if place == cut and not shoe.every_round:
            bar.append("┃", style=_CUT)
        else:
            bar.append("─" if place < dealt else "█", style="#6f9c86" if place < dealt else "")
    return bar


class Key(Static):
    """A key one may press, or click."""

    def __init__(self, key: str, label: str, action: str, *, id: str | None = None) -> None:  # noqa: A002 - textual's name
        """Show *key* and what it does."""
        super().__init__(id=id, classes="key")
        self.key, self.action = key, action
        self.label(label)

    def label(self, label: str) -> None:
        """Change what the key is said to do."""
        text = Text.assemble((f" {self.key} ", "bold #10241a on #ffd75f"), f" {label} ")
        self.styles.width = text.cell_len
        self.update(text)

    async def on_click(self) -> None:
        """Do what the key would."""
        await self.screen.run_action(self.action)


class KeyBar(Horizontal):
    """The keys that mean something now."""

    def offer(self, labels: Mapping[str, str]) -> None:
        """Show only the keys with these ids, under these labels."""
        for key in self.query(Key):
            label = labels.get(key.id or "")
            key.display = label is not None
            if label is not None:
                key.label(label)
        self.refresh()  # what lies between the keys too: others may have been there
