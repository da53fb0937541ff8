"""The lines around the felt: game and bankroll, shoe and ticking meters, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rich.text import Text
from textual.containers import Horizontal
from textual.widgets import Static

from pitboss.engine.meter import Meter
from pitboss.engine.setup import Setup
from pitboss.sitting.shoe import DealingShoe
from pitboss.sitting.sitting import Sitting
from pitboss.text.felt import rule_words
from pitboss.text.numbers import money, short_money

_CUT = "bold #ffd75f"
_BAR_MIN = 8
_BAR_MAX = 24
_UNITS_PER_CENT = 100
_SLOWNESS = 6
"""A ticking meter shows this part of what is missing at a time."""


def spread(left: Text, right: Text, width: int) -> Text:
    """Set two texts at the ends of a line."""
    line = left.copy()
    line.truncate(max(0, width - right.cell_len - 1), overflow="ellipsis")
    line.append(" " * max(1, width - line.cell_len - right.cell_len))
    return line.append_text(right)


class TopBar(Static):
    """The game and its main rules, the special ones first; the round and the bankroll."""

    left_out: tuple[str, ...] = ()
    """The rules that did not fit."""

    def show(self, session: Sitting) -> None:
        """Draw the bar."""
        configured = session.setup.configured
        left = Text.assemble(" ", (configured.game.title, "bold"))
        right = Text.assemble(
            f"round {session.round_number}  ",
            "bankroll ",
            (short_money(session.money_left), "bold #ffd75f"),
            " ",
        )
        width = self.content_size.width or 80
        self.left_out = add_rules(left, rule_words(session.setup), width - right.cell_len)
        self.update(spread(left, right, width))


def add_rules(line: Text, rules: Iterable[str], width: int) -> tuple[str, ...]:
    """Add rules to a line while they fit; return those that did not."""
    waiting = list(rules)
    while waiting and line.cell_len + len(waiting[0]) + 5 <= width:
        line.append(f" · {waiting.pop(0)}", style="#a9cdb9")
    return tuple(waiting)


class ShoeBar(Static):
    """The cards left in the shoe, the cut card, and the jackpots."""

    def show(
        self,
        session: Sitting,
        meters: Mapping[str, int],
        rules: Iterable[str] = (),
        count: str = "",
    ) -> None:
        """Draw the bar, with the meters as shown now, and further *rules* if they fit.

        A *count* takes the place of the shoe's picture, and of meters without room.
        """
        width = self.content_size.width or 80
        words = shoe_words(session.shoe)
        if count:
            left = Text.assemble(f" shoe {words}  ", (count, _CUT))
            right = _meter_words(meters, lambda wager: wager, _dollars)
            fits = left.cell_len + right.cell_len < width
            self.update(spread(left, right if fits else Text(" "), width))
            return
        right = Text()
        for name in _meter_names(session.setup):
            right = _meter_words(meters, name, money)
            room = width - right.cell_len - len(words) - 9
            if room >= _BAR_MIN:
                break
        if not session.shoe.cards and len(f" shoe {words} ") > width - right.cell_len:
            words = "full"
        if len(f" shoe {words} ") > width - right.cell_len:
            right = _meter_words(meters, name, _dollars)
        waiting = tuple(rules)
        left = Text(f" shoe {words}")
        if room >= _BAR_MIN:
            wanted = room - (len(waiting[0]) + 4 if waiting else 0)
            bar = draw_shoe(session.shoe, max(_BAR_MIN, min(wanted, _BAR_MAX)))
            left = Text.assemble(" shoe ", bar, f" {words}")
        add_rules(left, waiting, width - right.cell_len)
        self.update(spread(left, right, width))


class TickingMeters:
    """The units that every meter shows now."""

    def __init__(self, meters: Mapping[str, Meter]) -> None:
        """Start at what the meters hold."""
        self.settle(meters)

    def tick(self, meters: Mapping[str, Meter]) -> bool:
        """Move towards the meters; return False if the display is up to date.

        >>> from fractions import Fraction
        >>> meter = Meter.open(seed=100, contribution=Fraction(0))
        >>> ticking = TickingMeters({"jackpot-1": meter})
        >>> ticking.tick({"jackpot-1": meter})
        False
        """
        changed = False
        for wager, meter in meters.items():
            missing = meter.display - self.shown[wager]
            if missing:
                # At least one unit a tick, and at once after an award.
                step = -(-missing // _SLOWNESS) if missing > 0 else missing
                self.shown[wager] += step
                changed = True
        return changed

    def settle(self, meters: Mapping[str, Meter]) -> None:
        """Show the meters as they are."""
        self.shown = {wager: meter.display for wager, meter in meters.items()}


def _meter_names(setup: Setup) -> Iterator[Callable[[str], str]]:
    """Return the names of meters, the longest first: as on the felt, or by their ids."""
    spots = setup.configured.spots
    yield lambda wager: spots[wager].wager.title
    yield lambda wager: wager
    yield lambda wager: wager.removesuffix("-progressive")


def _meter_words(
    meters: Mapping[str, int], name: Callable[[str], str], amount: Callable[[int], str]
) -> Text:
    """Write the meters."""
    line = Text()
    for wager, units in meters.items():
        line.append(f" {name(wager)} ", style="#a9cdb9")
        line.append(f"{amount(units // _UNITS_PER_CENT)} ", style="bold #ff9de2")
    return line


def _dollars(cents: int) -> str:
    return money(cents).partition(".")[0]


def shoe_words(shoe: DealingShoe) -> str:
    """Return the state of the shoe in words."""
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
    """A key that can be pressed or clicked."""

    def __init__(self, key: str, label: str, action: str, *, id: str | None = None) -> None:  # noqa: A002 - textual's name
        """Show *key* and what it does."""
        super().__init__(id=id, classes="key")
        self.key = key
        self.action = action
        self.label(label)

    def label(self, label: str) -> None:
        """Change the label of the key."""
        text = Text.assemble((f" {self.key} ", "bold #10241a on #ffd75f"), f" {label} ")
        self.styles.width = text.cell_len
        self.update(text)

    async def on_click(self) -> None:
        """Do what the key does."""
        await self.screen.run_action(self.action)


_SHORT_LABELS = {
    "chip": "",
    "Double for less": "Less",
    "Insure for less": "Less",
    "Double and tip": "Dbl+tip",
    "Split and tip": "Split+tip",
    "Take the blackjack": "Take it",
    "Keep it to double": "Keep it",
    "choose the low hand": "choose",
}


class KeyBar(Horizontal):
    """The keys that are active now."""

    def offer(self, labels: Mapping[str, str]) -> None:
        """Show only the keys with these ids and labels; short labels if they are many."""
        shown = [key for key in self.query(Key) if key.id in labels]
        wide = sum(len(key.key) + len(labels[key.id or ""]) + 5 for key in shown)
        fits = not self.size.width or wide <= self.size.width + 1
        for key in self.query(Key):
            label = labels.get(key.id or "")
            if label is not None and not fits:
                label = _SHORT_LABELS.get(label, label.partition(" $")[0])
            key.display = label is not None
            if label is not None:
                key.label(label)
        self.refresh()  # what lies between the keys too: others may have been there
